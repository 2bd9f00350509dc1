use barrow_grid::Dir;
use barrow_pack::{Layer, Occasion, Pickup};

use super::{Action, Outcome};
use crate::ctx::Ctx;
use crate::entity::EntityId;
use crate::refusal::Refusal;
use crate::scene::Scene;

impl Ctx<'_> {
    pub(super) fn walk(&mut self, who: EntityId, dir: Dir) -> Outcome {
        let Some(from) = self.pos(who) else { return Outcome::Refused(Refusal::Helpless) };
        let dir = self.gone_astray(who, dir);
        let to = from + dir;
        if !self.world.level.bounds().contains(to) {
            return Outcome::Refused(Refusal::Edge);
        }
        if let Some(other) = self.world.level.actor_at(to) {
            return Outcome::Instead(Action::Bump(other, dir));
        }
        if self.world.level.solid.contains(to) {
            let thing = self.pile(to).find(|&thing| self.blocks(thing));
            return match thing {
                Some(thing) => Outcome::Instead(Action::Bump(thing, dir)),
                None => self.bump_ground(who, to),
            };
        }
        self.entity_mut(who).facing = dir;
        self.relocate(who, to);
        self.arrive_on_cell(who);
        Outcome::Done
    }

    /// Whether a fixture leaves no room.
    fn blocks(&self, thing: EntityId) -> bool {
        match self.kind(thing).door {
            Some(_) => !self.entity(thing).on,
            None => self.is(thing, self.pack.core.solid),
        }
    }

    /// A confused step goes anywhere.
    fn gone_astray(&mut self, who: EntityId, dir: Dir) -> Dir {
        let states = self.actor(who).map_or_else(Vec::new, |actor| actor.states.clone());
        for (state, _) in states {
            if let Some(chance) = &self.pack.states.get(state).astray
                && self.happens(Some(chance), &Scene::of(who))
            {
                return *self.world.rng.pick(&Dir::ALL).expect("there are eight");
            }
        }
        dir
    }

    pub(super) fn bump(&mut self, who: EntityId, into: EntityId, dir: Dir) -> Outcome {
        if self.is(into, self.pack.core.pushable) {
            return Outcome::Instead(Action::Push(into, dir));
        }
        if self.kind(into).door.is_some() {
            return Outcome::Instead(Action::Open(into));
        }
        if self.are_foes(who, into) || self.breaks(who, into) {
            return Outcome::Instead(Action::Strike(into));
        }
        let effects = self.kind(into).on.on(Occasion::Bump);
        if !effects.is_empty() {
            self.run(effects, &Scene::deed(who, into).with_own(into));
            return Outcome::Done;
        }
        if self.is_player(into) || self.is_player(who) && self.kind(into).layer == Layer::Actor {
            return self.swap(who, into);
        }
        Outcome::Refused(Refusal::Blocked(self.definite_capital(into)))
    }

    /// Friends change places.
    fn swap(&mut self, who: EntityId, with: EntityId) -> Outcome {
        let (Some(here), Some(there)) = (self.pos(who), self.pos(with)) else {
            return Outcome::Refused(Refusal::Blocked(self.definite_capital(with)));
        };
        self.lift(with);
        self.relocate(who, there);
        self.put(with, here);
        self.arrive_on_cell(who);
        Outcome::Done
    }

    fn bump_ground(&mut self, who: EntityId, at: barrow_grid::Pos) -> Outcome {
        let kind = self.world.level.ground[at];
        let ground = self.pack.kinds.get(kind);
        let effects = ground.on.on(Occasion::Bump);
        if effects.is_empty() {
            let name = if ground.name.is_empty() { self.pack.kinds.name(kind) } else { &ground.name };
            return Outcome::Refused(Refusal::Blocked(format!("The {}", name.replace('_', " "))));
        }
        self.run(effects, &Scene { actor: Some(who), ..Scene::default() }.at(at));
        Outcome::Done
    }

    pub(super) fn push(&mut self, who: EntityId, what: EntityId, dir: Dir) -> Outcome {
        let Some(at) = self.pos(what) else { return Outcome::Refused(Refusal::Edge) };
        let beyond = at + dir;
        if !self.world.level.is_free(beyond) {
            return Outcome::Refused(Refusal::Blocked(self.definite_capital(what)));
        }
        let pit = self.pack.kinds.get(self.world.level.ground[beyond]).flags.contains(&self.pack.core.pit);
        if self.kind(what).layer == Layer::Actor {
            self.relocate(what, beyond);
        } else {
            self.put(what, beyond);
            self.tell_of(what, crate::event::Event::Moved { who: what, from: at, to: beyond });
            if pit {
                self.kill(what, Some(who), "");
            }
        }
        self.entity_mut(who).facing = dir;
        self.relocate(who, at);
        self.arrive_on_cell(who);
        Outcome::Done
    }

    /// What a player does by stepping somewhere: take what lies there, follow open stairs.
    fn arrive_on_cell(&mut self, who: EntityId) {
        if !self.entity(who).exists() {
            return;
        }
        if self.pack.rules.pickup == Pickup::Walking {
            while self.take_one(who).is_ok() {}
        }
        if self.is_player(who) {
            self.follow_stairs(who);
        }
    }

    pub(crate) fn definite_capital(&self, who: EntityId) -> String {
        let name = self.definite(who);
        let mut letters = name.chars();
        letters.next().map_or_else(String::new, |it| it.to_uppercase().chain(letters).collect())
    }
}
