//! Abilities that are announced some turns before they happen.

use std::sync::Arc;

use barrow_grid::Pos;
use barrow_pack::{Ability, Aim, Id};

use crate::ctx::{Ctx, Reads};
use crate::event::Event;
use crate::state::entity::EntityId;
use crate::state::world::Delayed;

impl<W: Reads> Ctx<'_, W> {
    /// Returns whether an ability is aimed at someone, and nobody is left there.
    fn is_in_vain(&self, ability: Id<Ability>, at: Pos) -> bool {
        let what = self.pack.abilities.get(ability);
        let needs_someone = match what.aim {
            Aim::Nearest | Aim::Target => !what.extent.is_given(),
            // These are aimed at cells, which are there even if nobody stands on them.
            Aim::Own | Aim::Cell | Aim::Item => false,
        };
        needs_someone && self.world.level.actor_at(at).is_none()
    }
}

impl Ctx<'_> {
    /// Shows the cells that an ability will reach, and delays it. The caster does nothing else
    /// until then.
    pub(super) fn announce(&mut self, who: EntityId, ability: Id<Ability>, at: Pos, turns: u32) {
        let what = self.pack.abilities.get(ability);
        let scene = self.aimed_scene(who, ability, at);
        self.say(&what.tells, &scene);
        let area = Some(self.announced_area(&what.extent, at, &scene));
        let turn = self.world.turn + u64::from(turns);
        self.actor_mut(who).busy = turn;
        self.delay(Delayed {
            turn,
            scene: scene.at(at),
            area,
            ability: Some(ability),
            effects: Arc::default(),
            effects_digest: 0,
        });
    }

    /// Lets an announced ability happen. If nobody is left whom it was aimed at, it is only seen.
    pub(crate) fn fulfil(&mut self, ability: Id<Ability>, delayed: &Delayed) {
        let aimed = delayed.area.as_ref().map(|area| area.center);
        match (delayed.scene.own, aimed) {
            (Some(who), Some(at)) if self.is_in_vain(ability, at) => {
                let from = self.location(who).unwrap_or(at);
                let audience = self.who_sees_any([from, at]) | self.player_bit(who);
                self.tell_to(audience, Event::Cast { who, ability, from, to: at });
            }
            _ => self.cast_announced(ability, delayed.area.as_ref(), &delayed.scene),
        }
    }

    /// Cancels what an actor has announced, because it is helpless or gone.
    #[inline]
    pub(crate) fn interrupt(&mut self, who: EntityId) {
        if !self.world.delayed.is_empty() {
            self.cancel_announced(who, |_| true);
        }
    }

    /// Cancels what an actor has announced, because it was moved. An actor never takes a step of
    /// its own between an announcement and its end.
    #[inline]
    pub(crate) fn interrupt_moved(&mut self, who: EntityId) {
        if !self.world.delayed.is_empty() {
            self.cancel_announced(who, |what| !what.steady);
        }
    }

    fn cancel_announced(&mut self, who: EntityId, holds: impl Fn(&Ability) -> bool) {
        let abilities = &self.pack.abilities;
        let before = self.world.delayed.len();
        self.world.delayed.retain(|it| {
            let announced = it.ability.filter(|_| it.scene.own == Some(who));
            announced.is_none_or(|ability| !holds(abilities.get(ability)))
        });
        if self.world.delayed.len() == before {
            return;
        }
        self.note_change();
        let turn = self.world.turn;
        self.actor_mut(who).busy = turn;
        let player = self.world.players.iter_mut().find(|it| it.entity == who);
        if let Some(player) = player {
            player.ready = player.ready.min(turn);
        }
    }
}
