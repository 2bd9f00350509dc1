//! Maps, wildcards, links and quests in the kit's format.

use std::collections::BTreeSet;

use barrow_engine::{Command, Game, Refusal, Setup};
use barrow_grid::{Adjacency, BitGrid, DistanceMap, Pos, Regions};

use super::stage::{Play, Stage};

const UP: &[(char, &str)] = &[('<', "actors:up_stairway"), ('>', "actors:down_stairway")];

fn arena(name: &str, links: &str) -> String {
    format!(
        r#"{{ "name": "{name}", {links} "map_generator": {{ "type": "arena",
            "options": {{ "map_width": 9, "map_height": 7 }} }} }}"#
    )
}

#[test]
fn links_lead_down_and_back_to_the_same_stairs() {
    let below = arena("Below", r#""previous_level": "HERE", "next_level": "Cellar","#);
    let cellar = arena("Cellar", r#""previous_level": "below","#);
    let files = [
        ("prototypes/Below/prototype.json", below.as_str()),
        ("prototypes/cellar/prototype.json", cellar.as_str()),
    ];
    let config = r#""next_level": "below""#;
    let stage = Stage { map: "<@.>", signs: UP, config, files: &files, ..Stage::default() };
    let mut play = stage.play("ll");
    assert_eq!(play.game.level(), "Below");
    // The hero arrives on the stairs up: a step off and on again leads back.
    assert_eq!(play.place("player"), play.place("up_stairway"));
    let step = |play: &mut Play| {
        let legal = play.game.legal(0);
        let walk = legal.into_iter().find(|it| matches!(it, Command::Move(_))).expect("a step");
        let Command::Move(dir) = walk else { unreachable!("it is one") };
        play.command(&walk).command(&Command::Move(dir.turned(4)));
    };
    step(&mut play);
    assert_eq!(play.game.level(), "here");
    assert_eq!(play.place("player"), play.place("down_stairway"), "\n{}", play.picture());
}

#[test]
fn stairs_that_lead_nowhere_are_floor_and_time_goes_on() {
    let play = Stage { map: "<@.>.", signs: UP, ..Stage::default() }.play("lll");
    assert_eq!((play.game.level(), play.game.turn(), play.game.floor()), ("here", 3, 1));
    play.shows("<..>@");
}

const SEAL: &str = r#""sealed": { "name": "Sealed Stairs", "collision_description": "It is shut.", "attributes": {
        "stairway": "down", "openable": true, "locked": true } },
    "sealed_up": { "name": "Sealed Gate", "attributes": { "stairway": "up", "openable": true, "locked": true } },
    "ogre": { "attributes": { "remains": "bones" }, "stats": { "health": 3 } }"#;
const CROWN: &str = r#""crown": { "name": "Crown", "attributes": { "pickupable": true } }"#;

fn quest<'a>(config: &'a str, files: &'a [(&'a str, &'a str)], map: &'a str) -> Stage<'a> {
    let signs = &[
        ('<', "actors:up_stairway"),
        ('S', "actors:sealed"),
        ('U', "actors:sealed_up"),
        ('o', "actors:ogre"),
        ('c', "items:crown"),
    ];
    Stage { map, signs, actors: SEAL, items: CROWN, config, files, ..Stage::default() }
}

fn is_open(play: &Play, kind: &str) -> bool {
    let who = play.find(kind).expect("it is there");
    play.game.truth().thing(who).active
}

#[test]
fn every_condition_must_hold_and_the_seal_closes_again() {
    let below = arena("Below", "");
    let files = [("prototypes/below/prototype.json", below.as_str())];
    let config = r#""next_level": "below", "win_conditions": ["holding:crown", "killed:ogre"]"#;
    let stage = quest(config, &files, "<@co.S");
    let mut play = stage.play("l");
    assert!(!is_open(&play, "here/sealed"), "the ogre lives");
    play.keys("l");
    // The ogre is dead and the crown is in the bag; it need not be equipped.
    play.shows("<.@,.>");
    assert!(is_open(&play, "here/sealed"));
    play.command(&Command::Drop { slot: 0 }).keys(".");
    assert!(!is_open(&play, "here/sealed"));
    play.keys("hlll.l");
    assert_eq!(play.game.level(), "below", "\n{}{:?}", play.picture(), play.refused);
}

