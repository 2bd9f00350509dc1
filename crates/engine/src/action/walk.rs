use barrow_grid::{Dir, Pos};
use barrow_pack::{Layer, Occasion, Pickup};

use super::{Action, Verdict};
use crate::ctx::{Ctx, Reads};
use crate::entity::EntityId;
use crate::event::Event;
use crate::refusal::Refusal;
use crate::scene::Scene;

impl<W: Reads> Ctx<'_, W> {
    pub(super) fn consider_walk(&self, who: EntityId, dir: Dir) -> Verdict {
        let Some(from) = self.pos(who) else { return Verdict::Refuse(Refusal::Helpless) };
        if dir.is_diagonal() && self.pack.rules.four_ways {
            return Verdict::Refuse(Refusal::NoDiagonal);
        }
        let to = from + dir;
        if !self.world.level.bounds().contains(to) {
            return Verdict::Refuse(Refusal::Edge);
        }
        if let Some(other) = self.world.level.actor_at(to) {
            return Verdict::Instead(Action::Bump(other, dir));
        }
        if !self.world.level.solid.contains(to) {
            return Verdict::Go;
        }
        let thing = self.pile(to).find(|&thing| self.blocks(thing));
        Verdict::Instead(thing.map_or(Action::BumpGround(to), |thing| Action::Bump(thing, dir)))
    }

    /// Whether a fixture leaves no room.
    fn blocks(&self, thing: EntityId) -> bool {
        match self.kind(thing).door {
            Some(_) => !self.entity(thing).on,
            None => self.is(thing, self.pack.core.solid),
        }
    }

    pub(super) fn consider_bump(&self, who: EntityId, into: EntityId, dir: Dir) -> Verdict {
        if self.is(into, self.pack.core.pushable) {
            return Verdict::Instead(Action::Push(into, dir));
        }
        if self.kind(into).door.is_some() {
            return Verdict::Instead(Action::Open(into));
        }
        if self.are_foes(who, into) || self.breaks(who, into) {
            return Verdict::Instead(Action::Strike(into));
        }
        if !self.kind(into).on.on(Occasion::Bump).is_empty() {
            return Verdict::Go;
        }
        if self.is_player(who) && self.kind(into).layer == Layer::Actor {
            return Verdict::Instead(Action::Swap(into));
        }
        Verdict::Refuse(Refusal::Blocked(self.definite_capital(into)))
    }

    pub(super) fn consider_ground(&self, at: Pos) -> Verdict {
        let kind = self.world.level.ground[at];
        let ground = self.pack.kinds.get(kind);
        if ground.on.on(Occasion::Bump).is_empty() {
            let name =
                if ground.name.is_empty() { self.pack.kinds.name(kind) } else { &ground.name };
            return Verdict::Refuse(Refusal::Blocked(format!("The {}", name.replace('_', " "))));
        }
        Verdict::Go
    }

    pub(super) fn consider_push(&self, what: EntityId, dir: Dir) -> Verdict {
        let room = self.pos(what).is_some_and(|at| self.world.level.is_free(at + dir));
        if room {
            Verdict::Go
        } else {
            Verdict::Refuse(Refusal::Blocked(self.definite_capital(what)))
        }
    }

    pub(crate) fn definite_capital(&self, who: EntityId) -> String {
        crate::text::capitalized(&self.definite(who))
    }
}

