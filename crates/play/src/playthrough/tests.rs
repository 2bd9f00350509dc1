mod buttons;
mod ends;

use barrow_dice::Seed;
use barrow_grid::{Dir, Grid, Pos};

use super::*;
use crate::keymap::Code;
use crate::settings::Settings;
use crate::stage::{find, pack, picture};
use crate::store::Store;
use crate::walk::Errand;

/// A host without animation, without a lasting store, and for a player who needs no tips.
struct Still(Settings);

impl Default for Still {
    fn default() -> Self {
        Self(Settings { hints: false, ..Settings::default() })
    }
}

impl Host for Still {
    fn settings(&self) -> &Settings {
        &self.0
    }

    fn motion(&self) -> Motion {
        Motion::None
    }

    fn store(&self) -> Box<dyn Store> {
        Box::new(Memory::default())
    }

    fn now(&self) -> String {
        "today".into()
    }
}

fn begin(map: &str) -> Playthrough {
    let setup =
        Setup { seed: Seed(7), level: None, heroes: vec![String::new()], ..Setup::default() };
    Playthrough::begin(&Still::default(), &pack(map, "", "", "{}"), &setup).unwrap()
}

fn drawn(playthrough: &Playthrough) -> String {
    picture(&playthrough.view()).to_string()
}

/// Clicks on a cell of a drawn level, and compares the map after it.
fn check_click(map: &str, at: Pos, expected: &str) {
    let mut playthrough = begin(map);
    assert_eq!(playthrough.click(&Still::default(), at), Request::Stay);
    assert_eq!(drawn(&playthrough), Grid::from_picture(expected).to_string());
}

fn said(playthrough: &Playthrough) -> Prompt {
    match playthrough.overlay(&Still::default()) {
        Overlay::Prompt(say) => say,
        face => panic!("it says nothing: {face:?}"),
    }
}

fn chosen(playthrough: &Playthrough) -> Menu {
    match playthrough.overlay(&Still::default()) {
        Overlay::Menu(menu) => menu,
        face => panic!("it is no menu: {face:?}"),
    }
}

fn press(playthrough: &mut Playthrough, keys: &str) -> Request {
    let pressed =
        keys.split(' ').map(|key| playthrough.press(&Still::default(), key.parse().unwrap()));
    pressed.last().unwrap()
}

#[test]
fn a_foe_in_view_may_be_out_of_range() {
    let more = r#"{ "kinds": { "champion": { "extends": "hero", "abilities": ["hex"] } },
        "abilities": { "hex": { "name": "hex", "aim": "nearest", "range": 2, "do": [{ "harm": 1 }] } } }"#;
    let told = |map: &str| {
        let setup =
            Setup { seed: Seed(7), level: None, heroes: vec![String::new()], ..Setup::default() };
        let pack = pack(map, "", "", more);
        let mut playthrough = Playthrough::begin(&Still::default(), &pack, &setup).unwrap();
        press(&mut playthrough, "f");
        playthrough.log().messages().last().unwrap().text.clone()
    };
    assert_eq!(told("#########\n#@.....r#\n#########"), "No foe is in range.");
    assert_eq!(told("#########\n#@......#\n#########"), "There is nobody to aim at.");
}

/// A key of the game casts at the only foe in reach, and asks if there are several.
#[test]
fn a_key_of_the_game_needs_no_aim_at_a_single_foe() {
    let keys = r#", "keys": [{ "key": "h", "label": "hew", "cast": "hew" }]"#;
    let more = r#"{ "kinds": { "champion": { "extends": "hero", "abilities": ["hew"] } },
        "abilities": { "hew": { "name": "hew", "aim": "target", "range": 1, "do": [{ "say": "Hewn." }] } } }"#;
    let hew = |map: &str, pressed: &str| {
        let setup = Setup { seed: Seed(7), ..Setup::default() };
        let pack = pack(map, keys, "", more);
        let mut playthrough = Playthrough::begin(&Still::default(), &pack, &setup).unwrap();
        press(&mut playthrough, pressed);
        playthrough.log().messages().last().map(|it| it.text.clone()).unwrap_or_default()
    };
    assert_eq!(hew("#####\n#@r.#\n#####", "h"), "Hewn.");
    assert_eq!(hew("#####\n#@.r#\n#####", "h"), "No foe is in range.");
    let two = "#####\n#r@r#\n#####";
    assert_ne!(hew(two, "h"), "Hewn.");
    assert_eq!(hew(two, "h enter"), "Hewn.");
}

