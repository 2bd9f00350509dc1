//! The ten events: every choice, what it costs and what it gives.

use super::stage::{Play, Stage};

/// Someone who can afford every choice and sees every trick.
const GUEST: &str =
    r#""gold": 200, "cunning": 10, "health": 500, "dread": { "now": 30, "max": 100 }"#;
const BAG: &str = r#"{ "kind": "rusty_sword", "worn": true }, "healing_potion""#;

fn at(event: &str, floor: u32, seed: u64) -> Play {
    let legend = format!(r#""c": ["{event}"]"#);
    let map = "#######\n#.....#\n#.@c..#\n#.....#\n#######";
    let stage = Stage { map, legend: &legend, floor, hero: GUEST, stock: BAG, ..Stage::default() };
    stage.play_seed(seed, "6")
}

/// A choice, how much Dread it brings, and the least and the most gold.
type Choice = (&'static str, i64, (i64, i64));

const CHOICES: [(&str, u32, &[Choice]); 11] = [
    (
        "chest",
        1,
        &[("Pick", 0, (8, 15)), ("Force", 0, (8, 15)), ("Smash", 0, (8, 15)), ("Leave", 0, (0, 0))],
    ),
    ("locked_chest", 4, &[("Pick", 0, (0, 25)), ("Force", 0, (15, 25)), ("Leave", 0, (0, 0))]),
    ("ornate_chest", 5, &[("Pick", 0, (0, 60)), ("Force", 0, (35, 60)), ("Leave", 0, (0, 0))]),
    (
        "hooded_figure",
        2,
        &[
            ("A word (", 0, (-50, -50)),
            ("A word and", 0, (-100, -100)),
            ("Threaten", 3, (0, 40)),
            ("Refuse", 0, (0, 0)),
        ],
    ),
    (
        "wounded_adventurer",
        3,
        &[("Give", 0, (0, 0)), ("Rob", 10, (0, 0)), ("End", 5, (15, 25)), ("Walk on", 0, (0, 0))],
    ),
    (
        "safe_alcove",
        1,
        &[
            ("Sleep", 0, (0, 0)),
            ("Sit", 0, (0, 0)),
            ("Meditate", -15, (0, 0)),
            ("Walk on", 0, (0, 0)),
        ],
    ),
    (
        "corrupted_rest",
        4,
        &[("Sleep", 10, (0, 0)), ("Sit", 5, (0, 0)), ("Look", 0, (0, 0)), ("Walk on", 0, (0, 0))],
    ),
    (
        "blood_altar",
        3,
        &[
            ("Drink", 15, (0, 0)),
            ("Ask for gold", 10, (0, 0)),
            ("Ask to see", 5, (0, 0)),
            ("Break", 0, (50, 50)),
            ("Walk on", 0, (0, 0)),
        ],
    ),
    (
        "purification_shrine",
        3,
        &[
            ("Wash", -20, (0, 0)),
            ("Pray", 0, (0, 0)),
            ("Leave", 0, (-50, -50)),
            ("Walk on", 0, (0, 0)),
        ],
    ),
    (
        "echo_of_the_past",
        5,
        &[
            ("Read", 5, (0, 0)),
            ("Bury", 2, (0, 0)),
            ("Search", 8, (30, 50)),
            ("Walk on", 0, (0, 0)),
        ],
    ),
    ("forbidden_text", 2, &[("Read", 8, (0, 0)), ("Tear", 4, (20, 35)), ("Close", -2, (0, 0))]),
];

#[test]
fn every_choice_costs_what_it_says() {
    for (event, floor, choices) in CHOICES {
        for (choice, dread, (least, most)) in choices {
            for seed in 0..6 {
                let mut play = at(event, floor, seed);
                play.pick(choice);
                let (now, gold) = (play.hero("dread") - 30, play.hero("gold") - 200);
                assert_eq!(now, *dread, "{event}: {choice}");
                assert!((*least..=*most).contains(&gold), "{event}: {choice}: {gold}");
            }
        }
        // Nothing else can be chosen, except to look more closely.
        let asked = at(event, floor, 0).asked();
        assert!(asked.len() - 1 - choices.len() <= usize::from(event == "chest"), "{asked:?}");
    }
}

/// Returns in how many of a hundred runs something is told after a choice.
fn told(event: &str, floor: u32, choice: &str, done: &dyn Fn(&Play) -> bool) -> usize {
    let happens = |&seed: &u64| {
        let mut play = at(event, floor, seed);
        play.pick(choice);
        done(&play)
    };
    (0..100).filter(happens).count()
}

fn dead(play: &Play) -> usize {
    let foes = [
        "plague_rat",
        "ghoul",
        "plague_ghoul",
        "skeleton_archer",
        "armored_ghoul",
        "shadow_stalker",
    ];
    foes.iter().map(|kind| play.count(kind)).sum()
}

/// Both outcomes of every risk are seen, about as often as the choice says.
#[test]
fn risks_are_what_the_choices_say() {
    let risks = [
        ("chest", 1, "Force", 30),
        ("locked_chest", 3, "Force", 50),
        ("hooded_figure", 1, "Threaten", 40),
        ("safe_alcove", 1, "Sleep", 20),
        ("safe_alcove", 1, "Meditate", 10),
        ("corrupted_rest", 4, "Sleep", 40),
        ("corrupted_rest", 5, "Sit", 20),
    ];
    for (event, floor, choice, percent) in risks {
        let found = told(event, floor, choice, &|play| dead(play) > 0);
        assert!(found.abs_diff(percent) <= 15 && found > 0, "{event}: {choice}: {found}");
    }
    assert_eq!(told("chest", 2, "Smash", &|play| dead(play) > 0), 100);
    let jammed = told("locked_chest", 3, "Pick", &|play| play.tells("Something small breaks"));
    assert!(jammed.abs_diff(20) <= 15 && jammed > 0, "{jammed}");
    let cursed = told("blood_altar", 3, "Break", &|play| play.tells("written your name"));
    assert!(cursed.abs_diff(35) <= 15, "{cursed}");
}

/// A sleeper who is found wakes: the visitor has two turns, not the whole night.
#[test]
fn a_visitor_in_the_night_has_two_turns() {
    let mut found = 0;
    for seed in 0..40 {
        let mut play = at("corrupted_rest", 5, seed);
        let (turn, health) = (play.game.turn(), play.hero("health"));
        play.pick("Sleep");
        assert_eq!(play.game.turn() - turn, 2, "seed {seed}");
        // Two critical cuts of a stalker.
        assert!(health - play.hero("health") <= 40, "seed {seed}: {:?}", play.texts());
        found += dead(&play);
    }
    assert!(found > 5, "{found}");
}

#[test]
fn gifts_are_what_the_choices_say() {
    let after = |event, floor, choice: &str| {
        let mut play = at(event, floor, 3);
        play.pick(choice);
        play
    };
    let helped = after("wounded_adventurer", 3, "Give");
    assert_eq!(
        (helped.awarded(), helped.carried().len()),
        (vec!["stranger_helped"], 2),
        "{:?}",
        helped.carried()
    );
    assert_eq!(after("blood_altar", 3, "Drink").hero("might"), 6);
    assert_eq!(after("blood_altar", 3, "Ask for gold").hero("greed"), 3);
    let journal = after("echo_of_the_past", 5, "Read");
    assert_eq!((journal.hero("journal"), journal.awarded()), (1, vec!["journal_read"]));
    assert_eq!(after("corrupted_rest", 4, "Look").count("fleshweaver"), 1);
    assert_eq!(after("hooded_figure", 1, "A word and").carried().len(), 3);
    assert_eq!(after("purification_shrine", 3, "Leave").carried().len(), 3);
    // One blessing at a time.
    let mut play = at("purification_shrine", 3, 3);
    play.pick("Pray");
    let states = |play: &Play| play.game.view(0).unwrap().states().count();
    assert_eq!(states(&play), 1);
}

/// What a chest holds is drawn with its room, not when it is opened.
#[test]
fn a_chest_holds_the_same_whatever_was_done_before() {
    let opened = |keys: &str| {
        let map = "#########\n#.p@c...#\n#.......#\n#########";
        let legend = r#""c": ["chest"], "p": ["post"]"#;
        let stage = Stage { map, legend, hero: GUEST, stock: BAG, floor: 3, ..Stage::default() };
        let mut play = stage.play(keys);
        play.keys("6").pick("Pick");
        let found = super::stage::things(&play.game, barrow_pack::Layer::Item);
        found.into_iter().map(|it| it.0).collect::<Vec<_>>()
    };
    let found = opened("");
    assert!(!found.is_empty());
    assert_eq!(found, opened("44..44"));
}

#[test]
fn a_sharp_eye_sees_what_a_chest_holds() {
    let mut play = at("chest", 2, 3);
    play.pick("Examine");
    assert!(
        play.tells("for a patient hand") && play.tells("for a rough one"),
        "{:?}",
        play.texts()
    );
    assert_eq!(play.asked()[0], "A chest");
}

#[test]
fn the_merchant_below_sells_three_things_once_and_buys_nothing() {
    for seed in 0..12 {
        let mut play = at("dungeon_merchant", 4, seed);
        let asked = play.asked();
        let wares: Vec<String> =
            asked[1..].iter().filter(|it| it.contains("gold")).cloned().collect();
        assert_eq!((asked[0].as_str(), wares.len()), ("The caged merchant", 3), "{asked:?}");
        let price: i64 = wares[0].split([',', ' ']).find_map(|it| it.parse().ok()).unwrap();
        play.pick(&wares[0]);
        assert_eq!(play.hero("gold"), 200 - price, "{wares:?}");
        play.keys("6");
        assert_eq!(play.asked().iter().filter(|it| it.contains("gold")).count(), 2);
    }
}

/// Once: what lies in it is picked up there.
#[test]
fn who_steps_over_what_is_used_up_is_told_so() {
    let told = |event, choice: &str, words: &str| {
        let mut play = at(event, 3, 3);
        play.pick(choice).keys("6464");
        play.texts().iter().filter(|it| it.contains(words)).count()
    };
    assert_eq!(told("chest", "Pick", "You check again. Empty."), 1);
    assert_eq!(told("chest", "Leave", "You check again. Empty."), 0);
    assert_eq!(told("blood_altar", "Ask to see", "has had what it wanted"), 1);
    assert_eq!(told("purification_shrine", "Wash", "only water now"), 1);
    assert_eq!(told("echo_of_the_past", "Bury", "the shape of a bedroll"), 1);
    assert_eq!(told("forbidden_text", "Tear", "You have read enough"), 1);
}
