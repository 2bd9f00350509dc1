use crate::scenario::Scenario;

/// Makes a scenario with a hero who wears a relic that does this.
fn with_relic(relic: &str, map: &str, more: &str) -> Scenario {
    let more = format!(
        r#"{{ "slots": {{ "neck": {{ "label": "Neck" }}, "ring": {{ "label": "Ring" }} }},
        "attributes": {{ "fire_taken": {{ "number": "How fire hurts.", "default": 1 }} }},
        "abilities": {{ "spark": {{ "aim": "nearest", "range": 5, "do": [{{ "harm": {{ "by": 3, "type": "fire" }} }}] }} }},
        "kinds": {{
            "champion": {{ "extends": "hero", "abilities": ["spark"], "has": {{ "room": 9 }},
                "stock": [{{ "kind": "relic", "worn": true }}] }},
            "brute": {{ "extends": "rat", "mind": "fights", "look": {{ "glyph": "b" }} }},
            "relic": {{ "as": "item", "item": {{ "slot": "neck" }}, "look": {{ "glyph": "i" }}, {relic} }} {more} }},
        "minds": {{ "fights": ["strike"] }} }}"#
    );
    Scenario::new(map, r#"{ "r": ["rat"], "b": ["brute"] }"#, &more)
}

#[test]
fn a_worn_relic_feels_the_blow_of_its_wearer() {
    let relic =
        r#""on": { "hit": [{ "say": "[Self] drink[s] {amount} from [target] for [actor]." }] }"#;
    let mut it = with_relic(relic, "@r.", "");
    it.keys("l").tells(&["The relic drinks 4 from the rat for you."]);
}

#[test]
fn a_relic_reacts_when_its_wearer_is_struck() {
    let relic = r#""on": { "struck": [{ "harm": { "by": "amount", "of": "actor" } }, { "say": "[Item] bite[s] back at [actor] for [target]." }] }"#;
    let mut it = with_relic(relic, "@b", "");
    it.keys(".").tells(&["The relic bites back at the brute for you."]);
    let (brute, hero) = (it.find("brute").unwrap(), it.hero());
    assert_eq!(it.value(brute, "health").to_whole(), 7);
    assert_eq!(it.value(hero, "health").to_whole(), 17);
}

#[test]
fn relics_take_part_in_steps_kills_spells_and_deaths() {
    let relic = r#""on": {
        "step": [{ "say": "Step." }], "kill": [{ "say": "Kill of {amount}." }],
        "cast": [{ "say": "Cast at [target]." }], "die": [{ "say": "[Self] outlive[s] [target]." }],
        "arrive": [{ "say": "Arrive." }], "clear": [{ "say": "Clear." }] }"#;
    let mut it = with_relic(relic, "@.r", "");
    assert!(it.texts().contains(&"Arrive.".to_string()));
    it.forget().keys("l").tells(&["Step."]);
    it.forget()
        .command(&crate::Command::Cast { ability: "spark".into(), at: None })
        .tells(&["Cast at the rat."]);
    it.forget().keys("ll").tells(&["Kill of 4.", "Clear."]);
    let hero = it.hero();
    it.ctx().kill(hero, None, "old age");
    let told = it.game.world.notices.0.iter().map(|it| format!("{:?}", it.event));
    assert!(told.into_iter().any(|it| it.contains("The relic outlives you.")));
}

