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
//! front is hidden there. `torch-2`, `torch-3` and so on are the next frames of `torch`.

use std::fmt;

use barrow_small::Map;

use crate::font::add_glyphs;
use crate::tile::{SIDE, Tile, TileId};

/// Tiles by name.
#[derive(Clone, Debug, Default)]
pub struct Tileset {
    tiles: Vec<Tile>,
    names: Map<String, TileId>,
    /// For each tile, the one that is drawn if more of the same is in front of it.
    above: Vec<Option<TileId>>,
    /// For each tile, the frames of its animation, itself first.
    frames: Vec<Vec<TileId>>,
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

/// The prefix of the names of small glyphs.
pub(crate) const SMALL: &str = "small ";

/// Normalizes a name; single characters are glyphs and stay as they are.
fn plain(name: &str) -> String {
    if name.chars().nth(1).is_none() || name.starts_with(SMALL) {
        return name.to_owned();
    }
    name.to_lowercase().replace('_', "-")
}

/// A color of the palette: red, green, blue, opacity.
type Paint = [u8; 4];

/// The shipped tiles, as text.
pub const TILES: &str = include_str!("tileset/tiles.txt");

impl Tileset {
    /// Returns the shipped tiles by name, and a white glyph for each character, named by the
    /// character.
    pub fn shipped() -> Self {
        Self::read(TILES).expect("the shipped tiles are read by a test").with_glyphs()
    }

    /// Adds a white glyph for each character, named by the character.
    pub fn with_glyphs(mut self) -> Self {
        add_glyphs(&mut self);
        self
    }

    /// Reads a tileset from text; the head of this file describes the format.
    pub fn read(text: &str) -> Result<Self, TilesetError> {
        let mut tileset = Self::default();
        let mut palette = Map::new();
        let mut lines = text.lines().zip(1..);
        while let Some((line, number)) = lines.next() {
            let wrong = |message: String| TilesetError { line: number, message };
            match line.split_once(' ') {
                Some(("color", rest)) => {
                    let (letter, paint) = read_color(rest).map_err(wrong)?;
                    palette.insert(letter, paint);
                }
                Some(("tile", names)) => {
                    let names = names.trim();
                    let tile = read_tile(names, number, &mut lines, &palette)?;
                    for name in names.split_whitespace() {
                        tileset.add(name, tile.clone());
                    }
                }
                _ if line.trim().is_empty() || line.starts_with('#') => {}
                _ => {
                    return Err(wrong(format!(
                        "`{line}` is neither `color LETTER RRGGBB` nor `tile NAME`"
                    )));
                }
            }
        }
        Ok(tileset)
    }

    /// Adds a tile, which replaces one with the same name.
    pub fn add(&mut self, name: &str, tile: Tile) -> TileId {
        let name = plain(name);
        if let Some(&known) = self.names.get(&name) {
            self.tiles[usize::from(known.0)] = tile;
            return known;
        }
        let id = TileId(self.tiles.len() as u16);
        self.tiles.push(tile);
        self.above.push(None);
        self.frames.push(vec![id]);
        self.relate(&name, id);
        self.names.insert(name, id);
        id
    }

    /// Links a new tile to the tile that its name refers to.
    fn relate(&mut self, name: &str, id: TileId) {
        if let Some(front) = name.strip_suffix(ABOVE).and_then(|it| self.named(it)) {
            self.above[usize::from(front.0)] = Some(id);
        }
        let numbered = name.rsplit_once('-').filter(|(_, number)| number.parse::<u8>().is_ok());
        if let Some(first) = numbered.and_then(|(first, _)| self.named(first)) {
            self.frames[usize::from(first.0)].push(id);
        }
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
        self.frames.get(usize::from(id.0)).map_or(&[], Vec::as_slice)
    }

    /// Returns the tile that is drawn instead of this one if more of the same is in front.
    pub fn above(&self, id: TileId) -> Option<TileId> {
        self.above.get(usize::from(id.0)).copied().flatten()
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

fn read_color(rest: &str) -> Result<(char, Paint), String> {
    let mut words = rest.split_whitespace();
    let letter = words.next().and_then(|word| {
        let mut letters = word.chars();
        letters.next().filter(|_| letters.next().is_none())
    });
    let letter = letter.ok_or("a color has one letter: `color k 1a1420`")?;
    let paint = words.next().and_then(read_paint);
    let paint = paint.ok_or_else(|| {
        format!("color `{letter}` is written RRGGBB, RRGGBBAA or `clear`: `color {letter} 1a1420`")
    })?;
    Ok((letter, paint))
}

fn read_paint(word: &str) -> Option<Paint> {
    if word == "clear" {
        return Some([0; 4]);
    }
    let number = u32::from_str_radix(word, 16).ok()?;
    match word.len() {
        6 => Some((number << 8 | 255).to_be_bytes()),
        8 => Some(number.to_be_bytes()),
        _ => None,
    }
}

fn read_tile<'t>(
    name: &str,
    number: usize,
    lines: &mut impl Iterator<Item = (&'t str, usize)>,
    palette: &Map<char, Paint>,
) -> Result<Tile, TilesetError> {
    let mut pixels = Vec::with_capacity(SIDE * SIDE);
    for row in 0..SIDE {
        let (line, number) = lines.next().ok_or_else(|| TilesetError {
            line: number,
            message: format!("tile `{name}` ends after {row} of {SIDE} rows"),
        })?;
        read_row(name, line, palette, &mut pixels)
            .map_err(|message| TilesetError { line: number, message })?;
    }
    Ok(Tile::from_fn(|column, row| pixels[row * SIDE + column]))
}

fn read_row(
    name: &str,
    line: &str,
    palette: &Map<char, Paint>,
    pixels: &mut Vec<Paint>,
) -> Result<(), String> {
    let length = line.chars().count();
    if length != SIDE {
        return Err(format!("a row of tile `{name}` has {length} pixels; it needs {SIDE}"));
    }
    for letter in line.chars() {
        let paint = palette.get(&letter).ok_or_else(|| {
            format!(
                "`{letter}` in tile `{name}` is not a color; write `color {letter} RRGGBB` above"
            )
        })?;
        pixels.push(*paint);
    }
    Ok(())
}
