use std::collections::BTreeSet;

use barrow_dice::Fixed;
use barrow_engine::Command;

use super::stage::{Play, Stage, pack};

impl Play {
    /// Strikes a heavy blow to the east.
    pub fn heavy(&mut self) -> &mut Self {
        let at = self.game.view(0).unwrap().own().unwrap().pos() + barrow_grid::Dir::East;
        let command = Command::Cast { ability: "heavy_blow".into(), at: Some(at) };
        match self.game.step(0, &command) {
            Ok(turn) => self.events.extend(turn.events(0).cloned()),
            Err(why) => self.refused.push(why),
        }
        self
    }
}

const POST: &str = r#""p": ["post"]"#;

#[test]
fn blows_cost_stamina_and_two_come_back() {
    let stage = Stage { map: "@p", legend: POST, ..Stage::default() };
    let mut play = stage.play("..");
    assert_eq!(play.hero("stamina"), 4);
    // A heavy blow costs three, and two come back at the end of the turn.
    play.heavy();
    assert_eq!(play.hero("stamina"), 3);
    play.heavy();
    assert_eq!((play.hero("stamina"), play.refused.len()), (2, 0));
    play.heavy();
    assert_eq!(play.refused.len(), 1, "two are not enough");
    play.keys("6");
    assert_eq!(play.hero("stamina"), 3);
}

#[test]
fn a_heavy_blow_deals_three_quarters_more() {
    let dealt = |heavy: bool| {
        let hero = r#""might": 100, "cunning": 0, "critical": 0"#;
        let stage = Stage { map: "@p", legend: POST, hero, stock: "", ..Stage::default() };
        let mut play = stage.play(".");
        if heavy {
            play.heavy()
        } else {
            play.keys("6")
        };
        1000 - play.value("post", "health").to_whole()
    };
    // Bare hands deal 1 to 3.
    assert!((101..=103).contains(&dealt(false)), "{}", dealt(false));
    assert!((177..=180).contains(&dealt(true)), "{}", dealt(true));
}

/// It strikes for ten in every turn.
const STRIKER: &str = r#""s": ["striker"]"#;

#[test]
fn a_dodge_voids_one_blow_and_a_block_halves_all() {
    let lost = |map, key| {
        let play = Stage { map, legend: STRIKER, ..Stage::default() }.play(key);
        40 - play.hero("health")
    };
    assert_eq!([".", "b", "v"].map(|key| lost("#@s#", key)), [10, 5, 0]);
    // Two at once: the dodge voids one blow, the block halves both.
    assert_eq!([".", "b", "v"].map(|key| lost("#s@s#", key)), [20, 10, 10]);
}

/// The foot of the Colossus shakes the floor around it: a dodge leaves it in the air.
#[test]
fn a_dodge_voids_the_slam_as_well() {
    let stage = Stage {
        map: "#####\n#...#\n#@B.#\n#...#\n#####",
        legend: r#""B": ["bone_colossus"]"#,
        hero: r#""health": 900, "might": 60"#,
        ..Stage::default()
    };
    let lost = |answer: &str| {
        let mut play = stage.play("66");
        while !play.tells("lifts one foot") {
            play.keys("6");
        }
        let before = play.hero("health");
        play.keys(answer);
        before - play.hero("health")
    };
    assert_eq!(lost("v"), 0);
    // Who is hit may be stunned as well, and is hit again.
    assert!(lost(".") >= 12, "{}", lost("."));
}

#[test]
fn a_staggered_foe_loses_its_next_action() {
    let struck = (0..40).filter_map(|seed| {
        let legend = r#""g": ["starveling"]"#;
        let hero = r#""critical": 0, "cunning": 0"#;
        let stage = Stage { map: "#@g#", legend, hero, ..Stage::default() };
        let mut play = stage.play_seed(seed, ".");
        let before = play.hero("health");
        play.heavy();
        play.tells("reels").then(|| before - play.hero("health"))
    });
    let struck: Vec<i64> = struck.collect();
    assert!(struck.len() > 3 && struck.iter().all(|&it| it == 0), "{struck:?}");
}

