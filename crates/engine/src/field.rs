//! Fields: amounts in cells that spread, affect who stands there, react with each other and fade.

mod layer;
mod life;
mod spread;
#[cfg(test)]
mod tests;
mod thin;

use barrow_dice::{Fixed, Formula};
use barrow_grid::{BitGrid, Pos};
use barrow_pack::{Attribute, Effect, Field, Id, Occasion, Pack, Reaction, Spread};

pub(crate) use self::layer::Layer;
use self::layer::Patch;

use crate::ctx::scene::Scene;
use crate::ctx::{Ctx, Reads};
use crate::state::level::Level;

impl<W: Reads> Ctx<'_, W> {
    pub(crate) fn layer(&self, field: Id<Field>) -> &Layer {
        &self.world.level.fields[usize::from(field.index())]
    }
}

impl Ctx<'_> {
    fn layer_mut(&mut self, field: Id<Field>) -> &mut Layer {
        &mut self.world.level.fields[usize::from(field.index())]
    }

    /// Sets the amount of a field in a cell.
    pub(crate) fn set_field(&mut self, field: Id<Field>, at: Pos, amount: u8) {
        let level = &mut self.world.level;
        let bounds = level.bounds();
        if level.fields[usize::from(field.index())].amounts.bounds() != bounds {
            self.allocate_layer(field);
        }
        if self.layer_mut(field).set(at, amount) {
            self.field_changed(self.pack.fields.get(field), at, amount > 0);
        }
    }

    /// Updates what depends on a field that has come to a cell or left it.
    #[inline]
    fn field_changed(&mut self, field: &Field, at: Pos, has: bool) {
        self.note_change();
        let level = &mut self.world.level;
        if field.harmful || !field.crossing.is_empty() {
            level.path_changes.note(at);
        }
        level.shade_changes += u64::from(field.hides);
        level.lamps.flickers |= field.light.is_some();
        if field.opaque {
            self.update_opacity(at, has);
        }
    }

    /// Updates whether a cell blocks sight after an opaque field has come there or left. Few fields
    /// are opaque.
    #[cold]
    fn update_opacity(&mut self, at: Pos, has: bool) {
        let level = &self.world.level;
        if level.pile_cells.contains(at) {
            return self.update_cell(at);
        }
        let ground =
            || self.pack.kinds.get(level.ground[at]).flags.contains(&self.pack.core.opaque);
        let mut fields = self.pack.fields.iter().zip(&level.fields);
        let opaque =
            has || ground() || fields.any(|((_, field), layer)| field.opaque && layer.get(at) > 0);
        self.world.level.set_opaque(at, opaque);
    }

    /// Allocates the layer of a field that has not been on the level yet.
    #[cold]
    fn allocate_layer(&mut self, field: Id<Field>) {
        let bounds = self.world.level.bounds();
        let level = &mut self.world.level;
        let layer = &mut level.fields[usize::from(field.index())];
        layer.reset(bounds.width, bounds.height);
        lay_ground(self.pack, level, field);
    }

    /// Updates all fields that need fuel after the ground of a cell has changed.
    pub(crate) fn ground_changed(&mut self, at: Pos) {
        let level = &mut self.world.level;
        let ground = self.pack.kinds.get(level.ground[at]);
        for ((_, field), layer) in self.pack.fields.iter().zip(&mut level.fields) {
            if let Some(fuel) = field.spread.as_ref().and_then(fuel_flag) {
                layer.set_ground(at, ground.flags.contains(&fuel));
            }
        }
    }

    /// Runs one round of all fields, in the order of the pack.
    pub(crate) fn update_fields(&mut self) {
        for (id, field) in self.pack.fields.iter() {
            if self.layer(id).count == 0 {
                continue;
            }
            let mut listed = std::mem::take(&mut self.layer_mut(id).listed);
            self.layer_mut(id).list(&mut listed);
            let early = field.thins.as_ref().is_some_and(|it| it.early);
            if early {
                self.disperse(id, field, &listed);
                self.layer_mut(id).list(&mut listed);
            }
            self.act_on_occupants(field, &listed);
            self.react(id, field, &listed);
            self.spread(id, field, &listed);
            self.apply_life(id, field, &listed);
            if !early {
                self.disperse(id, field, &listed);
            }
            self.fade(id, field, &listed);
            self.enforce_limit(id, field);
            self.layer_mut(id).listed = listed;
        }
    }

    /// Applies a field's effects to everyone in the listed cells.
    fn act_on_occupants(&mut self, field: &Field, listed: &[Patch]) {
        let effects = field.on.effects(Occasion::Turn);
        if effects.is_empty() {
            return;
        }
        for &patch in listed {
            let mut left = patch.bits;
            // Effects may move someone, so the occupied cells are read again each time.
            while let Some(at) = self.next_occupied(Patch { bits: left, ..patch }) {
                self.affect(effects, at);
                left &= u64::MAX << 1 << (at.x % 64);
            }
        }
    }

    /// Returns the first of these cells that is occupied.
    fn next_occupied(&self, patch: Patch) -> Option<Pos> {
        let level = &self.world.level;
        let [actor_cells, pile_cells] =
            [&level.actor_cells, &level.pile_cells].map(|it| it.words()[patch.index]);
        Patch { bits: patch.bits & (actor_cells | pile_cells), ..patch }.cells().next()
    }

    /// Applies what a field does on entering a cell to everyone there.
    pub(crate) fn field_arrives(&mut self, field: Id<Field>, at: Pos) {
        let effects = self.pack.fields.get(field).on.effects(Occasion::Spawn);
        if !effects.is_empty() {
            self.affect(effects, at);
        }
    }

    /// Applies effects to everyone in a cell.
    fn affect(&mut self, effects: &[Effect], at: Pos) {
        let actor = self.world.level.actors[at];
        let mut next = actor.or(self.world.level.piles[at]);
        let mut is_actor = actor.is_some();
        while let Some(target) = next {
            // The next thing of the pile is read first, since the target may be gone afterwards.
            let below = self.entity(target).below;
            next = if is_actor { self.world.level.piles[at] } else { below };
            is_actor = false;
            if self.entity(target).exists() {
                let scene = Scene { target: Some(target), ..Scene::default() };
                self.run(effects, &scene.in_cell(at));
            }
        }
    }

    fn react(&mut self, id: Id<Field>, field: &Field, listed: &[Patch]) {
        for reaction in &field.reacts {
            if !self.layer(id).may_meet(self.layer(reaction.with)) {
                continue;
            }
            for at in listed.iter().flat_map(|it| it.cells()) {
                let other = self.layer(reaction.with).get(at);
                if other == 0 || self.layer(id).get(at) == 0 {
                    continue;
                }
                if !self.happens_in(reaction.chance.as_ref(), at) {
                    continue;
                }
                if reaction.extent {
                    let body: Vec<Pos> = self.body_of(reaction.with, at).iter().collect();
                    self.charge_cells(body.len());
                    for at in body {
                        self.react_in(id, reaction, at);
                    }
                } else {
                    self.react_in(id, reaction, at);
                }
            }
        }
    }

    /// Lets two fields react in a cell that has some of the other.
    fn react_in(&mut self, id: Id<Field>, reaction: &Reaction, at: Pos) {
        let other = self.layer(reaction.with).get(at);
        let scene = Scene::default().at(at);
        let amount = self.count(reaction.amount.as_ref(), &scene, other.into());
        self.set_field(reaction.with, at, 0);
        if reaction.spends && self.layer(id).get(at) > 0 {
            self.set_field(id, at, 0);
        }
        if let Some(becomes) = reaction.becomes {
            self.set_field(becomes, at, u8::try_from(amount).unwrap_or(u8::MAX));
        }
    }

    /// Lowers the amount in each cell that had some at the start of the round.
    fn fade(&mut self, id: Id<Field>, field: &Field, listed: &[Patch]) {
        let Some(fades) = &field.fades else { return };
        if let Some(same) = fades.constant().map(whole_amount) {
            for &patch in listed {
                let gone = self.layer_mut(id).lower(patch, same);
                gone.cells().for_each(|at| self.finish_fading(field, at));
            }
            return;
        }
        for at in listed.iter().flat_map(|it| it.cells()) {
            let amount = self.layer(id).get(at);
            let left = if amount == 0 { 0 } else { amount.saturating_sub(self.in_cell(fades, at)) };
            if left < amount {
                self.layer_mut(id).set(at, left);
                if left == 0 {
                    self.finish_fading(field, at);
                }
            }
        }
    }

    /// Applies what happens where a field has faded away.
    fn finish_fading(&mut self, field: &Field, at: Pos) {
        self.field_changed(field, at, false);
        self.leave_residue(field, at);
    }

    fn leave_residue(&mut self, field: &Field, at: Pos) {
        let Some(residue) = &field.leaves else { return };
        if self.happens_in(residue.chance.as_ref(), at) {
            let scene = Scene::default().at(at);
            let amount = self.count(residue.amount.as_ref(), &scene, 1);
            let there = u32::from(self.world.level.field_at(residue.field, at));
            let amount = u8::try_from(amount.max(there)).unwrap_or(u8::MAX);
            self.set_field(residue.field, at, amount);
        }
    }

    /// Clears a random tenth of a field's cells if there are more than its limit.
    fn enforce_limit(&mut self, id: Id<Field>, field: &Field) {
        let Some(max) = &field.max_cells else { return };
        let max = self.count(Some(max), &Scene::default(), 0);
        let count = self.layer(id).count;
        if count <= max {
            return;
        }
        let mut cells: Vec<Pos> = self.layer(id).cells.iter().collect();
        self.world.rng.shuffle(&mut cells);
        for &at in cells.iter().take((count / 10).max(1) as usize) {
            self.set_field(id, at, 0);
        }
    }

    /// Draws whether something with a chance happens in a cell. Most chances are plain numbers.
    fn happens_in(&mut self, chance: Option<&Formula>, at: Pos) -> bool {
        match chance.and_then(Formula::constant) {
            Some(constant) => self.world.rng.happens(constant.to_chance()),
            None => self.happens(chance, &Scene::default().at(at)),
        }
    }

    /// Evaluates a formula in a cell and converts the value to an amount.
    fn in_cell(&mut self, formula: &Formula, at: Pos) -> u8 {
        let constant = formula.constant();
        whole_amount(constant.unwrap_or_else(|| self.number(formula, &Scene::default().at(at))))
    }
}

/// Returns the flag that a field burns.
fn fuel_flag(spread: &Spread) -> Option<Id<Attribute>> {
    spread.fuel.as_ref()?.flag
}

/// Converts a number to an amount.
fn whole_amount(number: Fixed) -> u8 {
    u8::try_from(number.to_whole().max(0)).unwrap_or(u8::MAX)
}

/// Computes the cells of a level that a field can spread to.
pub(crate) fn lay_ground(pack: &Pack, level: &mut Level, field: Id<Field>) {
    let Some(spread) = &pack.fields.get(field).spread else { return };
    let fuel = fuel_flag(spread);
    let ground = if let Some(fuel) = fuel {
        let burns = |ground: &_| pack.kinds.get(*ground).flags.contains(&fuel);
        BitGrid::from_grid(&level.ground, burns)
    } else {
        let mut open = level.solid.clone();
        open.invert();
        open
    };
    let layer = &mut level.fields[usize::from(field.index())];
    layer.lay_ground(ground, fuel.is_some());
}
