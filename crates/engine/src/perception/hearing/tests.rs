use crate::scenario::Scenario;

const SIGNS: &str = r#"{ "d": ["drum"] }"#;

/// Returns a drum that sounds once.
fn drum(range: u32) -> String {
    format!(
        r#"{{ "kinds": {{ "drum": {{ "as": "fixture", "on": {{ "turn": [
            {{ "if": {{ "when": "turn = 1", "do": [{{ "noise": {{ "text": "A drum", "range": {range}, "at": "self" }} }}] }} }}] }} }} }} }}"#
    )
}

fn shown(it: &Scenario) -> Vec<String> {
    it.game.view(0).unwrap().heard().iter().map(ToString::to_string).collect()
}

/// Checks what is shown after the drum has sounded.
fn check(rules: &str, map: &str, range: u32, expected: &str) {
    let mut it = Scenario::ruled(rules, map, SIGNS, &drum(range));
    let expected: Vec<&str> = (!expected.is_empty()).then_some(expected).into_iter().collect();
    assert_eq!(shown(it.keys(".")), expected, "{map}, {range}");
}

#[test]
fn a_noise_is_as_loud_as_it_is_near() {
    check("", "@.d.......", 8, "[DEAFENING] A drum to the East");
    check("", "@..d......", 8, "[Clear] A drum to the East");
    check("", "@...d.....", 8, "[Faint] A drum to the East");
    check("", "@.......d.", 8, "");
    check("", "@......d..", 8, "[Faint] A drum to the East");
    check("", "..........d@", 2, "[DEAFENING] A drum to the West");
}

#[test]
fn a_noise_comes_from_a_walkable_direction() {
    check("", "....d\n.....\n.....\n@....", 20, "[Clear] A drum to the North-East");
    let four = r#""four_ways": true"#;
    check(four, "....d\n.....\n.....\n@....", 20, "[Clear] A drum to the East");
    check(four, "...d.\n.....\n.....\n@....", 20, "[Clear] A drum to the North-East");
    check(four, "@....\n.....\n.....\n.d...", 20, "[Clear] A drum to the South");
}

#[test]
fn a_noise_is_shown_for_a_while() {
    let rules = r#""noises_last": 3"#;
    let mut it = Scenario::ruled(rules, "@..d", SIGNS, &drum(8));
    let mut counts = Vec::new();
    for _ in 0..5 {
        counts.push(shown(it.keys(".")).len());
    }
    assert_eq!(counts, [1, 1, 1, 0, 0]);
}

#[test]
fn a_players_own_noise_is_shown_as_long() {
    let more = r#"{ "kinds": { "champion": { "extends": "hero", "stock": ["horn"] },
        "horn": { "as": "item", "item": {}, "on": { "use": [
            { "noise": { "text": "A horn", "range": 8, "at": "actor" } }] } } } }"#;
    let mut it = Scenario::ruled(r#""noises_last": 3"#, "@..", "{}", more);
    let counts = ["0", ".", ".", ".", "."].map(|key| shown(it.keys(key)).len());
    assert_eq!(counts, [1, 1, 1, 0, 0]);
}

#[test]
fn repeating_a_noise_extends_it() {
    let rules = r#""noises_last": 3"#;
    let twice = drum(8).replace("turn = 1", "turn <= 2");
    let mut it = Scenario::ruled(rules, "@..d", SIGNS, &twice);
    let mut counts = Vec::new();
    for _ in 0..6 {
        counts.push(shown(it.keys(".")).len());
    }
    assert_eq!(counts, [1, 1, 1, 1, 0, 0]);
    // The same noise at another volume is a separate one.
    let mut it = Scenario::ruled(rules, "@....d", SIGNS, &twice);
    let heard = shown(it.keys("ll"));
    assert_eq!(heard, ["[Faint] A drum to the East", "[Clear] A drum to the East"]);
}
