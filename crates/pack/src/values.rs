//! Which values depend on which: the modifiers of one attribute may read another.

use barrow_dice::{Formula, Variable};

use crate::load::Pack;
use crate::model::{Attribute, AttributeKind, Modifier};
use crate::names::Id;
use crate::scope::Word;

impl Modifier {
    /// Returns what its formulas read.
    pub fn variables(&self) -> impl Iterator<Item = Variable> {
        [&self.by, &self.times, &self.when].into_iter().flatten().flat_map(Formula::variables)
    }
}

impl Pack {
    /// Returns every modifier, wherever it stands.
    pub fn modifiers(&self) -> impl Iterator<Item = &Modifier> {
        let kinds = self.kinds.iter().flat_map(|(_, kind)| kind.changes.iter().chain(&kind.wear));
        kinds.chain(self.states.iter().flat_map(|(_, state)| &state.changes))
    }

    /// Returns each attribute with modifiers together with each attribute whose effective value
    /// they read. A modifier reads only the base of its own attribute, and a gauge as it is: only
    /// its maximum is modified.
    pub fn modifier_reads(&self) -> Vec<(Id<Attribute>, Id<Attribute>)> {
        let gauge = |id| {
            let attribute = self.attributes.try_get(id);
            attribute.is_some_and(|it| it.kind() == AttributeKind::Gauge)
        };
        let read = |variable| Word::of(variable).attribute().filter(|&(id, max)| max || !gauge(id));
        let reads = self.modifiers().flat_map(|modifier| {
            let own = modifier.attribute;
            modifier
                .variables()
                .filter_map(read)
                .map(|(id, _)| id)
                .filter(move |&id| id != own)
                .map(move |id| (own, id))
        });
        reads.collect()
    }
}
