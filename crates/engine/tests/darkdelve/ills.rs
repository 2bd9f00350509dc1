//! Poison, wounds and the other ills, armour, supplies, the Watcher, and the traits of the classes.

use std::collections::BTreeSet;

use barrow_engine::Command;

use super::stage::{Play, Stage};

fn states(play: &Play) -> BTreeSet<String> {
    let view = play.game.view(0).unwrap();
    view.states().map(|it| play.game.pack().states.name(it.state).to_owned()).collect()
}

/// Uses what lies in a slot of the pack.
fn using(play: &mut Play, slot: u8) {
    let turn = play.game.step(0, &Command::Use { slot }).unwrap();
    play.events.extend(turn.events(0).cloned());
}

/// A hero whose every blow deals exactly 1, and who has no Vigor.
const PLAIN: &str = r#""vigor": 0, "might": 0, "cunning": 0, "critical": 0, "low": 1, "high": 1,
    "health": 900"#;

fn plain(more: &str) -> String {
    format!("{PLAIN}, {more}")
}

#[test]
fn a_plague_ghoul_poisons_with_its_first_touch_and_the_poison_ends_with_the_fight() {
    let stage = Stage {
        map: "#@p#",
        legend: r#""p": ["plague_ghoul"]"#,
        hero: r#""might": 99, "health": 900"#,
        ..Stage::default()
    };
    for seed in 0..10 {
        let mut play = stage.play_seed(seed, ".");
        assert!(states(&play).contains("poisoned"), "seed {seed}: {:?}", play.texts());
        play.keys("6");
        assert_eq!((play.count("plague_ghoul"), states(&play).contains("poisoned")), (0, false));
    }
}

