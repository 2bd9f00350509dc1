//! Distance maps: how far every cell is from the nearest of many goals.
//!
//! One map serves all who want to get there: each goes to a neighbour with a smaller number.
//! Where every step costs one, the map is filled in the order of distance (`spread.rs`, on cells
//! that `unpack.rs` prepares); with terrain costs, or with goals that do not begin at zero, from a ring of
//! buckets (`weigh.rs`). The rules for steps are those of paths: a diagonal costs as much as a
//! straight step and may pass between two closed cells.

mod spread;
mod unpack;
mod weigh;

use crate::buckets::Buckets;
use crate::path::straight_first;
use crate::{Adjacency, BitGrid, Dir, Grid, Pos, Rect};

/// A closed cell. Distances are held one higher, so that it is less than all of them.
const CLOSED: u16 = 0;
/// An open cell that no goal has reached holds this or more.
const FRESH: u16 = 0xFF00;

/// The distance of every cell from the nearest goal; keeps its memory from one use to the next.
///
/// A goal may be closed and counts nevertheless; a goal outside does not count.
#[derive(Clone, Debug)]
pub struct DistanceMap {
    width: i32,
    height: i32,
    adjacency: Adjacency,
    /// Row by row, with a closed row above and below and one closed cell before each row and
    /// after the last, so that no neighbour needs a check: the end of one row borders the
    /// beginning of the next.
    cells: Vec<u16>,
    /// The map that `plain` and `blank` were made from.
    unpacked: BitGrid,
    /// Which cells are open, in the same layout.
    plain: Vec<u16>,
    /// The cells before any goal has reached them, in the same layout.
    blank: Vec<u16>,
    /// The cost to enter each cell, in the same layout.
    costs: Vec<u8>,
    queue: Vec<u32>,
    buckets: Buckets,
    seeds: Vec<(u16, u32)>,
    sorted_seeds: Vec<(u16, u32)>,
}

impl Default for DistanceMap {
    fn default() -> Self {
        Self::new()
    }
}

impl DistanceMap {
    /// The largest distance that a map can hold; what is farther counts as out of reach.
    pub const FARTHEST: u16 = FRESH - 2;

    /// A map of nothing.
    pub fn new() -> Self {
        Self {
            width: 0,
            height: 0,
            adjacency: Adjacency::Eight,
            cells: Vec::new(),
            unpacked: BitGrid::default(),
            plain: Vec::new(),
            blank: Vec::new(),
            costs: Vec::new(),
            queue: Vec::new(),
            buckets: Buckets::default(),
            seeds: Vec::new(),
            sorted_seeds: Vec::new(),
        }
    }

    /// Measures the steps from every open cell to the nearest goal.
    pub fn measure(&mut self, open: &BitGrid, adjacency: Adjacency, goals: &[Pos]) {
        self.measure_within(open, adjacency, goals, Self::FARTHEST);
    }

    /// Measures as [`DistanceMap::measure`] does, but no farther than `limit` steps.
    pub fn measure_within(
        &mut self,
        open: &BitGrid,
        adjacency: Adjacency,
        goals: &[Pos],
        limit: u16,
    ) {
        self.shape(open.bounds(), adjacency);
        self.open_cells(open);
        self.spread(goals, limit.min(Self::FARTHEST));
    }

    /// Measures over terrain from goals that begin with a value of their own: the least, over
    /// all goals, of the goal's value and the cost of the way from it. To enter a cell costs
    /// its value in `costs`; zero is closed.
    pub fn measure_weighted(
        &mut self,
        costs: &Grid<u8>,
        adjacency: Adjacency,
        goals: &[(Pos, u16)],
    ) {
        self.shape(costs.bounds(), adjacency);
        self.open_costs(costs);
        self.seed(goals.iter().copied());
        self.weigh();
    }

    /// Turns distances from threats into a map to flee by: downhill leads to safety.
    ///
    /// To run straight away from a threat ends in the next dead end. So each distance is
    /// multiplied by -12/10, which makes far cells attractive goals of different value, and
    /// from these the map is measured again. A cell at the far end of a long way then pulls
    /// more than a near corner, even past the threat if the way there is not much longer.
    /// (All values are raised alike so that the best is zero; only differences matter.)
    pub fn measure_flight(&mut self, open: &BitGrid, threats: &Self) {
        self.shape(open.bounds(), threats.adjacency);
        self.open_unit_costs(open);
        let farthest = threats.farthest().map_or(0, |(_, distance)| distance);
        let value = |distance: u16| {
            let value = u32::from(farthest - distance) * 12 / 10;
            u16::try_from(value).unwrap_or(Self::FARTHEST)
        };
        self.seed(open.iter().filter_map(|pos| Some((pos, value(threats.get(pos)?)))));
        self.weigh();
    }

    /// The distance of a cell; `None` outside, or where no goal can be reached.
    pub fn get(&self, pos: Pos) -> Option<u16> {
        let inside = self.bounds().contains(pos);
        inside.then(|| self.cells[self.index(pos)]).and_then(distance)
    }

