use barrow_dice::{Chance, Formula};
use barrow_grid::{BitGrid, Dir, Pos};
use barrow_pack::{Attribute, Field, Id, Spread};

use super::whole_amount;
use crate::ctx::Ctx;
use crate::scene::Scene;

/// How likely a field is to get from one cell to the next.
enum Odds<'g> {
    Same(Chance),
    /// A formula, and who is who in it.
    Varied(&'g Formula, Scene),
}

impl Ctx<'_> {
    #[inline(never)]
    pub(super) fn spread(&mut self, id: Id<Field>, field: &Field, cells: &[Pos]) {
        let Some(spread) = &field.spread else { return };
        let odds = match spread.chance.constant() {
            Some(chance) => Odds::Same(chance.to_chance()),
            None => Odds::Varied(&spread.chance, self.with_player(Scene::default())),
        };
        // An amount that draws does so wherever there is somewhere to go, aslant too.
        let draws = spread.amount.as_ref().is_some_and(Formula::draws);
        let ways = if spread.eight || draws { u8::MAX } else { Dir::STRAIGHT };
        let given = spread.amount.as_ref().map(|it| (it, it.constant().map(whole_amount)));
        // Where there is too little to halve, nothing is drawn either.
        let least = u8::from(given.is_none());
        let fuel = self.fuel_of_things(spread);
        for &at in cells {
            let amount = self.layer(id).get(at);
            if amount <= least {
                continue;
            }
            let open = if spread.one { ways } else { self.room_around(id, fuel, at, ways) };
            if open == 0 {
                continue;
            }
            let new = match given {
                None => amount / 2,
                Some((_, Some(same))) => same,
                Some((formula, None)) => self.in_cell(formula, at),
            };
            if new == 0 {
                continue;
            }
            if spread.one {
                self.spread_to_one(id, spread, &odds, at, new);
            } else {
                let open = if spread.eight { open } else { open & Dir::STRAIGHT };
                self.spread_to_all(id, open, &odds, at, new);
            }
        }
    }

    /// Lets a field get from a cell to each of some neighbours.
    fn spread_to_all(&mut self, id: Id<Field>, open: u8, odds: &Odds<'_>, at: Pos, new: u8) {
        let mut open = open;
        while open != 0 {
            let dir = Dir::ALL[open.trailing_zeros() as usize];
            open &= open - 1;
            if self.comes_true(odds, at) {
                self.set_field(id, at + dir, new);
                self.field_arrives(id, at + dir);
            }
        }
    }

    /// Lets a field get from a cell to a neighbour drawn at random, if there is room.
    #[inline(never)]
    fn spread_to_one(&mut self, id: Id<Field>, spread: &Spread, odds: &Odds<'_>, at: Pos, new: u8) {
        if !self.comes_true(odds, at) {
            return;
        }
        let ways: &[Dir] = if spread.eight { &Dir::ALL } else { &Dir::CARDINAL };
        let dir = *self.world.rng.pick(ways).expect("there are ways");
        let fuel = self.fuel_of_things(spread);
        if self.room_around(id, fuel, at, 1 << dir as u8) != 0 {
            self.set_field(id, at + dir, new);
            self.field_arrives(id, at + dir);
        }
    }

    #[inline]
    fn comes_true(&mut self, odds: &Odds<'_>, at: Pos) -> bool {
        match odds {
            Odds::Same(chance) => self.world.rng.happens(*chance),
            Odds::Varied(chance, scene) => self.happens(Some(chance), &scene.at(at)),
        }
    }

    /// What a field needs, if someone or something may have it where the ground has not.
    fn fuel_of_things(&self, spread: &Spread) -> Option<Id<Attribute>> {
        spread.fuel.filter(|&it| self.pack.attributes.get(it).had_by_things)
    }

    /// Which of some neighbours of a cell a field can get onto, a bit each.
    #[inline]
    fn room_around(&self, id: Id<Field>, fuel: Option<Id<Attribute>>, at: Pos, ways: u8) -> u8 {
        let room = ways & self.layer(id).room.around(at);
        match fuel {
            Some(flag) if room != ways => room | self.fuel_around(id, flag, at, ways & !room),
            Some(_) | None => room,
        }
    }

    /// Where around a cell a field has not come to someone or something that burns, on ground
    /// that does not.
    #[inline(never)]
    fn fuel_around(&self, id: Id<Field>, flag: Id<Attribute>, at: Pos, ways: u8) -> u8 {
        let level = &self.world.level;
        let mut others = ways & BitGrid::around_any([&level.crowd, &level.laden], at);
        if others != 0 {
            others &= !self.layer(id).cells.around(at);
        }
        let mut burning = 0;
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
