use barrow_engine::{Command, Refusal};

use super::stage::Stage;

#[test]
fn items_are_picked_up_only_on_command() {
    let mut play = Stage { map: "@!.", ..Stage::default() }.play("66");
    play.shows(".!@");
    assert_eq!(play.bag(), [""; 0]);
    play.keys("4g");
    assert_eq!(play.bag(), ["health potion"]);
    assert_eq!(play.texts().last(), Some(&"You take a health potion."));
    play.keys("g");
    assert_eq!(play.refused, [Refusal::NothingHere]);
}

#[test]
fn a_weapon_raises_attack_at_once_and_is_kept() {
    let mut play = Stage { map: "@//", ..Stage::default() }.play("6g");
    assert_eq!((play.hero("attack"), play.bag()), (6, vec!["sword".to_owned()]));
    assert_eq!(play.texts().last(), Some(&"You take a sword: +2 attack."));
    play.keys("6g");
    assert_eq!((play.hero("attack"), play.bag().len()), (8, 2));
    play.game.step(0, &Command::Drop { slot: 0 }).unwrap();
    assert_eq!(play.hero("attack"), 6);
}

#[test]
fn weapons_have_their_stated_attack() {
    let attack = |weapon: &str| {
        let stock = format!("\"{weapon}\"");
        Stage { stock: &stock, ..Stage::default() }.play("").hero("attack") - 4
    };
    let weapons = ["dagger", "sword", "axe", "runeblade"];
    assert_eq!(weapons.map(attack), [1, 2, 3, 4]);
}

#[test]
fn gold_is_counted_and_not_carried() {
    let play = Stage { map: "@$", depth: 4, ..Stage::default() }.play("6g");
    assert!((17..=24).contains(&play.hero("gold")), "{}", play.hero("gold"));
    assert_eq!(play.bag(), [""; 0]);
    assert_eq!(
        play.texts().last().copied(),
        Some(&*format!("You take {} gold.", play.hero("gold")))
    );
}

#[test]
fn a_health_potion_heals_and_is_used_up() {
    let stage = Stage {
        hero: r#""health": { "now": 1, "max": 30 }"#,
        stock: r#"{ "kind": "health_potion", "count": 3 }"#,
        ..Stage::default()
    };
    let mut play = stage.play("h");
    assert_eq!((play.hero("health"), play.bag()), (16, vec!["health potion x2".to_owned()]));
    play.keys("hh");
    assert_eq!((play.hero("health"), play.bag().len()), (30, 1));
    assert_eq!(play.refused, [Refusal::Useless("the health potion".into())], "none is wasted");
    let strong = Stage { hero: r#""health": { "now": 1, "max": 100 }"#, ..stage }.play("h");
    assert_eq!(strong.hero("health"), 41, "two fifths of the most");
    let none = Stage { hero: stage.hero, ..Stage::default() }.play("h");
    assert_eq!(none.refused, [Refusal::Lacks("a health potion".into())]);
    assert_eq!(none.game.turn(), 0);
}

#[test]
fn a_mana_potion_gives_mana_and_is_used_up() {
    let stage = Stage {
        hero: r#""mana": { "now": 1, "max": 12 }"#,
        stock: r#""mana_potion", "health_potion""#,
        ..Stage::default()
    };
    let mut play = stage.play("m");
    assert_eq!((play.hero("mana"), play.bag()), (9, vec!["health potion".to_owned()]));
    play.keys("m");
    assert_eq!(play.refused, [Refusal::Lacks("a mana potion".into())]);
    let full = Stage { hero: "", ..stage }.play("m");
    assert_eq!((full.bag().len(), full.refused.len()), (2, 1));
}

#[test]
fn carried_items_come_along_to_the_next_floor() {
    let stage = Stage { map: "@>", hero: r#""gold": 7"#, stock: r#""axe""#, ..Stage::default() };
    let mut play = stage.play("6");
    play.keys(">");
    assert_eq!((play.game.floor(), play.hero("gold"), play.hero("attack")), (2, 7, 7));
    assert_eq!(play.texts().last(), Some(&"You descend to depth 2."));
    assert_eq!(play.hero("lingered"), 1, "each floor has its own time");
}
