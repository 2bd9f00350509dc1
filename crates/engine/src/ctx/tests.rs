//! Every occasion at least once: something says so.

mod told;
mod who;

use barrow_grid::Dir;
use barrow_pack::Occasion;

use crate::Command;
use crate::scenario::{Scenario, cell};

struct Case {
    occasion: Occasion,
    /// What is said on the occasion, by the game, the level or something of the pack.
    rules: &'static str,
    level: &'static str,
    more: &'static str,
    map: &'static str,
    play: fn(&mut Scenario),
    tells: &'static [&'static str],
}

/// Returns what the letters of the maps stand for, as far as the pack has it.
fn signs(more: &str) -> String {
    let kinds = [("o", "thing"), ("f", "foe")];
    let there = kinds.into_iter().filter(|(_, kind)| more.contains(&format!("\"{kind}\":")));
    let signs: Vec<String> =
        there.map(|(sign, kind)| format!("\"{sign}\": [\"{kind}\"],")).collect();
    let signs = signs.concat();
    format!("{{ {signs} \"r\": [\"rat\"] }}")
}

const CASES: &[Case] = &[
    Case {
        occasion: Occasion::Spawn,
        rules: "",
        level: "",
        more: r#"{ "kinds": { "thing": { "as": "fixture", "on": { "spawn": [{ "say": "[Self] spawn[s]." }] } },
            "foe": { "extends": "rat", "on": { "struck": [{ "spawn": { "kind": "thing" } }] } } } }"#,
        map: "@f.",
        play: |it| _ = it.keys("l"),
        tells: &["The thing spawns."],
    },
    Case {
        occasion: Occasion::Turn,
        rules: "",
        level: "",
        more: r#"{ "kinds": { "thing": { "as": "fixture", "on": { "turn": [{ "say": "[Self] tick[s]." }] } } } }"#,
        map: "@o",
        play: |it| _ = it.keys(".."),
        tells: &["The thing ticks.", "The thing ticks."],
    },
    Case {
        occasion: Occasion::Bump,
        rules: "",
        level: "",
        more: r#"{ "kinds": { "thing": { "as": "fixture", "is": ["solid"],
            "on": { "bump": [{ "say": "[Actor] bump[s] into [self]." }, { "harm": 2 }, { "say": "{actor.health}" }] } } } }"#,
        map: "@o",
        play: |it| _ = it.keys("l"),
        tells: &["You bump into the thing.", "18"],
    },
    Case {
        occasion: Occasion::Enter,
        rules: "",
        level: "",
        more: r#"{ "kinds": { "thing": { "as": "fixture", "on": { "enter": [{ "say": "[Target] come[s] to [self]." }] } } } }"#,
        map: "@o.",
        play: |it| _ = it.keys("ll"),
        tells: &["You come to the thing."],
    },
    Case {
        occasion: Occasion::Tread,
        rules: "",
        level: "",
        more: r#"{ "kinds": { "thing": { "as": "fixture", "on": { "tread": [{ "say": "[Target] tread[s] on [self]." }] } } } }"#,
        map: "@o.",
        play: |it| _ = it.keys("ll"),
        tells: &["You tread on the thing."],
    },
    Case {
        occasion: Occasion::Leave,
        rules: "",
        level: "",
        more: r#"{ "kinds": { "thing": { "as": "fixture", "on": { "leave": [{ "say": "[Target] leave[s] [self]." }] } } } }"#,
        map: "@o.",
        play: |it| _ = it.keys("ll"),
        tells: &["You leave the thing."],
    },
    Case {
        occasion: Occasion::Step,
        rules: "",
        level: "",
        more: r#"{ "kinds": { "champion": { "extends": "hero", "on": { "step": [{ "say": "[Self] step[s]." }] } },
            "foe": { "extends": "rat", "mind": "roams", "on": { "step": [{ "say": "[Self] step[s]." }] } } },
            "minds": { "roams": ["wander"] } }"#,
        map: "@.##f.",
        play: |it| _ = it.keys("l."),
        tells: &["You step."],
    },
    Case {
        occasion: Occasion::Hit,
        rules: "",
        level: "",
        more: r#"{ "kinds": { "champion": { "extends": "hero", "on": { "hit": [{ "say": "[Self] hit[s] [target]." }] } } } }"#,
        map: "@r",
        play: |it| _ = it.keys("l"),
        tells: &["You hit the rat."],
    },
    Case {
        occasion: Occasion::Struck,
        rules: "",
        level: "",
        more: r#"{ "kinds": { "foe": { "extends": "rat", "on": { "struck": [{ "say": "[Self] suffer[s] {amount} by [actor]." }] } } } }"#,
        map: "@f",
        play: |it| _ = it.keys("lll"),
        tells: &["The foe suffers 4 by you.", "The foe suffers 4 by you."],
    },
    Case {
        occasion: Occasion::Die,
        rules: "",
        level: "",
        more: r#"{ "kinds": { "foe": { "extends": "rat", "on": { "die": [{ "say": "[Self] die[s] by [actor]." }] } } } }"#,
        map: "@f",
        play: |it| _ = it.keys("lll"),
        tells: &["The foe dies by you."],
    },
    Case {
        occasion: Occasion::Kill,
        rules: "",
        level: "",
        more: r#"{ "kinds": { "champion": { "extends": "hero", "on": { "kill": [{ "say": "[Self] kill[s] [target]." }] } } } }"#,
        map: "@r",
        play: |it| _ = it.keys("lll"),
        tells: &["You kill the rat."],
    },
    Case {
        occasion: Occasion::Use,
        rules: "",
        level: "",
        more: r#"{ "kinds": { "thing": { "as": "item", "item": {}, "on": { "use": [{ "say": "[Actor] use[s] [self]." }] } } } }"#,
        map: "@o",
        play: |it| _ = it.keys("lg0"),
        tells: &["You use the thing."],
    },
    Case {
        occasion: Occasion::Pickup,
        rules: "",
        level: "",
        more: r#"{ "kinds": { "thing": { "as": "item", "item": {}, "on": { "pickup": [{ "say": "[Actor] take[s] [self]." }] } } } }"#,
        map: "@o",
        play: |it| _ = it.keys("lg"),
        tells: &["You take the thing."],
    },
    Case {
        occasion: Occasion::Drop,
        rules: "",
        level: "",
        more: r#"{ "kinds": { "thing": { "as": "item", "item": {}, "on": { "drop": [{ "say": "[Actor] drop[s] [self]." }] } } } }"#,
        map: "@o",
        play: |it| _ = it.keys("lg").command(&Command::Drop { slot: 0 }),
        tells: &["You drop the thing."],
    },
    Case {
        occasion: Occasion::Equip,
        rules: "",
        level: "",
        more: r#"{ "kinds": { "thing": { "as": "item", "item": { "slot": "hand" }, "on": { "equip": [{ "say": "[Actor] wield[s] [self]." }] } } } }"#,
        map: "@o",
        play: |it| _ = it.keys("lg").command(&Command::Equip { slot: 0 }),
        tells: &["You wield the thing."],
    },
    Case {
        occasion: Occasion::Unequip,
        rules: "",
        level: "",
        more: r#"{ "kinds": { "thing": { "as": "item", "item": { "slot": "hand" }, "on": { "unequip": [{ "say": "[Actor] take[s] off [self]." }] } } } }"#,
        map: "@o",
        play: |it| {
            it.keys("lg").command(&Command::Equip { slot: 0 });
            it.command(&Command::Unequip { slot: 0 });
        },
        tells: &["You take off the thing."],
    },
    Case {
        occasion: Occasion::Land,
        rules: "",
        level: "",
        more: r#"{ "kinds": { "thing": { "as": "item", "item": {}, "on": { "land": [{ "say": "[Self] land[s] {distance} off." }] } } } }"#,
        map: "@o...",
        play: |it| _ = it.keys("lg").command(&Command::Throw { slot: 0, at: cell(4, 0) }),
        tells: &["The thing lands 3 off."],
    },
    Case {
        occasion: Occasion::Pelted,
        rules: "",
        level: "",
        more: r#"{ "kinds": { "champion": { "extends": "hero", "stock": ["pebble"] },
            "pebble": { "as": "item", "item": {} },
            "thing": { "as": "fixture", "on": { "pelted": [{ "say": "[Item] hit[s] [self]." }] } } } }"#,
        map: "@.o",
        play: |it| _ = it.command(&Command::Throw { slot: 0, at: cell(2, 0) }),
        tells: &["The pebble hits the thing."],
    },
    Case {
        occasion: Occasion::Open,
        rules: "",
        level: "",
        more: r#"{ "kinds": { "thing": { "extends": "door", "on": { "open": [{ "say": "[Actor] open[s] [self]." }] } } } }"#,
        map: "@o",
        play: |it| _ = it.keys("l"),
        tells: &["You open the thing."],
    },
    Case {
        occasion: Occasion::Seen,
        rules: "",
        level: "",
        more: r#"{ "kinds": { "foe": { "extends": "rat", "on": { "seen": [{ "say": "[Player] see[s] [self]." }] } } } }"#,
        map: "@#f\n...",
        play: |it| _ = it.keys(".n"),
        tells: &["You see the foe."],
    },
    Case {
        occasion: Occasion::Cast,
        rules: "",
        level: "",
        more: r#"{ "abilities": { "hum": { "aim": "self", "do": [{ "say": "Hum." }] } },
            "kinds": { "champion": { "extends": "hero", "abilities": ["hum"],
                "on": { "cast": [{ "say": "[Self] feel[s] lighter." }] } } } }"#,
        map: "@.",
        play: |it| _ = it.command(&Command::Cast { ability: "hum".into(), at: None }),
        tells: &["Hum.", "You feel lighter."],
    },
    Case {
        occasion: Occasion::Start,
        rules: r#""on": { "start": [{ "say": "The run begins." }] }"#,
        level: "",
        more: "{}",
        map: "@.",
        play: |_| {},
        tells: &["The run begins."],
    },
    Case {
        occasion: Occasion::Arrive,
        rules: "",
        level: r#""links": { "down": "below" }"#,
        more: r#"{ "levels": { "below": { "extends": "stage", "on": { "arrive": [{ "say": "It is dark." }] } } } }"#,
        map: "@>",
        play: |it| _ = it.keys("l>"),
        tells: &["It is dark."],
    },
    Case {
        occasion: Occasion::Clear,
        rules: "",
        level: r#""on": { "clear": [{ "say": "Silence." }] }"#,
        more: "{}",
        map: "@rr",
        play: |it| _ = it.keys("llllllll"),
        tells: &["Silence."],
    },
];

