use super::*;
use crate::scenario::Scenario;

const SIGNS: &str = r#"{ "r": ["rat"], "k": ["rat"] }"#;

fn world(veil: &str) -> String {
    format!(
        r#"{{ "attributes": {{ "dread": {{ "number": "What the dark does to you." }} }},
            "veil": {{ "faces": {{ "shows": "name", "of": "foes", "as": ["your mother", "nobody"] {veil} }} }} }}"#
    )
}

/// Returns what the player calls the foes in sight, turn by turn.
fn names(veil: &str, turns: usize) -> Vec<Vec<String>> {
    let mut it = Scenario::new("@..\nr.k", SIGNS, &world(veil));
    let names = (0..turns).map(|_| {
        it.keys(".");
        let view = it.game.view(0).unwrap();
        view.actors().filter(|it| !it.is_self()).map(|it| it.definite()).collect()
    });
    names.collect()
}

#[test]
fn foes_have_false_names_that_last_some_turns() {
    let told = names(r#", "lasts": 4"#, 40);
    assert!(told.iter().flatten().all(|it| it == "your mother" || it == "nobody"), "{told:?}");
    for turns in told.chunks(4) {
        assert!(turns.iter().all(|it| *it == turns[0]), "{told:?}");
    }
    assert!(told.iter().any(|it| *it != told[0]), "they change in the end");
}

/// Each veil lies over those it is meant for, and over nobody else.
#[test]
fn a_veil_tells_friends_foes_and_things_apart() {
    let names = |of: &str| {
        let more = format!(
            r#"{{ "kinds": {{ "dog": {{ "extends": "rat", "side": "people", "look": {{ "glyph": "d" }} }},
                    "champion": {{ "extends": "hero", "side": "people" }},
                    "coin": {{ "as": "item", "item": {{}}, "look": {{ "glyph": "$" }} }},
                    "gong": {{ "as": "fixture", "look": {{ "glyph": "&" }} }} }},
                "veil": {{ "faces": {{ "shows": "name", "of": "{of}", "as": ["someone"] }} }} }}"#
        );
        let signs = r#"{ "r": ["rat"], "d": ["dog"], "$": ["coin"], "&": ["gong"] }"#;
        let mut it = Scenario::new("@$&.dr", signs, &more);
        it.keys(".");
        let view = it.game.view(0).unwrap();
        let all = view.actors().chain(view.things()).filter(|it| !it.is_self());
        let veiled = all.filter(|it| it.name().contains("someone"));
        let mut glyphs: Vec<char> = veiled.map(|it| it.glimpse().glyph()).collect();
        glyphs.sort_unstable();
        String::from_iter(glyphs)
    };
    assert_eq!(["friends", "foes", "items", "fixtures"].map(names), ["d", "r", "$", "&"]);
}

