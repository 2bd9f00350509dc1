//! What formulas give in the middle of a forecast.

use std::cell::Cell;

use barrow_dice::{Fixed, Formula, Variable};
use barrow_pack::{Attribute, AttributeKind, Id, Subject, Word};

use super::{Frame, Seer};
use crate::ctx::Look;
use crate::state::entity::EntityId;
use crate::view::prospect::Span;

/// Returns the stored value that a change starts from, before anything happens.
pub(super) fn stored(look: Look<'_>, who: EntityId, attribute: Id<Attribute>) -> Span {
    Span::point(look.before_changes(who, attribute))
}

impl Seer<'_> {
    /// Returns what a formula can give now.
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

    /// Returns how often something is done, at least and at most.
    pub(super) fn times(&mut self, formula: &Formula, frame: Frame) -> (u32, u32) {
        let span = self.span(formula, frame);
        let times = |it: Fixed| {
            let whole = u32::try_from(it.to_whole().max(0)).unwrap_or(u32::MAX);
            whole.min(crate::ctx::MOST_TIMES)
        };
        (times(span.min), times(span.max))
    }

    /// Returns how a condition comes out, if that is certain and can be told from those
    /// involved alone: what else it refers to may be out of sight.
    pub(super) fn truth(&mut self, condition: &Formula, frame: Frame) -> Option<bool> {
        let told = condition.variables().all(|it| self.is_in_sight(Word::of(it), frame));
        let span = self.span(condition, frame);
        match (span.can_be_true(), span.can_be_false()) {
            (true, false) if told => Some(true),
            (false, _) if told => Some(false),
            _ => None,
        }
    }

    fn is_in_sight(&self, word: Word, Frame { scene, .. }: Frame) -> bool {
        match word {
            Word::Value(subject, id) => {
                // Gauges of things show, and everything that actors are or have. What else an
                // item is may be known to nobody.
                let acts = scene.subject(subject).is_none_or(|it| self.look.is_actor(it));
                acts || self.look.pack.attributes.get(id).kind() == AttributeKind::Gauge
            }
            Word::Max(..)
            | Word::State(..)
            | Word::Wears(..)
            | Word::Open(_)
            | Word::Floor
            | Word::Turn
            | Word::Distance
            | Word::Amount => true,
            Word::Carries(subject, _) => scene.subject(subject) == scene.player,
            Word::Field(..)
            | Word::Near(..)
            | Word::Light(_)
            | Word::Danger(_)
            | Word::Locked(_)
            | Word::Count(_) => false,
        }
    }

    /// Returns the value of a variable after what has happened so far; `None` if that cannot be
    /// told.
    fn read(&self, variable: Variable, frame: Frame) -> Option<Span> {
        let word = Word::of(variable);
        let subject = |subject: Subject| frame.scene.subject(subject);
        match word {
            Word::Amount => return Some(frame.amount),
            Word::Value(of, id) => {
                return subject(of).map_or(Some(Span::ZERO), |it| self.value(it, id));
            }
            Word::Max(of, id) => {
                return subject(of).map_or(Some(Span::ZERO), |it| self.max(it, id));
            }
            Word::State(of, id) => {
                let fate = subject(of).and_then(|it| self.outcome.fate(it));
                let told = |it: &super::super::outcome::Fate| {
                    !it.prospect.begins.contains(&id) && !it.prospect.ends.contains(&id)
                };
                if !fate.is_none_or(told) {
                    return None;
                }
            }
            Word::Floor | Word::Turn => {}
            Word::Field(..)
            | Word::Carries(..)
            | Word::Wears(..)
            | Word::Near(..)
            | Word::Light(_)
            | Word::Danger(_)
            | Word::Open(_)
            | Word::Locked(_)
            | Word::Distance
            | Word::Count(_) => {
                // Who dies leaves its cell, and what it carried.
                if self.outcome.is_anyone_gone() {
                    return None;
                }
            }
        }
        Some(Span::point(self.look.sheet().variable(variable, &frame.scene)))
    }

    /// Returns the effective value of an attribute after what has happened so far.
    pub(super) fn value(&self, who: EntityId, attribute: Id<Attribute>) -> Option<Span> {
        let Some(fate) = self.outcome.fate(who).filter(|it| it.is_touched()) else {
            return Some(Span::point(self.look.value(who, attribute)));
        };
        if self.is_changed_by_others(who, attribute) {
            return None;
        }
        let now = fate.now(attribute);
        Some(now.unwrap_or_else(|| Span::point(self.look.value(who, attribute))))
    }

    /// Returns the maximum of a gauge after what has happened so far.
    pub(super) fn max(&self, who: EntityId, attribute: Id<Attribute>) -> Option<Span> {
        let max = Span::point(self.look.sheet().most(who, attribute));
        let Some(fate) = self.outcome.fate(who).filter(|it| it.is_touched()) else {
            return Some(max);
        };
        if self.is_changed_by_others(who, attribute) {
            return None;
        }
        let raised = fate.prospect.raises.iter().find(|(it, _)| *it == attribute);
        let max = raised.map_or(max, |&(_, by)| max.plus(by));
        Some(Span::new(max.min.max(Fixed::ZERO), max.max.max(Fixed::ZERO)))
    }

    /// Returns whether an attribute may have changed because something else about someone did:
    /// a state began, or a modifier reads another value.
    fn is_changed_by_others(&self, who: EntityId, attribute: Id<Attribute>) -> bool {
        let begun = self
            .outcome
            .fate(who)
            .is_some_and(|it| !it.prospect.begins.is_empty() || !it.prospect.ends.is_empty());
        self.look.facts.attribute(attribute).modified
            && (begun || !self.look.sheet().is_as_it_is(who))
    }
}
