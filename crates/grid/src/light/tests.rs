use super::*;
use crate::testing::Chance;
use crate::{Dir, Opaque};

/// Returns a lamp that lights all cells within its radius fully.
fn lamp(x: i32, y: i32, radius: u32) -> Light {
    Light {
        pos: Pos::new(x, y),
        radius,
        metric: Metric::Circle,
        color: Color::BLACK,
        intensity: LightMap::FULL,
        beam: Beam::All,
        falloff: Falloff::Flat,
    }
}

fn dark(opaque: &Opaque) -> LightMap {
    LightMap::new(opaque.bounds().width, opaque.bounds().height, Glow::default())
}

/// Draws eight cones of radius four side by side, clockwise from north. Lit cells are `*`.
fn check_cones(angle: u16, expected: &str) {
    let opaque = Opaque::new(7, 7);
    let mut drawn = Grid::new(8 * 8 - 1, 7, ' ');
    for (index, dir) in (0..8).zip(Dir::ALL) {
        let mut map = dark(&opaque);
        let beam = Beam::Cone { facing: dir.offset(), angle };
        map.shine(&opaque, &Light { beam, ..lamp(3, 3, 4) });
        for pos in map.bounds().cells() {
            let lit = map.at(pos).level > 0;
            drawn[Pos::new(index * 8 + pos.x, pos.y)] = if lit { '*' } else { '.' };
        }
    }
    assert!(drawn == Grid::from_picture(expected), "{angle} degrees:\n{drawn}");
}

#[test]
fn a_cone_of_45_degrees_is_narrow() {
    check_cones(
        45,
        "
        ..***.. .....*. ....... ....... ....... ....... ....... .*.....
        ...*... ....*** ....... ....... ....... ....... ....... ***....
        ...*... ....**. ......* ....... ....... ....... *...... .**....
        ...*... ...*... ...**** ...*... ...*... ...*... ****... ...*...
        ....... ....... ......* ....**. ...*... .**.... *...... .......
        ....... ....... ....... ....*** ...*... ***.... ....... .......
        ....... ....... ....... .....*. ..***.. .*..... ....... .......
        ",
    );
}

#[test]
fn a_cone_of_90_degrees_leaves_its_edges_dark() {
    check_cones(
        90,
        "
        .*****. ....**. ....... ....... ....... ....... ....... .**....
        ..***.. ....*** ......* ....... ....... ....... *...... ***....
        ...*... ....*** .....** ....... ....... ....... **..... ***....
        ...*... ...*... ...**** ...*... ...*... ...*... ****... ...*...
        ....... ....... .....** ....*** ...*... ***.... **..... .......
        ....... ....... ......* ....*** ..***.. ***.... *...... .......
        ....... ....... ....... ....**. .*****. .**.... ....... .......
        ",
    );
}

#[test]
fn a_cone_of_180_degrees_lights_what_is_before_it() {
    check_cones(
        180,
        "
        .*****. .*****. ....**. ....... ....... ....... .**.... .*****.
        ******* ..***** ....*** ......* ....... *...... ***.... *****..
        ******* ...**** ....*** .....** ....... **..... ***.... ****...
        ...*... ...**** ...**** ...**** ...*... ****... ****... ****...
        ....... .....** ....*** ...**** ******* ****... ***.... **.....
        ....... ......* ....*** ..***** ******* *****.. ***.... *......
        ....... ....... ....**. .*****. .*****. .*****. .**.... .......
        ",
    );
}

#[test]
fn a_cone_of_270_degrees_leaves_a_quarter_behind_dark() {
    check_cones(
        270,
        "
        .*****. .*****. .*****. ....**. ....... .**.... .*****. .*****.
        ******* ******* ..***** ....*** *.....* ***.... *****.. *******
        ******* ******* ...**** ....*** **...** ***.... ****... *******
        ******* ...**** ...**** ...**** ******* ****... ****... ****...
        **...** ....*** ...**** ******* ******* ******* ****... ***....
        *.....* ....*** ..***** ******* ******* ******* *****.. ***....
        ....... ....**. .*****. .*****. .*****. .*****. .*****. .**....
        ",
    );
}

#[test]
fn a_cone_of_360_degrees_lights_all_around() {
    check_cones(
        360,
        "
        .*****. .*****. .*****. .*****. .*****. .*****. .*****. .*****.
        ******* ******* ******* ******* ******* ******* ******* *******
        ******* ******* ******* ******* ******* ******* ******* *******
        ******* ******* ******* ******* ******* ******* ******* *******
        ******* ******* ******* ******* ******* ******* ******* *******
        ******* ******* ******* ******* ******* ******* ******* *******
        .*****. .*****. .*****. .*****. .*****. .*****. .*****. .*****.
        ",
    );
}

