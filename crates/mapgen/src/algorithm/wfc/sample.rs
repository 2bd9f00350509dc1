use std::fmt;
use std::sync::{Arc, OnceLock};

use barrow_grid::{Dir, Grid, Pos};
use serde::{Deserialize, Serialize};

/// A drawing, and what the algorithm learns from it: the kinds of tiles, how often each occurs, and
/// which kinds stand side by side.
///
/// `#` and blanks are rock, `.` is floor, `~` is lava. The drawing is surrounded by rock. The kind
/// of a tile is its own terrain together with that of its four neighbours. All eight orientations
/// of the drawing count.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct Sample {
    /// The index of the built-in drawing, if it is one.
    built_in: Option<usize>,
    drawing: Arc<str>,
    /// The rules, or what is wrong with the drawing. Clones share the result.
    #[serde(skip)]
    learnt: Arc<OnceLock<Result<Rules, String>>>,
}

/// Samples are equal if their drawings are.
impl PartialEq for Sample {
    fn eq(&self, other: &Self) -> bool {
        self.drawing == other.drawing
    }
}

impl Eq for Sample {}

/// The names of the built-in drawings, and the name for any other.
const WORDS: &[&str] = &["halls", "caves", "cells", "own"];

const DRAWINGS: [&str; 3] =
    [include_str!("halls.txt"), include_str!("caves.txt"), include_str!("cells.txt")];

impl Sample {
    /// Creates a sample from a drawing. A mistake in it is reported when a recipe is checked.
    pub fn drawn(drawing: &str) -> Self {
        Self { built_in: None, drawing: drawing.into(), learnt: Arc::default() }
    }

    /// Returns the drawing.
    pub fn drawing(&self) -> &str {
        &self.drawing
    }

    pub(super) fn built_in(index: usize) -> Self {
        Self { built_in: Some(index), ..Self::drawn(DRAWINGS[index]) }
    }

    /// Returns the index of its name among the allowed names, and those names.
    pub(super) fn choice(&self) -> (usize, &'static [&'static str]) {
        match self.built_in {
            Some(index) => (index, &WORDS[..DRAWINGS.len()]),
            None => (DRAWINGS.len(), WORDS),
        }
    }

    /// Returns the sample for a chosen name, or `None` for `own`, which changes nothing.
    pub(super) fn choose(index: usize) -> Option<Self> {
        (index < DRAWINGS.len()).then(|| Self::built_in(index))
    }

    pub(super) fn rules(&self) -> Result<&Rules, &str> {
        self.learnt.get_or_init(|| learn(&self.drawing)).as_ref().map_err(String::as_str)
    }
}

/// What a sample teaches. A set of kinds is a word with one bit for each kind.
pub(crate) struct Rules {
    /// The number of kinds. Kind 0 is rock with only rock beside it.
    pub(super) kinds: usize,
    /// How often each kind occurs in the sample.
    pub(super) weights: Vec<u32>,
    pub(super) floor: u64,
    pub(super) lava: u64,
    /// For each byte of a set and each of its values: the kinds that may stand beside any kind in
    /// it, in the four directions.
    beside: Vec<[[u64; 4]; 256]>,
}

/// A set fits into a word, and one bit pattern is left to mark holes.
const MAX_KINDS: usize = 63;
const MIN_SIDE: i32 = 3;
const MAX_SIDE: i32 = 200;

impl Rules {
    /// Returns the kinds that may stand to the north, east, south and west of a cell whose kind is
    /// in `set`.
    #[inline]
    pub(super) fn beside(&self, set: u64) -> [u64; 4] {
        let mut union = [0; 4];
        for (table, byte) in self.beside.iter().zip(set.to_le_bytes()) {
            let more = &table[usize::from(byte)];
            for dir in 0..4 {
                union[dir] |= more[dir];
            }
        }
        union
    }

    /// Returns the set of all kinds.
    pub(super) const fn all(&self) -> u64 {
        (1 << self.kinds) - 1
    }
}

impl fmt::Debug for Rules {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Rules").field("kinds", &self.kinds).finish_non_exhaustive()
    }
}

fn learn(drawing: &str) -> Result<Rules, String> {
    let mut picture = Grid::from_picture(drawing);
    check(&picture)?;
    let mut lesson = Lesson { tiles: vec![['#'; 5]], forms: Vec::new() };
    for _ in 0..4 {
        lesson.read(&picture);
        lesson.read(&mirrored(&picture));
        picture = turned(&picture);
    }
    let count = lesson.tiles.len();
    if count > MAX_KINDS {
        return Err(format!(
            "the sample has {count} kinds of tiles, by their terrain and that of their \
             neighbours, turned and mirrored; {MAX_KINDS} are possible: draw it simpler"
        ));
    }
    Ok(lesson.rules())
}

fn check(picture: &Grid<char>) -> Result<(), String> {
    let (width, height) = (picture.width(), picture.height());
    let sides = MIN_SIDE..=MAX_SIDE;
    if !sides.contains(&width) || !sides.contains(&height) {
        return Err(format!(
            "the sample is {width} x {height}; draw it from {MIN_SIDE} x {MIN_SIDE} to \
             {MAX_SIDE} x {MAX_SIDE}"
        ));
    }
    if let Some((pos, glyph)) = picture.iter().find(|&(_, glyph)| !"# .~".contains(*glyph)) {
        let (row, column) = (pos.y + 1, pos.x + 1);
        return Err(format!(
            "the sample has `{glyph}` in row {row}, column {column}; draw rock as `#`, floor as \
             `.`, lava as `~`"
        ));
    }
    picture.find('.').map(|_| ()).ok_or_else(|| "the sample has no floor; draw it as `.`".into())
}

