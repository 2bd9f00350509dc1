//! Effects that change values and states.

use std::sync::Arc;

use barrow_dice::{Fixed, Formula};
use barrow_pack::{Attribute, AttributeKind, HarmType, Id, Occasion, Stacking, State, Warning};

use crate::ctx::scene::{Harm, Scene};
use crate::ctx::{Ctx, Reads};
use crate::event::Event;
use crate::state::entity::{EntityId, Value};

impl<W: Reads> Ctx<'_, W> {
    /// Returns the value that a change starts from: without what equipment and states add; for
    /// a gauge, no more than it can hold now.
    pub(crate) fn before_changes(&self, who: EntityId, attribute: Id<Attribute>) -> Fixed {
        self.before_changes_at(who, attribute, self.entity(who).index_of(attribute))
    }

    /// Does the same as [`Self::before_changes`] if the index of the own value is known.
    fn before_changes_at(
        &self,
        who: EntityId,
        attribute: Id<Attribute>,
        index: Option<usize>,
    ) -> Fixed {
        match index {
            Some(index) => self.before_changes_of(who, attribute, self.entity(who).values[index].1),
            None => self.sheet().base(who, attribute),
        }
    }

    /// Does the same as [`Self::before_changes`] for an own value that the caller has read already.
    fn before_changes_of(&self, who: EntityId, attribute: Id<Attribute>, own: Value) -> Fixed {
        let gauge = || self.pack.attributes.get(attribute).kind() == AttributeKind::Gauge;
        let modified = self.facts.attribute(attribute).modified && gauge();
        if modified { self.value(who, attribute) } else { own.now }
    }

    /// Returns the maximum of a gauge now, for an own value that the caller has read already.
    fn max_of(&self, who: EntityId, attribute: Id<Attribute>, own: Value) -> Fixed {
        let modified = self.facts.attribute(attribute).modified;
        if modified { self.sheet().max(who, attribute) } else { own.max.max(Fixed::ZERO) }
    }
}

