//! Every effect at least once: a flask holds it, and the hero drinks.

use barrow_grid::Dir;
use barrow_pack::{Choice, Effect};

use crate::Command;
use crate::scenario::{Scenario, cell};

struct Case {
    effects: &'static str,
    /// The level, and the keys to press after the flask was used.
    map: &'static str,
    keys: &'static str,
    shows: &'static str,
    tells: &'static [&'static str],
}

const SIGNS: &str = r#"{ "r": ["rat"], "s": ["slime"], "G": ["gate"], "H": ["hatch"], "!": ["vial"],
    "^": ["snare"], "%": ["apple"] }"#;

/// Makes a scenario in which the hero has drunk a flask that does this.
fn drink(effects: &str, map: &str) -> Scenario {
    let world = include_str!("tests.json").replace(r#""use": []"#, &format!(r#""use": {effects}"#));
    let rules = r#""heroes": ["tester"]"#;
    let mut it = Scenario::ruled(rules, map, SIGNS, &world);
    it.keys("0");
    it
}

const CASES: &[Case] = &[
    Case {
        effects: r#"[{ "area": { "radius": 3, "at": "actor", "spares": true,
            "do": [{ "join": "player" }] } }]"#,
        map: "@r.",
        keys: "l",
        shows: "r@.",
        tells: &[],
    },
    Case {
        effects: r#"[{ "change": { "attribute": "gold", "by": 3 } }, { "say": "{player.gold}" }]"#,
        map: "@.",
        keys: "",
        shows: "@.",
        tells: &["3"],
    },
    Case {
        effects: r#"[{ "set": { "attribute": "flammable", "to": true } },
            { "set": { "attribute": "gold", "to": "2 + target.flammable" } },
            { "set": { "attribute": "health", "to": 99 } },
            { "say": "{target.gold} {target.health}" }]"#,
        map: "@.",
        keys: "",
        shows: "@.",
        tells: &["3 20"],
    },
    Case {
        effects: r#"[{ "harm": 7 }, { "fill": "health" }, { "say": "{target.health}" }]"#,
        map: "@.",
        keys: "",
        shows: "@.",
        tells: &["20"],
    },
    Case {
        effects: r#"[{ "raise": { "attribute": "health", "by": 5 } }, { "say": "{target.health} of {target.health.max}" },
            { "raise": { "attribute": "health", "by": -10 } }, { "say": "{target.health} of {target.health.max}" }]"#,
        map: "@.",
        keys: "",
        shows: "@.",
        tells: &["cue: level_up", "20 of 25", "15 of 15"],
    },
    Case {
        effects: r#"[{ "area": { "radius": 2, "at": "actor", "spares": true,
            "do": [{ "harm": { "by": 10, "type": "fire" } }] } }]"#,
        map: "@rs",
        keys: "",
        shows: "@.s",
        tells: &[],
    },
    Case {
        effects: r#"[{ "area": { "radius": 3, "at": "actor", "spares": true, "do": [{ "die": {} }] } }]"#,
        map: "@r%G",
        keys: "",
        shows: "@.%G",
        tells: &[],
    },
    Case {
        effects: r#"[{ "apply": "sick" }]"#,
        map: "@.",
        keys: "..",
        shows: "@.",
        tells: &["You feel sick.", "You are well again."],
    },
    Case {
        effects: r#"[{ "apply": { "state": "sick", "for": 9 } }, { "cure": "sick" }, { "cure": "sick" }]"#,
        map: "@.",
        keys: "",
        shows: "@.",
        tells: &["You feel sick.", "You are well again."],
    },
    Case {
        effects: r#"[{ "spawn": { "kind": "rat", "count": 2 } }, { "spawn": { "kind": "lawn", "radius": 0 } }]"#,
        map: "@..#",
        keys: "",
        shows: "@rr#",
        tells: &[],
    },
    Case {
        effects: r#"[{ "area": { "radius": 1, "at": "actor", "spares": true, "do": ["remove"] } }]"#,
        map: "@rG",
        keys: "",
        shows: "@.G",
        tells: &[],
    },
    Case {
        effects: r#"[{ "area": { "radius": 2, "at": "actor", "spares": true, "do": [{ "become": "slime" }] } }]"#,
        map: "@r%",
        keys: "",
        shows: "@ss",
        tells: &[],
    },
    Case {
        effects: r#"[{ "give": { "table": "loot", "count": 2 } }, { "give": { "kind": "coin", "count": 4 } },
            { "say": "{player.carries.apple} {player.carries.coin} {player.gold}" }]"#,
        map: "@.",
        keys: "",
        shows: "@.",
        tells: &["6 0 4"],
    },
    Case {
        effects: r#"[{ "give": { "kind": "apple" } }, { "give": { "kind": "vial" } }, { "spill": { "count": 9 } },
            { "say": "{player.carries.apple} {player.carries.vial}" }]"#,
        map: "@#",
        keys: "",
        shows: "@#",
        tells: &["0 0"],
    },
    Case {
        effects: r#"["forget", { "say": "{player.gold}" }]"#,
        map: "@.",
        keys: "",
        shows: "@.",
        tells: &["0"],
    },
    Case {
        effects: r#"[{ "put": { "field": "gas", "radius": 2, "beyond": 0, "star": true, "at": "actor" } }]"#,
        map: ".....\n.....\n..@..\n.....\n.....",
        keys: "l",
        shows: "*.*.*\n.***.\n**.@*\n.***.\n*.*.*",
        tells: &[],
    },
    Case {
        effects: r#"[{ "put": { "field": "gas", "amount": 2, "at": "actor" } },
            { "put": { "field": "gas", "radius": 1, "fresh": true, "at": "actor" } },
            { "say": "{player.gas}" }]"#,
        map: "@.",
        keys: "l",
        shows: "*@",
        tells: &["2"],
    },
    Case {
        effects: r#"[{ "change": { "attribute": "attack", "by": 1, "had": true } },
            { "change": { "attribute": "charge", "by": 1, "had": true } },
            { "set": { "attribute": "flammable", "to": true, "had": true } },
            { "say": "{player.attack} {player.flammable}" }]"#,
        map: "@.",
        keys: "",
        shows: "@.",
        tells: &["5 0"],
    },
    Case {
        effects: r#"[{ "give": { "kind": "apple", "count": 3 } }, { "take": { "kind": "apple", "count": 2 } },
            { "say": "{player.carries.apple}" }, { "take": { "kind": "apple", "count": 2 } },
            { "say": "{player.carries.apple}" }]"#,
        map: "@.",
        keys: "",
        shows: "@.",
        tells: &["1", "0"],
    },
    Case {
        effects: r#"[{ "area": { "radius": 1, "at": "actor", "spares": true,
            "do": [{ "say": "[Target]" }, "identify", { "say": "[A target]" }] } }]"#,
        map: "@!",
        keys: "",
        shows: "@!",
        tells: &["The red vial", "A vial of life"],
    },
    Case {
        effects: r#"[{ "area": { "radius": 1, "at": "actor", "spares": true, "do": [{ "push": { "cells": 2 } }] } }]"#,
        map: "@r...",
        keys: "",
        shows: "@..r.",
        tells: &[],
    },
    Case {
        effects: r#"[{ "move": { "radius": 3 } }]"#,
        map: "@###.",
        keys: "",
        shows: "@###.",
        tells: &[],
    },
    Case { effects: r#"["move"]"#, map: "@###.", keys: "", shows: ".###@", tells: &[] },
    Case {
        effects: r#"[{ "go": { "level": "below" } }]"#,
        map: "@.",
        keys: "",
        shows: r#""@""#,
        tells: &[],
    },
    Case {
        // It is hooked, and the hero dashes over the cell where it stood.
        effects: r#"[{ "area": { "radius": 9, "at": "actor", "spares": true, "do": [
            { "move": { "how": "pull", "cells": 9, "into": [{ "say": "[Self] bump[s] into [target]." }] } },
            { "move": { "of": "actor", "to": "target", "how": "swap" } },
            { "move": { "of": "actor", "to": "away", "how": "dash", "cells": 3, "over": [{ "put": "gas" }] } }] } }]"#,
        map: "....@...r#",
        keys: "",
        shows: "....r.**@#",
        tells: &["The rat bumps into you."],
    },
    Case {
        effects: r#"[{ "area": { "radius": 1, "at": "actor", "do": ["open"] } }]"#,
        map: "@G.",
        keys: "ll",
        shows: ".g@",
        tells: &[],
    },
    Case {
        effects: r#"[{ "area": { "radius": 3, "at": "actor", "do": ["close"] } }]"#,
        map: "@H.",
        keys: "",
        shows: "@H.",
        tells: &[],
    },
    Case {
        effects: r#"[{ "area": { "radius": 3, "at": "actor", "do": ["lock"] } }]"#,
        map: "@H.",
        keys: "l",
        shows: "@H.",
        tells: &[],
    },
    Case {
        effects: r#"[{ "area": { "radius": 3, "at": "actor", "do": ["unlock"] } }]"#,
        map: "@G.",
        keys: "l",
        shows: "@g.",
        tells: &[],
    },
    Case {
        effects: r#"[{ "put": { "field": "gas", "amount": 3, "radius": 1 } }, { "say": "{target.gas}" }]"#,
        map: "...\n.@#\n...",
        keys: "",
        shows: ".*.\n*@#\n.*.",
        tells: &["3"],
    },
    Case {
        effects: r#"[{ "scatter": { "field": "gas", "count": 9, "shape": { "ring": 1 } } },
            { "scatter": { "kind": "apple", "count": 2, "shape": { "line": 2 }, "at": "actor" } }]"#,
        map: "......\n..@#..\n......",
        keys: "",
        shows: ".***..\n.*@#..\n.*%*..",
        tells: &[],
    },
    Case {
        effects: r#"[{ "build": { "kind": "lawn", "radius": 1 } }]"#,
        map: "#####\n##G##\n##@##\n#####",
        keys: "",
        shows: "#####\n#\"\"\"#\n#\"@\"#\n#####",
        tells: &[],
    },
    Case {
        effects: r#"[{ "noise": { "text": "A thud", "range": 9 } },
            { "area": { "radius": 5, "at": "actor", "spares": true, "do": [{ "noise": { "text": "A hiss", "range": 9 } }] } },
            { "area": { "radius": 5, "at": "actor", "spares": true, "do": [{ "noise": { "text": "A sigh", "range": 5 } }] } }]"#,
        map: "@....r",
        keys: "",
        shows: "@....r",
        tells: &["heard: A thud, Deafening, here", "heard: A hiss, Faint, e"],
    },
    Case {
        effects: r#"[{ "flash": { "radius": 4, "turns": 2 } }]"#,
        map: "@.",
        keys: "",
        shows: "@.",
        tells: &["flash: 4"],
    },
    Case {
        effects: r#"[{ "reveal": "hidden" }]"#,
        map: "@^.",
        keys: "l",
        shows: ".@.",
        tells: &["Snap!"],
    },
    Case {
        effects: r#"[{ "say": "[Actor] hold[s] [item]; [self] hum[s]." }]"#,
        map: "@.",
        keys: "",
        shows: "@.",
        tells: &["You hold the flask; the flask hums."],
    },
    Case {
        effects: r#"[{ "cue": "bell" }]"#,
        map: "@.",
        keys: "",
        shows: "@.",
        tells: &["cue: bell"],
    },
    Case {
        effects: r#"[{ "if": { "when": "actor.health > 5", "do": [{ "say": "Fit." }], "else": [{ "say": "Weak." }] } },
            { "if": { "when": "actor.health > 50", "do": [{ "say": "Fit." }], "else": [{ "say": "Weak." }] } }]"#,
        map: "@.",
        keys: "",
        shows: "@.",
        tells: &["Fit.", "Weak."],
    },
    Case {
        effects: r#"[{ "chance": { "of": 1, "do": [{ "say": "Yes." }], "else": [{ "say": "No." }] } },
            { "chance": { "of": 0, "do": [{ "say": "Yes." }], "else": [{ "say": "No." }] } }]"#,
        map: "@.",
        keys: "",
        shows: "@.",
        tells: &["Yes.", "No."],
    },
    Case {
        effects: r#"[{ "pick": [{ "weight": 0, "do": [{ "say": "Never." }] }, { "do": [{ "say": "Always." }] }] }]"#,
        map: "@.",
        keys: "",
        shows: "@.",
        tells: &["Always."],
    },
    Case {
        // The same roll is told, tested and done; within it, another may hold for a while.
        effects: r#"[{ "with": { "amount": "roll(3, 9)", "do": [
            { "if": { "when": "amount > 0", "do": [{ "harm": "amount" }], "else": [{ "say": "Missed." }] } },
            { "with": { "amount": "amount + target.health - 20", "do": [{ "say": "{amount}" }] } },
            { "say": "{target.health + amount} of {target.health.max}" }] } },
            { "with": { "amount": "max(0, roll(1, 6) - 9)", "do": [
            { "if": { "when": "amount > 0", "do": [{ "harm": "amount" }], "else": [{ "say": "Missed." }] } }] } }]"#,
        map: "@.",
        keys: "",
        shows: "@.",
        tells: &["0", "20 of 20", "Missed."],
    },
    Case {
        effects: r#"[{ "repeat": { "times": "1 + 2", "do": [{ "say": "Hey!" }] } },
            { "repeat": { "times": -4, "do": [{ "say": "Never." }] } }]"#,
        map: "@.",
        keys: "",
        shows: "@.",
        tells: &["Hey!", "Hey!", "Hey!"],
    },
    Case {
        effects: r#"[{ "area": { "radius": 1, "at": "actor", "do": [{ "say": "[Target]." }] } }]"#,
        map: "@%r",
        keys: "",
        shows: "@%r",
        tells: &["You.", "The apple."],
    },
    Case {
        effects: r#"[{ "later": { "turns": 2, "radius": 1, "do": [{ "say": "[Target]!" }] } },
            { "later": { "turns": 1, "do": [{ "say": "First." }] } }]"#,
        map: "@r..",
        keys: "..",
        shows: "@r..",
        tells: &["announced: 2 cells, 2 turns", "First.", "You!", "The rat!"],
    },
    Case { effects: r#"[{ "menu": "hue" }]"#, map: "@.", keys: ".", shows: "@.", tells: &[] },
    Case {
        effects: r#"[{ "area": { "radius": 1, "at": "actor", "spares": true, "do": [{ "cast": "zap" }, { "say": "{target.health}" }] } }]"#,
        map: "@r",
        keys: "",
        shows: "@r",
        tells: &["Zap!", "6"],
    },
    Case {
        effects: r#"[{ "award": "first_sip" }]"#,
        map: "@.",
        keys: "",
        shows: "@.",
        tells: &["awarded: first_sip"],
    },
    Case {
        effects: r#"[{ "win": "[Player] drink[s] deep." }, { "lose": "Too late." }]"#,
        map: "@.",
        keys: "l",
        shows: "@.",
        tells: &["won: You drink deep."],
    },
    Case {
        effects: r#"[{ "lose": "It was poison." }]"#,
        map: "@.",
        keys: "l",
        shows: "@.",
        tells: &["lost: It was poison."],
    },
    Case {
        effects: r#"[{ "give": { "kind": "apple", "bag": "pouch", "of": "actor" } },
            { "transfer": { "from": { "bag": "pouch", "of": "actor" }, "to": { "at": "actor" } } }]"#,
        map: "@.",
        keys: "l",
        shows: "%@",
        tells: &[],
    },
    Case {
        effects: r#"[{ "shuffle": { "bag": "pouch", "of": "actor" } },
            { "each": { "from": { "around": "actor", "radius": 3, "what": "foes" }, "do": [{ "harm": { "by": 99, "of": "it" } }] } }]"#,
        map: "@.r.s",
        keys: "",
        shows: "@...s",
        tells: &[],
    },
    Case {
        effects: r#"[{ "call": { "routine": "shout", "with": { "times": 2 } } }]"#,
        map: "@.",
        keys: "",
        shows: "@.",
        tells: &["Ho!", "Ho!"],
    },
    Case {
        effects: r#"[{ "choose": { "from": { "carried": "actor", "where": 0 }, "title": "Which?", "do": [], "else": [{ "say": "None." }] } }]"#,
        map: "@.",
        keys: "",
        shows: "@.",
        tells: &["None."],
    },
    Case {
        effects: r#"[{ "go": { "way": "down" } }, "stay"]"#,
        map: "@.r",
        keys: "l",
        shows: ".@r",
        tells: &[],
    },
];

