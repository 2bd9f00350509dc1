use barrow_dice::{Fixed, Formula};
use barrow_grid::{Dir, Pos};
use barrow_pack::{Effect, Id, Layer, Level, Occasion, Way};

use crate::ctx::Ctx;
use crate::ctx::scene::Scene;
use crate::event::Event;
use crate::state::entity::EntityId;
use crate::state::world::{Journey, Player};

/// Beyond so many cells a push goes nowhere: no level is that wide.
const LONGEST_PUSH: i64 = 1_000;

impl Ctx<'_> {
    /// Moves an actor to a free cell and lets everything happen that steps bring about. Tells
    /// whether it stands there now and the cell does nothing to anyone.
    pub(crate) fn relocate(&mut self, who: EntityId, to: Pos) -> bool {
        let Some(from) = self.shift(who, to) else { return false };
        self.leave_with(who, from);
        self.come_upon(who, to) && self.pos(who) == Some(to)
    }

    /// The same for one who goes there without a step of his own.
    pub(crate) fn drag(&mut self, who: EntityId, to: Pos) {
        if self.shift(who, to).is_some() {
            self.come_upon(who, to);
        }
    }

    /// Moves an actor to a free cell, and tells from where.
    #[inline]
    fn shift(&mut self, who: EntityId, to: Pos) -> Option<Pos> {
        let from = self.pos(who)?;
        self.leave_cell(who, from);
        if self.pos(who) != Some(from) || !self.world.level.is_free(to) {
            return None;
        }
        self.put(who, to);
        self.tell_move(who, from, to);
        Some(from)
    }

    /// What stepping off a cell brings about.
    fn leave_cell(&mut self, who: EntityId, from: Pos) {
        let ground = self.pack.kinds.get(self.world.level.ground[from]).on.on(Occasion::Leave);
        if !ground.is_empty() || self.world.level.laden.contains(from) {
            self.leave_things(who, from, ground);
        }
    }

    #[inline(never)]
    fn leave_things(&mut self, who: EntityId, from: Pos, ground: &[Effect]) {
        let scene = stepping(who);
        for thing in self.pile(from).collect::<Vec<_>>() {
            self.occasion(thing, Occasion::Leave, scene);
        }
        self.run(ground, &scene);
    }

    /// What the things that someone carries do where he was.
    fn leave_with(&mut self, who: EntityId, from: Pos) {
        if !self.bag(who).is_empty() {
            self.leave_with_things(who, from);
        }
    }

    #[inline(never)]
    fn leave_with_things(&mut self, who: EntityId, from: Pos) {
        let scene = Scene { actor: Some(who), ..Scene::default() }.at(from);
        for item in self.bag(who).to_vec() {
            self.occasion(item, Occasion::Leave, scene);
        }
    }

    pub(crate) fn tell_move(&mut self, who: EntityId, from: Pos, to: Pos) {
        let sees = |it: &Player| it.fog.visible().contains(from) || it.fog.visible().contains(to);
        let players = self.world.players.iter().enumerate();
        let own = self.player_bit(who);
        let audience = players.fold(own, |bits, (place, it)| bits | u8::from(sees(it)) << place);
        // Most go unseen, and then there is no event to be made.
        if audience != 0 {
            self.tell_to(audience, Event::Moved { who, from, to });
        }
    }

    /// What the cell does to who comes there: pits, things that lie there, fields. It ends
    /// where the way leads on to another cell. Tells whether the cell does nothing to anyone.
    pub(crate) fn come_upon(&mut self, who: EntityId, at: Pos) -> bool {
        let plain = self.is_plain(at);
        if !plain {
            self.meet_cell(who, at, Occasion::Enter);
            self.meet_fields(who, at, Occasion::Enter);
        }
        plain
    }

    /// Whether a cell does nothing to anyone: most are bare ground.
    #[inline]
    fn is_plain(&self, at: Pos) -> bool {
        let level = &self.world.level;
        let pit = level.has_pits && level.pits.contains(at);
        !pit && self.is_bare(at)
            && !level.fields.iter().any(|it| it.count > 0 && it.cells.contains(at))
    }

    /// Whether there is nothing on a cell but ground that does nothing.
    #[inline]
    fn is_bare(&self, at: Pos) -> bool {
        let level = &self.world.level;
        !level.laden.contains(at) && self.pack.kinds.get(level.ground[at]).on.is_empty()
    }

    /// Takes a step that brings nothing about, as most do: from bare ground to bare ground, by
    /// one who suffers nothing and carries nothing that leaves traces. Tells whether it was one.
    pub(crate) fn stroll(&mut self, who: EntityId, dir: Dir) -> bool {
        if self.world.is_sleepless() {
            return false;
        }
        let (entity, kind) = (self.entity(who), self.kind(who));
        let (Some(from), Some(actor)) = (entity.pos(), &entity.actor) else { return false };
        let to = from + dir;
        let leaves_a_trace = |&item: &EntityId| !self.kind(item).on.on(Occasion::Leave).is_empty();
        let plain = kind.layer == Layer::Actor
            && kind.on.is_empty()
            && actor.states.is_empty()
            && !(dir.is_diagonal() && self.pack.rules.four_ways)
            && self.world.level.is_free(to)
            && self.is_bare(from)
            && self.is_plain(to)
            && !actor.bag.iter().any(leaves_a_trace);
        if plain {
            self.go(who, from, to);
            self.world.entities[who.index()].facing = dir;
            self.tell_move(who, from, to);
        }
        plain
    }

    /// What ground and things do to who comes to their cell, or walks there.
    pub(crate) fn meet_cell(&mut self, who: EntityId, at: Pos, occasion: Occasion) {
        let ground = self.pack.kinds.get(self.world.level.ground[at]);
        let plain = ground.on.on(occasion).is_empty()
            && self.world.level.piles[at].is_none()
            && !self.is_pit(at);
        if plain || self.is(who, self.pack.core.floating) {
            return;
        }
        let scene = stepping(who);
        self.run(ground.on.on(occasion), &scene);
        if self.pos(who) == Some(at) && self.is_pit(at) {
            self.fall_in(who);
        }
        for thing in self.pile(at).collect::<Vec<_>>() {
            if thing != who && self.pos(who) == Some(at) && self.entity(thing).exists() {
                self.reveal_thing(thing, occasion);
                self.occasion(thing, occasion, scene);
            }
        }
    }

    pub(crate) fn meet_fields(&mut self, who: EntityId, at: Pos, occasion: Occasion) {
        for (id, field) in self.pack.fields.iter() {
            let effects = field.on.on(occasion);
            if effects.is_empty() || self.layer(id).count == 0 {
                continue;
            }
            if self.layer(id).cells.contains(at) && self.pos(who) == Some(at) {
                self.run(effects, &stepping(who));
            }
        }
    }

    /// What is over a pit and does not float is gone with all it carries.
    pub(crate) fn fall_in(&mut self, what: EntityId) {
        if self.is(what, self.pack.core.floating) {
            return;
        }
        if self.kind(what).layer == Layer::Item {
            self.vanish(what);
        } else {
            self.kill(what, None, "a long fall");
        }
    }

    /// What was hidden shows when it does something on an occasion.
    pub(crate) fn reveal_thing(&mut self, thing: EntityId, occasion: Occasion) {
        let hidden = self.pack.core.hidden;
        if self.is(thing, hidden) && !self.kind(thing).on.on(occasion).is_empty() {
            self.entity_mut(thing).own_mut(hidden).now = Fixed::ZERO;
            if let Some(at) = self.pos(thing) {
                self.world.level.touch(at);
            }
        }
    }

    /// Pushes someone away from the actor, as far as there is room.
    pub(crate) fn push_away(&mut self, who: EntityId, cells: i64, scene: &Scene) {
        let from = scene.actor.and_then(|actor| self.place(actor));
        let ends = from.zip(self.pos(who));
        let Some((dir, mut at)) = ends.and_then(|(from, at)| Some((Dir::towards(from, at)?, at)))
        else {
            return;
        };
        let dir = if cells < 0 { dir.turned(4) } else { dir };
        for _ in 0..cells.abs().min(LONGEST_PUSH) {
            at = at + dir;
            self.relocate(who, at);
            // It was stopped, or the step led elsewhere.
            if self.pos(who) != Some(at) {
                return;
            }
        }
    }

    /// Moves someone to a random free cell.
    pub(crate) fn displace(&mut self, who: EntityId, radius: Option<&Formula>, scene: &Scene) {
        let Some(here) = self.pos(who) else { return };
        let radius = radius.map(|radius| self.reach(Some(radius), scene, 0));
        let bounds = self.world.level.bounds();
        self.tire(bounds.area() as usize);
        let near = |at: Pos| radius.is_none_or(|radius| at.chebyshev(here) <= radius);
        let free: Vec<Pos> = bounds
            .cells()
            .filter(|&at| near(at) && self.world.level.is_free(at) && !self.is_pit(at))
            .collect();
        if let Some(&to) = self.world.rng.pick(&free) {
            self.relocate(who, to);
        }
    }

    /// Opens or closes a door by someone's hand; it does not close on what is in its way.
    pub(crate) fn swing(&mut self, door: EntityId, open: bool, by: Option<EntityId>) {
        let in_the_way = !open && self.is_in_the_way(door);
        if self.kind(door).door.is_none() || self.entity(door).on == open || in_the_way {
            return;
        }
        self.note_change();
        let entity = self.entity_mut(door);
        entity.on = open;
        entity.locked &= !open;
        if let Some(at) = self.pos(door) {
            self.settle(at);
        }
        self.tell_of(door, Event::Swung { who: door, open });
        if open {
            let scene = Scene { actor: by, target: by, ..Scene::default() };
            self.occasion(door, Occasion::Open, scene);
        }
    }

    /// Locks or unlocks something.
    pub(crate) fn set_locked(&mut self, who: EntityId, locked: bool) {
        self.note_change();
        self.entity_mut(who).locked = locked;
        if let Some(at) = self.pos(who).filter(|_| self.kind(who).door.is_some()) {
            self.settle(at);
        }
    }

    /// Closes and locks; what is no door can be locked as well, such as stairs.
    pub(crate) fn lock(&mut self, what: EntityId) {
        self.swing(what, false, None);
        let open = self.kind(what).door.is_some() && self.entity(what).on;
        self.set_locked(what, !open);
    }

    /// Takes the party to another level, unless it happens to nobody of the party.
    pub(crate) fn send(&mut self, way: Way, level: Option<Id<Level>>, scene: &Scene) {
        let concerned = [scene.actor, scene.target].into_iter().flatten();
        if scene.actor.is_none() || concerned.into_iter().any(|it| self.is_player(it)) {
            self.travel(way, level);
        }
    }

    /// Takes the party to another level once all is done here.
    pub(crate) fn travel(&mut self, way: Way, level: Option<Id<Level>>) {
        self.note_change();
        self.world.journey = Some(Journey { way, level });
    }
}

fn stepping(who: EntityId) -> Scene {
    Scene { actor: Some(who), target: Some(who), ..Scene::default() }
}
