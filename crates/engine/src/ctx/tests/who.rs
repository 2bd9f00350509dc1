//! The table "Who takes part" of `docs/grammar.md`, played row by row.

use std::collections::{BTreeMap, BTreeSet};
use std::fs;

use barrow_pack::{Occasion, Owner, Subject};

use crate::Command;
use crate::scenario::{Scenario, cell};

/// A row of the table: an occasion, whose it is, and who is who.
struct Row {
    occasion: String,
    owner: String,
    /// `self`, `actor`, `target`, `item` and `amount`; empty if there is none.
    cells: Vec<String>,
}

fn rows() -> Vec<Row> {
    let path = format!("{}/../../docs/grammar.md", env!("CARGO_MANIFEST_DIR"));
    let page = fs::read_to_string(path).unwrap();
    let section = page.split("### Who takes part\n").nth(1).expect("the section is there");
    let section = section.split("\n##").next().unwrap();
    let lines = section.lines().filter(|it| it.starts_with("| `"));
    let mut rows = Vec::new();
    for line in lines {
        let cells: Vec<&str> = line.trim_matches('|').split('|').map(str::trim).collect();
        for occasion in cells[0].split(", ") {
            for owner in cells[1].split(", ") {
                let cells = cells[2..].iter().map(ToString::to_string).collect();
                let occasion = occasion.trim_matches('`').into();
                rows.push(Row { occasion, owner: owner.into(), cells });
            }
        }
    }
    rows
}

/// Returns what a row of the table is about; some are about special things.
fn owner(name: &str) -> Owner {
    match name {
        "stairs" => Owner::Fixture,
        "carried item" => Owner::Item,
        "projectile" => Owner::Actor,
        "the game" => Owner::Game,
        _ => *Owner::ALL.iter().find(|it| it.one().ends_with(name)).expect(name),
    }
}

#[test]
fn the_table_lists_every_occasion_of_everything_and_no_other() {
    let listed: BTreeSet<(String, String)> =
        rows().into_iter().map(|it| (owner(&it.owner).one().to_string(), it.occasion)).collect();
    let mut real = BTreeSet::new();
    for owner in Owner::ALL {
        let has = Occasion::ALL.into_iter().filter(|it| owner.present(*it).is_some());
        real.extend(has.map(|it| (owner.one().to_string(), it.word().to_string())));
    }
    assert_eq!(listed, real);
}

#[test]
fn the_checker_knows_the_same_table() {
    let mut amounts = BTreeMap::new();
    for Row { occasion, owner: name, cells } in rows() {
        let place = Occasion::ALL.into_iter().find(|it| it.word() == occasion).unwrap();
        let present = owner(&name).present(place).unwrap();
        let subjects = [Subject::Own, Subject::Actor, Subject::Target, Subject::Item];
        for (subject, cell) in subjects.into_iter().zip(&cells) {
            let there = present.subjects.contains(subject);
            assert!(there || cell.is_empty(), "{occasion} of {name}: {subject:?}");
            // A row about a special thing may lack someone.
            let special = ["carried item", "stairs", "projectile"].contains(&name.as_str());
            assert!(special || !there || !cell.is_empty(), "{occasion} of {name}: {subject:?}");
        }
        amounts.insert((name, occasion), (present.amount, !cells[4].is_empty()));
    }
    for (row, (known, written)) in amounts {
        assert_eq!(known, written, "{row:?}");
    }
}

/// Says who is who.
const SAY: &str =
    r#"[{ "say": "[plain self]/[plain actor]/[plain target]/[plain item]/{amount}" }]"#;

