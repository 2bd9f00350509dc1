use barrow_pack::{Attribute, Id};

use super::{Prospect, Span};
use crate::state::entity::EntityId;

/// What effects would have done so far, to everyone they were done to.
#[derive(Clone, Debug, Default)]
pub(crate) struct Outcome {
    fates: Vec<Fate>,
    /// More happens than can be told.
    pub(super) more: bool,
}

/// What effects would have done to one entity.
#[derive(Clone, Debug)]
pub(super) struct Fate {
    who: EntityId,
    pub(super) prospect: Prospect,
    /// It may no longer exist, so that nothing more happens to it.
    pub(super) gone: bool,
}

impl Outcome {
    /// Returns what is told of one of those involved.
    pub(crate) fn prospect(&self, who: EntityId) -> Prospect {
        let told = self.fate(who).map(|it| it.prospect.clone()).unwrap_or_default();
        Prospect { more: self.more, ..told }
    }

    pub(super) fn fate(&self, who: EntityId) -> Option<&Fate> {
        self.fates.iter().find(|it| it.who == who)
    }

    pub(super) fn fate_mut(&mut self, who: EntityId) -> &mut Fate {
        let index = self.fates.iter().position(|it| it.who == who).unwrap_or_else(|| {
            self.fates.push(Fate { who, prospect: Prospect::default(), gone: false });
            self.fates.len() - 1
        });
        &mut self.fates[index]
    }

    /// Returns whether one of those involved may no longer exist.
    pub(super) fn is_gone(&self, who: EntityId) -> bool {
        self.fate(who).is_some_and(|it| it.gone)
    }

    pub(super) fn is_anyone_gone(&self) -> bool {
        self.fates.iter().any(|it| it.gone)
    }

    /// Joins the outcome of the other way that things may go. `value` returns the value of an
    /// attribute before anything happened.
    pub(super) fn or(
        mut self,
        other: &Self,
        value: impl Fn(EntityId, Id<Attribute>) -> Span,
    ) -> Self {
        self.more |= other.more;
        for fate in &other.fates {
            self.fate_mut(fate.who);
        }
        for fate in &mut self.fates {
            let value = |attribute| value(fate.who, attribute);
            let zero = |_| Span::ZERO;
            let nothing = Prospect::default();
            let found = other.fates.iter().find(|it| it.who == fate.who);
            let (theirs, own) = (found.map_or(&nothing, |it| &it.prospect), &mut fate.prospect);
            join(&mut own.changes, &theirs.changes, zero);
            join(&mut own.after, &theirs.after, value);
            join(&mut own.raises, &theirs.raises, zero);
            add(&mut own.begins, &theirs.begins);
            add(&mut own.ends, &theirs.ends);
            own.kills |= theirs.kills;
            fate.gone |= found.is_some_and(|it| it.gone);
        }
        self
    }
}

impl Fate {
    /// Returns the value after the changes so far, if there were any.
    pub(super) fn now(&self, attribute: Id<Attribute>) -> Option<Span> {
        self.prospect.after.iter().find(|(it, _)| *it == attribute).map(|&(_, span)| span)
    }

    /// Notes that a value was changed by some amount and is now another one.
    pub(super) fn change(&mut self, attribute: Id<Attribute>, by: Span, now: Span) {
        let sum = entry(&mut self.prospect.changes, attribute);
        *sum = sum.plus(by);
        *entry(&mut self.prospect.after, attribute) = now;
    }

    /// Notes that the maximum of a gauge was changed.
    pub(super) fn raise(&mut self, attribute: Id<Attribute>, by: Span) {
        let sum = entry(&mut self.prospect.raises, attribute);
        *sum = sum.plus(by);
    }

    /// Returns whether anything was done that may bear on an effective value.
    pub(super) const fn is_touched(&self) -> bool {
        let Prospect { after, raises, begins, ends, .. } = &self.prospect;
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

/// Joins two lists of spans; `missing` says what a list means that does not have an attribute.
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