#[test]
fn every_occasion_comes_when_it_should() {
    for case in CASES {
        let word =
            Occasion::WORDS[Occasion::ALL.iter().position(|it| *it == case.occasion).unwrap()];
        let said = [case.rules, case.level, case.more].concat();
        assert!(said.contains(&format!("\"{word}\"")), "{word}");
        let mut it =
            Scenario::staged(case.rules, case.level, case.map, &signs(case.more), case.more);
        (case.play)(&mut it);
        assert_eq!(it.lines(), case.tells, "on {word}; refused {:?}", it.refused);
    }
}

#[test]
fn no_occasion_is_without_a_scenario() {
    for occasion in Occasion::ALL {
        assert!(CASES.iter().any(|case| case.occasion == occasion), "{occasion:?}");
    }
}

#[test]
fn the_ground_has_occasions_of_its_own() {
    let more = r#"{ "kinds": {
        "mud": { "as": "terrain", "look": { "glyph": "~" }, "on": {
            "enter": [{ "say": "[Target] sink[s] in." }], "leave": [{ "say": "Plop." }] } },
        "gong": { "as": "terrain", "is": ["solid"], "look": { "glyph": "O" }, "on": {
            "bump": [{ "say": "[Actor] strike[s] the gong." }] } } } }"#;
    let mut it = Scenario::new("@~O", r#"{ "~": ["mud"], "O": ["gong"] }"#, more);
    it.keys("ll").command(&Command::Interact(Dir::East));
    it.keys("h");
    it.tells(&["You sink in.", "You strike the gong.", "You strike the gong.", "Plop."]);
}

#[test]
fn effects_of_the_level_and_the_game_come_last() {
    let more = r#"{ "kinds": { "foe": { "extends": "rat", "on": { "die": [{ "say": "Squeak." }] } },
        "champion": { "extends": "hero", "on": { "kill": [{ "say": "Ha." }] } } } }"#;
    let rules = r#""on": { "kill": [{ "say": "[Target] died by [actor]." }] }"#;
    let level = r#""on": { "kill": [{ "say": "The level notes it." }] }"#;
    let mut it = Scenario::staged(rules, level, "@f", &signs(more), more);
    it.keys("lll").tells(&["Squeak.", "Ha.", "The level notes it.", "The foe died by you."]);
}
