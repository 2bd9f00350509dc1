//! Cases in which a forecast once disagreed with the outcome.

use barrow_dice::Fixed;

use super::Span;
use crate::scenario::{Scenario, cell};
use crate::view::Trajectory;
use crate::{Carried, Command, Comparison, Forecast, Odds};

fn number(text: &str) -> Fixed {
    text.parse().unwrap()
}

/// Returns the forecast of a blow against the only other actor in sight.
fn odds(it: &Scenario) -> Odds {
    let view = it.game.view(0).unwrap();
    let foe = view.actors().find(crate::Seen::is_foe).unwrap();
    view.odds_against(&foe).unwrap()
}

/// Returns what a forecast says about an attribute.
fn change(it: &Scenario, forecast: &Forecast, attribute: &str) -> (i64, i64) {
    let span = forecast.change(it.game.pack().attributes.find(attribute).unwrap());
    (span.min.to_whole(), span.max.to_whole())
}

fn carried<T>(it: &Scenario, slot: u8, ask: impl Fn(&Carried<'_>) -> T) -> T {
    ask(&it.game.view(0).unwrap().bag().find(|it| it.slot == slot).unwrap())
}

#[test]
fn a_helpless_foe_that_evades_may_be_missed() {
    let more = r#"{ "states": { "asleep": { "lasts": 9, "helpless": true },
            "blurred": { "lasts": 9, "helpless": true, "evades": true } },
        "kinds": { "champion": { "extends": "hero", "strike": { "chance": 0.25 } } } }"#;
    for (state, chance) in [("asleep", "1"), ("blurred", "0.25")] {
        let mut it = Scenario::new("@r", r#"{ "r": ["rat"] }"#, more);
        let (rat, state) = (it.find("rat").unwrap(), it.game.pack().states.find(state).unwrap());
        let mut ctx = it.ctx();
        ctx.begin_state(rat, state, None, &crate::ctx::scene::Scene::of(rat));
        assert_eq!(odds(&it).chance, number(chance));
    }
}

const SWORD: &str = r#"{ "kinds": {
    "champion": { "extends": "hero", "stock": [{ "kind": "sword", "worn": true }],
        "strike": { "do": [{ "harm": 2 }, { "change": { "attribute": "gold", "by": 1, "of": "actor" } }] } },
    "sword": { "as": "item", "item": { "slot": "hand" }, "strike": { "do": [{ "harm": 1 }] },
        "on": { "hit": [{ "harm": { "by": 6, "of": "target" } }] } } } }"#;

#[test]
fn a_weapons_effects_on_a_hit_are_forecast() {
    let mut it = Scenario::new("@r", r#"{ "r": ["rat"] }"#, SWORD);
    let forecast = odds(&it);
    assert_eq!(change(&it, &forecast.hit, "health"), (-7, -7));
    it.keys("l");
    assert_eq!(it.value(it.find("rat").unwrap(), "health").to_whole(), 3);
}

#[test]
fn the_weapons_rule_decides_what_a_blow_is_forecast_to_do() {
    for (weapons, gold) in [("replace", 0), ("overlay", 1)] {
        let rules = format!(r#""weapons": "{weapons}""#);
        let mut it = Scenario::ruled(&rules, "@r", r#"{ "r": ["rat"] }"#, SWORD);
        let forecast = odds(&it);
        assert_eq!(change(&it, &forecast.hit, "health"), (-7, -7), "the weapon's harm counts");
        assert_eq!(change(&it, &forecast.own, "gold"), (gold, gold));
        it.keys("l");
        assert_eq!(it.hero_value("gold"), gold);
    }
}

#[test]
fn the_targets_reaction_is_forecast() {
    let more = r#"{ "kinds": { "urchin": { "extends": "rat",
        "on": { "struck": [{ "harm": { "by": 2, "of": "actor" } }] } } } }"#;
    let mut it = Scenario::new("@r", r#"{ "r": ["urchin"] }"#, more);
    let forecast = odds(&it);
    assert_eq!(change(&it, &forecast.own, "health"), (-2, -2));
    it.keys("l");
    assert_eq!(it.hero_value("health"), 18);
}

const SET: &str = r#"{ "kinds": {
    "champion": { "extends": "hero", "has": { "room": 9, "attack": 10, "health": 20 }, "stock": [
            { "kind": "helm", "worn": true }, "mail", { "kind": "rag", "worn": true }],
        "changes": [{ "attribute": "attack", "by": 4, "when": "wears.helm and wears.mail" },
                    { "attribute": "health", "by": 7, "when": "wears.helm and wears.mail" }] },
    "helm": { "as": "item", "item": { "slot": "head" } },
    "rag": { "as": "item", "item": { "slot": "body" }, "wear": [{ "attribute": "attack", "by": 2 }] },
    "mail": { "as": "item", "item": { "slot": "body" }, "wear": [{ "attribute": "attack", "by": 1 }] } },
    "slots": { "head": {} } }"#;

