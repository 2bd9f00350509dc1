//! Levels laid out by graphs, with typed rooms.

use std::collections::BTreeMap;
use std::sync::Arc;

use barrow_dice::Fixed;
use barrow_grid::{Pos, Rect};
use barrow_pack::Pack;

use super::{GROUND, begin, count, pack_with};
use crate::ctx::scene::Scene;
use crate::scenario::Scenario;

const CRYPT: &str = r##"{
    "graphs": {
        "line": { "entrance": "hub", "exit": "exit", "drawing": ["[hub]--[1]--[2]--[3]--[exit]"] },
        "cross": { "entrance": "hub", "exit": "exit", "drawing": [
            "     [1]     ",
            "      |      ",
            "[2]--[hub]--[exit]",
            "      |      ",
            "     [3]     "] } },
    "rooms": {
        "den": { "label": "Den", "sign": "!", "color": "#ff0000", "places": [{ "kind": "rat", "count": 2 }],
            "on": { "clear": [{ "say": "The den is quiet." }],
                    "seen": [{ "say": "Something stirs." }] } },
        "hoard": { "label": "Hoard", "sign": "$", "places": [{ "kind": "apple", "count": "1 + floor" }],
            "templates": ["posts"],
            "on": { "enter": [{ "say": "Visit {amount}." }], "turn": [{ "change": { "attribute": "gold", "by": 1 } }] } },
        "throne": { "sign": "B" } },
    "templates": { "posts": ["#.#", ".a."] } }"##;

fn crypt(level: &str, layout: &str) -> Arc<Pack> {
    let level = format!(
        r#""first": {{ "dig": {{ "width": 60, "height": 40, "min_side": 5, "layout": {{ {layout} }} }},
            "legend": {{ "a": ["apple"] }}, {GROUND} {level} }}"#
    );
    pack_with(&level, 1, &[("crypt.json", CRYPT)])
}

const TYPES: &str = r#""types": { "den": 1, "hoard": 1, "throne": 1 }, "farthest": "throne""#;

fn rooms(it: &Scenario) -> Vec<(String, Rect)> {
    let pack = it.game.pack();
    let name = |kind| pack.rooms.name(kind).to_string();
    let truth = it.game.truth();
    truth.rooms().map(|(rect, kind)| (kind.map(name).unwrap_or_default(), rect)).collect()
}

fn room(it: &Scenario, kind: &str) -> Rect {
    rooms(it).iter().find(|(name, _)| name == kind).expect("it is there").1
}

/// Puts the hero on a cell and lets a round pass.
fn goes_to(it: &mut Scenario, at: Pos) {
    let hero = it.hero();
    it.ctx().lift(hero);
    it.ctx().put(hero, at);
    it.keys(".");
}

