use super::*;
use crate::{Grid, Rect};

/// Reproducible random numbers for maps.
pub(super) struct Noise(pub u64);

impl Noise {
    pub fn below(&mut self, limit: u32) -> u32 {
        self.0 = self.0.wrapping_add(0x9E37_79B9_7F4A_7C15);
        let mixed = (self.0 ^ self.0 >> 30).wrapping_mul(0xBF58_476D_1CE4_E5B9);
        let mixed = (mixed ^ mixed >> 27).wrapping_mul(0x94D0_49BB_1331_11EB);
        (((mixed >> 32) * u64::from(limit)) >> 32) as u32
    }

    pub fn cell(&mut self, bounds: Rect) -> Pos {
        let (width, height) = (bounds.width.unsigned_abs(), bounds.height.unsigned_abs());
        Pos::new(self.below(width) as i32, self.below(height) as i32)
    }

    /// Returns a map of scattered walls, few or many, with sides of at most `max_side`.
    pub fn opaque(&mut self, max_side: u32) -> Opaque {
        let (width, height) = (self.below(max_side) + 1, self.below(max_side) + 1);
        let share = self.below(60);
        Opaque::from_fn(width as i32, height as i32, |_| self.below(100) < share)
    }
}

/// Computes the field of view from the `@` of a drawing, where `#` is opaque, and draws the cells
/// that are not visible as `~`.
fn check(sight: Sight, radius: u32, map: &str, expected: &str) {
    let map = Grid::from_picture(map);
    let opaque = Opaque::from_grid(&map, |&glyph| glyph == '#');
    let mut seen = BitGrid::default();
    sight.see(&opaque, map.find('@').unwrap(), radius, &mut seen);
    let drawn =
        Grid::from_fn(
            map.width(),
            map.height(),
            |pos| {
                if seen.contains(pos) { map[pos] } else { '~' }
            },
        );
    assert!(drawn == Grid::from_picture(expected), "{sight:?}, radius {radius}:\n{drawn}");
}

const TWO_ROOMS: &str = "
    ####################
    #........#.........#
    #.@......#.........#
    #..................#
    #........#.........#
    #........#.........#
    ####################
    ";

#[test]
fn a_room_is_seen_with_its_walls_and_the_next_one_through_the_door() {
    check(
        Sight::Shadow,
        20,
        TWO_ROOMS,
        "
        ##########~~~~~~~~~~
        #........#~~~~~~~~~~
        #.@......#~~~~~~~~~~
        #................~~#
        #........#~~.......#
        #........#~~~~~~...#
        ##########~~~~~~~~~#
        ",
    );
    // Lines miss a corner of the room that shadowcasting sees.
    check(
        Sight::Rays,
        20,
        TWO_ROOMS,
        "
        ##########~~~~~~~~~~
        #........#~~~~~~~~~~
        #.@......#~~~~~~~~~~
        #................~~~
        #........#.........#
        #........#~~~~~....#
        ~#########~~~~~~~~~~
        ",
    );
}

const TWO_PILLARS: &str = "
    #############################
    #...........................#
    #...........................#
    #.......#...................#
    #...@.......................#
    #.........#.................#
    #...........................#
    #...........................#
    #############################
    ";

#[test]
fn pillars_cast_shadows() {
    check(
        Sight::Shadow,
        20,
        TWO_PILLARS,
        "
        ###############~~~~~~~~~~~~~~
        #............~~~~~~~~~~~~~~~~
        #.........~~~~~~~~~~.....~~~~
        #.......#~~~.............~~~~
        #...@....................~~~~
        #.........#~~~~~.........~~~~
        #............~~~~~~~~~~~~~~~~
        #................~~~~~~~~~~~~
        ###################~~~~~~~~~~
        ",
    );
    check(
        Sight::Rays,
        20,
        TWO_PILLARS,
        "
        ##############~~~~~~~~~~~~~~~
        #............~~~~~~~~~~~~~~~~
        #..........~~~~~~........~~~~
        #.......#................~~~~
        #...@....................~~~~
        #.........#..............~~~~
        #.............~~~~~~~~~~~~~~~
        #.................~~~~~~~~~~~
        ###################~~~~~~~~~~
        ",
    );
}

#[test]
fn a_corridor_is_seen_to_its_end_but_not_around_its_corners() {
    check(
        Sight::Shadow,
        20,
        "
        ###############
        ###.###########
        ###.###########
        #......@......#
        #######.#######
        #######.......#
        ###############
        ",
        "
        ~~~~~~~~~~~~~~~
        ~~~~~~~~~~~~~~~
        ###~###########
        #......@......#
        #######.#######
        ~~~~~~#..~~~~~~
        ~~~~~~###~~~~~~
        ",
    );
}

#[test]
fn the_field_of_view_is_a_disc() {
    for sight in [Sight::Shadow, Sight::Rays] {
        let map = "
            .............
            .............
            .............
            .............
            .............
            .............
            ......@......
            .............
            .............
            .............
            .............
            .............
            .............
            ";
        let five = "
            ~~~~~~~~~~~~~
            ~~~~.....~~~~
            ~~~.......~~~
            ~~.........~~
            ~...........~
            ~...........~
            ~.....@.....~
            ~...........~
            ~...........~
            ~~.........~~
            ~~~.......~~~
            ~~~~.....~~~~
            ~~~~~~~~~~~~~
            ";
        check(sight, 5, map, five);
        check(sight, 0, "...\n.@.\n...", "~~~\n~@~\n~~~");
        check(sight, 1, ".....\n..@..\n.....\n.....", "~...~\n~.@.~\n~...~\n~~~~~");
    }
}

