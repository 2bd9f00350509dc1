use barrow_dice::{Fixed, Formula};
use barrow_pack::{Attribute, AttributeKind, HarmType, Id, Occasion, Stacking, State};

use crate::ctx::Ctx;
use crate::entity::EntityId;
use crate::event::Event;
use crate::scene::Scene;

impl Ctx<'_> {
    /// Adds to a value. A gauge stays between zero and its most; falling to zero has its
    /// consequences.
    pub(crate) fn change(
        &mut self,
        who: EntityId,
        attribute: Id<Attribute>,
        by: Fixed,
        scene: &Scene,
    ) {
        let now = self.sheet().base(who, attribute);
        self.set(who, attribute, now + by, scene);
    }

    /// Sets a value.
    pub(crate) fn set(
        &mut self,
        who: EntityId,
        attribute: Id<Attribute>,
        to: Fixed,
        scene: &Scene,
    ) {
        let what = self.pack.attributes.get(attribute);
        // A gauge that one does not have holds nothing.
        if what.kind() == AttributeKind::Gauge && self.entity(who).own(attribute).is_none() {
            return;
        }
        let before = self.sheet().base(who, attribute);
        let value = self.entity_mut(who).own_mut(attribute);
        let after = match what.kind() {
            AttributeKind::Flag => Fixed::from_truth(to.is_true()),
            AttributeKind::Number => to,
            AttributeKind::Gauge => to.clamp(Fixed::ZERO, value.most),
        };
        value.now = after;
        if after == before {
            return;
        }
        if what.kind() == AttributeKind::Flag {
            self.flag_changed(who, attribute);
        }
        let event = Event::Changed { who, attribute, by: after - before, now: after };
        self.tell_of(who, event);
        self.warn(who, attribute, before, after);
        if before > Fixed::ZERO && after <= Fixed::ZERO {
            self.run(&what.at_zero, &Scene { own: Some(who), target: Some(who), ..*scene });
        }
    }

    /// Adds to the most of a gauge; what it holds stays, as far as there is room.
    pub(crate) fn raise(
        &mut self,
        who: EntityId,
        attribute: Id<Attribute>,
        by: Fixed,
        scene: &Scene,
    ) {
        let value = self.entity_mut(who).own_mut(attribute);
        value.most = (value.most + by).max(Fixed::ZERO);
        let now = value.now;
        self.set(who, attribute, now, scene);
    }

    /// A flag may change what a cell is.
    fn flag_changed(&mut self, who: EntityId, attribute: Id<Attribute>) {
        let core = self.pack.core;
        if [core.solid, core.opaque].contains(&attribute)
            && self.entity(who).actor.is_none()
            && let Some(at) = self.pos(who)
        {
            self.settle(at);
        }
    }

    fn warn(&mut self, who: EntityId, attribute: Id<Attribute>, before: Fixed, after: Fixed) {
        let warnings = &self.pack.attributes.get(attribute).warnings;
        if warnings.is_empty() || !self.is_player(who) {
            return;
        }
        let scene = Scene::of(who);
        let most = self.sheet().most(who, attribute);
        for warning in warnings {
            let line = self.number(&warning.below, &scene) * most;
            if before > line && after <= line {
                self.say(&warning.say, &scene);
            }
        }
    }

    /// Lowers life by someone's hand.
    pub(crate) fn harm(
        &mut self,
        who: EntityId,
        by: Fixed,
        kind: &HarmType,
        cause: &str,
        scene: &Scene,
    ) {
        let immune = kind.immune.is_some_and(|flag| self.is(who, flag));
        if immune || by <= Fixed::ZERO {
            return;
        }
        let life = self.pack.rules.life;
        if self.entity(who).own(life).is_none() {
            return;
        }
        let by_whom = scene.actor.filter(|&actor| actor != who);
        if let Some(actor) = &mut self.entity_mut(who).actor {
            actor.foe = by_whom.or(actor.foe);
        }
        self.world.cause = self.cause_of(cause, by_whom);
        let scene = Scene { amount: by, ..*scene };
        self.change(who, life, Fixed::ZERO - by, &scene);
        if !self.entity(who).exists() {
            return;
        }
        self.break_states(who);
        self.occasion(who, Occasion::Struck, scene.with_target(who));
    }

    fn cause_of(&self, cause: &str, by_whom: Option<EntityId>) -> String {
        match by_whom {
            _ if !cause.is_empty() => cause.into(),
            Some(actor) => self.indefinite(actor),
            None => String::new(),
        }
    }

    fn break_states(&mut self, who: EntityId) {
        let states = self.actor(who).map_or(&[][..], |actor| &actor.states);
        let broken: Vec<Id<State>> = states
            .iter()
            .map(|&(state, _)| state)
            .filter(|&state| self.pack.states.get(state).broken_by_harm)
            .collect();
        for state in broken {
            self.end_state(who, state);
        }
    }

    /// Puts someone into a state, unless spared.
    pub(crate) fn begin_state(
        &mut self,
        who: EntityId,
        state: Id<State>,
        turns: Option<&Formula>,
        scene: &Scene,
    ) {
        let what = self.pack.states.get(state);
        let spared = what.needs.is_some_and(|flag| !self.is(who, flag))
            || what.spares.is_some_and(|flag| self.is(who, flag))
            || self.kind(who).immune.contains(&state)
            || self.entity(who).actor.is_none();
        let turns = self.count(turns.or(Some(&what.lasts)), scene, 1);
        if spared || turns == 0 {
            return;
        }
        let states = &mut self.actor_mut(who).states;
        if let Some((_, left)) = states.iter_mut().find(|(it, _)| *it == state) {
            *left = match what.stacking {
                Stacking::Longer => turns.max(*left),
                Stacking::Adds => left.saturating_add(turns),
            };
            return;
        }
        states.push((state, turns));
        self.tell_of(who, Event::Began { who, state });
        let scene = Scene::of(who);
        self.say_of(who, &what.begins, &scene);
        self.run(what.on.on(Occasion::Spawn), &scene);
    }

    /// Ends a state.
    pub(crate) fn end_state(&mut self, who: EntityId, state: Id<State>) {
        let states = &mut self.actor_mut(who).states;
        let before = states.len();
        states.retain(|(it, _)| *it != state);
        if states.len() == before {
            return;
        }
        self.tell_of(who, Event::Ceased { who, state });
        let what = self.pack.states.get(state);
        let scene = Scene::of(who);
        self.say_of(who, &what.ends, &scene);
        self.run(what.on.on(Occasion::Die), &scene);
    }
}
