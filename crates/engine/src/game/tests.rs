//! Tests of menus, parties, and what holds for every command.

mod author;
mod chaos;
mod fights;

use std::collections::BTreeSet;

use barrow_grid::Dir;

use crate::scenario::{Scenario, cell};
use crate::{Command, Event, Refusal};

const MENUS: &str = r#"{
  "menus": {
    "altar": { "title": "An altar", "text": "It hums.", "options": [
        { "text": "Pray", "do": [{ "change": { "attribute": "gold", "by": 5, "of": "actor" } }, { "say": "[Self] glow[s]." }] },
        { "text": "Bribe", "when": "actor.gold >= 5", "do": [{ "say": "Clink." }] },
        { "text": "Ask", "do": [{ "menu": "riddle" }] },
        { "text": "Go", "do": [{ "menu": "leave" }, { "go": { "way": "down" } }] },
        { "text": "Die", "do": [{ "die": { "of": "actor" } }, { "menu": "riddle" }] }] },
    "riddle": { "title": "A riddle", "optional": true, "options": [{ "text": "Yes", "do": [{ "say": "Right." }] }] },
    "leave": { "title": "Sure?", "optional": true, "options": [{ "text": "[Self] will miss you", "do": [{ "say": "Farewell, [self]." }] }] },
    "shut": { "title": "Shut", "options": [{ "text": "Open", "when": 0, "do": [] }] }
  },
  "kinds": {
    "altar": { "as": "fixture", "is": ["solid"], "look": { "glyph": "A" }, "on": { "bump": [{ "menu": "altar" }] } },
    "wall_of_text": { "as": "fixture", "is": ["solid"], "look": { "glyph": "W" }, "on": { "bump": [{ "menu": "riddle" }, { "menu": "leave" }] } },
    "shut": { "as": "fixture", "is": ["solid"], "look": { "glyph": "S" }, "on": { "bump": [{ "menu": "shut" }] } }
  }
}"#;

const SIGNS: &str = r#"{ "A": ["altar"], "W": ["wall_of_text"], "S": ["shut"] }"#;

fn menus(map: &str) -> Scenario {
    Scenario::new(map, SIGNS, MENUS)
}

fn choose(option: u8) -> Command {
    Command::Choose { option }
}

#[test]
fn an_open_menu_comes_before_all_else() {
    use Refusal::{ChoiceOpen, MustChoose, NoChoice, NoOption};
    let mut it = menus("@A.");
    it.command(&choose(0)).command(&Command::Cancel);
    it.keys("l.g").command(&choose(9)).command(&choose(1)).command(&Command::Cancel);
    let refused = [NoChoice, NoChoice, ChoiceOpen, ChoiceOpen, NoOption, NoOption, MustChoose];
    assert_eq!(it.refused, refused);
    assert_eq!(it.game.turn(), 0, "the turn passes once it is chosen");
    it.command(&choose(0)).tells(&["The altar glows."]);
    assert_eq!((it.game.turn(), it.hero_value("gold")), (1, 5));
    // Now there is enough for the other option.
    it.forget().keys("l").command(&choose(1)).tells(&["Clink."]);
}

#[test]
fn a_menu_may_open_another_and_be_cancelled() {
    let mut it = menus("@A.");
    it.keys("l").command(&choose(2)).command(&choose(0)).tells(&["Right."]);
    it.forget().keys("l").command(&choose(2)).command(&Command::Cancel);
    assert_eq!((it.lines().len(), it.refused.len(), it.game.turn()), (0, 0, 2));
}

#[test]
fn menus_are_queued() {
    let mut it = menus("@W.");
    it.keys("l").command(&choose(0)).command(&choose(0));
    it.tells(&["Right.", "Farewell, the wall of text."]);
    assert_eq!(it.refused, []);
}

#[test]
fn a_journey_waits_for_the_open_menu() {
    let mut it = menus("@A>");
    it.keys("l").command(&choose(3));
    assert_eq!(it.game.floor(), 1);
    it.command(&choose(0)).tells(&["Farewell, the altar."]);
    assert_eq!(it.game.floor(), 2);
}

