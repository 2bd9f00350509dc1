use barrow_engine::Command;

use super::stage::Stage;

#[test]
fn two_things_with_a_tag_form_a_bond_and_say_so() {
    let stock =
        r#"{ "kind": "flame_sword", "worn": true }, { "kind": "ember_ring", "worn": true }"#;
    let play = Stage { map: "@p", stock, ..Stage::default() }.play(".");
    assert_eq!((play.hero("fire"), play.hero("bonds")), (2, 1));
    let words = "The fire bond awakens: your blows burn for 3";
    assert_eq!(play.tells(words), 1, "{:?}", play.texts());
    let alone = r#"{ "kind": "flame_sword", "worn": true }, "ember_ring""#;
    let play = Stage { map: "@p", stock: alone, ..Stage::default() }.play(".");
    assert_eq!(play.hero("bonds"), 0, "what is not worn does not count");
}

#[test]
fn every_bond_says_once_what_it_does() {
    for tag in super::guide::TAGS {
        let hero = format!(r#""{tag}": 2"#);
        let play = Stage { hero: &hero, ..Stage::default() }.play("...");
        let told = play.tells(&format!("The {tag} bond awakens: "));
        assert_eq!((play.tells(" bond "), told), (1, 1), "{:?}", play.texts());
    }
}

#[test]
fn bonds_that_grow_and_pairs_of_bonds_say_so() {
    let hero = r#""storm": 3, "ice": 2, "blood": 4, "stone": 4"#;
    let play = Stage { hero, ..Stage::default() }.play("...");
    for words in [
        "The storm bond grows: every second blow makes lightning jump.",
        "The blood bond grows: 14% of what your blows do heals you.",
        "The stone bond grows: 4 more defense in all.",
        "Ice and storm together: lightning does double harm to the chilled.",
        "Blood and stone together: 12 more health.",
    ] {
        assert_eq!(play.tells(words), 1, "{:?}", play.texts());
    }
    assert_eq!(play.tells(" bond ") + play.tells(" together: "), 6, "{:?}", play.texts());
}

#[test]
fn things_show_how_often_they_were_enchanted() {
    let stock = r#"{ "kind": "rusty_sword", "worn": true }"#;
    let legend = r#""?": ["enchant_scroll"]"#;
    let mut play = Stage { map: "@??", legend, stock, ..Stage::default() }.play("");
    assert_eq!(play.bag(), ["rusty sword"]);
    play.keys("6").pick("rusty sword").keys("6").pick("rusty sword +1");
    assert_eq!(play.bag(), ["rusty sword +2"]);
    assert_eq!(play.tells("It shines: the rusty sword +2."), 1, "{:?}", play.texts());
}

#[test]
fn what_can_be_worn_at_once_is_taken_even_with_a_full_bag() {
    let legend = r#""1": ["tinderbox"], "2": ["snow_globe"], "3": ["storm_glass"], "4": ["blood_chalice"],
        "5": ["venom_gland"], "6": ["black_candle"], "B": ["iron_boots"], "h": ["heart_amulet"], "f": ["fen_boots"]"#;
    let play = Stage { map: "@123456Bhf.", legend, ..Stage::default() }.play("666666666");
    let bag = play.bag();
    assert!(bag.contains(&"iron boots".into()) && bag.contains(&"heart amulet".into()), "{bag:?}");
    assert_eq!((bag.len(), play.count("fen_boots")), (8, 1), "a second pair has no room");
}

#[test]
fn lightning_says_whom_it_strikes() {
    let hero = r#""storm": 4, "power": 1, "crit": 0"#;
    let told = |map: &str| {
        let play = Stage { map, hero, ..Stage::default() }.play(&"6".repeat(30));
        (play.tells("Lightning strikes the post."), play.tells("Lightning strikes the straw."))
    };
    let (alone, nobody) = told("@p");
    assert!(alone > 0 && nobody == 0, "{alone} {nobody}");
    let (_, other) = told("@pb");
    assert_eq!(other, 1, "it dies of that");
}

/// An unused key would keep the next one from the belt.
#[test]
fn a_vault_key_is_left_on_its_floor() {
    let legend = r#""k": ["vault_key"]"#;
    let mut play =
        Stage { map: "@k>", legend, stock: r#""snow_globe""#, ..Stage::default() }.play("66");
    assert!(play.bag().contains(&"vault key".into()), "{:?}", play.bag());
    assert!(play.give(&Command::Descend), "{:?}", play.texts());
    assert_eq!(play.bag(), ["snow globe"]);
    assert_eq!(play.tells("The vault key fits nothing down here."), 1, "{:?}", play.texts());
}

#[test]
fn bonds_grow_with_diminishing_returns() {
    let tag = |count: usize| {
        let all = ["iron_boots", "iron_shield", "chain_mail", "mason_hammer"];
        let stock: Vec<String> = all[..count]
            .iter()
            .map(|it| format!(r#"{{ "kind": "{it}", "worn": true }}"#))
            .collect();
        let play = Stage { stock: &stock.join(", "), ..Stage::default() }.play(".");
        let own = [1, 2, 3, 1][..count].iter().sum::<i64>();
        play.hero("defense") - 2 - own
    };
    assert_eq!([tag(1), tag(2), tag(3), tag(4)], [0, 2, 3, 4]);
}

#[test]
fn a_scroll_of_enchanting_makes_one_thing_better() {
    let stock =
        r#"{ "kind": "rusty_sword", "worn": true }, { "kind": "wooden_shield", "worn": true }"#;
    let legend = r#""?": ["enchant_scroll"]"#;
    let mut play = Stage { map: "@?", legend, stock, ..Stage::default() }.play("");
    let before = (play.hero("power"), play.hero("defense"));
    play.keys("6").pick("wooden shield");
    assert_eq!((play.hero("power"), play.hero("defense")), (before.0, before.1 + 1));
    assert_eq!((play.count("enchant_scroll"), play.bag().len()), (0, 2), "it is read at once");
}

#[test]
fn the_bag_holds_six_besides_what_is_worn() {
    let stock = r#"{ "kind": "rusty_sword", "worn": true }"#;
    let legend = r#""1": ["tinderbox"], "2": ["snow_globe"], "3": ["storm_glass"], "4": ["blood_chalice"],
        "5": ["venom_gland"], "6": ["black_candle"], "7": ["third_eye"]"#;
    let mut play = Stage { map: "@1234567", legend, stock, ..Stage::default() }.play("6666666");
    assert_eq!(play.bag().len(), 7, "{:?}", play.bag());
    assert_eq!(play.count("third_eye"), 1, "the seventh stays where it lies");
    assert!(!play.give(&Command::Pickup));
}

#[test]
fn an_offer_has_three_things_and_early_ones_are_not_rare() {
    let legend = r#""_": ["reliquary"]"#;
    for seed in 0..40 {
        let mut play = Stage { map: "@_", legend, ..Stage::default() }.play_seed(seed, "6");
        let options = play.options();
        assert_eq!(options.len(), 4, "{options:?}");
        let menu = play.game.view(0).unwrap().menu().unwrap();
        for option in &menu.options[..3] {
            let early = option.about.contains("Common") || option.about.contains("Uncommon");
            assert!(early, "{}: {}", option.text, option.about);
        }
        let distinct: std::collections::BTreeSet<&String> = options.iter().collect();
        assert_eq!(distinct.len(), 4, "{options:?}");
        let name = menu.options[0].text.split(',').next().unwrap().to_lowercase();
        play.pick(&options[0]);
        assert!(play.bag().iter().any(|it| it.to_lowercase() == name), "{name} {:?}", play.bag());
        play.keys("6");
        assert!(play.options().is_empty(), "one to each visitor");
    }
}

#[test]
fn rarities_follow_the_guides_weights() {
    let legend = r#""_": ["reliquary"]"#;
    let mut rare = 0;
    for seed in 0..120 {
        let stage = Stage { map: "@_", legend, floor: 7, ..Stage::default() };
        let play = stage.play_seed(seed, "6");
        let menu = play.game.view(0).unwrap().menu().unwrap();
        let fine = |about: &str| about.contains("Rare") || about.contains("Legendary");
        rare += menu.options.iter().filter(|it| fine(&it.about)).count();
    }
    // On floor 7: 15.5 and 1.4 of 107.9, about 15.6 %.
    assert!((30..=85).contains(&rare), "{rare} of 360");
}

#[test]
fn thrown_knives_can_be_picked_up_again() {
    let stock = r#"{ "kind": "throwing_knife", "count": 3 }"#;
    let mut play = Stage { map: "@..p", stock, ..Stage::default() }.play("");
    play.throw("throwing knife", 3, 0);
    assert!(play.value("post", "health") < 1000);
    assert_eq!(play.tells("knife hits the post"), 1, "{:?}", play.texts());
    assert_eq!((play.bag(), play.count("throwing_knife")), (vec!["throwing knife x2".into()], 1));
}

#[test]
fn unknown_potions_tell_their_name_once_drunk() {
    let stock = r#""potion_of_might""#;
    let mut play = Stage { stock, ..Stage::default() }.play("");
    let name = play.bag().remove(0);
    assert_ne!(name, "potion of might");
    play.use_item(&name);
    assert!(play.is("mighty"));
}

/// Returns things that are worn, as a stock.
fn worn(things: &[&str]) -> String {
    let all: Vec<String> =
        things.iter().map(|it| format!(r#"{{ "kind": "{it}", "worn": true }}"#)).collect();
    all.join(", ")
}

#[test]
fn blood_and_stone_together_give_health() {
    let stock = worn(&["iron_sword", "heart_amulet", "iron_shield", "iron_boots"]);
    let play = Stage { stock: &stock, ..Stage::default() }.play(".");
    assert_eq!((play.hero("blood"), play.hero("stone")), (2, 2));
    let alone = worn(&["iron_sword", "heart_amulet", "iron_shield"]);
    let other = Stage { stock: &alone, ..Stage::default() }.play(".");
    let max = |play: &super::stage::Play| {
        let own = play.game.view(0).unwrap().own().unwrap().id();
        let all = play.game.truth().attributes(own);
        let life = play.game.pack().rules.life;
        all.iter().find(|it| it.attribute == life).unwrap().max.unwrap().to_whole()
    };
    assert_eq!(max(&play) - max(&other), 12);
}

#[test]
fn fire_and_ice_make_steam_when_you_are_hurt() {
    let stock = worn(&["flame_sword", "ember_ring", "winter_coat"]);
    let legend = r#""r": ["tracker"]"#;
    let hero = r#""health": { "now": 30, "max": 100 }, "ice": 1, "power": 1"#;
    let stage = Stage { map: "@r", legend, stock: &stock, hero, ..Stage::default() };
    let play = stage.play("...");
    assert!(play.tells("Fire and ice meet") > 0, "{:?}", play.texts());
    assert!(play.cells_of("steam") > 0);
}

#[test]
fn an_offer_tells_what_the_thing_would_change() {
    let legend = r#""_": ["reliquary"]"#;
    let play = Stage { map: "@_", legend, ..Stage::default() }.play("6");
    let menu = play.game.view(0).unwrap().menu().unwrap();
    for option in &menu.options[..3] {
        assert!(!option.changes.is_empty(), "{}: every thing has a tag", option.text);
    }
    assert!(menu.options[3].changes.is_empty(), "none of them changes nothing");
}

#[test]
fn a_bond_that_meets_the_immune_is_consoled_with_gold() {
    let stock = worn(&["flame_sword", "ember_ring"]);
    let hero = r#""power": 500, "gold": 0"#;
    let gold = |kind: &str| {
        let legend = format!(r#""m": ["{kind}"]"#);
        let stage = Stage { map: "@m", legend: &legend, stock: &stock, hero, ..Stage::default() };
        stage.play("66666").hero("gold")
    };
    assert_eq!((gold("ember_hound"), gold("rat")), (3, 0));
}

#[test]
fn what_is_taken_from_an_offer_is_worn_where_nothing_is_worn() {
    let legend = r#""_": ["reliquary"]"#;
    let mut worn = 0;
    for seed in 0..12 {
        let mut play = Stage { map: "@_", legend, ..Stage::default() }.play_seed(seed, "6");
        let first = play.options()[0].clone();
        play.pick(&first);
        let view = play.game.view(0).unwrap();
        let item = view.bag().next().unwrap();
        let wearable =
            |kind| play.game.pack().kinds.get(kind).item.as_ref().unwrap().slot.is_some();
        assert_eq!(item.worn.is_some(), wearable(item.item.glimpse().kind().unwrap()), "{first}");
        worn += usize::from(item.worn.is_some());
    }
    assert!(worn > 0);
}

#[test]
fn potions_that_are_found_join_those_in_the_bag_and_count_once() {
    let legend = r#""!": ["healing_potion"]"#;
    let stock = r#"{ "kind": "healing_potion", "count": 2 }"#;
    let mut play = Stage { map: "@!!!.", legend, stock, ..Stage::default() }.play("666");
    assert_eq!(play.bag(), ["healing potion x3", "healing potion x2"]);
    assert_eq!(play.hero("found"), 3);
    let slot = play.game.view(0).unwrap().bag().nth(1).unwrap().slot;
    play.give(&Command::Drop { slot });
    assert_eq!(play.hero("found"), 2, "who drops something has not found it");
}

#[test]
fn after_eight_things_without_a_rare_one_rare_things_are_likelier() {
    let legend = r#""_": ["reliquary"]"#;
    let rare = |hero: &str| {
        let offers = (0..60).flat_map(|seed| {
            let stage = Stage { map: "@_", legend, floor: 3, hero, ..Stage::default() };
            let menu = stage.play_seed(seed, "6").game.view(0).unwrap().menu().unwrap();
            menu.options
        });
        offers.filter(|it| it.about.contains("Rare;")).count()
    };
    let (patient, lucky) = (rare(r#""pity": 0"#), rare(r#""pity": 8"#));
    assert!(2 * lucky > 3 * patient, "{patient}, {lucky}");
}

#[test]
fn nothing_is_offered_twice_nor_what_one_has() {
    let legend = r#""_": ["reliquary"]"#;
    let stock = r#"{ "kind": "leather_armor", "worn": true }"#;
    for seed in 0..10 {
        let stage = Stage { map: "___\n@..\n___", legend, stock, ..Stage::default() };
        let mut play = stage.play_seed(seed, "");
        let mut seen = std::collections::BTreeSet::from(["leather armour".to_owned()]);
        for keys in ["8", "2", "68", "2", "68", "2"] {
            play.keys(keys);
            let options = play.options();
            for name in options.iter().filter(|it| it.contains(',')) {
                let name = name.split(',').next().unwrap();
                assert!(seen.insert(name.to_owned()), "{name} again, seed {seed}");
            }
            play.pick("None of them");
        }
    }
}

#[test]
fn a_full_bag_says_where_the_thing_went() {
    let legend = r#""_": ["reliquary"]"#;
    let stock =
        r#""tinderbox", "snow_globe", "venom_gland", "black_candle", "thief_thumb", "third_eye""#;
    let stage = Stage { map: "@_", legend, stock, ..Stage::default() };
    let relic = |seed: &u64| {
        let about = stage.play_seed(*seed, "6").game.view(0).unwrap().menu().unwrap().options;
        about.iter().any(|it| it.text.contains("swallow feather"))
    };
    let mut play = stage.play_seed((0..200).find(relic).unwrap(), "6");
    play.pick("swallow feather");
    assert_eq!(play.tells("At your feet: the swallow feather"), 1, "{:?}", play.texts());
    assert_eq!(play.bag().len(), 6);
}

#[test]
fn a_scroll_of_enchanting_tells_what_it_would_add() {
    let legend = r#""?": ["enchant_scroll"]"#;
    let worn = worn(&["rusty_sword", "iron_boots", "asp_ring"]);
    let play = Stage { map: "@?", legend, stock: &worn, ..Stage::default() }.play("6");
    let added = ["1 more power", "4 more speed", "2% more critical"];
    for (option, added) in play.options().iter().zip(added) {
        assert!(option.ends_with(added), "{option}");
    }
}
