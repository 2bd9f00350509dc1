//! The way home, the camp, and what one expedition leaves to the next.

use std::collections::BTreeSet;

use barrow_engine::{Command, Kept};
use barrow_grid::Fog;
use barrow_pack::Layer;

use super::stage::{Play, Stage, things};

const STAIR: &str = "@>";
const SWORD: &str = r#"{ "kind": "rusty_sword", "worn": true }"#;

fn kept(play: &Play, name: &str) -> i64 {
    let Kept { values, .. } = play.game.kept().unwrap();
    values.iter().find(|it| it.0 == name).unwrap().1.now.to_whole()
}

fn stashed(play: &Play) -> Vec<String> {
    play.game.kept().unwrap().items.into_iter().map(|it| it.kind).collect()
}

/// Goes to the stair of a floor and chooses the way home.
fn leave(floor: u32, hero: &str, stock: &str) -> Play {
    let mut play = Stage { map: STAIR, floor, hero, stock, ..Stage::default() }.play("6>");
    play.pick("Home");
    play
}

#[test]
fn the_price_and_the_way_home_are_one_deed() {
    // The waystone takes a tenth of the gold on the third floor, a quarter on the fourth.
    for (floor, left) in [(1, 300), (2, 300), (3, 270), (4, 225)] {
        let play = leave(floor, r#""gold": 300, "savings": 0"#, SWORD);
        assert!(play.game.end().is_some_and(|it| it.won));
        assert_eq!(kept(&play, "savings"), left, "floor {floor}");
    }
    // Or one thing that you choose. There is no way back from the question.
    let stock = format!(r#"{SWORD}, "torch", "antidote""#);
    let mut play = leave(3, r#""gold": 3, "savings": 0"#, &stock);
    assert_eq!(play.asked(), ["What does it take?", "torch", "antidote"]);
    assert!(play.game.step(0, &Command::Cancel).is_err());
    play.pick("antidote");
    assert!(play.game.end().is_some_and(|it| it.won));
    // A torch is worth less than a place in the stash.
    assert_eq!((stashed(&play), kept(&play, "savings")), (vec![], 3));
    // Or what you wear, but never the weapon.
    let stock = format!(r#"{SWORD}, {{ "kind": "dented_helm", "worn": true }}"#);
    let mut play = leave(4, r#""gold": 3"#, &stock);
    assert_eq!(play.asked().len(), 2);
    play.pick("??? helm");
    assert!(play.game.end().is_some_and(|it| it.won) && stashed(&play).is_empty());
    // Or Dread.
    let play = leave(4, r#""gold": 3, "dread": { "now": 10, "max": 100 }"#, SWORD);
    assert!(play.game.end().is_some_and(|it| it.won));
    assert_eq!(play.hero("dread"), 30);
}

/// Twelve things have room in the stash: the best ones. The merchant buys the rest.
#[test]
fn a_full_stash_keeps_the_best() {
    let stock = format!(r#"{}"ring_of_shadows""#, r#""dented_helm", "#.repeat(13));
    let play = leave(1, r#""room": 20, "savings": 0"#, &stock);
    let kept = stashed(&play);
    assert_eq!((kept.len(), kept.iter().any(|it| it == "ring_of_shadows")), (12, true));
    // A helm is worth 20, and without its name a quarter of that.
    assert_eq!(self::kept(&play, "savings"), 2 * 5);
    assert!(play.tells("The stash is full."), "{:?}", play.texts());
}

#[test]
fn who_leaves_with_one_drop_of_blood_left_has_left() {
    let stage = Stage {
        map: STAIR,
        hero: r#""health": { "now": 1, "max": 40 }, "vigor": 0, "gold": 9"#,
        ..Stage::default()
    };
    let mut play = stage.play("6>");
    play.pick("Home");
    assert!(play.game.end().is_some_and(|it| it.won));
    assert_eq!(play.hero("health"), 1);
}

#[test]
fn the_flagellant_and_the_hollowed_one_are_earned() {
    let dread = |now: u32| format!(r#""dread": {{ "now": {now}, "max": 100 }}"#);
    assert!(leave(1, &dread(84), SWORD).awarded().is_empty());
    assert_eq!(leave(1, &dread(85), SWORD).awarded(), ["scourged"]);
    let killed = |floor| {
        let stage = Stage { map: "#@K#", legend: r#""K": ["watcher"]"#, floor, ..Stage::default() };
        let play = stage.play("....");
        assert!(play.game.end().is_some_and(|it| !it.won));
        play.awarded().contains(&"hollowed")
    };
    assert_eq!([2, 3, 5].map(killed), [false, true, true]);
}

#[test]
fn the_threshold_leads_back_up_for_a_price_and_the_floor_is_lost() {
    let stage = Stage {
        map: "#@t#",
        legend: r#""t": ["threshold_stone"]"#,
        floor: 5,
        hero: r#""gold": 200, "depth": 5"#,
        ..Stage::default()
    };
    let mut play = stage.play("6");
    assert_eq!(play.asked()[0], "The Threshold");
    play.pick("Go back up");
    assert_eq!((play.hero("gold"), play.game.floor()), (150, 4));
    // On its stair, with the whole floor in mind.
    let (view, truth) = (play.game.view(0).unwrap(), play.game.truth());
    assert!(truth.rooms().all(|it| view.cell(it.0.center()).fog != Fog::Unexplored));
    play.keys(">");
    assert_eq!(play.asked()[0], "One more floor?");
    let poor = Stage { hero: r#""gold": 3"#, ..stage }.play("6");
    assert_eq!(poor.asked(), ["The Threshold", "Go on"]);
    let pack = super::stage::pack();
    let level = pack.levels.get(pack.levels.find("floor_five").unwrap());
    assert!(!level.lasting, "what was cleared there is lost");
}

#[test]
fn the_gate_of_day_is_shut_under_the_eye_as_well() {
    let hero = r#""dread": { "now": 100, "max": 100 }, "health": 500"#;
    let stage =
        Stage { map: "#@d.......#", legend: r#""d": ["day_gate"]"#, hero, ..Stage::default() };
    let play = stage.play(".6");
    assert!(play.tells("The gate is shut like an eye."), "{:?}", play.texts());
    let mut calm = Stage { hero: "", ..stage }.play("6");
    assert_eq!(calm.asked(), ["The gate of day", "Walk out", "Not yet"]);
    calm.pick("Walk out");
    assert!(calm.game.end().is_some_and(|it| it.won) && calm.awarded() == ["ossuary_crossed"]);
}

#[test]
fn the_fall_of_the_colossus_opens_the_day_and_lifts_some_dread() {
    let stage = Stage {
        map: "#######\n#.....#\n#.@B..#\n#.....#\n#######",
        legend: r#""B": ["bone_colossus"]"#,
        hero: r#""might": 900, "health": 900, "dread": { "now": 50, "max": 100 }"#,
        floor: 5,
        ..Stage::default()
    };
    let play = stage.play("6");
    assert_eq!((play.count("day_gate"), play.awarded()), (1, vec!["colossus_felled"]));
    // What it leaves behind does not lie under the gate.
    let cell = |layer| things(&play.game, layer).into_iter().map(|it| it.1);
    let gate = cell(Layer::Fixture).next().unwrap();
    assert!(cell(Layer::Item).count() >= 2 && cell(Layer::Item).all(|at| at != gate));
    // Three for an elite, fifteen back.
    assert_eq!(play.hero("dread"), 38);
}

#[test]
fn a_lesson_is_ten_in_a_hundred_against_the_killer_and_lasts_one_expedition() {
    let dealt = |taught: u32| {
        let hero = format!(
            r#""might": 197, "cunning": 0, "critical": 0, "taught": {taught}, "low": 0, "high": 0"#
        );
        let stage =
            Stage { map: "@p", legend: r#""p": ["pupil"]"#, hero: &hero, ..Stage::default() };
        1000 - stage.play("6").value("pupil", "health").to_whole()
    };
    // A rusty sword deals 5 to 8.
    assert!((202..=205).contains(&dealt(1)), "{}", dealt(1));
    assert!((222..=226).contains(&dealt(2)), "{}", dealt(2));
}

#[test]
fn experience_grows_with_the_floor_and_less_comes_easy_to_the_old() {
    let gained = |floor: u32, level: u32| {
        let hero = format!(r#""might": 99, "level": {level}"#);
        let stage = Stage {
            map: "@g",
            legend: r#""g": ["ghoul"]"#,
            floor,
            hero: &hero,
            ..Stage::default()
        };
        stage.play("6").hero("experience")
    };
    assert_eq!([1, 2, 3, 4, 5].map(|floor| gained(floor, 1)), [10, 15, 20, 30, 40]);
    assert_eq!([1, 2, 3].map(|floor| gained(floor, 6)), [5, 15, 20]);
    assert_eq!([1, 2, 3].map(|floor| gained(floor, 16)), [5, 8, 10]);
    let stage = Stage {
        map: "@g",
        legend: r#""g": ["ghoul"]"#,
        hero: r#""might": 99, "experience": 95"#,
        ..Stage::default()
    };
    let mut play = stage.play("6");
    assert_eq!((play.hero("level"), play.hero("experience")), (2, 5));
    play.pick("Might");
    assert_eq!(play.hero("might"), 100);
}

fn camp<'a>(map: &'a str, hero: &'a str, stock: &'a str) -> Stage<'a> {
    let legend = r#""S": ["stash_chest"], "M": ["camp_merchant"], "C": ["chronicler"]"#;
    Stage { map, legend, floor: 0, hero, stock, ..Stage::default() }
}

#[test]
fn two_things_may_be_brought_from_the_stash() {
    let stock = format!(r#"{SWORD}, "torch", "antidote", "bandage""#);
    let mut play = camp("@S", "", &stock).play("6");
    for thing in
        ["Put a torch", "Put an antidote", "Put a bandage", "Take a torch", "Take an antidote"]
    {
        play.pick(thing);
    }
    assert!(!play.asked().iter().any(|it| it.starts_with("Take")), "{:?}", play.asked());
    play.pick("Put a torch").pick("Take a bandage");
}

#[test]
fn the_merchant_sells_and_buys() {
    let stock = format!(r#"{SWORD}, "iron_longsword""#);
    let mut play = camp("@M", r#""savings": 60"#, &stock).play("6");
    play.pick("Buy").pick("healing potion");
    assert_eq!(play.hero("savings"), 45);
    play.pick("Enough").keys("6").pick("Sell").pick("fine ??? weapon");
    // A quarter of 80 for what has no name.
    assert_eq!(play.hero("savings"), 65);
}

#[test]
fn the_chronicler_names_what_is_in_the_stash() {
    let stock = format!(r#"{SWORD}, "iron_longsword""#);
    let mut play = camp("S@C", r#""savings": 60"#, &stock).play("4");
    play.pick("Put a fine ???").pick("Close").keys("6").pick("Name").pick("fine");
    assert_eq!(play.hero("savings"), 35);
    play.keys("4");
    assert!(play.asked().iter().any(|it| it == "Take an iron longsword"), "{:?}", play.asked());
}

#[test]
fn the_gate_says_what_is_at_risk() {
    let stage = Stage {
        map: "@G",
        legend: r#""G": ["ossuary_gate"]"#,
        floor: 0,
        hero: r#""lesson": 2"#,
        ..Stage::default()
    };
    let mut play = stage.play("6>");
    let menu = play.game.view(0).unwrap().menu().unwrap();
    assert!(
        menu.title == "Go down?" && menu.text.contains("At risk: what you carry"),
        "{}",
        menu.text
    );
    play.pick("Go down");
    assert_eq!((play.hero("taught"), play.hero("lesson")), (2, 0));
    assert!(play.game.floor() >= 1);
}

/// In the camp of the game itself.
#[test]
fn a_man_who_was_helped_may_wait_at_the_fire() {
    let given = |feats: &'static [&'static str]| {
        let gifts = (0..60).filter(|&seed| {
            let play = Stage { feats, ..Stage::default() }.play_at("camp", seed);
            play.tells("The man you bandaged")
        });
        gifts.count()
    };
    assert_eq!(given(&[]), 0);
    assert!((4..=22).contains(&given(&["stranger_helped"])), "{}", given(&["stranger_helped"]));
}

#[test]
fn the_merchant_has_no_ware_twice() {
    for seed in 0..60 {
        let play = Stage::default().play_at("camp", seed);
        let wares = things(&play.game, Layer::Item).into_iter().map(|it| it.0);
        let wares: BTreeSet<String> = wares.collect();
        assert_eq!(wares.len(), 3, "seed {seed}: {wares:?}");
    }
}