#[test]
fn cones_of_any_length_of_facing_follow_the_rule() {
    let cells = Rect::new(0, 0, 1, 1).grown(20).cells();
    for offset in cells.filter(|&it| it != Pos::new(0, 0)) {
        let Pos { x, y } = offset;
        let east = |angle: u16| {
            let lit = Beam::Cone { facing: Pos::new(1, 0), angle }.meets(offset);
            let facing = Pos::new(i32::MAX, 0);
            assert_eq!(lit, Beam::Cone { facing, angle }.meets(offset));
            lit
        };
        assert!(!east(0));
        // tan(22.5 degrees) is the square root of two, minus one.
        assert_eq!(east(45), x > 0 && (x + y.abs()).pow(2) < 2 * x * x);
        assert_eq!(east(90), x > y.abs());
        // tan(60 degrees) is the square root of three.
        assert_eq!(east(120), x > 0 && y * y < 3 * x * x);
        assert_eq!(east(180), x > 0);
        assert_eq!(east(240), x > 0 || y * y > 3 * x * x);
        assert_eq!(east(270), -x < y.abs());
        assert_eq!(east(315), x >= 0 || (y.abs() - x).pow(2) > 2 * x * x);
        assert!(east(360) && east(u16::MAX));
        let knights_move = |angle| Beam::Cone { facing: Pos::new(-2, 1), angle }.meets(offset);
        assert_eq!(knights_move(180), y > 2 * x);
        assert_eq!(knights_move(90), y - 2 * x > (x + 2 * y).abs());
    }
}

#[test]
fn a_wider_cone_lights_all_that_a_narrower_one_does() {
    for offset in Rect::new(0, 0, 1, 1).grown(9).cells() {
        for facing in [Pos::new(0, -1), Pos::new(1, 1), Pos::new(-3, 2)] {
            let lit: Vec<bool> =
                (0..=360).map(|angle| Beam::Cone { facing, angle }.meets(offset)).collect();
            assert!(lit.is_sorted(), "{offset:?} {facing:?}");
        }
    }
}

#[test]
fn a_cone_that_faces_nowhere_lights_its_own_cell() {
    for angle in [0, 90, 180, 270, 359] {
        let nowhere = Beam::Cone { facing: Pos::new(0, 0), angle };
        assert!(nowhere.meets(Pos::new(0, 0)) && !nowhere.meets(Pos::new(1, 0)));
    }
}

/// Lights a drawing, where `#` is opaque and the digits are lamps with that radius, and draws each
/// cell with its level in tenths: `.` for none, `*` for ten.
fn check(falloff: Falloff, intensity: u16, map: &str, expected: &str) {
    let map = Grid::from_picture(map);
    let opaque = Opaque::from_grid(&map, |&glyph| glyph == '#');
    let mut light = dark(&opaque);
    for (pos, glyph) in map.iter() {
        if let Some(radius) = glyph.to_digit(10) {
            light.shine(&opaque, &Light { intensity, falloff, ..lamp(pos.x, pos.y, radius) });
        }
    }
    let drawn = Grid::from_fn(map.width(), map.height(), |pos| match light.at(pos).level {
        0 => '.',
        LightMap::FULL => '*',
        level => char::from_digit(u32::from(level) / 100, 10).unwrap(),
    });
    assert!(drawn == Grid::from_picture(expected), "\n{drawn}");
}

#[test]
fn a_cell_is_lit_when_it_is_less_than_the_radius_away() {
    check(
        Falloff::Flat,
        LightMap::FULL,
        "
        .......
        .......
        .......
        ...3...
        .......
        .......
        .......
        ",
        "
        .......
        .*****.
        .*****.
        .*****.
        .*****.
        .*****.
        .......
        ",
    );
    check(Falloff::Flat, LightMap::FULL, "..1..", "..*..");
    check(Falloff::Linear, LightMap::FULL, "..0..", ".....");
}

#[test]
fn walls_are_lit_and_cast_shadows() {
    check(
        Falloff::Flat,
        LightMap::FULL,
        "
        #########
        #...#...#
        #.9.#...#
        #.......#
        #...#...#
        #########
        ",
        "
        *****....
        *****....
        *****....
        *******..
        *********
        *****.***
        ",
    );
}

