use barrow_dice::Fixed;
use barrow_pack::{Attribute, AttributeKind, Id, Modifier, State};
use barrow_small::sort;

use super::{Dressed, Sheet, Sum};
use crate::state::entity::{EntityId, Value};
use crate::view::Compared;

/// All values of someone, in the order of their attributes, and everything that changes them.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Attributes {
    /// The values.
    pub values: Vec<Explained>,
    /// What changes them now; see [`Attributes::reasons_of`].
    pub reasons: Vec<Reason>,
}

/// The value of an attribute.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Explained {
    /// The attribute.
    pub attribute: Id<Attribute>,
    /// The value that the rules see: the base, plus every `by`, times every `times`.
    pub value: Fixed,
    /// The value before anything is added.
    pub base: Fixed,
    /// The maximum of a gauge.
    pub most: Option<Fixed>,
}

/// Something that changes a value while it lasts.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Reason {
    /// The attribute.
    pub attribute: Id<Attribute>,
    /// Where it comes from.
    pub source: Source,
    /// What it adds.
    pub by: Fixed,
    /// What it multiplies with.
    pub times: Fixed,
}

/// Where a change of a value comes from.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Source {
    /// Its own kind.
    Nature,
    /// Something worn.
    Worn(EntityId),
    /// A state.
    State(Id<State>),
}

impl Attributes {
    /// Returns what changes an attribute now.
    pub fn reasons_of(&self, attribute: Id<Attribute>) -> impl Iterator<Item = &Reason> {
        self.reasons.iter().filter(move |it| it.attribute == attribute)
    }
}

impl Explained {
    /// Returns a flag of someone's kind.
    const fn flag(attribute: Id<Attribute>) -> Self {
        Self { attribute, value: Fixed::ONE, base: Fixed::ONE, most: None }
    }
}

impl Sheet<'_> {
    /// Lists all values that someone has, itself or because of something, with their reasons.
    pub(crate) fn explain_all(self, who: EntityId, into: &mut Attributes) {
        let Attributes { values, reasons } = into;
        values.clear();
        reasons.clear();
        let entity = &self.world.entities[who.index()];
        // Own values and flags both come in the order of their attributes, and most flags are
        // of the first attributes.
        let flags = &self.pack.kinds.get(entity.kind).flags;
        let own = entity.values.first().map(|&(attribute, _)| attribute);
        let (first, others) = flags.split_at(flags.partition_point(|&it| Some(it) < own));
        values.extend(first.iter().copied().map(Explained::flag));
        values.extend(entity.values.iter().map(|&(attribute, own)| self.by_nature(attribute, own)));
        for &flag in others {
            listed(values, flag, || Explained::flag(flag));
        }
        let nothing = |attribute| self.by_nature(attribute, Value::default());
        self.each_reason(who, None, |source, modifier| match self.reason(who, source, modifier) {
            Some(reason) => reasons.push(reason),
            None => _ = listed(values, modifier.attribute, || nothing(modifier.attribute)),
        });
        for (place, &Reason { attribute, .. }) in reasons.iter().enumerate() {
            if reasons[..place].iter().all(|it| it.attribute != attribute) {
                let it = listed(values, attribute, || nothing(attribute));
                *it = self.explain(*it, reasons);
            }
        }
    }

    /// Returns the value of an attribute that nothing changes.
    fn by_nature(self, attribute: Id<Attribute>, own: Value) -> Explained {
        let gauge = self.pack.attributes.get(attribute).kind() == AttributeKind::Gauge;
        let value = if gauge { own.now.min(own.most) } else { own.now };
        Explained { attribute, value, base: own.now, most: gauge.then_some(own.most) }
    }

    /// Returns what a modifier does, if it does anything now.
    fn reason(self, who: EntityId, source: Source, modifier: &Modifier) -> Option<Reason> {
        let (by, times) = self.modifies(who, modifier).then(|| self.terms(who, modifier))?;
        Some(Reason { attribute: modifier.attribute, source, by, times })
    }

    /// Returns a value with the reasons that change it.
    fn explain(self, nature: Explained, reasons: &[Reason]) -> Explained {
        let Explained { attribute, base, .. } = nature;
        let reasons = reasons.iter().filter(|it| it.attribute == attribute);
        let total = |nature| {
            let mut sum = Sum::of(nature);
            reasons.clone().for_each(|it| sum.add((it.by, it.times)));
            sum.total()
        };
        let (value, most) = match self.pack.attributes.get(attribute).kind() {
            AttributeKind::Flag if reasons.clone().next().is_none() => (base, None),
            AttributeKind::Flag => (Fixed::from_bool(total(base) > Fixed::ZERO), None),
            AttributeKind::Number => (total(base), None),
            AttributeKind::Gauge => {
                let most = total(nature.most.unwrap_or_default()).max(Fixed::ZERO);
                (base.min(most), Some(most))
            }
        };
        Explained { value, most, ..nature }
    }

    /// Returns the values that would change if someone were dressed like this. For a gauge
    /// this is the maximum.
    pub(crate) fn compared(self, dressed: &Dressed) -> Vec<Compared> {
        let (who, other) = (dressed.who, self.as_if(dressed));
        let (mut now, mut then) = (Attributes::default(), Attributes::default());
        self.explain_all(who, &mut now);
        other.explain_all(who, &mut then);
        let mut all: Vec<Id<Attribute>> =
            now.values.iter().chain(&then.values).map(|it| it.attribute).collect();
        sort(&mut all);
        all.dedup();
        let compare = |attribute| {
            let shown = |sheet: Sheet<'_>| match self.pack.attributes.get(attribute).kind() {
                AttributeKind::Gauge => sheet.most(who, attribute),
                AttributeKind::Number | AttributeKind::Flag => sheet.value(who, attribute),
            };
            Compared { attribute, now: shown(self), then: shown(other) }
        };
        all.into_iter().map(compare).filter(|it| it.now != it.then).collect()
    }
}

/// Returns the value of an attribute in a list, which is added if it is missing.
fn listed(
    values: &mut Vec<Explained>,
    attribute: Id<Attribute>,
    make: impl Fn() -> Explained,
) -> &mut Explained {
    let found = values.binary_search_by_key(&attribute, |it| it.attribute);
    let place = found.unwrap_or_else(|place| {
        values.insert(place, make());
        place
    });
    &mut values[place]
}
