use barrow_dice::Seed;
use barrow_grid::{Grid, Pos};

use super::*;
use crate::keymap::Code;
use crate::stage::{find, pack, picture};

/// A place where nothing moves and nothing is kept.
#[derive(Default)]
struct Seat(Settings);

impl Host for Seat {
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
    Playthrough::begin(&Seat::default(), &pack(map, "", "", "{}"), &setup).unwrap()
}

fn drawn(playthrough: &Playthrough) -> String {
    picture(&playthrough.view()).to_string()
}

/// Clicks on a cell of a drawn level; compares what it looks like then.
fn check_click(map: &str, at: Pos, expected: &str) {
    let mut playthrough = begin(map);
    assert_eq!(playthrough.click(&Seat::default(), at), Ask::Stay);
    assert_eq!(drawn(&playthrough), Grid::from_picture(expected).to_string());
}

fn said(playthrough: &Playthrough) -> Say {
    match playthrough.face(&Seat::default()) {
        Face::Say(say) => say,
        face => panic!("it says nothing: {face:?}"),
    }
}

fn chosen(playthrough: &Playthrough) -> Menu {
    match playthrough.face(&Seat::default()) {
        Face::Menu(menu) => menu,
        face => panic!("it is no menu: {face:?}"),
    }
}

fn press(playthrough: &mut Playthrough, keys: &str) -> Ask {
    let pressed =
        keys.split(' ').map(|key| playthrough.press(&Seat::default(), key.parse().unwrap()));
    pressed.last().unwrap()
}

#[test]
fn a_click_goes_all_the_way() {
    let map = "#######\n#@....#\n#..#..#\n#######";
    check_click(map, Pos::new(5, 2), "#######\n#.....#\n#..#.@#\n#######");
}

#[test]
fn a_click_on_a_closed_door_beside_one_opens_it() {
    check_click("####\n#@+.\n####", Pos::new(2, 1), "####\n#@'.\n####");
}

#[test]
fn a_click_on_a_foe_beside_one_strikes_it() {
    let mut playthrough = begin("#####\n#@r.#\n#####");
    for _ in 0..40 {
        playthrough.click(&Seat::default(), Pos::new(2, 1));
    }
    assert_eq!(drawn(&playthrough), "#####\n#.@.#\n#####\n", "it is dead, and one stands there");
}

#[test]
fn a_click_on_oneself_does_what_fits_there() {
    let mut playthrough = begin("#####\n#@k.#\n#####");
    playthrough.click(&Seat::default(), Pos::new(2, 1));
    assert_eq!(playthrough.view().bag().count(), 0);
    playthrough.click(&Seat::default(), Pos::new(2, 1));
    assert_eq!(playthrough.view().bag().count(), 1, "it is picked up");
    let turn = playthrough.game().turn();
    playthrough.click(&Seat::default(), Pos::new(2, 1));
    assert_eq!(playthrough.game().turn(), turn + 1, "one waits");
}

#[test]
fn a_click_on_a_deadly_cell_is_asked_about() {
    let mut playthrough = begin("####\n#@~#\n####");
    playthrough.click(&Seat::default(), Pos::new(2, 1));
    assert_eq!(said(&playthrough).text, "Really go east? Stepping there: -5 Health.");
    press(&mut playthrough, "y");
    assert_eq!(drawn(&playthrough), "####\n#.@#\n####\n");
}

#[test]
fn clicks_beside_the_level_do_nothing() {
    let mut playthrough = begin("####\n#@.#\n####");
    for (x, y) in [(-1, 0), (4, 1), (0, 99)] {
        playthrough.click(&Seat::default(), Pos::new(x, y));
        playthrough.look_at(Pos::new(x, y));
        assert_eq!(playthrough.hover(Pos::new(x, y)), "");
    }
    assert_eq!((playthrough.face(&Seat::default()), playthrough.game().turn()), (Face::Nothing, 0));
}

