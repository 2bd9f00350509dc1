//! Staffs: how they are named, aimed, and what their fire does.

use barrow_engine::{Command, Refusal};
use barrow_grid::Pos;

use super::stage::{Play, Stage};

const ACTORS: &str = r#"
    "fire": { "name": "Fire", "attributes": { "solid": false }, "damage_per_turn": 4, "spread_chance": 0,
        "lifetime": 3 },
    "blaze": { "name": "Blaze", "attributes": { "solid": false }, "damage_per_turn": 6, "spread_chance": 0,
        "lifetime": 3 },
    "vent": { "trap_message": "It roars.", "trap_effect": { "center": "blaze", "radius": 1, "outer": "fire" },
        "attributes": { "solid": false, "visible": false, "trap": true } }"#;
const ITEMS: &str = r#""staff": { "name": "Staff of Fire", "identified": false,
    "unidentified_template": "[substances.substances] staff", "identified_template": "Staff of Fire",
    "stats": { "pow": { "max": 80, "start": 80, "per_turn": 1 } },
    "attributes": { "pickupable": true, "use_verb": "Cast", "use_effect": "targeted_spell",
        "charge_stat": "pow", "uses": 2, "description": "A [substances.substances] staff.",
        "spell_effect": { "center": "blaze", "radius": 1, "outer": "fire" } } }"#;

fn play(map: &str) -> Play {
    let signs = &[
        ('<', "actors:up_stairway"),
        ('/', "items:staff"),
        ('d', "actors:dummy"),
        ('^', "actors:vent"),
    ];
    let files = &[("data/substances.json", r#"{ "substances": ["amber"] }"#)];
    Stage { map, signs, actors: ACTORS, items: ITEMS, files, ..Stage::default() }.play("l")
}

fn cast(x: i32) -> Command {
    Command::Cast { ability: "staff".into(), at: Some(Pos::new(x, 0)) }
}

fn abilities(play: &Play) -> Vec<(String, String)> {
    let view = play.game.view(0).expect("there is a player");
    view.abilities().map(|it| (it.name.into_owned(), it.about.to_owned())).collect()
}

#[test]
fn a_staff_is_unknown_until_it_is_cast() {
    let mut play = play("<@/...d.");
    assert_eq!(abilities(&play), [("amber staff".to_string(), String::new())]);
    play.command(&cast(6));
    assert_eq!(abilities(&play), [("Staff of Fire".to_string(), "A staff.".to_string())]);
    assert_eq!(play.bag(), ["Staff of Fire"]);
    assert!(play.texts().contains(&"It is a Staff of Fire."), "{:?}", play.texts());
}

#[test]
fn a_spell_reaches_whatever_is_seen_but_not_oneself() {
    let mut play = play("<@/.................d");
    play.command(&cast(20));
    assert!(play.refused.is_empty(), "a staff has no range of its own");
    play.command(&cast(2));
    assert_eq!(play.refused, [Refusal::NoAim]);
}

#[test]
fn only_the_middle_fire_burns_in_the_middle() {
    let mut play = play("<@/...d.");
    play.command(&cast(6));
    // The blaze burns when it breaks out and at the end of the turn; the fire around it does not.
    assert_eq!(play.value("dummy", "health"), 30 - 2 * 6, "{:?}", play.texts());
    assert_eq!(play.cells_of("blaze").len(), 1);
    assert!(play.cells_of("fire").iter().all(|(at, _)| *at != Pos::new(6, 0)));
}

#[test]
fn a_fire_trap_burns_once_in_the_turn_that_springs_it() {
    let play = play("<@^..");
    assert_eq!(play.value("player", "health"), 20 - 6, "{:?}", play.texts());
}
