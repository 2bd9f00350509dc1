//! Tiles drawn as text, so that they can be changed in any editor.
//!
//! ```text
//! color . clear
//! color k 1a1420
//! color w e8e0d0
//!
//! tile torch
//! ................
//! (sixteen rows of sixteen characters)
//! ```
//!
//! `tile torch brazier` draws both. Case does not matter in names, and `_` is `-`.
//!
//! A tile `wall-above` is drawn instead of `wall` if the cell to the south is `wall` too, since its
//! front is hidden there. `wall-side`, `wall-back` and `wall-front` are edges. `torch-2`, `torch-3`
//! and so on are the next frames of `torch`, and `floor~2`, `floor~3` and so on other drawings of
//! `floor`. All of these follow the tile that they belong to.

mod read;

use std::fmt;

use barrow_small::Map;

use crate::dye::Dye;
use crate::font::add_glyphs;
use crate::tile::{Tile, TileId};

/// Tiles by name.
#[derive(Clone, Debug, Default)]
pub struct Tileset {
    tiles: Vec<Tile>,
    names: Map<String, TileId>,
    /// For each tile, those that belong to it.
    families: Vec<Family>,
    /// The tiles that were dyed before. They come after all others.
    dyed: Map<(TileId, Dye), TileId>,
    /// How often dyed tiles were dropped.
    edition: u32,
}

/// The tiles that belong to a tile.
#[derive(Clone, Debug, Default)]
struct Family {
    /// The tile before it was dyed.
    shape: TileId,
    /// The one that is drawn if more of the same is in front of it.
    above: Option<TileId>,
    /// What is drawn over it where something else begins: on the left (mirrored on the right),
    /// behind and in front.
    edges: [Option<TileId>; 3],
    /// The frames of its animation, itself first.
    frames: Vec<TileId>,
    /// Other drawings of the same, itself first.
    variants: Vec<TileId>,
}

/// Why a drawn tileset cannot be read.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct TilesetError {
    /// The line, from 1.
    pub line: usize,
    /// What is wrong, and what would be right.
    pub message: String,
}

impl fmt::Display for TilesetError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "line {}: {}", self.line, self.message)
    }
}

impl std::error::Error for TilesetError {}

/// The suffix of tiles with more of the same in front of them.
const ABOVE: &str = "-above";

/// The suffixes of edges.
const EDGES: [&str; 3] = ["-side", "-back", "-front"];

/// How many tiles there may be, dyed ones included. A picture of more would still be drawn, but
/// without their own colors.
const MOST: usize = 8000;

/// The prefix of the names of small glyphs.
pub(crate) const SMALL: &str = "small ";

/// Normalizes a name; single characters are glyphs and stay as they are.
fn plain(name: &str) -> String {
    if name.chars().nth(1).is_none() || name.starts_with(SMALL) {
        return name.to_owned();
    }
    name.to_lowercase().replace('_', "-")
}

/// The shipped tiles: the names of the files and their texts.
pub const TILES: [(&str, &str); 7] = [
    ("ground.txt", include_str!("tileset/ground.txt")),
    ("walls.txt", include_str!("tileset/walls.txt")),
    ("actors.txt", include_str!("tileset/actors.txt")),
    ("items.txt", include_str!("tileset/items.txt")),
    ("fixtures.txt", include_str!("tileset/fixtures.txt")),
    ("effects.txt", include_str!("tileset/effects.txt")),
    ("tiles.txt", include_str!("tileset/tiles.txt")),
];

impl Tileset {
    /// Returns the shipped tiles by name, and a white glyph for each character, named by the
    /// character.
    pub fn shipped() -> Self {
        let mut tileset = Self::default();
        for (_, text) in TILES {
            tileset.add_text(text).expect("a test reads every file");
        }
        tileset.with_glyphs()
    }

    /// Adds a white glyph for each character, named by the character.
    pub fn with_glyphs(mut self) -> Self {
        add_glyphs(&mut self);
        self
    }

    /// Adds a tile, which replaces one with the same name.
    pub fn add(&mut self, name: &str, tile: Tile) -> TileId {
        let name = plain(name);
        if let Some(&known) = self.names.get(&name) {
            self.tiles[usize::from(known.0)] = tile;
            return known;
        }
        let id = TileId(self.tiles.len() as u16);
        self.push(tile);
        self.relate(&name, id);
        self.names.insert(name, id);
        id
    }

    /// Adds a tile without a name.
    fn push(&mut self, tile: Tile) -> TileId {
        let id = TileId(self.tiles.len() as u16);
        self.tiles.push(tile);
        let family =
            Family { shape: id, frames: vec![id], variants: vec![id], ..Family::default() };
        self.families.push(family);
        id
    }

