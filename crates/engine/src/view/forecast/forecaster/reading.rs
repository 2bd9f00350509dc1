//! Evaluates formulas in the middle of a forecast.

use std::cell::Cell;

use barrow_dice::{Fixed, Formula, Variable};
use barrow_pack::{Attribute, AttributeKind, Id, Subject, Word};

use super::{Forecaster, Frame};
use crate::ctx::ReadCtx;
use crate::state::entity::EntityId;
use crate::view::forecast::Span;

/// Returns the stored value that a change starts from, before anything happens.
pub(super) fn stored(look: ReadCtx<'_>, who: EntityId, attribute: Id<Attribute>) -> Span {
    Span::point(look.before_changes(who, attribute))
}

impl Forecaster<'_> {
    /// Returns the span of values that a formula can have now.
    pub(super) fn span(&mut self, formula: &Formula, frame: Frame) -> Span {
        let unknown = Cell::new(false);
        let (min, max) = formula.bounds_within(&|variable| {
            let span = self.read(variable, frame);
            unknown.set(unknown.get() || span.is_none());
            let span = span
                .unwrap_or_else(|| Span::point(self.look.sheet().variable(variable, &frame.scene)));
            (span.min, span.max)
        });
        self.outcome.more |= unknown.get();
        Span::new(min, max)
    }

    /// Returns the minimum and maximum number of repetitions.
    pub(super) fn times(&mut self, formula: &Formula, frame: Frame) -> (u32, u32) {
        let span = self.span(formula, frame);
        let times = |it: Fixed| {
            let whole = u32::try_from(it.to_whole().max(0)).unwrap_or(u32::MAX);
            whole.min(crate::ctx::MAX_TIMES)
        };
        (times(span.min), times(span.max))
    }

    /// Returns the result of a condition, if it is certain and depends on the entities involved
    /// alone. Anything else may be out of sight.
    pub(super) fn truth(&mut self, condition: &Formula, frame: Frame) -> Option<bool> {
        let known = condition.variables().all(|it| self.is_in_sight(Word::of(it), frame));
        let span = self.span(condition, frame);
        match (span.can_be_true(), span.can_be_false()) {
            (true, false) if known => Some(true),
            (false, _) if known => Some(false),
            _ => None,
        }
    }

    fn is_in_sight(&self, word: Word, Frame { scene, .. }: Frame) -> bool {
        match word {
            Word::Value(subject, id) => {
                // Players can see the gauges of things, and everything about actors. The other
                // attributes of an item may be unknown.
                let acts = scene.subject(subject).is_none_or(|it| self.look.is_actor(it));
                acts || self.look.pack.attributes.get(id).kind() == AttributeKind::Gauge
            }
            Word::Max(..)
            | Word::State(..)
            | Word::Wears(..)
            | Word::Open(_)
            | Word::Floor
            | Word::RoomsEntered
            | Word::RoomsSeen
            | Word::Turn
            | Word::Distance
            | Word::Amount
            | Word::HarmType(_)
            | Word::Known(_)
            | Word::Worn(_)
            | Word::StackSize(_)
            | Word::Parameter(_)
            | Word::Feat(_)
            | Word::Mod(_)
            | Word::Runs
            | Word::Foe(_)
            | Word::Friend(_) => true,
            Word::Carries(subject, _) => scene.subject(subject) == scene.player,
            // A flag of an item may be unknown.
            Word::CarriesTag(..)
            | Word::WearsTag(..)
            | Word::Field(..)
            | Word::Near(..)
            | Word::Light(_)
            | Word::Danger(_)
            | Word::Locked(_)
            | Word::In(..)
            | Word::FloorCells
            | Word::RoomsCleared
            | Word::Selected(_)
            | Word::Count(_) => false,
        }
    }

    /// Returns the value of a variable after what has happened so far, or `None` if it is unknown.
    fn read(&self, variable: Variable, frame: Frame) -> Option<Span> {
        let word = Word::of(variable);
        let subject = |subject: Subject| frame.scene.subject(subject);
        match word {
            Word::Amount => return Some(frame.amount),
            Word::Parameter(index) => return Some(frame.arguments.0[usize::from(index)]),
            Word::Value(of, id) => {
                return subject(of).map_or(Some(Span::ZERO), |it| self.value(it, id));
            }
            Word::Max(of, id) => {
                return subject(of).map_or(Some(Span::ZERO), |it| self.max(it, id));
            }
            Word::State(of, id) => {
                let entity = subject(of).and_then(|it| self.outcome.entity(it));
                let known = |it: &super::super::outcome::EntityOutcome| {
                    !it.forecast.begins.contains(&id) && !it.forecast.ends.contains(&id)
                };
                if !entity.is_none_or(known) {
                    return None;
                }
            }
            Word::HarmType(_) if frame.of_any_type => return None,
            Word::Floor
            | Word::FloorCells
            | Word::RoomsEntered
            | Word::RoomsSeen
            | Word::Turn
            | Word::Feat(_)
            | Word::Mod(_)
            | Word::Runs
            | Word::HarmType(_) => {}
            // What happened may have moved or changed what it finds.
            Word::Selected(_) if self.outcome.is_anyone_touched() => return None,
            Word::Field(..)
            | Word::Carries(..)
            | Word::Wears(..)
            | Word::CarriesTag(..)
            | Word::WearsTag(..)
            | Word::Known(_)
            | Word::Worn(_)
            | Word::StackSize(_)
            | Word::Foe(_)
            | Word::Friend(_)
            | Word::Near(..)
            | Word::Light(_)
            | Word::Danger(_)
            | Word::Open(_)
            | Word::Locked(_)
            | Word::In(..)
            | Word::RoomsCleared
            | Word::Distance
            | Word::Selected(_)
            | Word::Count(_) => {
                // An actor that dies leaves its cell and drops what it carried.
                if self.outcome.is_anyone_gone() {
                    return None;
                }
            }
        }
        Some(Span::point(self.look.sheet().variable(variable, &frame.scene)))
    }

    /// Returns the effective value of an attribute after what has happened so far.
    pub(super) fn value(&self, who: EntityId, attribute: Id<Attribute>) -> Option<Span> {
        let others = self.look.facts.attribute(attribute).reads_others;
        if others && self.outcome.is_anyone_touched() && !self.look.sheet().is_unmodified(who) {
            return None;
        }
        let Some(entity) = self.outcome.entity(who).filter(|it| it.is_touched()) else {
            return Some(Span::point(self.look.value(who, attribute)));
        };
        if self.is_changed_by_others(who, attribute) {
            return None;
        }
        let now = entity.now(attribute);
        Some(now.unwrap_or_else(|| Span::point(self.look.value(who, attribute))))
    }

    /// Returns the maximum of a gauge after what has happened so far.
    pub(super) fn max(&self, who: EntityId, attribute: Id<Attribute>) -> Option<Span> {
        let max = Span::point(self.look.sheet().max(who, attribute));
        let Some(entity) = self.outcome.entity(who).filter(|it| it.is_touched()) else {
            return Some(max);
        };
        if self.is_changed_by_others(who, attribute) {
            return None;
        }
        let raised = entity.forecast.raises.iter().find(|(it, _)| *it == attribute);
        let max = raised.map_or(max, |&(_, by)| max.plus(by));
        Some(Span::new(max.min.max(Fixed::ZERO), max.max.max(Fixed::ZERO)))
    }

    /// Returns whether an attribute may have changed because something else about the entity did: a
    /// state began, or a modifier reads another value.
    fn is_changed_by_others(&self, who: EntityId, attribute: Id<Attribute>) -> bool {
        let begun = self
            .outcome
            .entity(who)
            .is_some_and(|it| !it.forecast.begins.is_empty() || !it.forecast.ends.is_empty());
        self.look.facts.attribute(attribute).modified
            && (begun || !self.look.sheet().is_unmodified(who))
    }
}
