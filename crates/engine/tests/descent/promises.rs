//! What the game promises apart from fights and floors: keys, modifiers, vaults, ways out, pairs
//! of tags, and things that change how the game is played.

use std::sync::Arc;

use barrow_dice::{Fixed, Seed};
use barrow_engine::{Command, Past, Run, Setup};
use barrow_pack::Pack;

use super::guide::{TABLES, names};
use super::stage::{Play, Stage, pack, texts};

const TOUGH: &str = r#""health": 9999, "power": 1, "crit": 0, "dodge": 0, "regrowth": 0"#;

/// Begins a run on the first floor with modifiers.
fn begun(pack: &Arc<Pack>, seed: u64, modifiers: &[&str], past: &[&str]) -> Run {
    let setup = Setup {
        seed: Seed(seed),
        heroes: vec!["knight".into()],
        modifiers: modifiers.iter().map(|&it| it.into()).collect(),
        past: Past::from_lines(past.iter().copied()).unwrap(),
        ..Setup::default()
    };
    Run::new(Arc::clone(pack), &setup).unwrap().0
}

/// Returns the values of an attribute of all things of a kind.
fn values(run: &Run, kind: &str, attribute: &str) -> Vec<Fixed> {
    let (truth, pack) = (run.game().truth(), run.game().pack());
    let of_kind = truth.things().filter(|(_, _, it)| pack.kinds.name(it.kind) == kind);
    let value = |id| {
        let all = truth.attributes(id);
        let found = all.iter().find(|it| pack.attributes.name(it.attribute) == attribute);
        found.map_or(Fixed::ZERO, |it| it.value)
    };
    of_kind.map(|(id, _, _)| value(id)).collect()
}

/// Returns the share of goblins on first floors that sleep, in percent.
fn sleeping(pack: &Arc<Pack>, modifiers: &[&str]) -> usize {
    let runs = (0..12).map(|seed| begun(pack, seed, modifiers, &[]));
    let all: Vec<Fixed> = runs.flat_map(|run| values(&run, "goblin", "asleep")).collect();
    100 * all.iter().filter(|it| **it > Fixed::ZERO).count() / all.len()
}

#[test]
fn each_modifier_does_what_it_says() {
    let pack = pack();
    let with = |modifier: &str, kind: &str, attribute: &str| {
        let [plain, hard] = [&[][..], &[modifier][..]].map(|it| begun(&pack, 3, it, &[]));
        [values(&plain, kind, attribute)[0], values(&hard, kind, attribute)[0]]
    };
    let [plain, swift] = with("swift_foes", "goblin", "speed");
    assert_eq!(swift * Fixed::from_whole(5), plain * Fixed::from_whole(6));
    let [plain, dry] = with("dry_flasks", "knight", "mending");
    assert_eq!(dry + dry, plain);
    let [plain, small] = with("small_bag", "knight", "room");
    assert_eq!(plain - small, Fixed::from_whole(2));
    let (plain, restless) = (sleeping(&pack, &[]), sleeping(&pack, &["restless_dark"]));
    assert!(plain > 40 && restless < 30, "{plain} %, {restless} % sleep");
}

#[test]
fn after_fifty_runs_the_hero_is_golden_and_no_stronger() {
    let pack = pack();
    let [new, old] = ["runs 49", "runs 50"].map(|it| begun(&pack, 3, &[], &[it]));
    let color = |run: &Run| run.game().view(0).unwrap().own().unwrap().appearance(0).color;
    assert_ne!(color(&new), color(&old));
    for attribute in ["health", "power", "defense", "speed", "gold"] {
        assert_eq!(values(&new, "knight", attribute), values(&old, "knight", attribute));
    }
}

#[test]
fn the_keys_are_those_of_the_guide() {
    let pack = pack();
    let keys: String = pack.rules.keys.iter().map(|it| it.key).collect();
    assert!(keys.contains("e 123456"), "{keys}");
    assert!(pack.rules.four_ways, "the guide's keys are the four arrows");
}

#[test]
fn every_place_has_its_own_monsters_and_air() {
    let (pack, texts) = (pack(), texts());
    let tables: Vec<&str> = TABLES.iter().map(|it| it.0).collect();
    for table in &tables {
        let own = names(&pack, &[table]);
        let others: Vec<&str> = tables.iter().copied().filter(|it| it != table).collect();
        let others = names(&pack, &others);
        assert!(own.difference(&others).count() >= 1, "{table}: {own:?}");
    }
    let floors = &texts["floors.json"];
    assert_eq!(floors.matches("\"ambience\":").count(), tables.len());
}