#[test]
fn a_thing_is_thrown_with_two_clicks_on_the_same_cell() {
    let map = "########\n#@k...r#\n########";
    let mut playthrough = begin(map);
    press(&mut playthrough, "right g t a");
    assert_eq!(playthrough.marks().cursor, Some(find(map, 'r')), "the nearest foe is aimed at");
    playthrough.click(&Seat::default(), Pos::new(4, 1));
    let marks = playthrough.marks();
    assert_eq!(marks.cursor, Some(Pos::new(4, 1)));
    assert_eq!(marks.line, [Pos::new(3, 1), Pos::new(4, 1)]);
    assert_eq!(playthrough.view().bag().count(), 1, "it is still aimed");
    playthrough.click(&Seat::default(), Pos::new(4, 1));
    assert_eq!(drawn(&playthrough), "########\n#.@.k.r#\n########\n");
    assert_eq!(playthrough.news().len(), 1, "the flight can be shown");
}

/// Aims a flask that bursts; compares the map with the line `-` and the blast `*` on it.
fn check_aim(map: &str, at: Pos, expected: &str) {
    let flask = r#"{ "kinds": { "flask": { "as": "item", "look": { "glyph": "f" }, "item": {},
        "on": { "land": [{ "area": { "radius": 1, "at": "self", "do": [{ "harm": { "by": 3 } }] } }] } },
        "champion": { "extends": "hero", "stock": ["flask"] } } }"#;
    let setup =
        Setup { seed: Seed(7), level: None, heroes: vec![String::new()], ..Setup::default() };
    let mut playthrough =
        Playthrough::begin(&Seat::default(), &pack(map, "", "", flask), &setup).unwrap();
    press(&mut playthrough, "t a");
    playthrough.click(&Seat::default(), at);
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
    playthrough.click(&Seat::default(), find(map, '@'));
    assert!(said(&playthrough).text.starts_with("You."));
    assert_eq!(playthrough.focus(), find(map, '@'));
    press(&mut playthrough, "esc");
    assert_eq!(playthrough.face(&Seat::default()), Face::Nothing);
}

#[test]
fn two_clicks_choose_a_place_to_travel_to() {
    let mut playthrough = begin("#######\n#@....#\n#######");
    playthrough.follow(&Seat::default(), Verb::Travel);
    playthrough.click(&Seat::default(), Pos::new(5, 1));
    assert_eq!(playthrough.game().turn(), 0);
    playthrough.click(&Seat::default(), Pos::new(5, 1));
    assert_eq!(drawn(&playthrough), "#######\n#....@#\n#######\n");
}

#[test]
fn which_way_to_touch_can_be_clicked() {
    let mut playthrough = begin("#####\n#+@+#\n#####");
    playthrough.follow(&Seat::default(), Verb::Interact);
    let asked = said(&playthrough);
    let ways: Vec<&str> = asked.hints.iter().map(|it| &*it.text).collect();
    assert_eq!((&*asked.text, ways), ("Which way?", vec!["east", "west", "back"]));
    playthrough.click(&Seat::default(), Pos::new(1, 1));
    assert_eq!(drawn(&playthrough), "####\n#'@+\n####\n");
}

#[test]
fn every_hint_is_a_key_that_is_heard() {
    let keys = ["x", "_", "esc", "i", "i a", "t", "t a", "Q"];
    for keys in keys {
        let mut playthrough = begin("######\n#@k.r#\n######");
        press(&mut playthrough, "right g");
        press(&mut playthrough, keys);
        let hints = match playthrough.face(&Seat::default()) {
            Face::Say(say) => say.hints,
            Face::Menu(menu) => menu.hints,
            face => panic!("{keys}: {face:?}"),
        };
        assert!(!hints.is_empty(), "{keys}");
        for hint in hints {
            assert!(playthrough.heeds(&Seat::default(), hint.key), "{keys}: {hint:?}");
            assert!(!hint.text.is_empty(), "{keys}: {hint:?}");
        }
    }
}

#[test]
fn what_can_be_done_with_a_thing_lies_over_the_bag() {
    let mut playthrough = begin("#####\n#@/.#\n#####");
    press(&mut playthrough, "right g i a");
    let deeds = chosen(&playthrough);
    let names: Vec<&str> = deeds.lines.iter().map(|it| &*it.text).collect();
    assert_eq!((&*deeds.title, names), ("axe", vec!["put on", "drop", "throw"]));
    let below = deeds.below.unwrap();
    assert_eq!((&*below.title, &*below.lines[0].text), ("What you carry", "/ axe"));
    assert!(below.text.contains(&"If equipped: Attack 6 instead of 4.".to_string()), "{below:?}");
}

