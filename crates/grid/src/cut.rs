//! Tests whether closing some cells would cut a region apart.
//!
//! Most cells of a level can be closed without harm, and their eight neighbours alone prove it:
//! where all open neighbours touch each other, a path through the cell can go around it. Only
//! where they do not is the region flooded.

use crate::{Adjacency, BitGrid, Dir, Pos, flood_into};

/// A test whether closing cells would cut a region of open cells apart. It keeps its memory from
/// one use to the next.
///
/// ```
/// use barrow_grid::{Adjacency, BitGrid, CutTest, Grid, Pos};
///
/// let picture = Grid::from_picture("...#...\n.......\n...#...");
/// let open = BitGrid::from_grid(&picture, |&glyph| glyph == '.');
/// let mut test = CutTest::default();
/// assert!(test.cuts(&open, Adjacency::Four, &[Pos::new(3, 1)]));
/// assert!(!test.cuts(&open, Adjacency::Four, &[Pos::new(1, 1)]));
/// assert!(test.cuts(&open, Adjacency::Four, &[Pos::new(1, 0), Pos::new(0, 1)]));
/// ```
#[derive(Clone, Debug, Default)]
pub struct CutTest {
    left: BitGrid,
    before: BitGrid,
    after: BitGrid,
    beside: Vec<Pos>,
    rows: Vec<i32>,
}

impl CutTest {
    /// Returns `true` if closing all of `cells` would separate open cells that are connected now.
    /// Cells that are closed already change nothing.
    pub fn cuts(&mut self, open: &BitGrid, adjacency: Adjacency, cells: &[Pos]) -> bool {
        if let &[cell] = cells
            && is_bypassed(open, adjacency, cell)
        {
            return false;
        }
        self.left.copy_from(open);
        let one_by_one = cells.iter().all(|&cell| {
            let bypassed = is_bypassed(&self.left, adjacency, cell);
            self.left.remove(cell);
            bypassed
        });
        if one_by_one {
            return false;
        }
        for &cell in cells {
            self.left.remove(cell);
        }
        self.separates(open, adjacency, cells)
    }

    /// Floods the regions around the cells before and after they are closed. It is enough to
    /// compare the open cells beside them: a path that a closed cell interrupts leads through
    /// two of those.
    fn separates(&mut self, open: &BitGrid, adjacency: Adjacency, cells: &[Pos]) -> bool {
        let Self { left, before, after, beside, rows } = self;
        beside.clear();
        for &cell in cells.iter().filter(|&&cell| open.contains(cell)) {
            let neighbours = adjacency.dirs().iter().map(|&dir| cell + dir);
            beside.extend(neighbours.filter(|&pos| left.contains(pos)));
        }
        while let Some(start) = beside.pop() {
            after.reset(open.width(), open.height());
            flood_into(left, adjacency, start, after, rows);
            if cells.len() == 1 {
                // The cell itself joins all that lies beside it.
                return beside.iter().any(|&pos| !after.contains(pos));
            }
            before.reset(open.width(), open.height());
            flood_into(open, adjacency, start, before, rows);
            if beside.iter().any(|&pos| before.contains(pos) && !after.contains(pos)) {
                return true;
            }
            beside.retain(|&pos| !before.contains(pos));
        }
        false
    }
}

/// Returns `true` if the eight neighbours of a cell prove that closing it cuts nothing apart:
/// it is closed already, or its open neighbours touch each other.
fn is_bypassed(open: &BitGrid, adjacency: Adjacency, cell: Pos) -> bool {
    !open.contains(cell) || arcs(open.around(cell), adjacency) <= 1
}

