//! Forecasts single effects.

use barrow_dice::{Fixed, Formula};
use barrow_pack::{
    Attribute, AttributeKind, Cells, HarmType, Id, Leaf, Occasion, State, ValueChange,
};

use super::reading::stored;
use super::{Forecaster, Frame};
use crate::ctx::scene::Scene;
use crate::state::entity::EntityId;
use crate::view::forecast::Span;
use crate::view::forecast::outcome::{Dealt, add};

impl Forecaster<'_> {
    /// Follows a leaf effect on an existing entity.
    pub(super) fn apply_to(&mut self, who: EntityId, leaf: Leaf<'_>, frame: Frame) {
        match leaf {
            Leaf::Value { attribute, change, had } => {
                let has = || {
                    let entity = self.outcome.entity(who);
                    self.look.sheet().has(who, attribute)
                        || entity.is_some_and(|it| it.now(attribute).is_some())
                };
                if !had || has() {
                    self.change(who, attribute, change, frame);
                }
            }
            Leaf::Harm { by, kind } => self.harm(who, by, kind, frame),
            Leaf::Die => self.die(who, frame.scene.actor),
            Leaf::Begin { state, turns } => self.begin_state(who, state, turns, frame),
            Leaf::End { state } => self.end_state(who, state),
            Leaf::Cells(Cells { pours: Some(pours), .. }) => {
                // The field may remain there, and so may the entity on the cell.
                let stays = self.look.pack.fields.get(pours.field).on.effects(Occasion::Turn);
                self.perhaps(false, |it| it.run_all(stays, frame.with_target(who)));
                self.set_more();
            }
            Leaf::Door(_)
            | Leaf::Cells(_)
            | Leaf::Nearby
            | Leaf::Launch(_)
            | Leaf::Identify
            | Leaf::Tell
            | Leaf::Other => self.apply_without_subject(leaf),
        }
    }

    /// Follows a leaf effect without an existing subject.
    pub(super) const fn apply_without_subject(&mut self, leaf: Leaf<'_>) {
        match leaf {
            Leaf::Door(_) | Leaf::Cells(..) | Leaf::Nearby | Leaf::Launch(_) | Leaf::Other => {
                self.set_more();
            }
            Leaf::Value { .. }
            | Leaf::Harm { .. }
            | Leaf::Die
            | Leaf::Begin { .. }
            | Leaf::End { .. }
            | Leaf::Identify
            | Leaf::Tell => {}
        }
    }

    fn change(
        &mut self,
        who: EntityId,
        attribute: Id<Attribute>,
        change: ValueChange<'_>,
        frame: Frame,
    ) {
        let before = self.stored_now(who, attribute);
        match change {
            ValueChange::By(by) => {
                let by = self.span(by, frame);
                self.set_value(who, attribute, by, before.plus(by), frame);
            }
            ValueChange::To(to) => {
                let to = self.span(to, frame);
                self.set_value(who, attribute, to.minus(before), to, frame);
            }
            ValueChange::Full => {
                let max = self.max_or_more(who, attribute);
                self.set_value(who, attribute, max.minus(before), max, frame);
            }
            ValueChange::MaxBy(by) => {
                let by = self.span(by, frame);
                if self.look.entity(who).own(attribute).is_some() {
                    self.outcome.entity_mut(who).raise(attribute, by);
                    if by.min < Fixed::ZERO {
                        // What no longer fits is lost.
                        self.set_more();
                    }
                }
            }
        }
    }

    fn stored_now(&self, who: EntityId, attribute: Id<Attribute>) -> Span {
        let now = self.outcome.entity(who).and_then(|it| it.now(attribute));
        now.unwrap_or_else(|| stored(self.look, who, attribute))
    }

    fn max_or_more(&mut self, who: EntityId, attribute: Id<Attribute>) -> Span {
        let max = self.max(who, attribute);
        self.outcome.more |= max.is_none();
        max.unwrap_or_else(|| Span::point(self.look.sheet().max(who, attribute)))
    }

    /// Changes a value to another one within its limits, and follows what happens if it falls to
    /// zero.
    fn set_value(
        &mut self,
        who: EntityId,
        attribute: Id<Attribute>,
        by: Span,
        to: Span,
        frame: Frame,
    ) {
        let before = self.stored_now(who, attribute);
        let what = self.look.pack.attributes.get(attribute);
        let (by, now) = match what.kind() {
            AttributeKind::Number => (by, to),
            AttributeKind::Flag => {
                let now = Span::new(
                    Fixed::from_bool(!to.can_be_false()),
                    Fixed::from_bool(to.can_be_true()),
                );
                (now.minus(before), now)
            }
            AttributeKind::Gauge => {
                if self.look.entity(who).own(attribute).is_none() {
                    return;
                }
                let max = self.max_or_more(who, attribute);
                let (low, high) = (to.clamp(Fixed::ZERO, max.min), to.clamp(Fixed::ZERO, max.max));
                (by, Span::new(low.min, high.max))
            }
        };
        self.outcome.entity_mut(who).change(attribute, by, now);
        if before.max > Fixed::ZERO && now.min <= Fixed::ZERO && !what.at_zero.is_empty() {
            let certain = before.min > Fixed::ZERO && now.max <= Fixed::ZERO;
            let scene = Scene { own: Some(who), target: Some(who), ..frame.scene };
            let spent = self.spent.replace(who);
            self.perhaps(certain, |it| it.run_all(&what.at_zero, Frame { scene, ..frame }));
            self.spent = spent;
        }
    }

    fn harm(&mut self, who: EntityId, by: &Formula, kind: &HarmType, frame: Frame) {
        let by = self.span(by, frame);
        self.harm_one(who, by, kind, frame);
        let others = self.look.conducted_to(who, kind);
        if !others.is_empty() {
            self.set_more();
        }
        let concerned = self.concerned;
        for target in others.into_iter().filter(|it| concerned.contains(it)) {
            self.perhaps(false, |it| it.harm_one(target, by, kind, frame.with_target(target)));
        }
    }

    fn harm_one(&mut self, who: EntityId, by: Span, kind: &HarmType, frame: Frame) {
        let by = kind.taken().map_or(by, |factor| {
            let taken = self.value(who, factor);
            self.outcome.more |= taken.is_none();
            by.times(taken.unwrap_or_else(|| Span::point(self.look.value(who, factor))))
        });
        let immune = kind.immune().map_or(Some(Span::ZERO), |flag| self.value(who, flag));
        self.outcome.more |= immune.is_none();
        let immune = immune.unwrap_or(Span::new(Fixed::ZERO, Fixed::ONE));
        let life = self.look.pack.rules.life;
        let alive = self.look.entity(who).own(life).is_some();
        if !alive || by.max <= Fixed::ZERO || !immune.can_be_false() {
            return;
        }
        let certain = by.min > Fixed::ZERO && !immune.can_be_true();
        let by = Span::new(by.min.max(Fixed::ZERO), by.max);
        self.perhaps(certain, |it| {
            let harm = Dealt { amount: by, harm_type: kind.mark(), of_any_type: false };
            if who == it.concerned[1] {
                it.outcome.dealt = Dealt { amount: it.outcome.dealt.amount.plus(by), ..harm };
            }
            let frame = frame.after(harm);
            let now = it.stored_now(who, life).minus(by);
            it.set_value(who, life, by.negated(), now, frame);
            it.perhaps(it.exists(who), |it| {
                it.break_states(who);
                let scene = frame.scene.with_target(who).with_own(who);
                let struck = it.look.kind(who).on.effects(Occasion::Struck);
                it.run_all(struck, Frame { scene, ..frame });
                it.take_parts(who, Occasion::Struck, Frame { scene, ..frame });
            });
        });
    }

    fn break_states(&mut self, who: EntityId) {
        let breaks = |&state: &Id<State>| self.look.pack.states.get(state).broken_by_harm;
        let begun = self.outcome.entity(who).map_or(&[][..], |it| &it.forecast.begins);
        let suffered = self.look.actor(who).map_or(&[][..], |actor| &actor.states);
        let all = suffered.iter().map(|&(state, _)| state).chain(begun.iter().copied());
        for state in all.filter(breaks).collect::<Vec<_>>() {
            self.end_state(who, state);
        }
    }

    fn die(&mut self, who: EntityId, by: Option<EntityId>) {
        let life = self.look.entity(who).own(self.look.pack.rules.life).is_some();
        if !self.look.is_actor(who) && !life && self.look.kind(who).breaks.is_none() {
            return;
        }
        if self.spent != Some(who) {
            self.outcome.entity_mut(who).forecast.kills = true;
        }
        self.lose(who, by);
    }

    fn begin_state(
        &mut self,
        who: EntityId,
        state: Id<State>,
        turns: Option<&Formula>,
        frame: Frame,
    ) {
        let what = self.look.pack.states.get(state);
        let lacks = |it: &Self, flag| it.value(who, flag).is_some_and(|it| !it.can_be_true());
        let has = |it: &Self, flag| it.value(who, flag).is_some_and(|it| !it.can_be_false());
        let spared = !self.look.is_actor(who)
            || what.needs.is_some_and(|flag| lacks(self, flag))
            || what.spares.is_some_and(|flag| has(self, flag))
            || self.look.kind(who).immune.contains(&state);
        if spared || self.span(turns.unwrap_or(&what.lasts), frame).max < Fixed::ONE {
            return;
        }
        add(&mut self.outcome.entity_mut(who).forecast.begins, &[state]);
        let scene = self.look.scene_of(who);
        self.perhaps(false, |it| it.run(what.on.effects(Occasion::Spawn), scene));
    }

    fn end_state(&mut self, who: EntityId, state: Id<State>) {
        if !self.look.is_actor(who) {
            return;
        }
        add(&mut self.outcome.entity_mut(who).forecast.ends, &[state]);
        let scene = self.look.scene_of(who);
        let ends = self.look.pack.states.get(state).on.effects(Occasion::Die);
        self.perhaps(false, |it| it.run(ends, scene));
    }
}
