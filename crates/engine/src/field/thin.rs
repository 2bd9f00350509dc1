use barrow_dice::Fixed;
use barrow_grid::{Dir, Pos};
use barrow_pack::{Field, Id, Residue, Thinning};

use super::Patch;
use crate::ctx::Ctx;
use crate::ctx::scene::Scene;

impl Ctx<'_> {
    /// Clears a field from cells with few neighbours of it, and lets it puff into neighbouring
    /// cells where there is plenty.
    pub(super) fn disperse(&mut self, id: Id<Field>, field: &Field, listed: &[Patch]) {
        if field.thins.is_none() && field.puffs.is_none() {
            return;
        }
        // The thin cells are collected first; otherwise a whole row would vanish from one end in a
        // single turn.
        let cells: Vec<Pos> = listed.iter().flat_map(|it| it.cells()).collect();
        let thin: Vec<bool> = cells.iter().map(|&at| self.is_thin(id, field, at)).collect();
        for (&at, thin) in cells.iter().zip(thin) {
            let left = self.world.level.field_at(id, at);
            if left == 0 {
                continue;
            }
            let scene = Scene { amount: Fixed::from_whole(left.into()), ..Scene::default() };
            match &field.thins {
                Some(thins) if thin => {
                    self.thin(id, thins, &scene.at(at), at);
                }
                Some(_) | None => self.puff(id, field, &scene.at(at), at),
            }
        }
    }

    fn is_thin(&self, id: Id<Field>, field: &Field, at: Pos) -> bool {
        let Some(thins) = &field.thins else { return false };
        let kin = |&&dir: &&Dir| self.is_kin(id, Some(thins), at + dir);
        u32::try_from(Dir::ALL.iter().filter(kin).count()).is_ok_and(|it| it <= thins.below)
    }

    /// Returns whether a cell has some of the field, or of a field that counts as kin.
    fn is_kin(&self, id: Id<Field>, thins: Option<&Thinning>, at: Pos) -> bool {
        let others = thins.map_or(&[][..], |it| &it.counts);
        let mut all = others.iter().chain([&id]);
        all.any(|&it| self.world.level.field_at(it, at) > 0)
    }

    fn thin(&mut self, id: Id<Field>, thins: &Thinning, scene: &Scene, at: Pos) {
        if !self.happens(thins.chance.as_ref(), scene) {
            return;
        }
        let left = u32::from(self.world.level.field_at(id, at));
        let amount = self.count(thins.amount.as_ref(), scene, left);
        self.set_field(id, at, 0);
        if let Some(becomes) = thins.becomes {
            self.set_field(becomes, at, u8::try_from(amount).unwrap_or(u8::MAX));
        }
    }

    fn puff(&mut self, id: Id<Field>, field: &Field, scene: &Scene, at: Pos) {
        let Some(puffs) = field.puffs.as_ref().filter(|it| self.happens(it.chance.as_ref(), scene))
        else {
            return;
        };
        let amount = self.count(puffs.amount.as_ref(), scene, 1);
        let free: Vec<Pos> = Dir::ALL
            .iter()
            .map(|&dir| at + dir)
            .filter(|&it| self.is_clear(id, puffs, it))
            .collect();
        if let Some(&cell) = self.world.rng.pick(&free) {
            self.set_field(puffs.field, cell, u8::try_from(amount).unwrap_or(u8::MAX));
            self.field_arrives(puffs.field, cell);
        }
    }

    /// Returns whether a puff can go to a cell: firm ground without either field.
    fn is_clear(&self, id: Id<Field>, puffs: &Residue, at: Pos) -> bool {
        let thins = self.pack.fields.get(id).thins.as_ref();
        let taken = self.is_kin(id, thins, at) || self.world.level.field_at(puffs.field, at) > 0;
        self.world.level.is_open(at) && !self.is_pit(at) && !taken
    }
}
