//! Light, and levels that are only watched, in the kit's format.

use barrow_engine::{Command, Refusal};
use barrow_grid::{LightMap, Pos};

use super::stage::{Play, Stage};

const UP: &[(char, &str)] = &[('<', "actors:up_stairway"), ('>', "actors:down_stairway")];

const DARK: &str = r#""mechanics": { "darkness": true, "fog_of_war": true, "ambient_light": 0.1,
    "player_light_radius": 6 }"#;

fn light(play: &Play, x: i32) -> Option<u16> {
    let view = play.game.view(0).expect("a player");
    view.cell(Pos::new(x, 0)).light.map(|it| it.level)
}

#[test]
fn light_falls_off_evenly_from_hero_and_torch() {
    let actors = r##""torch": { "tint": "#ff8800", "attributes": { "solid": false, "light_source": true } }"##;
    let signs = &[('<', "actors:up_stairway"), ('i', "actors:torch")];
    let map = "<@........................i";
    let stage = Stage { map, signs, actors, config: DARK, ..Stage::default() };
    let hero = r#"{ "player": { "vision_range": 40, "attributes": { "controlled": true }, "stats": { "health": 9 } } }"#;
    let files = &[("prototypes/here/actors.json", hero)];
    let play = Stage { files, ..stage }.play("");
    let level = |x| {
        let level = u32::from(light(&play, x).expect("it is in sight"));
        level * 100 / u32::from(LightMap::FULL)
    };
    // Full light minus a sixth for each step, and a tenth everywhere.
    assert_eq!([1, 2, 4, 7, 10].map(level), [100, 93, 60, 10, 10]);
    // The torch reaches five cells and gives its colour.
    assert_eq!([26, 25, 23, 21].map(level), [100, 90, 50, 10]);
    let view = play.game.view(0).expect("a player");
    let glow = view.cell(Pos::new(25, 0)).light.expect("it is in sight");
    assert!(glow.tint[0] > glow.tint[1] && glow.tint[2] == 0);
}

/// The kit counts diagonal steps as one: light falls off by the ring of a square, not of a circle.
#[test]
fn light_falls_off_by_squares() {
    let map = format!("{}\n{}<...@....", "........\n".repeat(5).trim_end(), "");
    let signs = &[('<', "actors:up_stairway")];
    let play = Stage { map: &map, signs, config: DARK, ..Stage::default() }.play("");
    let view = play.game.view(0).expect("a player");
    let level = |x: i32, y: i32| view.cell(Pos::new(4 + x, 5 - y)).light.expect("in sight").level;
    for ring in 1..=3 {
        let straight = level(ring, 0);
        assert!((0..=ring).all(|up| level(ring, up) == straight), "ring {ring}");
        assert!(level(ring + 1, 0) < straight, "ring {ring}");
    }
}

#[test]
fn the_hero_sees_within_the_radius_and_remembers_fixtures() {
    let signs = &[('<', "actors:up_stairway"), ('+', "actors:door"), ('d', "actors:dummy")];
    let map = "<@....+....d";
    let seen = |config: &str, keys: &str| {
        let play = Stage { map, signs, config, ..Stage::default() }.play(keys);
        let view = play.game.view(0).expect("a player");
        (view.visible().count(), view.explored().count())
    };
    // Eight cells are in range, but the door blocks sight.
    assert_eq!(seen(DARK, "").0, 7);
    assert_eq!(seen("", "").0, 12, "where it is light, all is seen");
    let forgetful = r#""mechanics": { "darkness": true }"#;
    let (now, ever) = seen(forgetful, "hll");
    assert_eq!(now, ever);
}

#[test]
fn watched_levels_run_by_the_clock_and_refuse_steps() {
    let actors = r#""cell": { "attributes": { "solid": false } },
        "keeper": { "personality": "life", "attributes": { "solid": false, "visible": false } }"#;
    let personalities = r#""life": { "behaviors": ["game_of_life_step"], "cell_type": "cell" }"#;
    let signs = &[('o', "actors:cell"), ('K', "actors:keeper")];
    let config = r#""turn_speed": 150, "mechanics": { "observer_mode": true }"#;
    // A blinker beside the void: nothing is born where there is no floor.
    let map = "K....\n. o .\n. o .\n. o .\n.....";
    let stage = Stage { map, signs, actors, personalities, config, ..Stage::default() };
    let play = stage.play("l.");
    assert_eq!(play.refused, [Refusal::Watching]);
    assert_eq!(play.game.legal(0), [Command::Wait]);
    let pack = play.game.pack();
    assert_eq!(pack.levels.get(pack.levels.find("here").expect("it")).pace, Some(150));
    assert_eq!(play.cells_of("cell").len(), 1, "\n{}", play.picture());
}

/// Without anybody to play, the kit goes into observer mode by itself.
#[test]
fn a_level_that_nobody_plays_runs_by_the_clock_as_well() {
    let nobody = r#"{ "player": { "attributes": {}, "stats": { "health": 9 } } }"#;
    let files = &[("prototypes/here/actors.json", nobody)];
    let config = r#""turn_speed": 80"#;
    let pace = |files| {
        let pack = Stage { map: "<....", signs: UP, config, files, ..Stage::default() }.pack();
        pack.levels.get(pack.levels.find("here").expect("it")).pace
    };
    assert_eq!(pace(files), Some(80));
    assert_eq!(pace(&[]), None, "time waits for a player");
    let play = Stage { map: "<....", signs: UP, config, files, ..Stage::default() }.play("l");
    assert_eq!(play.refused, [Refusal::Watching]);
}