/// Who casts and confirms without a look must not hit the caster.
#[test]
fn an_aim_without_a_foe_in_reach_does_not_begin_on_oneself() {
    let more = r#"{ "kinds": { "champion": { "extends": "hero", "abilities": ["blast"] } },
        "abilities": { "blast": { "name": "blast", "aim": "cell", "apart": true,
            "do": [{ "area": { "radius": 0, "do": [{ "harm": 9 }] } }] } } }"#;
    let setup = Setup { seed: Seed(7), ..Setup::default() };
    let pack = pack("#####\n#@..#\n#####", "", "", more);
    let mut playthrough = Playthrough::begin(&Still::default(), &pack, &setup).unwrap();
    press(&mut playthrough, "z");
    press(&mut playthrough, "enter");
    press(&mut playthrough, "enter");
    assert_eq!(playthrough.game().turn(), 1, "it is cast ahead");
    let view = playthrough.view();
    let (_, life) = view.own().unwrap().gauges().next().unwrap();
    assert_eq!(life.now, life.max, "and not at the caster");
}

#[test]
fn a_click_travels_to_the_cell() {
    let map = "#######\n#@....#\n#..#..#\n#######";
    check_click(map, Pos::new(5, 2), "#######\n#.....#\n#..#.@#\n#######");
}

#[test]
fn a_click_on_an_adjacent_closed_door_opens_it() {
    check_click("####\n#@+.\n####", Pos::new(2, 1), "####\n#@'.\n####");
}

#[test]
fn a_click_on_an_adjacent_foe_strikes_it() {
    let mut playthrough = begin("#####\n#@r.#\n#####");
    for _ in 0..40 {
        playthrough.click(&Still::default(), Pos::new(2, 1));
    }
    assert_eq!(drawn(&playthrough), "#####\n#.@.#\n#####\n", "it is dead, and one stands there");
}

#[test]
fn a_click_on_the_hero_does_what_fits_there() {
    let mut playthrough = begin("#####\n#@k.#\n#####");
    playthrough.click(&Still::default(), Pos::new(2, 1));
    assert_eq!(playthrough.view().bag().count(), 0);
    playthrough.click(&Still::default(), Pos::new(2, 1));
    assert_eq!(playthrough.view().bag().count(), 1, "it is picked up");
    let turn = playthrough.game().turn();
    playthrough.click(&Still::default(), Pos::new(2, 1));
    assert_eq!(playthrough.game().turn(), turn + 1, "one waits");
}

#[test]
fn a_click_on_a_deadly_cell_asks_for_confirmation() {
    let mut playthrough = begin("####\n#@~#\n####");
    playthrough.click(&Still::default(), Pos::new(2, 1));
    assert_eq!(said(&playthrough).text, "Really go east? Stepping there: -5 Health.");
    press(&mut playthrough, "y");
    assert_eq!(drawn(&playthrough), "####\n#.@#\n####\n");
}

#[test]
fn exploring_asks_before_the_danger_in_the_only_way() {
    let mut playthrough = begin("#######\n#@.~.$#\n#######");
    press(&mut playthrough, "o");
    assert_eq!(drawn(&playthrough), "#######\n#.@~.$#\n#######\n");
    assert_eq!(said(&playthrough).text, "Really go east? Stepping there: -5 Health.");
    press(&mut playthrough, "o n");
    assert_eq!(drawn(&playthrough), "#######\n#.@~.$#\n#######\n", "only `y` goes on");
    press(&mut playthrough, "o y o");
    assert_eq!(drawn(&playthrough), "#######\n#..~.@#\n#######\n");
}

#[test]
fn clicks_beside_the_level_do_nothing() {
    let mut playthrough = begin("####\n#@.#\n####");
    for (x, y) in [(-1, 0), (4, 1), (0, 99)] {
        playthrough.click(&Still::default(), Pos::new(x, y));
        playthrough.look_at(Pos::new(x, y));
        assert_eq!(playthrough.hover(Pos::new(x, y)), "");
    }
    assert_eq!(
        (playthrough.overlay(&Still::default()), playthrough.game().turn()),
        (Overlay::Nothing, 0)
    );
}