#[test]
fn dead_players_get_no_menu() {
    let mut it = menus("@A.");
    it.keys("l").command(&choose(4)).command(&choose(0)).command(&Command::Cancel);
    assert_eq!(it.refused, [Refusal::Over, Refusal::Over]);
}

#[test]
fn a_menu_without_a_possible_option_can_be_cancelled() {
    let mut it = menus("@S.");
    it.keys("l").command(&choose(0)).command(&Command::Cancel);
    assert_eq!(it.refused, [Refusal::NoOption]);
    it.keys("h");
    assert_eq!(it.refused, [Refusal::NoOption, Refusal::Edge]);
}

#[test]
fn time_passes_when_all_players_have_acted() {
    let mut it = Scenario::new("@...\n....", "{}", "{}").party(2);
    assert_eq!(it.picture().matches('@').count(), 2);
    it.command(&Command::Wait).command(&Command::Wait);
    assert_eq!((it.game.turn(), it.refused.as_slice()), (0, &[Refusal::Helpless][..]));
    it.command_by(1, &Command::Wait);
    assert_eq!(it.game.turn(), 1);
    it.command_by(7, &Command::Wait);
    assert_eq!(it.refused.last(), Some(&Refusal::NoPlayer));
}

#[test]
fn a_party_travels_together() {
    let mut it = Scenario::new("@>..\n....", "{}", "{}").party(3);
    it.keys("l>");
    it.command_by(1, &Command::Wait).command_by(2, &Command::Wait);
    it.command(&Command::Descend);
    assert_eq!(it.game.floor(), 2);
    assert_eq!(it.picture().matches('@').count(), 3);
}

const RAZOR: &str = r#"{ "kinds": { "champion": { "extends": "hero", "stock": ["razor"], "on": { "die": [{ "say": "[Self] die[s]." }] } },
    "razor": { "as": "item", "item": {}, "on": { "use": ["die"] } } } }"#;

#[test]
fn one_dies_and_the_other_plays_on() {
    let mut it = Scenario::new("@>..\n....", "{}", RAZOR).party(2);
    it.keys("0").tells(&["You die."]);
    it.keys(".");
    assert_eq!(it.refused, [Refusal::Helpless]);
    it.command_by(1, &Command::Wait);
    assert_eq!((it.game.turn(), it.game.end()), (1, None));
    // A command of the dead player moves nobody, not even on another level.
    let survivor = it.game.world.players[1].entity;
    let at = it.game.world.entities[survivor.index()].pos().unwrap();
    let stairs = cell(1, 0);
    if at != stairs {
        it.command_by(1, &Command::Move(Dir::from_offset(stairs - at).unwrap()));
    }
    it.command_by(1, &Command::Descend);
    assert_eq!(it.game.floor(), 2);
    it.forget().keys("lhjk.");
    assert_eq!((it.refused.len(), it.picture().matches('@').count()), (5, 1));
    it.command_by(1, &Command::Use { slot: 0 });
    assert!(it.game.end().is_some());
}

#[test]
fn players_read_you_for_themselves_and_names_for_others() {
    let mut it = Scenario::new("@...\n....", "{}", RAZOR).party(2);
    let turn = it.game.step(1, &Command::Use { slot: 0 }).unwrap();
    let reads = |player, text: &str| {
        let text = Event::Said { text: text.into(), usual: false };
        turn.events(player).any(|event| *event == text)
    };
    assert!(reads(0, "The champion dies.") && reads(1, "You die."));
    assert!(!reads(0, "You die.") && !reads(1, "The champion dies."));
}

#[test]
fn the_menu_of_one_player_is_not_answered_by_another() {
    let mut it = menus("@A\n..").party(2);
    it.keys("l").command_by(1, &choose(0)).command_by(1, &Command::Wait);
    assert_eq!(it.refused, [Refusal::NoChoice, Refusal::ChoiceOpen]);
    it.command(&choose(0));
    assert_eq!(it.refused.len(), 2);
}

