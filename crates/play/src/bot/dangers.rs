use std::collections::BTreeMap;

use barrow_dice::Fixed;
use barrow_engine::{Command, EntityId, Event, Turn, View, Volume};
use barrow_grid::{Dir, Pos};

use super::fight::{Foe, price};
use crate::walk::life;

/// The dangerous actors of a level that the bot cannot fight. It remembers them because they are
/// soon out of sight in the dark.
#[derive(Clone, Debug, Default)]
pub(super) struct Dangers {
    known: BTreeMap<EntityId, Danger>,
    /// The positions and turns of noises.
    noises: Vec<(Pos, u64)>,
}

/// An actor to keep away from.
#[derive(Clone, Copy, Debug)]
struct Danger {
    at: Pos,
    /// The turn it was last seen.
    turn: u64,
    /// For how many turns it was seen without moving.
    still: u32,
    /// Whether it was ever seen to move.
    moves: bool,
    /// Whether it is more than a nuisance.
    serious: bool,
}

/// An actor that has not moved for this many turns is taken to be stationary.
const STILL: u32 = 6;
/// The number of turns for which an actor out of sight may still be following.
const FOLLOWS_FOR: u64 = 10;
/// The number of turns for which the last known position of an actor is remembered.
const REMEMBERED_FOR: u64 = 30;

impl Dangers {
    /// Remembers deafening noises whose source is not visible, to keep away from them.
    pub(super) fn listen(&mut self, view: &View<'_>, turn: &Turn) {
        let Some(here) = view.own().map(|it| it.pos()) else { return };
        self.noises.retain(|(_, heard)| view.turn() < heard + FOLLOWS_FOR);
        for event in turn.events(view.player()) {
            let Event::Heard(noise) = event else { continue };
            let (Volume::Deafening, Some(dir)) = (noise.volume, noise.towards) else { continue };
            let at = here + dir + dir;
            if !view.visible().contains(at) {
                self.noises.push((at, view.turn()));
            }
        }
    }

    /// Records the positions of dangerous actors while they are visible.
    pub(super) fn remember(&mut self, view: &View<'_>, foes: &[Foe<'_>]) {
        let (now, life) = (view.turn(), life(view));
        for foe in foes.iter().filter(|foe| !foe.is_fightable() && foe.deals > Fixed::ZERO) {
            let (at, serious) = (foe.seen.pos(), foe.is_serious(life));
            let before = self.known.get(&foe.seen.id());
            let still = before.filter(|it| it.at == at).map_or(0, |it| it.still + 1);
            let moves = before.is_some_and(|it| it.moves || it.at != at);
            let danger = Danger { at, turn: now, still, moves, serious };
            self.known.insert(foe.seen.id(), danger);
        }
        self.known.retain(|_, it| {
            let gone = view.visible().contains(it.at) && it.turn < now;
            !gone && (it.still >= STILL || now < it.turn + REMEMBERED_FOR)
        });
    }

    /// Returns the cells of unbeatable actors and the cells beside them, where the actors can strike.
    /// Actors that were left behind in the dark are included.
    pub(super) fn unsafe_cells(&self, view: &View<'_>) -> Vec<Pos> {
        let fresh = |it: &&Danger| it.still >= STILL || view.turn() < it.turn + FOLLOWS_FOR;
        let around = |it: &Danger| Dir::ALL.map(|dir| it.at + dir).into_iter().chain([it.at]);
        self.known.values().filter(fresh).flat_map(around).collect()
    }

    /// Returns what the bot avoids, and how large a detour each is worth.
    pub(super) fn fears(&self, view: &View<'_>, foes: &[Foe<'_>]) -> Vec<(Pos, u8)> {
        let able = price(foes).is_some_and(|it| it + it < life(view));
        let feared = foes.iter().filter(|foe| !able && foe.deals > Fixed::ZERO);
        let fear = |foe: &Foe<'_>| if foe.is_serious(life(view)) { 64 } else { 2 };
        let seen = feared.map(|foe| (foe.seen.pos(), fear(foe)));
        let remembered = self.known.values().map(|it| (it.at, if it.serious { 160 } else { 2 }));
        let heard = self.noises.iter().map(|&(at, _)| (at, 64));
        seen.chain(remembered).chain(heard).collect()
    }

    /// Returns the legal commands without steps into actors that are harmful to touch.
    pub(super) fn harmless(&self, view: &View<'_>, legal: &[Command]) -> Vec<Command> {
        let here = view.own().map(|it| it.pos()).unwrap_or_default();
        let hurts = |at: Pos| self.known.values().any(|it| it.at == at);
        let fine = |it: &&Command| !matches!(it, Command::Move(dir) if hurts(here + *dir));
        let fine: Vec<Command> = legal.iter().filter(fine).cloned().collect();
        if fine.is_empty() { legal.to_vec() } else { fine }
    }

    /// Returns `true` if there is an actor on the level that the bot cannot fight.
    pub(super) fn any(&self) -> bool {
        !self.known.is_empty()
    }

    /// Returns `true` if the actor was never seen to move.
    pub(super) fn stays(&self, foe: &Foe<'_>) -> bool {
        self.known.get(&foe.seen.id()).is_some_and(|it| !it.moves)
    }
}

