use barrow_dice::Rng;
use barrow_grid::{Dir, LightMap};

use crate::Command;
use crate::scenario::{Scenario, cell};

const LAMPS: &str = r#"{
    "kinds": {
        "torch": { "as": "fixture", "look": { "glyph": "i" }, "light": { "radius": 2 } },
        "ember": { "as": "item", "item": {}, "look": { "glyph": "e" }, "light": { "radius": 2 } },
        "lantern": { "as": "item", "look": { "glyph": "L" }, "has": { "charge": 4 },
            "item": { "switch": { "drains": "charge" } }, "light": { "radius": 3 } },
        "ring": { "as": "item", "look": { "glyph": "o" }, "item": { "slot": "hand" },
            "light": { "radius": 2 } },
        "bomb": { "as": "item", "look": { "glyph": "b" }, "item": { "consumed": true },
            "on": { "use": [{ "flash": { "radius": 3, "turns": 2 } }] } },
        "firefly": { "extends": "rat", "look": { "glyph": "f" }, "light": { "radius": 2 },
            "mind": "roams" },
        "diver": { "extends": "hero", "stock": ["lamp"] },
        "lamp": { "as": "item", "item": { "switch": {} }, "light": { "radius": 4, "angle": 90 } }
    },
    "minds": { "roams": ["wander"] }
}"#;

const SIGNS: &str = r#"{ "i": ["torch"], "e": ["ember"], "L": ["lantern"], "o": ["ring"],
    "b": ["bomb"], "f": ["firefly"] }"#;