#[test]
fn a_veil_needs_its_condition_and_its_chance() {
    let plain = vec![vec!["the rat".to_owned(); 2]; 5];
    assert_eq!(names(r#", "when": "player.dread > 0""#, 5), plain);
    assert_eq!(names(r#", "chance": 0"#, 5), plain);
}

#[test]
fn who_knows_better_reads_the_truth_in_brackets() {
    for name in names(r#", "lifts": "it.foe""#, 1).concat() {
        assert!(name.ends_with(" [rat]"), "{name}");
    }
}

#[test]
fn no_rule_and_no_digest_knows_of_a_veil() {
    let play = |veil: &str| {
        let mut it = Scenario::new("@..\nr.k", SIGNS, &world(veil));
        it.keys("........");
        (it.game.check(), it.game.legal(0))
    };
    assert_eq!(play(""), play(r#", "chance": 0"#));
}

#[test]
fn messages_use_the_name_that_is_shown() {
    let more = world("").replacen('{', r#"{ "kinds": { "gong": { "as": "fixture", "is": ["solid"], "look": { "glyph": "&" },
        "on": { "bump": [{ "each": { "from": { "level": true, "what": "actors" }, "do": [{ "say": "[It] look[s] up." }] } }] } } },"#, 1);
    let mut it = Scenario::new("@&.\nr..", r#"{ "r": ["rat"], "&": ["gong"] }"#, &more);
    it.keys(".l");
    let told = it.texts().join(" ");
    assert!(told.contains("our mother looks up.") || told.contains("obody looks up."), "{told}");
}

#[test]
fn a_number_is_off_on_the_panel_alone() {
    let shown = |off: &str| {
        let more = format!(
            r#"{{ "veil": {{ "pulse": {{ "shows": "number", "of": "self", "off_by": {off} }} }} }}"#
        );
        let mut it = Scenario::ruled(r#""panel": [{ "attribute": "health" }]"#, "@.", "{}", &more);
        it.keys(".");
        let view = it.game.view(0).unwrap();
        let rows: Vec<Fixed> = view.panel().map(|it| it.value).collect();
        (rows, it.game.check())
    };
    let ((truth, check), (wrong, again)) = (shown("0"), shown("-3"));
    assert_eq!(check, again);
    let off: Vec<i64> = truth.iter().zip(&wrong).map(|(a, b)| (*a - *b).to_whole()).collect();
    assert_eq!(off, [3], "{truth:?} {wrong:?}");
}

#[test]
fn the_life_of_a_foe_is_off_and_the_truth_stays() {
    let more = r#"{ "veil": { "wounds": { "shows": "number", "of": "foes", "attribute": "health", "off_by": -7 } } }"#;
    let mut it = Scenario::new("@.r", SIGNS, more);
    it.keys(".");
    let rat = it.find("rat").unwrap();
    assert_eq!(it.value(rat, "health").to_whole(), 10);
    let view = it.game.view(0).unwrap();
    let life = |own: bool| {
        let seen = view.actors().find(|it| it.is_self() == own).unwrap();
        let (_, value) = seen.gauges().next().unwrap();
        (value.now.to_whole(), value.max.to_whole())
    };
    assert_eq!((life(false), life(true)), ((3, 10), (20, 20)));
}

#[test]
fn messages_may_lie_and_who_knows_better_reads_both() {
    let told = |lifts: &str| {
        let more = format!(
            r#"{{ "veil": {{ "voices": {{ "shows": "text", "as": ["Turn around."] {lifts} }} }},
                "kinds": {{ "gong": {{ "as": "fixture", "is": ["solid"], "look": {{ "glyph": "&" }},
                    "on": {{ "bump": [{{ "say": "Bong." }}] }} }} }} }}"#
        );
        let mut it = Scenario::new("@&", r#"{ "&": ["gong"] }"#, &more);
        it.keys(".l");
        it.texts()
    };
    assert_eq!(told(""), ["Turn around."]);
    assert_eq!(told(r#", "lifts": 1"#), ["Turn around. [Bong.]"]);
    assert_eq!(told(r#", "chance": 0"#), ["Bong."]);
}

#[test]
fn an_unknown_room_may_look_like_another() {
    let more = |lifts: &str| {
        format!(
            r#"{{ "rooms": {{ "den": {{ "sign": "!" }}, "hoard": {{ "sign": "$" }} }},
                "graphs": {{ "pair": {{ "entrance": "hub", "drawing": ["[hub]--[den]"] }} }},
                "veil": {{ "hope": {{ "shows": "room", "as": ["hoard"] {lifts} }} }},
                "levels": {{ "below": {{ "previews": true, "ground": {{ "floor": "floor", "wall": "wall" }},
                    "dig": {{ "width": 40, "height": 20, "layout": {{ "graphs": ["pair"] }} }} }} }} }}"#
        )
    };
    let signs = |lifts: &str| {
        let links = r#""links": { "down": "below" }"#;
        let mut it = Scenario::staged("", links, "@>", "{}", &more(lifts));
        it.keys("l>.");
        let view = it.game.view(0).unwrap();
        view.room_signs().map(|(_, room)| room.sign()).collect::<String>()
    };
    assert_eq!(signs(""), "$");
    assert_eq!(signs(r#", "lifts": 1"#), "!");
}
