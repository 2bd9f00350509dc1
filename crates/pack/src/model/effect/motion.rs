use barrow_dice::Formula;
use serde::{Deserialize, Serialize};

use super::Effect;
use crate::data::Keyword;
use crate::form::VariantForm;
use crate::scope::{Subject, Subjects};

/// How someone is moved.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Motion {
    /// Who is moved.
    pub of: Subject,
    /// Where to.
    pub to: Destination,
    /// In which way.
    pub how: Manner,
    /// The maximum distance in cells.
    pub cells: Option<Formula>,
    /// The maximum distance of a random cell.
    pub radius: Option<Formula>,
    /// The effects for each cell on the way.
    pub over: Vec<Effect>,
    /// The effects for what ended the movement.
    pub into: Vec<Effect>,
}

/// Where a movement leads.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub enum Destination {
    /// A random free cell.
    #[default]
    Random,
    /// The target.
    Target,
    /// The actor.
    Actor,
    /// Away from the actor. If the actor itself moves: away from the target.
    Away,
    /// The cell that an ability was aimed at.
    Aim,
    /// The cell where it first appeared.
    Home,
    /// Where it faces.
    Ahead,
}

/// In which way something moves.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub enum Manner {
    /// At once, whatever is between.
    #[default]
    Blink,
    /// Step by step, around obstacles.
    Walk,
    /// In a straight line, up to the first obstacle.
    Dash,
    /// In a straight line over actors and pits, up to the first wall.
    Leap,
    /// In a straight line, and then it strikes what it ran into.
    Charge,
    /// Away from the actor, in a straight line.
    Push,
    /// Towards the actor, in a straight line.
    Pull,
    /// It changes places with the actor at the destination.
    Swap,
}

impl Keyword for Destination {
    const ALL: &'static [Self] =
        &[Self::Random, Self::Target, Self::Actor, Self::Away, Self::Aim, Self::Home, Self::Ahead];
    const WORDS: &'static [&'static str] =
        &["random", "target", "actor", "away", "aim", "home", "ahead"];
}

impl Keyword for Manner {
    const ALL: &'static [Self] = &[
        Self::Blink,
        Self::Walk,
        Self::Dash,
        Self::Leap,
        Self::Charge,
        Self::Push,
        Self::Pull,
        Self::Swap,
    ];
    const WORDS: &'static [&'static str] =
        &["blink", "walk", "dash", "leap", "charge", "push", "pull", "swap"];
}

/// The mover is `self`, and the obstacle is the target.
const MOVED: Subjects = Subjects::of([Subject::Own, Subject::Target]);

impl Motion {
    pub(super) fn read(form: &mut VariantForm<'_, '_>) -> Self {
        let motion = Self {
            of: form.subject("of", "Who is affected."),
            to: form.word(
                "to",
                "Where to: a `random` free cell, the `target`, the `actor`, `away` from the actor \
                 (if the actor moves: from the target), the cell that was the `aim` of the \
                 ability, `home`, where it first appeared, or `ahead`, where it faces.",
            ),
            how: form.word(
                "how",
                "`blink`: at once. `walk`: step by step, around obstacles. `dash`: in a straight \
                 line up to the first obstacle. `leap`: in a straight line over actors and pits. \
                 `charge`: like `dash`, then it strikes what it ran into. `push` and `pull`: away \
                 from the actor or towards it. `swap`: it changes places with whoever is there.",
            ),
            cells: form.field(
                "cells",
                "The maximum distance in cells. If omitted, up to the destination; 1 for `walk`, \
                 `push`, `pull`, `away` and `ahead`.",
            ),
            radius: form.field(
                "radius",
                "The maximum distance of a `random` cell. If omitted, anywhere on the level.",
            ),
            over: form.having(MOVED).field(
                "over",
                "The effects for each cell on the way. `self` is who moves, the target is who \
                 stands there.",
            ),
            into: form.having(MOVED).field(
                "into",
                "The effects for what ended the movement. `self` is who moves, the target is what \
                 was in the way.",
            ),
        };
        form.flaw(motion.flaw());
        motion
    }

    fn flaw(&self) -> Option<&'static str> {
        let random = self.to == Destination::Random;
        let by_actor = matches!(self.how, Manner::Push | Manner::Pull);
        if by_actor {
            let what = "`push` and `pull` go away from the actor or towards it; leave out `to`";
            return (!random).then_some(what);
        }
        let with_whom = matches!(self.to, Destination::Target | Destination::Actor);
        if self.how == Manner::Swap {
            return (!with_whom).then_some("say with whom it swaps: `to` is `target` or `actor`");
        }
        if random && self.how != Manner::Blink {
            return Some("say where `to`; only a `blink` leads to a random cell");
        }
        if random && self.cells.is_some() {
            return Some("a random cell is within a `radius`; give that instead of `cells`");
        }
        let what = "`radius` is for random cells; give the distance as `cells`";
        (!random && self.radius.is_some()).then_some(what)
    }
}
