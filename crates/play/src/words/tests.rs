use barrow_engine::{Command, Run};
use barrow_grid::Dir;

use super::*;
use crate::stage::{begin, find, pack, view};

fn check(lines: &[String], expected: &str) {
    let expected: Vec<&str> = expected.trim().lines().map(str::trim).collect();
    assert_eq!(lines, expected, "\n{}", lines.join("\n"));
}

/// Looks at the cell of a glyph on a drawn level.
fn check_look(map: &str, glyph: char, more: &str, expected: &str) {
    let run = begin(&pack(map, "", "", more), 7);
    check(&look(&view(&run), find(map, glyph)), expected);
}

#[test]
fn a_look_at_a_foe_tells_of_whole_points() {
    let more = r#"{ "kinds": { "champion": { "extends": "hero",
        "strike": { "chance": 1, "do": [{ "harm": "2.25 * roll(1, 2)" }] } } } }"#;
    let expected = "
        A rat, unhurt.
        You hit it 100 % of the time, for 2 to 5: about 3 blows.
        It hits you 75 % of the time, for 2 to 4: about 9 blows.
        Floor.";
    check_look("#@.r.#", 'r', more, expected);
}

#[test]
fn a_look_at_a_foe_tells_what_a_fight_would_be_like() {
    check_look(
        "#@.r.#",
        'r',
        "{}",
        "
        A rat, unhurt.
        You hit it 75 % of the time, for 3 to 5: about 4 blows.
        It hits you 75 % of the time, for 2 to 4: about 9 blows.
        Floor.
        ",
    );
    let sly = r#"{ "kinds": {
        "witch": { "extends": "rat", "about": "She hums.", "has": { "speed": 150 }, "abilities": ["hex"],
            "strike": { "chance": 1, "do": [{ "apply": "poisoned" }] } } },
        "abilities": { "hex": { "name": "a hex", "aim": "nearest", "range": 5, "do": [{ "harm": "roll(1, 3)" }] } },
        "levels": { "other": { "extends": "stage", "drawing": ["@w"], "legend": { "w": ["witch"] } } } }"#;
    let pack = pack("#@.w.#", "", r#", "legend": { "w": ["witch"] }"#, sly);
    check(
        &look(&view(&begin(&pack, 7)), Pos::new(3, 0)),
        "
        A witch, unhurt.
        She hums.
        You hit it 75 % of the time, for 3 to 5: about 4 blows.
        It hits you 100 % of the time, for 0, Poisoned.
        It can cast a hex: -3 to -1 Health.
        It is faster than you.
        Floor.
        ",
    );
}

#[test]
fn a_look_tells_how_badly_a_foe_is_hurt() {
    let words = [
        (100, "unhurt"),
        (99, "scratched"),
        (75, "scratched"),
        (74, "wounded"),
        (40, "wounded"),
        (39, "badly wounded"),
        (15, "badly wounded"),
        (14, "almost dead"),
    ];
    for (left, expected) in words {
        let more = format!(
            r#"{{ "kinds": {{ "troll": {{ "extends": "rat", "look": {{ "glyph": "T" }},
                "has": {{ "health": {{ "now": {left}, "max": 100 }} }} }} }} }}"#
        );
        let run = begin(&pack("#@.T.#", "", r#", "legend": { "T": ["troll"] }"#, &more), 7);
        let lines = look(&view(&run), Pos::new(3, 0));
        assert_eq!(lines[0], format!("A troll, {expected}."), "{left} of 100");
    }
}

#[test]
fn a_look_at_a_foe_lies_about_its_numbers_as_the_veil_does() {
    let more = r#"{ "veil": { "wounds": { "shows": "number", "of": "foes", "attribute": "health", "off_by": -7 } } }"#;
    let mut run = begin(&pack("#@.r.#", "", "", more), 7);
    run.step(0, &Command::Wait).unwrap();
    let lines = look(&view(&run), Pos::new(3, 0));
    assert!(lines[1].starts_with("You hit it 75 % of the time, for 10 to 12"), "{lines:?}");
    assert!(lines[2].starts_with("It hits you 75 % of the time, for 9 to 11"), "{lines:?}");
}

#[test]
fn a_look_at_slow_ground_tells_how_long_a_step_takes() {
    let moor = r#"{ "kinds": {
        "mud": { "as": "terrain", "look": { "glyph": "," }, "slow": { "walk": 4 } },
        "web": { "as": "fixture", "look": { "glyph": "*" }, "slow": { "walk": 2 } },
        "lake": { "as": "terrain", "look": { "glyph": "w" }, "lets": ["fly"] } } }"#;
    let signs = r#", "legend": { ",": ["mud"], "*": ["web"], "w": ["lake"] }"#;
    let run = begin(&pack("#@,*w#", "", signs, moor), 7);
    let at = |x: i32, expected: &str| check(&look(&view(&run), Pos::new(x, 0)), expected);
    at(2, "Mud.\nA step there takes 4 times as long.");
    at(3, "A web.\nFloor.\nA step there takes twice as long.");
    at(4, "Lake.\nYou cannot go there.");
    at(5, "Wall.");
}

