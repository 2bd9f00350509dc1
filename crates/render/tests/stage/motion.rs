//! What is drawn between one turn and the next: each scenario is a level, a command, and what is
//! off its cell at some moments.

use barrow_engine::{Command, Game, Turn};
use barrow_grid::{Dir, Pos, Rect};
use barrow_render::{Mark, MarkKind, Motion, Painter, Scene, Stage, Style, Tileset};

use super::{GAME, game, game_of};

/// Shows the first view of a level, and a second later a turn.
fn take_in(game: &mut Game, motion: &mut Motion, command: &Command, now: u64) -> Turn {
    motion.turn(&game.view(0).unwrap(), Turn::default().events(0), now - 1000);
    let turn = game.step(0, command).unwrap();
    motion.turn(&game.view(0).unwrap(), turn.events(0), now);
    turn
}

/// Returns where actors are drawn beside their cells: `@+8,0` is eight pixels to the right.
fn offsets(game: &Game, motion: &Motion, now: u64) -> String {
    let view = game.view(0).unwrap();
    let told = view.actors().filter_map(|actor| {
        let off = motion.offset(actor.id(), now)?;
        Some(format!("{}{:+},{:+}", actor.glimpse().glyph(), off.x, off.y))
    });
    told.collect::<Vec<_>>().join(" ")
}

#[track_caller]
fn check_offsets(drawing: &[&str], command: &Command, expected: &[(u64, &str)]) {
    let (mut game, mut motion) = (game(drawing), Motion::default());
    take_in(&mut game, &mut motion, command, 1000);
    for (after, told) in expected {
        assert_eq!(offsets(&game, &motion, 1000 + after), *told, "after {after}");
    }
}

#[test]
fn a_step_slides_to_its_cell_in_a_tenth_of_a_second() {
    let expected = [(0, "@-16,+0"), (50, "@-8,+0"), (99, "@+0,+0"), (100, "")];
    check_offsets(&["@.."], &Command::Move(Dir::East), &expected);
    let both = [(0, "@+0,-16 h+16,+0"), (25, "@+0,-12 h+12,+0"), (100, "")];
    check_offsets(&["@...", "....", "...h"], &Command::Move(Dir::South), &both);
}

#[test]
fn an_attacker_leans_into_the_blow_and_its_target_shrinks_back() {
    let expected = [(0, "@+0,+0 r+0,+0"), (50, "@+3,+0 r+2,+0"), (75, "@+1,+0 r+1,+0"), (100, "")];
    check_offsets(&["@r"], &Command::Move(Dir::East), &expected);
}

#[test]
fn a_new_step_continues_from_the_current_offset() {
    let (mut game, mut motion) = (game(&["@..."]), Motion::default());
    take_in(&mut game, &mut motion, &Command::Move(Dir::East), 1000);
    let turn = game.step(0, &Command::Move(Dir::East)).unwrap();
    motion.turn(&game.view(0).unwrap(), turn.events(0), 1050);
    assert_eq!(offsets(&game, &motion, 1050), "@-24,+0");
    assert_eq!(offsets(&game, &motion, 1100), "@-12,+0");
    assert!(!motion.is_moving(1200));
}

/// Returns the scene at a moment, and what in it lies between cells: how many sprites.
fn loose(game: &Game, motion: &Motion, now: u64) -> usize {
    let view = game.view(0).unwrap();
    let mut scene = Scene::default();
    let area = Rect::new(0, 0, view.width(), view.height());
    let mut stage = Stage::new(Tileset::shipped(), Style::Tiles);
    stage.set(&view, area, &[], (motion, now), &mut scene);
    scene.loose.len()
}

/// Checks how many sprites there are between cells at moments after a command.
#[track_caller]
fn check_loose(drawing: &[&str], command: &Command, expected: &[(u64, usize)]) {
    let (mut game, mut motion) = (game(drawing), Motion::default());
    take_in(&mut game, &mut motion, command, 1000);
    for (after, count) in expected {
        assert_eq!(loose(&game, &motion, 1000 + after), *count, "after {after}");
    }
}