    /// Links a new tile to the tile that its name refers to.
    fn relate(&mut self, name: &str, id: TileId) {
        if let Some(family) = name.strip_suffix(ABOVE).and_then(|it| self.family_of(it)) {
            family.above = Some(id);
        }
        for (place, suffix) in EDGES.iter().enumerate() {
            if let Some(family) = name.strip_suffix(suffix).and_then(|it| self.family_of(it)) {
                family.edges[place] = Some(id);
            }
        }
        let numbered = |(_, number): &(&str, &str)| number.parse::<u8>().is_ok();
        if let Some((first, _)) = name.rsplit_once('-').filter(numbered)
            && let Some(family) = self.family_of(first)
        {
            family.frames.push(id);
        }
        if let Some((first, _)) = name.rsplit_once('~').filter(numbered)
            && let Some(family) = self.family_of(first)
        {
            family.variants.push(id);
        }
    }

    fn family_of(&mut self, name: &str) -> Option<&mut Family> {
        self.named(name).and_then(|id| self.families.get_mut(usize::from(id.0)))
    }

    /// Returns a tile in other colors, with everything that belongs to it.
    pub fn dyed(&mut self, id: TileId, dye: Dye) -> TileId {
        if let Some(&known) = self.dyed.get(&(id, dye)) {
            return known;
        }
        let Some(tile) = self.tile(id).filter(|_| self.tiles.len() < MOST) else { return id };
        let new = self.push(tile.dyed(dye));
        // It is known before its family is dyed, since it belongs to its own family.
        self.dyed.insert((id, dye), new);
        let mut family = self.families[usize::from(id.0)].clone();
        let Family { above, edges, frames, variants, .. } = &mut family;
        let members = above.iter_mut().chain(edges.iter_mut().flatten());
        for member in members.chain(frames).chain(variants) {
            *member = self.dyed(*member, dye);
        }
        self.families[usize::from(new.0)] = family;
        new
    }

    /// Drops all dyed tiles, because others are needed from now on. Their ids will be used again.
    pub(crate) fn wash(&mut self) {
        let first = self.dyed.values().map(|it| usize::from(it.0)).min();
        let kept = first.unwrap_or(self.tiles.len());
        self.tiles.truncate(kept);
        self.families.truncate(kept);
        self.dyed = Map::new();
        self.edition += 1;
    }

    /// Returns a number that changes when ids get another meaning.
    pub(crate) const fn edition(&self) -> u32 {
        self.edition
    }

    /// Returns the tile that a tile was before it was dyed.
    pub fn undyed(&self, id: TileId) -> TileId {
        self.family(id).map_or(id, |it| it.shape)
    }

    /// Returns `true` if no pixel of a tile has a color of its own, so that it can be tinted.
    pub fn is_grey(&self, id: TileId) -> bool {
        self.tile(id).is_none_or(|it| it.grey)
    }

    /// Returns the tile with a name.
    pub fn named(&self, name: &str) -> Option<TileId> {
        self.names.get(name).or_else(|| self.names.get(&plain(name))).copied()
    }

    /// Returns the white glyph of a character.
    pub fn glyph(&self, letter: char) -> Option<TileId> {
        self.names.get(letter.encode_utf8(&mut [0; 4]) as &str).copied()
    }

    /// Returns the glyph at half the size, with a dark outline that is readable on anything.
    pub fn small_glyph(&self, letter: char) -> Option<TileId> {
        let mut name = String::from(SMALL);
        name.push(letter);
        self.names.get(&name).copied()
    }

    /// Returns the frames of a tile's animation, itself first.
    pub fn frames(&self, id: TileId) -> &[TileId] {
        self.family(id).map_or(&[], |it| &it.frames)
    }

    /// Returns the drawings of a tile, itself first.
    pub fn variants(&self, id: TileId) -> &[TileId] {
        self.family(id).map_or(&[], |it| &it.variants)
    }

    /// Returns the tile that is drawn instead of this one if more of the same is in front.
    pub fn above(&self, id: TileId) -> Option<TileId> {
        self.family(id).and_then(|it| it.above)
    }

    /// Returns what is drawn over a tile where something else begins: on the left, behind and in
    /// front.
    pub fn edges(&self, id: TileId) -> [Option<TileId>; 3] {
        self.family(id).map_or([None; 3], |it| it.edges)
    }

    fn family(&self, id: TileId) -> Option<&Family> {
        self.families.get(usize::from(id.0))
    }

    /// Returns the names of all tiles but glyphs, sorted.
    pub fn names(&self) -> impl Iterator<Item = &str> {
        let glyph = |name: &str| name.chars().nth(1).is_none() || name.starts_with(SMALL);
        self.names.keys().map(String::as_str).filter(move |name| !glyph(name))
    }

    /// Returns the pixels of a tile.
    pub fn tile(&self, id: TileId) -> Option<&Tile> {
        self.tiles.get(usize::from(id.0))
    }
}