#[test]
fn a_look_at_a_thing_tells_what_it_would_change() {
    check_look(
        "#@./.#",
        '/',
        "{}",
        "
        An axe.
        Can be worn: Hand.
        If equipped: Attack 6 instead of 4.
        Floor.
        ",
    );
    check_look("#@.!.#", '!', "{}", "A balm.\nIf you apply it: +4 to +8 Health.\nFloor.");
    check_look("#@.?.#", '?', "{}", "A murky brew.\nFloor.");
}

#[test]
fn a_look_at_the_ground_warns_of_what_is_known() {
    check_look("#@.~.#", '~', "{}", "Lava.\nStepping there: -5 Health.");
    check_look("#@.:.#", ':', "{}", "Chasm.\nStepping there kills you.");
    check_look("#@.^.#", '^', "{}", "A snare.\nFloor.\nStepping there: Poisoned.");
    check_look("#@.+.#", '+', "{}", "A door, closed.\nFloor.");
    let run = begin(&pack("#@#.#", "", "", "{}"), 7);
    check(&look(&view(&run), Pos::new(3, 0)), "You have not seen this place.");
}

#[test]
fn what_is_out_of_sight_is_remembered() {
    let mut run = begin(&pack("######\n#$@..#\n#.##.#\n######", "", "", "{}"), 7);
    for _ in 0..2 {
        run.step(0, &Command::Move(Dir::East)).unwrap();
    }
    run.step(0, &Command::Move(Dir::South)).unwrap();
    check(&look(&view(&run), Pos::new(1, 1)), "You remember a coin here.\nFloor.");
}

fn with(stock: &str) -> Run {
    let more =
        format!(r#"{{ "kinds": {{ "champion": {{ "extends": "hero", "stock": [{stock}] }} }} }}"#);
    begin(&pack("#@..#", "", "", &more), 7)
}

#[test]
fn an_item_tells_exactly_what_it_does_and_what_would_change() {
    let run = with(r#""balm", "brew", "axe""#);
    let view = view(&run);
    let items: Vec<Vec<String>> = view.bag().map(|it| item(&view, &it)).collect();
    check(&items[0], "If you apply it: +4 to +8 Health.");
    check(&items[1], "You do not know what it does.");
    check(&items[2], "Can be worn: Hand.\nIf equipped: Attack 6 instead of 4.");
}

#[test]
fn an_unidentified_item_reveals_nothing() {
    let more = |foul: &str| {
        format!(
            r#"{{ "attributes": {{ "foul": {{ "flag": "It has gone bad." }} }},
            "kinds": {{ "champion": {{ "extends": "hero", "stock": ["bottle"] }},
            "bottle": {{ "as": "item", "item": {{ "verb": "drink" }}, "is": [{foul}],
                "on": {{ "use": [{{ "change": {{ "attribute": "mana", "by": 5, "of": "actor" }} }},
                    {{ "if": {{ "when": "self.foul", "do": [{{ "apply": {{ "state": "poisoned", "of": "actor" }} }}] }} }}] }} }} }} }}"#
        )
    };
    for foul in ["", r#""foul""#] {
        let run = begin(&pack("#@..#", "", "", &more(foul)), 7);
        let view = view(&run);
        let bottle = view.bag().next().unwrap();
        check(&item(&view, &bottle), "If you drink it: +5 Mana, Poisoned.");
    }
}

