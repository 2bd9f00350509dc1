//! Whatever a recipe, a template or a placement does, levels stay connected, and no key lies
//! behind its own lock.

use std::collections::BTreeMap;
use std::env;
use std::fs;
use std::path::Path;
use std::sync::Arc;

use barrow_dice::{Rng, Seed};
use barrow_grid::{BitGrid, Dir, Pos, Regions, flood_into};
use barrow_mapgen::Algorithm;
use barrow_pack::{self as pack, Files, Id, Layer, Pack, load};

use super::{GROUND, begin, pack_with};
use crate::ctx::Ctx;
use crate::scenario::Scenario;
use crate::state::entity::{At, EntityId};
use crate::{Game, Setup};

/// Returns the floor that is joined before anything but the author's drawing is placed, and adds
/// the cells of drawn things to `drawn`.
fn joined_floor(ctx: &mut Ctx<'_>, drawn: &mut Vec<Pos>) -> BitGrid {
    let level = ctx.pack.levels.get(ctx.world.level.definition);
    let playing = ctx.world.rng.clone();
    let blueprint = ctx.plan_level(level);
    ctx.world.rng = playing;
    let mut joined = blueprint.floor;
    let things = blueprint.things[..blueprint.drawn_things].iter().copied();
    let placed = level.places.iter().filter(|_| level.dig.is_none());
    let placed = placed.filter_map(|it| Some((it.kind?, it.at?)));
    for (kind, at) in things.chain(placed) {
        drawn.push(at);
        let kind = ctx.pack.kinds.get(kind);
        let has = |flag| kind.flags.contains(&flag);
        let core = ctx.pack.core;
        let solid = has(core.solid) || kind.crossing.bars_walkers();
        if solid && !has(core.pushable) && kind.door.is_none() {
            joined.remove(at);
        }
    }
    joined
}

fn is_closed(ctx: &Ctx<'_>, at: Pos, drawn: &[Pos]) -> bool {
    let ground = ctx.pack.kinds.get(ctx.world.level.ground[at]);
    let flags = &ground.flags;
    let core = ctx.pack.core;
    let things = ctx.pile(at).chain(ctx.world.level.actor_at(at));
    flags.contains(&core.solid)
        || flags.contains(&core.pit)
        || ground.crossing.bars_walkers()
        || things.into_iter().any(|id| {
            let kind = ctx.kind(id);
            let moves = kind.layer == Layer::Actor && (kind.mind.is_some() || ctx.is_player(id));
            let pushed = drawn.contains(&at) && ctx.is(id, core.pushable);
            let solid = ctx.is(id, core.solid) || kind.crossing.bars_walkers();
            let trap = kind.harmful && kind.layer == Layer::Fixture && !drawn.contains(&at);
            trap || solid && kind.door.is_none() && !moves && !pushed
        })
}

/// Returns what is wrong with the level that was just built.
fn flaw(ctx: &mut Ctx<'_>) -> Option<String> {
    let mut drawn = Vec::new();
    let joined = joined_floor(ctx, &mut drawn);
    let mut open = joined.clone();
    for at in &joined {
        if is_closed(ctx, at, &drawn) {
            open.remove(at);
        }
    }
    let (mut before, mut after) = (Regions::new(), Regions::new());
    before.find(&joined, ctx.adjacency());
    after.find(&open, ctx.adjacency());
    let mut parts = BTreeMap::new();
    for at in &open {
        let (whole, part) = (before.region(at), after.region(at));
        let known = *parts.entry(whole).or_insert(part);
        if known != part {
            return Some(format!("{at:?} is cut off"));
        }
    }
    lost_key(ctx, &open, &joined, &drawn)
}

