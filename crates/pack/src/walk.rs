//! Visits every formula and every effect of a pack, wherever they are.

mod links;

use std::sync::Arc;

use barrow_dice::Formula;
use barrow_small::Map;

use crate::Dig;
use crate::load::Pack;
use crate::model::{
    Ability, Advice, AdvicePart, Answer, Attribute, Bag, Behaviour, CellShape, Choosing, Deed,
    Door, Effect, Ending, Entry, Extent, Field, Flight, Graph, Hint, Holding, Hooks, Illusion,
    Item, Keeps, Kind, Lamp, Level, LinkTarget, LinkTargets, Links, Look, LookCase, Lots, Menu,
    Messages, Mind, Modifier, Motion, Need, Needs, NeedsTo, Placement, Policy, Portion, Reaction,
    Residue, Room, Routine, Row, Rules, RunModifier, Scatter, ScorePart, Selection, Sorting,
    Source, Spread, Stacks, Start, State, Stock, Strike, Switch, Thinning, Tip, Title, Touch,
    Unknown, Veil, Wakes, Warning, Zone,
};
use crate::names::Table;
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
        let Self { levels, tables, menus, graphs, rooms, routines, bags, selections, .. } = self;
        let Self { modifiers, veil, policies, tips, .. } = self;
        let things: [&dyn Walk; 7] = [rules, attributes, kinds, states, fields, minds, abilities];
        let others: [&dyn Walk; 12] = [
            levels, tables, menus, graphs, rooms, routines, bags, selections, modifiers, veil,
            policies, tips,
        ];
        things.walk(visitor);
        others.walk(visitor);
    }
}