fn mirrored(picture: &Grid<char>) -> Grid<char> {
    let last = picture.width() - 1;
    Grid::from_fn(picture.width(), picture.height(), |pos| picture[Pos::new(last - pos.x, pos.y)])
}

/// Turns a drawing clockwise by a quarter.
fn turned(picture: &Grid<char>) -> Grid<char> {
    let last = picture.height() - 1;
    Grid::from_fn(picture.height(), picture.width(), |pos| picture[Pos::new(pos.y, last - pos.x)])
}

/// A drawing as kinds of tiles.
struct Lesson {
    /// The terrain of each kind and of its neighbours, clockwise from north.
    tiles: Vec<[char; 5]>,
    /// The kind of each cell in every orientation of the drawing, with [`RIM`] cells of rock around
    /// it.
    forms: Vec<Grid<usize>>,
}

/// Two, so that the sample also shows what may stand at the rim, and rock beside rock.
const RIM: i32 = 2;

impl Lesson {
    fn read(&mut self, picture: &Grid<char>) {
        let terrain = |pos| match picture.get(pos) {
            Some(&glyph) if glyph != ' ' => glyph,
            _ => '#',
        };
        let bounds = picture.bounds().grown(RIM);
        let form = Grid::from_fn(bounds.width, bounds.height, |pos| {
            let pos = Pos::new(pos.x + bounds.x, pos.y + bounds.y);
            let [north, east, south, west] = Dir::CARDINAL.map(|dir| terrain(pos + dir));
            self.kind([terrain(pos), north, east, south, west])
        });
        self.forms.push(form);
    }

    /// Returns the kind of a tile and adds it if it is new.
    fn kind(&mut self, tile: [char; 5]) -> usize {
        self.tiles.iter().position(|&known| known == tile).unwrap_or_else(|| {
            self.tiles.push(tile);
            self.tiles.len() - 1
        })
    }

    fn rules(&self) -> Rules {
        let set = |terrain| {
            let tiles = self.tiles.iter().enumerate();
            tiles.filter(|(_, tile)| tile[0] == terrain).fold(0, |set, (kind, _)| set | 1 << kind)
        };
        Rules {
            kinds: self.tiles.len(),
            weights: self.weights(),
            floor: set('.'),
            lava: set('~'),
            beside: self.beside(),
        }
    }

    fn weights(&self) -> Vec<u32> {
        let mut weights = vec![0; self.tiles.len()];
        for form in &self.forms {
            let drawn = form.bounds().grown(-RIM);
            for (_, &kind) in form.iter().filter(|&(pos, _)| drawn.contains(pos)) {
                weights[kind] += 1;
            }
        }
        // The level lies in rock, even if the drawing shows none.
        weights.iter().map(|&weight| weight.max(1)).collect()
    }

    /// Returns the neighbours of the kinds in each byte of a set.
    fn beside(&self) -> Vec<[[u64; 4]; 256]> {
        let mut tables = vec![[[0; 4]; 256]; self.tiles.len().div_ceil(8)];
        for form in &self.forms {
            for (pos, &kind) in form.iter() {
                for (dir, step) in Dir::CARDINAL.into_iter().enumerate() {
                    if let Some(&other) = form.get(pos + step) {
                        tables[kind / 8][1 << (kind % 8)][dir] |= 1 << other;
                    }
                }
            }
        }
        for table in &mut tables {
            for byte in 1..256_usize {
                let rest = byte & (byte - 1);
                let lowest = byte ^ rest;
                table[byte] = [0, 1, 2, 3].map(|dir| table[rest][dir] | table[lowest][dir]);
            }
        }
        tables
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn check_flaw(drawing: &str, flaw: &str) {
        assert_eq!(Sample::drawn(drawing).rules().err(), Some(flaw));
    }

    #[test]
    fn a_mistake_in_a_drawing_is_reported() {
        check_flaw("", "the sample is 0 x 0; draw it from 3 x 3 to 200 x 200");
        check_flaw("####\n#..#", "the sample is 4 x 2; draw it from 3 x 3 to 200 x 200");
        check_flaw(
            "#####\n#...#\n#.o.#\n#####",
            "the sample has `o` in row 3, column 3; draw rock as `#`, floor as `.`, lava as `~`",
        );
        check_flaw("####\n#~~#\n####", "the sample has no floor; draw it as `.`");
        check_flaw(
            "
            #..~#.~~.#.
            .~.#~..#~~.
            ~#~.~#.~.#~
            .~##.~~.#.#
            #.~.#~#~..~
            ",
            "the sample has 151 kinds of tiles, by their terrain and that of their neighbours, \
             turned and mirrored; 63 are possible: draw it simpler",
        );
    }

    #[test]
    fn built_in_samples_have_about_twenty_kinds() {
        for (index, word) in WORDS[..DRAWINGS.len()].iter().enumerate() {
            let sample = Sample::built_in(index);
            let kinds = sample.rules().expect("built-in drawings are valid").kinds;
            assert!((16..=20).contains(&kinds), "{word} has {kinds}");
        }
    }

    #[test]
    fn a_sample_teaches_frequencies_and_neighbours() {
        let sample = Sample::drawn("###\n#.#\n#.#\n###");
        let rules = sample.rules().expect("the drawing is valid");
        // Deep rock; rock beside a floor cell; floor that continues in one direction.
        assert_eq!(rules.kinds, 1 + 4 + 4);
        assert_eq!(rules.floor.count_ones(), 4);
        let north_of_floor = rules.beside(rules.floor)[0];
        let floor_that_goes_south = north_of_floor & rules.floor;
        assert_eq!(floor_that_goes_south.count_ones(), 1);
        assert_eq!(rules.beside(floor_that_goes_south)[0] & rules.floor, 0);
        assert_eq!(rules.beside(1).map(|set| set & rules.floor), [0; 4]);
    }
}
