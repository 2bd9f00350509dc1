//! How to read effects without knowing each of them.
//!
//! Only the engine's `effect.rs` needs an arm for every effect, because it carries them out.
//! Everything else that reads effects (forecasts, the cells that are hit, what a touch would
//! change) asks [`Effect::nature`], which sorts all effects into a few classes. A new effect
//! gets one line there; a reader changes only if the effect needs a class of its own.

use barrow_dice::Formula;
use barrow_grid::{Outline, Shape};

use super::{Effect, HarmType, Motion, Portion};
use crate::model::{Ability, Attribute, Extent, Field, Kind, Routine, Selection, State};
use crate::names::Id;
use crate::scope::Subject;

/// What an effect is: a container of other effects, or a leaf.
#[derive(Clone, Copy, Debug)]
pub enum Nature<'e> {
    /// It decides how other effects run.
    Nest(Nest<'e>),
    /// It does something itself: whom or what it is done to or around, and what it does.
    Leaf(Option<Subject>, Leaf<'e>),
}

/// How the effects inside an effect run.
#[derive(Clone, Copy, Debug)]
#[expect(missing_docs, reason = "the fields are those of the effects")]
pub enum Nest<'e> {
    /// One list or the other, decided by a condition.
    If { when: &'e Formula, then: &'e [Effect], otherwise: &'e [Effect] },
    /// One list or the other, decided by chance.
    Chance { of: &'e Formula, then: &'e [Effect], otherwise: &'e [Effect] },
    /// One of several lists, drawn by weight.
    Pick(&'e [Portion]),
    /// The list, with a number that formulas in it call `amount`.
    With { amount: &'e Formula, then: &'e [Effect] },
    /// The list, several times.
    Repeat { times: &'e Formula, then: &'e [Effect] },
    /// The list, once for everything in some cells, which is the target in turn.
    Area { extent: &'e Extent, at: Subject, spares: bool, then: &'e [Effect] },
    /// The list, once for each thing of a selection, or the other list if there is none.
    Each { from: &'e Selection, then: &'e [Effect], otherwise: &'e [Effect] },
    /// The list, some turns from now; with an extent, for everything in these cells.
    Later { extent: &'e Extent, then: &'e [Effect] },
    /// Two lists: for each cell on the way of a movement, and for what ended it.
    Move(&'e Motion),
    /// The list of an ability, cast at the target.
    Cast(Id<Ability>),
    /// The list of a routine, with the values of its parameters.
    Call(Id<Routine>, &'e [Formula]),
}

/// What a leaf does, as far as anyone but the engine's `effect.rs` needs to know.
#[derive(Clone, Copy, Debug)]
#[expect(missing_docs, reason = "the fields are those of the effects")]
pub enum Leaf<'e> {
    /// Changes an attribute; with `had`, only where the subject has it already.
    Value { attribute: Id<Attribute>, change: ValueChange<'e>, had: bool },
    /// Lowers life, unless the subject has the flag that protects from this harm.
    Harm { by: &'e Formula, kind: &'e HarmType },
    /// Kills at once.
    Die,
    /// Begins a state.
    Begin { state: Id<State>, turns: Option<&'e Formula> },
    /// Ends a state.
    End { state: Id<State> },
    /// Changes a door or a lock.
    Door(DoorChange),
    /// Changes cells around the subject.
    Cells(Cells<'e>),
    /// Does something at or near the cell of the subject, even if the subject is only a cell.
    Nearby,
    /// Sends off a projectile beside the subject.
    Launch(Id<Kind>),
    /// Makes the kind of a thing known.
    Identify,
    /// Tells the player something and changes nothing.
    Tell,
    /// Anything else. Forecasts only say that it does more than they can tell.
    Other,
}

/// How an attribute changes.
#[derive(Clone, Copy, Debug)]
pub enum ValueChange<'e> {
    /// By an amount.
    By(&'e Formula),
    /// To a value.
    To(&'e Formula),
    /// To the maximum of the gauge.
    Full,
    /// The maximum of the gauge changes, by an amount.
    MaxBy(&'e Formula),
}

/// What happens to a door or a lock.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum DoorChange {
    /// It opens, locked or not.
    Open,
    /// It closes.
    Close,
    /// It closes and is locked.
    Lock,
    /// It is unlocked.
    Unlock,
}

/// Cells around one.
#[derive(Clone, Copy, Debug)]
pub struct Cells<'e> {
    /// Which cells; one if nothing is said.
    pub extent: &'e Extent,
    /// Only cells farther away than this.
    pub beyond: Option<&'e Formula>,
    /// How a field is put onto cells; `None` for what is not a field.
    pub pours: Option<Pours>,
}

/// How a field is put onto cells: never onto solid ones.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Pours {
    /// The field.
    pub field: Id<Field>,
    /// A radius means the eight straight directions.
    pub star: bool,
}

impl Pours {
    /// Returns the shape of the cells, from the one that the effect gives.
    pub const fn shaped(self, shape: Shape) -> Shape {
        if let Outline::Burst(radius) = shape.outline
            && self.star
        {
            return Shape { outline: Outline::Star(radius), ..shape };
        }
        shape
    }
}

impl<'e> Nest<'e> {
    /// Returns every list of effects inside. A cast or a call has none: they are the ability's or
    /// the routine's.
    pub fn lists(self) -> impl Iterator<Item = &'e [Effect]> {
        let (then, otherwise, lots): (&[Effect], &[Effect], &[Portion]) = match self {
            Self::If { then, otherwise, .. }
            | Self::Chance { then, otherwise, .. }
            | Self::Each { then, otherwise, .. } => (then, otherwise, &[]),
            Self::Move(motion) => (&motion.over, &motion.into, &[]),
            Self::Pick(lots) => (&[], &[], lots),
            Self::With { then, .. }
            | Self::Repeat { then, .. }
            | Self::Area { then, .. }
            | Self::Later { then, .. } => (then, &[], &[]),
            Self::Cast(_) | Self::Call(..) => (&[], &[], &[]),
        };
        [then, otherwise].into_iter().chain(lots.iter().map(|it| it.deed.as_slice()))
    }
}

impl Effect {
    /// Sorts the effect into its class.
    pub fn nature(&self) -> Nature<'_> {
        match self {
            Self::If { when, then, otherwise } => Nature::Nest(Nest::If { when, then, otherwise }),
            Self::Chance { of, then, otherwise } => {
                Nature::Nest(Nest::Chance { of, then, otherwise })
            }
            Self::Pick { lots } => Nature::Nest(Nest::Pick(lots)),
            Self::With { amount, then } => Nature::Nest(Nest::With { amount, then }),
            Self::Repeat { times, then } => Nature::Nest(Nest::Repeat { times, then }),
            &Self::Area { ref extent, at, spares, ref then } => {
                Nature::Nest(Nest::Area { extent, at, spares, then })
            }
            Self::Each { from, then, otherwise } => {
                Nature::Nest(Nest::Each { from, then, otherwise })
            }
            Self::Later { extent, then, .. } => Nature::Nest(Nest::Later { extent, then }),
            Self::Move { motion } => Nature::Nest(Nest::Move(motion)),
            Self::Cast { ability } => Nature::Nest(Nest::Cast(*ability)),
            Self::Call { routine, with } => Nature::Nest(Nest::Call(*routine, with)),
            Self::Change { attribute, by, had, of } => {
                value(*of, *attribute, ValueChange::By(by), *had)
            }
            Self::Set { attribute, to, had, of } => {
                value(*of, *attribute, ValueChange::To(to), *had)
            }
            Self::Fill { attribute, of } => value(*of, *attribute, ValueChange::Full, true),
            Self::Raise { attribute, by, of } => {
                value(*of, *attribute, ValueChange::MaxBy(by), true)
            }
            Self::Harm { by, kind, of, .. } => on(*of, Leaf::Harm { by, kind }),
            Self::Die { of, .. } => on(*of, Leaf::Die),
            Self::Apply { state, turns, of } => {
                on(*of, Leaf::Begin { state: *state, turns: turns.as_ref() })
            }
            Self::Cure { state, of } => on(*of, Leaf::End { state: *state }),
            Self::Open { of } => on(*of, Leaf::Door(DoorChange::Open)),
            Self::Close { of } => on(*of, Leaf::Door(DoorChange::Close)),
            Self::Lock { of } => on(*of, Leaf::Door(DoorChange::Lock)),
            Self::Unlock { of } => on(*of, Leaf::Door(DoorChange::Unlock)),
            &Self::Put { field, ref extent, ref beyond, star, at, .. } => {
                let pours = Some(Pours { field, star });
                on(at, Leaf::Cells(Cells { extent, beyond: beyond.as_ref(), pours }))
            }
            Self::Build { extent, at, .. } => {
                on(*at, Leaf::Cells(Cells { extent, beyond: None, pours: None }))
            }
            Self::Scatter { what } => {
                let pours = what.field.map(|field| Pours { field, star: false });
                let cells = Cells { extent: &what.extent, beyond: None, pours };
                on(what.at, if pours.is_some() { Leaf::Cells(cells) } else { Leaf::Nearby })
            }
            Self::Identify { of } => on(*of, Leaf::Identify),
            Self::Say { .. } | Self::Cue { .. } => Nature::Leaf(None, Leaf::Tell),
            Self::Remove { of }
            | Self::Become { of, .. }
            | Self::Give { of, .. }
            | Self::Spill { of, .. }
            | Self::Take { of, .. }
            | Self::Join { of, .. }
            | Self::Shuffle { of, .. }
            | Self::Forget { of }
            | Self::Push { of, .. } => on(*of, Leaf::Other),
            &Self::Spawn { kind: Some(kind), facing: Some(_), at, .. } => {
                on(at, Leaf::Launch(kind))
            }
            Self::Spawn { at, .. } | Self::Noise { at, .. } | Self::Flash { at, .. } => {
                on(*at, Leaf::Nearby)
            }
            Self::Go { .. }
            | Self::Stay
            | Self::Transfer { .. }
            | Self::Reveal { .. }
            | Self::Menu { .. }
            | Self::Choose { .. }
            | Self::Award { .. }
            | Self::Win { .. }
            | Self::Lose { .. } => Nature::Leaf(None, Leaf::Other),
        }
    }
}

const fn on(subject: Subject, leaf: Leaf<'_>) -> Nature<'_> {
    Nature::Leaf(Some(subject), leaf)
}

const fn value(
    of: Subject,
    attribute: Id<Attribute>,
    change: ValueChange<'_>,
    had: bool,
) -> Nature<'_> {
    on(of, Leaf::Value { attribute, change, had })
}