#[test]
fn a_thing_is_thrown_with_two_clicks_on_the_same_cell() {
    let map = "########\n#@k...r#\n########";
    let mut playthrough = begin(map);
    press(&mut playthrough, "right g t a");
    assert_eq!(playthrough.marks().cursor, Some(find(map, 'r')), "the nearest foe is aimed at");
    playthrough.click(&Still::default(), Pos::new(4, 1));
    let marks = playthrough.marks();
    assert_eq!(marks.cursor, Some(Pos::new(4, 1)));
    assert_eq!(marks.line, [Pos::new(3, 1), Pos::new(4, 1)]);
    assert_eq!(playthrough.view().bag().count(), 1, "it is still aimed");
    playthrough.click(&Still::default(), Pos::new(4, 1));
    assert_eq!(drawn(&playthrough), "########\n#.@.k.r#\n########\n");
    assert_eq!(playthrough.new_turns().len(), 1, "the flight can be shown");
}

#[test]
fn foes_are_aimed_at_in_turn() {
    let map = "############\n#r...@k.r.r#\n############";
    let mut playthrough = begin(map);
    press(&mut playthrough, "right g t a");
    let mut aimed = vec![playthrough.marks().cursor];
    for key in ["tab", "tab", "tab", "-"] {
        press(&mut playthrough, key);
        aimed.push(playthrough.marks().cursor);
    }
    let [near, next, far] = [8, 10, 1].map(|x| Some(Pos::new(x, 1)));
    assert_eq!(aimed, [near, next, far, near, far]);
    press(&mut playthrough, "tab");
    assert!(said(&playthrough).text.starts_with("Throw key: A rat, unhurt."));
}

/// A flask, which hurts where it bursts, a dart, which strikes, and a spell.
const SHOTS: &str = r#"{ "kinds": {
    "champion": { "extends": "hero", "stock": ["flask", "dart", "key"], "abilities": ["bolt"] },
    "flask": { "as": "item", "look": { "glyph": "b" }, "item": {},
        "on": { "land": [{ "area": { "radius": 1, "do": [{ "apply": "poisoned" }] } }] } },
    "dart": { "as": "item", "look": { "glyph": "d" }, "item": {},
        "strike": { "chance": 0.5, "do": [{ "harm": 4 }] } } },
    "abilities": { "bolt": { "name": "Bolt", "aim": "target", "range": 7, "do": [{ "harm": 7 }] } } }"#;

fn shooting() -> Playthrough {
    let keys = r#", "keys": [{ "key": "1", "label": "first", "select": 0, "order": "use" }]"#;
    let pack = pack("#######\n#@.r.r#\n#######", keys, "", SHOTS);
    let setup = Setup { seed: Seed(7), ..Setup::default() };
    Playthrough::begin(&Still::default(), &pack, &setup).unwrap()
}

#[test]
fn an_aim_tells_what_the_shot_does_and_not_what_a_blow_would_do() {
    let mut playthrough = shooting();
    let mut aimed = |keys: &str, expected: &str| {
        press(&mut playthrough, keys);
        let text = said(&playthrough).text;
        assert!(text.starts_with(expected), "{text}");
        assert!(!text.contains("You hit it"), "{text}");
        press(&mut playthrough, "esc");
    };
    aimed("z enter", "Bolt: A rat, unhurt. It does: -7 Health.");
    aimed("t a", "Throw flask: A rat, unhurt. It does: Poisoned.");
    aimed("t b", "Throw dart: A rat, unhurt. It hits 50 % of the time, for 4: about 5 blows.");
    aimed("t c", "Throw key: A rat, unhurt. It hits you");
}

/// Whoever presses the number of a flask wants it thrown.
#[test]
fn the_number_of_what_can_only_be_thrown_aims_it() {
    let mut playthrough = shooting();
    for (key, expected) in [("1", "Throw flask"), ("2", "Throw dart")] {
        press(&mut playthrough, key);
        assert!(said(&playthrough).text.starts_with(expected), "{key}");
        press(&mut playthrough, "esc");
    }
    press(&mut playthrough, "3");
    let last = playthrough.log().messages().last().unwrap().text.clone();
    assert_eq!(last, "There is no use for the key now.");
}

#[test]
fn the_seed_of_a_run_can_be_read() {
    let mut playthrough = begin("####\n#@.#\n####");
    let Request::ShowText(page) = playthrough.trigger(&Still::default(), Verb::Seed) else {
        panic!("nothing is shown");
    };
    let lines: Vec<&str> = page.lines.iter().map(|(_, text)| text.as_str()).collect();
    assert!(lines.contains(&"Seed     7"), "{lines:?}");
}

