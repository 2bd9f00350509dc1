//! Visits every formula and every effect of a pack, wherever they are.

use std::sync::Arc;

use barrow_dice::Formula;
use barrow_small::Map;

use crate::Dig;
use crate::load::Pack;
use crate::model::{
    Ability, Answer, Attribute, Bag, Behaviour, Deed, Door, Effect, Ending, Entry, Field, Hint,
    Holding, Hooks, Illusion, Item, Keeps, Kind, Lamp, Level, Links, Look, LookCase, Lots, Menu,
    Mind, Modifier, Needs, Placement, Portion, Reaction, Residue, Routine, Row, Rules, RunModifier,
    ScorePart, Selection, Sorting, Source, Spread, Start, State, Stock, Strike, Switch, Thinning,
    Touch, Unknown, Veil, Warning, Zone,
};
use crate::names::{Id, Table};
use crate::scope::Word;
use crate::template::{Piece, Template};

/// What a walk over a pack calls.
pub trait Visitor {
    /// Visits a formula.
    fn formula(&mut self, _: &Formula) {}

    /// Visits an effect, before the formulas and effects within it.
    fn effect(&mut self, _: &Effect) {}
}

impl Pack {
    /// Visits every formula and every effect.
    pub fn walk(&self, visitor: &mut dyn Visitor) {
        let Self { rules, attributes, kinds, states, fields, minds, abilities, .. } = self;
        let Self { levels, tables, menus, routines, bags, selections, modifiers, veil, .. } = self;
        let things: [&dyn Walk; 7] = [rules, attributes, kinds, states, fields, minds, abilities];
        let others: [&dyn Walk; 8] =
            [levels, tables, menus, routines, bags, selections, modifiers, veil];
        things.walk(visitor);
        others.walk(visitor);
    }
}

/// A part of a pack that may hold formulas or effects.
trait Walk {
    fn walk(&self, visitor: &mut dyn Visitor);
}

impl Walk for Formula {
    fn walk(&self, visitor: &mut dyn Visitor) {
        visitor.formula(self);
    }
}

impl Walk for Needs {
    fn walk(&self, visitor: &mut dyn Visitor) {
        self.0.walk(visitor);
    }
}

impl<T: Walk + ?Sized> Walk for &T {
    fn walk(&self, visitor: &mut dyn Visitor) {
        (**self).walk(visitor);
    }
}

impl<T: Walk> Walk for Option<T> {
    fn walk(&self, visitor: &mut dyn Visitor) {
        if let Some(part) = self {
            part.walk(visitor);
        }
    }
}

impl<T: Walk> Walk for [T] {
    fn walk(&self, visitor: &mut dyn Visitor) {
        for part in self {
            part.walk(visitor);
        }
    }
}

impl<T: Walk> Walk for Vec<T> {
    fn walk(&self, visitor: &mut dyn Visitor) {
        self.as_slice().walk(visitor);
    }
}

impl<K: Ord, T: Walk> Walk for Map<K, T> {
    fn walk(&self, visitor: &mut dyn Visitor) {
        for part in self.values() {
            part.walk(visitor);
        }
    }
}

impl<T: Walk> Walk for Table<T> {
    fn walk(&self, visitor: &mut dyn Visitor) {
        for (_, part) in self.iter() {
            part.walk(visitor);
        }
    }
}

impl Walk for Template {
    fn walk(&self, visitor: &mut dyn Visitor) {
        for piece in &self.pieces {
            match piece {
                Piece::Number(formula) => formula.walk(visitor),
                Piece::Case { of, texts, .. } => {
                    of.walk(visitor);
                    texts.walk(visitor);
                }
                Piece::Text(_)
                | Piece::Name { .. }
                | Piece::Agree { .. }
                | Piece::Word(_)
                | Piece::Verb(_)
                | Piece::Indefinite => {}
            }
        }
    }
}

impl Walk for Hooks {
    fn walk(&self, visitor: &mut dyn Visitor) {
        for (_, effects) in self.iter() {
            effects.walk(visitor);
        }
    }
}

impl Walk for Dig {
    fn walk(&self, visitor: &mut dyn Visitor) {
        for formula in self.formulas() {
            formula.walk(visitor);
        }
    }
}

/// Implements [`Walk`] for records: each walks over the fields named here.
macro_rules! walk_fields {
    ($($record:ident { $($field:ident),* })*) => {$(
        impl Walk for $record {
            fn walk(&self, visitor: &mut dyn Visitor) {
                let parts: &[&dyn Walk] = &[$(&self.$field),*];
                parts.walk(visitor);
            }
        }
    )*};
}

walk_fields! {
    Ability { cost, cooldown, range, among, radius, tell, tells, say, missile, deed }
    Answer { from, text, when, hint, takes, deed }
    Attribute { at_zero, per_turn, warnings }
    Bag { limit }
    Door { while_ }
    Ending { hints }
    Entry { weight, count, needs }
    Field { look, spread, fades, leaves, thins, puffs, max_cells, reacts, light, on }
    Holding { stock, limit }
    Hint { when }
    Illusion { when, chance, noise, range, lasts }
    Item { switch, unknown, called, works, fails, needs, delay, range, cost, aim }
    Keeps { when }
    Kind { look, values, changes, strike, touch, door, light, item, wear, stock, bags, needs, on }
    Lamp { radius, intensity }
    Level { dig, zones, places, links, ambient, needs, on }
    Links { step, while_ }
    Look { cases }
    LookCase { when }
    Lots { entries }
    Menu { title, text, options }
    Mind { behaviours }
    Modifier { by, times, when }
    Placement { amount, count, chance, when }
    Portion { weight, deed }
    Reaction { chance, amount }
    Residue { amount, chance }
    Routine { deed }
    Row { value }
    Rules { throw_range, score, panel, keeps, illusions, won, lost, on }
    RunModifier { needs, score }
    ScorePart { value }
    Selection { source, filter, order, count }
    Spread { chance, amount }
    Start { now, max }
    State { lasts, changes, astray, begins, ends, on }
    Stock { count, chance }
    Strike { chance, deed, miss, say }
    Switch { by }
    Thinning { chance, amount }
    Touch { deed }
    Unknown { name }
    Veil { when, chance, lasts, off_by, lifts }
    Warning { below, say }
    Zone { dig, niches }
    Behaviour { deed, when, chance }
}

