//! Reads tilesets from text; the head of `tileset.rs` describes the format.

use barrow_small::Map;

use super::{Tileset, TilesetError};
use crate::tile::{SIDE, Tile};

/// A color of the palette: red, green, blue, opacity.
type Paint = [u8; 4];

impl Tileset {
    /// Reads a tileset from text.
    pub fn read(text: &str) -> Result<Self, TilesetError> {
        let mut tileset = Self::default();
        tileset.add_text(text)?;
        Ok(tileset)
    }

    /// Adds the tiles of a text. Its colors are its own.
    pub fn add_text(&mut self, text: &str) -> Result<(), TilesetError> {
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
                        self.add(name, tile.clone());
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
        Ok(())
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