/// Aims a flask that bursts, and compares the map with the line `-` and the blast `*` on it.
fn check_aim(map: &str, at: Pos, expected: &str) {
    let flask = r#"{ "kinds": { "flask": { "as": "item", "look": { "glyph": "f" }, "item": {},
        "on": { "land": [{ "area": { "radius": 1, "at": "self", "do": [{ "harm": { "by": 3 } }] } }] } },
        "champion": { "extends": "hero", "stock": ["flask"] } } }"#;
    let setup =
        Setup { seed: Seed(7), level: None, heroes: vec![String::new()], ..Setup::default() };
    let mut playthrough =
        Playthrough::begin(&Still::default(), &pack(map, "", "", flask), &setup).unwrap();
    press(&mut playthrough, "t a");
    playthrough.click(&Still::default(), at);
    let mut drawn = picture(&playthrough.view());
    for at in playthrough.marks().line {
        drawn[at] = '-';
    }
    for at in playthrough.marks().blast {
        drawn[at] = '*';
    }
    assert_eq!(drawn.to_string(), Grid::from_picture(expected).to_string());
}

#[test]
fn a_flask_shows_where_it_will_burst() {
    let hall = "########\n#......#\n#@.....#\n#......#\n########";
    let burst = "########\n#..***.#\n#@-***.#\n#..***.#\n########";
    check_aim(hall, Pos::new(4, 2), burst);
    let walled = "#######\n#@..#.#\n#######";
    check_aim(walled, Pos::new(5, 1), "##***\n#@***\n##***");
    let foe = "########\n#......#\n#@.r...#\n#......#\n########";
    let early = "########\n#.***..#\n#@***..#\n#.***..#\n########";
    check_aim(foe, Pos::new(5, 2), early);
}

#[test]
fn a_long_press_looks_and_a_click_looks_elsewhere() {
    let map = "######\n#@..r#\n######";
    let mut playthrough = begin(map);
    playthrough.look_at(find(map, 'r'));
    let looks = said(&playthrough);
    assert!(looks.text.starts_with("A rat, unhurt."), "{looks:?}");
    assert_eq!(looks.text, playthrough.hover(find(map, 'r')));
    assert_eq!(playthrough.marks().cursor, Some(find(map, 'r')));
    assert_eq!(playthrough.focus(), find(map, 'r'), "a large map moves there");
    playthrough.click(&Still::default(), find(map, '@'));
    assert!(said(&playthrough).text.starts_with("You."));
    assert_eq!(playthrough.focus(), find(map, '@'));
    press(&mut playthrough, "esc");
    assert_eq!(playthrough.overlay(&Still::default()), Overlay::Nothing);
    playthrough.look_at(Pos::new(40, 1));
    assert_eq!(playthrough.overlay(&Still::default()), Overlay::Nothing, "that is no cell");
    press(&mut playthrough, "esc");
    let menu = playthrough.overlay(&Still::default());
    playthrough.look_at(find(map, 'r'));
    assert_eq!(playthrough.overlay(&Still::default()), menu, "a menu stays open");
}

#[test]
fn two_clicks_choose_a_place_to_travel_to() {
    let mut playthrough = begin("#######\n#@....#\n#######");
    playthrough.trigger(&Still::default(), Verb::Travel);
    playthrough.click(&Still::default(), Pos::new(5, 1));
    assert_eq!(playthrough.game().turn(), 0);
    playthrough.click(&Still::default(), Pos::new(5, 1));
    assert_eq!(drawn(&playthrough), "#######\n#....@#\n#######\n");
}

#[test]
fn the_direction_to_interact_can_be_clicked() {
    let mut playthrough = begin("#####\n#+@+#\n#####");
    playthrough.trigger(&Still::default(), Verb::Interact);
    let asked = said(&playthrough);
    let ways: Vec<&str> = asked.hints.iter().map(|it| &*it.text).collect();
    assert_eq!((&*asked.text, ways), ("Which way?", vec!["east", "west", "back"]));
    playthrough.click(&Still::default(), Pos::new(1, 1));
    assert_eq!(drawn(&playthrough), "####\n#'@+\n####\n");
}

#[test]
fn the_direction_to_interact_can_be_pressed() {
    let mut playthrough = begin("#####\n#+@+#\n#####");
    playthrough.trigger(&Still::default(), Verb::Interact);
    press(&mut playthrough, "left");
    assert_eq!(drawn(&playthrough), "####\n#'@+\n####\n");
}

/// A lock and a wall.
#[test]
fn a_refusal_is_heard_and_a_lock_is_heard_as_one() {
    for (map, expected) in [("#####\n#@=.#\n#####", "locked"), ("#####\n#.@##\n#####", "refuse")] {
        let mut playthrough = begin(map);
        playthrough.take_orders();
        press(&mut playthrough, "right");
        let heard = playthrough.take_orders();
        let [Order::Play { sound, .. }] = &heard[..] else { panic!("{heard:?}") };
        assert_eq!(&**sound, expected);
    }
}

