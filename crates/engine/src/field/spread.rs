use barrow_dice::{Chance, Formula, Rng};
use barrow_grid::{BitGrid, Dir, Pos};
use barrow_pack::{Attribute, Field, Id, Occasion, Spread};

use super::{Layer, Patch, fuel_flag, whole_amount};
use crate::ctx::Ctx;
use crate::ctx::scene::Scene;
use crate::facts::Had;
use crate::state::world::World;

/// How a field spreads that behaves the same in every cell and changes only amounts.
struct UniformSpread {
    chance: Chance,
    /// The amount that a reached cell gets; `None` for half of the source's amount.
    given: Option<u8>,
    /// The directions, one bit each.
    ways: u8,
}

impl Layer {
    /// Spreads from some cells to each neighbour with room, and appends the cells it reached.
    fn spread(
        &mut self,
        patch: Patch,
        uniform: &UniformSpread,
        rng: &mut Rng,
        reached: &mut Vec<Pos>,
    ) {
        let start = self.index_of(patch);
        let mut around = self.room.around_word(patch.index);
        let mut left = patch.bits;
        while left != 0 {
            let column = left.trailing_zeros();
            left &= left - 1;
            let amount = self.amounts.cells()[start + column as usize];
            let new = uniform.given.unwrap_or(amount / 2);
            if amount == 0 || new == 0 {
                continue;
            }
            let at = patch.corner + Pos::new(column.cast_signed(), 0);
            let mut open = uniform.ways & around.of(column).unwrap_or_else(|| self.room.around(at));
            while open != 0 {
                let dir = Dir::ALL[open.trailing_zeros() as usize];
                open &= open - 1;
                if rng.happens(uniform.chance) {
                    self.set(at + dir, new);
                    reached.push(at + dir);
                    around.remove(column, dir);
                }
            }
        }
    }
}

/// Returns the field that another one burns.
fn fuel_field(spread: &Spread) -> Option<Id<Field>> {
    spread.fuel.as_ref()?.field
}