#[test]
fn a_vault_opens_with_its_key_and_gives_one_of_several() {
    let legend = r#""k": ["vault_key"], "L": ["vault_door"], "_": ["reliquary"]"#;
    let mut play = Stage { map: "@kL_", legend, ..Stage::default() }.play("6");
    assert!(play.bag()[0].starts_with("vault key"), "{:?}", play.bag());
    play.keys("6666");
    let options = play.options();
    assert_eq!(options.len(), 4, "three things, and none: {options:?}");
    let first = options[0].split(',').next().unwrap().to_owned();
    play.pick(&first).keys("6");
    assert_eq!(play.tells("The glass is empty"), 1, "{:?}", play.texts());
    let mut without = Stage { map: "@L_", legend, ..Stage::default() }.play("666");
    assert!(without.options().is_empty());
    assert_eq!(without.at("tester").unwrap().x, 0, "it is locked");
    without.keys(".");
}

#[test]
fn whatever_lets_one_choose_is_told_once() {
    for (kind, name) in [
        ("reliquary", "a reliquary"),
        ("alchemist_table", "an alchemist's table"),
        ("fountain", "a fountain"),
        ("shrine", "a shrine"),
        ("captive", "a captive goblin"),
        ("captive_orc", "a captive orc"),
        ("keeper", "a shopkeeper"),
    ] {
        let legend = format!(r#""?": ["{kind}"]"#);
        let play = Stage { map: "@....?", legend: &legend, ..Stage::default() }.play("....");
        assert_eq!(play.tells(&format!("You see {name}.")), 1, "{:?}", play.texts());
    }
}

/// In caves a trap may lie in a narrow passage.
#[test]
fn what_is_thrown_on_a_trap_sets_it_off() {
    for trap in ["spike_trap", "gas_trap", "fire_trap", "alarm_trap", "net_trap", "frost_trap"] {
        let legend = format!(r#""^": ["{trap}"]"#);
        let (hero, stock) = (r#""health": 9999"#, r#""throwing_knife""#);
        let stage = Stage { map: "@....^..", legend: &legend, hero, stock, ..Stage::default() };
        let mut play = stage.play("");
        play.throw("throwing knife", 5, 0);
        assert_eq!((play.count(trap), play.tells("goes off")), (0, 1), "{:?}", play.texts());
        play.keys("............66666..");
        assert_eq!((play.hero("health"), play.bag()), (9999, vec!["throwing knife".into()]));
    }
}

#[test]
fn a_full_bag_has_room_for_keys() {
    let legend = r#""k": ["vault_key"], "L": ["vault_door"]"#;
    let stock =
        r#""tinderbox", "snow_globe", "storm_glass", "blood_chalice", "venom_gland", "third_eye""#;
    let mut play = Stage { map: "@kLkL.", legend, stock, ..Stage::default() }.play("6");
    assert_eq!(play.bag().len(), 7, "{:?}", play.bag());
    play.keys("666666666");
    assert_eq!(play.at("tester").unwrap().x, 5, "{:?}", play.texts());
}

/// Plays a stage with the first seed for which no actor of a kind sleeps.
fn awake(stage: &Stage<'_>, kind: &str) -> Play {
    let mut plays = (0..60).map(|seed| stage.play_seed(seed, ""));
    plays.find(|play| play.value(kind, "asleep") == 0).unwrap()
}

#[test]
fn there_are_many_ways_out() {
    let map = "
        .....................
        .@..o................
        .....................";
    let legend = r#""o": ["orc"]"#;
    let stock = r#""teleport_scroll", "smoke_bomb", "fear_scroll", "potion_of_haste",
        { "kind": "staff_of_blinking", "worn": true }"#;
    let stage = Stage { map, legend, stock, hero: TOUGH, ..Stage::default() };
    let here = |play: &Play| play.at("tester").unwrap();
    let mut play = awake(&stage, "orc");
    let before = here(&play);
    assert!(play.give(&Command::Use { slot: 0 }), "{:?}", play.bag());
    assert_ne!(here(&play), before);
    let mut play = awake(&stage, "orc");
    play.use_item("smoke bomb");
    assert!(play.cells_of("smoke") > 5);
    let mut play = awake(&stage, "orc");
    let before = play.at("orc");
    assert!(play.give(&Command::Use { slot: 2 }), "{:?}", play.bag());
    play.keys("...");
    assert_eq!(play.at("orc"), before, "it freezes");
    let mut play = awake(&stage, "orc");
    assert!(play.give(&Command::Use { slot: 3 }), "{:?}", play.bag());
    assert_eq!(play.hero("speed"), 150);
    let mut play = awake(&stage, "orc");
    play.cast("blink", 1, 2);
    assert_eq!((here(&play).x, here(&play).y), (1, 2));
}

#[test]
fn those_from_whom_a_rogue_vanishes_forget_him() {
    let map = "@....o";
    let legend = r#""o": ["orc"]"#;
    let hero = r#""health": 9999, "power": 1, "crit": 0, "dodge": 0, "noise": 0"#;
    let stage = Stage { map, legend, hero, class: "rogue", ..Stage::default() };
    let mut play = awake(&stage, "orc");
    play.cast("vanish", 0, 0);
    assert!(play.is("unseen"), "{:?}", play.texts());
    assert_eq!(play.value("tester", "crit"), 1, "the next blow is sure");
    assert!(play.cells_of("smoke") > 0);
}

/// What a staff does to a thing in a cold or wet place, once with a bond and once without.
#[test]
fn two_bonds_together_do_more() {
    let worn = |all: &[&str]| {
        let each = all.iter().map(|it| format!(r#"{{ "kind": "{it}", "worn": true }}"#));
        each.collect::<Vec<_>>().join(", ")
    };
    let dodge =
        |stock: &str| Stage { stock, ..Stage::default() }.play(".").exact("tester", "dodge");
    let both = worn(&["gilded_rapier", "leather_armor", "soft_boots"]);
    let alone = dodge(&both);
    let pair = dodge(&format!("{both}, \"black_candle\""));
    assert_eq!(pair - alone, Fixed::from_basis_points(800), "swift and shadow");
    // Ice and storm double the lightning that jumps to those who are chilled.
    let texts = texts();
    assert!(texts["heroes.json"].contains("if(it.chilled > 0 and actor.ice >= 2, 4, 0)"));
    assert!(texts["heroes.json"].contains("if(actor.shadow >= 2, 3, 0)"), "venom and shadow");
}

#[test]
fn some_things_change_how_one_plays() {
    let wear = |it: &str| format!(r#"{{ "kind": "{it}", "worn": true }}"#);
    let plain = Stage::default().play(".");
    let glass = wear("glass_edge");
    let glass = Stage { stock: &glass, ..Stage::default() }.play(".");
    assert_eq!((glass.hero("power") - plain.hero("power"), glass.hero("defense")), (15, 0));
    let crown = Stage { stock: "\"leaden_crown\"", ..Stage::default() }.play(".");
    assert_eq!((crown.hero("spell"), crown.exact("tester", "regrowth")), (8, Fixed::ZERO));
    let vow = |gold: &'static str| {
        let play = Stage { stock: "\"paupers_vow\"", hero: gold, ..Stage::default() }.play(".");
        (play.hero("power"), play.hero("defense"))
    };
    let (poor, rich) = (vow(r#""gold": 9"#), vow(r#""gold": 10"#));
    assert_eq!((poor.0 - rich.0, poor.1 - rich.1), (5, 3));
    let legend = r#""h": ["hound"]"#;
    let pact = "\"pact_of_packs\"";
    let lone = Stage { stock: pact, ..Stage::default() }.play(".");
    let many = Stage { map: "@hh", legend, stock: pact, ..Stage::default() }.play(".");
    assert_eq!(many.hero("power") - lone.hero("power"), 8, "two hounds");
}

#[test]
fn casters_and_summoners_show_what_they_do() {
    let map = "
        ...............
        @...m..........
        ...............";
    for (kind, words) in [
        ("shaman", "raises its arms"),
        ("frost_adept", "breathes on its fingers"),
        ("acolyte", "Sparks run along the line"),
        ("tome", "turns a"),
        ("bonecaller", "bones rattle"),
        ("warlock", "draws a circle"),
    ] {
        let legend = format!(r#""m": ["{kind}"]"#);
        let stage = Stage { map, legend: &legend, hero: TOUGH, floor: 5, ..Stage::default() };
        let mut play = awake(&stage, kind);
        for _ in 0..60 {
            if play.tells(words) > 0 {
                break;
            }
            play.keys(".");
        }
        assert!(play.tells(words) > 0, "{kind}: {:?}", play.texts());
    }
}

#[test]
fn monsters_suffer_what_lies_around_as_well() {
    let legend = r#""o": ["orc"], "x": ["spider"], "~": ["acid_pool"]"#;
    let hurt = |kind: &str, item: &str, name: &str, map: &str| {
        let stage = Stage { map, legend, hero: TOUGH, stock: item, ..Stage::default() };
        let mut play = stage.play("");
        let before = play.value(kind, "health");
        let at = play.at(kind).unwrap();
        play.throw(name, at.x, at.y).keys("..");
        before - if play.count(kind) == 0 { 0 } else { play.value(kind, "health") }
    };
    assert!(hurt("orc", "\"fire_bomb\"", "fire bomb", "@....o") >= 6);
    assert!(hurt("orc", "\"acid_flask\"", "acid flask", "@....o") >= 5);
    let legend = r#""o": ["orc"], "%": ["cobweb"]"#;
    let stock = "\"fire_bomb\"";
    let stage = Stage { map: "@...%.", legend, hero: TOUGH, stock, ..Stage::default() };
    let mut play = stage.play("");
    play.throw("fire bomb", 4, 0).keys("..");
    assert_eq!(play.count("cobweb"), 0, "webs burn");
}
