use crate::scenario::Scenario;

/// A world in which everything that has a part in a round says so.
const TALKERS: &str = r#"{
    "attributes": { "hunger": { "gauge": "It grows by itself.", "per_turn": -1,
        "at_zero": [{ "say": "gauges" }, { "fill": { "attribute": "hunger" } }] } },
    "states": { "sick": { "lasts": 99, "on": { "turn": [{ "say": "states" }] } } },
    "fields": { "gas": { "on": { "turn": [{ "say": "fields" }] } } },
    "kinds": {
        "champion": { "extends": "hero", "has": { "hunger": 1 },
            "on": { "turn": [{ "say": "things" }] } },
        "bomb": { "as": "fixture", "look": { "glyph": "b" }, "on": { "enter": [
            { "say": "command" }, { "apply": "sick" },
            { "put": { "field": "gas", "at": "target" } },
            { "later": { "turns": 1, "do": [{ "say": "later" }] } },
            { "remove": { "of": "self" } }] } },
        "imp": { "extends": "rat", "mind": "talks", "abilities": ["speech"], "has": { "health": 1 },
            "on": { "die": [{ "say": "dead" }] } }
    },
    "abilities": { "speech": { "aim": "self", "say": "minds", "do": [{ "die": { "of": "self" } }] } },
    "minds": { "talks": [{ "cast": "speech" }] }
}"#;

#[test]
fn a_round_goes_through_its_steps_in_one_order() {
    let level = r#""on": { "turn": [{ "say": "level" }] }"#;
    let rules = r#""on": { "turn": [{ "say": "game" }] }"#;
    let signs = r#"{ "b": ["bomb"], "i": ["imp"] }"#;
    let mut it = Scenario::staged(rules, level, "@b.i", signs, TALKERS);
    it.keys("l").tells(&[
        "command",
        "cue: hunger",
        "gauges",
        "states",
        "fields",
        "later",
        "things",
        "level",
        "game",
        "minds",
        "dead",
    ]);
}

#[test]
fn lamps_drain_after_fields_and_before_anyone_acts() {
    let more = r#"{
        "attributes": { "oil": { "gauge": "Burns.", "at_zero": [{ "say": "It goes out." }] } },
        "fields": { "gas": { "on": { "turn": [{ "say": "fields" }] } } },
        "kinds": { "lamp": { "as": "item", "item": { "switch": { "drains": "oil" } },
                "has": { "oil": 1 }, "on": { "turn": [{ "say": "things" }] } },
            "champion": { "extends": "hero", "stock": ["lamp"], "on": { "spawn": [] } },
            "vent": { "as": "fixture", "look": { "glyph": "v" },
                "on": { "spawn": [{ "put": { "field": "gas", "at": "self" } }] } } } }"#;
    let mut it = Scenario::new("@v", r#"{ "v": ["vent"] }"#, more);
    it.keys("0").tells(&["fields", "It goes out.", "things"]);
}

fn racers(speed: u32, map: &str) -> Scenario {
    let more = format!(
        r#"{{ "kinds": {{ "racer": {{ "extends": "rat", "mind": "runs", "has": {{ "speed": {speed} }} }},
            "champion": {{ "extends": "hero", "has": {{ "health": 500 }} }} }},
            "minds": {{ "runs": ["strike", {{ "approach": {{ "sense": "always" }} }}] }} }}"#
    );
    Scenario::new(map, r#"{ "r": ["racer"] }"#, &more)
}

fn check(speed: u32, keys: &str, expected: &str) {
    racers(speed, "@..........r").keys(keys).shows(expected);
}

#[test]
fn speed_is_energy_and_a_hundred_is_an_action() {
    check(100, "....", "@......r....");
    check(200, "....", "@..r........");
    check(50, "....", "@........r..");
    check(150, "..", "@.......r...");
    check(0, "....", "@..........r");
}

#[test]
fn the_fast_strike_twice() {
    let mut it = racers(200, "@r");
    it.keys("..");
    assert_eq!(it.hero_value("health"), 500 - 4 * 3);
}

#[test]
fn players_have_speeds_too() {
    let champion = |speed: u32| {
        let more = format!(
            r#"{{ "kinds": {{ "racer": {{ "extends": "rat", "mind": "runs" }},
                "champion": {{ "extends": "hero", "has": {{ "speed": {speed} }} }} }},
                "minds": {{ "runs": [{{ "approach": {{ "sense": "always" }} }}] }} }}"#
        );
        Scenario::new("@..........r", r#"{ "r": ["racer"] }"#, &more)
    };
    champion(100).keys("llll").shows("....@..r....");
    champion(200).keys("llll").shows("....@....r..");
    champion(50).keys("ll").shows("..@....r....");
}