/// Plays a thief who walks everywhere, takes every key and opens every door that it fits.
/// Returns a door that stays shut. Keys that the author drew are the author's business.
fn lost_key(ctx: &Ctx<'_>, open: &BitGrid, joined: &BitGrid, drawn: &[Pos]) -> Option<String> {
    let ids = || (0..).map(EntityId::new).zip(&ctx.world.entities);
    let locked: Vec<_> = ids()
        .filter_map(|(id, it)| {
            let door = ctx.kind(id).door.as_ref().filter(|_| it.locked && !it.active)?;
            Some((id, it.pos()?, door))
        })
        .collect();
    let lies_at = |at| match at {
        At::Cell(at) => Some(at),
        At::Bag(bearer) | At::Named(bearer) => ctx.pos(bearer),
        At::Gone => None,
    };
    let keys: Vec<_> = ids().filter_map(|(id, it)| Some((id, lies_at(it.at)?))).collect();
    let fits = |key: EntityId, door: EntityId, of: &pack::Door| {
        of.keys.contains(&ctx.entity(key).kind)
            && (!of.colored || ctx.entity(key).lock == ctx.entity(door).lock)
    };
    let with_key = |door: &&(EntityId, Pos, &pack::Door)| {
        let mut fitting = keys.iter().filter(|&&(key, _)| fits(key, door.0, door.2)).peekable();
        door.2.while_.is_none()
            && fitting.peek().is_some()
            && fitting.all(|(_, at)| !drawn.contains(at))
    };
    let mut shut: Vec<_> = locked.iter().filter(with_key).collect();
    let mut reach = BitGrid::new(open.width(), open.height());
    loop {
        let mut free = open.clone();
        for (_, at, _) in &shut {
            free.remove(*at);
        }
        reach.clear();
        flood_into(&free, ctx.adjacency(), ctx.world.level.start, &mut reach, &mut Vec::new());
        let beside = |at: Pos| Dir::ALL.iter().any(|&dir| reach.contains(at + dir));
        let taken = |at: Pos| reach.contains(at) || is_closed(ctx, at, drawn) && beside(at);
        let count = shut.len();
        shut.retain(|(door, _, of)| {
            !keys.iter().any(|&(key, at)| taken(at) && fits(key, *door, of))
        });
        if shut.len() == count {
            break;
        }
    }
    let mut without_doors = BitGrid::new(open.width(), open.height());
    let from = ctx.world.level.start;
    flood_into(joined, ctx.adjacency(), from, &mut without_doors, &mut Vec::new());
    let lost = shut.iter().find(|(_, at, _)| without_doors.contains(*at));
    lost.map(|(_, at, _)| format!("the door at {at:?} stays shut"))
}

#[track_caller]
fn check(game: &mut Game, what: &str) {
    let flaw = flaw(&mut game.ctx());
    if let Some(flaw) = flaw {
        let it = Scenario { game: game.clone(), events: Vec::new(), refused: Vec::new() };
        panic!("{what}: {flaw}\n{}", it.picture());
    }
}

fn packs(folder: &str) -> Vec<(String, Arc<Pack>)> {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("../..").join(folder);
    let packs = barrow_shelf::shipped_packs(&root).unwrap();
    // A pack that completes another does not load by itself.
    let read = |pack: barrow_shelf::ShippedPack| {
        let files = pack.files.into_iter().map(|(name, path)| (name, fs::read(path).unwrap()));
        Some((pack.name, load(Files::new(files.collect())).pack?))
    };
    packs.into_iter().filter_map(read).collect()
}

fn check_shipped(seeds: u64) {
    for (name, pack) in packs("packs").into_iter().chain(packs("tests/packs")) {
        let levels: Vec<Id<pack::Level>> = pack.levels.iter().map(|(id, _)| id).collect();
        for (level, seed) in levels.iter().flat_map(|it| (0..seeds).map(move |seed| (*it, seed))) {
            let setup = Setup {
                seed: Seed(seed),
                level: None,
                heroes: vec![String::new()],
                ..Setup::default()
            };
            let (mut game, _) = Game::new(Arc::clone(&pack), &setup).unwrap();
            let floor = 1 + i32::try_from(seed % 12).unwrap();
            game.ctx().enter(level, floor, None);
            if game.world.level.definition == level {
                check(&mut game, &format!("{name} {}, seed {seed}", pack.levels.name(level)));
            }
        }
    }
}

/// Returns the number of seeds to try: `LEVEL_SEEDS`, or a few.
fn seeds(few: u64) -> u64 {
    env::var("LEVEL_SEEDS").ok().and_then(|it| it.parse().ok()).unwrap_or(few)
}

#[test]
fn shipped_levels_stay_connected() {
    check_shipped(seeds(8));
}

const FURNITURE: &str = r#"{ "kinds": {
    "pillar": { "as": "fixture", "look": { "glyph": "O" }, "is": ["solid"] },
    "chest": { "as": "fixture", "look": { "glyph": "&" }, "is": ["solid"], "stock": ["brass_key"] },
    "crag": { "as": "terrain", "look": { "glyph": "^" }, "is": ["solid"] },
    "pond": { "as": "terrain", "look": { "glyph": "~" }, "lets": ["fly"] },
    "thicket": { "as": "fixture", "look": { "glyph": "%" }, "lets": ["fly"] },
    "snare": { "as": "fixture", "look": { "glyph": "v" }, "harmful": true },
    "statue": { "as": "actor", "look": { "glyph": "Y" }, "is": ["solid"] },
    "brass_key": { "as": "item", "item": {}, "look": { "glyph": "b" } },
    "grate": { "as": "fixture", "look": { "glyph": "X" },
        "door": { "locked": true, "keys": ["brass_key"] } } },
    "tables": { "rubble": [{ "kind": "pillar" }, { "kind": "crag" }, { "kind": "pond" }, {}] } }"#;

