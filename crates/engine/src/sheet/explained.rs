use std::sync::Arc;

use barrow_dice::Fixed;
use barrow_pack::{Attribute, AttributeKind, Id, Modifier, State};
use barrow_small::sort;

use super::{Dressed, Sheet, Sum};
use crate::state::entity::{EntityId, Value};
use crate::view::Comparison;

/// All values of an entity in the order of their attributes, and everything that modifies them.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Attributes {
    /// The values.
    pub values: Vec<Explained>,
    /// What modifies them now; see [`Attributes::reasons_of`].
    pub reasons: Vec<Reason>,
}

/// The value of an attribute.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Explained {
    /// The attribute.
    pub attribute: Id<Attribute>,
    /// The value that the rules see: the base, plus every `by`, times every `times`.
    pub value: Fixed,
    /// The value before any modifier.
    pub base: Fixed,
    /// The maximum of a gauge.
    pub max: Option<Fixed>,
}

/// A modifier of a value.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Reason {
    /// The attribute.
    pub attribute: Id<Attribute>,
    /// Where it comes from.
    pub source: Source,
    /// What it adds.
    pub by: Fixed,
    /// The factor that it multiplies by.
    pub times: Fixed,
    /// What the pack calls it; empty if it goes by the name of its source.
    pub label: Arc<str>,
}

/// The source of a modifier.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Source {
    /// The entity's own kind.
    Nature,
    /// An item that is worn or switched on.
    Worn(EntityId),
    /// A state.
    State(Id<State>),
}

impl Attributes {
    /// Returns what modifies an attribute now.
    pub fn reasons_of(&self, attribute: Id<Attribute>) -> impl Iterator<Item = &Reason> {
        self.reasons.iter().filter(move |it| it.attribute == attribute)
    }
}

impl Explained {
    /// Returns a flag that the entity's kind has.
    const fn flag(attribute: Id<Attribute>) -> Self {
        Self { attribute, value: Fixed::ONE, base: Fixed::ONE, max: None }
    }
}

impl Sheet<'_> {
    /// Lists all values of an entity, its own and those it has only through modifiers, with their
    /// reasons.
    pub(crate) fn explain_all(&self, who: EntityId, into: &mut Attributes) {
        let Attributes { values, reasons } = into;
        values.clear();
        reasons.clear();
        let entity = self.look.entity(who);
        // Own values and flags both come in the order of their attributes, and most flags come
        // before all own values.
        let flags = &self.look.kind(who).flags;
        let own = entity.values.first().map(|&(attribute, _)| attribute);
        let (first, others) = flags.split_at(flags.partition_point(|&it| Some(it) < own));
        values.extend(first.iter().copied().map(Explained::flag));
        values
            .extend(entity.values.iter().map(|&(attribute, own)| self.unmodified(attribute, own)));
        for &flag in others {
            listed(values, flag, || Explained::flag(flag));
        }
        let nothing = |attribute| {
            let now = self.look.facts.attribute(attribute).default;
            self.unmodified(attribute, Value { now, ..Value::default() })
        };
        self.each_reason(who, None, |source, modifier| match self.reason(who, source, modifier) {
            Some(reason) => reasons.push(reason),
            None => _ = listed(values, modifier.attribute, || nothing(modifier.attribute)),
        });
        for (index, &Reason { attribute, .. }) in reasons.iter().enumerate() {
            if reasons[..index].iter().all(|it| it.attribute != attribute) {
                let it = listed(values, attribute, || nothing(attribute));
                *it = self.explain(*it, reasons);
            }
        }
    }

    /// Returns the value of an attribute without modifiers.
    fn unmodified(&self, attribute: Id<Attribute>, own: Value) -> Explained {
        let gauge = self.look.pack.attributes.get(attribute).kind() == AttributeKind::Gauge;
        let value = if gauge { own.now.min(own.max) } else { own.now };
        Explained { attribute, value, base: own.now, max: gauge.then_some(own.max) }
    }

    /// Returns what a modifier adds and multiplies, if its condition holds.
    fn reason(&self, who: EntityId, source: Source, modifier: &Modifier) -> Option<Reason> {
        if !self.modifies(who, source, modifier) {
            return None;
        }
        let (by, times) = self.terms(who, source, modifier);
        let label = Arc::clone(&modifier.label);
        Some(Reason { attribute: modifier.attribute, source, by, times, label })
    }

    /// Returns a value with its modifiers applied.
    fn explain(&self, nature: Explained, reasons: &[Reason]) -> Explained {
        let Explained { attribute, base, .. } = nature;
        let reasons = reasons.iter().filter(|it| it.attribute == attribute);
        let total = |nature| {
            let mut sum = Sum::default();
            reasons.clone().for_each(|it| sum.add((it.by, it.times)));
            sum.applied_to(nature)
        };
        let (value, max) = match self.look.pack.attributes.get(attribute).kind() {
            AttributeKind::Flag if reasons.clone().next().is_none() => (base, None),
            AttributeKind::Flag => (Fixed::from_bool(total(base) > Fixed::ZERO), None),
            AttributeKind::Number => (total(base), None),
            AttributeKind::Gauge => {
                let max = total(nature.max.unwrap_or_default()).max(Fixed::ZERO);
                (base.min(max), Some(max))
            }
        };
        Explained { value, max, ..nature }
    }

    /// Returns the values that would change with other equipment. For a gauge this is the maximum.
    pub(crate) fn compared(&self, dressed: &Dressed) -> Vec<Comparison> {
        let (who, other) = (dressed.who, self.as_if(dressed));
        let (mut now, mut then) = (Attributes::default(), Attributes::default());
        self.explain_all(who, &mut now);
        other.explain_all(who, &mut then);
        let mut all: Vec<Id<Attribute>> =
            now.values.iter().chain(&then.values).map(|it| it.attribute).collect();
        sort(&mut all);
        all.dedup();
        let compare = |attribute| {
            let shown = |sheet: &Sheet<'_>| match self.look.pack.attributes.get(attribute).kind() {
                AttributeKind::Gauge => sheet.max(who, attribute),
                AttributeKind::Number | AttributeKind::Flag => sheet.value(who, attribute),
            };
            Comparison { attribute, now: shown(self), then: shown(&other) }
        };
        all.into_iter().map(compare).filter(|it| it.now != it.then).collect()
    }
}

/// Returns the value of an attribute in a sorted list, and adds it if it is missing.
fn listed(
    values: &mut Vec<Explained>,
    attribute: Id<Attribute>,
    make: impl Fn() -> Explained,
) -> &mut Explained {
    let found = values.binary_search_by_key(&attribute, |it| it.attribute);
    let index = found.unwrap_or_else(|index| {
        values.insert(index, make());
        index
    });
    &mut values[index]
}