#[test]
fn the_sheet_gives_the_reason_of_every_number() {
    let run = with(r#"{ "kind": "axe", "worn": true }, { "kind": "mail", "worn": true }"#);
    // What only the engine reads, such as `solid`, has no label and is not told.
    check(
        &sheet(&view(&run))[..4],
        "
        Health 20/20.
        Mana 10/10.
        Attack 6: 4 by nature, +2 from the axe.
        Defence 1: 0 by nature, +1 from the mail.
        ",
    );
    check(&bag(&view(&run)), "an axe (worn: Hand)\na mail (worn: Body)");
}

#[test]
fn the_sheet_says_what_a_state_does_each_turn() {
    let more = r#"{ "states": { "blessed": { "label": "Blessed", "lasts": 9 } },
        "kinds": { "shrine": { "as": "fixture", "on": { "enter": [{ "apply": "blessed" }] } } } }"#;
    let mut run = begin(&pack("#@^X#", "", r#", "legend": { "X": ["shrine"] }"#, more), 7);
    for _ in 0..2 {
        run.step(0, &Command::Move(Dir::East)).unwrap();
    }
    let lines = sheet(&view(&run));
    let states = "Poisoned for 2 turns: -1 Health each turn.\nBlessed for 8 turns.";
    check(&lines[lines.len() - 2..], states);
}

#[test]
fn what_cannot_be_told_is_left_out_of_the_sheet() {
    let more = r#"{ "states": { "haunted": { "label": "Haunted", "lasts": 9,
            "on": { "turn": [{ "spawn": { "kind": "rat", "at": "self" } }] } } },
        "kinds": { "grave": { "as": "fixture", "on": { "enter": [{ "apply": "haunted" }] } } } }"#;
    let mut run = begin(&pack("#@X#", "", r#", "legend": { "X": ["grave"] }"#, more), 7);
    run.step(0, &Command::Move(Dir::East)).unwrap();
    check(&sheet(&view(&run))[5..], "Haunted for 8 turns.");
}

/// A curse ends when it is lifted: the turns that it would last are not told.
#[test]
fn a_state_without_an_end_has_no_turns() {
    let more = r#"{ "states": { "cursed": { "label": "Cursed", "lasts": 9999 } },
        "kinds": { "altar": { "as": "fixture", "on": { "enter": [{ "apply": "cursed" }] } } } }"#;
    let mut run = begin(&pack("#@X#", "", r#", "legend": { "X": ["altar"] }"#, more), 7);
    run.step(0, &Command::Move(Dir::East)).unwrap();
    assert_eq!(sheet(&view(&run)).last().unwrap(), "Cursed.");
    let figures = crate::panel::status(&view(&run));
    assert_eq!(
        (figures.last().unwrap().label.as_str(), figures.last().unwrap().value.as_str()),
        ("Cursed", "")
    );
}

#[test]
fn surroundings_list_foes_first() {
    let run = begin(&pack("#########\n#.$@..r.#\n#.....>.#\n#########", "", "", "{}"), 7);
    check(
        &surroundings(&view(&run)),
        "
        Foe: a rat, 3 east.
        A coin, 1 west.
        A way down, 3 east and 1 south.
        Open: east, south-east, south, south-west, west.
        ",
    );
    assert_eq!(whereabouts(&view(&run)), "The stage, floor 1, column 4, row 2.");
}

#[test]
fn a_closed_door_is_no_open_way_and_is_listed_however_much_lies_around() {
    let coins = "#$$$$$$$#\n".repeat(4);
    let map = format!("#########\n#@+.....#\n{coins}#########");
    let mut run = begin(&pack(&map, "", "", "{}"), 7);
    let told = surroundings(&view(&run));
    assert!(told.contains(&"A door, 1 east.".to_string()), "{told:?}");
    assert_eq!(told.iter().filter(|it| it.starts_with("A coin")).count(), 22, "{told:?}");
    assert_eq!(told.last().unwrap(), "Open: south-east, south.");
    run.step(0, &Command::Interact(Dir::East)).unwrap();
    let told = surroundings(&view(&run));
    assert_eq!(told.last().unwrap(), "Open: east, south-east, south.");
}

#[test]
fn a_look_at_the_map_names_rooms_before_they_are_entered() {
    let rooms = r#"{ "graphs": { "line": { "entrance": "hub", "drawing": ["[hub]--[1]"] } },
        "rooms": { "vault": { "label": "Vault", "sign": "$" } },
        "levels": { "crypt": { "extends": "stage", "previews": true, "drawing": ["@"] },
            "keep": { "previews": true, "ground": { "floor": "floor", "wall": "wall" },
                "dig": { "width": 40, "height": 20, "turned": false,
                    "layout": { "graphs": "line", "types": { "vault": 1 } } } } } }"#;
    let pack = pack("@", "", r#", "links": { "down": ["keep", "crypt"] }"#, rooms);
    let setup = barrow_engine::Setup {
        seed: barrow_dice::Seed(1),
        level: Some("keep".into()),
        heroes: vec![String::new()],
        ..barrow_engine::Setup::default()
    };
    let run = Run::new(pack, &setup).unwrap().0;
    let view = view(&run);
    let (at, _) = view.room_signs().next().unwrap();
    check(
        &look(&view, at),
        "
        You have not seen this place.
        Room: Vault, not entered yet.
        ",
    );
    let told = surroundings(&view);
    assert!(told.iter().any(|it| it.starts_with("Room not entered yet: Vault, ")), "{told:?}");
}

#[test]
fn a_blow_that_may_do_nothing_is_told_by_its_most() {
    let weak = r#"{ "kinds": { "champion": { "extends": "hero", "has": { "attack": 1 } } } }"#;
    let run = begin(&pack("#@r.#", "", "", weak), 7);
    let told = look(&view(&run), find("#@r.#", 'r'));
    assert!(told[1].starts_with("You hit it 75 % of the time, for up to 2: "), "{told:?}");
}

#[test]
fn a_trap_in_view_is_told_of() {
    let run = begin(&pack("#####\n#@.^#\n#####", "", "", "{}"), 7);
    let told = surroundings(&view(&run));
    assert!(told.iter().any(|it| it.contains("snare")), "{told:?}");
}