#[test]
fn the_last_screen_has_a_heading_and_further_words() {
    let rules = r#""lost": { "title": "GONE", "cause": "Nobody knows how.", "texts": ["Alas."] }"#;
    let more = r#"{ "kinds": { "pit": { "as": "fixture", "on": { "enter": ["die"] } },
        "bog": { "as": "fixture", "on": { "enter": [{ "die": { "cause": "a bog" } }] } } } }"#;
    for (way, text) in [("l", "Nobody knows how."), ("h", "a bog")] {
        let mut it = Scenario::ruled(rules, "b@p", r#"{ "p": ["pit"], "b": ["bog"] }"#, more);
        it.keys(way);
        let end = it.game.end().unwrap();
        let told = (end.won, &*end.title, &*end.text, &*end.about);
        assert_eq!(told, (false, "GONE", text, "Alas."));
    }
}

#[test]
fn every_effect_does_what_it_says() {
    for case in CASES {
        let mut it = drink(case.effects, case.map);
        it.keys(case.keys).shows(case.shows).tells(case.tells);
    }
}

#[test]
fn no_effect_is_without_a_scenario() {
    for row in Effect::rows() {
        let key = format!("\"{}\"", row.key);
        assert!(CASES.iter().any(|case| case.effects.contains(&key)), "no scenario uses {key}");
    }
}

