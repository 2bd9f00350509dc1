use barrow_engine::{Command, Event};
use barrow_grid::Dir;

use super::stage::Stage;

#[test]
fn a_step_costs_one_hp_and_a_tick_a_hundredth_of_sanity() {
    let mut it = Stage::new("@....#");
    assert_eq!((it.health(), it.sanity()), (500, 10_000));
    it.keys("dd..");
    assert_eq!((it.health(), it.sanity(), it.game.turn()), (498, 9_996, 4));
    it.keys("ddd");
    assert_eq!((it.health(), it.refused.len()), (496, 1), "a wall costs nothing");
}

#[test]
fn a_blocked_step_points_the_flashlight() {
    let mut it = Stage::new("@#\n..");
    it.keys("sw");
    let facing = |it: &Stage| it.game.view(0).unwrap().own().unwrap().facing();
    assert_eq!((facing(&it), it.health()), (Dir::North, 498));
    it.keys("d");
    assert_eq!((facing(&it), it.health(), it.refused.len()), (Dir::East, 498, 0), "no step, no HP");
}

#[test]
fn a_player_without_hp_dies() {
    let mut it = Stage::new("@.");
    it.keys(&"da".repeat(249));
    assert_eq!((it.health(), it.death()), (2, None));
    it.keys("da");
    assert_eq!(it.death(), Some("You walked until there was nothing left to walk with."));
    let end = it.game.end().unwrap();
    assert_eq!(end.title, "YOU ARE STILL HERE");
    assert!(!end.about.is_empty());
}

#[test]
fn a_player_without_sanity_is_lost() {
    let mut it = Stage::new("@.m");
    it.keys("dd");
    let left = usize::try_from(it.sanity()).unwrap();
    it.wait(left - 1);
    assert_eq!(it.death(), None);
    it.wait(1);
    assert_eq!(it.death(), Some("You stopped believing in the exit."));
}

#[test]
fn the_colour_shows_the_players_condition() {
    let color = |it: &Stage| it.game.view(0).unwrap().own().unwrap().appearance(0).color.rgb;
    let mut it = Stage::new("@T");
    assert_eq!(color(&it), [0xff, 0xff, 0xff]);
    it.keys("d1");
    assert_eq!(color(&it), [0x60, 0xff, 0x60], "poisoned");
    let mut it = Stage::new("@.");
    it.keys(&"da".repeat(130));
    assert_eq!(color(&it), [0xff, 0xb0, 0x60], "half worn out");
    it.keys(&"da".repeat(80));
    assert_eq!(color(&it), [0xff, 0x40, 0x40], "nearly gone");
}

#[test]
fn the_exit_leads_a_floor_down_at_once() {
    let mut it = Stage::new("@E");
    it.keys("d");
    assert_eq!((it.game.floor(), it.game.level()), (19, "floor"));
    assert_eq!((it.health(), it.sanity()), (499, 9_999), "the tick goes on there");
}

#[test]
fn floor_zero_is_the_escape() {
    let mut it = Stage::on_floor(1, "@E");
    it.keys("d");
    let end = it.game.end().unwrap();
    assert_eq!((end.won, end.title.as_str()), (true, "YOU ARE OUTSIDE"));
    assert_eq!((it.game.floor(), it.game.level()), (0, "daylight"));
    let score = it.game.score(0);
    let parts: Vec<i64> = score.parts.iter().map(|(_, points)| points.to_whole()).collect();
    assert_eq!(parts, [2000, 1000, 500, 500], "the last step is not paid for any more");
}

#[test]
fn two_steps_from_death_the_exit_still_saves() {
    let mut it = Stage::on_floor(1, "@.\nE.");
    it.keys(&"da".repeat(249));
    assert_eq!(it.health(), 2);
    it.keys("s");
    assert!(it.game.end().unwrap().won);
}

#[test]
fn the_keys_walk_in_four_directions() {
    let mut it = Stage::new("...\n.@.\n...");
    let view = it.game.view(0).unwrap();
    let keys: String = view.keys().map(|it| it.key).collect();
    assert_eq!(keys, "wasd12345exh");
    let commanded = |key: char| {
        let found = view.keys().find(|it| it.key == key).unwrap();
        found.command.map(|it| it.to_string())
    };
    assert_eq!(commanded('w'), Ok("n".into()));
    assert_eq!(commanded('1'), Ok("select 0".into()));
    assert_eq!(commanded('e'), Ok("use 0".into()), "the flashlight one begins with");
    assert!(view.keys().find(|it| it.key == 'h').unwrap().help);
    it.command(&Command::Move(barrow_grid::Dir::NorthEast));
    assert_eq!(it.refused, [barrow_engine::Refusal::NoDiagonal]);
}

#[test]
fn the_bag_has_five_slots_and_fills_by_walking() {
    let mut it = Stage::new("@+v*BLF");
    it.keys("dddddd");
    assert_eq!(it.bag(), "LIT H2O VIT H2O BOM");
    it.shows(".....L@");
}

/// A tick runs in the order of the document: movement, stats, effects, fog, sounds, items,
/// entities.
#[test]
fn a_tick_has_its_order() {
    let mut it = Stage::new("@n?+S\n####.");
    it.keys("0d");
    it.events.clear();
    // The second step leads onto fog and water, poisoned, with the light on, next to a stalker.
    it.keys("d");
    let order: Vec<String> = it.events.iter().filter_map(|event| word(&it, event)).collect();
    let expected = [
        "moved",
        "health -1",
        "sanity -0.01",
        "health -1",
        "sanity -0.02",
        "charge -1",
        "sanity -0.2",
        "hit",
        "health -5",
    ];
    assert_eq!(order[..expected.len()], expected, "{:?}", it.events);
}

fn word(it: &Stage, event: &Event) -> Option<String> {
    #[expect(clippy::wildcard_enum_match_arm, reason = "the others tell what follows from these")]
    match event {
        Event::Moved { .. } => Some("moved".into()),
        Event::Took { .. } => Some("took".into()),
        Event::Hit { .. } => Some("hit".into()),
        Event::Changed { attribute, by, .. } => {
            let name = it.game.pack().attributes.name(*attribute);
            (name != "moved" && name != "hidden").then(|| format!("{name} {by}"))
        }
        _ => None,
    }
}