impl Ctx<'_> {
    pub(super) fn spread(&mut self, id: Id<Field>, field: &Field, listed: &[Patch]) {
        let Some(spread) = &field.spread else { return };
        let Some(uniform) = self.uniform_spread(field, spread) else {
            return self.spread_by_cell(id, spread, listed);
        };
        let World { level, rng, cells, .. } = &mut *self.world;
        let layer = &mut level.fields[usize::from(id.index())];
        let mut reached = std::mem::take(cells);
        reached.clear();
        // A local copy can stay in a register.
        let mut draws = rng.clone();
        for &patch in listed {
            layer.spread(patch, &uniform, &mut draws, &mut reached);
        }
        *rng = draws;
        for &at in &reached {
            self.field_changed(field, at, true);
        }
        self.world.cells = reached;
    }

    /// Returns how a field spreads, if it does so the same way everywhere.
    fn uniform_spread(&self, field: &Field, spread: &Spread) -> Option<UniformSpread> {
        let chance = spread.chance.constant()?.to_chance();
        let given = match &spread.amount {
            Some(amount) => Some(whole_amount(amount.constant()?)),
            None => None,
        };
        let plain = !spread.one
            && fuel_field(spread).is_none()
            && self.fuel_of_things(spread).is_none()
            && field.on.effects(Occasion::Spawn).is_empty();
        let ways = if spread.eight { u8::MAX } else { Dir::STRAIGHT };
        plain.then_some(UniformSpread { chance, given, ways })
    }

    /// Spreads a field whose chance or amount differs from cell to cell, or that has effects where
    /// it arrives.
    fn spread_by_cell(&mut self, id: Id<Field>, spread: &Spread, listed: &[Patch]) {
        // An amount that draws a random number does so for every cell that has a way to spread,
        // even if only diagonally.
        let draws = spread.amount.as_ref().is_some_and(Formula::draws);
        let ways = if spread.eight || draws { u8::MAX } else { Dir::STRAIGHT };
        // Nothing is drawn for a cell with too little to halve.
        let halves = spread.amount.is_none() && fuel_field(spread).is_none();
        let min = u8::from(halves);
        let scene = self.with_player(Scene::default());
        let fuel = self.fuel_of_things(spread);
        self.use_up_fuel(id, spread, listed);
        for at in listed.iter().flat_map(|it| it.cells()) {
            let amount = self.layer(id).get(at);
            if amount <= min {
                continue;
            }
            let open = if spread.one { ways } else { self.room_around(id, fuel, at, ways) };
            let open = open & self.fuel_cells_around(spread, at);
            if open == 0 {
                continue;
            }
            let given = spread.amount.as_ref();
            let new = given.map_or(amount / 2, |formula| self.in_cell(formula, at));
            if new == 0 && (halves || given.is_some()) {
                continue;
            }
            let scene = scene.at(at);
            if spread.one {
                self.spread_to_one(id, spread, &scene, at, new);
            } else {
                let open = if spread.eight { open } else { open & Dir::STRAIGHT };
                self.spread_to_all(id, spread, &scene, at, open, new);
            }
        }
    }

    /// Burns the fuel in the cells that a field is already in: it becomes as much as that was.
    fn use_up_fuel(&mut self, id: Id<Field>, spread: &Spread, listed: &[Patch]) {
        let Some(fuel) = fuel_field(spread) else { return };
        if !self.layer(id).may_meet(self.layer(fuel)) {
            return;
        }
        for at in listed.iter().flat_map(|it| it.cells()) {
            let (amount, there) = (self.layer(id).get(at), self.layer(fuel).get(at));
            if amount > 0 && there > 0 {
                self.set_field(fuel, at, 0);
                self.set_field(id, at, amount.max(there));
            }
        }
    }

    /// Spreads a field from a cell to each of some neighbours.
    fn spread_to_all(
        &mut self,
        id: Id<Field>,
        spread: &Spread,
        scene: &Scene,
        at: Pos,
        open: u8,
        new: u8,
    ) {
        let open = Dir::ALL.into_iter().filter(|&dir| open >> dir as u8 & 1 == 1);
        for dir in open {
            if self.happens(Some(&spread.chance), scene) {
                self.spread_into(id, spread, at + dir, new);
            }
        }
    }

    /// Lets a field come to a cell and use up the field that it burns.
    fn spread_into(&mut self, id: Id<Field>, spread: &Spread, at: Pos, new: u8) {
        let fuel = fuel_field(spread).map(|fuel| (fuel, self.layer(fuel).get(at)));
        let new = match fuel {
            Some((_, there)) if spread.amount.is_none() => there,
            Some(_) | None => new,
        };
        if let Some((fuel, _)) = fuel {
            self.set_field(fuel, at, 0);
        }
        self.set_field(id, at, new);
        self.field_arrives(id, at);
    }

    /// Returns the neighbours with some of the field that is burnt, one bit each; all of them if it
    /// burns no field.
    fn fuel_cells_around(&self, spread: &Spread, at: Pos) -> u8 {
        match fuel_field(spread).map(|fuel| self.layer(fuel)) {
            None => u8::MAX,
            Some(layer) if layer.count == 0 => 0,
            Some(layer) => layer.cells.around(at),
        }
    }

    /// Spreads a field from a cell to a random neighbour, if that has room.
    fn spread_to_one(&mut self, id: Id<Field>, spread: &Spread, scene: &Scene, at: Pos, new: u8) {
        if !self.happens(Some(&spread.chance), scene) {
            return;
        }
        let ways: &[Dir] = if spread.eight { &Dir::ALL } else { &Dir::CARDINAL };
        let dir = *self.world.rng.pick(ways).expect("there are ways");
        let fuel = self.fuel_of_things(spread);
        let way = 1 << dir as u8 & self.fuel_cells_around(spread, at);
        if way != 0 && self.room_around(id, fuel, at, way) != 0 {
            self.spread_into(id, spread, at + dir, new);
        }
    }

    /// Returns the flag that a field burns, if things may have it where the ground does not.
    fn fuel_of_things(&self, spread: &Spread) -> Option<Id<Attribute>> {
        fuel_flag(spread).filter(|&it| self.facts.attribute(it).had == Had::ByThings)
    }

    /// Returns the neighbours of a cell that a field can spread to, one bit each.
    #[inline]
    fn room_around(&self, id: Id<Field>, fuel: Option<Id<Attribute>>, at: Pos, ways: u8) -> u8 {
        let room = ways & self.layer(id).room.around(at);
        match fuel {
            Some(flag) if room != ways => room | self.fuel_around(id, flag, at, ways & !room),
            Some(_) | None => room,
        }
    }

    /// Returns the neighbours that the field has not reached and where something burns, although
    /// the ground does not.
    fn fuel_around(&self, id: Id<Field>, flag: Id<Attribute>, at: Pos, ways: u8) -> u8 {
        let level = &self.world.level;
        let mut others = ways & BitGrid::around_any([&level.actor_cells, &level.pile_cells], at);
        if others != 0 {
            others &= !self.layer(id).cells.around(at);
        }
        let mut burning = 0;
        while others != 0 {
            let bit = others.trailing_zeros();
            others &= others - 1;
            if self.has_fuel(at + Dir::ALL[bit as usize], flag) {
                burning |= 1 << bit;
            }
        }
        burning
    }

    /// Returns whether someone or something on a cell has a flag.
    fn has_fuel(&self, at: Pos, flag: Id<Attribute>) -> bool {
        let actor = self.world.level.actor_at(at);
        actor.into_iter().chain(self.pile(at)).any(|it| self.is(it, flag))
    }
}