/// Returns a level with any recipe, and any things in the way.
fn any_level(rng: &mut Rng) -> String {
    let algorithms = Algorithm::all();
    let algorithm = rng.pick(&algorithms).unwrap().name();
    let doors = rng.below(101);
    let template = *rng.pick(&["none", "treasure", "arena", "trap", "shop"]).unwrap();
    let mut places = Vec::new();
    for _ in 0..rng.below(6) {
        let kinds =
            ["pillar", "crag", "pond", "thicket", "snare", "statue", "chest", "brass_key", "key"];
        let kind = *rng.pick(&kinds).unwrap();
        let site = *rng.pick(&["anywhere", "rooms", "room", "start", "exit"]).unwrap();
        let count = rng.below(30);
        places.push(format!(r#"{{ "kind": "{kind}", "site": "{site}", "count": {count} }}"#));
    }
    let door = *rng.pick(&["door", "gate", "grate"]).unwrap();
    let ground = GROUND.replace(r#""door": "door""#, &format!(r#""door": "{door}""#));
    format!(
        r#""first": {{ "dig": {{ "algorithm": "{algorithm}", "width": 40, "height": 30,
            "doors": "{doors}%", "template": "{template}" }}, {ground},
            "legend": {{ "$": ["pillar"], "S": ["chest"], "K": ["statue"], "^": ["crag"], "G": ["brass_key"] }},
            "places": [{}] }}"#,
        places.join(",")
    )
}

#[test]
fn any_recipe_with_anything_in_the_way_stays_connected() {
    for seed in 0..seeds(300) {
        let level = any_level(&mut Rng::new(u32::try_from(seed).unwrap()));
        let pack = pack_with(&level, 1, &[("furniture.json", FURNITURE)]);
        check(&mut begin(&pack, seed).game, &format!("seed {seed} of {level}"));
    }
}

fn drawn(level: &str, map: &str, seed: u64) -> Scenario {
    Scenario::staged("", level, map, r#"{ "X": ["grate"] }"#, FURNITURE).seeded(seed)
}

#[test]
fn pillars_leave_a_way_through_and_only_narrow_a_hall() {
    let places = r#""places": [{ "kind": "pillar", "count": 5 }]"#;
    for seed in 0..50 {
        let mut it = drawn(places, "#########\n@..###...\n...##....\n...###...", seed);
        check(&mut it.game, "two caves");
        assert_eq!(it.picture().matches('O').count(), 5, "each finds a cell\n{}", it.picture());
    }
    // In a corridor to the stairs nothing can be closed.
    drawn(places, "@....>", 1).shows("@....>");
}

#[test]
fn a_trap_can_be_walked_around_and_one_that_the_author_drew_stays() {
    let places = r#""places": [{ "kind": "snare", "count": 5 }]"#;
    for seed in 0..50 {
        let mut it = drawn(places, "#########\n@..###...\n...##....\n...###...", seed);
        check(&mut it.game, "two caves");
        assert_eq!(it.picture().matches('v').count(), 5, "each finds a cell\n{}", it.picture());
    }
    drawn(places, "@....>", 1).shows("@....>");
    Scenario::staged("", "", "@.v.>", r#"{ "v": ["snare"] }"#, FURNITURE).shows("@.v.>");
}

#[test]
fn zones_draw_nothing_that_cuts_them_apart() {
    let zone = r#""zones": [{ "sign": "z", "table": "rubble" }]"#;
    for seed in 0..50 {
        let mut it = drawn(zone, "@zzzz\nzzzzz\nzzzzz\nzzzzz", seed);
        check(&mut it.game, "a field of rubble");
    }
}

#[test]
fn a_key_is_never_behind_its_own_lock() {
    let places = r#""places": [{ "kind": "brass_key" }]"#;
    let mut columns = std::collections::BTreeSet::new();
    for seed in 0..100 {
        let it = drawn(places, "@...X......", seed);
        let key = it.find("brass_key").and_then(|key| it.game.look().pos(key)).unwrap();
        assert!(key.x < 4, "{}", it.picture());
        columns.insert(key.x);
    }
    assert!(columns.len() > 1, "it is still placed by chance");
    let far = r#""places": [{ "kind": "brass_key", "at": [9, 0] }]"#;
    drawn(far, "@...X......", 1).shows("@...X....b.");
}