#[cfg(test)]
mod tests {
    use super::super::fight::foes;
    use super::*;
    use crate::stage::{begin, pack, view};

    /// A rat costs less than half of the hero's life, two ogres far more than all of it.
    #[test]
    fn only_a_fight_that_costs_much_is_feared() {
        let feared = |map: &str| {
            let run = begin(&pack(map, "", "", "{}"), 7);
            let view = view(&run);
            Dangers::default().fears(&view, &foes(&view)).len()
        };
        assert_eq!(feared("#@..r#"), 0);
        assert_eq!(feared("#@.OO#"), 2);
    }

    /// A brute takes five with every blow and falls to the second: a fight costs ten.
    #[test]
    fn a_fight_that_costs_half_of_the_life_is_feared() {
        let feared = |life: u32| {
            let more = format!(
                r#"{{ "kinds": {{
                "champion": {{ "extends": "hero", "has": {{ "health": {life} }},
                    "strike": {{ "chance": 1, "do": [{{ "harm": 5 }}] }} }},
                "brute": {{ "extends": "rat", "look": {{ "glyph": "b" }},
                    "strike": {{ "chance": 1, "do": [{{ "harm": 5 }}] }} }} }} }}"#
            );
            let run = begin(&pack("#@..b#", "", r#", "legend": { "b": ["brute"] }"#, &more), 7);
            let view = view(&run);
            Dangers::default().fears(&view, &foes(&view)).len()
        };
        assert_eq!((feared(20), feared(21)), (1, 0));
    }

    /// A hunter that was left behind may still follow for ten turns, and is remembered for thirty.
    /// What has stood still for six turns stays where it is.
    #[test]
    fn a_hunter_left_behind_is_forgotten_and_a_lurker_is_not() {
        let remembered = |still: u32| {
            let mut run = begin(&pack("#@.#......#", "", "", "{}"), 7);
            let (id, turn) = (view(&run).own().unwrap().id(), view(&run).turn());
            let at = Pos::new(8, 0);
            let danger = Danger { at, turn, still, moves: false, serious: true };
            let mut dangers = Dangers { known: [(id, danger)].into(), ..Dangers::default() };
            let (mut unsafe_for, mut known_for) = (0, 0);
            for _ in 0..50 {
                run.step(0, &Command::Wait).unwrap();
                dangers.remember(&view(&run), &[]);
                unsafe_for += u32::from(dangers.unsafe_cells(&view(&run)).contains(&at));
                known_for += u32::from(dangers.any());
            }
            (unsafe_for, known_for)
        };
        assert_eq!(remembered(0), (9, 29));
        assert_eq!(remembered(5), (9, 29));
        assert_eq!(remembered(6), (50, 50));
    }

    /// Nothing can hurt a doll, and a doll hurts nobody.
    #[test]
    fn what_does_no_harm_is_no_danger() {
        let dangers = |doll: &str| {
            let more = format!(
                r#"{{ "kinds": {{ "doll": {{ "as": "actor", "is": ["solid"], "side": "foes",
                    "look": {{ "glyph": "d" }}, "has": {{ "health": 9, "defense": 99, "speed": 100, "attack": 9 }} {doll} }} }} }}"#
            );
            let run = begin(&pack("#@.d#", "", r#", "legend": { "d": ["doll"] }"#, &more), 7);
            let mut dangers = Dangers::default();
            dangers.remember(&view(&run), &foes(&view(&run)));
            dangers.any()
        };
        assert!(!dangers(""));
        assert!(dangers(r#", "strike": { "do": [{ "harm": 1 }] }"#));
    }

    /// Nobody is there any more.
    #[test]
    fn a_danger_that_has_left_its_cell_is_forgotten() {
        let mut run = begin(&pack("#@......#", "", "", "{}"), 7);
        let (id, turn) = (view(&run).own().unwrap().id(), view(&run).turn());
        let danger = Danger { at: Pos::new(6, 0), turn, still: 9, moves: false, serious: true };
        let mut dangers = Dangers { known: [(id, danger)].into(), ..Dangers::default() };
        run.step(0, &Command::Wait).unwrap();
        dangers.remember(&view(&run), &[]);
        assert!(!dangers.any());
    }
}
