//! Fields: what fills cells and spreads, acts on who stands there, reacts and fades.

mod life;
mod spread;
#[cfg(test)]
mod tests;
mod thin;

use barrow_dice::Formula;
use barrow_grid::Pos;
use barrow_pack::{Effect, Field, Id, Occasion};

use crate::ctx::Ctx;
use crate::level::Layer;
use crate::scene::Scene;

impl Ctx<'_> {
    pub(crate) fn layer(&self, field: Id<Field>) -> &Layer {
        &self.world.level.fields[usize::from(field.index())]
    }

    /// Sets how much of a field a cell has.
    pub(crate) fn set_field(&mut self, field: Id<Field>, at: Pos, amount: u8) {
        let bounds = self.world.level.bounds();
        let layer = &mut self.world.level.fields[usize::from(field.index())];
        if layer.amounts.bounds() != bounds {
            layer.amounts.reset(bounds.width, bounds.height);
            layer.cells.reset(bounds.width, bounds.height);
        }
        let before = layer.amounts.set(at, amount);
        if (before == 0) == (amount == 0) {
            return;
        }
        layer.cells.set(at, amount > 0);
        self.strain.changes = self.strain.changes.saturating_add(1);
        layer.count = if amount > 0 { layer.count + 1 } else { layer.count - 1 };
        let what = self.pack.fields.get(field);
        let level = &mut self.world.level;
        if what.harmful {
            level.ways.note(at);
        }
        level.shade_changes += u64::from(what.hides);
        level.stale_light |= what.light.is_some();
        if what.opaque {
            self.settle(at);
        }
    }

    /// One round of all fields, in the order of the pack.
    pub(crate) fn fields_turn(&mut self) {
        for (id, field) in self.pack.fields.iter() {
            if self.layer(id).count == 0 {
                continue;
            }
            let mut cells = std::mem::take(&mut self.world.cells);
            cells.clear();
            cells.extend(self.layer(id).cells.iter());
            self.act_on_occupants(field, &cells);
            self.react(id, field, &cells);
            self.spread(id, field, &cells);
            self.live_on(id, field, &cells);
            self.disperse(id, field, &cells);
            self.fade(id, field, &cells);
            self.clear_some(id, field, &mut cells);
            self.world.cells = cells;
        }
    }

    fn act_on_occupants(&mut self, field: &Field, cells: &[Pos]) {
        self.affect(field.on.on(Occasion::Turn), cells);
    }

    /// What a field does where it comes to someone.
    pub(crate) fn field_arrives(&mut self, field: Id<Field>, at: Pos) {
        self.affect(self.pack.fields.get(field).on.on(Occasion::Spawn), &[at]);
    }

    /// Does something to all who are in some cells.
    fn affect(&mut self, effects: &[Effect], cells: &[Pos]) {
        if effects.is_empty() {
            return;
        }
        for &at in cells {
            let actor = self.world.level.actors[at];
            let mut next = actor.or(self.world.level.piles[at]);
            let mut is_actor = actor.is_some();
            while let Some(target) = next {
                // What lies beneath is asked for first, since the target may be gone then.
                let below = self.entity(target).below;
                next = if is_actor { self.world.level.piles[at] } else { below };
                is_actor = false;
                if self.entity(target).exists() {
                    let scene = Scene { target: Some(target), ..Scene::default() };
                    self.run(effects, &scene.in_cell(at));
                }
            }
        }
    }

    fn react(&mut self, id: Id<Field>, field: &Field, cells: &[Pos]) {
        for reaction in &field.reacts {
            if self.layer(reaction.with).count == 0 {
                continue;
            }
            for &at in cells {
                let other = self.world.level.field_at(reaction.with, at);
                let there = self.world.level.field_at(id, at) > 0;
                let scene = Scene::default().at(at);
                if other == 0 || !there || !self.happens(reaction.chance.as_ref(), &scene) {
                    continue;
                }
                let amount = self.count(reaction.amount.as_ref(), &scene, other.into());
                self.set_field(reaction.with, at, 0);
                if reaction.spends {
                    self.set_field(id, at, 0);
                }
                if let Some(becomes) = reaction.becomes {
                    self.set_field(becomes, at, u8::try_from(amount).unwrap_or(u8::MAX));
                }
            }
        }
    }

    /// Each cell that had some at the beginning of the round loses a little.
    fn fade(&mut self, id: Id<Field>, field: &Field, cells: &[Pos]) {
        let Some(fades) = &field.fades else { return };
        let same = fades.is_constant().then(|| self.in_cell(fades, Pos::default()));
        for &at in cells {
            let left = self.world.level.field_at(id, at);
            if left > 0 {
                let loss = same.unwrap_or_else(|| self.in_cell(fades, at));
                self.set_field(id, at, left.saturating_sub(loss));
                if loss >= left {
                    self.leave_residue(field, at);
                }
            }
        }
    }

    fn leave_residue(&mut self, field: &Field, at: Pos) {
        let Some(residue) = &field.leaves else { return };
        let scene = Scene::default().at(at);
        if self.happens(residue.chance.as_ref(), &scene) {
            let amount = self.count(residue.amount.as_ref(), &scene, 1);
            let there = u32::from(self.world.level.field_at(residue.field, at));
            let amount = u8::try_from(amount.max(there)).unwrap_or(u8::MAX);
            self.set_field(residue.field, at, amount);
        }
    }

    /// Beyond so many cells, a tenth of them clears, drawn at random.
    fn clear_some(&mut self, id: Id<Field>, field: &Field, cells: &mut Vec<Pos>) {
        let Some(most) = &field.most_cells else { return };
        let most = self.count(Some(most), &Scene::default(), 0);
        let count = self.layer(id).count;
        if count <= most {
            return;
        }
        cells.clear();
        cells.extend(self.layer(id).cells.iter());
        self.world.rng.shuffle(cells);
        for &at in cells.iter().take((count / 10).max(1) as usize) {
            self.set_field(id, at, 0);
        }
    }

    /// The value of a formula in a cell, as an amount.
    fn in_cell(&mut self, formula: &Formula, at: Pos) -> u8 {
        let number = self.count(Some(formula), &Scene::default().at(at), 0);
        u8::try_from(number).unwrap_or(u8::MAX)
    }
}
