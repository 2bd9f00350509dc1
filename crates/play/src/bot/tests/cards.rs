//! Which card the bot plays, and on whom.

use super::*;

/// Deals a hand to a hero with some energy. `cards` are kinds that extend `card`.
fn deal(energy: u32, hand: &[&str], cards: &str) -> String {
    let hand = format!("{hand:?}");
    format!(
        r#"{{
        "attributes": {{ "energy": {{ "gauge": "For cards.", "label": "energy" }} }},
        "bags": {{ "hand": {{ "label": "Hand", "limit": 5 }}, "used": {{ "hidden": true }} }},
        "kinds": {{
            "champion": {{ "extends": "hero", "has": {{ "energy": {energy} }},
                "bags": {{ "hand": {{ "stock": {hand} }}, "used": {{}} }} }},
            "card": {{ "as": "item", "look": {{ "glyph": "c" }}, "item": {{ "verb": "play",
                "from": "hand", "to": "used", "free": true }} }}, {cards} }} }}"#
    )
}

/// A stroke at one foe.
fn stroke(name: &str, cost: u32, harm: u32) -> String {
    format!(
        r#""{name}": {{ "extends": "card", "item": {{ "cost": {{ "energy": {cost} }},
            "aim": {{ "level": true, "what": "foes" }} }}, "on": {{ "use": [{{ "harm": {harm} }}] }} }}"#
    )
}

#[test]
fn a_card_is_worth_what_it_does_for_its_cost() {
    let first = |harm: u32| {
        let cards = [stroke("slam", 2, harm), stroke("jab", 1, 3)].join(",");
        watch("#@r#", &deal(2, &["slam", "jab"], &cards), 1)
    };
    assert_eq!(first(4), ["use hand 1"]);
    assert_eq!(first(9), ["use hand 0"]);
}

/// The mouse falls to one stroke, so it strikes no more.
#[test]
fn it_finishes_a_foe_rather_than_scratch_another() {
    let mouse =
        r#""mouse": { "extends": "rat", "look": { "glyph": "m" }, "has": { "health": 3 } }"#;
    let more = deal(1, &["jab"], &[mouse.to_owned(), stroke("jab", 1, 3)].join(","));
    let mice = |map: &str| {
        let level = r#", "legend": { "m": ["mouse"] }"#;
        let pack = pack(map, "", level, &more);
        let mut run = begin(&pack, 7);
        let mut bot = Bot::new(Skill::Sensible, Seed(1));
        for _ in 0..2 {
            let command = bot.choose(&view(&run), &run.game().legal(0)).unwrap();
            run.step(0, &command).unwrap();
        }
        view(&run).actors().filter(|it| it.glimpse().glyph() == 'm').count()
    };
    assert_eq!([mice("#m@r#"), mice("#r@m#")], [0, 0]);
}

/// A plan has no numbers, so it is worth a try; but not if it is poison.
#[test]
fn a_card_without_numbers_is_played_unless_it_does_harm() {
    let plan = |more: &str| {
        let card = format!(
            r#""plan": {{ "extends": "card", "item": {{ "cost": {{ "energy": 1 }} }},
                "on": {{ "use": [{{ "noise": {{ "text": "Hm.", "range": 1 }} }} {more}] }} }}"#
        );
        watch("#@....#", &deal(1, &["plan"], &card), 1)
    };
    assert_eq!(plan(""), ["use hand 0"]);
    assert_ne!(plan(r#", { "apply": { "state": "poisoned", "of": "actor" } }"#), ["use hand 0"]);
}

/// A card that costs nothing and stays in the hand could be played forever.
#[test]
fn even_cards_that_cost_nothing_come_to_an_end() {
    let hum = r#""hum": { "extends": "card", "item": { "to": "hand" },
        "on": { "use": [{ "noise": { "text": "Hm.", "range": 1 } }] } }"#;
    let did = watch("#@....#", &deal(1, &["hum"], hum), 60);
    let first = did.iter().take_while(|it| *it == "use hand 0").count();
    assert_eq!(first, 30);
}

/// In a long fight it is better to lose less, in a short one to strike.
#[test]
fn it_mends_itself_in_a_long_fight_and_strikes_in_a_short_one() {
    let first = |foe: &str| {
        let salve = r#""salve": { "extends": "card", "item": { "cost": { "energy": 1 } },
            "on": { "use": [{ "change": { "attribute": "health", "by": 2, "of": "actor" } }] } }"#;
        let cards = [stroke("jab", 1, 4), salve.to_owned()].join(",");
        watch(&format!("#@{foe}#"), &deal(1, &["jab", "salve"], &cards), 1)
    };
    assert_eq!(first("r"), ["use hand 0"]);
    assert_eq!(first("O"), ["use hand 1"]);
}
