use std::collections::{BTreeMap, BTreeSet};

use barrow_grid::{Dir, Grid, Pos};

/// A kind of tile: the terrain of a cell, and that of its neighbours in the order of
/// [`Dir::CARDINAL`].
pub type Tile = [char; 5];

/// A tile, and the one beside it in that direction.
pub type Pair = (Tile, Dir, Tile);

/// Rock between rock.
pub const ROCK: Tile = ['#'; 5];

/// What `Sample` learns from a drawing: which kinds of tiles there are, how often, and which are
/// neighbours.
pub struct Rules {
    /// How often each kind occurs in the eight rotations and reflections of the drawing.
    pub weights: BTreeMap<Tile, u32>,
    /// All pairs of neighbours in them and at their borders.
    pub pairs: BTreeSet<Pair>,
}

impl Rules {
    /// Reads a drawing.
    pub fn learn(drawing: &str) -> Self {
        let forms = forms(drawing);
        let pairs: BTreeSet<Pair> = forms.iter().flat_map(pairs).collect();
        let mut weights: BTreeMap<Tile, u32> = pairs.iter().map(|&(it, ..)| (it, 0)).collect();
        for tile in forms.iter().flat_map(|form| form.positions().map(|pos| tile(form, pos))) {
            *weights.entry(tile).or_default() += 1;
        }
        for weight in weights.values_mut() {
            // What stands only around the drawing is possible too.
            *weight = (*weight).max(1);
        }
        Self { weights, pairs }
    }

    /// Counts the cells of a map whose neighbours all occur in the drawing.
    pub fn in_place(&self, map: &Grid<char>) -> u64 {
        let fits = |&pos: &Pos| beside(map, pos).iter().all(|it| self.pairs.contains(it));
        map.positions().filter(fits).count() as u64
    }
}

/// Lists the pairs of neighbours in a picture and at its border.
pub fn pairs(picture: &Grid<char>) -> impl Iterator<Item = Pair> {
    picture.bounds().grown(2).cells().flat_map(|pos| beside(picture, pos))
}

/// Pairs a cell with each of its neighbours.
fn beside(picture: &Grid<char>, pos: Pos) -> [Pair; 4] {
    Dir::CARDINAL.map(|dir| (tile(picture, pos), dir, tile(picture, pos + dir)))
}

/// Returns the terrain of a cell; there is rock around a picture.
fn tile(picture: &Grid<char>, pos: Pos) -> Tile {
    let terrain = |pos| picture.get(pos).copied().unwrap_or('#');
    let [north, east, south, west] = Dir::CARDINAL.map(|dir| terrain(pos + dir));
    [terrain(pos), north, east, south, west]
}

/// Returns the eight rotations and reflections of a drawing.
fn forms(drawing: &str) -> Vec<Grid<char>> {
    let front = Grid::from_picture(drawing);
    let last = front.width() - 1;
    let back =
        Grid::from_fn(front.width(), front.height(), |pos| front[Pos::new(last - pos.x, pos.y)]);
    let mut forms = vec![front, back];
    for form in 0..6 {
        forms.push(turned(&forms[form]));
    }
    forms
}

/// Turns a drawing clockwise by a quarter.
fn turned(picture: &Grid<char>) -> Grid<char> {
    let last = picture.height() - 1;
    Grid::from_fn(picture.height(), picture.width(), |pos| picture[Pos::new(pos.y, last - pos.x)])
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_drawing_counts_in_all_its_forms() {
        let rules = Rules::learn("##\n.#\n##");
        let floor = ['.', '#', '#', '#', '#'];
        let rock_to_the_west_of_floor = ['#', '#', '.', '#', '#'];
        assert_eq!(rules.weights.len(), 1 + 1 + 4);
        assert_eq!((rules.weights[&floor], rules.weights[&ROCK]), (8, 16));
        // The drawing has floor to the south, west and north of rock, never to the east.
        assert_eq!(rules.weights[&rock_to_the_west_of_floor], 6);
        assert!(rules.pairs.contains(&(floor, Dir::West, rock_to_the_west_of_floor)));
    }

    #[test]
    fn what_is_not_in_the_drawing_is_out_of_place() {
        let rules = Rules::learn("##\n.#\n##");
        let in_place = |map| rules.in_place(&Grid::from_picture(map));
        assert_eq!(in_place("#####\n#.###\n#####"), 15);
        // Two cells of floor side by side, and the six of rock around them.
        assert_eq!(in_place("######\n######\n##..##\n######\n######"), 30 - (2 + 6));
    }
}
