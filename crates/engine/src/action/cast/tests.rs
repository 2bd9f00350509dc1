use crate::scenario::{Scenario, cell};
use crate::{Command, Refusal};

const WORLD: &str = r#"{
  "attributes": { "rage": { "number": "Fury." } },
  "abilities": {
    "bolt": { "cost": { "mana": 4 }, "range": 5, "aim": "nearest", "say": "[Actor] strike[s] [target] with a bolt.", "do": [{ "harm": 6 }] },
    "heal": { "cost": { "mana": "1d4" }, "cooldown": 3, "do": [{ "fill": "health" }] },
    "hex": { "aim": "target", "range": 3, "do": [{ "apply": "hexed" }] },
    "blast": { "aim": "cell", "radius": 1, "do": [{ "harm": 5 }] },
    "slam": { "radius": 1, "do": [{ "harm": 5 }] },
    "doom": { "aim": "cell", "radius": 1, "tell": 2, "tells": "The air hums.", "say": "Doom!", "do": [{ "harm": 50 }] },
    "fog": { "aim": "cell", "tell": 1, "do": [{ "put": "gas" }] },
    "drain": { "aim": "target", "range": 9, "tell": 2, "do": [{ "harm": 3 }, { "say": "[Self] drink[s]." }] },
    "chant": { "aim": "target", "range": 9, "tell": 2, "steady": true, "do": [{ "harm": 3 }] },
    "stun": { "aim": "target", "do": [{ "apply": "stunned" }] },
    "shove": { "aim": "target", "do": [{ "push": {} }] },
    "gift": { "cost": { "health": 20 }, "do": [{ "win": "At a price." }] }
  },
  "states": { "stunned": { "lasts": 3, "helpless": true },
    "hexed": { "lasts": 5, "begins": "[Target] [are|is] hexed." } },
  "fields": { "gas": { "look": { "glyph": "*" } } },
  "minds": { "seer": [{ "cast": "doom" }, "wait"],
    "leech": [{ "cast": "drain" }, "approach"], "cantor": [{ "cast": "chant" }, "wait"] },
  "kinds": {
    "champion": { "extends": "hero", "abilities": ["bolt", "heal", "hex", "blast", "slam", "doom", "fog", "gift",
        "stun", "shove"],
        "stock": ["scroll"] },
    "scroll": { "as": "item", "item": {}, "on": { "use": [{ "cast": "slam" }] } },
    "bomber": { "extends": "rat", "look": { "glyph": "b" }, "on": { "die": [{ "cast": "slam" }] } },
    "seer": { "extends": "rat", "look": { "glyph": "S" }, "mind": "seer", "has": { "speed": 100 } },
    "leech": { "extends": "seer", "look": { "glyph": "L" }, "mind": "leech" },
    "cantor": { "extends": "seer", "look": { "glyph": "C" }, "mind": "cantor" }
  }
}"#;

const SIGNS: &str =
    r#"{ "r": ["rat"], "b": ["bomber"], "S": ["seer"], "L": ["leech"], "C": ["cantor"] }"#;

fn scenario(map: &str) -> Scenario {
    Scenario::new(map, SIGNS, WORLD)
}

fn cast(ability: &str) -> Command {
    Command::Cast { ability: ability.into(), at: None }
}

fn cast_at(ability: &str, x: i32) -> Command {
    Command::Cast { ability: ability.into(), at: Some(cell(x, 0)) }
}

#[test]
fn the_nearest_foe_in_sight_and_range_is_struck() {
    let mut it = scenario("@..r.r");
    it.command(&cast("bolt")).tells(&["You strike the rat with a bolt."]);
    it.command(&cast("bolt")).shows("@....r");
    assert_eq!(it.hero_value("mana"), 2);
    it.command(&cast("bolt"));
    assert_eq!(it.refused, [Refusal::Lacks("MP".into())]);
}

#[test]
fn without_a_foe_in_reach_nothing_is_paid() {
    let mut it = scenario("@.....r");
    it.command(&cast("bolt"));
    let mut it2 = scenario("@#r");
    it2.command(&cast("bolt"));
    assert_eq!((it.refused, it2.refused), (vec![Refusal::NoTarget], vec![Refusal::NoTarget]));
    assert_eq!((it.game.turn(), it2.game.turn()), (0, 0));
}

#[test]
fn an_ability_may_keep_its_caster_apart() {
    for aim in ["cell", "target"] {
        let spell = r#"{ "abilities": { "storm": { "aim": "AIM", "range": 5, "apart": true, "do": [{ "say": "Thunder." }] } },
            "kinds": { "champion": { "extends": "hero", "abilities": ["storm"] } } }"#;
        let mut it = Scenario::new("@.r", r#"{ "r": ["rat"] }"#, &spell.replace("AIM", aim));
        it.command(&cast_at("storm", 0));
        assert_eq!(it.refused, [Refusal::NoAim], "{aim}");
        it.command(&cast_at("storm", 2)).tells(&["Thunder."]);
    }
}

