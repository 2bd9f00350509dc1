//! Journeys to other levels.

use barrow_dice::{Fixed, Formula};
use barrow_pack::{Id, Level, Way};

use crate::ctx::Ctx;
use crate::ctx::scene::Scene;
use crate::state::world::Journey;

impl Ctx<'_> {
    /// Takes the party to another level if the actor or the target is a player. Without an actor it
    /// always does.
    pub(crate) fn send(
        &mut self,
        way: Way,
        level: Option<Id<Level>>,
        floor: Option<&Formula>,
        scene: &Scene,
    ) {
        let concerned = [scene.actor, scene.target].into_iter().flatten();
        if scene.actor.is_none() || concerned.into_iter().any(|it| self.is_player(it)) {
            let floor = floor.map(|it| floor_number(self.number(it, scene)));
            self.travel(way, level);
            self.world.journey = Some(Journey { way, level, floor });
        }
    }

    /// Takes the party to another level at the end of the current step.
    pub(crate) fn travel(&mut self, way: Way, level: Option<Id<Level>>) {
        self.note_change();
        self.world.journey = Some(Journey { way, level, floor: None });
    }
}

/// Returns the number of a floor.
pub(crate) fn floor_number(value: Fixed) -> i32 {
    let whole = value.to_whole().clamp(i32::MIN.into(), i32::MAX.into());
    i32::try_from(whole).unwrap_or(0)
}
