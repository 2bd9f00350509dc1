//! A round of the world, in fixed named steps: the order is the same for every game.

#[cfg(test)]
mod tests;

use barrow_dice::Fixed;
use barrow_pack::{AttributeKind, Id, Mind, Occasion};

use crate::action::Action;
use crate::ctx::Ctx;
use crate::ctx::scene::Scene;
use crate::shortcut::dozing::Turns;
use crate::state::entity::EntityId;
use crate::state::world::World;

/// Energy that an action costs.
const ACTION: i32 = 100;

// The lists may shrink while they are gone through: something may become another that is on
// none. Whoever comes into being meanwhile waits for the next round.
// The parts that go through many are functions of their own when compiled, too: in one they
// would cost each other registers. So are those that seldom have anything to do: what is run in
// every round should lie close together.
impl Ctx<'_> {
    /// What follows a player's command: the world's own part of a round.
    pub(crate) fn round(&mut self) {
        self.world.turn += 1;
        self.gauges_turn();
        if !self.pack.rules.states_by_turn {
            self.states_turn();
        }
        self.fields_turn();
        self.do_later();
        self.noises_turn();
        self.illusions_turn();
        self.items_turn();
        self.occasions_turn();
        self.minds_turn();
        self.players_states_turn();
        self.doors_turn();
        self.settle_noises();
        self.sweep();
    }

    /// Doors that a condition keeps open or shut.
    fn doors_turn(&mut self) {
        if !self.world.roster.bound.is_empty() {
            self.swing_bound_doors();
        }
    }

    #[inline(never)]
    fn swing_bound_doors(&mut self) {
        let born = self.world.entities.len();
        for index in 0..self.world.roster.bound.len() {
            let Some(&id) = self.world.roster.bound.get(index).filter(|it| it.index() < born)
            else {
                break;
            };
            let door = self.kind(id).door.as_ref().and_then(|it| it.while_.as_ref());
            let Some((at, formula)) = self.pos(id).zip(door) else { continue };
            let scene = self.with_player(Scene::of(id));
            let open = self.number(formula, &scene).is_true();
            if open || self.world.level.actor_at(at).is_none() {
                self.swing(id, open, None);
                self.entity_mut(id).locked = !open;
            }
        }
    }

    /// Gauges and numbers that change by themselves.
    #[inline(never)]
    fn gauges_turn(&mut self) {
        for (attribute, what) in self.pack.attributes.iter() {
            let Some(by) = &what.per_turn else { continue };
            let gauge = what.kind() == AttributeKind::Gauge;
            let grows = gauge && by.constant().is_some_and(|by| by >= Fixed::ZERO);
            let mut turns = self.turns();
            while let Some(who) = self.next_changing(gauge, &mut turns) {
                let Some(own) = self.entity(who).own(attribute) else { continue };
                // Most gauges are full most of the time.
                let full = grows && own.now == own.most && own.most >= Fixed::ZERO;
                let stays = full
                    && (!self.facts.attribute(attribute).modified || self.sheet().is_as_it_is(who));
                if stays || !self.entity(who).exists() {
                    continue;
                }
                let scene = self.with_player(Scene::of(who));
                let by = self.number(by, &scene);
                self.change(who, attribute, by, &scene);
            }
        }
    }

    /// The next one who may have some attribute. Gauges are had from the beginning, other values
    /// come to anyone.
    fn next_changing(&mut self, gauge: bool, turns: &mut Turns) -> Option<EntityId> {
        if gauge { turns.next_of(&self.world.roster.changing) } else { self.next_turn(turns) }
    }

    /// What states do, and how they run out.
    #[inline(never)]
    fn states_turn(&mut self) {
        let mut turns = self.turns();
        while let Some(who) = turns.next_of(&self.world.roster.suffering) {
            self.pass_states(who);
        }
        let World { roster, entities, .. } = &mut *self.world;
        roster.suffering.retain(|id| entities[id.index()].suffers());
    }

    /// A player's turn comes when the others have had theirs.
    fn players_states_turn(&mut self) {
        if self.pack.rules.states_by_turn {
            self.pass_states_of_players();
        }
    }

    #[inline(never)]
    fn pass_states_of_players(&mut self) {
        for player in 0..self.world.players.len() {
            self.pass_states(self.world.players[player].entity);
        }
    }

    /// Most suffer nothing, and are passed at once.
    #[inline]
    fn pass_states(&mut self, who: EntityId) {
        if self.actor(who).is_some_and(|it| !it.states.is_empty()) {
            self.pass_each_state(who);
        }
    }

    #[inline(never)]
    fn pass_each_state(&mut self, who: EntityId) {
        for (state, _) in self.actor(who).map_or(Vec::new(), |it| it.states.clone()) {
            if self.entity(who).exists() {
                self.run(self.pack.states.get(state).on.on(Occasion::Turn), &Scene::of(who));
            }
            self.shorten(who, state);
        }
    }

    fn shorten(&mut self, who: EntityId, state: Id<barrow_pack::State>) {
        let states = &mut self.actor_mut(who).states;
        let Some((_, left)) = states.iter_mut().find(|(it, _)| *it == state) else { return };
        *left = left.saturating_sub(1);
        if *left == 0 {
            self.end_state(who, state);
        }
    }

    /// Things that run while they are on drain.
    fn items_turn(&mut self) {
        for index in 0..self.world.roster.ticking.len() {
            let Some(&id) = self.world.roster.ticking.get(index) else { break };
            let entity = self.entity(id);
            let item = self.kind(id).item.as_ref().filter(|_| entity.on && entity.exists());
            let Some(switch) = item.and_then(|it| it.switch.as_ref()) else { continue };
            let Some(gauge) = switch.drains else { continue };
            let scene = Scene::of(id);
            let by = switch.by.as_ref().map_or(Fixed::ONE, |by| self.number(by, &scene));
            self.change(id, gauge, Fixed::ZERO - by, &scene);
            if self.value(id, gauge) <= Fixed::ZERO {
                self.entity_mut(id).on = false;
                self.light_changed(id);
            }
        }
    }

    /// What things, the level and the game do every round.
    fn occasions_turn(&mut self) {
        for index in 0..self.world.roster.ticking.len() {
            let Some(&id) = self.world.roster.ticking.get(index) else { break };
            if self.entity(id).exists() {
                self.occasion(id, Occasion::Turn, Scene::of(id));
            }
        }
        let scene = Scene::default();
        self.run(self.pack.levels.get(self.world.level.place).on.on(Occasion::Turn), &scene);
        self.run(self.pack.rules.on.on(Occasion::Turn), &scene);
        self.seen_things();
    }

    /// What happens while a player sees something.
    fn seen_things(&mut self) {
        for index in 0..self.world.roster.watched.len() {
            let Some(&who) = self.world.roster.watched.get(index) else { break };
            self.seen_thing(who);
        }
    }

    #[inline(never)]
    fn seen_thing(&mut self, who: EntityId) {
        let effects = self.kind(who).on.on(Occasion::Seen);
        let Some(at) = self.pos(who) else { return };
        for player in 0..self.world.players.len() {
            if self.world.players[player].fog.visible().contains(at) {
                let observer = self.world.players[player].entity;
                let scene =
                    Scene { player: Some(observer), target: Some(observer), ..Scene::of(who) };
                self.run(effects, &scene);
            }
        }
    }

    /// Everyone who has gathered enough energy acts.
    #[inline(never)]
    fn minds_turn(&mut self) {
        self.world.trails.begin_round();
        self.world.roster.find_prey();
        let mut turns = self.turns().and_newcomers();
        while let Some(who) = self.next_turn(&mut turns) {
            if self.world.end.is_some() || self.world.journey.is_some() {
                return;
            }
            if self.is_player(who) {
                continue;
            }
            if self.pack.rules.states_by_turn {
                self.pass_states(who);
            }
            let mut mind = self.mind_of(who);
            if mind.is_none() || !self.entity(who).exists() {
                continue;
            }
            let mut gained = self.speed_of(who);
            while self.pay_for_action(who, std::mem::take(&mut gained)) {
                // What it does may make another of it.
                if let Some(mind) = mind.take().or_else(|| self.mind_of(who)) {
                    self.act(who, mind);
                }
            }
        }
    }

    fn mind_of(&self, who: EntityId) -> Option<Id<Mind>> {
        self.kind(who).mind
    }

    /// The energy that someone gains in a round.
    fn speed_of(&self, who: EntityId) -> i32 {
        let speed = self.pack.core.speed;
        // Few have a speed that something changes.
        let own = self.entity(who).own(speed).filter(|_| self.sheet().is_as_it_is(who));
        let speed = own.map_or_else(|| self.value(who, speed), |own| own.now).to_whole();
        i32::try_from(speed.clamp(0, 1_000)).unwrap_or(0)
    }

    /// Adds to someone's energy and spends that for an action, if there is enough.
    fn pay_for_action(&mut self, who: EntityId, gained: i32) -> bool {
        let entity = &mut self.world.entities[who.index()];
        let exists = entity.exists();
        let Some(actor) = &mut entity.actor else { return false };
        actor.energy += gained;
        // Who has begun to doze must not be roused by the question.
        if actor.energy < ACTION || !exists {
            return false;
        }
        actor.energy -= ACTION;
        self.world.rouse(who);
        true
    }

    fn act(&mut self, who: EntityId, mind: Id<Mind>) {
        let busy = self.actor(who).is_some_and(|actor| actor.busy > self.world.turn);
        if busy || self.entity(who).suffers() && self.is_helpless(who) {
            return;
        }
        let action = self.decide(who, self.pack.minds.get(mind));
        if action != Action::Wait {
            // A mind that proposes what cannot be has lost its turn.
            let _ = self.perform(who, action);
        } else if !self.facts.is_restless(mind) {
            self.doze(who);
        }
    }

    /// Forgets who is gone, so that the lists stay short.
    fn sweep(&mut self) {
        self.sweep_roster();
        self.tuck_in();
        if !self.world.flashes.is_empty() {
            self.end_flashes();
        }
    }

    #[inline(never)]
    fn end_flashes(&mut self) {
        let turn = self.world.turn;
        let before = self.world.flashes.len();
        self.world.flashes.retain(|flash| flash.until >= turn);
        if self.world.flashes.len() != before {
            self.world.level.stale_light = true;
        }
    }

    /// How many rounds pass until someone who has just acted can act again.
    pub(crate) fn rounds_to_act(&mut self, who: EntityId) -> u32 {
        let speed = self.value(who, self.pack.core.speed).to_whole();
        let speed = i32::try_from(speed.clamp(1, 1_000)).unwrap_or(ACTION);
        let actor = self.actor_mut(who);
        actor.energy -= ACTION;
        let mut rounds = 0;
        while actor.energy < 0 {
            actor.energy += speed;
            rounds += 1;
        }
        rounds
    }
}
