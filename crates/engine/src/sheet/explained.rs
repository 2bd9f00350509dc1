use barrow_dice::Fixed;
use barrow_pack::{Attribute, AttributeKind, Id, Modifier, State};
use barrow_sorted::sort;

use super::{Sheet, Sum};
use crate::entity::{EntityId, Value};
use crate::view::Compared;

/// The value of an attribute and how it comes about.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Explained {
    /// Which.
    pub attribute: Id<Attribute>,
    /// The value that the rules see: the base, plus every `by`, times every `times`.
    pub value: Fixed,
    /// What it is by nature.
    pub base: Fixed,
    /// The most, of a gauge.
    pub most: Option<Fixed>,
    /// What changes it now.
    pub reasons: Vec<Reason>,
}

/// Something that changes a value while it lasts.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Reason {
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
    /// What it is.
    Nature,
    /// Something worn.
    Worn(EntityId),
    /// A state.
    State(Id<State>),
}

impl Sheet<'_> {
    /// The value of an attribute with all that it comes from.
    pub(crate) fn explain(self, who: EntityId, attribute: Id<Attribute>) -> Explained {
        let mut reasons = Vec::new();
        self.each_reason(who, Some(attribute), |source, modifier| {
            reasons.extend(self.reason(who, source, modifier));
        });
        let own = self.world.entities[who.index()].own(attribute);
        let base = self.base(who, attribute);
        let (value, most) = self.outcome(attribute, base, own, &reasons);
        Explained { attribute, value, base, most, reasons }
    }

    /// All values that someone has, by nature or for a reason, with all that they come from, in
    /// the order of the attributes.
    pub(crate) fn explain_all(self, who: EntityId) -> Vec<Explained> {
        let entity = &self.world.entities[who.index()];
        let flags = &self.pack.kinds.get(entity.kind).flags;
        let mut all = Vec::with_capacity(entity.values.len() + flags.len());
        // A thing's own values are in that order.
        for &(attribute, own) in &entity.values {
            all.push(self.by_nature(attribute, own.now, Some(own)));
        }
        for &flag in flags {
            self.listed(&mut all, flag, Fixed::ONE);
        }
        self.each_reason(who, None, |source, modifier| {
            let it = self.listed(&mut all, modifier.attribute, Fixed::ZERO);
            it.reasons.extend(self.reason(who, source, modifier));
        });
        for it in all.iter_mut().filter(|it| !it.reasons.is_empty()) {
            let own = entity.own(it.attribute);
            (it.value, it.most) = self.outcome(it.attribute, it.base, own, &it.reasons);
        }
        all
    }

    /// The one of an attribute in a list, put there if the list has none.
    fn listed(
        self,
        all: &mut Vec<Explained>,
        attribute: Id<Attribute>,
        base: Fixed,
    ) -> &mut Explained {
        let found = all.binary_search_by_key(&attribute, |it| it.attribute);
        let place = found.unwrap_or_else(|place| {
            all.insert(place, self.by_nature(attribute, base, None));
            place
        });
        &mut all[place]
    }

    /// What a modifier does, if it does anything now.
    fn reason(self, who: EntityId, source: Source, modifier: &Modifier) -> Option<Reason> {
        let (by, times) = self.modifies(who, modifier).then(|| self.terms(who, modifier))?;
        Some(Reason { source, by, times })
    }

    /// A value that nothing changes.
    fn by_nature(self, attribute: Id<Attribute>, base: Fixed, own: Option<Value>) -> Explained {
        let (value, most) = self.outcome(attribute, base, own, &[]);
        Explained { attribute, value, base, most, reasons: Vec::new() }
    }

    /// The value that the rules see, and the most, of a gauge.
    fn outcome(
        self,
        attribute: Id<Attribute>,
        base: Fixed,
        own: Option<Value>,
        reasons: &[Reason],
    ) -> (Fixed, Option<Fixed>) {
        match self.pack.attributes.get(attribute).kind() {
            AttributeKind::Flag if reasons.is_empty() => (base, None),
            AttributeKind::Flag => (Fixed::from_truth(total(base, reasons) > Fixed::ZERO), None),
            AttributeKind::Number => (total(base, reasons), None),
            AttributeKind::Gauge => {
                let most = own.map_or(Fixed::ZERO, |own| total(own.most, reasons));
                let most = most.max(Fixed::ZERO);
                (base.min(most), Some(most))
            }
        }
    }

    /// The values that would change if someone wore one thing in place of another. Of a gauge
    /// the most is told.
    pub(crate) fn exchanged(
        self,
        who: EntityId,
        before: Option<EntityId>,
        item: EntityId,
    ) -> Vec<Compared> {
        let wear = |item: EntityId| {
            let kind = self.world.entities[item.index()].kind;
            &self.pack.kinds.get(kind).wear
        };
        let touched = before.into_iter().chain([item]).flat_map(wear);
        let mut attributes: Vec<Id<Attribute>> = touched.map(|it| it.attribute).collect();
        sort(&mut attributes);
        attributes.dedup();
        let compare = |attribute| {
            let it = self.explain(who, attribute);
            let now = it.most.unwrap_or(it.value);
            let own = self.world.entities[who.index()].own(attribute);
            let base = it.most.and(own).map_or(it.base, |own| own.most);
            let taken_off = |reason: &&Reason| before.map(Source::Worn) != Some(reason.source);
            let mut kept: Vec<(Fixed, Fixed)> =
                it.reasons.iter().filter(taken_off).map(|it| (it.by, it.times)).collect();
            let put_on = wear(item).iter().filter(|it| it.attribute == attribute);
            kept.extend(put_on.filter(|it| self.modifies(who, it)).map(|it| self.terms(who, it)));
            let sum = kept.iter().fold(base, |sum, &(by, _)| sum + by);
            let then = kept.iter().fold(sum, |product, &(_, times)| product * times);
            Compared { attribute, now, then }
        };
        let all = attributes.into_iter().map(compare);
        all.filter(|it| it.now != it.then).collect()
    }
}

/// A base with all that is added, then with all that multiplies.
fn total(base: Fixed, reasons: &[Reason]) -> Fixed {
    let mut sum = Sum::of(base);
    for it in reasons {
        sum.add((it.by, it.times));
    }
    sum.total()
}
