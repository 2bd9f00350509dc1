use barrow_dice::{Chance, Formula};
use barrow_grid::{Dir, Pos};
use barrow_pack::{Attribute, Field, Id, Spread};

use crate::ctx::Ctx;
use crate::scene::Scene;

impl Ctx<'_> {
    pub(super) fn spread(&mut self, id: Id<Field>, field: &Field, cells: &[Pos]) {
        let Some(spread) = &field.spread else { return };
        let players = self.with_player(Scene::default());
        let steady = spread.chance.is_constant();
        let steady = steady.then(|| self.number(&spread.chance, &players).to_chance());
        // An amount that draws does so wherever there is somewhere to go, aslant too.
        let draws = spread.amount.as_ref().is_some_and(Formula::draws);
        let ways = if spread.eight || draws { u8::MAX } else { Dir::STRAIGHT };
        for &at in cells {
            let open = if spread.one { ways } else { self.room_around(id, spread, at, ways) };
            if open == 0 {
                continue;
            }
            let amount = self.world.level.field_at(id, at);
            let new = match &spread.amount {
                _ if amount == 0 => 0,
                None => amount / 2,
                Some(formula) => self.in_cell(formula, at),
            };
            if new > 0 {
                self.spread_from((id, spread), &players.at(at), open, new, steady);
            }
        }
    }

    /// Lets a field get from a cell to its neighbours.
    fn spread_from(
        &mut self,
        (id, spread): (Id<Field>, &Spread),
        scene: &Scene,
        open: u8,
        new: u8,
        steady: Option<Chance>,
    ) {
        let Some(at) = scene.cell else { return };
        let ways: &[Dir] = if spread.eight { &Dir::ALL } else { &Dir::CARDINAL };
        let happens = |ctx: &mut Self| match steady {
            Some(chance) => ctx.world.rng.happens(chance),
            None => ctx.happens(Some(&spread.chance), scene),
        };
        if spread.one {
            if happens(self) {
                let dir = *self.world.rng.pick(ways).expect("there are ways");
                if self.room_around(id, spread, at, u8::MAX) >> dir as u8 & 1 == 1 {
                    self.set_field(id, at + dir, new);
                    self.field_arrives(id, at + dir);
                }
            }
            return;
        }
        for &dir in ways {
            if open >> dir as u8 & 1 == 1 && happens(self) {
                self.set_field(id, at + dir, new);
                self.field_arrives(id, at + dir);
            }
        }
    }

    /// Which of some neighbours of a cell a field can get onto, a bit each.
    fn room_around(&self, id: Id<Field>, spread: &Spread, at: Pos, ways: u8) -> u8 {
        let level = &self.world.level;
        let empty = ways & self.inside_around(at) & !self.layer(id).cells.around(at);
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
