//! Tiles drawn as text, so that a maker changes one in any editor.
//!
//! ```text
//! colour . clear
//! colour k 1a1420
//! colour w e8e0d0
//!
//! tile torch
//! ................
//! (sixteen rows of sixteen characters)
//! ```
//!
//! A tile `wall-above` is drawn instead of `wall` where the cell to the south is `wall` too: its
//! front is hidden there.

use std::collections::BTreeMap;
use std::fmt;

use crate::font::add_glyphs;
use crate::tile::{SIDE, Tile, TileId};

/// Tiles by name.
#[derive(Clone, Debug, Default)]
pub struct Sheet {
    tiles: Vec<Tile>,
    names: BTreeMap<String, TileId>,
    /// For each tile, the one that is drawn where more of the same stands in front of it.
    above: Vec<Option<TileId>>,
}

/// Why a drawn sheet cannot be read.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SheetError {
    /// The line, from 1.
    pub line: usize,
    /// What is wrong, and what would be right.
    pub message: String,
}

impl fmt::Display for SheetError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "line {}: {}", self.line, self.message)
    }
}

impl std::error::Error for SheetError {}

/// How the name of a tile ends that has more of the same in front of it.
const ABOVE: &str = "-above";

/// A colour of the palette: red, green, blue, opacity.
type Paint = [u8; 4];

/// The tiles that every game can use.
const SHIPPED: &str = include_str!("sheet/tiles.txt");

impl Sheet {
    /// The tiles that come with Barrow, by name, and a white glyph for each character, named
    /// by the character.
    pub fn shipped() -> Self {
        let mut sheet = Self::read(SHIPPED).expect("the shipped tiles are read by a test");
        add_glyphs(&mut sheet);
        sheet
    }

    /// The tiles of a drawn sheet, see the head of this module's file.
    pub fn read(text: &str) -> Result<Self, SheetError> {
        let mut sheet = Self::default();
        let mut palette = BTreeMap::new();
        let mut lines = text.lines().zip(1..);
        while let Some((line, number)) = lines.next() {
            let wrong = |message: String| SheetError { line: number, message };
            match line.split_once(' ') {
                Some(("colour", rest)) => {
                    let (letter, paint) = read_colour(rest).map_err(wrong)?;
                    palette.insert(letter, paint);
                }
                Some(("tile", name)) => {
                    let tile = read_tile(name, number, &mut lines, &palette)?;
                    sheet.add(name.trim(), tile);
                }
                _ if line.trim().is_empty() || line.starts_with('#') => {}
                _ => {
                    return Err(wrong(format!(
                        "`{line}` is neither `colour LETTER RRGGBB` nor `tile NAME`"
                    )));
                }
            }
        }
        Ok(sheet)
    }

    /// Adds a tile; one with the same name is drawn in its place from now on.
    pub fn add(&mut self, name: &str, tile: Tile) -> TileId {
        if let Some(&known) = self.names.get(name) {
            self.tiles[usize::from(known.0)] = tile;
            return known;
        }
        let id = TileId(self.tiles.len() as u16);
        self.tiles.push(tile);
        self.above.push(None);
        self.names.insert(name.to_owned(), id);
        let front = name.strip_suffix(ABOVE).map_or(Some(id), |front| self.named(front));
        let behind = self.named(&format!("{}{ABOVE}", name.trim_end_matches(ABOVE)));
        if let Some((front, behind)) = front.zip(behind).filter(|(front, it)| front != it) {
            self.above[usize::from(front.0)] = Some(behind);
        }
        id
    }

    /// The tile of that name.
    pub fn named(&self, name: &str) -> Option<TileId> {
        self.names.get(name).copied()
    }

    /// The tile that is drawn instead of this one where more of the same stands in front.
    pub fn above(&self, id: TileId) -> Option<TileId> {
        self.above.get(usize::from(id.0)).copied().flatten()
    }

    /// All names, in order.
    pub fn names(&self) -> impl Iterator<Item = &str> {
        self.names.keys().map(String::as_str)
    }

    /// The pixels of a tile.
    pub fn tile(&self, id: TileId) -> Option<&Tile> {
        self.tiles.get(usize::from(id.0))
    }
}

fn read_colour(rest: &str) -> Result<(char, Paint), String> {
    let mut words = rest.split_whitespace();
    let letter = words.next().and_then(|word| {
        let mut letters = word.chars();
        letters.next().filter(|_| letters.next().is_none())
    });
    let letter = letter.ok_or("a colour has one letter: `colour k 1a1420`")?;
    let paint = words.next().and_then(read_paint);
    let paint = paint.ok_or_else(|| {
        format!(
            "colour `{letter}` is written RRGGBB, RRGGBBAA or `clear`: `colour {letter} 1a1420`"
        )
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
    palette: &BTreeMap<char, Paint>,
) -> Result<Tile, SheetError> {
    let mut pixels = Vec::with_capacity(SIDE * SIDE);
    for row in 0..SIDE {
        let (line, number) = lines.next().ok_or_else(|| SheetError {
            line: number,
            message: format!("tile `{name}` ends after {row} of {SIDE} rows"),
        })?;
        read_row(name, line, palette, &mut pixels)
            .map_err(|message| SheetError { line: number, message })?;
    }
    Ok(Tile::from_fn(|column, row| pixels[row * SIDE + column]))
}

fn read_row(
    name: &str,
    line: &str,
    palette: &BTreeMap<char, Paint>,
    pixels: &mut Vec<Paint>,
) -> Result<(), String> {
    let length = line.chars().count();
    if length != SIDE {
        return Err(format!("a row of tile `{name}` has {length} pixels; it needs {SIDE}"));
    }
    for letter in line.chars() {
        let paint = palette.get(&letter).ok_or_else(|| {
            format!(
                "`{letter}` in tile `{name}` is no colour; write `colour {letter} RRGGBB` above"
            )
        })?;
        pixels.push(*paint);
    }
    Ok(())
}
