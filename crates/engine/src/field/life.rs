use barrow_grid::{Dir, Pos};
use barrow_pack::{Field, Id};
use barrow_small::sort;

use super::Patch;
use crate::ctx::Ctx;

impl Ctx<'_> {
    /// Applies a field's birth and survival rule, by the number of neighbours that have it, to all
    /// cells at once.
    pub(super) fn apply_life(&mut self, id: Id<Field>, field: &Field, listed: &[Patch]) {
        let Some(life) = &field.life else { return };
        // Only cells that have some, and their neighbours, can change.
        let cells: Vec<Pos> = listed.iter().flat_map(|it| it.cells()).collect();
        let near = cells.iter().flat_map(|&at| Dir::ALL.map(|dir| at + dir));
        let mut affected: Vec<Pos> = cells.iter().copied().chain(near).collect();
        affected.retain(|&at| self.world.level.is_open(at) && !self.is_pit(at));
        sort(&mut affected);
        affected.dedup();
        let lives = |at: &Pos| {
            let rule = if self.layer(id).cells.contains(*at) { &life.survive } else { &life.born };
            let count = Dir::ALL.iter().filter(|&&dir| self.layer(id).cells.contains(*at + dir));
            rule.contains(&u32::try_from(count.count()).unwrap_or(8))
        };
        let after: Vec<bool> = affected.iter().map(lives).collect();
        for (&at, lives) in affected.iter().zip(after) {
            let before = self.world.level.field_at(id, at);
            self.set_field(id, at, if lives { before.max(1) } else { 0 });
        }
    }
}