#[test]
fn an_ability_is_taken_from_the_list_by_its_letter() {
    let more = r#"{ "kinds": { "champion": { "extends": "hero", "abilities": ["hop", "hum"] } },
        "abilities": { "hop": { "aim": "self", "do": [{ "say": "Hop." }] },
            "hum": { "aim": "self", "cooldown": 5, "do": [{ "say": "Hum." }] } } }"#;
    let setup = Setup { seed: Seed(7), ..Setup::default() };
    let pack = pack("####\n#@.#\n####", "", "", more);
    let mut playthrough = Playthrough::begin(&Still::default(), &pack, &setup).unwrap();
    press(&mut playthrough, "z b");
    assert_eq!(playthrough.log().messages().last().unwrap().text, "Hum.");
    press(&mut playthrough, "z b");
    assert_eq!(playthrough.game().turn(), 1, "it cannot be cast again so soon");
    press(&mut playthrough, "z a");
    assert_eq!(playthrough.log().messages().last().unwrap().text, "Hop.");
}

#[test]
fn abilities_are_listed_with_their_cost_and_what_prevents_them() {
    let more = r#"{ "kinds": { "champion": { "extends": "hero", "abilities": ["hum", "roar"] } },
        "abilities": { "hum": { "name": "hum", "about": "To keep up one's spirits.", "aim": "self",
                "cost": { "mana": 5 }, "do": [] },
            "roar": { "name": "roar", "aim": "self", "cost": { "mana": 50 }, "do": [] } } }"#;
    let setup = Setup { seed: Seed(7), ..Setup::default() };
    let pack = pack("#@.#", "", "", more);
    let playthrough = Playthrough::begin(&Still::default(), &pack, &setup).unwrap();
    let listed = playthrough.abilities();
    assert_eq!(listed[0], "hum              5 Mana");
    assert!(listed[1].starts_with("roar             50 Mana  "), "{listed:?}");
    // The menu to choose from has the same lines, and what the chosen one is about.
    let mut playthrough = playthrough;
    press(&mut playthrough, "z");
    let menu = chosen(&playthrough);
    let lines: Vec<_> = menu.lines.iter().map(|it| (it.role, it.text.clone())).collect();
    assert_eq!(
        lines,
        [
            (crate::palette::Role::Text, listed[0].clone()),
            (crate::palette::Role::Dim, listed[1].clone())
        ]
    );
    assert_eq!(menu.text, ["To keep up one's spirits."]);
    press(&mut playthrough, "down");
    assert_eq!(chosen(&playthrough).text, [""; 0], "nothing is told of a roar");
}

/// A key that cannot do anything now says why.
#[test]
fn what_cannot_be_done_is_refused_in_words() {
    let told = |keys: &str| {
        let mut playthrough = begin("#####\n#@..#\n#####");
        press(&mut playthrough, keys);
        let last = playthrough.log().messages().last().map(|it| it.text.clone());
        (last.unwrap_or_default(), playthrough.game().turn())
    };
    assert_eq!(told("tab"), ("No foe is in view.".into(), 0));
    assert_eq!(told("z"), ("You have no abilities.".into(), 0));
    assert_eq!(told("e"), ("There is nothing to interact with here.".into(), 0));
}

#[test]
fn every_hint_names_a_key_that_works() {
    let keys = ["x", "_", "esc", "i", "i a", "t", "t a", "Q"];
    for keys in keys {
        let mut playthrough = begin("######\n#@k.r#\n######");
        press(&mut playthrough, "right g");
        press(&mut playthrough, keys);
        let hints = match playthrough.overlay(&Still::default()) {
            Overlay::Prompt(say) => say.hints,
            Overlay::Menu(menu) => menu.hints,
            face => panic!("{keys}: {face:?}"),
        };
        assert!(!hints.is_empty(), "{keys}");
        for hint in hints {
            assert!(playthrough.handles_key(&Still::default(), hint.key), "{keys}: {hint:?}");
            assert!(!hint.text.is_empty(), "{keys}: {hint:?}");
        }
    }
}

