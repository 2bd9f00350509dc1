use barrow_dice::Formula;
use barrow_grid::{Dir, Pos};
use barrow_pack::{Id, Level, Occasion, Way};

use crate::ctx::Ctx;
use crate::entity::EntityId;
use crate::event::Event;
use crate::scene::Scene;

impl Ctx<'_> {
    /// Moves an actor to a free cell and lets everything happen that steps bring about.
    pub(crate) fn relocate(&mut self, who: EntityId, to: Pos) {
        let Some(from) = self.pos(who) else { return };
        let scene = Scene { actor: Some(who), target: Some(who), ..Scene::default() };
        for thing in self.pile(from).collect::<Vec<_>>() {
            self.occasion(thing, Occasion::Leave, scene);
        }
        self.put(who, to);
        self.tell_move(who, from, to);
        if self.carries_light(who) {
            self.world.level.stale_light = true;
        }
        if !self.is(who, self.pack.core.floating) {
            self.tread(who, to, &scene);
        }
    }

    fn tell_move(&mut self, who: EntityId, from: Pos, to: Pos) {
        let before = self.world.told.len();
        self.tell_of(who, Event::Moved { who, from, to });
        if self.world.told.len() == before {
            // Whoever saw it leave saw it go.
            self.tell(from, Event::Moved { who, from, to });
        }
    }

    /// What the cell does to who steps there: pits, things that lie there, fields.
    fn tread(&mut self, who: EntityId, at: Pos, scene: &Scene) {
        let ground = self.pack.kinds.get(self.world.level.ground[at]);
        self.run(ground.on.on(Occasion::Enter), scene);
        if ground.flags.contains(&self.pack.core.pit) && self.entity(who).exists() {
            self.fall(who);
            return;
        }
        for thing in self.pile(at).collect::<Vec<_>>() {
            if self.entity(thing).exists() && self.entity(who).exists() {
                self.reveal_thing(thing);
                self.occasion(thing, Occasion::Enter, *scene);
            }
        }
        for (id, field) in self.pack.fields.iter() {
            if self.entity(who).exists() && self.world.level.field_at(id, at) > 0 {
                self.run(field.on.on(Occasion::Enter), scene);
            }
        }
    }

    /// What falls is gone with all it carries.
    fn fall(&mut self, who: EntityId) {
        for item in self.actor(who).map_or_else(Vec::new, |actor| actor.bag.clone()) {
            self.lift(item);
        }
        self.kill(who, None, "a long fall");
    }

    fn reveal_thing(&mut self, thing: EntityId) {
        let hidden = self.pack.core.hidden;
        if self.is(thing, hidden) && !self.kind(thing).on.on(Occasion::Enter).is_empty() {
            self.entity_mut(thing).own_mut(hidden).now = barrow_dice::Fixed::ZERO;
        }
    }

    /// Pushes someone away from the actor, as far as there is room.
    pub(crate) fn push_away(&mut self, who: EntityId, cells: i64, scene: &Scene) {
        let from = scene.actor.and_then(|actor| self.pos(actor));
        let dir = from.zip(self.pos(who)).and_then(|(from, at)| Dir::towards(from, at));
        let Some(dir) = dir else { return };
        let dir = if cells < 0 { dir.turned(4) } else { dir };
        for _ in 0..cells.abs().min(1_000) {
            let Some(at) = self.pos(who) else { return };
            if !self.world.level.is_free(at + dir) {
                return;
            }
            self.relocate(who, at + dir);
        }
    }

    /// Moves someone to a random free cell.
    pub(crate) fn displace(&mut self, who: EntityId, radius: Option<&Formula>, scene: &Scene) {
        let Some(here) = self.pos(who) else { return };
        let radius = radius.map(|radius| self.count(Some(radius), scene, 0));
        let near = |at: Pos| radius.is_none_or(|radius| at.chebyshev(here) <= radius);
        let level = &self.world.level;
        let pit =
            |at: Pos| self.pack.kinds.get(level.ground[at]).flags.contains(&self.pack.core.pit);
        let free: Vec<Pos> = level
            .bounds()
            .cells()
            .filter(|&at| near(at) && level.is_free(at) && !pit(at))
            .collect();
        if let Some(&to) = self.world.rng.pick(&free) {
            self.relocate(who, to);
        }
    }

    /// Opens or closes a door.
    pub(crate) fn swing(&mut self, who: EntityId, open: bool) {
        if self.kind(who).door.is_none() || self.entity(who).on == open {
            return;
        }
        self.entity_mut(who).on = open;
        if open {
            self.entity_mut(who).locked = false;
        }
        if let Some(at) = self.pos(who) {
            self.settle(at);
        }
        self.tell_of(who, Event::Swung { who, open });
        if open {
            self.occasion(who, Occasion::Open, Scene::of(who));
        }
    }

    /// Takes the party to another level.
    pub(crate) fn travel(&mut self, way: Way, level: Option<Id<Level>>) {
        self.world.journey = Some(crate::world::Journey { way, level });
    }
}
