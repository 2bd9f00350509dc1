//! Journeys to other levels.

use barrow_pack::{Id, Level, Way};

use crate::ctx::Ctx;
use crate::ctx::scene::Scene;
use crate::state::world::Journey;

impl Ctx<'_> {
    /// Takes the party to another level, if the actor or the target belongs to it.
    pub(crate) fn send(&mut self, way: Way, level: Option<Id<Level>>, scene: &Scene) {
        let concerned = [scene.actor, scene.target].into_iter().flatten();
        if scene.actor.is_none() || concerned.into_iter().any(|it| self.is_player(it)) {
            self.travel(way, level);
        }
    }

    /// Takes the party to another level once everything is done here.
    pub(crate) fn travel(&mut self, way: Way, level: Option<Id<Level>>) {
        self.note_change();
        self.world.journey = Some(Journey { way, level });
    }
}