#[test]
fn a_spark_flies_and_then_a_number_rises() {
    let spark = Command::Cast { ability: "spark".into(), at: None };
    // Five cells take a fifth of a second; then a number of one digit.
    check_loose(&["@....r"], &spark, &[(0, 1), (199, 1), (200, 1), (799, 1), (800, 0)]);
    let mend = Command::Cast { ability: "mend".into(), at: None };
    // Healing that changes nothing has no number.
    check_loose(&["@"], &mend, &[(0, 0)]);
}

#[test]
fn a_blow_flashes_and_the_dead_fade() {
    // Two halves lean, the target shrinks back, both with their shadows; one shape flashes for a
    // moment, one digit rises.
    check_loose(&["@r"], &Command::Move(Dir::East), &[(50, 7), (70, 6), (110, 1), (600, 0)]);
    let mut game = game(&["@r"]);
    let mut motion = Motion::default();
    for _ in 0..3 {
        game.step(0, &Command::Move(Dir::East)).unwrap();
    }
    take_in(&mut game, &mut motion, &Command::Move(Dir::East), 1000);
    // Two halves and a shadow lean, the dead one fades, its number rises.
    assert_eq!(loose(&game, &motion, 1050), 5);
    assert_eq!(loose(&game, &motion, 1300), 1);
}

#[test]
fn each_of_two_blows_has_its_own_number() {
    let (mut game, mut motion) = (game(&["h@h"]), Motion::default());
    take_in(&mut game, &mut motion, &Command::Wait, 1000);
    // Two blows of three: one digit at first and one more a moment later, never their sum.
    assert_eq!(loose(&game, &motion, 1150), 1);
    assert_eq!(loose(&game, &motion, 1250), 2);
}

#[test]
fn what_a_step_costs_has_no_number() {
    for (life, digits) in [(300, 0), (30, 1)] {
        let tired = GAME.replace(
            r#""health": { "now": 20, "max": 20 } }"#,
            &format!(
                r#""health": {{ "now": {life}, "max": {life} }} }},
                "on": {{ "turn": [{{ "change": {{ "attribute": "health", "by": -1, "of": "self" }} }}] }}"#
            ),
        );
        let (mut game, mut motion) = (game_of(&tired, &["@.."]), Motion::default());
        take_in(&mut game, &mut motion, &Command::Wait, 1000);
        assert_eq!(loose(&game, &motion, 1150), digits, "of {life}");
    }
}

#[test]
fn a_heavy_blow_shakes_the_screen_for_a_moment() {
    let (mut game, mut motion) = (game(&["@h"]), Motion::default());
    take_in(&mut game, &mut motion, &Command::Wait, 1000);
    let path: Vec<Pos> = (0..8).map(|it| motion.shake(1000 + it * 25)).collect();
    assert!(path.iter().any(|it| *it != Pos::default()), "{path:?}");
    assert_eq!(motion.shake(1160), Pos::default());
}

#[test]
fn animations_can_be_skipped_and_switched_off() {
    let (mut game, mut motion) = (game(&["@h"]), Motion::default());
    take_in(&mut game, &mut motion, &Command::Wait, 1000);
    assert!(motion.is_moving(1000));
    motion.finish();
    assert!(!motion.is_moving(1000));
    assert_eq!(loose(&game, &motion, 1000), 0);
    motion.set_still(true);
    let turn = game.step(0, &Command::Wait).unwrap();
    motion.turn(&game.view(0).unwrap(), turn.events(0), 1100);
    assert!(!motion.is_moving(1100));
    assert_eq!(loose(&game, &motion, 1100), 0);
}

/// Returns a painter that has shown the beginning of a game, long ago.
fn painter(game: &Game) -> Painter {
    let mut painter = Painter::new(Style::Tiles);
    painter.resize(160, 160, 100);
    painter.turn(&game.view(0).unwrap(), Turn::default().events(0), 0);
    painter.draw(&game.view(0).unwrap(), &[], 1000);
    painter
}

