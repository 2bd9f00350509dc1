//! Which values depend on which: the modifiers of one attribute may read another.

use barrow_dice::{Formula, Variable};

use crate::load::Pack;
use crate::model::{Attribute, AttributeKind, Modifier, Source};
use crate::names::Id;
use crate::scope::Word;

/// How many selections that name each other are looked through. Circles are reported elsewhere.
const MAX_NESTED: usize = 16;

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
                .flat_map(|it| self.read_through(it, 0))
                .filter_map(read)
                .map(|(id, _)| id)
                .filter(move |&id| id != own)
                .map(move |id| (own, id))
        });
        reads.collect()
    }

    /// Returns a variable, or what the formulas of a selection read if it counts one.
    fn read_through(&self, variable: Variable, depth: usize) -> Vec<Variable> {
        let Word::Selected(id) = Word::of(variable) else { return vec![variable] };
        let Some(selection) = self.selections.try_get(id).filter(|_| depth < MAX_NESTED) else {
            return Vec::new();
        };
        let size = selection.source.extent().and_then(|(_, extent)| extent.size());
        let named = if let Source::Named(id) = selection.source {
            Some(Word::Selected(id).variable())
        } else {
            None
        };
        let formulas = [selection.filter.as_ref(), selection.count.as_ref(), size];
        let read = formulas.into_iter().flatten().flat_map(Formula::variables).chain(named);
        read.flat_map(|it| self.read_through(it, depth + 1)).collect()
    }
}