#[test]
fn the_edge_of_the_map_ends_the_view() {
    for sight in [Sight::Shadow, Sight::Rays] {
        check(
            sight,
            4,
            "
            @........
            .........
            .........
            ...#.....
            .........
            .........
            ",
            "
            @....~~~~
            .....~~~~
            .....~~~~
            ...#~~~~~
            ...~~~~~~
            ~~~~~~~~~
            ",
        );
        check(sight, 99, "........@.#.", "........@.#~");
    }
}

#[test]
fn an_origin_in_a_wall_sees_out_of_it() {
    let opaque = Opaque::from_fn(9, 9, |pos| pos.x == 4);
    let mut seen = BitGrid::default();
    for sight in [Sight::Shadow, Sight::Rays] {
        sight.see(&opaque, Pos::new(4, 4), 20, &mut seen);
        assert!(
            [(4, 4), (4, 3), (4, 5), (0, 4), (8, 4), (0, 0)]
                .iter()
                .all(|&it| seen.contains(it.into()))
        );
        assert!(!seen.contains(Pos::new(4, 2)));
    }
}

#[test]
fn nothing_outside_the_map_sees_or_is_visible() {
    let mut seen = BitGrid::from_fn(3, 3, |_| true);
    let nowhere = [(-1, 0), (0, -1), (5, 0), (0, 4), (i32::MIN, i32::MAX), (i32::MAX, i32::MIN)];
    for sight in [Sight::Shadow, Sight::Rays] {
        for (width, height) in [(0, 0), (5, 4), (0, 7)] {
            let opaque = Opaque::new(width, height);
            for pos in nowhere.map(Pos::from) {
                sight.see(&opaque, pos, u32::MAX, &mut seen);
                assert!(seen.is_empty() && seen.bounds() == opaque.bounds());
                assert!(!sight.sees(&opaque, pos, Pos::new(0, 0), u32::MAX));
                assert!(!sight.sees(&opaque, Pos::new(0, 0), pos, u32::MAX));
            }
        }
    }
}

/// Without walls, the field of view is exactly the disc.
#[test]
fn an_open_map_is_visible_from_everywhere_at_any_width() {
    let mut seen = BitGrid::default();
    for (width, height) in [(1, 1), (1, 70), (63, 3), (64, 3), (65, 3), (200, 2), (3, 200)] {
        let opaque = Opaque::new(width, height);
        let far = [(0, 0), (width - 1, height - 1), (width - 1, 0), (width / 2, height / 2)];
        for origin in far.map(Pos::from) {
            for radius in [0, 1, 7, 8, 9, 15, 16, 17, 30, 31, 32, 1000, u32::MAX] {
                for sight in [Sight::Shadow, Sight::Rays] {
                    sight.see(&opaque, origin, radius, &mut seen);
                    let disc = BitGrid::from_fn(width, height, |pos| {
                        in_disc(pos - origin, radius.min(1000))
                    });
                    assert!(seen == disc, "{sight:?} {width}x{height} {origin:?} {radius}");
                }
            }
        }
    }
}

#[test]
fn an_open_door_extends_the_view() {
    let mut opaque = Opaque::from_fn(5, 1, |pos| pos.x == 2);
    let (here, there) = (Pos::new(0, 0), Pos::new(4, 0));
    assert!(!Sight::Shadow.sees(&opaque, here, there, 9));
    opaque.set(Pos::new(2, 0), false);
    assert!(Sight::Shadow.sees(&opaque, here, there, 9) && !opaque.contains(Pos::new(2, 0)));
    opaque.set(Pos::new(2, 0), true);
    assert!(!Sight::Shadow.sees(&opaque, here, there, 9) && opaque.contains(Pos::new(2, 0)));
}

#[test]
fn sight_is_symmetric() {
    let mut noise = Noise(3);
    for round in 0..300 {
        let opaque = noise.opaque(22);
        let radius = [0, 1, 2, 5, 8, 20, 31, 40][round % 8];
        let cells: Vec<Pos> = opaque.bounds().cells().collect();
        let views: Vec<BitGrid> = cells
            .iter()
            .map(|&origin| {
                let mut seen = BitGrid::default();
                Sight::Shadow.see(&opaque, origin, radius, &mut seen);
                seen
            })
            .collect();
        for (&a, from_a) in cells.iter().zip(&views) {
            for (&b, from_b) in cells.iter().zip(&views) {
                if !opaque.contains(a) && !opaque.contains(b) {
                    assert_eq!(from_a.contains(b), from_b.contains(a), "{a:?} {b:?} {opaque:?}");
                }
            }
        }
    }
}

#[test]
fn line_of_sight_agrees_with_the_field_of_view() {
    let mut noise = Noise(4);
    let mut seen = BitGrid::default();
    for round in 0..200 {
        let opaque = noise.opaque(40);
        let radius = [0, 1, 3, 8, 20, 60][round % 6];
        let from = noise.cell(opaque.bounds());
        for sight in [Sight::Shadow, Sight::Rays] {
            sight.see(&opaque, from, radius, &mut seen);
            for to in opaque.bounds().grown(1).cells() {
                assert_eq!(
                    sight.sees(&opaque, from, to, radius),
                    seen.contains(to),
                    "{sight:?} {radius} {from:?} {to:?} {opaque:?}"
                );
            }
        }
    }
}