#[test]
fn nothing_is_drawn_while_nothing_changes() {
    let mut game = game(&["@....", "....."]);
    let mut painter = painter(&game);
    assert_eq!(painter.wake(1000), None);
    assert!(!painter.draw(&game.view(0).unwrap(), &[], 2000));
    let turn = game.step(0, &Command::Move(Dir::East)).unwrap();
    painter.turn(&game.view(0).unwrap(), turn.events(0), 3000);
    assert_eq!(painter.wake(3000), Some(0));
    for now in [3000, 3050, 3100, 3150] {
        assert_eq!(painter.is_moving(), now <= 3100, "{now}");
        painter.draw(&game.view(0).unwrap(), &[], now);
    }
    assert!(!painter.draw(&game.view(0).unwrap(), &[], 3200));
}

#[test]
fn animated_tiles_are_redrawn_when_their_next_frame_is_due() {
    let game = game(&["@&..."]);
    let mut painter = painter(&game);
    let due = 1000 + painter.wake(1000).unwrap();
    assert!(due <= 1200, "each frame lasts 200 ms; the next one is due at {due}");
    assert!(!painter.draw(&game.view(0).unwrap(), &[], due - 1));
    assert!(painter.draw(&game.view(0).unwrap(), &[], due));
    painter.set_still(true);
    painter.draw(&game.view(0).unwrap(), &[], 1300);
    assert_eq!(painter.wake(1300), None);
}

#[test]
fn an_updated_picture_equals_one_drawn_anew() {
    let mut game = game(&["@...........h", ".............", "...........r.", "............."]);
    let mut painter = painter(&game);
    let marks = [Mark { at: Pos::new(2, 2), kind: MarkKind::Cursor }];
    for round in 0..9 {
        let now = 2000 + round * 60;
        let command = if round % 3 == 2 { Command::Wait } else { Command::Move(Dir::East) };
        if let Ok(turn) = game.step(0, &command) {
            painter.turn(&game.view(0).unwrap(), turn.events(0), now);
        }
        for late in [0, 30] {
            let view = game.view(0).unwrap();
            painter.draw(&view, &marks, now + late);
            let mut other = painter.clone();
            other.forget();
            other.draw(&view, &marks, now + late);
            assert!(painter.picture() == other.picture(), "round {round}, {late}");
        }
    }
}

#[test]
fn a_pixel_of_the_screen_leads_to_its_cell() {
    let row = ".".repeat(60);
    let game = game(&[&format!("@{row}"), &row]);
    let mut painter = painter(&game);
    assert_eq!(painter.cell_at(0, 79), Pos::new(0, 0));
    assert_eq!(painter.cell_at(159, 80), Pos::new(9, 1));
    painter.zoom(1);
    painter.draw(&game.view(0).unwrap(), &[], 2000);
    assert_eq!(painter.scale(), 2);
    assert_eq!(painter.cell_at(159, 80), Pos::new(4, 1));
}

/// What is told lies over the picture, at the edge where nobody is.
#[test]
fn text_over_the_picture_hides_neither_the_player_nor_a_foe() {
    let height = |rows: &[&str]| {
        let game = game(rows);
        let mut painter = painter(&game);
        painter.resize(400, 400, 100);
        painter.draw(&game.view(0).unwrap(), &[], 2000);
        painter.busy_height()
    };
    let empty = "#...............#";
    let middle = "#.......@.......#";
    let foe = "#.......r.......#";
    let hall = |above: usize, below: usize, foes: [usize; 2]| {
        let rows = (0..=above + below).map(|row| match row {
            _ if row == above => middle,
            _ if foes.contains(&row) => foe,
            _ => empty,
        });
        height(&rows.collect::<Vec<_>>())
    };
    let nobody = usize::MAX;
    assert!((35..=65).contains(&hall(7, 7, [nobody; 2])), "alone in the middle");
    assert!(hall(7, 7, [1, nobody]) < 35, "a foe above");
    assert!(hall(7, 7, [13, nobody]) > 65, "a foe below");
    assert!(hall(7, 7, [4, 14]) > 65, "of two, the one nearer to its edge");
    assert!(hall(1, 13, [nobody; 2]) < 35, "the player above");
}

