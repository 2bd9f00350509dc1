//! The glyphs of the glyph mode: five by eight pixels, drawn twice as large in a cell.

use crate::tile::{SIDE, Tile};
use crate::tileset::{SMALL, Tileset};

/// The size of a drawn glyph in pixels.
const WIDTH: usize = 5;
const HEIGHT: usize = 8;

/// The drawings: a line with the characters of the glyphs, then their rows side by side.
const DRAWN: &str = include_str!("font/glyphs.txt");

/// Adds a white tile for each drawn character, named by the character.
pub(crate) fn add_glyphs(tileset: &mut Tileset) {
    for (letter, rows) in drawings() {
        let tile = Tile::from_fn(|column, row| {
            let drawn =
                drawn_pixel(column, SIDE - 2 * WIDTH, WIDTH).zip(drawn_pixel(row, 0, HEIGHT));
            let inked = drawn.is_some_and(|(x, y)| rows[y].as_bytes().get(x) == Some(&b'#'));
            if inked { [255; 4] } else { [0; 4] }
        });
        tileset.add(letter.encode_utf8(&mut [0; 4]), tile);
        tileset.add(&format!("{SMALL}{letter}"), small(&rows));
    }
}

/// Returns the glyph at half the size, in the upper left corner, with a dark outline.
fn small(rows: &[&str]) -> Tile {
    let inked = |x: usize, y: usize| {
        let row = y.checked_sub(1).and_then(|y| rows.get(y));
        row.zip(x.checked_sub(1)).is_some_and(|(row, x)| row.as_bytes().get(x) == Some(&b'#'))
    };
    Tile::from_fn(|x, y| {
        let near = (y.saturating_sub(1)..=y + 1)
            .any(|y| (x.saturating_sub(1)..=x + 1).any(|x| inked(x, y)));
        match (inked(x, y), near) {
            (true, _) => [255; 4],
            (false, true) => [0, 0, 0, 220],
            (false, false) => [0; 4],
        }
    })
}

/// Returns the drawn pixel under a pixel of the tile, if the drawing reaches it.
fn drawn_pixel(pixel: usize, margin: usize, size: usize) -> Option<usize> {
    pixel.checked_sub(margin / 2).map(|it| it / 2).filter(|&it| it < size)
}

fn drawings() -> impl Iterator<Item = (char, Vec<&'static str>)> {
    let lines: Vec<&str> = DRAWN.lines().collect();
    let bands = (0..lines.len()).step_by(HEIGHT + 1);
    bands.flat_map(move |band| {
        let letters = lines[band].split_whitespace().filter_map(|word| word.chars().next());
        let rows = lines[band + 1..].iter().take(HEIGHT).copied().collect::<Vec<_>>();
        letters
            .enumerate()
            .map(move |(index, letter)| {
                let start = index * (WIDTH + 1);
                let cut = |row: &&'static str| row.get(start..start + WIDTH).unwrap_or_default();
                (letter, rows.iter().map(cut).collect())
            })
            .collect::<Vec<_>>()
    })
}
