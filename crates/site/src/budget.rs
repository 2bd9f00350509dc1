//! What a visitor may be made to load.

use crate::Outcome;
use crate::folder::Folder;
use crate::game::Game;

/// Everything that is loaded to play the first game, packed.
const FIRST_GAME: usize = 400 * 1024;

/// The wasm as it is.
const WASM: usize = 1024 * 1024;

/// Prints what everything weighs and complains about what is too heavy.
pub fn check(folder: &Folder, games: &[Game]) -> Outcome {
    let names: Vec<&str> = games.iter().map(|it| it.book.name.as_str()).collect();
    let heaviest = heaviest(folder, &names);
    println!("{:<34}{:>10}{:>10}", "loaded to play the first game", "raw", "packed");
    let (mut raw, mut packed) = (0, 0);
    for (path, bytes) in folder.iter().filter(|(path, _)| is_first(path, heaviest)) {
        let small = folder.weight(path);
        println!("  {path:<32}{:>10}{small:>10}", bytes.len());
        raw += bytes.len();
        packed += small;
    }
    println!("  {:<32}{raw:>10}{packed:>10}", "together");
    let wasm = folder.get("barrow_web_bg.wasm").map_or(0, <[u8]>::len);
    println!("  {:<32}{:>10}{FIRST_GAME:>10}", "at most", "");
    let over = |what: &str, is: usize, most: usize| {
        if is > most { Err(format!("{what}: {is} bytes, at most {most}")) } else { Ok(()) }
    };
    over("what the first game loads, packed,", packed, FIRST_GAME)?;
    over("the wasm", wasm, WASM)
}

/// The game whose pack is the largest, packed: it must fit too.
fn heaviest<'a>(folder: &Folder, names: &[&'a str]) -> &'a str {
    let weight = |name: &&str| folder.weight(&format!("packs/{name}.json"));
    names.iter().copied().max_by_key(weight).unwrap_or_default()
}

/// Whether a visitor loads a file on the way from the front page into a game. Pages for others
/// to embed and for the arcade are not on it; of the packs one is, but all their pictures.
fn is_first(path: &str, game: &str) -> bool {
    let aside = ["arcade", "example", "sw.js"];
    let packed = path.ends_with(".gz") || path.ends_with(".br");
    if packed || aside.iter().any(|it| path.starts_with(it)) {
        return false;
    }
    match path.strip_prefix("packs/") {
        Some(file) => {
            file == "index.json" || file.ends_with(".png") || file == format!("{game}.json")
        }
        None => true,
    }
}