#[test]
fn comparing_a_worn_item_counts_set_bonuses() {
    let mut it = Scenario::new("@", "{}", SET);
    let find = |it: &Scenario, name: &str| it.game.pack().attributes.find(name).unwrap();
    let (attack, health) = (find(&it, "attack"), find(&it, "health"));
    let compared = carried(&it, 1, |mail| it.game.view(0).unwrap().if_worn(mail).unwrap());
    let value =
        |attribute, now, then| Comparison { attribute, now: number(now), then: number(then) };
    let mut expected = vec![value(attack, "12", "15"), value(health, "20", "27")];
    expected.sort_by_key(|it| it.attribute);
    assert_eq!(compared, expected);
    it.command(&Command::Equip { slot: 1 });
    assert_eq!(it.hero_value("attack"), 15);
    // Nothing would change for an item that is already worn.
    assert_eq!(carried(&it, 1, |mail| it.game.view(0).unwrap().if_worn(mail)), Some(vec![]));
}

#[test]
fn a_thing_on_the_floor_can_be_compared() {
    let more = SET.replace(r#", "mail", "#, ", ");
    let it = Scenario::new("@", r#"{ "@": ["mail"] }"#, &more);
    let view = it.game.view(0).unwrap();
    let mail = view.things().next().unwrap();
    let compared = view.if_worn(&Carried { slot: 0, worn: None, on: None, item: mail }).unwrap();
    assert_eq!(compared.iter().map(|it| it.then.to_whole()).sum::<i64>(), 15 + 27);
}

#[test]
fn a_random_chance_is_forecast_by_its_exact_mean() {
    let more = r#"{ "kinds": { "champion": { "extends": "hero",
        "strike": { "chance": "if(chance(0.1), 1, 0.2)" } } } }"#;
    let it = Scenario::new("@r", r#"{ "r": ["rat"] }"#, more);
    assert_eq!(odds(&it).chance, number("0.28"), "and not the 0.6 between 0.2 and 1");
    let vague = more.replace("if(chance(0.1), 1, 0.2)", "roll(0, 1000000) / 1000000");
    let it = Scenario::new("@r", r#"{ "r": ["rat"] }"#, &vague);
    assert_eq!(odds(&it).chance, number("0.5"), "too many cases: the middle");
}

#[test]
fn a_throw_has_odds_and_a_shattered_item_does_not_land() {
    let more = r#"{ "kinds": { "champion": { "extends": "hero", "stock": ["dart"] },
        "dart": { "as": "item", "item": { "shatters": true },
            "strike": { "chance": 0.4, "do": [{ "harm": 3 }] },
            "on": { "land": [{ "harm": { "by": 1, "of": "target" } }] } } } }"#;
    let it = Scenario::new("@.r", r#"{ "r": ["rat"] }"#, more);
    let view = it.game.view(0).unwrap();
    let foe = view.actors().find(crate::Seen::is_foe).unwrap();
    let odds = carried(&it, 0, |dart| view.throw_of(dart, &foe)).unwrap();
    assert_eq!(odds.chance, number("0.4"));
    assert_eq!(change(&it, &odds.hit, "health"), (-3, -3));
    assert_eq!(change(&it, &odds.miss, "health"), (-1, -1));
}

#[test]
fn later_effects_read_the_values_changed_by_earlier_ones() {
    let more = r#"{ "kinds": { "champion": { "extends": "hero", "strike": { "do": [
        { "change": { "attribute": "attack", "by": "roll(1, 3)", "of": "actor" } },
        { "harm": "actor.attack" },
        { "with": { "amount": "roll(0, 2)", "do": [
            { "change": { "attribute": "gold", "by": "amount * (2 - amount)" } }] } },
        { "repeat": { "times": 2, "do": [{ "change": { "attribute": "gold", "by": 5 } }] } }] } } } }"#;
    let it = Scenario::new("@r", r#"{ "r": ["rat"] }"#, more);
    let forecast = odds(&it).hit;
    assert_eq!(change(&it, &forecast, "health"), (-7, -5));
    assert_eq!(change(&it, &forecast, "gold"), (10, 14), "10 and 11 lie inside");
}

#[test]
fn a_throw_preview_stops_at_known_obstacles() {
    let more = r#"{ "kinds": { "champion": { "extends": "hero", "stock": ["bomb"] },
        "lurker": { "extends": "rat", "is": ["hidden"] },
        "bomb": { "as": "item", "item": {}, "on": { "land": [
            { "area": { "radius": 1, "at": "self", "do": [{ "harm": 1 }] } }] } } } }"#;
    let map = "
        #######
        #@.h.r#
        #######";
    let it = Scenario::new(map, r#"{ "r": ["rat"], "h": ["lurker"] }"#, more);
    let view = it.game.view(0).unwrap();
    let thrown = carried(&it, 0, |bomb| view.throw_at(bomb, cell(5, 1)));
    let Trajectory { path, hit, .. } = thrown;
    assert_eq!(
        path,
        [cell(2, 1), cell(3, 1), cell(4, 1), cell(5, 1)],
        "nobody knows of the lurker"
    );
    assert_eq!((hit.len(), hit[0], hit[8]), (9, cell(4, 0), cell(6, 2)));
    // It does stop at a wall, and at an actor in sight.
    let walled = carried(&it, 0, |bomb| view.throw_at(bomb, cell(1, 0)));
    assert_eq!((walled.path, walled.hit.contains(&cell(1, 1))), (vec![], true));
}