    /// The rectangle of all its cells.
    pub const fn bounds(&self) -> Rect {
        Rect::new(0, 0, self.width, self.height)
    }

    /// The first cell, in reading order, that has the greatest distance, and that distance.
    pub fn farthest(&self) -> Option<(Pos, u16)> {
        let reached = |&cell: &u16| distance(cell).is_some();
        let greatest = self.cells.iter().copied().filter(reached).max()?;
        let index = self.cells.iter().position(|&cell| cell == greatest)?;
        Some((self.pos(index), greatest - 1))
    }

    /// The step to the best neighbour, if it is better than to stay: straight steps before
    /// diagonal ones, each clockwise from north, where several are equally good.
    pub fn downhill(&self, pos: Pos) -> Option<Dir> {
        self.downhills(pos).next()
    }

    /// All equally good steps downhill, for those who choose among them by dice. On a cell
    /// without a distance any neighbour that has one is better than to stay.
    pub fn downhills(&self, pos: Pos) -> impl Iterator<Item = Dir> {
        let dirs = straight_first(self.adjacency).iter().copied();
        let distance = move |dir| self.get(pos + dir);
        let best = dirs.clone().filter_map(distance).min();
        let best = best.filter(|&best| self.get(pos).is_none_or(|here| best < here));
        dirs.filter(move |&dir| best.is_some() && distance(dir) == best)
    }

    fn shape(&mut self, bounds: Rect, adjacency: Adjacency) {
        (self.width, self.height, self.adjacency) = (bounds.width, bounds.height, adjacency);
    }

    /// Cells from one row to the next.
    const fn stride(&self) -> usize {
        self.width as usize + 1
    }

    const fn len(&self) -> usize {
        self.stride() * (self.height as usize + 2) + 1
    }

    const fn index(&self, pos: Pos) -> usize {
        (pos.y as usize + 1) * self.stride() + pos.x as usize + 1
    }

    const fn pos(&self, index: usize) -> Pos {
        let (row, column) = (index / self.stride(), index % self.stride());
        Pos::new(column as i32 - 1, row as i32 - 1)
    }
}