#[test]
fn buttons_are_what_makes_sense_and_each_is_bound() {
    let labels = |playthrough: &Playthrough| {
        let buttons = playthrough.buttons(&Seat::default());
        buttons.into_iter().map(|it| it.label).collect::<Vec<String>>()
    };
    let mut playthrough = begin("######\n#@k.>#\n######");
    assert!(!labels(&playthrough).contains(&"Pick up".into()));
    press(&mut playthrough, "right");
    let shown = labels(&playthrough);
    for label in ["Wait", "Pick up", "Way down", "Explore", "Look", "Menu"] {
        assert!(shown.contains(&label.to_string()), "{label}: {shown:?}");
    }
    for label in ["Way up", "Fight", "Cast", "Bag", "Pause"] {
        assert!(!shown.contains(&label.to_string()), "{label}: {shown:?}");
    }
    for button in playthrough.buttons(&Seat::default()) {
        assert!(playthrough.heeds(&Seat::default(), button.key), "{button:?}");
    }
    press(&mut playthrough, "esc");
    assert_eq!(labels(&playthrough), Vec::<String>::new(), "the menu has its own lines");
}

#[test]
fn keys_of_the_game_have_buttons_but_steps_do_not() {
    let keys = r#", "keys": [
        { "key": "w", "label": "go north", "order": "north" },
        { "key": "e", "label": "stand", "order": "wait" }]"#;
    let setup =
        Setup { seed: Seed(7), level: None, heroes: vec![String::new()], ..Setup::default() };
    let pack = pack("###\n#.#\n#@#\n###", keys, "", "{}");
    let playthrough = Playthrough::begin(&Seat::default(), &pack, &setup).unwrap();
    let buttons = playthrough.buttons(&Seat::default());
    let own = buttons.iter().map(|it| &*it.label).take_while(|it| *it != "Wait");
    assert_eq!(own.collect::<Vec<_>>(), ["stand"]);
}

#[test]
fn keys_that_mean_nothing_are_left_to_others() {
    let mut playthrough = begin("####\n#@.#\n####");
    let reload = Key::plain(Code::F(5));
    assert!(!playthrough.heeds(&Seat::default(), reload));
    assert!(playthrough.heeds(&Seat::default(), Key::char('o')));
    press(&mut playthrough, "i");
    assert!(!playthrough.heeds(&Seat::default(), reload), "nor while something lies over the map");
}

#[test]
fn a_run_that_was_left_can_still_be_seen() {
    let mut playthrough = begin("####\n#@.#\n####");
    press(&mut playthrough, "right");
    assert_eq!(playthrough.follow(&Seat::default(), Verb::Save), Ask::Leave);
    assert_eq!(drawn(&playthrough), "####\n#.@#\n####\n");
    assert_eq!(playthrough.beat(&Seat::default()), None);
    press(&mut playthrough, "left");
    assert_eq!(drawn(&playthrough), "####\n#.@#\n####\n", "but no longer played");
}

#[test]
fn an_end_tells_all_and_asks_for_what_comes_next() {
    let mut playthrough = begin("####\n#@.#\n####");
    press(&mut playthrough, "Q y");
    assert_eq!(press(&mut playthrough, "r"), Ask::Stay, "a key that is held down skips nothing");
    playthrough.tick(&Seat::default());
    let Face::Over(end) = playthrough.face(&Seat::default()) else { panic!("it is over") };
    assert_eq!((end.ready, end.won, &*end.lines[0].1), (true, false, "You gave up."));
    assert_eq!(press(&mut playthrough, "w"), Ask::Watch);
    let setup =
        Setup { seed: Seed(7), level: None, heroes: vec![String::new()], ..Setup::default() };
    assert_eq!(press(&mut playthrough, "s"), Ask::Again(setup));
    assert_eq!(press(&mut playthrough, "q"), Ask::Leave);
}