#[test]
fn what_is_only_carried_takes_no_part_unless_it_says_so() {
    let said = |item: &str| {
        let relic = r#""about": "Still.""#;
        let more = format!(
            r#", "bead": {{ "as": "item", "item": {{ {item} }}, "look": {{ "glyph": "o" }},
                "on": {{ "hit": [{{ "say": "Click." }}] }} }},
            "sack": {{ "as": "item", "item": {{}}, "look": {{ "glyph": "o" }} }}"#
        );
        let mut it = with_relic(relic, "@r", &more);
        let bead = it.game.pack().kinds.find("bead").unwrap();
        let (hero, item) = (it.hero(), it.ctx().make(bead));
        it.ctx().stow(hero, item);
        it.keys("l").texts().contains(&"Click.".to_string())
    };
    assert!(!said(r#""slot": "ring""#));
    assert!(said(r#""slot": "ring", "passive": true"#));
    assert!(!said(""));
}

/// A charm works in the bag. The ring beside it must be worn.
#[test]
fn a_ring_in_the_bag_is_still_even_beside_a_charm_at_work() {
    let more = r#", "charm": { "as": "item", "item": { "passive": true }, "look": { "glyph": "c" },
            "on": { "hit": [{ "say": "Hum." }] } },
        "band": { "as": "item", "item": { "slot": "ring" }, "look": { "glyph": "o" },
            "on": { "hit": [{ "say": "Click." }] } }"#;
    let mut it = with_relic(r#""about": "Still.""#, "@r", more);
    let hero = it.hero();
    for name in ["charm", "band"] {
        let kind = it.game.pack().kinds.find(name).unwrap();
        let item = it.ctx().make(kind);
        it.ctx().stow(hero, item);
    }
    let told = it.keys("l").texts();
    let heard = ["Hum.", "Click."].map(|text| told.contains(&text.to_owned()));
    assert_eq!(heard, [true, false], "{told:?}");
}

#[test]
fn a_weapon_without_a_strike_takes_part_once() {
    let relic = r#""about": "Still.""#;
    let club = |strike: &str| {
        format!(
            r#", "club": {{ "as": "item", "item": {{ "slot": "hand" }}, "look": {{ "glyph": "/" }}, {strike}
            "on": {{ "hit": [{{ "say": "Thump." }}] }} }}"#
        )
    };
    for strike in ["", r#""strike": { "do": [{ "harm": 1 }] },"#] {
        let mut it = with_relic(relic, "@r", &club(strike));
        let kind = it.game.pack().kinds.find("club").unwrap();
        let (hero, item) = (it.hero(), it.ctx().make(kind));
        it.ctx().stow(hero, item);
        it.command(&crate::Command::Equip { slot: 1 }).keys("l");
        let thumps = it.texts().iter().filter(|it| *it == "Thump.").count();
        assert_eq!(thumps, 1, "{strike}");
    }
}

#[test]
fn states_take_part_as_well() {
    let more = r#"{ "states": { "bloodlust": { "lasts": 9, "on": {
            "hit": [{ "change": { "attribute": "gold", "by": "amount", "of": "self" } }] } } },
        "kinds": { "champion": { "extends": "hero" } } }"#;
    let mut it = Scenario::new("@r", r#"{ "r": ["rat"] }"#, more);
    let hero = it.hero();
    let state = it.game.pack().states.find("bloodlust").unwrap();
    let scene = crate::ctx::scene::Scene::of(hero);
    it.ctx().begin_state(hero, state, None, &scene);
    it.keys("l");
    assert_eq!(it.hero_value("gold"), 4);
}

#[test]
fn the_forecast_knows_what_relics_do() {
    let relic = r#""on": { "hit": [{ "harm": { "by": "2 * type.fire + 1", "type": "fire" } }],
        "struck": [{ "change": { "attribute": "gold", "by": "amount", "of": "target" } }] }"#;
    let mut it = with_relic(relic, "@b", "");
    let view = it.game.view(0).unwrap();
    let foe = view.actors().find(|it| !it.is_self()).unwrap();
    let life = it.game.pack().rules.life;
    let gold = it.game.pack().attributes.find("gold").unwrap();
    let odds = view.odds_against(&foe).unwrap();
    assert_eq!(odds.hit.change(life).min.to_whole(), -5, "{odds:?}");
    assert!(!odds.hit.more);
    let theirs = view.odds_of(&foe).unwrap();
    assert_eq!(theirs.hit.change(gold).max.to_whole(), 3, "{theirs:?}");
    it.keys("l");
    let brute = it.find("brute").unwrap();
    assert_eq!(it.value(brute, "health").to_whole(), 5);
    assert_eq!(it.hero_value("gold"), 3);
}