impl Walk for Deed {
    fn walk(&self, visitor: &mut dyn Visitor) {
        match self {
            Self::Approach { within, detour, memory, sense: _, greedy: _ } => {
                [within, detour, memory].walk(visitor);
            }
            Self::KeepAway { near, far } => [near, far].walk(visitor),
            Self::Flee { within } | Self::Mine { within, flag: _ } => within.walk(visitor),
            Self::Shoot { range } => range.walk(visitor),
            Self::Guard { radius: formula } | Self::Ambush { within: formula } => {
                formula.walk(visitor);
            }
            Self::Strike
            | Self::StrikeBack
            | Self::Cast { .. }
            | Self::Wander { .. }
            | Self::Wait => {}
        }
    }
}

impl<T: Walk> Walk for Arc<T> {
    fn walk(&self, visitor: &mut dyn Visitor) {
        (**self).walk(visitor);
    }
}

impl<T: Walk> Walk for Box<T> {
    fn walk(&self, visitor: &mut dyn Visitor) {
        (**self).walk(visitor);
    }
}

impl Walk for Source {
    fn walk(&self, visitor: &mut dyn Visitor) {
        match self {
            Self::Around { radius, .. } => radius.walk(visitor),
            Self::Table { draw, .. } => draw.walk(visitor),
            Self::Missing
            | Self::Subject(_)
            | Self::Named(_)
            | Self::Bag { .. }
            | Self::Worn(_)
            | Self::Level
            | Self::Kinds(_) => {}
        }
    }
}

impl Walk for Sorting {
    fn walk(&self, visitor: &mut dyn Visitor) {
        match self {
            Self::By(formula) => formula.walk(visitor),
            Self::First | Self::Near | Self::Far | Self::Random => {}
        }
    }
}

impl Walk for Effect {
    fn walk(&self, visitor: &mut dyn Visitor) {
        visitor.effect(self);
        let parts: &[&dyn Walk] = match self {
            Self::Change { by, .. } | Self::Raise { by, .. } | Self::Harm { by, .. } => &[by],
            Self::Set { to, .. } => &[to],
            Self::Apply { turns, .. } => &[turns],
            Self::Spawn { count, radius, .. } => &[count, radius],
            Self::Spill { count, radius, filter, .. } => &[count, radius, filter],
            Self::Give { count, .. } => &[count],
            Self::Take { count, filter, .. } => &[count, filter],
            Self::Transfer { from, .. } => &[from],
            Self::Push { cells, .. } => &[cells],
            Self::Move { radius, .. } | Self::Build { radius, .. } => &[radius],
            Self::Put { amount, radius, beyond, .. } => &[amount, radius, beyond],
            Self::Noise { text, range, .. } => &[text, range],
            Self::Flash { radius, turns, .. } => &[radius, turns],
            Self::Say { text } | Self::Win { text } | Self::Lose { text } => &[text],
            Self::If { when, then, otherwise } => &[when, then, otherwise],
            Self::Chance { of, then, otherwise } => &[of, then, otherwise],
            Self::Pick { lots } => &[lots],
            Self::With { amount, then } => &[amount, then],
            Self::Repeat { times, then } => &[times, then],
            Self::Area { radius, then, .. } => &[radius, then],
            Self::Each { from, then, otherwise } => &[from, then, otherwise],
            Self::Choose { menu, otherwise } => &[menu, otherwise],
            Self::Call { with, .. } => &[with],
            Self::Later { turns, radius, then } => &[turns, radius, then],
            Self::Fill { .. }
            | Self::Die { .. }
            | Self::Cure { .. }
            | Self::Remove { .. }
            | Self::Become { .. }
            | Self::Forget { .. }
            | Self::Identify { .. }
            | Self::Shuffle { .. }
            | Self::Go { .. }
            | Self::Stay
            | Self::Open { .. }
            | Self::Close { .. }
            | Self::Lock { .. }
            | Self::Unlock { .. }
            | Self::Reveal { .. }
            | Self::Cue { .. }
            | Self::Menu { .. }
            | Self::Cast { .. }
            | Self::Award { .. } => &[],
        };
        parts.walk(visitor);
    }
}

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
        self.0.extend(formula.variables().filter_map(|it| match Word::of(it) {
            Word::Selected(id) => Some(id),
            _ => None,
        }));
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[derive(Default)]
    struct Count {
        formulas: usize,
        flags_set: usize,
    }

    impl Visitor for Count {
        fn formula(&mut self, _: &Formula) {
            self.formulas += 1;
        }

        fn effect(&mut self, effect: &Effect) {
            self.flags_set += usize::from(matches!(effect, Effect::Set { .. }));
        }
    }

    /// Together these packs use every key of the manual, and their `Debug` text shows every value.
    #[test]
    fn a_walk_visits_every_formula_and_effect() {
        for pack in crate::chapters::coverage::loaded() {
            let mut count = Count::default();
            pack.walk(&mut count);
            let shown = format!("{pack:?}");
            assert_eq!(count.formulas, shown.matches("Formula(").count());
            assert_eq!(count.flags_set, shown.matches("Set { attribute").count());
        }
    }
}