#[test]
fn the_helpless_lose_their_turns() {
    let more = r#"{ "states": { "asleep": { "lasts": 3, "helpless": true } },
        "kinds": { "racer": { "extends": "rat", "mind": "runs",
            "on": { "spawn": [{ "apply": "asleep" }] } } },
        "minds": { "runs": ["approach"] } }"#;
    let mut it = Scenario::new("@.....r", r#"{ "r": ["racer"] }"#, more);
    it.keys("..").shows("@.....r");
    it.keys("..").shows("@...r..");
}

#[test]
fn a_helpless_player_is_passed_over() {
    let more = r#"{ "states": { "asleep": { "lasts": 3, "helpless": true } },
        "kinds": { "racer": { "extends": "rat", "mind": "runs" },
            "poppy": { "as": "fixture", "look": { "glyph": "p" },
                "on": { "enter": [{ "apply": "asleep" }] } } },
        "minds": { "runs": ["approach"] } }"#;
    let mut it = Scenario::new("@p......r", r#"{ "r": ["racer"], "p": ["poppy"] }"#, more);
    it.keys("l").shows(".@...r...");
    assert_eq!(it.game.turn(), 3);
}

/// A rat puts the hero to sleep for three turns, once.
#[test]
fn states_pass_with_the_round_or_by_turns() {
    let more = r#"{ "states": { "asleep": { "lasts": 3, "helpless": true } },
        "kinds": { "racer": { "extends": "rat", "mind": "bites", "strike": { "do": [
            { "apply": "asleep" }, { "remove": { "of": "actor" } }] } } },
        "minds": { "bites": ["strike"] } }"#;
    for (by_turn, lost) in [("false", 3), ("true", 2)] {
        let rules = format!(r#""states_by_turn": {by_turn}"#);
        let mut it = Scenario::ruled(&rules, "@r", r#"{ "r": ["racer"] }"#, more);
        it.keys(".");
        assert_eq!(it.game.turn(), 1 + lost, "{by_turn}");
    }
}

#[test]
fn the_dead_do_nothing_more() {
    let more = r#"{ "kinds": {
            "owl": { "extends": "rat", "side": "owls", "look": { "glyph": "o" }, "mind": "slays",
                "abilities": ["slay"] },
            "racer": { "extends": "rat", "mind": "runs" } },
        "abilities": { "slay": { "aim": "nearest", "range": 2, "do": [{ "die": {} }] } },
        "minds": { "slays": [{ "cast": "slay" }], "runs": ["approach"] } }"#;
    let mut it = Scenario::new("@...or", r#"{ "o": ["owl"], "r": ["racer"] }"#, more);
    it.keys(".").shows("@...o.");
    assert_eq!(it.game.world.actors.len(), 2);
    let listed = it.game.world.roster.parties.iter().map(|(_, members)| members.len());
    assert_eq!(listed.sum::<usize>(), 2);
}

#[test]
fn a_thing_can_drain_the_player_who_sees_it() {
    let more = r#"{ "kinds": { "horror": { "extends": "rat",
        "on": { "seen": [{ "change": { "attribute": "mana", "by": -1, "of": "player" } }] } } } }"#;
    let mut it = Scenario::new("@.#r", r#"{ "r": ["horror"] }"#, more);
    assert_eq!(it.keys("..").hero_value("mana"), 10);
    let mut it = Scenario::new("@..r", r#"{ "r": ["horror"] }"#, more);
    assert_eq!(it.keys("..").hero_value("mana"), 8);
}

#[test]
fn a_thing_that_becomes_another_acts_as_the_new_kind() {
    let more = r#"{ "kinds": {
        "egg": { "as": "fixture", "look": { "glyph": "e" },
            "on": { "turn": [{ "say": "crack" }, { "become": { "kind": "chick", "of": "self" } }] } },
        "chick": { "extends": "rat", "look": { "glyph": "c" }, "mind": "runs",
            "on": { "turn": [{ "say": "peep" }] } } },
        "minds": { "runs": ["approach"] } }"#;
    let mut it = Scenario::new("@...e", r#"{ "e": ["egg"] }"#, more);
    it.keys("..").tells(&["crack", "peep"]);
    it.shows("@.c..");
}

