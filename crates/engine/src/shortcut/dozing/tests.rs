use crate::scenario::Scenario;

const MORE: &str = r#"{ "kinds": {
        "lurker": { "extends": "rat", "look": { "glyph": "z" }, "mind": "lurks" },
        "watcher": { "extends": "rat", "look": { "glyph": "w" }, "mind": "watches" },
        "drifter": { "extends": "rat", "look": { "glyph": "d" }, "mind": "drifts" },
        "hound": { "extends": "rat", "look": { "glyph": "h" }, "mind": "hunts", "has": { "speed": 120 } },
        "snail": { "extends": "lurker", "look": { "glyph": "n" }, "has": { "speed": 70 } } },
    "minds": { "lurks": [{ "ambush": 3 }, "strike", "approach"],
        "watches": ["strike", { "approach": { "within": 2 } }], "drifts": ["wander"],
        "hunts": ["strike", { "approach": { "sense": "always" } }] } }"#;

const SIGNS: &str = r#"{ "z": ["lurker"], "w": ["watcher"], "d": ["drifter"], "n": ["snail"],
    "h": ["hound"], "r": ["rat"] }"#;

/// Those who doze, as the glyphs of their kinds.
fn dozers(it: &Scenario) -> String {
    let dozing = it.game.world.entities.iter().filter(|it| it.dozes);
    dozing.map(|entity| it.game.pack().kinds.get(entity.kind).look.glyph).collect()
}

#[track_caller]
fn check(map: &str, keys: &str, dozing: &str, after: &str) {
    let mut it = Scenario::new(map, SIGNS, MORE);
    it.keys(keys).shows(after);
    assert_eq!(dozers(&it), dozing);
}

#[test]
fn who_would_only_wait_is_not_asked_again() {
    check("@......z..w", ".", "zw", "@......z..w");
    check("@......z..w", "...", "zw", "@......z..w");
    check("@.........n", "..", "", "@.........n");
}

#[test]
fn a_foe_who_comes_near_rouses_the_one_and_not_the_other() {
    check("@......z..w", "lll", "zw", "...@...z..w");
    check("@......z..w", "llll", "w", "....@.z...w");
    check("@......z..w", "lllll", "w", ".....@z...w");
}

#[test]
fn friends_pass_by() {
    let mut it = Scenario::new("@#####z.d..z#", SIGNS, MORE);
    it.keys("........................");
    assert_eq!(dozers(&it), "zz");
}

#[test]
fn harm_from_afar_rouses() {
    let more = MORE.replacen(
        r#""kinds": {"#,
        r#""abilities": { "bolt": { "aim": "target", "range": 9, "do": [{ "harm": 1 }] } },
        "kinds": { "champion": { "extends": "hero", "abilities": ["bolt"] },"#,
        1,
    );
    let more = more.replace(r#"["wander"]"#, r#"["strike_back"]"#);
    let mut it = Scenario::new("@....d", SIGNS, &more);
    it.keys(".");
    assert_eq!(dozers(&it), "d");
    let at = Some(crate::scenario::cell(5, 0));
    it.command(&crate::Command::Cast { ability: "bolt".into(), at });
    assert_eq!((it.refused.len(), dozers(&it).as_str()), (0, ""));
}

#[test]
fn asking_the_dozers_makes_no_difference() {
    let map = "#############\n#@..z..w..n.#\n#..##.d.##..#\n#.z....wh.hz#\n#############";
    for seed in 0..20 {
        let mut it = Scenario::new(map, SIGNS, MORE).seeded(seed);
        let mut sleepless = Scenario::new(map, SIGNS, MORE).seeded(seed);
        sleepless.game.world.shortcuts_off = true;
        for key in "ll.jjllkl.ljlljhhkk..ll".chars() {
            it.keys(&key.to_string());
            sleepless.keys(&key.to_string());
            assert_eq!(it.game.digest(), sleepless.game.digest());
            assert_eq!(dozers(&sleepless), "");
        }
        assert_eq!(it.events, sleepless.events);
    }
}