#[test]
fn speed_is_the_number_of_actions_per_round() {
    let more = r#"{ "kinds": { "champion": { "extends": "hero", "has": { "speed": 200 } } } }"#;
    let mut it = Scenario::new("@........", "{}", more);
    it.keys("llll");
    assert_eq!(it.game.turn(), 2);
    let more = more.replace("200", "50");
    let mut it = Scenario::new("@........", "{}", &more);
    it.keys("llll");
    assert_eq!(it.game.turn(), 8);
}

#[test]
fn a_chain_of_journeys_comes_to_an_end() {
    let level = r#""on": { "arrive": [{ "go": { "way": "down" } }] }"#;
    let mut it = Scenario::staged("", level, "@.", "{}", "{}");
    assert!(it.game.floor() > 5);
    it.keys("l");
    assert_eq!(it.refused, []);
}

/// Returns the number of a refusal. A new refusal needs a number here, and then a scenario.
fn number(refusal: &Refusal) -> usize {
    match refusal {
        Refusal::Over => 0,
        Refusal::NoPlayer => 1,
        Refusal::Helpless => 2,
        Refusal::ChoiceOpen => 3,
        Refusal::NoChoice => 4,
        Refusal::NoOption => 5,
        Refusal::MustChoose => 6,
        Refusal::Blocked(_) => 7,
        // The scenario of a wrong key is with the doors.
        Refusal::Locked(_) | Refusal::WrongKey(..) => 8,
        Refusal::Edge => 9,
        Refusal::NoDiagonal => 10,
        Refusal::NothingHere => 11,
        Refusal::BagFull => 12,
        Refusal::NoItem => 13,
        Refusal::Useless(_) => 14,
        Refusal::NotWorn(_) => 15,
        Refusal::Lacks(_) => 16,
        Refusal::Spent(_) => 17,
        Refusal::NoAbility(_) => 18,
        Refusal::NotYet(_) => 19,
        Refusal::NoAim => 20,
        Refusal::OutOfReach => 21,
        Refusal::NoTarget => 22,
        Refusal::NoStairs => 23,
        Refusal::NotWearable(_) => 24,
        Refusal::NoBag(_) => 25,
        Refusal::NothingFor(_) => 26,
        Refusal::Sticks(_) => 27,
        Refusal::NeedsOne(_) => 28,
        Refusal::Told(_) => 29,
        // On a watched level nothing else is refused; see below.
        Refusal::Watching => 30,
    }
}

/// Returns the number of a command, for the same reason.
fn verb(command: &Command) -> usize {
    match command {
        Command::Move(_) => 0,
        Command::Wait => 1,
        Command::Pickup => 2,
        Command::Use { .. } => 3,
        Command::Drop { .. } => 4,
        Command::Equip { .. } => 5,
        Command::Unequip { .. } => 6,
        Command::Throw { .. } => 7,
        Command::Cast { .. } => 8,
        Command::Descend => 9,
        Command::Ascend => 10,
        Command::Interact(_) => 11,
        Command::Choose { .. } => 12,
        Command::Cancel => 13,
        Command::Select { .. } => 14,
        Command::UseFrom { .. } => 15,
    }
}

#[test]
fn on_a_watched_level_players_can_only_wait() {
    let level = r#""watched": true, "pace": 50"#;
    let mut it = Scenario::staged("", level, "@..%", r#"{ "%": ["rat"] }"#, "{}");
    it.keys("lg.").shows("@..r");
    assert_eq!(it.refused, [Refusal::Watching, Refusal::Watching]);
    assert_eq!((it.game.turn(), it.game.legal(0)), (1, vec![Command::Wait]));
}

#[test]
fn a_refusal_says_why_in_a_sentence() {
    let mut it = menus("@A.");
    it.keys("hlg");
    let words: Vec<String> = it.refused.iter().map(ToString::to_string).collect();
    assert_eq!(words, ["You can go no further.", "Choose first."]);
    assert!(it.events.iter().any(|event| matches!(event, Event::Asked { .. })));
}

/// Returns all numbers below `count`.
fn all(count: usize) -> BTreeSet<usize> {
    (0..count).collect()
}
