use super::*;
use crate::keymap::Keymap;
use crate::stage::{begin, pack, view};

const RULES: &str = r#", "panel": [{"attribute": "health", "bar": true}, {"attribute": "gold"},
    {"label": "Depth", "value": "12 * 3"}]"#;

#[test]
fn the_status_is_what_the_pack_declares() {
    let run = begin(&pack("@.", RULES, "", "{}"), 7);
    let shown = status(&view(&run));
    let told: Vec<String> = shown.iter().map(|it| format!("{} {}", it.label, it.value)).collect();
    assert_eq!(told, ["Health 20/20", "Gold 0", "Depth 36"]);
    assert_eq!(shown.iter().map(Figure::permille).collect::<Vec<_>>(), [Some(1000), None, None]);
}

#[test]
fn the_sidebar_lists_everything_in_view() {
    let mut run = begin(&pack("#####\n#@kr#\n#####", RULES, "", "{}"), 7);
    let summary = RunSummary::of(run.game(), 0, None);
    let told = |view: &barrow_engine::View<'_>| {
        let mut lines = Vec::new();
        for section in sidebar(view, &summary) {
            lines.push(format!("= {}", section.heading));
            lines.extend(section.rows.iter().map(|it| it.text().trim_end().to_string()));
        }
        lines.join("\n")
    };
    let first = "= The stage\nHealth 20/20\nGold 0\nDepth 36\nScore 0\nSeed 7\n= In view\nr rat";
    assert_eq!(told(&view(&run)), first);
    for command in
        [barrow_engine::Command::Move(barrow_grid::Dir::East), barrow_engine::Command::Pickup]
    {
        run.step(0, &command).unwrap();
    }
    assert_eq!(told(&view(&run)), format!("{first}\n= Carried\n 1 key"));
}