#[test]
fn a_sealed_way_up_stays_sealed_and_no_death_opens_it() {
    let stage = quest("", &[], "U@o.");
    let mut play = stage.play("lh");
    assert_eq!(play.count("ogre"), 0);
    assert_eq!(play.refused, [Refusal::Locked("The Sealed Gate".into())]);
    play.keys("lll");
    assert!(play.texts().contains(&"Bones crunch."), "{:?}", play.texts());
}

#[test]
fn a_quest_that_leads_no_further_ends_the_run() {
    let config = r#""win_conditions": ["killed:ogre"]"#;
    let play = quest(config, &[], "<@o.").play("l");
    assert_eq!(play.game.end().map(|end| end.won), Some(true));
    // If something is sealed, the hero has to go there.
    let mut play = quest(config, &[], "<@oS").play("l");
    assert!(play.game.end().is_none());
    play.keys("ll");
    assert_eq!(play.game.end().map(|end| end.won), Some(true), "\n{}", play.picture());
}

/// Returns a map whose wildcards layer has its own tiles.
fn wild(tile: u32, width: usize, height: usize) -> String {
    let cells = |tile: &dyn Fn(usize, usize) -> u32| {
        let all = (0..height).flat_map(|y| (0..width).map(move |x| (x, y)));
        all.map(|(x, y)| tile(x, y).to_string()).collect::<Vec<_>>().join(",")
    };
    let layer = |name: &str, data: String| {
        format!(
            r#"{{"type":"tilelayer","name":"{name}","width":{width},"height":{height},"data":[{data}]}}"#
        )
    };
    let floor = layer("floor", cells(&|x, _| if x == 0 { 158 } else { 0 }));
    let zone = layer("wildcards", cells(&|x, _| if x == 0 { 0 } else { tile }));
    let objects = r#"{"type":"objectgroup","name":"actors","objects":[
        {"id":1,"type":"player","x":0,"y":0,"width":40,"height":30},
        {"id":2,"type":"up_stairway","x":0,"y":30,"width":40,"height":30}]}"#;
    format!(
        r#"{{"type":"map","orientation":"orthogonal","width":{width},"height":{height},"tilewidth":40,"tileheight":30,
            "tilesets":[{{"firstgid":1,"source":"gone.tsx"}}],"layers":[{floor},{zone},{objects}]}}"#
    )
}

fn played_wild(tile: u32, more: &[(&str, &str)], actors: &str, seed: u64) -> Play {
    let map = wild(tile, 25, 17);
    let mut files = vec![("prototypes/here/map.tmj", map.as_str())];
    files.extend(more);
    let items = r#""bread": { "attributes": { "pickupable": true } }"#;
    let config = r#""random_items": { "bread": { "chance": 0 } }, "random_actors": { "dummy": { "chance": 0 } }"#;
    let stage = Stage { actors, items, config, files: &files, ..Stage::default() };
    stage.play_seed(seed, "")
}

const LAVA: &str = r#""lava": { "personality": "lava", "attributes": { "solid": false } }"#;

#[test]
fn wildcards_dig_mazes_rooms_dungeons_and_caves() {
    for tile in [210, 143, 144, 9, 16, 152, 10, 11] {
        let lava = [(
            "data/personalities.json",
            r#"{ "lava": { "behaviors": ["incinerate_entities"] } }"#,
        )];
        let (mut pictures, mut lava_seen) = (BTreeSet::new(), false);
        for seed in 0..5 {
            let play = played_wild(tile, &lava, LAVA, seed);
            let picture = play.picture();
            let (walls, floor) = (picture.matches('#').count(), picture.matches('.').count());
            assert!(floor > 40, "{tile}\n{picture}");
            assert!(walls > 20, "{tile}\n{picture}");
            lava_seen |= picture.contains('~');
            pictures.insert(picture);
        }
        assert_eq!(pictures.len() > 1, ![143, 144].contains(&tile), "{tile}");
        assert_eq!(lava_seen, tile == 11, "{tile}");
    }
}