#[test]
fn the_actions_for_an_item_open_over_the_bag() {
    let mut playthrough = begin("#####\n#@/.#\n#####");
    press(&mut playthrough, "right g i 1");
    let by_digit = chosen(&playthrough).title;
    press(&mut playthrough, "esc esc i a");
    let actions = chosen(&playthrough);
    assert_eq!(actions.title, by_digit);
    let names: Vec<&str> = actions.lines.iter().map(|it| &*it.text).collect();
    assert_eq!((&*actions.title, names), ("axe", vec!["put on", "drop", "throw"]));
    let below = actions.below.unwrap();
    assert_eq!((&*below.title, &*below.lines[0].text), ("What you carry", "/ axe"));
    assert!(below.text.contains(&"If equipped: Attack 6 instead of 4.".to_string()), "{below:?}");
}

#[test]
fn an_offer_tells_what_would_change_with_it() {
    let more = r#"{ "menus": { "wares": { "title": "Wares", "optional": true, "options": [
            { "from": { "kinds": ["axe"] }, "text": "[plain it]", "do": [{ "say": "Sold." }] } ] } },
        "kinds": { "smith": { "as": "fixture", "look": { "glyph": "S" }, "is": ["solid"],
            "on": { "bump": [{ "menu": "wares" }] } } } }"#;
    let setup = Setup { seed: Seed(7), ..Setup::default() };
    let pack = pack("####\n#@S#\n####", "", r#", "legend": { "S": ["smith"] }"#, more);
    let mut playthrough = Playthrough::begin(&Still::default(), &pack, &setup).unwrap();
    press(&mut playthrough, "right");
    let offer = chosen(&playthrough);
    assert!(offer.text.contains(&"With it: Attack 6 instead of 4.".to_string()), "{offer:?}");
}

/// A pack that says nothing about it still has its log tell what the player did with things.
#[test]
fn the_log_tells_what_was_done_with_things() {
    let mut playthrough = begin("########\n#@/..r.#\n########");
    press(&mut playthrough, "right g w a w a t a enter");
    let told = playthrough.log().messages().iter().map(|it| it.text.as_str());
    let told: Vec<&str> = told.filter(|it| it.starts_with("You ")).collect();
    assert_eq!(
        told,
        [
            "You pick up an axe.",
            "You equip the axe.",
            "You take off the axe.",
            "You throw the axe."
        ]
    );
}

#[test]
fn the_log_tells_what_was_laid_down() {
    let mut playthrough = begin("#####\n#@/.#\n#####");
    press(&mut playthrough, "right g d a");
    let told = playthrough.log().messages().last().map(|it| it.text.as_str());
    assert_eq!(told, Some("You drop the axe."));
    // What is dropped while it is worn is not told of twice.
    press(&mut playthrough, "g w a d a");
    let told = playthrough.log().messages().iter().rev().map(|it| it.text.as_str());
    let told: Vec<&str> = told.take(3).collect();
    assert_eq!(told, ["You drop the axe.", "You equip the axe.", "You pick up an axe."]);
}