#[test]
fn the_camera_slides_along_and_goes_to_a_cursor_that_is_far_off() {
    let row = ".".repeat(60);
    let mut game = game(&[&format!("{}@{}", &row[..30], &row[..29])]);
    let mut painter = painter(&game);
    let left = |painter: &Painter| painter.cell_at(0, 0).x * 16;
    assert_eq!(left(&painter), 25 * 16);
    let turn = game.step(0, &Command::Move(Dir::East)).unwrap();
    painter.turn(&game.view(0).unwrap(), turn.events(0), 2000);
    painter.draw(&game.view(0).unwrap(), &[], 2000);
    assert_eq!(left(&painter), 25 * 16);
    painter.draw(&game.view(0).unwrap(), &[], 2100);
    assert_eq!(left(&painter), 26 * 16);
    let far = [Mark { at: Pos::new(2, 0), kind: MarkKind::Cursor }];
    painter.draw(&game.view(0).unwrap(), &far, 3000);
    assert_eq!(left(&painter), 0);
}

/// Returns which frame each of five rats shows at each moment.
fn frames(motion: &Motion) -> Vec<Vec<bool>> {
    let game = game(&["@....", "rrrrr"]);
    let view = game.view(0).unwrap();
    let mut stage = Stage::new(Tileset::shipped(), Style::Tiles);
    let second = stage.tileset().named("rat-2").unwrap();
    let moments = (0..24).map(|it| 10_000 + it * 50);
    let shown = moments.map(|now| {
        let mut scene = Scene::default();
        stage.set(&view, Rect::new(0, 0, 5, 2), &[], (motion, now), &mut scene);
        let shows = |x: i32| {
            let mut tiles = scene.sprites(Pos::new(x, 1)).map(|it| stage.tileset().undyed(it.tile));
            tiles.any(|it| it == second)
        };
        (0..5).map(shows).collect()
    });
    shown.collect()
}

#[test]
fn idle_actors_move_every_600_ms_out_of_step_unless_motion_is_off() {
    let moving = frames(&Motion::default());
    for rat in 0..5 {
        let shown = moving.iter().filter(|it| it[rat]).count();
        assert_eq!(shown, 12, "each frame takes half of the time");
    }
    assert!(moving.iter().any(|it| it.contains(&true) && it.contains(&false)), "{moving:?}");
    let mut still = Motion::default();
    still.set_still(true);
    assert!(frames(&still).iter().flatten().all(|it| !it));
}

#[test]
fn light_flickers_slowly_unless_motion_is_off() {
    let text = include_str!("stage.json").replace("\"flicker\": 0", "\"flicker\": 7");
    let game = super::game_of(&text, &["@........"]);
    let view = game.view(0).unwrap();
    let mut stage = Stage::new(Tileset::shipped(), Style::Tiles);
    let mut lights = |motion: &Motion| -> Vec<u8> {
        let moments = (0..40).map(|it| it * 150);
        let red = |now| {
            let mut scene = Scene::default();
            stage.set(&view, Rect::new(0, 0, 9, 1), &[], (motion, now), &mut scene);
            assert!(scene.sprites(Pos::new(2, 0)).next().unwrap().lit);
            scene.light(Pos::new(2, 0))[0].red
        };
        moments.map(red).collect()
    };
    let moving = lights(&Motion::default());
    let (dim, bright) = (*moving.iter().min().unwrap(), *moving.iter().max().unwrap());
    let percent = 100 - u32::from(dim) * 100 / u32::from(bright);
    assert!((4..=8).contains(&percent), "{percent} % of {moving:?}");
    assert!(moving.windows(2).all(|it| it[0].abs_diff(it[1]) < 12), "{moving:?}");
    let mut still = Motion::default();
    still.set_still(true);
    assert!(lights(&still).windows(2).all(|it| it[0] == it[1]));
}