fn dark(map: &str) -> Scenario {
    Scenario::staged("", r#""dark": true"#, map, SIGNS, LAMPS)
}

/// Checks what a player sees of a dark level, at first and after each key.
fn check(map: &str, keys: &str, expected: &[&str]) {
    let mut it = dark(map);
    assert_eq!(it.seen(), expected[0], "at first");
    for (key, expected) in keys.chars().zip(&expected[1..]) {
        it.keys(&key.to_string());
        assert_eq!(it.seen(), *expected, "after {key}, refused {:?}", it.refused);
    }
}

#[test]
fn in_the_dark_the_hero_sees_lit_cells_and_the_own_cell() {
    check("@.......", "l", &["10000000", "01000000"]);
    check("@....i..", "l", &["10001110", "01001110"]);
    check("@...#i..", "", &["10001000"]);
}

#[test]
fn in_full_light_lamps_change_nothing() {
    let it = Scenario::new("@....i..", SIGNS, LAMPS);
    assert_eq!(it.seen(), "11111111");
    assert_eq!(it.game.view(0).unwrap().cell(cell(3, 0)).light.unwrap().level, 1000);
}

#[test]
fn some_light_everywhere_is_enough_to_see() {
    let level = r#""dark": true, "ambient": 0.1"#;
    assert_eq!(Scenario::staged("", level, "@....#.", SIGNS, LAMPS).seen(), "1111110");
}

#[test]
fn light_that_depends_on_the_turn_is_updated() {
    let level = r#""dark": true, "ambient": "mod(turn, 2)""#;
    let mut it = Scenario::staged("", level, "@..", SIGNS, LAMPS);
    assert_eq!(it.seen(), "100");
    assert_eq!(it.keys(".").seen(), "111");
    assert_eq!(it.keys(".").seen(), "100");
}

#[test]
fn a_lantern_shines_while_it_is_on_and_has_charge() {
    let off = "0100000";
    let on = "1111000";
    check("L@.....", "h", &[off, "1000000"]);
    let mut it = dark("L@.....");
    it.keys("hgl0");
    assert_eq!(it.seen(), on);
    assert_eq!(it.keys("0").seen(), off, "switched off");
    it.keys("0");
    assert_eq!(it.keys(".").seen(), on);
    assert_eq!(it.keys(".").seen(), off, "spent");
    it.forget().keys("0");
    assert_eq!(it.refused.len(), 1);
}

#[test]
fn a_lantern_on_the_ground_shines_on_and_burns_out_there() {
    let mut it = dark("@L......");
    it.keys("lg0").command(&Command::Drop { slot: 0 });
    it.keys("h");
    assert_eq!(it.seen(), "11110000");
    it.keys(".");
    assert_eq!(it.seen(), "10000000");
}

#[test]
fn a_worn_light_shines_only_while_worn() {
    let mut it = dark("@o.....");
    assert_eq!(it.seen(), "1110000", "it lies there and shines");
    it.keys("lg");
    assert_eq!(it.seen(), "0100000");
    it.command(&Command::Equip { slot: 0 });
    assert_eq!(it.seen(), "1110000");
    it.keys("ll");
    assert_eq!(it.seen(), "0011100");
    it.command(&Command::Unequip { slot: 0 });
    assert_eq!(it.seen(), "0001000");
}

#[test]
fn a_glowing_thing_goes_dark_in_a_bag() {
    let mut it = dark("@e.....");
    assert_eq!(it.seen(), "1110000");
    it.keys("lg");
    assert_eq!(it.seen(), "0100000");
}

#[test]
fn a_cone_follows_the_facing_direction() {
    let map = ".......\n.......\n.......\n...@...\n.......\n.......\n.......";
    let more = LAMPS.replace(r#""diver""#, r#""champion""#);
    let mut it = Scenario::staged("", r#""dark": true"#, map, SIGNS, &more);
    it.keys("0");
    let south = "0000000\n0000000\n0000000\n0001000\n0001000\n0011100\n0111110";
    assert_eq!(it.seen(), south);
    let east = "0000000\n0000000\n0000001\n0000111\n0000001\n0000000\n0000000";
    assert_eq!(it.keys("l").seen(), east);
    let west = "0000000\n1000000\n1100000\n1111000\n1100000\n1000000\n0000000";
    assert_eq!(it.keys("h").seen(), west);
}

#[test]
fn a_flash_ends() {
    let mut it = dark("b@.......");
    it.keys("hgl0");
    assert_eq!(it.seen(), "111100000");
    assert_eq!(it.keys(".").seen(), "111100000");
    assert_eq!(it.keys(".").seen(), "010000000");
}

#[test]
fn closed_doors_block_light() {
    check("@..+.i.", "", &["1000000"]);
    let mut it = dark("@..+i..");
    assert_eq!(it.seen(), "1001000", "the lit side of the door is seen");
    it.keys("lll");
    assert_eq!(it.seen(), "0011110");
}

const TWO_LIT_ROOMS: &str = "
    #################
    #@..e..#....i...#
    #..L...+.f......#
    #...b..#....o...#
    #i.....#...f....#
    #################";

fn any_command(dice: &mut Rng) -> Command {
    match dice.below(12) {
        0 => Command::Pickup,
        1 => Command::Use { slot: 0 },
        2 => Command::Drop { slot: 0 },
        3 => Command::Equip { slot: 0 },
        _ => Command::Move(Dir::ALL[dice.below(8) as usize]),
    }
}

/// Lights that nobody can see are left out, and that is not visible to anybody.
#[test]
fn visible_cells_have_the_light_of_all_lamps() {
    // If a rule asks for light, the light of all cells is computed.
    let asks = r#""owl": { "extends": "rat", "look": { "glyph": "w" },
        "on": { "turn": [{ "if": { "when": "self.light > 0", "do": ["die"] } }] } }, "torch""#;
    let all = LAMPS.replacen(r#""torch""#, asks, 1);
    let mut dice = Rng::new(12);
    for seed in 0..20 {
        let dark = r#""dark": true"#;
        let mut one = Scenario::staged("", dark, TWO_LIT_ROOMS, SIGNS, LAMPS).seeded(seed);
        let mut other = Scenario::staged("", dark, TWO_LIT_ROOMS, SIGNS, &all).seeded(seed);
        for turn in 0..60 {
            let command = any_command(&mut dice);
            one.command(&command);
            other.command(&command);
            let [some, whole] = [&one, &other].map(|it| it.game.view(0).unwrap());
            assert!(whole.lights().eq(some.lights()), "seed {seed}, turn {turn}");
        }
    }
}

/// Light is updated step by step, and must equal a computation from scratch.
#[test]
fn updated_light_equals_light_from_scratch() {
    let mut dice = Rng::new(11);
    for seed in 0..20 {
        let mut it = dark(TWO_LIT_ROOMS).seeded(seed);
        for turn in 0..60 {
            it.command(&any_command(&mut dice));
            let step_by_step = it.game.world.level.light.clone();
            it.game.world.level.light = LightMap::default();
            it.game.world.level.stale_light = true;
            it.ctx().relight(true);
            let at_once = &it.game.world.level.light;
            for at in at_once.bounds().cells() {
                assert_eq!(step_by_step.at(at), at_once.at(at), "{at:?}, seed {seed}, turn {turn}");
            }
            assert_eq!(step_by_step.lit(), at_once.lit());
        }
    }
}

#[test]
fn light_may_be_weak_and_fade_with_distance() {
    let levels = |light: &str| -> Vec<u16> {
        let more = format!(
            r#"{{ "kinds": {{ "torch": {{ "as": "fixture", "look": {{ "glyph": "i" }}, "light": {light} }} }} }}"#
        );
        let it = Scenario::staged("", r#""dark": true"#, "@....i", r#"{ "i": ["torch"] }"#, &more);
        (0..6).map(|x| it.game.world.level.light.at(cell(x, 0)).level).collect()
    };
    let flat = levels(r#"{ "radius": 4 }"#);
    let weak = levels(r#"{ "radius": 4, "intensity": 0.5 }"#);
    let fading = levels(r#"{ "radius": 4, "falloff": "linear" }"#);
    assert_eq!(flat, [0, 0, 1000, 1000, 1000, 1000]);
    assert_eq!(weak, [0, 0, 500, 500, 500, 500]);
    assert!(fading.windows(2).skip(1).all(|two| two[0] < two[1]), "{fading:?}");
}

/// Returns a level whose hero sees three cells far; `turn` is what a bat does each round.
fn short_sighted(map: &str, turn: &str) -> Scenario {
    let kinds = format!(
        r#"{{ "kinds": {{
            "champion": {{ "extends": "hero", "has": {{ "sight": 3 }} }},
            "torch": {{ "as": "fixture", "look": {{ "glyph": "i" }}, "light": {{ "radius": 2 }} }},
            "bat": {{ "extends": "rat", "look": {{ "glyph": "v" }}, "on": {{ "turn": {turn} }} }} }} }}"#
    );
    let signs = r#"{ "i": ["torch"], "v": ["bat"] }"#;
    Scenario::staged("", r#""dark": true"#, map, signs, &kinds)
}

#[test]
fn a_light_out_of_sight_shines_once_the_hero_comes_near_again() {
    let mut it = short_sighted("@........i..", "[]");
    let way = ["100000000000", "010000000000", "001000000000", "000100000000", "000010000000"];
    let near = ["000001001000", "000000101100", "000000011110"];
    let all = [&way[..], &near].concat();
    assert_eq!(it.seen(), all[0]);
    for expected in &all[1..] {
        assert_eq!(it.keys("l").seen(), *expected);
    }
    for expected in all.iter().rev().skip(1) {
        assert_eq!(it.keys("h").seen(), *expected);
    }
    assert_eq!(it.keys("lllll").seen(), near[0]);
}

#[test]
fn smoke_out_of_sight_blocks_light_while_it_lasts() {
    let more = r#"{
        "fields": { "smoke": { "look": { "glyph": "&" }, "fades": 1, "opaque": true } },
        "kinds": {
            "champion": { "extends": "hero", "has": { "sight": 3 } },
            "torch": { "as": "fixture", "look": { "glyph": "i" }, "light": { "radius": 9 } },
            "puff": { "as": "fixture", "look": { "glyph": "p" }, "on": { "spawn": [
                { "put": { "field": "smoke", "amount": 2, "at": "self" } },
                { "remove": { "of": "self" } }] } } } }"#;
    let signs = r#"{ "i": ["torch"], "p": ["puff"] }"#;
    let mut it = Scenario::staged("", r#""dark": true"#, "@....p.....i", signs, more);
    assert_eq!(it.seen(), "100000000000");
    assert_eq!(it.keys(".").seen(), "100000000000");
    assert_eq!(it.keys(".").seen(), "100100000000");
}

#[test]
fn rules_can_read_light_on_cells_out_of_sight() {
    let turn = r#"[{ "if": { "when": "self.light > 0", "do": ["die"] } }]"#;
    short_sighted("@.......vi.v", turn).keys("..").shows("@........i.v");
}
