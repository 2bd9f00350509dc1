use barrow_pack::{Attribute, Id};

use super::{Forecast, Span};
use crate::state::entity::EntityId;

/// What effects would have done so far to everyone affected.
#[derive(Clone, Debug, Default)]
pub(crate) struct Outcome {
    entities: Vec<EntityOutcome>,
    /// The damage to the target so far.
    pub(super) dealt: Dealt,
    /// Whether more happens than is listed.
    pub(super) more: bool,
}

/// Damage as far as it can be foreseen.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Dealt {
    pub(super) amount: Span,
    /// The type of the last damage; see `HarmType::mark`.
    pub(super) harm_type: Option<Id<Attribute>>,
    /// Whether the type depends on what happens.
    pub(super) of_any_type: bool,
}

impl Dealt {
    fn or(self, other: Self) -> Self {
        let differs = self.harm_type != other.harm_type;
        Self {
            amount: self.amount.or(other.amount),
            of_any_type: differs || self.of_any_type || other.of_any_type,
            ..self
        }
    }
}

/// What effects would have done to one entity.
#[derive(Clone, Debug)]
pub(super) struct EntityOutcome {
    who: EntityId,
    pub(super) forecast: Forecast,
    /// Whether it may no longer exist, so that nothing more happens to it.
    pub(super) gone: bool,
}

impl Outcome {
    /// Returns the forecast for one of the entities involved.
    pub(crate) fn forecast(&self, who: EntityId) -> Forecast {
        let known = self.entity(who).map(|it| it.forecast.clone()).unwrap_or_default();
        Forecast { more: self.more, ..known }
    }

    pub(super) fn entity(&self, who: EntityId) -> Option<&EntityOutcome> {
        self.entities.iter().find(|it| it.who == who)
    }

    pub(super) fn entity_mut(&mut self, who: EntityId) -> &mut EntityOutcome {
        let index = self.entities.iter().position(|it| it.who == who).unwrap_or_else(|| {
            self.entities.push(EntityOutcome { who, forecast: Forecast::default(), gone: false });
            self.entities.len() - 1
        });
        &mut self.entities[index]
    }

    /// Returns whether an entity may no longer exist.
    pub(super) fn is_gone(&self, who: EntityId) -> bool {
        self.entity(who).is_some_and(|it| it.gone)
    }

    /// Returns whether anything has happened that may affect an effective value.
    pub(super) fn is_anyone_touched(&self) -> bool {
        self.entities.iter().any(|it| it.gone || it.is_touched())
    }

    pub(super) fn is_anyone_gone(&self) -> bool {
        self.entities.iter().any(|it| it.gone)
    }

    /// Merges the outcome of another branch. `value` returns the value of an attribute before
    /// anything happened.
    pub(super) fn or(
        mut self,
        other: &Self,
        value: impl Fn(EntityId, Id<Attribute>) -> Span,
    ) -> Self {
        self.more |= other.more;
        self.dealt = self.dealt.or(other.dealt);
        for entity in &other.entities {
            self.entity_mut(entity.who);
        }
        for entity in &mut self.entities {
            let value = |attribute| value(entity.who, attribute);
            let zero = |_| Span::ZERO;
            let nothing = Forecast::default();
            let found = other.entities.iter().find(|it| it.who == entity.who);
            let (theirs, own) = (found.map_or(&nothing, |it| &it.forecast), &mut entity.forecast);
            join(&mut own.changes, &theirs.changes, zero);
            join(&mut own.after, &theirs.after, value);
            join(&mut own.raises, &theirs.raises, zero);
            add(&mut own.begins, &theirs.begins);
            add(&mut own.ends, &theirs.ends);
            own.kills |= theirs.kills;
            entity.gone |= found.is_some_and(|it| it.gone);
        }
        self
    }
}

impl EntityOutcome {
    /// Returns the value after the changes so far, if there were any.
    pub(super) fn now(&self, attribute: Id<Attribute>) -> Option<Span> {
        self.forecast.after.iter().find(|(it, _)| *it == attribute).map(|&(_, span)| span)
    }

    /// Adds a change of a value, and its new value.
    pub(super) fn change(&mut self, attribute: Id<Attribute>, by: Span, now: Span) {
        let sum = entry(&mut self.forecast.changes, attribute);
        *sum = sum.plus(by);
        *entry(&mut self.forecast.after, attribute) = now;
    }

    /// Adds a change of a gauge's maximum.
    pub(super) fn raise(&mut self, attribute: Id<Attribute>, by: Span) {
        let sum = entry(&mut self.forecast.raises, attribute);
        *sum = sum.plus(by);
    }

    /// Returns whether anything has happened that may affect an effective value.
    pub(super) const fn is_touched(&self) -> bool {
        let Forecast { after, raises, begins, ends, .. } = &self.forecast;
        !(after.is_empty() && raises.is_empty() && begins.is_empty() && ends.is_empty())
    }
}

type Spans = Vec<(Id<Attribute>, Span)>;

fn entry(spans: &mut Spans, attribute: Id<Attribute>) -> &mut Span {
    let index = spans.iter().position(|(it, _)| *it == attribute).unwrap_or_else(|| {
        spans.push((attribute, Span::ZERO));
        spans.len() - 1
    });
    &mut spans[index].1
}

/// Merges two lists of spans; `missing` returns the span of an attribute that one list lacks.
fn join(into: &mut Spans, other: &Spans, missing: impl Fn(Id<Attribute>) -> Span) {
    let find = |spans: &Spans, attribute| {
        let found = spans.iter().find(|(it, _)| *it == attribute);
        found.map_or_else(|| missing(attribute), |&(_, span)| span)
    };
    let new = other.iter().filter(|(it, _)| !into.iter().any(|(own, _)| own == it));
    let new: Spans = new.map(|&(it, span)| (it, span.or(missing(it)))).collect();
    for (attribute, span) in &mut *into {
        *span = span.or(find(other, *attribute));
    }
    into.extend(new);
}

pub(super) fn add<T: Copy + PartialEq>(into: &mut Vec<T>, other: &[T]) {
    for it in other {
        if !into.contains(it) {
            into.push(*it);
        }
    }
}