#[test]
fn noises_are_heard_by_distance_and_direction() {
    let heard = |map: &str| {
        let more = r#"{ "kinds": { "bell": { "as": "fixture", "look": { "glyph": "b" },
            "on": { "turn": [{ "noise": { "text": "A bell", "range": 10 } }] } } } }"#;
        let mut it = Scenario::new(map, r#"{ "b": ["bell"] }"#, more);
        it.keys(".").lines()
    };
    assert_eq!(heard("@.b"), ["heard: A bell, Deafening, e"]);
    assert_eq!(heard("b...@"), ["heard: A bell, Clear, w"]);
    assert_eq!(heard("@\n.\n.\n.\n.\n.\nb"), ["heard: A bell, Faint, s"]);
    assert_eq!(heard("@.........b"), [""; 0]);
    assert_eq!(heard("..b\n#..\n@.."), ["heard: A bell, Deafening, ne"]);
}

/// Makes a scenario of ten rounds a second: each command is one round, however slow someone is.
fn in_real_time(map: &str, more: &str) -> Scenario {
    Scenario::ruled(r#""ticks": 10"#, map, r#"{ "t": ["tar"] }"#, more)
}

const TAR: &str = r#"{ "kinds": { "tar": { "as": "fixture", "on": { "enter": [{ "apply": { "state": "slow", "of": "actor" } }] } },
        "champion": { "extends": "hero", "stock": ["cup", "cup"] }, "cup": { "as": "item", "item": {} } },
    "states": { "slow": { "lasts": 9, "changes": [{ "attribute": "speed", "times": 0.5 }] } } }"#;

#[test]
fn in_real_time_every_command_is_one_round() {
    let mut it = in_real_time("@t.....", TAR);
    it.keys("ll").shows(".@.....");
    assert_eq!((it.game.turn(), it.refused.len()), (1, 1), "the second step comes too soon");
    it.keys(".l.l").shows(".?.@...");
    assert_eq!((it.game.turn(), it.refused.len()), (5, 1));
}

#[test]
fn in_real_time_rounds_pass_one_by_one_for_helpless_players() {
    let more = TAR.replace(r#""lasts": 9,"#, r#""lasts": 3, "helpless": true,"#);
    let mut it = in_real_time("@t.....", &more);
    it.keys("ll").shows(".@.....");
    assert_eq!(it.game.legal(0), [crate::Command::Wait]);
    it.keys("...l").shows(".?@....");
    assert_eq!(it.game.turn(), 5);
}

#[test]
fn in_real_time_a_round_waits_for_every_player() {
    let mut it = in_real_time("@......", TAR).party(2);
    it.keys("l");
    assert_eq!(it.game.turn(), 0);
    it.keys("l");
    assert_eq!(it.refused, [crate::Refusal::Helpless], "one command a round");
    it.command_by(1, &crate::Command::Wait);
    assert_eq!(it.game.turn(), 1);
}

#[test]
fn selecting_takes_a_round_in_real_time_only() {
    let select = crate::Command::Select { slot: 1 };
    let mut it = in_real_time("@..", TAR);
    it.command(&select).command(&crate::Command::Select { slot: 2 });
    assert_eq!((it.game.turn(), it.refused.as_slice()), (1, &[crate::Refusal::NoItem][..]));
    assert_eq!(it.game.view(0).unwrap().selected(), Some(1));
    let mut it = Scenario::new("@..", r#"{ "t": ["tar"] }"#, TAR);
    it.command(&select);
    assert_eq!((it.game.turn(), it.game.view(0).unwrap().selected()), (0, Some(1)));
}

#[test]
fn a_state_from_an_older_actor_runs_in_the_same_round() {
    let more = r#"{
        "states": {
            "pox": { "lasts": 9, "on": { "turn": [{ "say": "[Self] shiver[s]." },
                { "area": { "radius": 1, "at": "self", "spares": true, "do": [{ "apply": "cold" }] } }] } },
            "cold": { "lasts": 2, "on": { "turn": [{ "say": "[Self] sneeze[s]." }] } } },
        "kinds": { "rag": { "as": "fixture", "look": { "glyph": "b" },
            "on": { "enter": [{ "apply": "pox" }, { "remove": { "of": "self" } }] } } } }"#;
    let mut it = Scenario::new("@br.r", r#"{ "b": ["rag"], "r": ["rat"] }"#, more);
    it.keys("l").tells(&["You shiver.", "The rat sneezes."]);
    it.keys("h.").tells(&[
        "You shiver.",
        "The rat sneezes.",
        "You shiver.",
        "The rat sneezes.",
        "You shiver.",
    ]);
}
