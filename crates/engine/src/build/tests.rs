mod connected;
mod rooms;
mod ways;

use std::collections::BTreeMap;
use std::sync::Arc;

use barrow_dice::{Rng, Seed};
use barrow_grid::{Adjacency, Dir, DistanceMap};
use barrow_pack::{Files, Pack, load};

use crate::scenario::{Scenario, cell};
use crate::{Command, Game, Setup};

const THINGS: &str = r#"{ "kinds": {
    "apple": { "as": "item", "item": {}, "look": { "glyph": "%" } },
    "lava": { "as": "terrain", "look": { "glyph": "~" } },
    "grass": { "as": "terrain", "look": { "glyph": "," } },
    "gate": { "as": "fixture", "look": { "glyph": "G", "open_glyph": "g" },
        "door": { "locked": true, "colored": true, "keys": ["key"], "consumes": true } },
    "key": { "as": "item", "item": {}, "look": { "glyph": "k" } } },
    "fields": { "gas": {} } }"#;

#[test]
fn a_drawing_uses_its_legend_and_the_default_signs() {
    let signs = r#"{ "%": ["apple"], "r": ["grass", "rat"], "x": ["grass", "apple", "rat"] }"#;
    let links = r#""links": { "up": "here" }"#;
    let it = Scenario::staged("", links, "#@.+<>\n%r.x  #", signs, THINGS);
    it.shows("#@.+<>#\n%r.r###");
    let level = &it.game.world.level;
    let glyph = |x, y| it.game.pack().kinds.get(level.ground[cell(x, y)]).look.glyph;
    assert_eq!([glyph(1, 1), glyph(3, 1), glyph(0, 1), glyph(4, 1)], [',', ',', '.', '#']);
    assert!(level.piles[cell(3, 1)].is_some(), "the apple lies beneath the rat");
}

/// Returns a pack of the base pack and these levels that starts on `floor`.
fn pack(levels: &str, floor: u32) -> Arc<Pack> {
    pack_with(levels, floor, &[])
}

fn pack_with(levels: &str, floor: u32, maps: &[(&str, &str)]) -> Arc<Pack> {
    let game = format!(
        r#"{{ "pack": {{ "title": "Levels", "heroes": ["hero"], "start": "first", "life": "health",
            "first_floor": {floor} }}, "levels": {{ {levels} }} }}"#
    );
    let texts = [
        ("base.json", include_str!("../scenario.json")),
        ("things.json", THINGS),
        ("levels.json", &game),
    ];
    let texts = texts.into_iter().chain(maps.iter().copied());
    let files: BTreeMap<String, Vec<u8>> =
        texts.map(|(name, text)| (name.into(), text.as_bytes().to_vec())).collect();
    let loaded = load(Files::new(files));
    loaded.pack.unwrap_or_else(|| panic!("{}", loaded.report.render(&loaded.files)))
}

fn begin(pack: &Arc<Pack>, seed: u64) -> Scenario {
    let setup =
        Setup { seed: Seed(seed), level: None, heroes: vec![String::new()], ..Setup::default() };
    let (game, turn) = Game::new(Arc::clone(pack), &setup).unwrap();
    Scenario { game, events: turn.events(0).cloned().collect(), refused: Vec::new() }
}

const GROUND: &str = r#""ground": { "floor": "floor", "wall": "wall", "door": "door",
    "down": "down", "up": "up", "lava": "lava" }"#;

/// Counts the things of a kind.
fn count(it: &Scenario, kind: &str) -> usize {
    let kind = it.game.pack().kinds.find(kind).unwrap();
    it.game.world.entities.iter().filter(|entity| entity.kind == kind && entity.exists()).count()
}

/// The vault says what its `a` is. Its `r` and the `a` of others are for the level to say.
#[test]
fn the_marks_of_a_template_stand_for_its_own_things_first() {
    let vault = r######"{ "templates": { "vault": { "drawing": ["#####", "#ara#", "##+##"],
        "legend": { "a": ["apple"] } } } }"######;
    let level = format!(
        r#""first": {{ "dig": {{ "algorithm": "bsp", "width": 60, "height": 30, "templates": ["vault"] }},
            {GROUND}, "legend": {{ "a": ["key"], "r": ["rat"] }} }}"#
    );
    let it = begin(&pack_with(&level, 1, &[("vault.json", vault)]), 3);
    let counts = ["apple", "rat", "key"].map(|kind| count(&it, kind));
    assert_eq!(counts, [2, 1, 0], "{}", it.picture());
}