#[test]
fn the_sidebar_tells_who_sleeps() {
    let more =
        r#"{ "kinds": { "sleeper": { "extends": "rat", "name": "rat", "is": ["asleep"] } } }"#;
    let run =
        begin(&pack("#####\n#@zr#\n#####", "", r#", "legend": { "z": ["sleeper"] }"#, more), 7);
    let sections = sidebar(&view(&run), &RunSummary::of(run.game(), 0, None));
    let seen = sections.iter().find(|it| it.heading == "In view").unwrap();
    let lines: Vec<String> = seen.rows.iter().map(|it| it.text().trim_end().into()).collect();
    assert_eq!(lines, ["r rat asleep", "r rat"]);
}

#[test]
fn who_poses_as_a_wall_is_not_listed_in_view() {
    let listed = |flags: &str| {
        let more = format!(
            r#"{{ "attributes": {{ "posing": {{ "flag": "Taken for a wall." }} }},
                "kinds": {{ "mimic": {{ "extends": "rat", "is": [{flags}] }} }} }}"#
        );
        let legend = r#", "legend": { "m": ["mimic"] }"#;
        let run = begin(&pack("#####\n#@.m#\n#####", RULES, legend, &more), 7);
        let (view, summary) = (view(&run), RunSummary::of(run.game(), 0, None));
        assert_eq!(view.actors().count(), 2, "it is drawn all the same");
        let sidebar = sidebar(&view, &summary).iter().any(|it| it.heading == "In view");
        let told = crate::words::surroundings(&view).iter().any(|it| it.contains("mimic"));
        (sidebar, told)
    };
    assert_eq!(listed(""), (true, true));
    assert_eq!(listed(r#""posing""#), (false, false));
}

#[test]
fn the_keys_are_those_that_are_bound() {
    let run = begin(&pack("@.", RULES, "", "{}"), 7);
    let keys = key_section(&view(&run), &Keymap::preset(crate::keymap::Preset::default()));
    let lines: Vec<String> = keys.rows.iter().map(Row::text).collect();
    assert!(lines.contains(&"o     explore".to_string()), "{lines:?}");
}

#[test]
fn an_ability_says_how_long_it_takes_until_it_is_ready() {
    let more = r#"{ "kinds": { "champion": { "extends": "hero", "abilities": ["hum"] } },
        "abilities": { "hum": { "aim": "self", "cooldown": 5, "do": [{ "say": "Hum." }] } } }"#;
    let mut run = begin(&pack("@.", RULES, "", more), 7);
    let told = |run: &barrow_engine::Run| {
        let sections = sidebar(&view(run), &RunSummary::of(run.game(), 0, None));
        let rows = sections.iter().flat_map(|it| &it.rows).map(|it| it.text().trim().to_owned());
        rows.filter(|it| it.starts_with("hum")).collect::<Vec<_>>()
    };
    assert_eq!(told(&run), ["hum"]);
    run.step(0, &barrow_engine::Command::Cast { ability: "hum".into(), at: None }).unwrap();
    assert!(told(&run)[0].starts_with("hum in "), "{:?}", told(&run));
}

#[test]
fn the_selected_item_goes_by_its_name_unless_that_is_a_code() {
    let keys = r#", "keys": [{ "key": "1", "label": "first", "select": 0 },
        { "key": "e", "label": "use", "order": "use" }]"#;
    let told = |item: &str| {
        let more = format!(
            r#"{{ "kinds": {{ "champion": {{ "extends": "hero", "stock": ["flask"] }},
                "flask": {{ "as": "item", "look": {{ "glyph": "!" }}, "item": {{ {item} }},
                    "on": {{ "use": [{{ "say": "Gulp." }}] }} }} }} }}"#
        );
        selected(&view(&begin(&pack("@.", keys, "", &more), 7)))
    };
    assert!(told("").starts_with("Flask: "), "{}", told(""));
    assert!(told(r#""means": "water""#).starts_with("Water: "), "{}", told(r#""means": "water""#));
}

/// Who stands beside the hero comes first; a friend is no foe.
#[test]
fn foes_are_listed_from_the_nearest() {
    let more = r#"{ "kinds": { "dog": { "extends": "rat", "side": "heroes", "look": { "glyph": "d" } } } }"#;
    let legend = r#", "legend": { "d": ["dog"] }"#;
    let run = begin(&pack("#########\n#r..@d.O#\n#########", RULES, legend, more), 7);
    let view = view(&run);
    let names: Vec<String> = foes(&view).iter().map(barrow_engine::Seen::name).collect();
    assert_eq!(names, ["rat", "ogre"]);
    let sections = sidebar(&view, &RunSummary::of(run.game(), 0, None));
    let told = sections.iter().find(|it| it.heading == "In view").unwrap().rows.iter();
    let told: Vec<String> = told.map(|it| it.text().trim_end().to_owned()).collect();
    assert_eq!(told, ["d dog (with you)", "r rat", "O ogre"]);
}

/// The rat has lost 2 of its 10 to the blow, and 1 to the poison.
#[test]
fn those_in_view_show_their_wounds_and_states() {
    let more = r#"{ "kinds": { "champion": { "extends": "hero", "strike": { "do": [
        { "harm": 2 }, { "apply": { "state": "poisoned", "for": 9 } }] } } } }"#;
    let mut run = begin(&pack("####\n#@r#\n####", RULES, "", more), 7);
    run.step(0, &barrow_engine::Command::Move(barrow_grid::Dir::East)).unwrap();
    let sections = sidebar(&view(&run), &RunSummary::of(run.game(), 0, None));
    let told = sections.iter().find(|it| it.heading == "In view").unwrap();
    let told: Vec<String> = told.rows.iter().map(|it| it.text().trim_end().to_owned()).collect();
    assert_eq!(told, ["r rat Poisoned", "7/10"]);
}

/// The names of this game are codes. Their words stand beside them where there is room.
#[test]
fn a_code_has_its_words_and_its_charge_beside_it() {
    let more = r#"{ "attributes": { "charge": { "gauge": "For lamps." } },
        "kinds": { "champion": { "extends": "hero", "stock": ["lamp", "key"] },
            "lamp": { "as": "item", "name": "LIT", "look": { "glyph": "l" },
                "has": { "charge": { "now": 49, "max": 50 } },
                "item": { "switch": {}, "means": "flashlight" }, "light": { "radius": 3 } } } }"#;
    let mut run = begin(&pack("#@.#", RULES, "", more), 7);
    let told = |run: &barrow_engine::Run| {
        let held = bag(&view(run)).into_iter();
        held.map(|it| [it.name, it.short, it.beside].join("; ")).collect::<Vec<_>>()
    };
    assert_eq!(told(&run), ["LIT 98%; LIT; flashlight 98%", "key; key; "]);
    run.step(0, &barrow_engine::Command::Use { slot: 0 }).unwrap();
    assert_eq!(told(&run)[0], "LIT (on) 98%; LIT*; flashlight 98%");
}