/// Counts the groups of open neighbours that touch each other within the ring around a cell.
/// It goes around the ring in quarters and counts the ends of groups, so one closed ring of
/// neighbours has none.
const fn arcs(around: u8, adjacency: Adjacency) -> u32 {
    let corner = around.rotate_right(1);
    let next = around.rotate_right(2);
    let ends = match adjacency {
        // A straight neighbour ends a group unless the corner after it joins it to the next one.
        Adjacency::Four => around & !(corner & next),
        // A group begins after a closed straight neighbour, at the corner or past it.
        Adjacency::Eight => !around & (corner | next),
    };
    (ends & Dir::STRAIGHT).count_ones()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::testing::{Chance, SIZES, open_cells};
    use crate::{Grid, Regions};

    /// Draws which open cells would cut the map apart if they were closed, as `x`.
    #[track_caller]
    fn check(adjacency: Adjacency, expected: &str) {
        let expected = Grid::from_picture(expected);
        let open = BitGrid::from_grid(&expected, |&glyph| glyph != '#');
        let mut test = CutTest::default();
        let drawn = Grid::from_fn(expected.width(), expected.height(), |pos| {
            match (open.contains(pos), test.cuts(&open, adjacency, &[pos])) {
                (false, cuts) => {
                    if cuts {
                        '!'
                    } else {
                        '#'
                    }
                }
                (true, cuts) => {
                    if cuts {
                        'x'
                    } else {
                        '.'
                    }
                }
            }
        });
        assert_eq!(drawn.to_string(), expected.to_string());
    }

    #[test]
    fn narrow_passages_must_stay_open() {
        check(
            Adjacency::Four,
            "
            ##########
            #...#...##
            #..xxx..##
            #.x.#...##
            ##x#######
            ##x#######
            #.xxxxxx.#
            ##########
            ",
        );
    }

    #[test]
    fn a_loop_has_a_way_around_every_cell() {
        let ring = "
            #######
            #.....#
            #.###.#
            #.....#
            #######
            ";
        check(Adjacency::Four, ring);
        check(Adjacency::Eight, ring);
    }

    #[test]
    fn diagonal_steps_pass_corners() {
        check(
            Adjacency::Eight,
            "
            .#.#.
            #x#x#
            .#.#.
            ",
        );
        check(Adjacency::Four, "..#..\n.xxx.\n..#..");
    }

    #[test]
    fn a_dead_end_can_be_closed_as_a_whole_but_not_in_the_middle() {
        let open = open_cells(&Grid::from_picture("...#####\n........\n...#####"));
        let mut test = CutTest::default();
        let cells = |columns: std::ops::Range<i32>| columns.map(|x| Pos::new(x, 1)).collect();
        let mut cuts = |cells: Vec<Pos>| test.cuts(&open, Adjacency::Four, &cells);
        assert!(cuts(cells(4..6)));
        assert!(!cuts(cells(4..8)));
        assert!(!cuts(cells(7..8)));
        assert!(!cuts(Vec::new()));
        assert!(!cuts(vec![Pos::new(-1, 4), Pos::new(90, 0)]));
    }

    /// Compares all pairs of cells, connected before and after.
    fn plainly_cuts(open: &BitGrid, adjacency: Adjacency, cells: &[Pos]) -> bool {
        let mut left = open.clone();
        for &cell in cells {
            left.remove(cell);
        }
        let (mut before, mut after) = (Regions::new(), Regions::new());
        before.find(open, adjacency);
        after.find(&left, adjacency);
        let mut seen = vec![None; before.count()];
        left.iter().any(|pos| {
            let known = &mut seen[before.region(pos).unwrap()];
            let now = after.region(pos);
            *known.get_or_insert(now) != now
        })
    }

    #[test]
    fn single_cells_agree_with_regions_before_and_after() {
        let mut chance = Chance::new(3);
        let mut test = CutTest::default();
        for (width, height) in SIZES {
            for percent_closed in [0, 15, 30, 45, 60] {
                for adjacency in [Adjacency::Four, Adjacency::Eight] {
                    let open = chance.map(width, height, percent_closed);
                    for pos in open.bounds().cells() {
                        let plainly = plainly_cuts(&open, adjacency, &[pos]);
                        assert_eq!(test.cuts(&open, adjacency, &[pos]), plainly, "{pos:?}");
                    }
                }
            }
        }
    }

    #[test]
    fn sets_of_cells_agree_with_regions_before_and_after() {
        let mut chance = Chance::new(4);
        let mut test = CutTest::default();
        let mut cut = 0;
        for round in 0..3_000 {
            let (width, height) = SIZES[round % SIZES.len()];
            let closed = chance.below(60);
            let open = chance.map(width, height, closed);
            let adjacency = [Adjacency::Four, Adjacency::Eight][round % 2];
            let cells: Vec<Pos> =
                (0..2 + chance.below(6)).map(|_| chance.pos(width, height)).collect();
            let plainly = plainly_cuts(&open, adjacency, &cells);
            assert_eq!(test.cuts(&open, adjacency, &cells), plainly, "{cells:?}");
            cut += u32::from(plainly);
        }
        assert!((300..2_700).contains(&cut), "{cut}");
    }

    #[test]
    fn arcs_are_counted_for_every_ring() {
        for around in 0..=u8::MAX {
            for adjacency in [Adjacency::Four, Adjacency::Eight] {
                let mut ring = BitGrid::new(3, 3);
                for (bit, dir) in Dir::ALL.into_iter().enumerate() {
                    ring.set(Pos::new(1, 1) + dir, around >> bit & 1 == 1);
                }
                let mut regions = Regions::new();
                regions.find(&ring, adjacency);
                let touching = |region: &usize| {
                    let mut beside = adjacency.dirs().iter().map(|&dir| Pos::new(1, 1) + dir);
                    beside.any(|pos| regions.region(pos) == Some(*region))
                };
                let groups = (0..regions.count()).filter(touching).count() as u32;
                assert_eq!(arcs(around, adjacency).max(u32::from(groups > 0)), groups);
            }
        }
    }
}