/// A fight that is left, and not won, is a flight.
#[test]
fn to_leave_a_fight_costs_five_dread() {
    let stage = Stage { map: "@p", legend: POST, ..Stage::default() };
    assert_eq!(stage.play("6").hero("dread"), 0);
    let fled = stage.play("6..........");
    assert_eq!(fled.hero("dread"), 5, "{:?}", fled.texts());
    // Who wins pays for the kill alone.
    let won = Stage { hero: r#""might": 2000"#, ..stage }.play("6..........");
    assert_eq!(won.hero("dread"), 1, "{:?}", won.texts());
}

/// A torch halves what is gained on its floor; a draught takes fifteen.
#[test]
fn torches_and_draughts_ease_dread() {
    let hero = r#""might": 2000, "dread": { "now": 40, "max": 100 }"#;
    let stock = r#"{ "kind": "rusty_sword", "worn": true }, "torch", "calm_draught""#;
    let stage = Stage { map: "@p", legend: POST, hero, stock, ..Stage::default() };
    let mut play = stage.play("");
    play.game.step(0, &Command::Use { slot: 2 }).unwrap();
    assert_eq!(play.hero("dread"), 25);
    play.game.step(0, &Command::Use { slot: 1 }).unwrap();
    play.keys("6");
    // Half of one.
    assert_eq!(play.value("tester", "dread"), "25.5".parse().unwrap());
}

#[test]
fn a_stalker_is_seen_once_it_has_cut() {
    let stage = Stage { map: "#@s#", legend: r#""s": ["shadow_stalker"]"#, ..Stage::default() };
    let seen = |play: &Play| {
        play.game.view(0).unwrap().actors().filter(barrow_engine::Seen::is_foe).count()
    };
    assert_eq!(seen(&stage.play("")), 0);
    let play = stage.play("..");
    assert!(play.hero("health") < 40, "{:?}", play.texts());
    assert_eq!(seen(&play), 1);
}

#[test]
fn the_formulas_of_dread_are_those_of_the_source() {
    for (omen, elite, peril, upgrade) in
        [(0, "0.05", "1", "0"), (50, "0.15", "2", "0.25"), (100, "0.25", "3", "0.5")]
    {
        let hero = format!(r#""omen": {omen}"#);
        let play = Stage { hero: &hero, ..Stage::default() }.play("");
        let value = |name| play.value("tester", name);
        let expected: [Fixed; 3] = [elite, peril, upgrade].map(|it| it.parse().unwrap());
        assert_eq!([value("elite_odds"), value("peril"), value("upgrade")], expected);
    }
}

#[test]
fn the_stairs_ask_one_question_and_their_price_rises() {
    let asked = |floor, gold: u32, stock| {
        let hero = format!(r#""gold": {gold}"#);
        let play = Stage { map: "@>", floor, hero: &hero, stock, ..Stage::default() }.play("6>");
        play.asked()
    };
    let sword = r#"{ "kind": "rusty_sword", "worn": true }"#;
    let potion = r#"{ "kind": "rusty_sword", "worn": true }, "healing_potion""#;
    assert_eq!(asked(1, 0, sword)[0], "One more floor?");
    assert_eq!(asked(1, 0, sword)[2], "Home, from floor 1 (free)");
    assert_eq!(asked(3, 300, sword)[2], "Home, from floor 3 (the waystone takes 30 gold)");
    assert_eq!(asked(4, 300, sword)[2], "Home, from floor 4 (the waystone takes 75 gold)");
    assert_eq!(asked(4, 30, sword)[2], "Home, from floor 4 (the waystone takes 25 gold)");
    assert_eq!(asked(3, 3, potion)[2], "Home, from floor 3 (the waystone takes one thing)");
    assert_eq!(asked(3, 3, sword)[2], "Home, from floor 3 (with nothing to give: +20 Dread)");
}

#[test]
fn what_is_brought_home_is_safe_and_the_way_shows_what_was_missed() {
    let stage = Stage {
        map: "@>...#g#",
        legend: r#""g": ["ghoul"]"#,
        hero: r#""gold": 40, "savings": 10"#,
        stock: r#"{ "kind": "iron_longsword", "worn": true }, "chainmail_shirt""#,
        ..Stage::default()
    };
    let play = stage.play("6>b");
    let end = play.game.end().unwrap();
    assert!(end.won && end.text.contains("a ghoul"), "{}", end.text);
    assert_eq!(play.hero("savings"), 50);
    assert_eq!(play.hero("gold"), 0);
}

#[test]
fn nobody_leaves_in_the_middle_of_a_fight_or_under_the_eye() {
    let stage = Stage { map: "g@>", legend: r#""g": ["ghoul"]"#, ..Stage::default() };
    let play = stage.play("4.6>");
    assert!(play.tells("Not with that at your back."), "{:?}", play.texts());
    let hero = r#""dread": { "now": 100, "max": 100 }, "health": 500"#;
    let play = Stage { map: "@>.......", hero, ..Stage::default() }.play("6>");
    assert_eq!(play.count("watcher"), 1);
    assert!(play.tells("The stair is shut like an eye."), "{:?}", play.texts());
}

#[test]
fn one_great_blow_closes_the_watchers_eyes_and_opens_the_stair() {
    let stage = Stage {
        map: "#@W#\n#>.#",
        legend: r#""W": ["watcher"]"#,
        hero: r#""might": 60, "health": 2000"#,
        ..Stage::default()
    };
    let mut play = stage.play("6");
    assert!(play.tells("closes every eye"), "{:?}", play.texts());
    play.keys("2>");
    assert_eq!(play.asked().first().map(String::as_str), Some("One more floor?"));
}

#[test]
fn death_keeps_what_was_worn_and_known_but_nothing_from_the_stash() {
    let stage = Stage {
        map: "#@K#",
        legend: r#""K": ["watcher"]"#,
        hero: r#""gold": 40"#,
        stock: r#"{ "kind": "rusty_sword", "worn": true }, { "kind": "dented_helm" }, "copper_ring""#,
        ..Stage::default()
    };
    let mut play = stage.play("");
    // Putting the helm on tells what it is.
    play.game.step(0, &Command::Equip { slot: 1 }).unwrap();
    play.keys("....");
    assert!(play.game.end().is_some_and(|it| !it.won), "{:?}", play.texts());
    let values = play.game.kept().unwrap().values;
    let value = |name: &str| values.iter().find(|it| it.0 == name).unwrap().1.now.to_whole();
    // The Watcher is the eleventh page of the bestiary.
    assert_eq!(["lesson", "lore_watcher", "savings"].map(value), [11, 9, 50]);
    let kept = play.game.kept().unwrap().items;
    let kinds: Vec<&str> = kept.iter().map(|it| it.kind.as_str()).collect();
    assert_eq!(kinds, ["dented_helm"]);
}

#[test]
fn cursed_things_stay_on_until_the_stone_breaks() {
    let stock = r#"{ "kind": "rusty_sword", "worn": true }, "bloodletter", "purging_stone""#;
    let stage = Stage { stock, hero: r#""level": 5"#, ..Stage::default() };
    let mut play = stage.play("");
    let wear = Command::Equip { slot: 1 };
    play.game.step(0, &wear).unwrap();
    assert!(play.hero("low") > 11, "a curse adds to the main value");
    assert!(play.game.step(0, &Command::Unequip { slot: 1 }).is_err());
}

#[test]
fn events_show_their_gates() {
    let at = |cunning: u32| {
        let hero = format!(r#""cunning": {cunning}"#);
        Stage { map: "@c", legend: r#""c": ["chest"]"#, hero: &hero, ..Stage::default() }.play("6")
    };
    assert!(!at(3).asked().iter().any(|it| it.starts_with("Examine")));
    assert!(at(8).asked().iter().any(|it| it.starts_with("Examine")));
}

#[test]
fn the_pages_of_the_bestiary_fill_in_three_tiers() {
    let page = |lore: u32| {
        let hero = format!(r#""lore_rat": {lore}"#);
        let stage =
            Stage { map: "@C", legend: r#""C": ["chronicler"]"#, hero: &hero, ..Stage::default() };
        let mut play = stage.play("6ba");
        play.keys("");
        play.game.view(0).unwrap().menu().map_or(String::new(), |it| it.text)
    };
    let tiers = [1, 6, 15, 25].map(page);
    let lengths: Vec<usize> = tiers.iter().map(String::len).collect();
    assert!(tiers[0].contains("met it"), "{tiers:?}");
    assert!(lengths[1] < lengths[2] && lengths[2] < lengths[3], "{tiers:?}");
}

#[test]
fn dread_lies_to_the_eyes_and_knowledge_shows_through() {
    let names = |dread: u32, lore: u32| -> BTreeSet<String> {
        let hero = format!(r#""dread": {{ "now": {dread}, "max": 100 }}, "lore_rat": {lore}"#);
        let stage = Stage { map: "@..ppp", legend: POST, hero: &hero, ..Stage::default() };
        let names = (0..20).flat_map(|seed| {
            let play = stage.play_seed(seed, ".");
            assert_eq!(play.count("post"), 3, "the truth stays what it is");
            let view = play.game.view(0).unwrap();
            view.actors()
                .filter(barrow_engine::Seen::is_foe)
                .map(|it| it.name())
                .collect::<Vec<_>>()
        });
        names.collect()
    };
    assert_eq!(names(20, 0), BTreeSet::from(["post".to_owned()]));
    let lies = names(90, 0);
    assert!(lies.len() > 3 && lies.contains("post"), "{lies:?}");
    let known = names(90, 15);
    assert!(known.iter().all(|it| it.contains("post")) && known.len() > 3, "{known:?}");
}

/// Room types lie from 50 on and hide from 70 on, unless somebody told you of this floor.
#[test]
fn dread_lies_about_rooms_that_nobody_entered() {
    let labels = |dread: u32, scouted: u32| -> BTreeSet<String> {
        let hero = format!(
            r#""dread": {{ "now": {dread}, "max": 100 }}, "scouted": {scouted}, "story": 3"#
        );
        let stage = Stage { hero: &hero, ..Stage::default() };
        let labels = (0..30).flat_map(|seed| {
            let mut play = stage.play_at("floor_one", seed);
            play.keys(".");
            let view = play.game.view(0).unwrap();
            let unknown = view.rooms().filter(|it| !it.entered);
            unknown.map(|it| it.kind.label.to_string()).collect::<Vec<_>>()
        });
        labels.collect()
    };
    let truth: BTreeSet<String> =
        ["Something moves", "Something glitters", "Something waits", "Stairwell"]
            .map(Into::into)
            .into();
    assert_eq!(labels(20, 0), truth);
    assert_eq!(labels(90, 0), BTreeSet::from(["?????".to_owned()]));
    assert!(labels(75, 0).len() == 5, "{:?}", labels(75, 0));
    assert_eq!(labels(90, 1), truth);
}

/// A whisper is a text: whether one is heard draws nothing that a rule draws from.
#[test]
fn whispers_are_heard_and_nothing_is_told_where_nobody_whispers() {
    let hero = r#""dread": { "now": 90, "max": 100 }, "warned": 2"#;
    let stage = Stage { map: "@", hero, ..Stage::default() };
    let mut play = stage.play(&".".repeat(200));
    let pack = pack();
    let lines = &pack.words.get(pack.words.find("whispers_terrified").unwrap()).words;
    let heard =
        play.texts().iter().filter(|text| lines.iter().any(|line| ***text == **line)).count();
    assert!((3..40).contains(&heard), "{heard}");
    assert!(play.texts().iter().all(|text| !text.is_empty()));
    let calm = Stage { hero: r#""dread": { "now": 49, "max": 100 }"#, ..stage };
    play = calm.play(&".".repeat(200));
    assert!(!play.texts().iter().any(|text| lines.iter().any(|line| **text == **line)));
}

/// Lines are drawn evenly, so none of them is told in more than a fifth of the cases.
#[test]
fn no_list_has_fewer_than_five_lines() {
    let pack = pack();
    for (id, list) in pack.words.iter() {
        assert!(list.words.len() >= 5, "{}", pack.words.name(id));
    }
}

#[test]
fn the_stair_tells_what_was_left_out() {
    let mut play = Stage { map: "@>", ..Stage::default() }.play("6>");
    let menu = play.game.view(0).unwrap().menu().unwrap();
    assert!(
        menu.text.contains("There are 6 rooms here that you have not entered."),
        "{}",
        menu.text
    );
    assert!(menu.text.ends_with("Something still moves."), "{}", menu.text);
    play.pick("Not yet");
}

#[test]
fn there_are_three_hundred_lines_of_flavour() {
    let pack = pack();
    let lines: BTreeSet<&str> =
        pack.words.iter().flat_map(|(_, list)| list.words.iter().map(AsRef::as_ref)).collect();
    let lines = lines.iter().filter(|it| it.len() > 12).count();
    assert!(lines >= 300, "{lines}");
}

/// A wounded hero cannot exchange Soulreaver's Edge for another weapon.
#[test]
fn the_edge_holds_on_to_a_hand_that_bleeds() {
    let stock = r#"{ "kind": "soulreavers_edge", "worn": true }, "rusty_sword""#;
    let exchanged = |health: &str| {
        let hero = format!(r#""level": 8, "health": {health}"#);
        let mut play = Stage { hero: &hero, stock, ..Stage::default() }.play("");
        play.game.step(0, &Command::Equip { slot: 1 }).map(|_| ()).map_err(|why| why.to_string())
    };
    assert_eq!(exchanged("500"), Ok(()));
    let refused = exchanged(r#"{ "now": 1, "max": 500 }"#).unwrap_err();
    assert!(refused.contains("It does not let go of a hand that bleeds."), "{refused}");
}
