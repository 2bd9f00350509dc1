use barrow_dice::{Chance, Formula};
use barrow_grid::{BitGrid, Dir, Pos};
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
            let amount = self.layer(id).get(at);
            // Where there is too little to halve, nothing is drawn either.
            if amount == 0 || amount == 1 && spread.amount.is_none() {
                continue;
            }
            let open = if spread.one { ways } else { self.room_around(id, spread, at, ways) };
            if open == 0 {
                continue;
            }
            let new = match &spread.amount {
                None => amount / 2,
                Some(formula) => self.in_cell(formula, at),
            };
            if new > 0 {
                self.spread_from((id, spread), (&players, at), (open, new), steady);
            }
        }
    }

    /// Lets a field get from a cell to its neighbours.
    fn spread_from(
        &mut self,
        (id, spread): (Id<Field>, &Spread),
        (players, at): (&Scene, Pos),
        (open, new): (u8, u8),
        steady: Option<Chance>,
    ) {
        let happens = |ctx: &mut Self| match steady {
            Some(chance) => ctx.world.rng.happens(chance),
            None => ctx.happens(Some(&spread.chance), &players.at(at)),
        };
        if spread.one {
            if happens(self) {
                let ways: &[Dir] = if spread.eight { &Dir::ALL } else { &Dir::CARDINAL };
                let dir = *self.world.rng.pick(ways).expect("there are ways");
                if self.room_around(id, spread, at, u8::MAX) >> dir as u8 & 1 == 1 {
                    self.set_field(id, at + dir, new);
                    self.field_arrives(id, at + dir);
                }
            }
            return;
        }
        let mut open = if spread.eight { open } else { open & Dir::STRAIGHT };
        while open != 0 {
            let dir = Dir::ALL[open.trailing_zeros() as usize];
            open &= open - 1;
            if happens(self) {
                self.set_field(id, at + dir, new);
                self.field_arrives(id, at + dir);
            }
        }
    }

    /// Which of some neighbours of a cell a field can get onto, a bit each.
    fn room_around(&self, id: Id<Field>, spread: &Spread, at: Pos, ways: u8) -> u8 {
        let (level, layer) = (&self.world.level, self.layer(id));
        let inside = ways & self.inside_around(at);
        let Some(flag) = spread.fuel else {
            let [full, solid] = BitGrid::around_each([&layer.cells, &level.solid], at);
            return inside & !(full | solid);
        };
        let sets = [&layer.cells, &layer.fuel, &level.crowd, &level.laden];
        let [there, fuel, crowd, laden] = BitGrid::around_each(sets, at);
        let empty = inside & !there;
        let mut burning = empty & fuel;
        // Someone or something that burns may stand on ground that does not.
        let mut others = empty & !burning & (crowd | laden);
        while others != 0 {
            let place = others.trailing_zeros();
            others &= others - 1;
            if self.has_fuel(at + Dir::ALL[place as usize], flag) {
                burning |= 1 << place;
            }
        }
        burning
    }

    /// Whether someone or something on a cell has a flag.
    fn has_fuel(&self, at: Pos, flag: Id<Attribute>) -> bool {
        let actor = self.world.level.actor_at(at);
        actor.into_iter().chain(self.pile(at)).any(|it| self.is(it, flag))
    }
}