#[test]
fn a_maze_has_walls_or_as_shipped_void() {
    let shipped = [("kit.json", r#"{ "shipped": ["maze"] }"#)];
    let (design, kit) = (played_wild(210, &[], "", 3), played_wild(210, &shipped, "", 3));
    assert!(design.count("wall") > 40 && kit.count("wall") == 0, "\n{}", kit.picture());
}

#[test]
fn wildcards_for_things_and_monsters_draw_some_or_as_shipped_nothing() {
    let shipped = [("kit.json", r#"{ "shipped": ["wildcards"] }"#)];
    // They must lie on floor, which the wildcard provides.
    assert_eq!(played_wild(12, &[], "", 1).count("bread"), 24 * 17);
    assert_eq!(played_wild(3, &[], "", 1).count("dummy"), 24 * 17);
    assert_eq!(played_wild(12, &shipped, "", 1).count("bread"), 0);
    assert_eq!(played_wild(3, &shipped, "", 1).count("dummy"), 0);
}

#[test]
fn each_painted_cell_has_one_wall_whatever_the_regions() {
    // Two rings, one inside the other: their bounding boxes overlap.
    let map = "
#########
#.......#
#.#####.#
#.#...#.#
#.#...#.#
#.#####.#
#@......#
#########";
    let play = Stage { map, signs: UP, ..Stage::default() }.play("");
    assert_eq!(play.count("wall"), map.matches('#').count());
}

#[test]
fn caves_are_connected() {
    let config = r#""map_generator": { "type": "cellular", "options": { "map_width": 40,
        "map_height": 30, "probability": 0.5, "iterations": 4, "connected": true } }"#;
    for seed in 0..20 {
        let play = Stage { config, ..Stage::default() }.play_seed(seed, "");
        let truth = play.game.truth();
        let bounds = truth.bounds();
        let open = BitGrid::from_fn(bounds.width, bounds.height, |at| truth.is_open(at));
        let mut map = DistanceMap::new();
        map.measure(&open, Adjacency::Eight, &[play.place("player").expect("a hero")]);
        assert!(open.iter().all(|at| map.get(at).is_some()), "{seed}\n{}", play.picture());
        // A removed wall leaves floor.
        assert!(play.game.pack().kinds.name(truth.ground(Pos::new(0, 0))).starts_with("floor"));
    }
}

/// Counts the parts of a cave that are not connected.
fn parts(play: &Play) -> usize {
    let truth = play.game.truth();
    let bounds = truth.bounds();
    let open = BitGrid::from_fn(bounds.width, bounds.height, |at| truth.is_open(at));
    let mut regions = Regions::new();
    regions.find(&open, Adjacency::Eight);
    regions.count()
}

#[test]
fn caves_that_need_not_be_connected_are_left_in_parts() {
    let max_parts = |connected: &str| {
        let options = format!(r#""map_width": 40, "map_height": 30 {connected}"#);
        let whole =
            format!(r#""map_generator": {{ "type": "cellular", "options": {{ {options} }} }}"#);
        let dug = (0..8)
            .map(|seed| parts(&Stage { config: &whole, ..Stage::default() }.play_seed(seed, "")));
        dug.max().expect("some seeds")
    };
    assert_eq!(max_parts(""), 1);
    assert_eq!(max_parts(r#", "connected": true"#), 1);
    assert!(max_parts(r#", "connected": false"#) > 1);
}

#[test]
fn a_chance_below_a_hundred_is_rolled_for_each_thing() {
    let config = r#""random_actors": { "dummy": { "chance": 60, "min": 1, "max": 2 } }"#;
    let stage = Stage { map: "<@....\n......", signs: UP, config, ..Stage::default() };
    let mut counts = [0; 3];
    for seed in 0..300 {
        counts[stage.play_seed(seed, "").count("dummy")] += 1;
    }
    // 28 of a hundred levels have none, on average.
    assert!((60..=110).contains(&counts[0]) && counts[1] > 100 && counts[2] > 20, "{counts:?}");
}

#[test]
fn a_prototypes_own_actors_come_even_if_nobody_placed_them() {
    let own = r#"{ "newt": { "attributes": {}, "stats": { "health": 2 } } }"#;
    let files = &[("prototypes/here/actors.json", own)];
    let stage = Stage { map: "<@......", signs: UP, files, ..Stage::default() };
    for seed in 0..20 {
        assert!((1..=3).contains(&stage.play_seed(seed, "").count("here/newt")));
    }
}

#[test]
fn nobody_comes_unplaced_to_floor_that_was_dug() {
    let own = r#"{ "newt": { "attributes": {}, "stats": { "health": 2 } } }"#;
    let files = &[("prototypes/here/actors.json", own)];
    let config = r#""map_generator": { "type": "cellular" }"#;
    let stage = Stage { config, files, ..Stage::default() };
    for seed in 0..20 {
        assert_eq!(stage.play_seed(seed, "").count("here/newt"), 0, "seed {seed}");
    }
}

#[test]
fn nothing_comes_to_lie_under_an_actor() {
    let items = r#""bread": { "attributes": { "pickupable": true } }"#;
    let actors = r#""snare": { "attributes": { "solid": false, "trap": true } }"#;
    let config = r#""random_items": { "bread": { "chance": 100, "min": 4, "max": 4 } },
        "random_actors": { "snare": { "chance": 100, "min": 4, "max": 4 } }"#;
    let signs = &[UP[0], ('d', "actors:dummy")];
    let map = "<@dd.d\n.d.d.d\nd.d.d.\n.d.d.d";
    let stage = Stage { map, signs, actors, items, config, ..Stage::default() };
    for seed in 0..200 {
        let play = stage.play_seed(seed, "");
        let truth = play.game.truth();
        let layer = |kind| play.game.pack().kinds.get(kind).layer;
        let all: Vec<_> = truth.things().map(|(_, at, it)| (layer(it.kind), at)).collect();
        let stands = |at| all.contains(&(barrow_pack::Layer::Actor, at));
        let below = all.iter().filter(|it| it.0 != barrow_pack::Layer::Actor && stands(it.1));
        assert_eq!(below.count(), 0, "seed {seed}\n{}", play.picture());
        assert!(play.count("bread") == 4 && play.count("snare") == 4, "seed {seed}");
    }
}

#[test]
fn things_lie_on_floor_or_as_shipped_anywhere() {
    let items = r#""bread": { "attributes": { "pickupable": true } }"#;
    let map = wild(0, 4, 3).replace(
        "\"layers\":[",
        r#""layers":[{"type":"objectgroup","name":"items","objects":[
            {"id":9,"type":"bread","x":80,"y":30,"width":40,"height":30}]},"#,
    );
    let count = |shipped: &str| {
        let kit = format!(r#"{{ "shipped": [{shipped}] }}"#);
        let files = &[("prototypes/here/map.tmj", map.as_str()), ("kit.json", kit.as_str())][..];
        Stage { items, files, ..Stage::default() }.play("").count("bread")
    };
    assert_eq!((count(""), count(r#""placement""#)), (0, 1));
}

#[test]
fn every_level_can_be_the_first_in_any_letter_case() {
    let below = arena("Below", "");
    let files = [("prototypes/Below/prototype.json", below.as_str())];
    let pack = Stage { map: "<@", signs: UP, files: &files, ..Stage::default() }.pack();
    for name in ["Below", "below", "BELOW"] {
        let setup = Setup {
            seed: barrow_dice::Seed(1),
            level: Some(name.into()),
            heroes: vec![String::new()],
            ..Setup::default()
        };
        assert_eq!(Game::new(pack.clone(), &setup).expect("it is there").0.level(), "Below");
    }
}

#[test]
fn the_depth_of_a_prototype_is_the_number_of_its_floor() {
    let signs = &[('<', "actors:up_stairway")];
    for (config, floor) in [(r#""depth": 3"#, 3), ("", 1)] {
        let play = Stage { map: "<@.", signs, config, ..Stage::default() }.play("");
        assert_eq!(play.game.floor(), floor);
    }
}
