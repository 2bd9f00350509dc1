//! How much a visitor may have to download.

use std::fs;
use std::path::Path;

use serde_json::Value;

use crate::Outcome;
use crate::folder::{Folder, kind};
use crate::game::Game;

/// What a page also loads when a pack comes as files.
const BINDER: [&str; 4] = ["barrow_binder.js", "barrow_binder_bg.wasm", "folder.js", "tiles.txt"];

/// What a page also loads when sound is on, with the sounds of a game.
const SOUND: [&str; 4] = ["barrow_worklet.wasm", "sound.js", "sprite.js", "worklet.js"];

/// A limit of `web/budget.json`, in bytes.
struct Limit {
    goal: u64,
    max: u64,
}

/// Prints the size of everything. Fails if a limit is exceeded.
pub fn check(folder: &Folder, games: &[Game], limits: &Path) -> Outcome {
    let names: Vec<&str> = games.iter().map(|it| it.shipped.name.as_str()).collect();
    let first = names.first().copied().unwrap_or_default();
    println!("{:<34}{:>10}{:>10}", "loaded to play the first game", "raw", "packed");
    let (mut raw, mut packed) = (0, 0);
    for (path, bytes) in folder.iter().filter(|(path, _)| is_first(path, first)) {
        let small = folder.weight(path);
        println!("  {path:<32}{:>10}{small:>10}", bytes.len());
        raw += bytes.len();
        packed += small;
    }
    println!("  {:<32}{raw:>10}{packed:>10}", "together");
    let pack = |name: &str| {
        let files = [format!("packs/{name}.pack"), format!("packs/{name}/tiles.txt")];
        files.iter().map(|it| folder.weight(it)).sum::<usize>()
    };
    let heaviest = packed - pack(first) + names.iter().map(|name| pack(name)).max().unwrap_or(0);
    let wasm = folder.get("barrow_web_bg.wasm").map_or(0, <[u8]>::len);
    let binder = BINDER.map(|path| folder.weight(path)).iter().sum();
    let sounds = names.iter().map(|name| folder.weight(&format!("packs/{name}.sounds"))).max();
    let sound = SOUND.map(|path| folder.weight(path)).iter().sum::<usize>() + sounds.unwrap_or(0);
    judge("packed, to play the first game", packed, &limit(limits, "first_game")?)?;
    judge("packed, to play the heaviest game first", heaviest, &limit(limits, "heaviest_game")?)?;
    judge("the wasm, as it is", wasm, &limit(limits, "wasm")?)?;
    judge("packed, to hear the game with the most sounds", sound, &limit(limits, "sound")?)?;
    judge("packed, for packs that come as files", binder, &limit(limits, "binder")?)
}

fn limit(limits: &Path, name: &str) -> Outcome<Limit> {
    let wrong = |what: &str| format!("{}: {what}", limits.display());
    let text = fs::read_to_string(limits).map_err(|error| wrong(&error.to_string()))?;
    let value: Value = serde_json::from_str(&text).map_err(|error| wrong(&error.to_string()))?;
    let number = |key: &str| {
        value[name][key].as_u64().ok_or_else(|| wrong(&format!("no number `{name}.{key}`")))
    };
    Ok(Limit { goal: number("goal")?, max: number("max")? })
}

fn judge(what: &str, is: usize, limit: &Limit) -> Outcome {
    let Limit { goal, max } = limit;
    println!("{what}: {is} bytes, at most {max}, goal {goal}");
    if is as u64 > *max { Err(format!("{what}: {is} bytes, at most {max}")) } else { Ok(()) }
}

/// Returns whether a visitor downloads a file on the way from the front page into a game. That
/// includes one pack and the pictures of all packs, but not the pages for embedding and for the
/// arcade, the replay viewer, the binder or what makes sound.
fn is_first(path: &str, game: &str) -> bool {
    let aside = [
        "arcade",
        "example",
        "console.js",
        "gamepad.js",
        "live.js",
        "replay.js",
        "sounds.",
        "sw.js",
    ];
    let packed = matches!(kind(path), "gz" | "br");
    let later = BINDER.contains(&path) || SOUND.contains(&path);
    if packed || later || aside.iter().any(|it| path.starts_with(it)) {
        return false;
    }
    match path.strip_prefix("packs/") {
        Some(file) => {
            let own = [format!("{game}.pack"), format!("{game}/tiles.txt")];
            file == "index.json" || kind(file) == "png" || own.iter().any(|it| it == file)
        }
        None => true,
    }
}