#[test]
fn a_spell_shows_the_cells_of_its_shape() {
    let more = r#"{ "fields": { "ice": {} }, "abilities": {
        "frost": { "aim": "cell", "do": [{ "put": { "field": "ice", "radius": 2, "star": true, "beyond": 1 } }] },
        "self_ward": { "aim": "cell", "do": [{ "area": { "radius": 2, "at": "actor", "do": ["die"] } }] } } }"#;
    let map = ".....\n.....\n@....\n.....\n.....";
    let it = Scenario::new(map, "{}", more);
    let view = it.game.view(0).unwrap();
    let cast = |name: &str| view.cast_at(view.pack().abilities.find(name).unwrap(), cell(2, 2)).hit;
    let star = [(0, 0), (2, 0), (4, 0), (0, 2), (2, 2), (4, 2), (0, 4), (2, 4), (4, 4)];
    assert_eq!(cast("frost"), star.map(|(x, y)| cell(x, y)));
    assert_eq!(cast("self_ward"), [cell(2, 2)], "what happens around the caster is not there");
}

/// It rains within five cells, and ice spreads by one more from each of them.
#[test]
fn a_storm_shows_the_whole_square_that_it_covers() {
    let more = r#"{ "fields": { "ice": {} }, "abilities": { "hail": { "aim": "cell", "do": [
        { "area": { "radius": 5, "do": [{ "put": { "field": "ice", "radius": 1 } }] } }] } } }"#;
    let mut rows = vec![".".repeat(15); 15];
    rows[7].replace_range(7..8, "@");
    let it = Scenario::new(&rows.join("\n"), "{}", more);
    let view = it.game.view(0).unwrap();
    let hit = view.cast_at(view.pack().abilities.find("hail").unwrap(), cell(7, 7)).hit;
    assert_eq!((hit.len(), hit[0], hit[168]), (13 * 13, cell(1, 1), cell(13, 13)));
}

#[test]
fn negating_a_span_swaps_its_ends() {
    let span = Span::new(number("-2"), number("5"));
    assert_eq!(span.negated(), Span::new(number("-5"), number("2")));
    assert_eq!(span.negated().negated(), span);
    assert_eq!(span.middle(), number("1.5"));
}

#[test]
fn a_field_is_forecast_from_the_strength_of_the_player() {
    let more = r#"{ "fields": { "thorns": { "on": { "turn": [{ "harm": { "by": "player.attack * 2" } }] } } } }"#;
    let it = Scenario::new("@.", "{}", more);
    let thorns = it.game.pack().fields.find("thorns").unwrap();
    let forecast = it.game.view(0).unwrap().standing_in(thorns);
    assert_eq!(change(&it, &forecast, "health"), (-8, -8));
}

#[test]
fn a_state_that_has_not_begun_leaves_the_forecast_exact() {
    let blow = |first: &str| {
        let more = format!(
            r#"{{ "states": {{ "rage": {{ "lasts": 3, "changes": [{{ "attribute": "attack", "by": 5 }}] }} }},
                "kinds": {{ "champion": {{ "extends": "hero", "strike": {{ "do": [{first},
                    {{ "harm": "actor.attack" }}] }} }} }} }}"#
        );
        let it = Scenario::new("@r", r#"{ "r": ["rat"] }"#, &more);
        let hit = odds(&it).hit;
        (change(&it, &hit, "health"), hit.more)
    };
    let gains = r#"{ "change": { "attribute": "attack", "by": 2, "of": "actor" } }"#;
    assert_eq!(blow(gains), ((-6, -6), false));
    let rages = r#"{ "apply": { "state": "rage", "of": "actor" } }"#;
    assert!(blow(rages).1, "how much an enraged hero hits for is open");
}

#[test]
fn a_blow_that_kills_needs_no_life_to_take() {
    let more = r#"{ "kinds": { "champion": { "extends": "hero", "strike": { "do": ["die"] } },
        "ghost": { "as": "actor", "is": ["solid"], "side": "foes", "mind": "still" } } }"#;
    let mut it = Scenario::new("@g", r#"{ "g": ["ghost"] }"#, more);
    assert!(odds(&it).hit.kills);
    it.keys("l");
    assert_eq!(it.find("ghost"), None);
}