impl Ctx<'_> {
    /// Adds to a value. A gauge stays between zero and its maximum. If the value falls to zero,
    /// its `at_zero` effects run.
    pub(crate) fn change(
        &mut self,
        who: EntityId,
        attribute: Id<Attribute>,
        by: Fixed,
        scene: &Scene,
    ) {
        let index = self.entity(who).index_of(attribute);
        let before = self.before_changes_at(who, attribute, index);
        if self.set_within_limits((who, attribute), index, before, before + by) {
            self.run_out(who, attribute, scene);
        }
    }

    /// Sets a value. An entity without such a gauge does not get one.
    pub(crate) fn set(
        &mut self,
        who: EntityId,
        attribute: Id<Attribute>,
        to: Fixed,
        scene: &Scene,
    ) {
        let index = self.entity(who).index_of(attribute);
        let before = self.before_changes_at(who, attribute, index);
        if self.set_within_limits((who, attribute), index, before, to) {
            self.run_out(who, attribute, scene);
        }
    }

    /// Sets a value within its limits and tells of it; `index` is that of the own value. Returns
    /// whether it has fallen to zero.
    fn set_within_limits(
        &mut self,
        (who, attribute): (EntityId, Id<Attribute>),
        index: Option<usize>,
        before: Fixed,
        to: Fixed,
    ) -> bool {
        let what = self.pack.attributes.get(attribute);
        let own = index.map(|index| self.entity(who).values[index].1);
        let after = match what.kind() {
            AttributeKind::Flag => Fixed::from_bool(to.is_true()),
            AttributeKind::Number => to,
            AttributeKind::Gauge => {
                let Some(own) = own else { return false };
                to.clamp(Fixed::ZERO, self.max_of(who, attribute, own))
            }
        };
        if self.facts.attribute(attribute).watched {
            self.world.sums.watched += 1;
        }
        let entity = self.body_mut(who);
        match index {
            Some(index) => entity.values[index].1.now = after,
            None => entity.own_mut(attribute).now = after,
        }
        if after == before {
            return false;
        }
        self.note_change();
        if what.kind() == AttributeKind::Flag {
            self.flag_changed(who, attribute);
        }
        if !what.secret {
            let event = Event::Changed { who, attribute, by: after - before, now: after };
            self.tell_of(who, event);
        }
        if !what.warnings.is_empty() && self.is_player(who) {
            let max = self.max_of(who, attribute, own.unwrap_or_default());
            self.warn(who, &what.warnings, max, (before, after));
        }
        before > Fixed::ZERO && after <= Fixed::ZERO
    }

    /// Runs what happens when a value has fallen to zero.
    fn run_out(&mut self, who: EntityId, attribute: Id<Attribute>, scene: &Scene) {
        let effects = &self.pack.attributes.get(attribute).at_zero;
        self.run(effects, &Scene { own: Some(who), target: Some(who), ..*scene });
    }

    /// Adds to the maximum of a gauge. What no longer fits is lost.
    pub(crate) fn raise(
        &mut self,
        who: EntityId,
        attribute: Id<Attribute>,
        by: Fixed,
        scene: &Scene,
    ) {
        let Some(own) = self.entity(who).own(attribute) else { return };
        let max = (own.max + by).max(Fixed::ZERO);
        self.note_change();
        let index = self.entity(who).index_of(attribute);
        let before = self.before_changes_at(who, attribute, index);
        self.entity_mut(who).own_mut(attribute).max = max;
        if self.set_within_limits((who, attribute), index, before, own.now) {
            self.run_out(who, attribute, scene);
        }
    }

    /// Updates the cell of a thing whose flag has changed.
    fn flag_changed(&mut self, who: EntityId, attribute: Id<Attribute>) {
        let core = self.pack.core;
        if Some(attribute) == core.asleep {
            self.interrupt(who);
        }
        if [core.solid, core.opaque, core.hidden].contains(&attribute)
            && (!self.is_actor(who) || self.facts.actors_hide)
            && let Some(at) = self.pos(who)
        {
            self.update_cell(at);
        }
    }

    /// Tells a player that a value has fallen below a line.
    fn warn(
        &mut self,
        who: EntityId,
        warnings: &[Warning],
        max: Fixed,
        (before, after): (Fixed, Fixed),
    ) {
        for warning in warnings {
            let below = warning.below.constant();
            let below = below.unwrap_or_else(|| self.number(&warning.below, &self.scene_of(who)));
            let line = below * max;
            if before > line && after <= line {
                let scene = self.scene_of(who);
                self.say(&warning.say, &scene);
                self.cue(&warning.sound, &scene);
            }
        }
    }

    /// Lowers the life of an entity, unless it is immune. It remembers the actor that did it.
    pub(crate) fn harm(
        &mut self,
        who: EntityId,
        by: Fixed,
        kind: &HarmType,
        cause: &Arc<str>,
        scene: &Scene,
    ) {
        if kind.immune().is_some_and(|flag| self.is(who, flag)) {
            return;
        }
        let by = kind.taken().map_or(by, |factor| by * self.value(who, factor));
        let life = self.pack.rules.life;
        let Some(index) = self.entity(who).index_of(life).filter(|_| by > Fixed::ZERO) else {
            return;
        };
        let harm = Harm { amount: by, harm_type: kind.mark() };
        self.note_harm(who, harm);
        let by_whom = scene.actor.filter(|&actor| actor != who);
        if let Some(actor) = &mut self.body_mut(who).actor {
            actor.foe = by_whom.or(actor.foe);
        }
        let cause = (!cause.is_empty()).then(|| Arc::clone(cause));
        let outer = std::mem::replace(&mut self.world.cause, cause);
        let outer_harmer = std::mem::replace(&mut self.world.harmer, by_whom);
        let outer_harm = std::mem::replace(&mut self.world.running.harms.at_hand, harm);
        let scene = scene.after(harm);
        let before = self.before_changes_at(who, life, Some(index));
        if self.set_within_limits((who, life), Some(index), before, before - by) {
            self.run_out(who, life, &scene);
        }
        self.world.cause = outer;
        self.world.harmer = outer_harmer;
        self.world.running.harms.at_hand = outer_harm;
        if self.entity(who).exists() {
            self.break_states(who);
            self.wake_up(who);
            if self.may_react(who, Occasion::Struck) {
                self.occasion_of(who, Occasion::Struck, &scene.with_target(who));
            }
        }
    }

    /// Adds to the damage of the blow that is being dealt, if it is about this entity.
    fn note_harm(&mut self, who: EntityId, harm: Harm) {
        if let Some((whom, dealt)) = &mut self.world.running.harms.blow
            && *whom == who
        {
            *dealt = Harm { amount: dealt.amount + harm.amount, harm_type: harm.harm_type };
        }
    }

    /// Ends the states that harm breaks.
    fn break_states(&mut self, who: EntityId) {
        let broken = |ctx: &Self| {
            let states = ctx.actor(who).map_or(&[][..], |actor| &actor.states);
            let mut states = states.iter().map(|&(state, _)| state);
            states.find(|&state| ctx.pack.states.get(state).broken_by_harm)
        };
        // At most as often as there are states: ending one may begin another.
        for _ in 0..self.actor(who).map_or(0, |actor| actor.states.len()) {
            let Some(state) = broken(self) else { return };
            self.end_state(who, state);
        }
    }

    /// Puts an actor into a state, unless it is immune.
    pub(crate) fn begin_state(
        &mut self,
        who: EntityId,
        state: Id<State>,
        turns: Option<&Formula>,
        scene: &Scene,
    ) {
        let what = self.pack.states.get(state);
        let spared = !self.is_actor(who)
            || what.needs.is_some_and(|flag| !self.is(who, flag))
            || what.spares.is_some_and(|flag| self.is(who, flag))
            || self.kind(who).immune.contains(&state);
        if spared {
            return;
        }
        let turns = self.count(turns.or(Some(&what.lasts)), scene, 1);
        if turns == 0 {
            return;
        }
        self.note_change();
        let states = &mut self.actor_mut(who).states;
        if let Some((_, left)) = states.iter_mut().find(|(it, _)| *it == state) {
            *left = match what.stacking {
                Stacking::Longer => turns.max(*left),
                Stacking::Adds => left.saturating_add(turns),
            };
            return;
        }
        states.push((state, turns));
        self.enlist_actor(who);
        if what.helpless {
            self.interrupt(who);
        }
        self.tell_of(who, Event::Began { who, state });
        let scene = self.scene_of(who);
        self.say_of(who, &what.begins, &scene);
        self.run(what.on.effects(Occasion::Spawn), &scene);
    }

    /// Ends a state.
    pub(crate) fn end_state(&mut self, who: EntityId, state: Id<State>) {
        let Some(actor) = &mut self.entity_mut(who).actor else { return };
        let Some(index) = actor.states.iter().position(|(it, _)| *it == state) else { return };
        actor.states.remove(index);
        self.note_change();
        self.tell_of(who, Event::Ceased { who, state });
        let what = self.pack.states.get(state);
        let scene = self.scene_of(who);
        self.say_of(who, &what.ends, &scene);
        self.run(what.on.effects(Occasion::Die), &scene);
    }
}

#[cfg(test)]
mod tests;
