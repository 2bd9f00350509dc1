use barrow_grid::{BitGrid, Grid, Pos};
use barrow_pack::{Field, Id, Kind};
use serde::{Deserialize, Serialize};

use crate::field::Layer;
use crate::record::digest::mix;
use crate::record::snapshot::Recalled;

/// What a player remembers of a level: the ground of each cell and the topmost thing other than an
/// actor.
///
/// Bots read whole views at every step, so this is stored in columns: the ground of all cells in
/// one grid, and a set of the few cells that have a thing.
///
/// `digest` is the sum of the mixed digests of all cells that differ from their initial value, so
/// that the digest of a run need not read every cell. `thing_cells` contains exactly the cells with
/// a thing. [`Recollection::set`] is the only way to change a cell, and keeps both up to date.
#[derive(Clone, Debug, Default, Serialize, Deserialize)]
#[serde(try_from = "Recalled", into = "Recalled")]
pub(crate) struct Recollection {
    ground: Grid<Id<Kind>>,
    things: Grid<Thing>,
    thing_cells: BitGrid,
    /// Where fields that stay were seen last. No rule reads it, and no digest covers it.
    fields: Vec<(Id<Field>, BitGrid)>,
    digest: u64,
}

/// What is remembered of one cell.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct Remembered {
    pub(crate) ground: Id<Kind>,
    pub(crate) thing: Option<(Id<Kind>, bool)>,
}

/// The kind of a thing plus one, or zero for none, with the bit [`OPEN`] if it was open or switched
/// on.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
struct Thing(u16);

/// The number of names in a pack section is limited, so no kind uses this bit.
const OPEN: u16 = 1 << 15;

impl Thing {
    fn new(thing: Option<(Id<Kind>, bool)>) -> Self {
        Self(thing.map_or(0, |(kind, open)| (kind.index() + 1) | if open { OPEN } else { 0 }))
    }

    fn get(self) -> Option<(Id<Kind>, bool)> {
        let kind = (self.0 & !OPEN).checked_sub(1)?;
        Some((Id::new(kind), self.0 & OPEN != 0))
    }
}

impl Recollection {
    /// Forgets everything and changes the size, keeping the allocated memory.
    pub(crate) fn reset(&mut self, width: i32, height: i32) {
        self.ground.reset(width, height, Id::default());
        self.things.reset(width, height, Thing::default());
        self.thing_cells.reset(width, height);
        self.fields.clear();
        self.digest = 0;
    }

    /// Returns what is remembered of a cell. The value is meaningless for unexplored cells.
    pub(crate) fn get(&self, at: Pos) -> Remembered {
        Remembered { ground: self.ground[at], thing: self.things[at].get() }
    }

    /// Returns the ground of all cells.
    pub(crate) const fn ground(&self) -> &Grid<Id<Kind>> {
        &self.ground
    }

    /// Returns the cells that have a thing.
    pub(crate) const fn thing_cells(&self) -> &BitGrid {
        &self.thing_cells
    }

    /// Iterates over the things of all cells that have one.
    pub(crate) fn things(&self) -> impl Iterator<Item = (Pos, (Id<Kind>, bool))> {
        self.thing_cells.iter().filter_map(|at| Some((at, self.things[at].get()?)))
    }

    /// Changes what is remembered of a cell.
    pub(crate) fn set(&mut self, at: Pos, now: Remembered) {
        let before = self.get(at);
        if before != now {
            let index = u64::from((at.y * self.ground.width() + at.x).cast_unsigned());
            let change = now.digest(index).wrapping_sub(before.digest(index));
            self.digest = self.digest.wrapping_add(change);
            self.ground[at] = now.ground;
            self.things[at] = Thing::new(now.thing);
            self.thing_cells.set(at, now.thing.is_some());
        }
    }

    /// Returns where fields that stay were seen last.
    pub(crate) fn fields(&self) -> &[(Id<Field>, BitGrid)] {
        &self.fields
    }

    /// Remembers fields as a snapshot has them.
    pub(crate) fn with_fields(self, fields: Vec<(Id<Field>, BitGrid)>) -> Self {
        Self { fields, ..self }
    }

    /// Remembers where a field is on the visible cells.
    pub(crate) fn see_field(&mut self, field: Id<Field>, layer: &Layer, visible: &BitGrid) {
        let known = self.fields.iter().position(|(it, _)| *it == field);
        let Some(index) = known else {
            if layer.count > 0 {
                self.fields.push((field, layer.cells.clone()));
                self.fields.last_mut().into_iter().for_each(|(_, cells)| cells.intersect(visible));
            }
            return;
        };
        let cells = &mut self.fields[index].1;
        cells.subtract(visible);
        if layer.count > 0 {
            let seen = layer.cells.words().iter().zip(visible.words());
            for (word, (now, visible)) in cells.words_mut().iter_mut().zip(seen) {
                *word |= now & visible;
            }
        }
    }

    /// Returns the digest of all cells.
    pub(crate) const fn digest(&self) -> u64 {
        self.digest
    }

    /// Returns the first cell that differs from another recollection of the same size.
    pub(crate) fn first_difference(&self, other: &Self) -> Option<Pos> {
        self.ground.positions().find(|&at| self.get(at) != other.get(at))
    }
}

impl Remembered {
    fn digest(self, index: u64) -> u64 {
        let (thing, open) =
            self.thing.map_or((0, false), |(kind, open)| (1 + u64::from(kind.index()), open));
        let word = u64::from(self.ground.index()) | thing << 16 | u64::from(open) << 33;
        if word == 0 { 0 } else { mix(index << 40 ^ word) }
    }
}

#[cfg(test)]
mod tests {
    use barrow_dice::Rng;

    use super::*;

    #[test]
    fn cells_and_columns_agree() {
        let mut rng = Rng::new(5);
        let mut memory = Recollection::default();
        memory.reset(9, 7);
        let mut plain = Grid::new(9, 7, Remembered::default());
        for _ in 0..500 {
            let at = Pos::new(rng.between(0..=8), rng.between(0..=6));
            let kind = |number: u32| Id::new(u16::try_from(number).unwrap());
            let thing = (rng.below(2) == 0).then(|| (kind(rng.below(4)), rng.below(2) == 0));
            plain[at] = Remembered { ground: kind(rng.below(3)), thing };
            memory.set(at, plain[at]);
            assert!(plain.iter().all(|(at, &cell)| memory.get(at) == cell));
            assert!(plain.iter().all(|(at, cell)| memory.ground()[at] == cell.ground));
            let things = plain.iter().filter_map(|(at, cell)| Some((at, cell.thing?)));
            assert!(memory.things().eq(things));
        }
    }

    #[test]
    fn the_digest_depends_on_the_content_and_not_on_its_history() {
        let (near, far) = (Pos::new(0, 0), Pos::new(1, 0));
        let seen = Remembered { ground: Id::new(7), thing: Some((Id::new(0), false)) };
        let mut one = Recollection::default();
        one.reset(3, 1);
        let mut two = one.clone();
        one.set(near, seen);
        two.set(far, seen);
        assert_ne!(one.digest(), two.digest());
        assert_eq!(one.first_difference(&two), Some(near));
        one.set(far, seen);
        two.set(near, Remembered { thing: Some((Id::new(0), true)), ..seen });
        assert_ne!(one.digest(), two.digest());
        two.set(near, seen);
        assert_eq!(one.digest(), two.digest());
        one.reset(3, 1);
        assert_eq!(one.digest(), 0);
    }
}
