use std::ops::Range;

use serde::{Deserialize, Serialize};

use crate::{BitGrid, Pos, Rect};

/// What a player knows about a cell.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Fog {
    /// The cell was never seen.
    #[default]
    Unexplored = 0,
    /// The cell was seen before, but is not visible now.
    Remembered = 1,
    /// The cell is visible now.
    Visible = 2,
}

/// The fog of war of one player on one map.
///
/// Every visible cell is also explored.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(try_from = "Stored")]
pub struct FogOfWar {
    explored: BitGrid,
    visible: BitGrid,
    /// The rows that contain visible cells. Most fields of view cover few rows and are read often.
    #[serde(skip)]
    rows: Range<i32>,
}

/// A fog of war as it was stored, not yet checked.
#[derive(Deserialize)]
struct Stored {
    explored: BitGrid,
    visible: BitGrid,
}

impl TryFrom<Stored> for FogOfWar {
    type Error = &'static str;

    fn try_from(Stored { explored, visible }: Stored) -> Result<Self, Self::Error> {
        let alike = explored.bounds() == visible.bounds();
        let known = || visible.words().iter().zip(explored.words()).all(|(it, all)| it & !all == 0);
        let whole = alike && known();
        let rows = visible.filled_rows(0..visible.height());
        whole.then_some(Self { explored, visible, rows }).ok_or("a visible cell is not explored")
    }
}

impl FogOfWar {
    /// Creates the fog of war of an unexplored map of this size.
    pub fn new(width: i32, height: i32) -> Self {
        let none = BitGrid::new(width, height);
        Self { explored: none.clone(), visible: none, rows: 0..0 }
    }

    /// Returns the rectangle of all cells of the map.
    pub const fn bounds(&self) -> Rect {
        self.explored.bounds()
    }

    /// Sets the field of view: the cells in `seen` are visible now, and those visible before become
    /// remembered. All cells of `seen` must lie in `rows`, and its size must be that of the map.
    pub fn update(&mut self, seen: &BitGrid, rows: Range<i32>) {
        assert_eq!(self.bounds(), seen.bounds(), "the field of view must have the size of the map");
        let before = self.visible.word_range(self.rows.clone());
        self.visible.words_mut()[before].fill(0);
        self.rows = seen.filled_rows(rows);
        let words = seen.word_range(self.rows.clone());
        let seen = &seen.words()[words.clone()];
        self.visible.words_mut()[words.clone()].copy_from_slice(seen);
        let explored = self.explored.words_mut()[words].iter_mut();
        explored.zip(seen).for_each(|(explored, seen)| *explored |= seen);
    }

    /// Forgets every cell that is not visible now.
    pub fn forget(&mut self) {
        self.explored.copy_from(&self.visible);
    }

    /// Marks cells as explored, for example from a map that the player found. The set must have the
    /// size of the map.
    pub fn learn(&mut self, cells: &BitGrid) {
        self.explored.union(cells);
    }

    /// Returns what the player knows about a cell. Cells outside the map are unexplored.
    pub fn state(&self, pos: Pos) -> Fog {
        if self.visible.contains(pos) {
            Fog::Visible
        } else if self.explored.contains(pos) {
            Fog::Remembered
        } else {
            Fog::Unexplored
        }
    }

    /// Returns the cells that are remembered or visible.
    pub const fn explored(&self) -> &BitGrid {
        &self.explored
    }

    /// Returns the cells that are visible now.
    pub const fn visible(&self) -> &BitGrid {
        &self.visible
    }

    /// Returns the rows that contain visible cells.
    pub const fn visible_rows(&self) -> Range<i32> {
        self.rows.start..self.rows.end
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{Grid, Opaque, Sight};

    #[test]
    fn stored_fog_must_have_all_visible_cells_explored() {
        let (near, far) =
            (BitGrid::from_fn(3, 1, |at| at.x == 0), BitGrid::from_fn(3, 1, |_| true));
        let read = |explored: &BitGrid, visible: &BitGrid| {
            FogOfWar::try_from(Stored { explored: explored.clone(), visible: visible.clone() })
        };
        assert!(read(&far, &near).is_ok() && read(&near, &far).is_err());
        assert!(read(&far, &BitGrid::new(2, 1)).is_err(), "of another size");
    }

    fn check(fog: &FogOfWar, expected: &str) {
        let bounds = fog.bounds();
        let drawn = Grid::from_fn(bounds.width, bounds.height, |pos| match fog.state(pos) {
            Fog::Unexplored => '0',
            Fog::Remembered => '1',
            Fog::Visible => '2',
        });
        assert_eq!(drawn, Grid::from_picture(expected), "\n{drawn}");
    }

    #[test]
    fn seen_cells_are_remembered() {
        let map = Grid::from_picture(
            "
            #########
            #a..#..b#
            #...+...#
            #########
            ",
        );
        let opaque = Opaque::from_grid(&map, |&glyph| "#+".contains(glyph));
        let mut fog = FogOfWar::new(map.width(), map.height());
        let mut seen = BitGrid::default();
        let unexplored = "
            000000000
            000000000
            000000000
            000000000
            ";
        check(&fog, unexplored);

        Sight::Shadow.see(&opaque, map.find('a').unwrap(), 8, &mut seen);
        fog.update(&seen, 0..map.height());
        let west_room = "
            222220000
            222220000
            222220000
            222220000
            ";
        check(&fog, west_room);
        assert_eq!(fog.visible_rows(), 0..4);

        Sight::Shadow.see(&opaque, map.find('b').unwrap(), 8, &mut seen);
        fog.update(&seen, 0..map.height());
        let east_room = "
            111122222
            111122222
            111122222
            111122222
            ";
        check(&fog, east_room);

        seen.clear();
        fog.update(&seen, 0..map.height());
        assert!(map.positions().all(|pos| fog.state(pos) == Fog::Remembered));
    }

    #[test]
    fn learned_cells_are_remembered_but_not_visible() {
        let mut fog = FogOfWar::new(3, 1);
        fog.update(&BitGrid::from_fn(3, 1, |pos| pos.x == 0), 0..1);
        fog.learn(&BitGrid::from_fn(3, 1, |pos| pos.x < 2));
        assert_eq!(fog.visible_rows(), 0..1);
        check(&fog, "210");
        assert_eq!(fog.explored().count(), 2);
        assert_eq!(fog.visible().count(), 1);
    }

    #[test]
    fn cells_outside_are_unexplored() {
        let mut fog = FogOfWar::new(2, 2);
        fog.update(&BitGrid::from_fn(2, 2, |_| true), -1..2);
        assert_eq!(fog.state(Pos::new(-1, 0)), Fog::Unexplored);
        assert_eq!(fog.state(Pos::new(0, 2)), Fog::Unexplored);
        assert_eq!([Fog::Unexplored as u8, Fog::Remembered as u8, Fog::Visible as u8], [0, 1, 2]);
    }
}
