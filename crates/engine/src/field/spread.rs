use barrow_grid::{Dir, Pos};
use barrow_pack::{Attribute, Field, Id, Spread};

use crate::ctx::Ctx;
use crate::scene::Scene;

impl Ctx<'_> {
    pub(super) fn spread(&mut self, id: Id<Field>, field: &Field, cells: &[Pos]) {
        let Some(spread) = &field.spread else { return };
        let ways: &[Dir] = if spread.eight { &Dir::ALL } else { &Dir::CARDINAL };
        let players = self.with_player(Scene::default());
        for &at in cells {
            let open = if spread.one { u8::MAX } else { self.ways_to_spread(id, spread, at) };
            if open == 0 {
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
            let scene = players.at(at);
            if spread.one {
                if self.happens(Some(&spread.chance), &scene) {
                    let dir = *self.world.rng.pick(ways).expect("there are ways");
                    if self.ways_to_spread(id, spread, at) >> dir as u8 & 1 == 1 {
                        self.set_field(id, at + dir, new);
                        self.field_arrives(id, at + dir);
                    }
                }
                continue;
            }
            for &dir in ways {
                if open >> dir as u8 & 1 == 1 && self.happens(Some(&spread.chance), &scene) {
                    self.set_field(id, at + dir, new);
                    self.field_arrives(id, at + dir);
                }
            }
        }
    }

    /// The directions from a cell in which a field has somewhere to go, a bit each. Most cells
    /// of a cloud have none.
    fn ways_to_spread(&self, id: Id<Field>, spread: &Spread, at: Pos) -> u8 {
        let level = &self.world.level;
        let empty = self.inside_around(at) & !self.layer(id).cells.around(at);
        match spread.fuel {
            None => empty & !level.solid.around(at),
            Some(flag) => Dir::ALL.iter().fold(0, |ways, &dir| {
                let bit = 1 << dir as u8;
                let burns = empty & bit != 0 && self.burns(at + dir, flag);
                ways | if burns { bit } else { 0 }
            }),
        }
    }

    /// Whether something on a cell, or the cell itself, has a flag.
    fn burns(&self, at: Pos, flag: Id<Attribute>) -> bool {
        let ground = self.pack.kinds.get(self.world.level.ground[at]);
        let actor = self.world.level.actor_at(at);
        ground.flags.contains(&flag)
            || actor.into_iter().chain(self.pile(at)).any(|it| self.is(it, flag))
    }
}
