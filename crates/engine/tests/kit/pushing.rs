//! What happens when an actor follows what it has pushed, and what the pushed thing does there.

use super::stage::{Play, Stage};

const ACTORS: &str = r#""boulder": { "name": "Boulder", "attributes": { "pushable": true } },
    "moss": { "attributes": { "solid": false, "entry_sound": "squelch" } },
    "cloud": { "name": "gas", "personality": "gas", "attributes": { "solid": false },
        "collision_effect": { "health": -1 }, "lifetime": 99 },
    "vent": { "trap_message": "It hisses.", "attributes": { "solid": false, "visible": false, "trap": true } }"#;
const ITEMS: &str = r#""gem": { "attributes": { "pickupable": true } },
    "thread": { "attributes": { "pickupable": true,
        "passive_effect": { "type": "leave_trail", "trail_type": "thread" } } }"#;
const GASES: &str = r#""gas": { "behaviors": ["cloud_affect_actors"] }"#;
const SIGNS: &[(char, &str)] = &[
    ('<', "actors:up_stairway"),
    ('>', "actors:down_stairway"),
    ('0', "actors:boulder"),
    ('m', "actors:moss"),
    ('c', "actors:cloud"),
    ('^', "actors:vent"),
    ('g', "items:gem"),
    ('t', "items:thread"),
];

fn play(map: &str, keys: &str) -> Play {
    let below = r#"{ "map_generator": { "type": "arena", "options": { "map_width": 9, "map_height": 7 } } }"#;
    let files = &[("prototypes/below/prototype.json", below)];
    let stage = Stage {
        map,
        signs: SIGNS,
        actors: ACTORS,
        items: ITEMS,
        personalities: GASES,
        config: r#""next_level": "below""#,
        files,
        ..Stage::default()
    };
    stage.play(keys)
}

#[test]
fn following_a_boulder_picks_nothing_up() {
    assert_eq!(play("<@0g..>", "ll").shows("<..@0.>").bag(), [""; 0]);
    assert_eq!(play("<@0g..>", "llhl").bag(), ["gem"], "by walking there it is");
}

#[test]
fn stairs_wait_for_a_step() {
    let mut play = play("<@0>..", "ll");
    assert_eq!(play.game.level(), "here");
    play.keys("hl");
    assert_eq!(play.game.level(), "below");
}

#[test]
fn pushing_lays_no_thread() {
    play("<@t0..>", "lll").shows("<...@0>");
    play("<@t...>", "lll").shows("<.``@.>");
}

#[test]
fn gas_waits_for_its_own_turn_and_a_footstep_sounds() {
    // The boulder goes ahead through gas; the hero who follows breathes it once a turn, not twice.
    assert_eq!(play("<@0c.>", "ll").value("player", "health"), 19);
    assert_eq!(play("<@.c.>", "ll").value("player", "health"), 18);
    assert_eq!(play("<@0m..>", "ll").cues(), ["squelch"]);
}

#[test]
fn a_boulder_springs_a_trap_and_the_follower_springs_it_again() {
    let hissed =
        |keys| play("<@0^..>", keys).texts().iter().filter(|it| **it == "It hisses.").count();
    assert_eq!((hissed("l"), hissed("ll")), (1, 2));
}