#[test]
fn every_row_of_the_table_is_true() {
    let mut wrong = Vec::new();
    for row in rows() {
        let Row { occasion, owner, cells } = &row;
        let mut it = stage(occasion, owner);
        let told = it.lines().into_iter().find(|it| it.matches('/').count() == 4);
        let told = told.unwrap_or_else(|| format!("nothing; refused {:?}", it.forget().refused));
        let names: Vec<&str> = cells.iter().map(|it| name_of(it, occasion, owner)).collect();
        let expected = format!("{}/{}", names[..4].join("/"), number_of(&cells[4]));
        if told != expected {
            wrong.push(format!("`{occasion}` of {owner}: {told}, but the table says {expected}"));
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

/// Returns who has a role of the table in the scenario of a row.
fn name_of(role: &str, occasion: &str, owner: &str) -> &'static str {
    let bitten = is_bitten(occasion, owner);
    match role {
        "" | "the cell" => "something",
        "it" if is_played(occasion, owner) => "champion",
        "it" => "thing",
        "the weapon" if bitten => "something",
        "the weapon" => "sword",
        "the missile" => "pebble",
        "who did it" | "the killer" if bitten => "rat",
        "the dead" if bitten => "champion",
        "the dead" | "who is hit" | "its target" | "what it meets" => "rat",
        _ => "champion",
    }
}

fn number_of(cell: &str) -> u32 {
    match cell {
        "" => 0,
        "the visits" => 1,
        // Every blow of a scenario does as much damage.
        _ => 4,
    }
}

/// Returns whether the hero itself has the occasion.
fn is_played(occasion: &str, owner: &str) -> bool {
    let own = ["step", "hit", "kill", "cast", "arrive", "clear"];
    owner == "actor" && own.contains(&occasion)
}

/// Returns whether it is about damage that the hero suffers.
fn is_bitten(occasion: &str, owner: &str) -> bool {
    match occasion {
        "struck" => ["item", "state"].contains(&owner),
        "die" => ["item", "level", "the game"].contains(&owner),
        _ => false,
    }
}

/// Plays a row. The hero has a sword, a horn and a pebble, and then perhaps the thing.
fn stage(occasion: &str, owner: &str) -> Scenario {
    let on = format!(r#""on": {{ "{occasion}": {SAY} }}"#);
    let (mut rules, mut level) = (String::new(), r#""links": { "down": "below" }"#.to_string());
    match owner {
        "the game" => rules.clone_from(&on),
        "level" => level = format!("{level}, {on}"),
        _ => {}
    }
    let map = map(occasion, owner);
    let sign = if map.contains('o') { r#""o": ["thing"], "# } else { "" };
    let signs = format!(r#"{{ {sign} "f": ["foe"] }}"#);
    let mut it = Scenario::staged(&rules, &level, map, &signs, &world(occasion, owner, &on));
    act(&mut it, occasion, owner);
    it
}

/// Returns the pack of a row.
fn world(occasion: &str, owner: &str, on: &str) -> String {
    let played = if is_played(occasion, owner) { on } else { r#""on": {}"# };
    let stocked = if is_stocked(occasion, owner) { r#", "thing""# } else { "" };
    let bitten = is_bitten(occasion, owner);
    let hero = if occasion == "die" && bitten { 4 } else { 20 };
    let foe = if ["kill", "clear"].contains(&occasion) { 4 } else { 20 };
    let mind = if bitten { r#""bites""# } else { r#""still""# };
    let horn = match owner {
        "state" => r#"{ "apply": { "state": "thing" } }"#,
        "field" => r#"{ "put": { "field": "thing", "amount": 9 } }"#,
        _ if occasion == "spawn" => r#"{ "spawn": { "kind": "thing" } }"#,
        _ => r#"{ "say": "Toot." }"#,
    };
    let spark = match owner {
        "projectile" => {
            r#"{ "spawn": { "kind": "thing", "at": "actor", "facing": "target", "by": "actor" } }"#
        }
        _ => r#"{ "say": "Fizz." }"#,
    };
    format!(
        r#"{{ "kinds": {{
            "champion": {{ "extends": "hero", "has": {{ "health": {hero} }}, "abilities": ["spark"], {played},
                "stock": [{{ "kind": "sword", "worn": true }}, "horn", "pebble"{stocked}] }},
            "sword": {{ "as": "item", "item": {{ "slot": "hand" }}, "strike": {{ "do": [{{ "harm": 4 }}] }} }},
            "horn": {{ "as": "item", "item": {{}}, "on": {{ "use": [{horn}] }} }},
            "pebble": {{ "as": "item", "item": {{}} }},
            "foe": {{ "extends": "rat", "name": "rat", "has": {{ "health": {foe}, "attack": 4 }}, "mind": {mind} }}{} }},
            "minds": {{ "bites": ["strike"], "flies": ["advance"] }},
            "abilities": {{ "spark": {{ "aim": "target", "range": 9, "do": [{spark}] }} }}{} }}"#,
        thing(occasion, owner, on),
        section(occasion, owner, on)
    )
}

/// Returns the kind `thing` of a row, or a kind like it.
fn thing(occasion: &str, owner: &str, on: &str) -> String {
    let life = if occasion == "die" { 4 } else { 20 };
    let more = match (owner, occasion) {
        ("terrain", "bump") => r#""as": "terrain", "is": ["solid"],"#.into(),
        ("terrain", _) => r#""as": "terrain","#.into(),
        ("stairs", _) => r#""as": "fixture", "stairs": { "way": "down" },"#.into(),
        ("fixture", "struck" | "die") => {
            format!(r#""as": "fixture", "is": ["solid"], "has": {{ "health": {life} }},"#)
        }
        ("fixture", "bump") => r#""as": "fixture", "is": ["solid"],"#.into(),
        ("fixture", "open") => r#""as": "fixture", "door": {},"#.into(),
        ("fixture", _) => r#""as": "fixture","#.into(),
        ("item", "bump") => r#""as": "item", "is": ["solid"], "item": {},"#.into(),
        ("item", "open") => r#""as": "item", "door": {}, "item": {},"#.into(),
        ("item", "equip" | "unequip") => r#""as": "item", "item": { "slot": "body" },"#.into(),
        ("item", "step" | "hit" | "struck" | "kill" | "die" | "cast" | "arrive" | "clear") => {
            r#""as": "item", "item": { "passive": true },"#.into()
        }
        ("item" | "carried item", _) => r#""as": "item", "item": {},"#.into(),
        ("actor", "bump") => r#""is": ["solid"],"#.into(),
        ("actor", "open") => r#""is": ["solid"], "door": {},"#.into(),
        ("actor", _) if !is_played(occasion, owner) => {
            format!(r#""extends": "rat", "has": {{ "health": {life} }},"#)
        }
        ("projectile", _) => {
            r#""is": ["solid"], "has": { "speed": 100 }, "flight": 2, "mind": "flies","#.into()
        }
        _ => return String::new(),
    };
    // A fixture kills by what it does in every round.
    let on = if owner == "fixture" && occasion == "kill" {
        let harm = r#"{ "area": { "radius": 1, "at": "self", "do": [{ "harm": 4 }] } }"#;
        format!(r#""on": {{ "turn": [{harm}], "kill": {SAY} }}"#)
    } else {
        on.into()
    };
    format!(r#", "thing": {{ {more} {on} }}"#)
}

/// Returns the section of a row that is not about a kind.
fn section(occasion: &str, owner: &str, on: &str) -> String {
    let below = match owner {
        "room" => {
            r#""dig": { "algorithm": "rooms" }, "ground": { "floor": "floor", "wall": "wall" }"#
        }
        _ => r#""extends": "stage""#,
    };
    let own = match owner {
        "state" => {
            let lasts = if occasion == "die" { 1 } else { 9 };
            format!(r#", "states": {{ "thing": {{ "lasts": {lasts}, {on} }} }}"#)
        }
        "field" => format!(r#", "fields": {{ "thing": {{ {on} }} }}"#),
        "room" => {
            format!(r#", "rooms": {{ "start": {{ "places": [{{ "kind": "rat" }}], {on} }} }}"#)
        }
        _ => String::new(),
    };
    format!(r#", "levels": {{ "below": {{ {below} }} }}{own}"#)
}

/// Returns whether the hero carries the thing.
fn is_stocked(occasion: &str, owner: &str) -> bool {
    let lies = ["spawn", "bump", "enter", "tread", "leave", "open", "seen", "pickup", "pelted"];
    owner == "carried item" || owner == "item" && !lies.contains(&occasion)
}

fn map(occasion: &str, owner: &str) -> &'static str {
    let held = is_stocked(occasion, owner) || is_played(occasion, owner);
    let elsewhere = ["state", "field", "room", "level", "the game", "projectile"].contains(&owner);
    match occasion {
        "spawn" | "start" | "arrive" => "@..",
        "leave" if elsewhere => "@>",
        "leave" if owner == "stairs" => "@o.",
        _ if owner == "room" => "@>",
        "kill" if owner == "fixture" => "@.fo",
        "cast" | "land" => "@.f",
        "bump" if owner == "projectile" => "@..f",
        "hit" | "struck" | "kill" | "clear" | "die" if held || elsewhere => "@f",
        "pelted" => "@.o",
        _ if held || elsewhere => "@..",
        _ => "@o.",
    }
}

/// Does what a row needs.
fn act(it: &mut Scenario, occasion: &str, owner: &str) {
    if owner == "room" {
        it.keys("l>.");
        if let Some(rat) = it.find("rat").filter(|_| occasion == "clear") {
            let hero = it.hero();
            it.ctx().kill(rat, Some(hero), "");
            it.keys(".");
        }
        return;
    }
    if occasion == "spawn" || ["state", "field"].contains(&owner) {
        it.keys("1");
    }
    let throw = |slot| Command::Throw { slot, at: cell(2, 0) };
    match occasion {
        "spawn" | "start" | "arrive" => {}
        "cast" => _ = it.command(&Command::Cast { ability: "spark".into(), at: Some(cell(2, 0)) }),
        "bump" if owner == "projectile" => {
            let cast = Command::Cast { ability: "spark".into(), at: Some(cell(3, 0)) };
            it.command(&cast).keys("..");
        }
        "use" => _ = it.keys("3"),
        "drop" => _ = it.command(&Command::Drop { slot: 3 }),
        "equip" => _ = it.command(&Command::Equip { slot: 3 }),
        "unequip" => {
            it.command(&Command::Equip { slot: 3 }).command(&Command::Unequip { slot: 3 });
        }
        "land" => _ = it.command(&throw(3)),
        "pelted" => _ = it.command(&throw(2)),
        "pickup" => _ = it.keys("lg"),
        "enter" | "tread" if owner == "field" => _ = it.keys("lh"),
        "leave" if ["stairs", "level", "the game"].contains(&owner) => _ = it.keys("l>"),
        "enter" | "tread" | "leave" => _ = it.keys("ll"),
        "turn" | "seen" => _ = it.keys("."),
        "kill" if owner == "fixture" => _ = it.keys("."),
        "die" if owner == "state" => _ = it.keys("."),
        _ if is_bitten(occasion, owner) => _ = it.keys(".."),
        _ => _ = it.keys("l"),
    }
}