#[test]
fn the_peaceful_are_no_foes_and_are_not_struck() {
    let more = r#"{ "kinds": { "goat": { "extends": "creature", "mind": "still", "look": { "glyph": "g" } } } }"#;
    let setup =
        Setup { seed: Seed(7), level: None, heroes: vec![String::new()], ..Setup::default() };
    let pack = pack("####\n#@g#\n####", "", r#", "legend": { "g": ["goat"] }"#, more);
    let mut playthrough = Playthrough::begin(&Still::default(), &pack, &setup).unwrap();
    press(&mut playthrough, "tab");
    assert_eq!(playthrough.game().turn(), 0, "nobody is struck");
    let summary = crate::panel::RunSummary::of(playthrough.game(), 0, None);
    let sections = crate::panel::sidebar(&playthrough.view(), &summary);
    let listed = sections.iter().find(|it| it.heading == "In view").unwrap();
    let crate::panel::Row::Parts(parts) = &listed.rows[0] else { panic!("{listed:?}") };
    assert_eq!(parts[0], (crate::palette::Role::Text, "g".into()));
}

#[test]
fn the_bag_has_the_numbers_of_the_sidebar() {
    let mut playthrough = begin("#######\n#@k/!.#\n#######");
    press(&mut playthrough, "right g right g right g");
    let beside: Vec<(String, String)> = crate::panel::bag(&playthrough.view())
        .into_iter()
        .map(|it| (it.place(), it.name))
        .collect();
    press(&mut playthrough, "i");
    let lines = chosen(&playthrough).lines;
    for ((number, name), line) in beside.iter().zip(&lines) {
        assert_eq!(*number, line.letter.to_string(), "{lines:?}");
        assert!(line.text.contains(name.as_str()), "{name}: {lines:?}");
    }
    // A list of some of them keeps the numbers.
    press(&mut playthrough, "esc w");
    let wearable = chosen(&playthrough).lines;
    assert_eq!(wearable[0].letter.to_string(), beside[1].0, "{wearable:?}");
    press(&mut playthrough, "2");
    assert!(crate::panel::bag(&playthrough.view())[1].worn.is_some());
}

#[test]
fn an_item_has_the_same_key_in_every_list() {
    let names: Vec<String> = (0..11).map(|at| format!("ring{at}")).collect();
    let like = |name: &String| if name == "ring10" { "mail" } else { "key" };
    let kinds = names.iter().map(|it| format!(r#", "{it}": {{ "extends": "{}" }}"#, like(it)));
    let more = format!(
        r#"{{ "kinds": {{ "champion": {{ "extends": "hero", "stock": {names:?}, "has": {{ "room": 12 }} }}{} }} }}"#,
        kinds.collect::<String>()
    );
    let setup =
        Setup { seed: Seed(7), level: None, heroes: vec![String::new()], ..Setup::default() };
    let pack = pack("####\n#@.#\n####", "", "", &more);
    let mut playthrough = Playthrough::begin(&Still::default(), &pack, &setup).unwrap();
    let keys = |menu: &Menu| menu.lines.iter().map(|it| it.letter).collect::<String>();
    press(&mut playthrough, "i");
    assert_eq!(keys(&chosen(&playthrough)), "123456789jk");
    press(&mut playthrough, "esc w");
    assert_eq!(keys(&chosen(&playthrough)), "k", "the only one that can be worn");
    press(&mut playthrough, "b");
    assert_eq!(keys(&chosen(&playthrough)), "k", "the second item is not in this list");
    press(&mut playthrough, "k");
    assert!(crate::panel::bag(&playthrough.view())[10].worn.is_some());
}

/// A host that shows each step of a walk.
struct Watcher(Still);

impl Host for Watcher {
    fn settings(&self) -> &Settings {
        self.0.settings()
    }

    fn motion(&self) -> Motion {
        Motion::Full
    }

    fn store(&self) -> Box<dyn Store> {
        self.0.store()
    }

    fn now(&self) -> String {
        self.0.now()
    }
}

#[test]
fn a_walk_that_is_watched_goes_on_by_itself_step_by_step() {
    let watcher = Watcher(Still::default());
    let mut playthrough = begin("#####\n#@..#\n#####");
    assert_eq!(playthrough.next_tick(&watcher), None, "it waits for a key");
    playthrough.start(&watcher, Errand::Travel(find("#####\n#..@#\n#####", '@')));
    while let Some(time) = playthrough.next_tick(&watcher) {
        assert_eq!(time, Duration::from_millis(12));
        playthrough.tick(&watcher);
    }
    assert_eq!(drawn(&playthrough), "#####\n#..@#\n#####\n");
}

/// While keys mean something else, the button of a command does nothing; and the one that stops a
/// walk does nothing else.
#[test]
fn a_button_gives_its_command_only_while_commands_are_awaited() {
    let mut playthrough = begin("#####\n#@..#\n#####");
    let turn = playthrough.game().turn();
    press(&mut playthrough, "x");
    playthrough.trigger(&Still::default(), Verb::Wait);
    assert_eq!(playthrough.game().turn(), turn, "it looks around");
    press(&mut playthrough, "esc");
    let watcher = Watcher(Still::default());
    playthrough.start(&watcher, Errand::Travel(find("#####\n#..@#\n#####", '@')));
    playthrough.trigger(&watcher, Verb::Wait);
    assert_eq!((playthrough.game().turn(), playthrough.next_tick(&watcher)), (turn + 1, None));
    playthrough.trigger(&watcher, Verb::Wait);
    assert_eq!(playthrough.game().turn(), turn + 2);
}

#[test]
fn a_round_of_a_real_time_game_has_its_length() {
    let setup =
        Setup { seed: Seed(7), level: None, heroes: vec![String::new()], ..Setup::default() };
    let pack = pack("#@..#", r#", "ticks": 4"#, "", "{}");
    let mut playthrough = Playthrough::begin(&Still::default(), &pack, &setup).unwrap();
    let tick = Some(Duration::from_millis(250));
    assert_eq!(playthrough.next_tick(&Still::default()), tick);
    playthrough.tick(&Still::default());
    assert_eq!(playthrough.game().turn(), 1);
    playthrough.pause();
    assert_eq!(said(&playthrough).text, "Paused");
    assert_eq!(playthrough.next_tick(&Still::default()), None);
    playthrough.trigger(&Still::default(), Verb::Pause);
    assert_eq!(playthrough.next_tick(&Still::default()), tick, "the pause is over");
}

#[test]
fn a_walk_in_real_time_waits_until_a_slow_hero_can_act() {
    let setup =
        Setup { seed: Seed(7), level: None, heroes: vec![String::new()], ..Setup::default() };
    let slow = r#"{ "kinds": { "champion": { "extends": "hero", "has": { "speed": 50 } } } }"#;
    let pack = pack("#@....#", r#", "ticks": 4"#, "", slow);
    let mut playthrough = Playthrough::begin(&Still::default(), &pack, &setup).unwrap();
    playthrough.start(&Still::default(), Errand::Run(Dir::East));
    playthrough.settle(&Still::default());
    assert_eq!(drawn(&playthrough), "#....@#\n");
    assert!(playthrough.game().turn() >= 7, "a step takes two rounds, the last one may take one");
}

#[test]
fn unbound_keys_are_left_to_the_browser() {
    let mut playthrough = begin("####\n#@.#\n####");
    let reload = Key::plain(Code::F(5));
    assert!(!playthrough.handles_key(&Still::default(), reload));
    assert!(playthrough.handles_key(&Still::default(), Key::char('o')));
    assert!(playthrough.handles_key(&Still::default(), Key::plain(Code::Esc)));
    assert!(!playthrough.handles_key(&Still::default(), Key::char('%')));
    press(&mut playthrough, "esc");
    assert!(
        playthrough.handles_key(&Still::default(), Key::char('%')),
        "it may be a letter of a list"
    );
    assert!(
        !playthrough.handles_key(&Still::default(), reload),
        "nor while something lies over the map"
    );
}

#[test]
fn a_line_of_a_menu_is_taken_by_arrows_a_letter_or_a_digit() {
    for keys in ["down down down down up enter", "d", "4"] {
        let mut playthrough = begin("####\n#@.#\n####");
        press(&mut playthrough, "esc");
        assert_eq!(chosen(&playthrough).lines[3].text, "Character");
        let Request::ShowText(page) = press(&mut playthrough, keys) else { panic!("{keys}") };
        assert_eq!(page, playthrough.character(), "{keys}");
    }
}

#[test]
fn the_last_thing_is_done_again_unless_it_was_a_walk() {
    let mut playthrough = begin("#######\n#@....#\n#######");
    press(&mut playthrough, "right `");
    assert_eq!(drawn(&playthrough), "#######\n#..@..#\n#######\n");
    playthrough.start(&Still::default(), Errand::Travel(Pos::new(1, 1)));
    press(&mut playthrough, "`");
    assert_eq!(drawn(&playthrough), "#######\n#.@...#\n#######\n", "a step to the east");
}

#[test]
fn cards_are_played_by_digits_and_buttons_and_shown_beside_the_map() {
    let setup =
        Setup { seed: Seed(7), level: None, heroes: vec![String::new()], ..Setup::default() };
    let cards = pack("#@r.r#", "", "", crate::stage::CARDS);
    let mut playthrough = Playthrough::begin(&Still::default(), &cards, &setup).unwrap();
    let sections = crate::panel::sidebar(&playthrough.view(), &crate::panel::RunSummary::default());
    let hand = sections.iter().find(|it| it.heading == "Hand 3 of 5").unwrap();
    let rows: Vec<String> = hand.rows.iter().map(crate::panel::Row::text).collect();
    assert_eq!(rows, [" 1 rage (3 energy): Deals 3.", " 2 cut (1 energy): Deals 3.", "   hum"]);
    assert!(sections.iter().any(|it| it.heading == "Deck 1" && it.rows.is_empty()));
    let buttons = playthrough.buttons(&Still::default());
    assert_eq!((buttons[0].label.as_str(), buttons[0].key), ("cut (1 energy)", Key::char('2')));
    // The first costs too much. The second asks which of the two rats.
    press(&mut playthrough, "1");
    press(&mut playthrough, "2");
    let menu = chosen(&playthrough);
    assert_eq!((menu.title.as_str(), menu.lines.len()), ("Cut", 2));
    press(&mut playthrough, "a");
    assert_eq!(playthrough.view().bags().map(|it| it.count).collect::<Vec<_>>(), [1, 2, 1]);
    assert_eq!(playthrough.view().turn(), 0);
}