#[test]
fn linear_light_falls_evenly() {
    check(Falloff::Linear, LightMap::FULL, ".....5.....", ".2468*8642.");
    check(
        Falloff::Linear,
        LightMap::FULL,
        "
        5.....
        ......
        ......
        ......
        ......
        ",
        "
        *8642.
        87531.
        65421.
        4321..
        211...
        ",
    );
}

#[test]
fn levels_are_pinned() {
    let levels = |radius| -> Vec<u16> {
        let light = Light { falloff: Falloff::Linear, ..lamp(0, 0, radius) };
        [0, 1, 2, 5, 9, 24].into_iter().map(|square| light.level(square)).collect()
    };
    assert_eq!(levels(5), [1000, 800, 718, 554, 400, 21]);
    assert_eq!(levels(8), [1000, 875, 824, 721, 625, 388]);
    let brighter = Light { intensity: 2500, falloff: Falloff::Linear, ..lamp(0, 0, 5) };
    assert_eq!(brighter.level(1), 2000);
}

#[test]
fn lights_add_up_to_full_light_and_no_further() {
    check(Falloff::Flat, 400, ".3..3.", "448844");
    check(Falloff::Flat, 400, ".33.3.", "88**84");
    check(Falloff::Flat, u16::MAX, "3.....", "***...");
}

#[test]
fn tints_add_up_beside_the_ambient_light() {
    let opaque = Opaque::new(3, 1);
    let ambient = Glow::new(100, Color::new(0, 0, 40));
    let mut map = LightMap::new(3, 1, ambient);
    let red = Light { color: Color::new(200, 10, 0), intensity: 500, ..lamp(0, 0, 2) };
    map.shine(&opaque, &red);
    assert_eq!(map.at(Pos::new(0, 0)), Glow::new(600, Color::new(100, 5, 40)));
    assert_eq!(map.at(Pos::new(2, 0)), ambient);
    map.shine(&opaque, &Light { color: Color::BLACK, ..red });
    assert_eq!(map.at(Pos::new(0, 0)), Glow::new(1000, Color::new(100, 5, 40)));
    map.shine(&opaque, &Light { intensity: 5000, ..red });
    assert_eq!(map.at(Pos::new(1, 0)), Glow::new(1000, Color::new(255, 55, 40)));
    assert_eq!(map.at(Pos::new(3, 0)), Glow::default());
}

const PLANE: (i32, i32) = (70, 9);

fn lights() -> [Light; 4] {
    [
        Light { color: Color::new(250, 200, 0), falloff: Falloff::Linear, ..lamp(4, 4, 7) },
        Light { color: Color::new(0, 180, 90), intensity: 700, ..lamp(61, 3, 6) },
        Light { beam: Beam::Cone { facing: Pos::new(-1, 0), angle: 90 }, ..lamp(65, 5, 9) },
        Light { color: Color::new(9, 9, 9), intensity: 1, ..lamp(-4, 99, 9) },
    ]
}

#[test]
fn the_order_of_lights_does_not_matter() {
    let opaque = Opaque::from_fn(PLANE.0, PLANE.1, |pos| (pos.x * 7 + pos.y * 5) % 11 == 0);
    let (mut forwards, mut backwards) = (dark(&opaque), dark(&opaque));
    for light in &lights() {
        forwards.shine(&opaque, light);
    }
    for light in lights().iter().rev() {
        backwards.shine(&opaque, light);
    }
    assert_eq!(forwards.sums, backwards.sums);
    forwards.reset(PLANE.0, PLANE.1, Glow::default());
    assert_eq!(forwards.sums, dark(&opaque).sums);
}