/// Visits every formula and every effect of a list.
pub(crate) fn walk_effects(list: &[Effect], visitor: &mut dyn Visitor) {
    list.walk(visitor);
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

impl<T: Walk + ?Sized> Walk for Box<T> {
    fn walk(&self, visitor: &mut dyn Visitor) {
        (**self).walk(visitor);
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

impl Walk for Advice {
    fn walk(&self, visitor: &mut dyn Visitor) {
        for part in &self.parts {
            match part {
                AdvicePart::Text(text) => text.walk(visitor),
                AdvicePart::Press { .. } => {}
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
    Ability { cost, cooldown, range, among, extent, tell, tells, say, missile, deed }
    Answer { from, text, when, hint, takes, deed }
    Attribute { at_zero, per_turn, warnings }
    Bag { limit }
    Choosing { menu, otherwise }
    CellShape { burst, ring, line, cone, cross, star }
    Door { while_ }
    Ending { hints }
    Entry { weight, count, needs }
    Extent { radius, shape }
    Field { look, spread, fades, leaves, thins, puffs, max_cells, reacts, light, on }
    Flight { cells }
    Holding { stock, limit }
    Hint { when }
    Illusion { when, chance, noise, range, lasts }
    Item {
        switch, stacks, unknown, called, works, fails, needs, needs_to, sticks, delay, range, cost,
        aim
    }
    Keeps { when }
    Kind {
        name, status, look, values, changes, wakes, strike, touch, door, flight, light, item, wear,
        stock, bags, needs, on
    }
    Lamp { radius, intensity }
    LinkTarget { weight, when }
    LinkTargets { list }
    Graph { chance }
    Level { goal, opening, dig, zones, places, links, floor, salt, ambient, needs, on }
    Links { down, up, step, while_ }
    Look { cases }
    LookCase { when }
    Lots { entries }
    Menu { title, text, options }
    Messages {
        took, no_room, opened, closed, unlocked, unsealed, sealed, pushed, fell, shot, shot_past,
        threw, burst, broke, unfit, lost, identified
    }
    Mind { behaviours }
    Need { when, say }
    NeedsTo { using, equip, unequip, pickup }
    Modifier { by, times, when }
    Motion { cells, radius, over, into }
    Placement { amount, count, chance, when }
    Policy { leave_when }
    Portion { weight, deed }
    Reaction { chance, amount }
    Residue { amount, chance }
    Room { places, on }
    Routine { deed }
    Row { value, text, wide, when }
    Rules { goal, opening, throw_range, score, panel, messages, keeps, illusions, won, lost, tension, on }
    RunModifier { needs, score }
    Scatter { amount, count, extent }
    ScorePart { value }
    Selection { source, filter, order, count }
    Spread { chance, amount }
    Start { now, max }
    State { lasts, changes, astray, begins, ends, on }
    Stock { count, chance }
    Strike { chance, deed, miss, say }
    Switch { by }
    Thinning { chance, amount }
    Tip { when, text }
    Title { template }
    Touch { deed }
    Unknown { name }
    Veil { when, chance, lasts, off_by, lifts }
    Wakes { noise, sight }
    Warning { below, say }
    Zone { dig, niches }
    Behaviour { deed, when, chance }
}

impl Walk for Stacks {
    fn walk(&self, visitor: &mut dyn Visitor) {
        match self {
            Self::UpTo(limit) => limit.walk(visitor),
            Self::Never | Self::Always => {}
        }
    }
}

impl Walk for Deed {
    fn walk(&self, visitor: &mut dyn Visitor) {
        match self {
            Self::Approach { within, detour, memory, sense: _, greedy: _ } => {
                [within, detour, memory].walk(visitor);
            }
            Self::KeepAway { near, far } => [near, far].walk(visitor),
            Self::Follow { near, far, whom: _, flag: _ } => [near, far].walk(visitor),
            Self::Alert { radius, say } => {
                radius.walk(visitor);
                say.walk(visitor);
            }
            Self::Flee { within }
            | Self::Mine { within, flag: _ }
            | Self::Surround { within, sense: _ } => within.walk(visitor),
            Self::Shoot { range } => range.walk(visitor),
            Self::Guard { radius: formula }
            | Self::Ambush { within: formula }
            | Self::Search { turns: formula }
            | Self::Disengage { turns: formula } => {
                formula.walk(visitor);
            }
            Self::Strike
            | Self::StrikeBack { .. }
            | Self::Cast { .. }
            | Self::Patrol { .. }
            | Self::Advance
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

impl Walk for Source {
    fn walk(&self, visitor: &mut dyn Visitor) {
        if let Some((_, extent)) = self.extent() {
            extent.walk(visitor);
        }
        if let Self::Table { draw, .. } = self {
            draw.walk(visitor);
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
            Self::Spawn { count, extent, .. } => &[count, extent],
            Self::Spill { count, radius, filter, .. } => &[count, radius, filter],
            Self::Give { count, .. } => &[count],
            Self::Take { count, filter, .. } => &[count, filter],
            Self::Transfer { from, .. } => &[from],
            Self::Push { cells, .. } => &[cells],
            Self::Go { floor, .. } => &[floor],
            Self::Move { motion } => &[motion],
            Self::Build { extent, .. } | Self::Reveal { extent, .. } => &[extent],
            Self::Put { amount, extent, beyond, .. } => &[amount, extent, beyond],
            Self::Scatter { what } => &[what],
            Self::Noise { text, range, .. } => &[text, range],
            Self::Flash { extent, turns, .. } => &[extent, turns],
            Self::Say { text } | Self::Win { text } | Self::Lose { text } => &[text],
            Self::If { when, then, otherwise } => &[when, then, otherwise],
            Self::Chance { of, then, otherwise } => &[of, then, otherwise],
            Self::Pick { lots } => &[lots],
            Self::With { amount, then } => &[amount, then],
            Self::Repeat { times, then } => &[times, then],
            Self::Area { extent, then, .. } => &[extent, then],
            Self::Each { from, then, otherwise } => &[from, then, otherwise],
            Self::Choose { choice } => &[choice],
            Self::Call { with, .. } => &[with],
            Self::Later { turns, extent, then } => &[turns, extent, then],
            Self::Fill { .. }
            | Self::Die { .. }
            | Self::Cure { .. }
            | Self::Remove { .. }
            | Self::Become { .. }
            | Self::Join { .. }
            | Self::Forget { .. }
            | Self::Identify { .. }
            | Self::Shuffle { .. }
            | Self::Stay
            | Self::Open { .. }
            | Self::Close { .. }
            | Self::Lock { .. }
            | Self::Unlock { .. }
            | Self::Cue { .. }
            | Self::Menu { .. }
            | Self::Cast { .. }
            | Self::Award { .. } => &[],
        };
        parts.walk(visitor);
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