#[test]
fn revealed_things_are_known_without_being_seen() {
    use barrow_grid::Fog;
    let map = "@#.\n##%";
    let fog = |it: &Scenario, x, y| it.game.world.players[0].fog.state(cell(x, y));
    let it = drink(r#"[{ "reveal": "level" }]"#, map);
    assert_eq!((fog(&it, 2, 0), fog(&it, 2, 1)), (Fog::Remembered, Fog::Remembered));
    assert_eq!(it.game.world.players[0].memory.get(cell(2, 1)).thing, None);
    let it = drink(r#"[{ "reveal": "items" }]"#, map);
    assert_eq!((fog(&it, 2, 0), fog(&it, 2, 1)), (Fog::Unexplored, Fog::Remembered));
    assert!(it.game.world.players[0].memory.get(cell(2, 1)).thing.is_some());
    let it = drink(r#"[{ "reveal": "actors" }]"#, map);
    assert_eq!(it.game.world.players[0].senses_until, 10);
}

#[test]
fn effects_on_missing_subjects_do_nothing() {
    let all = [
        r#"{ "change": { "attribute": "gold", "by": 3 } }"#,
        r#"{ "set": { "attribute": "solid", "to": 1 } }"#,
        r#"{ "harm": 3 }"#,
        "\"die\"",
        r#"{ "apply": "sick" }"#,
        r#"{ "cure": "sick" }"#,
        r#"{ "spawn": { "kind": "rat" } }"#,
        "\"remove\"",
        r#"{ "become": "slime" }"#,
        r#"{ "give": { "kind": "apple" } }"#,
        r#"{ "take": "apple" }"#,
        "\"identify\"",
        "\"push\"",
        "\"move\"",
        "\"open\"",
        "\"lock\"",
        r#"{ "put": "gas" }"#,
        r#"{ "build": "lawn" }"#,
        r#"{ "noise": "Nothing" }"#,
        r#"{ "flash": 3 }"#,
        r#"{ "area": { "radius": 3, "do": ["remove"] } }"#,
        r#"{ "cast": "zap" }"#,
    ];
    // The apple is gone before anything else is done to it.
    let effects = all.join(",");
    let gone = format!(
        r#"[{{ "area": {{ "radius": 1, "at": "actor", "spares": true, "do": ["remove", {effects}] }} }}]"#
    );
    drink(&gone, "@%..").shows("@...");
}

#[test]
fn effects_on_what_cannot_suffer_them_do_nothing() {
    let effects = r#"[{ "area": { "radius": 1, "at": "actor", "spares": true, "do": [
        { "harm": 3 }, "die", { "change": { "attribute": "health", "by": -3 } }, { "fill": "health" },
        { "raise": { "attribute": "health", "by": 3 } }, { "apply": "sick" }, { "cure": "sick" },
        { "give": { "kind": "apple" } }, { "take": "apple" }, "open", "close" ] } }]"#;
    // The fixture has no bag, so the gift lies on its cell.
    let mut it = drink(effects, "@^.");
    it.shows("@%.");
    it.keys("l");
    it.shows(".@.").tells(&["Snap!"]);
}