#[test]
fn a_level_grows_with_its_floor() {
    let level = format!(
        r#""first": {{ "dig": {{ "algorithm": "bsp", "width": "30 + 10 * floor", "height": 25 }}, {GROUND} }}"#
    );
    let width = |floor| begin(&pack(&level, floor), 1).game.world.level.bounds().width;
    assert_eq!([width(1), width(3)], [40, 60]);
}

fn placed(placement: &str, floor: u32, seed: u64) -> Scenario {
    let level = format!(
        r#""first": {{ "dig": {{ "algorithm": "bsp", "width": 60, "height": 30 }}, {GROUND},
            "places": [{placement}] }}"#
    );
    begin(&pack(&level, floor), seed)
}

#[test]
fn things_are_placed_by_count_chance_and_condition() {
    let rats = |placement: &str, floor| count(&placed(placement, floor, 3), "rat");
    assert_eq!(rats(r#"{ "kind": "rat" }"#, 1), 1);
    assert_eq!(rats(r#"{ "kind": "rat", "count": "2 * floor" }"#, 4), 8);
    assert_eq!(rats(r#"{ "kind": "rat", "count": 5, "when": "floor > 3" }"#, 3), 0);
    assert_eq!(rats(r#"{ "kind": "rat", "count": 5, "when": "floor > 3" }"#, 4), 5);
    let some = rats(r#"{ "kind": "rat", "count": 40, "chance": 0.5 }"#, 1);
    assert!((10..30).contains(&some), "{some}");
}

#[test]
fn things_are_placed_in_rooms_and_near_the_stairs() {
    let it = placed(r#"{ "kind": "rat", "site": "rooms" }"#, 1, 3);
    let hero = it.game.world.entities[it.hero().index()].pos().unwrap();
    let rat = it.game.pack().kinds.find("rat").unwrap();
    let rats = it.game.world.entities.iter().filter(|entity| entity.kind == rat);
    let places: Vec<_> = rats.filter_map(crate::state::entity::Entity::pos).collect();
    assert!(places.len() > 3 && places.iter().all(|at| at.chebyshev(hero) > 2), "{places:?}");
    let near = |site: &str, way: &str| {
        let it = placed(&format!(r#"{{ "kind": "apple", "site": "{site}" }}"#), 1, 3);
        let place = |kind| it.game.world.entities[it.find(kind).unwrap().index()].pos().unwrap();
        place("apple").chebyshev(place(way))
    };
    assert!(near("start", "hero") <= 1 && near("exit", "down") <= 1);
}

#[test]
fn each_thing_is_placed_in_a_random_room() {
    let it = placed(r#"{ "kind": "rat", "site": "room", "count": 7 }"#, 1, 3);
    assert_eq!(count(&it, "rat"), 7);
}

#[test]
fn bare_placements_are_not_under_actors() {
    for seed in 0..30 {
        let placement =
            r#"{ "kind": "rat", "count": 300 }, { "kind": "apple", "count": 60, "bare": true }"#;
        let it = placed(placement, 1, seed);
        let apple = it.game.pack().kinds.find("apple").unwrap();
        let mut apples = it.game.world.entities.iter().filter(|entity| entity.kind == apple);
        let level = &it.game.world.level;
        let covered = apples.any(|it| it.pos().is_some_and(|at| level.actor_at(at).is_some()));
        assert!(!covered, "seed {seed}");
    }
}

#[test]
fn unseen_placements_are_out_of_sight_of_the_arrival_cell() {
    for seed in 0..30 {
        let it = placed(r#"{ "kind": "rat", "count": 20, "unseen": true }"#, 1, seed);
        let (level, hero) = (&it.game.world.level, it.game.world.level.start);
        let rat = it.game.pack().kinds.find("rat").unwrap();
        let mut rats = it.game.world.entities.iter().filter(|entity| entity.kind == rat);
        assert_eq!(rats.clone().count(), 20);
        let seen = |at| barrow_grid::Sight::Shadow.sees(&level.opaque, hero, at, 100);
        assert!(rats.all(|rat| rat.pos().is_some_and(|at| !seen(at))), "seed {seed}");
    }
}

#[test]
fn fields_are_placed_on_the_given_number_of_cells() {
    let it = placed(r#"{ "field": "gas", "amount": 3, "count": 12 }"#, 1, 3);
    let field = it.game.pack().fields.find("gas").unwrap();
    let level = &it.game.world.level;
    let amounts = level.bounds().cells().map(|at| level.field_at(field, at));
    let some: Vec<u8> = amounts.filter(|&amount| amount > 0).collect();
    assert_eq!(some, [3; 12]);
}

#[test]
fn tables_draw_by_weight() {
    let level = format!(
        r#""first": {{ "dig": {{ "algorithm": "bsp", "width": 60, "height": 30 }}, {GROUND},
            "places": [{{ "table": "finds", "count": 60 }}] }} }},
        "tables": {{ "finds": [{{ "kind": "apple", "weight": 3 }}, {{ "kind": "key" }}, {{ "weight": 2 }}]"#
    );
    let it = begin(&pack(&level, 1), 5);
    let (apples, keys) = (count(&it, "apple"), count(&it, "key"));
    assert!(apples > keys && keys > 0 && apples + keys < 60, "{apples} {keys}");
}

#[test]
fn nothing_is_placed_in_walls_or_out_of_reach() {
    for (seed, algorithm) in (0..30).zip(["bsp", "cellular", "drunkard"].into_iter().cycle()) {
        let level = format!(
            r#""first": {{ "dig": {{ "algorithm": "{algorithm}", "width": 60, "height": 30 }}, {GROUND},
                "places": [{{ "kind": "rat", "count": 20 }}, {{ "kind": "apple", "count": 20 }},
                    {{ "kind": "apple", "site": "exit" }}, {{ "kind": "rat", "site": "start" }}] }}"#
        );
        let it = begin(&pack(&level, 1), seed);
        let level = &it.game.world.level;
        let mut open = level.barred.clone();
        open.invert();
        let hero = it.game.world.entities[it.hero().index()].pos().unwrap();
        let mut reach = DistanceMap::new();
        reach.measure(&open, Adjacency::Eight, &[hero]);
        for entity in it.game.world.entities.iter().filter(|it| it.exists()) {
            let at = entity.pos().expect("it stands somewhere");
            assert!(reach.get(at).is_some(), "{algorithm}, seed {seed}: {at:?}");
            let door = it.game.pack().kinds.get(entity.kind).door.is_some();
            assert!(door || !level.solid.contains(at));
        }
        assert_eq!((count(&it, "rat"), count(&it, "apple")), (21, 21));
    }
}

#[test]
fn each_lock_has_a_colour_and_a_key() {
    let signs = r#"{ "G": ["gate"], "k": ["key"] }"#;
    let it = Scenario::new("@kk\n##GG\n....", signs, THINGS);
    let locks = |kind: &str| {
        let kind = it.game.pack().kinds.find(kind).unwrap();
        let all = it.game.world.entities.iter().filter(|entity| entity.kind == kind);
        all.map(|entity| entity.lock.unwrap()).collect::<Vec<_>>()
    };
    let (gates, keys) = (locks("gate"), locks("key"));
    assert_eq!(gates.len(), 2);
    assert_ne!(gates[0], gates[1]);
    assert_eq!(gates, keys);
}

#[test]
fn only_its_own_key_opens_a_lock() {
    let signs = r#"{ "G": ["gate"], "k": ["key"] }"#;
    let mut it = Scenario::new("G@G\n.k.", signs, THINGS);
    it.keys("jgk");
    it.keys("l").shows("G@G\n...");
    assert_eq!(it.refused.len(), 1, "the key is for the elder lock");
    it.keys("h").shows("g@G\n...");
}

const TWO: &str = r##"
    "first": { "extends": "stage", "drawing": ["#@.>"], "links": { "down": "second" } },
    "second": { "extends": "stage", "drawing": ["....<..@"], "links": { "up": "first" } }"##;

#[test]
fn stairs_lead_down_and_back_to_the_same_stairs() {
    let mut it = begin(&pack(TWO, 1), 1);
    it.keys("ll>").shows("....@...");
    assert_eq!((it.game.floor(), it.game.level()), (2, "second"));
    it.keys("<").shows("#..@");
    assert_eq!((it.game.floor(), it.game.level()), (1, "first"));
}

#[test]
fn the_hero_starts_on_the_drawn_cell_and_arrives_beside_occupied_stairs() {
    let levels = TWO
        .replace("....<..@\"", "....x..@\"")
        .replace(r#""links": { "up""#, r#""legend": { "x": ["up", "rat"] }, "links": { "up""#);
    let mut it = begin(&pack(&levels, 1), 1);
    it.keys("ll>");
    let at = it.game.world.entities[it.hero().index()].pos().unwrap();
    assert_eq!(at.chebyshev(cell(4, 0)), 1);
}

#[test]
fn floors_may_count_down_and_end() {
    let levels = r#""first": { "extends": "stage", "drawing": ["@>"],
        "links": { "step": -1, "while": "floor > 0" } }"#;
    let mut it = begin(&pack(levels, 2), 1);
    it.keys("l>");
    assert_eq!(it.game.floor(), 1);
    it.keys("l>");
    assert_eq!(it.game.floor(), 0);
    it.keys("l>");
    assert_eq!((it.game.floor(), it.refused.len()), (0, 1));
}

#[test]
fn a_dug_level_has_stairs_for_its_links() {
    let stairs = |links: &str| {
        let level = format!(
            r#""first": {{ "dig": {{ "algorithm": "bsp", "width": 40, "height": 25 }}, {GROUND},
                "links": {{ {links} }} }}"#
        );
        let it = begin(&pack(&level, 1), 1);
        (count(&it, "up"), count(&it, "down"))
    };
    assert_eq!(stairs(""), (0, 1));
    assert_eq!(stairs(r#""up": "first""#), (1, 1));
    assert_eq!(stairs(r#""while": "floor > 1""#), (0, 0));
}

#[test]
fn a_lasting_level_is_kept_and_others_are_built_again() {
    let apples = |lasting: bool| {
        let levels = TWO.replace(
            r##""#@.>"]"##,
            &format!(r##""#@%>"], "lasting": {lasting}, "legend": {{ "%": ["apple"] }}"##),
        );
        let mut it = begin(&pack(&levels, 1), 1);
        it.keys("lgl><");
        count(&it, "apple")
    };
    assert_eq!([apples(true), apples(false)], [1, 2]);
}

#[test]
fn the_bag_comes_along_to_the_next_level() {
    let levels = TWO.replace(r##""#@.>"]"##, r##""#@%>"], "legend": { "%": ["apple"] }"##);
    let mut it = begin(&pack(&levels, 1), 1);
    it.keys("lgl>");
    assert_eq!(it.bag(), ["apple"]);
    it.command(&Command::Drop { slot: 0 });
    it.keys("h").shows("...@%...");
}

/// Returns everything a level consists of.
fn truth(it: &Scenario) -> Vec<String> {
    let world = &it.game.world;
    let things = world.entities.iter().filter(|entity| entity.pos().is_some());
    let things = things.filter(|entity| entity.actor.as_ref().is_none_or(|it| it.player.is_none()));
    let described = things.map(|entity| {
        format!("{:?} {:?} {:?} {:?}", entity.kind, entity.at, entity.lock, entity.values)
    });
    let mut described: Vec<String> = described.collect();
    described.sort();
    described.push(format!("{:?}", *world.level.ground));
    described
}

#[test]
fn a_level_is_the_same_whatever_was_played_before() {
    let level = |name: &str, next: &str| {
        format!(
            r#""{name}": {{ "dig": {{ "algorithm": "bsp", "width": 40, "height": 25 }}, {GROUND},
                "places": [{{ "kind": "rat", "count": "2 + roll(1, 4)" }}, {{ "kind": "apple", "count": 6 }},
                    {{ "kind": "gate", "count": 2 }}, {{ "kind": "key", "count": 2 }}],
                "links": {{ "down": "{next}" }} }}"#
        )
    };
    let pack = pack(&format!("{}, {}", level("first", "second"), level("second", "first")), 1);
    let leave = |it: &mut Scenario| {
        it.ctx().travel(barrow_pack::Way::Down, None);
        it.keys(".");
    };
    for seed in 0..10 {
        let mut quiet = begin(&pack, seed);
        leave(&mut quiet);
        let mut dice = Rng::new(u32::try_from(seed).unwrap() + 100);
        let mut busy = begin(&pack, seed);
        for _ in 0..80 {
            let command = match dice.below(10) {
                0 => Command::Pickup,
                1 => Command::Drop { slot: 0 },
                _ => Command::Move(Dir::ALL[dice.below(8) as usize]),
            };
            busy.command(&command);
        }
        leave(&mut busy);
        assert_eq!(quiet.game.floor(), 2);
        assert_eq!(truth(&quiet), truth(&busy), "seed {seed}");
    }
}

#[test]
fn the_party_arrives_together_and_the_dead_stay_dead() {
    let pack = pack(TWO, 1);
    let setup =
        Setup { seed: Seed(1), level: None, heroes: vec![String::new(); 3], ..Setup::default() };
    let (game, _) = Game::new(pack, &setup).unwrap();
    let mut it = Scenario { game, events: Vec::new(), refused: Vec::new() };
    it.shows("#@@@");
    let second = it.game.world.players[1].entity;
    it.ctx().kill(second, None, "");
    it.ctx().travel(barrow_pack::Way::Down, None);
    it.keys(".");
    assert_eq!(it.picture().matches('@').count(), 2);
    it.command_by(1, &Command::Wait);
    assert_eq!(it.refused, [crate::Refusal::Helpless]);
}

#[test]
fn a_level_may_have_kinds_of_its_own() {
    let signs = r#"{ "r": ["rat"] }, "kinds": {
        "rat": { "has": { "health": 2 } }, "floor": { "look": { "glyph": "," } } }"#;
    let mut it = Scenario::new("@r.", signs, "{}");
    it.shows("@r,");
    it.keys("l").shows("@,,");
}

#[test]
fn a_level_may_start_with_a_fresh_hero() {
    let levels = |anew: bool| {
        format!(
            r#""first": {{ "drawing": ["@%>"], "legend": {{ "%": ["apple"] }}, {GROUND}, "links": {{ "down": "second" }} }},
            "second": {{ "drawing": ["<."], {GROUND}, "hero": "rat", "anew": {anew}, "links": {{ "up": "first" }} }}"#
        )
    };
    let mut it = begin(&pack(&levels(false), 1), 1);
    it.keys("lgl>").shows("@.");
    assert_eq!(it.bag(), ["apple"]);
    let mut it = begin(&pack(&levels(true), 1), 1);
    it.keys("lgl>").shows("r.");
    assert!(it.bag().is_empty(), "a rat came, and brought nothing");
}

#[test]
fn named_rooms_get_their_placements() {
    let level = |role: &str| {
        format!(
            r#""first": {{ "dig": {{ "algorithm": "layout", "width": 60, "height": 40 }}, {GROUND},
            "places": [{{ "kind": "apple", "site": "rooms", "role": "{role}", "count": 2 }}] }}"#
        )
    };
    let apples = |role: &str| count(&begin(&pack(&level(role), 1), 3), "apple");
    assert_eq!((apples("treasure"), apples("combat")), (2, 4));
}

/// Returns a Tiled map four columns wide: rows of tiles (1 floor, 2 grass, 3 wall, 4 the symbol
/// `z`), a second layer whose tiles (5) are doors, and objects in Tiled's format.
fn tiled(tiles: &str, doors: &str, objects: &str, properties: &str) -> String {
    let height = tiles.split(',').count() / 4;
    format!(
        r#"{{ "type": "map", "orientation": "orthogonal", "width": 4, "height": {height}, "tilewidth": 10, "tileheight": 10,
            "properties": [{properties}],
            "tilesets": [{{ "firstgid": 1, "name": "t", "tilewidth": 10, "tileheight": 10, "columns": 5, "tilecount": 5,
                "image": "t.png", "imagewidth": 50, "imageheight": 10, "tiles": [
                {{ "id": 0, "type": "floor" }}, {{ "id": 1, "class": "grass" }},
                {{ "id": 2, "properties": [{{ "name": "kind", "type": "string", "value": "wall" }}] }},
                {{ "id": 3, "properties": [{{ "name": "sign", "type": "string", "value": "z" }}] }}] }}],
            "layers": [
                {{ "id": 1, "type": "tilelayer", "name": "ground", "width": 4, "height": {height}, "data": [{tiles}] }},
                {{ "id": 2, "type": "tilelayer", "name": "doors", "class": "door", "width": 4, "height": {height}, "data": [{doors}] }},
                {{ "id": 3, "type": "objectgroup", "name": "things", "objects": [{objects}] }}] }}"#
    )
}

fn object(id: u32, class: &str, x: u32, y: u32, more: &str) -> String {
    let (x, y) = (x * 10, y * 10);
    format!(
        r#"{{ "id": {id}, "type": "{class}", "x": {x}, "y": {y}, "width": 10, "height": 10 {more} }}"#
    )
}

#[test]
fn a_level_may_be_drawn_in_tiled() {
    let two = r#", "properties": [{ "name": "count", "type": "int", "value": 2 }]"#;
    let objects =
        [object(1, "arrival", 0, 1, ""), object(2, "rat", 3, 0, ""), object(3, "apple", 2, 1, two)];
    let map = tiled("3,1,1,2,2,1,1,4", "0,5,0,0,0,0,0,0", &objects.join(","), "");
    let level = format!(
        r#""first": {{ "map": "hall.tmj", "zones": [{{ "sign": "z", "table": "fruit" }}],
            "places": [{{ "kind": "key", "at": [1, 1] }}], {GROUND} }} }}, "tables": {{ "fruit": [{{ "kind": "apple" }}]"#
    );
    let it = begin(&pack_with(&level, 1, &[("hall.tmj", &map)]), 1);
    it.shows("#+.r\n@k%%");
    assert_eq!(count(&it, "apple"), 3);
    let ground = &it.game.world.level.ground;
    let glyph = |x, y| it.game.pack().kinds.get(ground[cell(x, y)]).look.glyph;
    assert_eq!([glyph(3, 0), glyph(0, 1), glyph(1, 1)], [',', ',', '.']);
}

#[test]
fn maps_are_linked_by_their_properties_and_by_their_stairs() {
    let property = |name: &str, value: &str| {
        format!(r#"{{ "name": "{name}", "type": "string", "value": "{value}" }}"#)
    };
    let to_attic = format!(r#", "properties": [{}]"#, property("level", "attic"));
    let hall = [
        object(1, "hero", 0, 0, ""),
        object(2, "down", 1, 0, ""),
        object(3, "up", 2, 0, &to_attic),
    ];
    let hall = tiled("1,1,1,1", "0,0,0,0", &hall.join(","), &property("down", "cellar"));
    let cellar = tiled("1,1,1,1", "0,0,0,0", &object(1, "up", 3, 0, ""), &property("up", "first"));
    let attic = tiled("2,2,2,2", "0,0,0,0", &object(1, "down", 3, 0, ""), "");
    let levels = format!(
        r#""first": {{ "map": "hall.tmj", "lasting": true, {GROUND} }}, "cellar": {{ "map": "cellar.tmj", {GROUND} }},
            "attic": {{ "map": "attic.tmj", "links": {{ "down": "first" }}, {GROUND} }}"#
    );
    let maps = [("hall.tmj", &*hall), ("cellar.tmj", &*cellar), ("attic.tmj", &*attic)];
    let mut it = begin(&pack_with(&levels, 1, &maps), 1);
    it.shows("@><.");
    it.keys("l>").shows("...@");
    assert_eq!(it.game.level(), "cellar");
    it.keys("<").shows(".@<.");
    it.keys("l<").shows(",,,@");
    assert_eq!(it.game.level(), "attic");
}
