//! Fields: what fills cells and spreads, acts on who stands there, reacts and fades.

use barrow_grid::{Dir, Pos};
use barrow_pack::{Field, Id, Occasion};

use crate::ctx::Ctx;
use crate::entity::EntityId;
use crate::scene::Scene;

impl Ctx<'_> {
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
        let what = self.pack.fields.get(field);
        if what.opaque {
            self.settle(at);
        }
        if what.light.is_some() {
            self.world.level.stale_light = true;
        }
    }

    /// One round of all fields, in the order of the pack.
    pub(crate) fn fields_turn(&mut self) {
        for (id, field) in self.pack.fields.iter() {
            if self.world.level.fields[usize::from(id.index())].cells.is_empty() {
                continue;
            }
            let cells: Vec<Pos> =
                self.world.level.fields[usize::from(id.index())].cells.iter().collect();
            self.act_on_occupants(field, &cells);
            self.react(id, field, &cells);
            self.spread(id, field, &cells);
            self.fade(id, field, &cells);
        }
    }

    fn act_on_occupants(&mut self, field: &Field, cells: &[Pos]) {
        let effects = field.on.on(Occasion::Turn);
        if effects.is_empty() {
            return;
        }
        for &at in cells {
            let mut there: Vec<EntityId> = self.world.level.actor_at(at).into_iter().collect();
            there.extend(self.pile(at));
            for target in there {
                if self.entity(target).exists() {
                    let scene = Scene { target: Some(target), ..Scene::default() };
                    self.run(effects, &scene);
                }
            }
        }
    }

    fn react(&mut self, id: Id<Field>, field: &Field, cells: &[Pos]) {
        for reaction in &field.reacts {
            for &at in cells {
                let other = self.world.level.field_at(reaction.with, at);
                let scene = Scene::default().at(at);
                if other == 0 || !self.happens(reaction.chance.as_ref(), &scene) {
                    continue;
                }
                let amount = self.count(reaction.amount.as_ref(), &scene, other.into());
                let amount = u8::try_from(amount).unwrap_or(u8::MAX);
                self.set_field(reaction.with, at, 0);
                if reaction.spends {
                    self.set_field(id, at, 0);
                }
                if let Some(becomes) = reaction.becomes {
                    self.set_field(becomes, at, amount);
                }
            }
        }
    }

    fn spread(&mut self, id: Id<Field>, field: &Field, cells: &[Pos]) {
        let Some(spread) = &field.spread else { return };
        let ways: &[Dir] = if spread.eight { &Dir::ALL } else { &Dir::CARDINAL };
        for &at in cells {
            let amount = self.world.level.field_at(id, at);
            let scene = Scene::default().at(at);
            if amount == 0 {
                continue;
            }
            let new = self.count(spread.amount.as_ref(), &scene, u32::from(amount) / 2);
            let new = u8::try_from(new).unwrap_or(u8::MAX);
            if new == 0 {
                continue;
            }
            if spread.one {
                if self.happens(Some(&spread.chance), &scene) {
                    let dir = *self.world.rng.pick(ways).expect("there are ways");
                    self.spread_to(id, at + dir, new, spread.fuel);
                }
                continue;
            }
            for &dir in ways {
                if self.could_spread(id, at + dir, spread.fuel)
                    && self.happens(Some(&spread.chance), &scene)
                {
                    self.spread_to(id, at + dir, new, spread.fuel);
                }
            }
        }
    }

    fn could_spread(
        &self,
        id: Id<Field>,
        to: Pos,
        fuel: Option<Id<barrow_pack::Attribute>>,
    ) -> bool {
        let open = self.world.level.bounds().contains(to) && self.world.level.field_at(id, to) == 0;
        match fuel {
            None => open && self.world.level.is_open(to),
            Some(flag) => open && self.burns(to, flag),
        }
    }

    /// Whether something on a cell, or the cell itself, has a flag.
    fn burns(&self, at: Pos, flag: Id<barrow_pack::Attribute>) -> bool {
        let ground = self.pack.kinds.get(self.world.level.ground[at]);
        let actor = self.world.level.actor_at(at);
        ground.flags.contains(&flag)
            || actor.into_iter().chain(self.pile(at)).any(|it| self.is(it, flag))
    }

    fn spread_to(
        &mut self,
        id: Id<Field>,
        to: Pos,
        amount: u8,
        fuel: Option<Id<barrow_pack::Attribute>>,
    ) {
        if self.could_spread(id, to, fuel) {
            self.set_field(id, to, amount);
        }
    }

    fn fade(&mut self, id: Id<Field>, field: &Field, cells: &[Pos]) {
        if let Some(fades) = &field.fades {
            for &at in cells {
                let loss = self.count(Some(fades), &Scene::default().at(at), 0);
                let before = u32::from(self.world.level.field_at(id, at));
                let left = before.saturating_sub(loss);
                self.set_field(id, at, u8::try_from(left).unwrap_or(u8::MAX));
                if before > 0 && left == 0 {
                    self.leave_residue(field, at);
                }
            }
        }
        if let Some(most) = &field.most_cells {
            let most = self.count(Some(most), &Scene::default(), 0);
            self.shrink(id, most);
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
    fn shrink(&mut self, id: Id<Field>, most: u32) {
        let mut cells: Vec<Pos> =
            self.world.level.fields[usize::from(id.index())].cells.iter().collect();
        let count = u32::try_from(cells.len()).unwrap_or(u32::MAX);
        if count <= most {
            return;
        }
        self.world.rng.shuffle(&mut cells);
        for at in cells.into_iter().take((count / 10).max(1) as usize) {
            self.set_field(id, at, 0);
        }
    }
}