/// The distance that a cell holds.
const fn distance(cell: u16) -> Option<u16> {
    if cell == CLOSED || cell >= FRESH { None } else { Some(cell - 1) }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::testing::{Chance, SIZES, open_cells, plain_distances, unit_costs};

    const BOTH: [Adjacency; 2] = [Adjacency::Four, Adjacency::Eight];

    /// Draws distances as digits of base 36; goals are marked `0` in the picture.
    fn check(adjacency: Adjacency, limit: u16, picture: &str, expected: &str) {
        let picture = Grid::from_picture(picture);
        let goals: Vec<Pos> =
            picture.iter().filter(|&(_, &glyph)| glyph == '0').map(|(pos, _)| pos).collect();
        let mut distances = DistanceMap::new();
        distances.measure_within(&open_cells(&picture), adjacency, &goals, limit);
        assert_eq!(
            draw(&distances, &picture).to_string(),
            Grid::from_picture(expected).to_string()
        );
    }

    fn draw(distances: &DistanceMap, picture: &Grid<char>) -> Grid<char> {
        Grid::from_fn(picture.width(), picture.height(), |pos| {
            let digit = |distance| char::from_digit(u32::from(distance), 36).unwrap();
            distances.get(pos).map_or(picture[pos], digit)
        })
    }

    #[test]
    fn distances_flow_around_walls() {
        let picture = "
            ##########
            #0...#...#
            #....#.#.#
            #..###.#.#
            #......#.#
            ##########
        ";
        check(
            Adjacency::Four,
            99,
            picture,
            "
            ##########
            #0123#bcd#
            #1234#a#e#
            #23###9#f#
            #345678#g#
            ##########
            ",
        );
        check(
            Adjacency::Eight,
            99,
            picture,
            "
            ##########
            #0123#889#
            #1123#7#9#
            #22###6#a#
            #333456#b#
            ##########
            ",
        );
    }

    #[test]
    fn the_nearest_of_many_goals_counts_up_to_the_limit() {
        check(
            Adjacency::Four,
            3,
            "
            0.........
            ..........
            ......0...
            ",
            "
            0123.323..
            123.32123.
            23.3210123
            ",
        );
    }

    #[test]
    fn distances_are_those_of_a_plain_search() {
        let mut chance = Chance::new(3);
        let mut distances = DistanceMap::new();
        for (width, height) in SIZES {
            for percent_closed in [0, 10, 25, 35, 45, 60] {
                for adjacency in BOTH {
                    let mut open = chance.map(width, height, percent_closed);
                    for goals in [1, 1, 2, 5] {
                        let door = chance.pos(width, height);
                        open.set(door, !open.contains(door));
                        let goals: Vec<Pos> =
                            (0..goals).map(|_| chance.pos(width, height)).collect();
                        let seeds: Vec<(Pos, u32)> = goals.iter().map(|&goal| (goal, 0)).collect();
                        let expected = plain_distances(&unit_costs(&open), adjacency, &seeds);
                        distances.measure(&open, adjacency, &goals);
                        for (pos, &distance) in expected.iter() {
                            assert_eq!(distances.get(pos).map(u32::from), distance, "{pos:?}");
                        }
                    }
                }
            }
        }
    }

    #[test]
    fn values_over_terrain_are_those_of_a_plain_search() {
        let mut chance = Chance::new(4);
        let mut distances = DistanceMap::new();
        for size in SIZES {
            for dearest in [1, 9, 255] {
                for adjacency in BOTH {
                    let costs = chance.terrain(size, 25, dearest);
                    let goals: Vec<(Pos, u16)> = (0..4)
                        .map(|_| (chance.pos(size.0, size.1), chance.below(2000) as u16))
                        .collect();
                    let seeds: Vec<(Pos, u32)> =
                        goals.iter().map(|&(goal, value)| (goal, u32::from(value))).collect();
                    let expected = plain_distances(&costs, adjacency, &seeds);
                    distances.measure_weighted(&costs, adjacency, &goals);
                    for (pos, &value) in expected.iter() {
                        assert_eq!(distances.get(pos).map(u32::from), value, "{pos:?}");
                    }
                }
            }
        }
    }

    #[test]
    fn goals_outside_do_not_count_and_what_is_too_far_is_out_of_reach() {
        let mut distances = DistanceMap::new();
        let open = BitGrid::from_fn(3, 1, |_| true);
        distances.measure(&open, Adjacency::Four, &[Pos::new(3, 0), Pos::new(0, -1)]);
        assert_eq!(distances.get(Pos::new(0, 0)), None);
        assert_eq!(distances.farthest(), None);
        assert_eq!(distances.downhill(Pos::new(0, 0)), None);
        let costs = Grid::new(300, 1, 255);
        distances.measure_weighted(&costs, Adjacency::Four, &[(Pos::new(0, 0), 100)]);
        assert_eq!(distances.get(Pos::new(255, 0)), Some(65_125));
        assert_eq!(distances.get(Pos::new(256, 0)), None);
        assert_eq!(distances.farthest(), Some((Pos::new(255, 0), 65_125)));
        distances.measure(&BitGrid::new(0, 0), Adjacency::Four, &[Pos::new(0, 0)]);
        assert_eq!(distances.get(Pos::new(0, 0)), None);
    }

    #[test]
    fn downhill_leads_to_the_goal_and_names_every_equal_way() {
        let mut distances = DistanceMap::new();
        let open = BitGrid::from_fn(5, 5, |_| true);
        let goal = Pos::new(4, 2);
        distances.measure(&open, Adjacency::Eight, &[goal]);
        let ways = |pos| distances.downhills(pos).collect::<Vec<_>>();
        assert_eq!(ways(Pos::new(0, 2)), [Dir::East, Dir::NorthEast, Dir::SouthEast]);
        assert_eq!(ways(Pos::new(2, 0)), [Dir::SouthEast]);
        assert_eq!(ways(goal), []);
        distances.measure(&open, Adjacency::Four, &[goal]);
        assert_eq!(distances.downhill(Pos::new(2, 0)), Some(Dir::East));
        assert_eq!(
            distances.downhills(Pos::new(2, 0)).collect::<Vec<_>>(),
            [Dir::East, Dir::South]
        );
    }

    #[test]
    fn one_who_stands_on_a_closed_cell_finds_the_way_too() {
        let mut distances = DistanceMap::new();
        let open = open_cells(&Grid::from_picture("0..#"));
        distances.measure(&open, Adjacency::Four, &[Pos::new(0, 0)]);
        assert_eq!(distances.get(Pos::new(3, 0)), None);
        assert_eq!(distances.downhill(Pos::new(3, 0)), Some(Dir::West));
    }

    /// `m` flees from `@`; its way is drawn as `*`.
    fn check_flight(picture: &str, expected: &str) {
        let mut drawn = Grid::from_picture(picture);
        let open = open_cells(&drawn);
        let (mut threats, mut flight) = (DistanceMap::new(), DistanceMap::new());
        threats.measure(&open, Adjacency::Eight, &[drawn.find('@').unwrap()]);
        flight.measure_flight(&open, &threats);
        let mut here = drawn.find('m').unwrap();
        while let Some(dir) = flight.downhill(here) {
            here = here + dir;
            drawn[here] = '*';
        }
        assert_eq!(drawn.to_string(), Grid::from_picture(expected).to_string());
    }

    #[test]
    fn one_who_flees_passes_the_dead_end() {
        check_flight(
            "
            ##############
            #@...m...#####
            ####.#########
            ####.........#
            ############.#
            #............#
            ##############
            ",
            "
            ##############
            #@...m...#####
            ####*#########
            ####.*******.#
            ############*#
            #***********.#
            ##############
            ",
        );
    }
}