#[test]
fn relighting_gives_the_same_light_as_starting_over() {
    let mut chance = Chance::new(8);
    let mut opaque = Opaque::new(PLANE.0, PLANE.1);
    let mut map = dark(&opaque);
    let mut all: Vec<(u64, Light)> = (0..).zip(lights()).collect();
    let mut seen = BitGrid::default();
    for round in 0..300 {
        let mut changed = Vec::new();
        for _ in 0..chance.below(4) {
            let at = chance.pos(PLANE.0, PLANE.1);
            opaque.set(at, !opaque.contains(at));
            changed.push(at);
        }
        let which = chance.below(all.len() as u32) as usize;
        match chance.below(5) {
            0 => all[which].1.pos = chance.pos(PLANE.0, PLANE.1),
            1 => all[which].1.radius = chance.below(12),
            2 if all.len() > 1 => drop(all.remove(which)),
            3 => all.push((10 + round, Light { pos: chance.pos(PLANE.0, PLANE.1), ..lights()[0] })),
            _ => {}
        }
        let mut fresh = dark(&opaque);
        for (_, light) in &all {
            fresh.shine(&opaque, light);
        }
        let before = map.sums.clone();
        // A field of view from the position of one of them is already known.
        let (from, radius) = (all[0].1.pos, 1 + chance.below(14));
        crate::Sight::Shadow.see(&opaque, from, radius, &mut seen);
        let view = Some((from, radius, &seen)).filter(|_| chance.below(2) == 0);
        let scenery = Scenery { opaque: &opaque, changed: &changed, view };
        let changed = map.relight(&scenery, all.iter().copied());
        assert_eq!(map.sums, fresh.sums, "round {round}");
        assert_eq!(map.glows, fresh.glows, "round {round}");
        assert_eq!(map.lit, fresh.lit, "round {round}");
        assert!(changed || before == map.sums, "round {round}");
    }
    let scenery = Scenery { opaque: &opaque, changed: &[Pos::new(3, 3)], view: None };
    assert!(!map.relight(&scenery, all.iter().copied()));
}

#[test]
fn light_falls_where_a_symmetric_view_reaches() {
    let mut chance = Chance::new(9);
    for radius in [0, 1, 2, 3, 4, 5, 8, 9, 17, 31, 32, 33, 40, 64, 65, 90, u32::MAX] {
        let share = chance.below(30);
        let opaque = Opaque::from_fn(150, 70, |_| chance.below(100) < share);
        let light = Light { intensity: 300, ..lamp(0, 0, radius) };
        let light = Light { pos: chance.pos(150, 70), ..light };
        let mut seen = BitGrid::default();
        crate::Sight::Shadow.see(&opaque, light.pos, radius, &mut seen);
        let mut map = dark(&opaque);
        map.shine(&opaque, &light);
        for at in map.bounds().cells() {
            let near = at.distance_squared(light.pos) < radius.saturating_pow(2);
            assert_eq!(map.at(at).level > 0, near && seen.contains(at), "{at:?} {light:?}");
        }
    }
}

#[test]
fn lit_cells_are_tracked() {
    let opaque = Opaque::new(9, 5);
    let mut map = LightMap::new(9, 5, Glow::default());
    map.shine(&opaque, &lamp(1, 1, 2));
    map.shine(&opaque, &lamp(6, 2, 3));
    assert_eq!(*map.lit(), BitGrid::from_fn(9, 5, |pos| map.at(pos).level > 0));
    assert!(!map.lit().contains(Pos::new(3, 0)));
    assert_eq!(LightMap::new(9, 5, Glow::new(1, Color::BLACK)).lit().count(), 45);
}

#[test]
fn a_large_light_ends_at_its_radius() {
    let opaque = Opaque::new(140, 70);
    for radius in [33, 34, 64] {
        let mut map = dark(&opaque);
        let light = Light { falloff: Falloff::Linear, ..lamp(50, 20, radius) };
        map.shine(&opaque, &light);
        let within = |pos: Pos| pos.distance_squared(light.pos) < radius * radius;
        assert_eq!(map.lit(), &BitGrid::from_fn(140, 70, within), "{radius}");
    }
}

#[test]
fn a_run_is_the_light_of_neighbouring_cells() {
    let opaque = Opaque::new(9, 5);
    let mut map = dark(&opaque);
    map.shine(&opaque, &Light { falloff: Falloff::Linear, ..lamp(3, 1, 6) });
    for from in map.bounds().cells() {
        let length = (9 - from.x) as usize;
        let cells = (from.x..9).map(|x| map.at(Pos::new(x, from.y)));
        assert!(map.run(from, length).iter().copied().eq(cells), "{from:?}");
    }
}

#[test]
fn a_metric_shapes_the_light() {
    let opaque = Opaque::new(140, 70);
    let far = |metric: Metric, at: Pos| metric.squared_length(at - Pos::new(50, 20));
    for metric in [Metric::Square, Metric::Circle, Metric::Diamond] {
        for radius in [2, 4, 5, 12, 33] {
            let mut map = dark(&opaque);
            map.shine(&opaque, &Light { metric, ..lamp(50, 20, radius) });
            let within = |at: Pos| far(metric, at) < radius * radius;
            assert_eq!(map.lit(), &BitGrid::from_fn(140, 70, within), "{metric:?} {radius}");
        }
    }
}