#[test]
fn rules_that_chase_each_other_come_to_an_end() {
    let more = r#"{ "kinds": {
        "hydra": { "extends": "rat", "look": { "glyph": "h" },
            "on": { "spawn": [{ "repeat": { "times": 100, "do": [{ "spawn": { "kind": "hydra" } }] } }],
                    "struck": [{ "harm": { "by": 1, "of": "self" } }] } } } }"#;
    let map = ["......"; 6].join("\n").replacen('.', "@", 1).replacen("..", ".h", 1);
    let mut it = Scenario::new(&map, r#"{ "h": ["hydra"] }"#, more);
    it.keys("lj.....");
    assert!(it.picture().matches('h').count() > 20);
}

#[test]
fn effects_that_are_cut_short_are_told() {
    let more = r#"{ "kinds": { "champion": { "extends": "hero", "stock": ["egg"] },
        "egg": { "as": "item", "item": {}, "on": { "use": [{ "spawn": { "kind": "hydra" } }] } },
        "hydra": { "extends": "rat", "on": { "spawn": [{ "spawn": { "kind": "hydra" } }] } } } }"#;
    let map = ["......"; 8].join("\n").replacen('.', "@", 1);
    let mut it = Scenario::new(&map, "{}", more);
    assert_eq!(it.game.step(0, &Command::Wait).unwrap().cut_short, None);
    let turn = it.game.step(0, &Command::Use { slot: 0 }).unwrap();
    let cut = turn.cut_short.expect("the innermost hydra has no child");
    assert_eq!((cut.kind, cut.nested), (it.game.pack().kinds.find("hydra"), true));
}

