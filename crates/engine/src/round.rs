//! A round of the world: fixed steps in the same order for every game.

pub(crate) mod rooms;
#[cfg(test)]
mod tests;

use barrow_dice::Fixed;
use barrow_pack::{AttributeKind, Id, Mind, Occasion};

use crate::action::Action;
use crate::action::ways::ACTION;
use crate::ctx::Ctx;
use crate::ctx::scene::Scene;
use crate::shortcut::dozing::Turns;
use crate::state::entity::{At, EntityId};
use crate::state::world::World;

// Lists may shrink while they are gone through, because a thing may become another kind that is
// not listed. Things that are born meanwhile wait for the next round.
impl Ctx<'_> {
    /// Runs the world's part of a round, after a player's command.
    pub(crate) fn round(&mut self) {
        self.world.turn += 1;
        self.update_gauges(false);
        if !self.pack.rules.states_by_turn {
            self.update_states();
        }
        self.update_fields();
        self.run_due_effects();
        self.age_noises();
        self.update_illusions();
        self.update_veils();
        self.drain_items();
        self.run_turn_occasions();
        self.let_minds_act();
        if self.pack.rules.states_by_turn {
            self.update_gauges(true);
            self.update_states_of_players();
        }
        self.update_doors();
        self.mark_noises_old();
        self.sweep();
    }

    /// Opens and closes the doors that a condition keeps open.
    fn update_doors(&mut self) {
        let born = self.world.entities.len();
        for index in 0..self.world.roster.conditional_doors.len() {
            let Some(&id) =
                self.world.roster.conditional_doors.get(index).filter(|it| it.index() < born)
            else {
                break;
            };
            let door = self.kind(id).door.as_ref().and_then(|it| it.while_.as_ref());
            let Some((at, formula)) = self.pos(id).zip(door) else { continue };
            let scene = self.with_player(Scene::of(id));
            let open = self.number(formula, &scene).is_true();
            if open || self.world.level.actor_at(at).is_none() {
                self.swing(id, open, None);
                if self.entity(id).locked == open {
                    self.set_locked(id, !open);
                }
            }
        }
    }

    /// Changes gauges and numbers that change in every turn. With `states_by_turn` those of players
    /// come apart, when all others have had their turns.
    fn update_gauges(&mut self, of_players: bool) {
        let apart = self.pack.rules.states_by_turn;
        for &attribute in &self.facts.changing {
            let what = self.pack.attributes.get(attribute);
            let Some(by) = &what.per_turn else { continue };
            let gauge = what.kind() == AttributeKind::Gauge;
            let grows = gauge && by.constant().is_some_and(|by| by >= Fixed::ZERO);
            let mut turns = self.turns();
            while let Some(who) = self.next_changing(gauge, &mut turns) {
                if apart && self.is_player(who) != of_players {
                    continue;
                }
                let Some(own) = self.entity(who).own(attribute) else { continue };
                // Most gauges are full most of the time.
                let full = grows && own.now == own.max;
                let stays = full
                    && (!self.facts.attribute(attribute).modified
                        || self.sheet().is_unmodified(who));
                if stays || !self.entity(who).exists() {
                    continue;
                }
                let scene = self.with_player(Scene::of(who));
                let by = self.number(by, &scene);
                self.change(who, attribute, by, &scene);
            }
        }
    }

    /// Returns the next actor that may have an attribute that changes in every turn. Actors have
    /// their gauges from birth, but any actor may be given a number.
    fn next_changing(&mut self, gauge: bool, turns: &mut Turns) -> Option<EntityId> {
        if gauge { turns.next_of(&self.world.roster.changing) } else { self.next_awake(turns) }
    }

    /// Runs the states of all actors.
    fn update_states(&mut self) {
        let mut turns = self.turns();
        while let Some(who) = turns.next_of(&self.world.roster.suffering) {
            self.run_states(who);
        }
        let World { roster, entities, .. } = &mut *self.world;
        roster.suffering.retain(|id| entities[id.index()].has_states());
    }

    /// Runs the states of players, when all others have had their turns.
    fn update_states_of_players(&mut self) {
        for player in 0..self.world.players.len() {
            self.run_states(self.world.players[player].entity);
        }
    }

    /// Runs the states of an actor, and shortens them by a turn.
    fn run_states(&mut self, who: EntityId) {
        for (state, _) in self.actor(who).map_or(Vec::new(), |it| it.states.clone()) {
            if self.entity(who).exists() {
                self.run(self.pack.states.get(state).on.effects(Occasion::Turn), &Scene::of(who));
            }
            self.shorten(who, state);
        }
    }

    fn shorten(&mut self, who: EntityId, state: Id<barrow_pack::State>) {
        let states = &mut self.actor_body_mut(who).states;
        let Some((_, left)) = states.iter_mut().find(|(it, _)| *it == state) else { return };
        *left = left.saturating_sub(1);
        if *left == 0 {
            self.end_state(who, state);
        }
    }

    /// Drains the gauges of things that are switched on.
    fn drain_items(&mut self) {
        for index in 0..self.world.roster.ticking.len() {
            let Some(&id) = self.world.roster.ticking.get(index) else { break };
            let entity = self.entity(id);
            let item = self.kind(id).item.as_ref().filter(|_| entity.active && entity.exists());
            let Some(switch) = item.and_then(|it| it.switch.as_ref()) else { continue };
            let Some(gauge) = switch.drains else { continue };
            let scene = Scene::of(id);
            let by = switch.by.as_ref().map_or(Fixed::ONE, |by| self.number(by, &scene));
            self.change(id, gauge, Fixed::ZERO - by, &scene);
            if self.value(id, gauge) <= Fixed::ZERO {
                self.entity_mut(id).active = false;
                self.light_changed(id);
                if let Some(at) = self.pos(id) {
                    self.world.level.mark_changed(at);
                }
            }
        }
    }

    /// Runs what things, the level and the game do in every round.
    fn run_turn_occasions(&mut self) {
        for index in 0..self.world.roster.ticking.len() {
            let Some(&id) = self.world.roster.ticking.get(index) else { break };
            if self.counts(id) {
                continue;
            }
            let effects = self.kind(id).on.effects(Occasion::Turn);
            let carrier = match self.entity(id).at {
                At::Bag(carrier) | At::Named(carrier) => carrier,
                At::Cell(_) => id,
                At::Gone => continue,
            };
            if !effects.is_empty() {
                let scene = Scene { actor: Some(carrier), ..Scene::of(id) };
                self.run(effects, &self.with_player(scene));
            }
        }
        if self.facts.rooms {
            self.run_room_turns();
        }
        let scene = Scene::default();
        self.run(
            self.pack.levels.get(self.world.level.definition).on.effects(Occasion::Turn),
            &scene,
        );
        self.run(self.pack.rules.on.effects(Occasion::Turn), &scene);
        self.run_seen_occasions();
    }

    /// Runs what things do while a player sees them, once for each player who does.
    fn run_seen_occasions(&mut self) {
        for index in 0..self.world.roster.watched.len() {
            let Some(&who) = self.world.roster.watched.get(index) else { break };
            let effects = self.kind(who).on.effects(Occasion::Seen);
            let Some(at) = self.pos(who) else { continue };
            for player in 0..self.world.players.len() {
                if self.world.players[player].fog.visible().contains(at) {
                    let observer = Some(self.world.players[player].entity);
                    let scene = Scene { player: observer, target: observer, ..Scene::of(who) };
                    self.run(effects, &scene);
                }
            }
        }
    }

    /// Lets every actor with enough energy act.
    fn let_minds_act(&mut self) {
        self.world.trails.begin_round();
        self.renew_sight_keys();
        self.world.roster.find_only_foes();
        let mut turns = self.turns().with_newcomers();
        while let Some(who) = self.next_awake(&mut turns) {
            if self.world.end.is_some() || self.world.journey.is_some() {
                return;
            }
            if self.entity(who).is_players() {
                continue;
            }
            if self.pack.rules.states_by_turn {
                self.run_states(who);
            }
            let entity = self.entity(who);
            let mut mind = self.pack.kinds.get(entity.kind).mind;
            if mind.is_none() || !entity.exists() {
                continue;
            }
            let mut paid = self.pay_for_action(who, self.speed_of(who));
            while let Some(left) = paid {
                // An action may turn the actor into another kind, with another mind.
                if let Some(mind) = mind.take().or_else(|| self.mind_of(who)) {
                    self.act(who, mind);
                }
                paid = if left < ACTION { None } else { self.pay_for_action(who, 0) };
            }
        }
    }

    fn mind_of(&self, who: EntityId) -> Option<Id<Mind>> {
        self.kind(who).mind
    }

    /// Returns the energy that an actor gains in a round.
    fn speed_of(&self, who: EntityId) -> i32 {
        let speed = self.pack.core.speed;
        // Few actors have a modified speed.
        let own = self.entity(who).own(speed).filter(|_| self.sheet().is_unmodified(who));
        let speed = own.map_or_else(|| self.value(who, speed), |own| own.now).to_whole();
        i32::try_from(speed.clamp(0, 1_000)).unwrap_or(0)
    }

    /// Adds to an actor's energy and pays for an action. Returns the energy that is left; `None` if
    /// there was not enough. What the action does may lower it further, but never adds to it.
    fn pay_for_action(&mut self, who: EntityId, gained: i32) -> Option<i32> {
        let entity = &mut self.world.entities[who.index()];
        let exists = entity.exists();
        let actor = entity.actor.as_mut()?;
        actor.energy += gained;
        // This comes before `rouse`: an actor that has begun to doze must not wake here.
        if actor.energy < ACTION || !exists {
            return None;
        }
        actor.energy -= ACTION;
        let left = actor.energy;
        self.world.rouse(who);
        Some(left)
    }

    fn act(&mut self, who: EntityId, mind: Id<Mind>) {
        let busy = self.actor(who).is_some_and(|actor| actor.busy > self.world.turn);
        if busy || self.entity(who).has_states() && self.is_helpless(who) {
            return;
        }
        if self.is_asleep(who) {
            return self.stir(who);
        }
        let action = self.decide(who, mind);
        if action != Action::Wait {
            // An actor whose action is refused loses its turn.
            let _ = self.perform(who, action);
        } else if !self.facts.mind(mind).restless {
            self.doze_if_idle(who);
        }
    }

    /// Takes actors that are gone or doze out of the lists, and ends flashes.
    fn sweep(&mut self) {
        self.sweep_roster();
        self.unlist_dozers();
        let turn = self.world.turn;
        let before = self.world.flashes.len();
        self.world.flashes.retain(|flash| flash.until >= turn);
        if self.world.flashes.len() != before {
            self.world.level.stale_light = true;
        }
    }

    /// Spends the energy for an action and returns the number of rounds until the actor can act
    /// again.
    pub(crate) fn spend_action(&mut self, who: EntityId) -> u32 {
        let speed = self.value(who, self.pack.core.speed).to_whole();
        let speed = i32::try_from(speed.clamp(1, 1_000)).unwrap_or(ACTION);
        let actor = self.actor_body_mut(who);
        actor.energy -= ACTION;
        let mut rounds = 0;
        while actor.energy < 0 {
            actor.energy += speed;
            rounds += 1;
        }
        rounds
    }
}
