//! Doors and locks.

use barrow_pack::Occasion;

use crate::ctx::Ctx;
use crate::ctx::scene::Scene;
use crate::event::Event;
use crate::state::entity::EntityId;

impl Ctx<'_> {
    /// Opens or closes a door. It does not close while something is in its way.
    pub(crate) fn swing(&mut self, door: EntityId, open: bool, by: Option<EntityId>) {
        let in_the_way = !open && self.is_obstructed(door);
        if self.kind(door).door.is_none() || self.entity(door).active == open || in_the_way {
            return;
        }
        self.note_change();
        let entity = self.entity_mut(door);
        entity.active = open;
        entity.locked &= !open;
        if let Some(at) = self.pos(door) {
            self.update_cell(at);
        }
        self.tell_of(door, Event::Swung { who: door, open });
        let began = self.moment();
        if open {
            let scene = Scene { actor: by, target: by, ..Scene::default() };
            self.occasion(door, Occasion::Open, &scene);
        }
        let sealed = self.kind(door).door.as_ref().is_some_and(|it| it.while_.is_some());
        let scene = Scene { actor: by, ..Scene::of(door) };
        match (open, sealed) {
            (true, false) => self.say_usual(began, |it| &it.opened, &scene),
            (false, false) => self.say_usual(began, |it| &it.closed, &scene),
            (true, true) => self.say_usual_to_all(began, |it| &it.unsealed, &scene),
            (false, true) => self.say_usual_to_all(began, |it| &it.sealed, &scene),
        }
    }

    /// Locks or unlocks something.
    pub(crate) fn set_locked(&mut self, who: EntityId, locked: bool) {
        self.note_change();
        self.entity_mut(who).locked = locked;
        if let Some(at) = self.pos(who).filter(|_| self.kind(who).door.is_some()) {
            self.update_cell(at);
        }
    }

    /// Closes and locks a thing. Things other than doors can be locked too, such as stairs.
    pub(crate) fn lock(&mut self, what: EntityId) {
        self.swing(what, false, None);
        let open = self.kind(what).door.is_some() && self.entity(what).active;
        self.set_locked(what, !open);
    }
}
