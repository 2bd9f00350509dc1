//! Harm that a field conducts: to all who stand in the same body of it.

use std::sync::Arc;

use barrow_dice::Fixed;
use barrow_grid::{Adjacency, BitGrid, Pos, flood};
use barrow_pack::{Field, HarmType, Id};

use crate::ctx::scene::Scene;
use crate::ctx::{Ctx, Reads};
use crate::state::entity::EntityId;

impl<W: Reads> Ctx<'_, W> {
    /// Returns the connected cells with some of a field around one of them.
    pub(crate) fn body_of(&self, field: Id<Field>, at: Pos) -> BitGrid {
        let cells = &self.world.level.fields[usize::from(field.index())].cells;
        flood(cells, Adjacency::Eight, at)
    }

    /// Returns who else is hit when someone suffers harm of a type, row by row.
    pub(crate) fn conducted_to(&self, who: EntityId, kind: &HarmType) -> Vec<EntityId> {
        if !self.facts.conducts || kind.name.is_empty() {
            return Vec::new();
        }
        let Some(at) = self.pos(who) else { return Vec::new() };
        let mut fields = self.pack.fields.iter().filter(|(_, it)| it.conducts.contains(&kind.name));
        let field = fields.find(|(id, _)| self.world.level.field_at(*id, at) > 0);
        let Some((field, _)) = field else { return Vec::new() };
        let body = self.body_of(field, at);
        let actors = body.iter().filter_map(|at| self.world.level.actor_at(at));
        actors.filter(|&it| it != who).collect()
    }
}

impl Ctx<'_> {
    /// Harms someone, and all who stand with it in a field that conducts this type of harm.
    pub(crate) fn harm_and_conduct(
        &mut self,
        who: EntityId,
        by: Fixed,
        kind: &HarmType,
        cause: &Arc<str>,
        scene: &Scene,
    ) {
        let others = self.conducted_to(who, kind);
        self.charge_cells(16 * others.len());
        if self.entity(who).exists() {
            self.harm(who, by, kind, cause, scene);
        }
        for target in others {
            if self.entity(target).exists() {
                self.harm(target, by, kind, cause, &scene.with_target(target));
            }
        }
    }
}
