//! Which routines and selections refer to each other.

use barrow_dice::Formula;

use super::{Visitor, Walk};
use crate::model::{Effect, Routine, Selection, Source};
use crate::names::Id;
use crate::scope::Word;

impl Routine {
    /// Returns the routines that it calls.
    pub(crate) fn calls(&self) -> Vec<Id<Self>> {
        let mut calls = Calls(Vec::new());
        self.walk(&mut calls);
        calls.0
    }
}

struct Calls(Vec<Id<Routine>>);

impl Visitor for Calls {
    fn effect(&mut self, effect: &Effect) {
        if let Effect::Call { routine, .. } = effect {
            self.0.push(*routine);
        }
    }
}

impl Selection {
    /// Returns the selections that it names or counts.
    pub(crate) fn others(&self) -> Vec<Id<Self>> {
        let named = if let Source::Named(id) = self.source { Some(id) } else { None };
        let mut counted = Counted(named.into_iter().collect());
        self.walk(&mut counted);
        counted.0
    }
}

struct Counted(Vec<Id<Selection>>);

impl Visitor for Counted {
    fn formula(&mut self, formula: &Formula) {
        for variable in formula.variables() {
            if let Word::Selected(id) = Word::of(variable) {
                self.0.push(id);
            }
        }
    }
}