#[test]
fn a_cooldown_must_pass() {
    let mut it = scenario("@.");
    it.command(&cast("heal")).command(&cast("heal"));
    assert_eq!(it.refused, [Refusal::NotYet(2)]);
    it.keys("..").forget().command(&cast("heal"));
    // Enough for the second time: it has cost at most eight.
    assert_eq!((it.refused.as_slice(), it.game.turn()), (&[][..], 4));
}

#[test]
fn an_ability_needs_its_maximum_cost() {
    let mut it = scenario("@.r");
    it.command(&cast("bolt")).command(&cast("bolt"));
    // Two are left, and healing may cost four.
    it.command(&cast("heal"));
    assert_eq!(it.refused, [Refusal::Lacks("MP".into())]);
}

#[test]
fn an_aim_is_asked_for_and_must_be_in_reach() {
    use Refusal::{NoAim, NoTarget, OutOfReach};
    let mut it = scenario("@r..#r");
    it.command(&cast("hex")).command(&cast_at("hex", 2)).command(&cast_at("hex", 5));
    it.command(&cast("blast")).command(&cast_at("blast", -7)).command(&cast("dance"));
    let unknown = Refusal::NoAbility("dance".into());
    assert_eq!(it.refused, [NoAim, NoTarget, OutOfReach, NoAim, OutOfReach, unknown]);
    it.command(&cast_at("hex", 1)).tells(&["The rat is hexed."]);
}

#[test]
fn a_blast_spares_its_caster() {
    let mut it = scenario("@rr.r");
    it.command(&cast_at("blast", 1)).command(&cast_at("blast", 1)).shows("@...r");
    assert_eq!(it.hero_value("health"), 20);
    let mut it = scenario("r@r");
    it.command(&cast("slam")).command(&cast("slam")).shows(".@.");
    assert_eq!(it.hero_value("health"), 20);
}

#[test]
fn an_announced_ability_hits_whoever_is_there_when_it_happens() {
    let mut it = scenario("@...S");
    it.keys(".").tells(&["The air hums.", "announced: 2 cells, 2 turns"]);
    it.keys("ll").forget();
    // The seer has announced again; the first one has fallen on empty ground.
    assert_eq!((it.game.end(), it.hero_value("health")), (None, 20));
    it.keys("..").shows("..?.S");
    assert_eq!(it.game.end().unwrap().text, "a seer");
}

#[test]
fn an_announced_ability_ends_with_its_caster() {
    let mut it = scenario("@S");
    it.keys("lll").forget();
    assert_eq!(it.find("seer"), None);
    it.keys("....");
    assert_eq!((it.lines().len(), it.hero_value("health")), (0, 20));
}

#[test]
fn an_announced_ability_may_hit_an_empty_cell() {
    let mut it = scenario("@..");
    it.command(&cast_at("fog", 2)).tells(&["announced: 1 cells, 1 turns"]).shows("@.*");
}

#[test]
fn whoever_has_announced_something_does_nothing_else_until_it_happens() {
    let mut it = scenario("@....L");
    it.keys("..").tells(&["announced: 1 cells, 2 turns"]).shows("@....L");
    assert_eq!(it.hero_value("health"), 20);
    it.forget().keys(".").tells(&["The leech drinks.", "announced: 1 cells, 2 turns"]);
    assert_eq!(it.hero_value("health"), 17);
}

#[test]
fn a_player_waits_for_what_was_announced() {
    let mut it = scenario("@....r");
    it.command(&cast_at("doom", 5));
    assert_eq!((it.game.turn(), it.find("rat")), (2, None));
}

#[test]
fn an_announced_ability_is_seen_but_does_nothing_if_nobody_is_left() {
    let mut it = scenario("@....L\n......");
    it.keys(".").forget();
    it.keys("jl").tells(&["announced: 1 cells, 2 turns"]);
    assert_eq!(it.hero_value("health"), 20);
}

#[test]
fn an_announced_ability_is_cancelled_if_its_caster_becomes_helpless() {
    let mut it = scenario("@....L");
    it.keys(".").command(&cast_at("stun", 5)).forget();
    assert_eq!(it.game.view(0).unwrap().announced().count(), 0);
    it.keys(".").tells(&[]);
    assert_eq!(it.hero_value("health"), 20);
}

#[test]
fn an_announced_ability_is_cancelled_if_its_caster_is_moved_unless_it_is_steady() {
    let mut it = scenario("@..L.#");
    it.keys(".").command(&cast_at("shove", 3)).keys(".").shows("@...L#");
    assert_eq!(it.hero_value("health"), 20);
    let mut it = scenario("@..C.#");
    it.keys(".").command(&cast_at("shove", 3)).keys(".").shows("@...C#");
    assert_eq!(it.hero_value("health"), 17);
}

#[test]
fn a_cost_in_life_is_paid_before_the_effect() {
    let mut it = scenario("@.");
    it.command(&cast("gift")).tells(&["lost: "]);
}

#[test]
fn an_effect_casts_as_the_owner_of_the_rule() {
    // By a scroll, the reader; he is spared.
    let mut it = scenario("r@r");
    it.keys("00").shows(".@.");
    assert_eq!(it.hero_value("health"), 20);
    // By a dying bomber, the bomber; its killer is not spared.
    let mut it = scenario("@b");
    it.keys("lll").shows("@.");
    assert_eq!(it.hero_value("health"), 15);
}
