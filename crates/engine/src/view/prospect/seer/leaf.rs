//! What single effects would do.

use barrow_dice::{Fixed, Formula};
use barrow_pack::{Attribute, AttributeKind, HarmType, Id, Leaf, Occasion, State, ValueChange};

use super::reading::stored;
use super::{Frame, Seer};
use crate::ctx::scene::Scene;
use crate::state::entity::EntityId;
use crate::view::prospect::Span;
use crate::view::prospect::outcome::add;

impl Seer<'_> {
    /// Follows a leaf whose subject is there.
    pub(super) fn befall(&mut self, who: EntityId, leaf: Leaf<'_>, frame: Frame) {
        match leaf {
            Leaf::Value { attribute, change, had } => {
                let has = || {
                    let fate = self.outcome.fate(who);
                    self.look.sheet().has(who, attribute)
                        || fate.is_some_and(|it| it.now(attribute).is_some())
                };
                if !had || has() {
                    self.change(who, attribute, change, frame);
                }
            }
            Leaf::Harm { by, kind } => self.harm(who, by, kind, frame),
            Leaf::Die => self.die(who, frame.scene.actor),
            Leaf::Begin { state, turns } => self.begin_state(who, state, turns, frame),
            Leaf::End { state } => self.end_state(who, state),
            Leaf::Cells(_, Some(field)) => {
                // It may stay where it is put, and so may whoever stands there.
                let stays = self.look.pack.fields.get(field).on.on(Occasion::Turn);
                self.perhaps(false, |it| it.run_all(stays, frame.with_target(who)));
                self.tell_more();
            }
            Leaf::Door(_) | Leaf::Cells(_, None) | Leaf::Identify | Leaf::Tell | Leaf::Other => {
                self.happen(leaf);
            }
        }
    }

    /// Follows a leaf that befalls none of those involved.
    pub(super) const fn happen(&mut self, leaf: Leaf<'_>) {
        match leaf {
            Leaf::Door(_) | Leaf::Cells(..) | Leaf::Other => self.tell_more(),
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
                self.settle_on(who, attribute, by, before.plus(by), frame);
            }
            ValueChange::To(to) => {
                let to = self.span(to, frame);
                self.settle_on(who, attribute, to.minus(before), to, frame);
            }
            ValueChange::Full => {
                let max = self.max_or_more(who, attribute);
                self.settle_on(who, attribute, max.minus(before), max, frame);
            }
            ValueChange::MaxBy(by) => {
                let by = self.span(by, frame);
                if self.look.entity(who).own(attribute).is_some() {
                    self.outcome.fate_mut(who).raise(attribute, by);
                    if by.min < Fixed::ZERO {
                        // What no longer fits is lost.
                        self.tell_more();
                    }
                }
            }
        }
    }

    fn stored_now(&self, who: EntityId, attribute: Id<Attribute>) -> Span {
        let now = self.outcome.fate(who).and_then(|it| it.now(attribute));
        now.unwrap_or_else(|| stored(self.look, who, attribute))
    }

    fn max_or_more(&mut self, who: EntityId, attribute: Id<Attribute>) -> Span {
        let max = self.max(who, attribute);
        self.outcome.more |= max.is_none();
        max.unwrap_or_else(|| Span::point(self.look.sheet().most(who, attribute)))
    }

    /// Lets a value change from what it is to another one, as far as it can, and follows what
    /// happens if it falls to zero.
    fn settle_on(
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
        self.outcome.fate_mut(who).change(attribute, by, now);
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
        let immune = kind.immune.map_or(Some(Span::ZERO), |flag| self.value(who, flag));
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
            let frame = Frame { amount: by, ..frame };
            let now = it.stored_now(who, life).minus(by);
            it.settle_on(who, life, by.negative(), now, frame);
            it.perhaps(it.exists(who), |it| {
                it.break_states(who);
                let scene = frame.scene.with_target(who).with_own(who);
                let struck = it.look.kind(who).on.on(Occasion::Struck);
                it.run_all(struck, Frame { scene, ..frame });
            });
        });
    }

    fn break_states(&mut self, who: EntityId) {
        let breaks = |&state: &Id<State>| self.look.pack.states.get(state).broken_by_harm;
        let begun = self.outcome.fate(who).map_or(&[][..], |it| &it.prospect.begins);
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
            self.outcome.fate_mut(who).prospect.kills = true;
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
        add(&mut self.outcome.fate_mut(who).prospect.begins, &[state]);
        let scene = self.look.scene_of(who);
        self.perhaps(false, |it| it.run(what.on.on(Occasion::Spawn), scene));
    }

    fn end_state(&mut self, who: EntityId, state: Id<State>) {
        if !self.look.is_actor(who) {
            return;
        }
        add(&mut self.outcome.fate_mut(who).prospect.ends, &[state]);
        let scene = self.look.scene_of(who);
        let ends = self.look.pack.states.get(state).on.on(Occasion::Die);
        self.perhaps(false, |it| it.run(ends, scene));
    }
}