#[test]
fn ten_thousand_things_come_and_go() {
    let more = r#"{ "kinds": {
        "mushroom": { "as": "item", "look": { "glyph": "%" }, "item": {} },
        "giver": { "extends": "hero", "stock": ["horn"] },
        "horn": { "as": "item", "item": {}, "on": { "use": [{ "repeat": { "times": 100, "do": [
            { "spawn": { "kind": "mushroom", "count": 100 } }] } },
            { "say": "{count.mushroom}" },
            { "area": { "radius": 5, "at": "actor", "spares": true, "do": ["remove"] } },
            { "say": "{count.mushroom}" }] } } } }"#;
    let mut it = Scenario::ruled(r#""heroes": ["giver"]"#, "@..", "{}", more);
    it.keys("0").shows("@..").tells(&["10000", "0"]);
}

#[test]
fn a_turn_tells_of_effects_that_were_cut_short() {
    let more = |effects: &str| {
        format!(
            r#"{{ "kinds": {{ "mill": {{ "as": "fixture", "is": ["solid"], "look": {{ "glyph": "M" }},
                "on": {{ "bump": [{effects}] }} }} }},
                "abilities": {{ "spin": {{ "do": [{{ "cast": "spin" }}] }} }} }}"#
        )
    };
    let cut = |effects: &str| {
        let mut it = Scenario::new("@M", r#"{ "M": ["mill"] }"#, &more(effects));
        let turn = it.game.step(0, &Command::Move(Dir::East)).unwrap();
        let name = |kind| it.game.pack().kinds.name(kind).to_owned();
        turn.cut_short.map(|cut| (cut.kind.map(name), cut.nested))
    };
    assert_eq!(cut(r#"{ "say": "Clack." }"#), None);
    assert_eq!(cut(r#"{ "cast": "spin" }"#), Some((Some("hero".into()), true)));
    let often = r#"{ "repeat": { "times": 100, "do": [{ "repeat": { "times": 100, "do": [
        { "repeat": { "times": 100, "do": [{ "cue": "clack" }] } }] } }] } }"#;
    assert_eq!(cut(often), Some((Some("mill".into()), false)));
}