impl Ctx<'_> {
    pub(super) fn walk(&mut self, who: EntityId, dir: Dir) {
        let Some(from) = self.pos(who) else { return };
        self.entity_mut(who).facing = dir;
        self.relocate(who, from + dir);
        self.arrive_on_cell(who);
    }

    /// A confused step goes anywhere: where to, if it does.
    pub(super) fn gone_astray(&mut self, who: EntityId, dir: Dir) -> Option<Dir> {
        for index in 0..self.actor(who).map_or(0, |actor| actor.states.len()) {
            let (state, _) = self.actor(who)?.states[index];
            if let Some(chance) = &self.pack.states.get(state).astray
                && self.happens(Some(chance), &Scene::of(who))
            {
                let adrift = self.adjacency().dirs();
                return self.world.rng.pick(adrift).copied().filter(|it| *it != dir);
            }
        }
        None
    }

    pub(super) fn bump(&mut self, who: EntityId, into: EntityId) {
        self.occasion(into, Occasion::Bump, Scene::deed(who, into));
    }

    pub(super) fn bump_ground(&mut self, who: EntityId, at: Pos) {
        let ground = self.pack.kinds.get(self.world.level.ground[at]);
        let scene = Scene { actor: Some(who), ..Scene::default() };
        self.run(ground.on.on(Occasion::Bump), &scene.at(at));
    }

    pub(super) fn push(&mut self, who: EntityId, what: EntityId, dir: Dir) {
        let Some(at) = self.pos(what) else { return };
        let beyond = at + dir;
        if self.kind(what).layer == Layer::Actor {
            self.relocate(what, beyond);
        } else {
            self.put(what, beyond);
            self.tell_of(what, Event::Moved { who: what, from: at, to: beyond });
            if self.is_pit(beyond) && !self.is(what, self.pack.core.floating) {
                self.kill(what, Some(who), "");
            }
        }
        self.walk(who, dir);
    }

    /// Friends change places.
    pub(super) fn swap(&mut self, who: EntityId, with: EntityId) {
        if let (Some(here), Some(there)) = (self.pos(who), self.pos(with)) {
            self.lift(with);
            self.relocate(who, there);
            if let Some(cell) = self.free_cell(here, 1, true) {
                self.put(with, cell);
            }
            self.arrive_on_cell(who);
        }
    }

    /// What stepping somewhere brings: taking what lies there, following open stairs.
    fn arrive_on_cell(&mut self, who: EntityId) {
        if !self.entity(who).exists() {
            return;
        }
        if self.pack.rules.pickup == Pickup::Walking {
            while matches!(self.consider_pickup(who), Verdict::Go) {
                self.take_one(who);
            }
        }
        if self.is_player(who) {
            self.follow_stairs(who);
        }
    }
}

#[cfg(test)]
mod tests {
    use crate::Refusal;
    use crate::scenario::{Scenario, check};

    #[test]
    fn a_step_leads_to_the_next_cell() {
        check("#@..#", "{}", "{}", "ll", "#..@#");
        check("@..\n...\n...", "{}", "{}", "nn", "...\n...\n..@");
    }

    #[test]
    fn walls_and_the_edge_refuse_and_cost_nothing() {
        let mut it = Scenario::new("#@", "{}", "{}");
        it.keys("hlk");
        assert_eq!(it.refused, [Refusal::Blocked("The wall".into()), Refusal::Edge, Refusal::Edge]);
        assert_eq!(it.game.turn(), 0);
    }

    #[test]
    fn a_closed_door_opens_before_it_lets_you_through() {
        check("#@+.#", "{}", "{}", "l", "#@'.#");
        check("#@+.#", "{}", "{}", "lll", "#.'@#");
    }

    const BOULDER: &str = r#"{ "kinds": { "boulder": { "as": "fixture", "is": ["solid", "pushable"],
        "look": { "glyph": "O" } } } }"#;

    #[test]
    fn what_can_be_pushed_goes_ahead_of_you() {
        let signs = r#"{ "O": ["boulder"], "_": ["void"] }"#;
        check("@O..#", signs, BOULDER, "ll", "..@O#");
        check("@O..#", signs, BOULDER, "lll", "..@O#");
        check("@O_..", signs, BOULDER, "l", ".@ ..");
    }

    #[test]
    fn a_pit_swallows_who_walks_in() {
        let mut it = Scenario::new("@_.", r#"{ "_": ["void"] }"#, "{}");
        it.keys("l").shows(". .");
        let end = it.game.end().unwrap();
        assert_eq!((end.won, end.text.as_str()), (false, "a long fall"));
        it.keys("l");
        assert_eq!(it.refused, [Refusal::Over]);
    }

    #[test]
    fn walking_over_things_can_be_enough_to_take_them() {
        let more =
            r#"{ "kinds": { "apple": { "as": "item", "item": {}, "look": { "glyph": "%" } } } }"#;
        let mut it =
            Scenario::ruled(r#""pickup": "walking""#, "@%.", r#"{ "%": ["apple"] }"#, more);
        it.keys("ll").shows("..@");
        assert!(it.find("apple").is_some());
    }
}
