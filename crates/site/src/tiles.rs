//! The tiles that a game can show. Each game loads only its own, since all of them together weigh
//! more than most games.

use std::collections::BTreeSet;

use barrow_pack::{Look, Pack};
use barrow_render::TILES;

/// The tiles that the engine itself draws, whatever the game.
const USUAL: [&str; 3] = ["spell", "veil", "warning"];
const USUAL_PREFIXES: [&str; 2] = ["mark-", "shadow-"];

/// Suffixes of tiles that belong to another tile, after its name.
const PARTS: [&str; 7] = ["-above", "-back", "-east", "-front", "-north", "-northeast", "-side"];

/// The rows of a tile.
const ROWS: usize = 16;

/// Returns all tiles as one text, for games that are not known in advance.
pub fn all() -> String {
    TILES.map(|(_, text)| text).join("\n")
}

/// Returns the tiles that a game can show, as text.
pub fn of(pack: &Pack) -> String {
    let names = names(pack);
    let text: Vec<String> = TILES.iter().map(|(_, text)| kept(text, &names)).collect();
    text.concat()
}

/// Returns the names of the tiles that a pack asks for.
fn names(pack: &Pack) -> BTreeSet<String> {
    let kinds = pack.kinds.iter().map(|(_, it)| &it.look);
    let fields = pack.fields.iter().map(|(_, it)| &it.look);
    let missiles = pack.abilities.iter().filter_map(|(_, it)| it.missile.as_ref());
    let looks: Vec<&Look> = kinds.chain(fields).chain(missiles).collect();
    let asked = looks.iter().flat_map(|it| {
        let tiles = [&it.tile, &it.top, &it.open_tile, &it.open_top, &it.worn];
        tiles.into_iter().chain([&it.animation, &it.top_animation])
    });
    let places = pack.palettes.iter().flat_map(|(_, it)| it.tiles.iter().map(|(_, tile)| tile));
    asked.chain(places).map(|it| it.to_lowercase().replace('_', "-")).collect()
}

/// Returns the tiles of a text with these names, and the colors that they need.
fn kept(text: &str, names: &BTreeSet<String>) -> String {
    let mut tiles = String::new();
    let mut lines = text.lines();
    while let Some(line) = lines.next() {
        let Some(told) = line.strip_prefix("tile ") else { continue };
        let rows: Vec<&str> = lines.by_ref().take(ROWS).collect();
        let wanted: Vec<&str> = told.split(' ').filter(|it| is_wanted(it, names)).collect();
        if !wanted.is_empty() {
            tiles.extend(["tile ", &wanted.join(" "), "\n", &rows.join("\n"), "\n"]);
        }
    }
    if tiles.is_empty() {
        return tiles;
    }
    let colors = text.lines().filter(|it| it.starts_with("color "));
    let colors: Vec<&str> = colors.filter(|it| is_used(it, &tiles)).collect();
    format!("{}\n{tiles}", colors.join("\n"))
}

/// Returns whether tiles use a color, given its line. A letter in a name counts too, which does no
/// harm.
fn is_used(color: &str, tiles: &str) -> bool {
    color.split(' ').nth(1).is_some_and(|letter| tiles.contains(letter))
}

fn is_wanted(tile: &str, names: &BTreeSet<String>) -> bool {
    let first = first_of(tile);
    let worn = first.strip_prefix("worn-").unwrap_or(first);
    let usual = USUAL_PREFIXES.iter().any(|it| tile.starts_with(it)) || USUAL.contains(&first);
    usual || [tile, first, worn].iter().any(|it| names.contains(*it))
}

/// Returns the name of the tile that a tile belongs to: `wall` for `wall-above~2`, itself for most.
fn first_of(tile: &str) -> &str {
    let plain = tile.split('~').next().unwrap_or(tile);
    let numbered = |(_, number): &(&str, &str)| number.parse::<u8>().is_ok();
    let plain = plain.rsplit_once('-').filter(numbered).map_or(plain, |(first, _)| first);
    PARTS.iter().find_map(|part| plain.strip_suffix(part)).unwrap_or(plain)
}

#[cfg(test)]
mod tests {
    use std::path::Path;

    use barrow_render::Tileset;

    use super::*;
    use crate::game;

    #[test]
    fn parts_frames_and_variants_belong_to_a_tile() {
        for tile in ["wall", "wall~2", "wall-above", "wall-above~2", "wall-2", "wall~3-2"] {
            assert_eq!(first_of(tile), "wall", "{tile}");
        }
        assert_eq!(first_of("stairs-down"), "stairs-down");
    }

    #[test]
    fn a_game_has_every_tile_that_it_asks_for_with_its_frames_and_variants() {
        let packs = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../packs");
        let shipped = Tileset::shipped();
        for game in game::all(&packs).expect("the packs can be read") {
            let own = Tileset::read(&of(&game.pack)).expect("it is a tileset");
            for name in names(&game.pack).iter().filter(|it| !it.is_empty()) {
                let Some(tile) = shipped.named(name) else { continue };
                let here = own.named(name).unwrap_or_else(|| panic!("{name} is missing"));
                assert_eq!(own.frames(here).len(), shipped.frames(tile).len(), "{name}");
                assert_eq!(own.variants(here).len(), shipped.variants(tile).len(), "{name}");
                assert_eq!(own.tile(here), shipped.tile(tile), "{name}");
            }
            assert!(of(&game.pack).len() < all().len(), "{}", game.shipped.name);
        }
    }
}
