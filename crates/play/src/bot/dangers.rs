use std::collections::BTreeMap;

use barrow_dice::Fixed;
use barrow_engine::{Command, EntityId, Event, Turn, View, Volume};
use barrow_grid::{Dir, Pos};

use super::fight::{Foe, price};
use crate::walk::life;

/// What a bot remembers of those on a level who harm and cannot be fought: in the dark they are
/// soon out of sight.
#[derive(Clone, Debug, Default)]
pub(super) struct Dangers {
    known: BTreeMap<EntityId, Danger>,
    /// Where noises came from, and when.
    noises: Vec<(Pos, u64)>,
}

/// Someone who must not be met.
#[derive(Clone, Copy, Debug)]
struct Danger {
    at: Pos,
    /// When it was last seen.
    turn: u64,
    /// For so many turns it was seen there and did not move.
    still: u32,
    /// It was seen to move.
    moves: bool,
    /// It is more than a nuisance.
    serious: bool,
}

/// Who did not move for so many turns stays where it is.
const STILL: u32 = 6;
/// Who was seen so many turns ago may be at one's heels.
const CLINGS: u64 = 10;
/// Where someone was last seen is remembered for so many turns.
const FORGOTTEN: u64 = 30;

impl Dangers {
    /// A noise close by, from where nothing is seen, is something to keep away from for a while.
    pub(super) fn listen(&mut self, view: &View<'_>, turn: &Turn) {
        let Some(here) = view.own().map(|it| it.pos()) else { return };
        self.noises.retain(|(_, heard)| view.turn() < heard + CLINGS);
        for event in turn.events(view.player()) {
            let Event::Heard { volume: Volume::Deafening, towards: Some(dir), .. } = event else {
                continue;
            };
            let at = here + *dir + *dir;
            if !view.visible().contains(at) {
                self.noises.push((at, view.turn()));
            }
        }
    }

    /// Notes where those are who must not be met: in the dark they are soon out of sight.
    pub(super) fn remember(&mut self, view: &View<'_>, foes: &[Foe<'_>]) {
        let (now, life) = (view.turn(), life(view));
        for foe in foes.iter().filter(|foe| !foe.is_fightable() && foe.harms > Fixed::ZERO) {
            let (at, serious) = (foe.seen.pos(), foe.is_serious(life));
            let before = self.known.get(&foe.seen.id());
            let still = before.filter(|it| it.at == at).map_or(0, |it| it.still + 1);
            let moves = before.is_some_and(|it| it.moves || it.at != at);
            let danger = Danger { at, turn: now, still, moves, serious };
            self.known.insert(foe.seen.id(), danger);
        }
        self.known.retain(|_, it| {
            let gone = view.visible().contains(it.at) && it.turn < now;
            !gone && (it.still >= STILL || now < it.turn + FORGOTTEN)
        });
    }

    /// The cells of those who harm and cannot be fought, and the cells beside them: who keeps
    /// out of them, and walks on at the same pace, is not struck. In the dark behind one's lamp
    /// they are still there.
    pub(super) fn touch(&self, view: &View<'_>) -> Vec<Pos> {
        let fresh = |it: &&Danger| it.still >= STILL || view.turn() < it.turn + CLINGS;
        let around = |it: &Danger| Dir::ALL.map(|dir| it.at + dir).into_iter().chain([it.at]);
        self.known.values().filter(fresh).flat_map(around).collect()
    }

    /// What the bot would rather not meet, and how much it goes out of its way.
    pub(super) fn fears(&self, view: &View<'_>, foes: &[Foe<'_>]) -> Vec<(Pos, u8)> {
        let able = price(foes).is_some_and(|it| it + it < life(view));
        let feared = foes.iter().filter(|foe| !able && foe.harms > Fixed::ZERO);
        let fear = |foe: &Foe<'_>| if foe.is_serious(life(view)) { 64 } else { 2 };
        let seen = feared.map(|foe| (foe.seen.pos(), fear(foe)));
        let remembered = self.known.values().map(|it| (it.at, if it.serious { 160 } else { 2 }));
        let heard = self.noises.iter().map(|&(at, _)| (at, 64));
        seen.chain(remembered).chain(heard).collect()
    }

    /// The legal commands without steps into those whom it harms to touch.
    pub(super) fn harmless(&self, view: &View<'_>, legal: &[Command]) -> Vec<Command> {
        let here = view.own().map(|it| it.pos()).unwrap_or_default();
        let hurts = |at: Pos| self.known.values().any(|it| it.at == at);
        let fine = |it: &&Command| !matches!(it, Command::Move(dir) if hurts(here + *dir));
        let fine: Vec<Command> = legal.iter().filter(fine).cloned().collect();
        if fine.is_empty() { legal.to_vec() } else { fine }
    }

    /// Whether someone was never seen to move.
    pub(super) fn stays(&self, foe: &Foe<'_>) -> bool {
        self.known.get(&foe.seen.id()).is_some_and(|it| !it.moves)
    }
}