#[test]
fn types_are_counted_exactly_and_the_throne_is_farthest() {
    let layout = format!(r#""graphs": ["line"], {TYPES}"#);
    let pack = crypt("", &layout);
    let mut orders = BTreeMap::new();
    for seed in 0..60 {
        let it = begin(&pack, seed);
        let names: Vec<String> = rooms(&it).into_iter().map(|(name, _)| name).collect();
        assert_eq!(names[3], "throne", "the third room is the farthest free one");
        let mut typed = names.clone();
        typed.retain(|it| !it.is_empty());
        typed.sort();
        assert_eq!(typed, ["den", "hoard", "throne"]);
        *orders.entry(names).or_insert(0) += 1;
    }
    assert_eq!(orders.len(), 2, "the other two are shuffled");
}

#[test]
fn graphs_are_drawn_by_weights_that_may_depend_on_the_floor() {
    let layout = |weights: [&str; 2]| {
        let graphs = format!(
            r#""graphs": [{{ "graph": "line", "weight": "{}" }}, {{ "graph": "cross", "weight": "{}" }}]"#,
            weights[0], weights[1]
        );
        crypt("", &format!("{graphs}, {TYPES}"))
    };
    let crosses = |pack: &Arc<Pack>| {
        let is_cross = |seed: &u64| {
            let it = begin(pack, *seed);
            it.game.world.level.rooms.iter().any(|room| room.beside.len() == 4)
        };
        (0..200).filter(is_cross).count()
    };
    assert_eq!(crosses(&layout(["floor", "0"])), 0);
    assert_eq!(crosses(&layout(["0", "floor"])), 200);
    let some = crosses(&layout(["0.2", "0.8"]));
    assert!((140..180).contains(&some), "{some}");
}

#[test]
fn a_room_has_its_own_content_whatever_other_rooms_have() {
    let layout = format!(r#""graphs": ["cross"], {TYPES}"#);
    let apples = |it: &Scenario| -> Vec<Pos> {
        let apple = it.game.pack().kinds.find("apple").unwrap();
        let all = it.game.world.entities.iter().filter(|it| it.kind == apple);
        all.filter_map(crate::state::entity::Entity::pos).collect()
    };
    let plain = begin(&crypt("", &layout), 5);
    let more = r#", "places": [{ "kind": "rat", "rooms": "den", "count": 3 }]"#;
    let fuller = begin(&crypt(more, &layout), 5);
    assert_eq!((count(&plain, "rat"), count(&fuller, "rat")), (2, 5));
    assert_eq!(apples(&plain), apples(&fuller));
    assert_eq!(apples(&plain).len(), 3, "two that are placed, one that is drawn in the template");
    assert!(apples(&plain).iter().all(|&at| room(&plain, "hoard").contains(at)));
}

#[test]
fn templates_furnish_rooms_and_never_cut_them() {
    let layout = format!(r#""graphs": ["cross"], {TYPES}"#);
    let pack = crypt("", &layout);
    for seed in 0..50 {
        let it = begin(&pack, seed);
        let level = &it.game.world.level;
        let walls = room(&it, "hoard").cells().filter(|&at| !level.is_open(at)).count();
        assert_eq!(walls, 2, "{}", it.picture());
    }
}

#[test]
fn rooms_tell_when_they_are_entered_seen_and_cleared() {
    let layout = format!(r#""graphs": ["line"], {TYPES}"#);
    let mut it = begin(&crypt("", &layout), 3);
    let (hoard, den) = (room(&it, "hoard").center(), room(&it, "den").center());
    let start = it.game.world.level.start;
    it.forget();
    goes_to(&mut it, hoard);
    goes_to(&mut it, start);
    let gold = it.hero_value("gold");
    goes_to(&mut it, hoard);
    it.keys("..");
    assert!(it.hero_value("gold") > gold, "every turn there pays");
    let said = it.texts();
    assert!(said.contains(&"Visit 1.".into()) && said.contains(&"Visit 2.".into()), "{said:?}");
    it.forget();
    goes_to(&mut it, den);
    let hero = it.hero();
    for _ in 0..2 {
        assert!(!it.texts().contains(&"The den is quiet.".into()));
        let rat = it.find("rat").unwrap();
        it.ctx().kill(rat, Some(hero), "");
    }
    it.keys(".");
    assert_eq!(it.game.world.level.count_rooms(|room| room.cleared), 1);
    assert!(it.texts().contains(&"The den is quiet.".into()), "{:?}", it.texts());
}

#[test]
fn formulas_ask_about_rooms_and_the_size_of_the_level() {
    let layout = format!(r#""graphs": ["line"], {TYPES}"#);
    let places =
        r#", "places": [{ "kind": "apple", "rooms": "den", "count": "floor_cells / 100" }]"#;
    let mut it = begin(&crypt(places, &layout), 3);
    let cells = it.game.world.level.floor_cells;
    assert!(cells > 100, "{cells}");
    assert_eq!(count(&it, "apple"), 3 + cells as usize / 100);
    let den = room(&it, "den").center();
    goes_to(&mut it, den);
    let hero = it.hero();
    let pack = Arc::clone(it.game.pack());
    let den_id = pack.rooms.find("den").unwrap();
    let value = |it: &Scenario, word: barrow_pack::Word| {
        it.game.look().sheet().variable(word.variable(), &it.game.look().scene_of(hero))
    };
    let inside = barrow_pack::Word::In(barrow_pack::Subject::Own, den_id);
    assert_eq!(value(&it, inside), Fixed::ONE);
    assert_eq!(value(&it, barrow_pack::Word::RoomsEntered), Fixed::from_whole(2));
    assert!(value(&it, barrow_pack::Word::RoomsSeen) >= Fixed::from_whole(2));
    assert_eq!(value(&it, barrow_pack::Word::RoomsCleared), Fixed::ZERO);
}

#[test]
fn the_map_shows_what_kind_of_rooms_lie_ahead() {
    let layout = format!(r#""graphs": ["line"], {TYPES}"#);
    let signs = |it: &Scenario| {
        let view = it.game.view(0).unwrap();
        let mut signs: Vec<char> = view.room_signs().map(|(_, room)| room.sign()).collect();
        signs.sort_unstable();
        signs.into_iter().collect::<String>()
    };
    assert_eq!(signs(&begin(&crypt("", &layout), 3)), "", "nothing is told");
    let mut it = begin(&crypt(r#", "previews": true"#, &layout), 3);
    assert_eq!(signs(&it).len(), 1, "only the next room");
    let scene = Scene { player: Some(it.hero()), ..Scene::default() };
    let extent = barrow_pack::Extent::default();
    let at = barrow_pack::Subject::Target;
    it.ctx().reveal(barrow_pack::Reveal::Rooms, &extent, at, &scene);
    assert_eq!(signs(&it), "!$B");
}

#[test]
fn a_saved_run_knows_its_rooms() {
    let layout = format!(r#""graphs": ["cross"], {TYPES}"#);
    let mut it = begin(&crypt(r#", "previews": true"#, &layout), 3);
    let hoard = room(&it, "hoard").center();
    goes_to(&mut it, hoard);
    let bytes = it.game.to_bytes();
    let again = crate::Game::from_bytes(&bytes, Arc::clone(it.game.pack())).unwrap();
    assert_eq!(again.digest(), it.game.digest());
    assert_eq!(again.world.level.rooms, it.game.world.level.rooms);
}

#[test]
fn a_floor_that_asks_for_too_many_rooms_gets_what_fits() {
    let layout = r#""graphs": [{ "graph": "line", "weight": "floor - 1" }], "types": { "den": "floor * 9" }"#;
    let it = begin(&crypt("", layout), 1);
    let typed = rooms(&it).into_iter().filter(|(name, _)| name == "den").count();
    assert_eq!(typed, 3, "all free rooms");
}
