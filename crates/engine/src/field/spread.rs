use barrow_grid::{BitGrid, Dir, Pos};
use barrow_pack::{Attribute, Field, Id};

use crate::ctx::Ctx;
use crate::scene::Scene;

impl Ctx<'_> {
    pub(super) fn spread(&mut self, id: Id<Field>, field: &Field, cells: &[Pos]) {
        let Some(spread) = &field.spread else { return };
        let ways: &[Dir] = if spread.eight { &Dir::ALL } else { &Dir::CARDINAL };
        for &at in cells {
            // Most cells of a cloud have nowhere to go, and that is quickly seen.
            if !spread.one && is_enclosed(&self.layer(id).cells, at) {
                continue;
            }
            let amount = self.world.level.field_at(id, at);
            let new = match &spread.amount {
                _ if amount == 0 => 0,
                None => amount / 2,
                Some(formula) => self.in_cell(formula, at),
            };
            if new == 0 {
                continue;
            }
            let scene = Scene::default().at(at);
            if spread.one {
                if self.happens(Some(&spread.chance), &scene) {
                    let dir = *self.world.rng.pick(ways).expect("there are ways");
                    self.spread_to(id, at + dir, new, spread.fuel);
                }
                continue;
            }
            for &dir in ways {
                if self.can_spread(id, at + dir, spread.fuel)
                    && self.happens(Some(&spread.chance), &scene)
                {
                    self.set_field(id, at + dir, new);
                }
            }
        }
    }

    fn spread_to(&mut self, id: Id<Field>, to: Pos, amount: u8, fuel: Option<Id<Attribute>>) {
        if self.can_spread(id, to, fuel) {
            self.set_field(id, to, amount);
        }
    }

    fn can_spread(&self, id: Id<Field>, to: Pos, fuel: Option<Id<Attribute>>) -> bool {
        let level = &self.world.level;
        level.bounds().contains(to)
            && !self.layer(id).cells.contains(to)
            && fuel.map_or_else(|| level.is_open(to), |flag| self.burns(to, flag))
    }

    /// Whether something on a cell, or the cell itself, has a flag.
    fn burns(&self, at: Pos, flag: Id<Attribute>) -> bool {
        let ground = self.pack.kinds.get(self.world.level.ground[at]);
        let actor = self.world.level.actor_at(at);
        ground.flags.contains(&flag)
            || actor.into_iter().chain(self.pile(at)).any(|it| self.is(it, flag))
    }
}

/// Whether all eight cells around a cell are in the set.
fn is_enclosed(cells: &BitGrid, at: Pos) -> bool {
    Dir::ALL.iter().all(|&dir| cells.contains(at + dir))
}
