//! Levels as drawings, and how they are drawn: things at rest, and what moves.

#![expect(clippy::unwrap_used, reason = "a test that cannot go on has failed")]

mod looks;
mod motion;

use std::collections::BTreeMap;

use barrow_dice::Seed;
use barrow_engine::{Game, Setup};
use barrow_pack::{Files, load};

/// The pack of the games here, with a place for the level.
const GAME: &str = include_str!("stage/stage.json");

/// Returns a game on a drawn level.
fn game(drawing: &[&str]) -> Game {
    game_of(GAME, drawing)
}

/// Returns a game of another pack on a drawn level.
fn game_of(pack: &str, drawing: &[&str]) -> Game {
    let rows: Vec<String> = drawing.iter().map(|row| format!("{row:?}")).collect();
    let text = pack.replace("\"DRAWING\"", &rows.join(", "));
    let files = BTreeMap::from([("stage.json".to_owned(), text.into_bytes())]);
    let loaded = load(Files::new(files));
    let pack = loaded.pack.unwrap_or_else(|| panic!("{}", loaded.report.render(&loaded.files)));
    let setup =
        Setup { seed: Seed(1), level: None, heroes: vec![String::new()], ..Setup::default() };
    Game::new(pack, &setup).unwrap().0
}
