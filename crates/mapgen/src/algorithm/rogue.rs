use barrow_dice::Chance;
use barrow_grid::Rect;
use serde::{Deserialize, Serialize};

use super::room_size::RoomSize;
use super::{Method, Row};
use crate::builder::Site;
use crate::link::link;
use crate::{Form, Plan, RecipeError};

/// The layout of the first roguelike: the map is a board with a room in each field, and neighbours
/// are joined until all rooms are connected.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Rogue {
    /// The number of fields in a row of the board.
    pub cell_width: u32,
    /// The number of fields in a column of the board.
    pub cell_height: u32,
    /// The size of rooms. A small field may allow less.
    pub rooms: RoomSize,
    /// The chance to join two neighbours that are connected already.
    pub extra_corridors: Chance,
}

impl Default for Rogue {
    fn default() -> Self {
        let rooms = RoomSize { min_width: 4, max_width: 20, min_height: 3, max_height: 12 };
        Self { cell_width: 3, cell_height: 3, rooms, extra_corridors: Chance::percent(25) }
    }
}

impl Method for Rogue {
    fn row(&self) -> Row {
        Row {
            name: "rogue",
            about: "three by three rooms with corridors between neighbours, as in the first roguelike",
        }
    }

    fn fill_in(&mut self, form: &mut dyn Form) {
        form.number("cell_width", "number of rooms in a row", &mut self.cell_width, 1..=20);
        form.number("cell_height", "number of rooms in a column", &mut self.cell_height, 1..=20);
        self.rooms.fill_in(form);
        form.share(
            "extra_corridors",
            "chance of an extra corridor between neighbours, for loops",
            &mut self.extra_corridors,
            0..=100,
        );
    }

    fn check(&self) -> Result<(), RecipeError> {
        self.rooms.check()
    }

    // Each field needs space for its smallest room and a line of rock.
    fn min_size(&self) -> (u32, u32) {
        let width = self.cell_width * (self.rooms.min_width + 1) + 1;
        (width, self.cell_height * (self.rooms.min_height + 1) + 1)
    }

    fn dig(&self, site: &mut Site) {
        for row in 0..self.cell_height {
            for column in 0..self.cell_width {
                let field = self.field(site.plan, column, row);
                let room = self.rooms.random_room(site.rng, field);
                site.plan.dig_room(room);
            }
        }
        self.list_neighbours(site);
        self.join(site);
    }
}

impl Rogue {
    /// Returns the cells that the room of a field may use. The last column and row stay rock.
    fn field(&self, plan: &Plan, column: u32, row: u32) -> Rect {
        let bounds = plan.bounds();
        let edge = |side: i32, index: u32, count: u32| 1 + (side - 1) * index as i32 / count as i32;
        let x = edge(bounds.width, column, self.cell_width);
        let y = edge(bounds.height, row, self.cell_height);
        let right = edge(bounds.width, column + 1, self.cell_width) - 1;
        let bottom = edge(bounds.height, row + 1, self.cell_height) - 1;
        Rect::new(x, y, right - x, bottom - y)
    }

    fn list_neighbours(&self, site: &mut Site) {
        let pairs = &mut site.buffers.pairs;
        pairs.clear();
        for room in 0..self.cell_width * self.cell_height {
            if (room + 1) % self.cell_width != 0 {
                pairs.push((room, room + 1));
            }
            if room / self.cell_width + 1 < self.cell_height {
                pairs.push((room, room + self.cell_width));
            }
        }
    }

    /// Joins neighbours in random order where they are not connected yet.
    fn join(&self, site: &mut Site) {
        site.rng.shuffle(&mut site.buffers.pairs);
        let groups = &mut site.buffers.numbers;
        groups.clear();
        groups.extend(0..self.cell_width * self.cell_height);
        for &(from, to) in &site.buffers.pairs {
            let (from, to) = (from as usize, to as usize);
            let (kept, gone) = (groups[from], groups[to]);
            if kept == gone && !site.rng.happens(self.extra_corridors) {
                continue;
            }
            let points = link(site.rng, site.plan.rooms[from].rect, site.plan.rooms[to].rect);
            site.plan.dig_corridor((from, to), points, 1);
            for group in groups.iter_mut().filter(|group| **group == gone) {
                *group = kept;
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::algorithm::testing::{
        assert_corridors_join_rooms, assert_one_region, check, check_refused, dig, for_500_seeds,
    };

    #[test]
    fn nine_rooms_form_a_board_of_three_by_three() {
        check(
            &Rogue::default(),
            1,
            "
            #############################################
            #############################################
            ###############..............####...........#
            ###############..............####...........#
            ###..........##..............####...........#
            ###.........................................#
            ###..........##.########################.####
            ###############....#####################.####
            ###........#######.###########............###
            ###........####.....##########............###
            ###.................##########............###
            ########.######...........................###
            ########.######.....###################.#####
            ########.....######.###################.#####
            ############.######.###################.#####
            #####........######.###################.#####
            #####........######.....................#####
            #####........######......#########......#####
            #####........######......#########......#####
            #####...........###......#########......#####
            ###############..........#########......#####
            #############################################
            ",
        );
    }

    #[test]
    fn every_rogue_level_is_connected_and_keeps_to_its_parameters() {
        let rooms = RoomSize { min_width: 2, max_width: 5, min_height: 2, max_height: 3 };
        let many = Rogue { cell_width: 5, cell_height: 2, rooms, extra_corridors: Chance::NEVER };
        for rogue in [Rogue::default(), many] {
            for_500_seeds(&rogue, |plan, seed| {
                assert_one_region(plan, seed);
                assert_corridors_join_rooms(plan, seed);
                let count = rogue.cell_width * rogue.cell_height;
                assert_eq!(plan.rooms.len() as u32, count);
                for (index, room) in plan.rooms.iter().enumerate() {
                    rogue.rooms.assert_fits(room.rect, seed);
                    let (column, row) =
                        (index as u32 % rogue.cell_width, index as u32 / rogue.cell_width);
                    assert!(rogue.field(plan, column, row).contains_rect(room.rect));
                }
                if rogue.extra_corridors == Chance::NEVER {
                    assert_eq!(plan.corridors.len() as u32 + 1, count, "seed {seed}");
                }
            });
        }
    }

    #[test]
    fn with_every_extra_corridor_all_neighbours_are_joined() {
        let rogue = Rogue { extra_corridors: Chance::ALWAYS, ..Rogue::default() };
        assert_eq!(dig(&rogue, 80, 50, 1).corridors.len(), 12);
    }

    #[test]
    fn contradictions_are_reported() {
        let rooms = RoomSize { min_width: 9, max_width: 5, min_height: 2, max_height: 3 };
        check_refused(
            &Rogue { rooms, ..Rogue::default() },
            "`min_width` is larger than `max_width`",
        );
    }
}
