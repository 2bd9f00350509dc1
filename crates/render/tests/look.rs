//! The pictures of `docs/look.md`: every palette of the shipped games, in runs that a bot plays.
//! `BARROW_BLESS=1` writes them anew. They show what games look like and need not stay the same to
//! the bit, so only their presence and their size are checked.

use std::fs;
use std::path::Path;
use std::sync::Arc;

use barrow_dice::Seed;
use barrow_engine::{Game, Run, Setup, View};
use barrow_grid::{Fog, Rect};
use barrow_pack::{Files, Pack, load};
use barrow_play::bot::{Bot, Skill};
use barrow_render::{Compositor, Picture, Stage, Style, Tileset, camera};

use super::goldens::{encode, files};

/// The size of a scene in cells.
const COLUMNS: i32 = 17;
const ROWS: i32 = 8;

/// The scenes beside each other on a sheet.
const BESIDE: usize = 2;

/// How many runs, and how many turns of each, are searched for a good moment.
const RUNS: u64 = 4;
const TURNS: u64 = 120;

/// The largest size of a picture in bytes.
const LARGEST: usize = 96 * 1024;

/// A scene of a game: the pack, the level, and a change of its files.
struct Spot {
    pack: &'static str,
    level: &'static str,
    change: (&'static str, &'static str),
}

const fn spot(pack: &'static str, level: &'static str) -> Spot {
    Spot { pack, level, change: ("", "") }
}

/// Returns the dungeon of the Crawl, as it is at some depth.
const fn depth(change: &'static str) -> Spot {
    Spot { pack: "crawl", level: "dungeon", change: ("\"title\": \"The dungeon\",", change) }
}

fn loaded(spot: &Spot) -> Arc<Pack> {
    let (old, new) = spot.change;
    let mut files = files(spot.pack);
    for contents in files.values_mut().filter(|_| !old.is_empty()) {
        if let Ok(text) = std::str::from_utf8(contents) {
            *contents = text.replace(old, new).into_bytes();
        }
    }
    load(Files::new(files)).pack.expect("a shipped pack can be read")
}

/// Scores what a scene shows: others in view, things, ground that is seen, and some that is only
/// remembered.
fn worth(view: &View<'_>) -> usize {
    let Some(own) = view.own() else { return 0 };
    let area = camera(view, own.pos(), COLUMNS, ROWS);
    let level = Rect::new(0, 0, view.width(), view.height());
    let cells = || area.intersection(level).cells().map(|at| view.cell(at));
    let seen = cells().filter(|it| it.fog == Fog::Visible).count();
    let known = cells().filter(|it| it.fog == Fog::Remembered).count();
    let things = cells().filter(|it| it.thing.is_some()).count();
    let others = view.actors().filter(|it| area.contains(it.pos()) && !it.is_self()).count();
    seen.min(110) + known.min(50) + 8 * things.min(6) + 50 * others.min(3)
}

/// Returns the best moment of some runs.
fn moment(spot: &Spot) -> Game {
    let pack = loaded(spot);
    let mut best: Option<(usize, Game)> = None;
    for seed in 1..=RUNS {
        let heroes = vec![String::new()];
        let level = Some(spot.level.to_owned());
        let setup = Setup { seed: Seed(seed), level, heroes, ..Setup::default() };
        let (mut run, turn) = Run::new(Arc::clone(&pack), &setup).expect("it begins");
        let mut bot = Bot::new(Skill::Sensible, setup.seed);
        bot.observe(&run.game().view(0).expect("a player"), &turn);
        let begun = run.game().view(0).expect("a player").level_id();
        while run.game().end().is_none() && run.game().turn() < TURNS {
            let legal = run.game().legal(0);
            let view = run.game().view(0).expect("a player");
            let Some(command) = bot.choose(&view, &legal).filter(|_| view.level_id() == begun)
            else {
                break;
            };
            let Ok(turn) = run.step(0, &command) else { break };
            let view = run.game().view(0).expect("a player");
            bot.observe(&view, &turn);
            let worth = worth(&view);
            if view.level_id() == begun && best.as_ref().is_none_or(|(most, _)| worth > *most) {
                best = Some((worth, run.game().clone()));
            }
        }
    }
    best.expect("some turn was played").1
}

fn drawn(game: &Game) -> Picture {
    let view = game.view(0).expect("a player");
    let mut stage = Stage::new(Tileset::shipped(), Style::Tiles);
    let middle = view.own().map(|own| own.pos()).unwrap_or_default();
    let scene = stage.show(&view, camera(&view, middle, COLUMNS, ROWS));
    Compositor::default().draw(&scene, stage.tileset()).clone()
}

/// Puts pictures of the same size on a sheet, with a gap between them.
fn sheet(pictures: &[Picture]) -> Picture {
    const GAP: usize = 8;
    let (width, height) = (pictures[0].width, pictures[0].height);
    let rows = pictures.len().div_ceil(BESIDE);
    let columns = pictures.len().min(BESIDE);
    let mut sheet = Picture::new(columns * (width + GAP) - GAP, rows * (height + GAP) - GAP);
    for (place, picture) in pictures.iter().enumerate() {
        let (left, top) = (place % BESIDE * (width + GAP), place / BESIDE * (height + GAP));
        for (row, line) in picture.bytes.chunks_exact(width * 4).enumerate() {
            let start = ((top + row) * sheet.width + left) * 4;
            sheet.bytes[start..start + width * 4].copy_from_slice(line);
        }
    }
    sheet
}

#[track_caller]
fn check(name: &str, spots: &[Spot]) {
    let file = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../docs/pictures").join(name);
    if std::env::var_os("BARROW_BLESS").is_some() {
        let pictures: Vec<Picture> = spots.iter().map(|it| drawn(&moment(it))).collect();
        fs::write(&file, encode(&sheet(&pictures))).expect("the picture can be written");
    }
    let size = fs::read(&file).expect("a picture; BARROW_BLESS=1 makes it").len();
    assert!(size <= LARGEST, "{name} has {size} bytes; {LARGEST} are the limit");
}

#[test]
fn the_crawl_changes_with_depth() {
    let floors = [
        r#""title": "The dungeon","#,
        r#""title": "The dungeon", "floor": 4,"#,
        r#""title": "The dungeon", "floor": 7,"#,
        r#""title": "The dungeon", "floor": 10,"#,
    ];
    check("look-crawl.png", &floors.map(depth));
}

#[test]
fn the_floors_of_the_descent_are_places_of_their_own() {
    let levels = ["gaol", "warrens", "cistern", "ossuary"];
    check("look-descent-1.png", &levels.map(|it| spot("descent", it)));
    let levels = ["hollows", "works", "vaults"];
    check("look-descent-2.png", &levels.map(|it| spot("descent", it)));
    let levels = ["library", "court", "keep"];
    check("look-descent-3.png", &levels.map(|it| spot("descent", it)));
}

#[test]
fn every_errand_has_a_mood() {
    let levels = ["labyrinth", "sewers", "inferno", "alchemist"];
    check("look-errands-1.png", &levels.map(|it| spot("kit", it)));
    let levels = ["locks", "caverns", "halls", "arena"];
    check("look-errands-2.png", &levels.map(|it| spot("kit", it)));
    check("look-errands-3.png", &[spot("kit", "famine")]);
}

#[test]
fn the_dark_games_are_dark_in_different_ways() {
    let games = [
        ("dark-floor", "floor"),
        ("darkdelve", "camp"),
        ("darkdelve", "floor_one"),
        ("arena", "nave"),
    ];
    check("look-dark.png", &games.map(|(pack, level)| spot(pack, level)));
}