/// Poison takes 2 a turn for three turns, and never lasts longer than six.
#[test]
fn poison_deals_two_a_turn_and_adds_up_to_six_turns() {
    let hero = plain(r#""venom": 1"#);
    let legend = r#""p": ["post"]"#;
    let stage = Stage { map: "@p", legend, hero: &hero, stock: "", ..Stage::default() };
    let lost = |keys: &str| 1000 - stage.play(keys).value("post", "health").to_whole();
    assert_eq!(lost("6........"), 1 + 3 * 2);
    let struck = lost("66666666");
    let later = [6, 12].map(|turns: usize| lost(&format!("66666666{}", ".".repeat(turns))));
    assert_eq!(later[0], later[1], "after six turns it has ended");
    assert!((8..=12).contains(&(later[0] - struck)), "{struck}, {later:?}");
}

/// Each wound takes 2 a turn; there are at most five, and a bandage closes all of them.
#[test]
fn wounds_add_up_and_a_bandage_closes_them() {
    let hero = plain(r#""thorns": 1"#);
    let legend = r#""p": ["post"]"#;
    let stock = r#""bandage""#;
    let stage = Stage { map: "@p", legend, hero: &hero, stock, ..Stage::default() };
    let mut play = stage.play("666666");
    assert_eq!(play.hero("wounds"), 5);
    let before = play.hero("health");
    play.keys(".");
    assert_eq!(before - play.hero("health"), 10);
    using(&mut play, 0);
    assert_eq!((play.hero("wounds"), states(&play).contains("bleeding")), (0, false));
    let bandaged = play.hero("health");
    play.keys("...");
    assert!((10..=15).contains(&(play.hero("health") - bandaged)), "fifteen over three turns");
}

/// Near or far: its arrows weaken as its hands do, for six turns at most.
#[test]
fn what_a_mourner_hits_grows_weak() {
    for map in ["#@m#", "#@...m#"] {
        let stage = Stage {
            map,
            legend: r#""m": ["mourner"]"#,
            hero: r#""health": 900"#,
            ..Stage::default()
        };
        let mut play = stage.play("....");
        assert!(states(&play).contains("weak"), "{map}: {:?}", play.texts());
        assert_eq!(play.value("tester", "bonus"), "-0.25".parse().unwrap());
        for _ in 0..20 {
            play.keys(".");
            let (view, weak) = (play.game.view(0).unwrap(), play.game.pack().states.find("weak"));
            let turns = view.states().find(|it| Some(it.state) == weak).map(|it| it.turns);
            assert!(turns <= Some(6), "{map}: {turns:?} {:?}", play.texts());
        }
    }
}

/// A blow that a dodge voids brings no poison, no wound, no weakness and no Dread.
#[test]
fn a_dodge_voids_what_a_blow_carries() {
    let kinds = [
        "plague_rat",
        "plague_ghoul",
        "mourner",
        "candle_bearer",
        "shadow_stalker",
        "bone_colossus",
    ];
    for kind in kinds {
        let legend = format!(r#""f": ["{kind}"]"#);
        let hero = r#""health": 900"#;
        let stage = Stage { map: "#@f#", legend: &legend, hero, ..Stage::default() };
        let mut dodged = 0;
        for seed in 0..20 {
            let mut play = stage.play_seed(seed, "");
            let lines = &play.game.pack().words;
            let lines = lines.get(lines.find("dodges").unwrap()).words.clone();
            for _ in 0..6 {
                play.keys("v");
                if play.hero("health") < 900 {
                    break;
                }
                let ills =
                    states(&play).into_iter().filter(|it| *it != "dodging" && *it != "engaged");
                let ills: Vec<String> = ills.collect();
                assert!(ills.is_empty(), "{kind}, seed {seed}: {ills:?} {:?}", play.texts());
                assert_eq!(
                    (play.hero("dread"), play.hero("wounds")),
                    (0, 0),
                    "{kind}, seed {seed}"
                );
            }
            dodged += lines.iter().filter(|line| play.tells(line)).count();
        }
        assert!(dodged > 5, "{kind}: {dodged} dodged");
    }
}

/// The knight answers a heavy blow with its shield. Three in ten bashes stun, but never through
/// a dodge.
#[test]
fn a_heavy_blow_wakes_the_shield_of_a_knight() {
    let stage = Stage {
        map: "#@K#",
        legend: r#""K": ["bone_knight"]"#,
        hero: r#""health": 900, "low": 0, "high": 0, "might": 0"#,
        stock: "",
        ..Stage::default()
    };
    let stunned = |answer: &str| {
        let rings = |&seed: &u64| {
            let mut play = stage.play_seed(seed, ".");
            play.heavy();
            for _ in 0..6 {
                let set = play.tells("sets its shield");
                play.keys(if set { answer } else { "." });
                if set {
                    break;
                }
            }
            play.tells("rings like a struck bowl")
        };
        (0..40).filter(rings).count()
    };
    assert!((4..=22).contains(&stunned(".")), "{}", stunned("."));
    assert_eq!(stunned("v"), 0);
}

/// Nothing heals a cursed hero until the water of a shrine ends the curse.
#[test]
fn a_curse_keeps_every_wound_open_until_it_is_washed_off() {
    let stage = Stage {
        map: "########\n#a.@..w#\n########",
        legend: r#""a": ["blood_altar"], "w": ["purification_shrine"]"#,
        hero: r#""health": { "now": 20, "max": 90 }"#,
        stock: r#"{ "kind": "healing_potion", "count": 2 }"#,
        floor: 3,
        ..Stage::default()
    };
    let mut curses = (0..30).filter_map(|seed| {
        let mut play = stage.play_seed(seed, "44");
        play.pick("Break it");
        states(&play).contains("cursed").then_some(play)
    });
    let mut play = curses.next().expect("a third of the altars curse");
    let before = play.hero("health");
    using(&mut play, 0);
    assert!(play.tells("Nothing in you closes."), "{:?}", play.texts());
    assert_eq!(play.hero("health"), before);
    play.keys("666666");
    play.pick("Wash");
    using(&mut play, 0);
    assert_eq!((play.hero("health"), states(&play).len()), (before + 30, 0));
}

#[test]
fn armour_stops_its_share_and_never_more_than_four_tenths() {
    let lost = |armor: &str| {
        let hero = format!(r#""health": 900, "armor": {armor}"#);
        let legend = r#""s": ["striker"]"#;
        let play = Stage { map: "#@s#", legend, hero: &hero, ..Stage::default() }.play(".");
        900 - play.hero("health")
    };
    assert_eq!(["0", "0.2", "0.4", "0.9"].map(lost), [10, 8, 6, 6]);
    // A knight's plate stops a quarter of a blow; a heavy blow ignores a quarter of the plate.
    let dealt = |heavy: bool| {
        let hero = plain(r#""low": 20, "high": 20"#).replace(r#""low": 1, "high": 1,"#, "");
        let legend = r#""K": ["bone_knight"]"#;
        let stage = Stage { map: "#@K#", legend, hero: &hero, stock: "", ..Stage::default() };
        let mut play = stage.play(".");
        let before = play.value("bone_knight", "health").to_whole();
        if heavy {
            play.heavy()
        } else {
            play.keys("6")
        };
        before - play.value("bone_knight", "health").to_whole()
    };
    assert_eq!([false, true].map(dealt), [15, 28]);
}

#[test]
fn supplies_do_what_they_say() {
    let after = |stock: &str, more: &str, keys: &str| {
        let hero = plain(&format!(r#""dread": {{ "now": 60, "max": 100 }}, {more}"#))
            .replace(r#""health": 900"#, r#""health": { "now": 500, "max": 900 }"#);
        let legend = r#""s": ["striker"]"#;
        let map = "#######\n#@...s#\n#######";
        let stage = Stage { map, legend, hero: &hero, stock, ..Stage::default() };
        let mut play = stage.play(keys);
        using(&mut play, 0);
        play
    };
    let calm = r#""taken": 1"#;
    assert_eq!(after(r#""healing_potion""#, calm, "").hero("health"), 530);
    assert_eq!(after(r#""clarity_potion""#, calm, "").hero("dread"), 40);
    assert_eq!(after(r#""calm_draught""#, calm, "").hero("dread"), 45);
    // The striker deals 10 a turn, and is beside the hero after three turns.
    let mut tonic = after(r#""ironhide_tonic""#, calm, "...");
    let before = tonic.hero("health");
    tonic.keys(".");
    assert_eq!(before - tonic.hero("health"), 8, "a quarter less");
    let mut smoke = after(r#""smoke_bomb""#, calm, "...");
    let before = smoke.hero("health");
    smoke.keys("...");
    assert_eq!(before, smoke.hero("health"), "it sees nothing but smoke");
    // A blow wakes it.
    let mut smoke = after(r#""smoke_bomb""#, calm, "...");
    smoke.keys("6.");
    assert!(smoke.hero("health") < before, "{:?}", smoke.texts());
    let mut salts = after(r#""smelling_salts""#, r#""stamina": { "now": 0, "max": 9 }"#, "");
    assert_eq!(salts.hero("stamina"), 4, "two from the salts, two from the turn");
    assert!(after(r#""venom_flask""#, calm, "").hero("venom") == 0);
    salts.keys(".");
}

/// Its gaze takes 50: a block halves that, a dodge does nothing. Two great blows close its eyes;
/// afterwards the gaze takes 75, and no blow closes them again.
#[test]
fn the_watcher_is_stopped_twice_and_then_looks_harder() {
    let stage = Stage {
        map: "#@W#",
        legend: r#""W": ["watcher"]"#,
        hero: r#""might": 60, "health": 2000, "cunning": 0, "critical": 0"#,
        ..Stage::default()
    };
    let lost = |keys: &str, last: &str| {
        let mut play = stage.play(keys);
        let before = play.hero("health");
        play.keys(last);
        before - play.hero("health")
    };
    assert_eq!([".", "b", "v"].map(|key| lost("..", key)), [50, 25, 50]);
    let blinded = |play: &Play| play.texts().iter().filter(|it| it.contains("every eye")).count();
    let play = stage.play("6.....6.....666666");
    assert_eq!((blinded(&play), play.value("watcher", "stuns").to_whole()), (2, 2));
    assert!(play.tells("looks at you. 75."), "{:?}", play.texts());
}

#[test]
fn each_class_has_its_trait() {
    let of = |class, feats, hero| Stage { hero, feats, class, ..Stage::default() }.play("");
    // The flagellant deals a quarter more below 30 % of its health.
    let bonus = |hero| of("flagellant", &["scourged"], hero).value("tester", "bonus");
    let (whole, dying) = (r#""health": 40"#, r#""vigor": 0, "health": { "now": 9, "max": 40 }"#);
    assert_eq!([whole, dying].map(bonus), ["0", "0.25"].map(|it| it.parse().unwrap()));
    // Dread rises more slowly in the hollowed one, and it cannot be cursed.
    let play = of("hollowed_one", &["hollowed"], "");
    assert_eq!(play.value("tester", "dread_gain"), "0.8".parse().unwrap());
    let takes_off = |class, feats| {
        let stock = r#"{ "kind": "rusty_sword", "worn": true }, "bloodletter""#;
        let stage = Stage { hero: r#""level": 5"#, stock, feats, class, ..Stage::default() };
        let mut play = stage.play("");
        play.game.step(0, &Command::Equip { slot: 1 }).unwrap();
        play.game.step(0, &Command::Equip { slot: 0 }).is_ok()
    };
    assert!(!takes_off("mercenary", &[]) && takes_off("hollowed_one", &["hollowed"]));
}

/// The armoured ghoul throws itself forward and strikes once, and then has its usual turn. A dodge
/// voids the lunge alone, and a step out of its way avoids it.
#[test]
fn a_lunge_is_one_blow() {
    let stage = Stage {
        map: "#######\n##....#\n#@..g.#\n##....#\n#######",
        legend: r#""g": ["armored_ghoul"]"#,
        hero: r#""health": 900, "might": 12, "critical": 0, "cunning": 0"#,
        ..Stage::default()
    };
    let blows = |answer: &str| -> Vec<usize> {
        let lunges = (0..30).filter_map(|seed| {
            let mut play = stage.play_seed(seed, "");
            for turn in 0..12 {
                play.keys(if turn % 2 == 0 { "." } else { "6" });
                if play.tells("The straps of its mail creak") {
                    let before = play.texts().len();
                    play.keys(answer);
                    let told = &play.texts()[before..];
                    return Some(told.iter().filter(|it| it.contains(" you for ")).count());
                }
            }
            None
        });
        lunges.collect()
    };
    let (stood, dodged) = (blows("."), blows("v"));
    assert!(stood.len() > 10 && stood.contains(&2), "{stood:?}");
    assert!(stood.iter().all(|it| *it <= 2), "the lunge, and the usual turn: {stood:?}");
    assert!(dodged.iter().all(|it| *it <= 1), "{dodged:?}");
}
