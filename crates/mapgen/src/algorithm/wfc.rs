mod sample;
mod wave;

use barrow_grid::Rect;
use serde::{Deserialize, Serialize};

use super::{Method, Row};
use crate::builder::Site;
use crate::{Choice, Form, RecipeError};

pub use sample::Sample;
pub(crate) use wave::Wave;

/// Wave function collapse: makes a level in which every spot looks like some spot of a drawn
/// sample.
///
/// At first each cell may become any kind of tile in the sample. The cell with the fewest kinds
/// left takes one of them. Its neighbours then lose the kinds that never stand beside it in the
/// sample, and so on. Where a cell would be left with no kind, the cells around it start again.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Wfc {
    /// The drawing to learn from.
    pub sample: Sample,
    /// How many times cells may start again. After that, a cell with no kind left becomes rock.
    pub retries: u32,
}

impl Default for Wfc {
    fn default() -> Self {
        Self { sample: Sample::built_in(0), retries: 200 }
    }
}

impl Method for Wfc {
    fn row(&self) -> Row {
        Row { name: "wfc", about: "wave function collapse: a level that looks like a drawn sample" }
    }

    fn fill_in(&mut self, form: &mut dyn Form) {
        let check = |text: &str| Sample::drawn(text).rules().map(|_| ()).map_err(String::from);
        let about = "the drawing to learn from";
        match form.drawing("sample", about, self.sample.choice(), &check) {
            Some(Choice::Word(index)) => {
                self.sample = Sample::choose(index).unwrap_or_else(|| self.sample.clone());
            }
            Some(Choice::Drawing(text)) => self.sample = Sample::drawn(&text),
            None => {}
        }
        form.number(
            "retries",
            "how many times cells may start again after a contradiction",
            &mut self.retries,
            0..=1000,
        );
    }

    fn check(&self) -> Result<(), RecipeError> {
        self.sample.rules().map(|_| ()).map_err(|flaw| RecipeError::Sample(flaw.into()))
    }

    fn min_size(&self) -> (u32, u32) {
        (9, 9)
    }

    // Finding the next cell scans the whole map, even if 64 cells at a time.
    fn max_size(&self) -> u32 {
        500
    }

    fn joins_all(&self) -> bool {
        false
    }

    fn dig(&self, site: &mut Site) {
        let rules = self.sample.rules().expect("the recipe was checked before digging");
        let wave = &mut site.buffers.wave;
        wave.collapse(rules, site.rng, site.plan.bounds(), self.retries);
        wave.draw(rules, site.plan);
        // A sample may need more space than the map has. The level still needs some floor.
        if site.plan.floor.count() < 2 {
            let center = site.plan.bounds().center();
            site.plan.floor.insert_rect(Rect::new(center.x, center.y, 1, 1).grown(1));
        }
    }
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use barrow_grid::{Dir, Grid, Pos};

    use super::*;
    use crate::algorithm::testing::{check, check_refused, dig, for_500_seeds};
    use crate::{Algorithm, Plan, Recipe};

    fn wfc(sample: &str) -> Wfc {
        let mut recipe = Recipe::named("wfc").unwrap();
        recipe.set("sample", sample).unwrap();
        let Algorithm::Wfc(wfc) = recipe.algorithm else { panic!("wfc is what it is called") };
        wfc
    }

    #[test]
    fn halls_are_rooms_with_corridors() {
        check(
            &wfc("halls"),
            1,
            "
            ####################################
            #...###...##############...#########
            #...###...#######....###....########
            #...###...#######....###.......#####
            ######....#######....####...##.#####
            ######....#########...####.###.#####
            ######...##########....###.##......#
            ##################.....###.##......#
            ################...................#
            #####...########...........##....###
            ##......########...........###...###
            ##.##...######.....##.......##....##
            ##.##....#####.....##...##........##
            ##.......#####.....##...##........##
            #####....#####.....########...######
            ####################################
            ",
        );
    }

    #[test]
    fn caves_are_wide_and_ragged() {
        check(
            &wfc("caves"),
            1,
            "
            ####################################
            ######..##################..########
            ######...##########..#####...#######
            ###......#######......###....####..#
            ###........####.......###...###....#
            ###........##.....##..##....##...###
            ###............#####.............###
            ###............####...............##
            ###........##..###...#####.........#
            ###........##..###..#######........#
            ########........############......##
            ########.........###########.....###
            ########...##....###...#######..####
            #############...###....#############
            ##############..###...##############
            ####################################
            ",
        );
    }

    #[test]
    fn cells_are_small_rooms_wall_to_wall() {
        check(
            &wfc("cells"),
            1,
            "
            ####################################
            ##..##..#######..##...###..#####...#
            ##..##..###..##..##...........##...#
            #...###.##...#######..##..##......##
            #...###......###############..###.##
            ###.###.....####...########...###.##
            ###..##.....###.....###........##.##
            ###..........##.....###..####......#
            ###..................##.#####......#
            ###...##.........##.....####....####
            ########.##.....######...###..######
            #######..##.....######...###..###..#
            ####.........##.###.....####...##..#
            ###...##.....##..##.....###........#
            ###..######..##..##..######..#######
            ####################################
            ",
        );
    }

    /// A tile, its neighbour, and `true` if the neighbour lies to the south, `false` for the east.
    /// A tile is listed with the terrain around it.
    type Pair = ([char; 5], [char; 5], bool);

    fn pairs(picture: &Grid<char>) -> BTreeSet<Pair> {
        let glyph = |pos| picture.get(pos).copied().unwrap_or('#');
        let tile = |pos: Pos| {
            let [north, east, south, west] = Dir::CARDINAL.map(|dir| glyph(pos + dir));
            [glyph(pos), north, east, south, west]
        };
        let cells = picture.bounds().grown(2).cells();
        cells
            .flat_map(|pos| {
                [
                    (tile(pos), tile(pos + Dir::East), false),
                    (tile(pos), tile(pos + Dir::South), true),
                ]
            })
            .collect()
    }

    /// Returns all neighbouring pairs of a drawing in its eight orientations.
    fn pairs_of_all_forms(drawing: &str) -> BTreeSet<Pair> {
        let upright = Grid::from_picture(drawing);
        let (right, bottom) = (upright.width() - 1, upright.height() - 1);
        let mut pairs_of_all = BTreeSet::new();
        for form in 0..8 {
            let (mirror_x, mirror_y, swap) = (form & 1 == 1, form & 2 == 2, form & 4 == 4);
            let at = |pos: Pos| {
                let (x, y) = if swap { (pos.y, pos.x) } else { (pos.x, pos.y) };
                let x = if mirror_x { right - x } else { x };
                upright[Pos::new(x, if mirror_y { bottom - y } else { y })]
            };
            let (width, height) = (upright.width(), upright.height());
            let size = if swap { (height, width) } else { (width, height) };
            pairs_of_all.extend(pairs(&Grid::from_fn(size.0, size.1, at)));
        }
        pairs_of_all
    }

    #[test]
    fn all_neighbouring_tiles_are_neighbours_in_the_sample() {
        for sample in ["halls", "caves", "cells"] {
            let wfc = wfc(sample);
            let known = pairs_of_all_forms(wfc.sample.drawing());
            for_500_seeds(&wfc, |plan, seed| {
                let dug = pairs(&plan.picture());
                let new = dug.difference(&known).next();
                assert_eq!(new, None, "{sample}, seed {seed}:\n{}", plan.picture());
                assert!(plan.floor.count() >= 4, "{sample}, seed {seed}:\n{}", plan.picture());
            });
        }
    }

    #[test]
    fn without_retries_there_is_still_a_level() {
        for_500_seeds(&Wfc { retries: 0, ..wfc("halls") }, |plan, seed| {
            assert!(plan.floor.count() >= 2, "seed {seed}:\n{}", plan.picture());
        });
    }

    #[test]
    fn a_sample_that_leaves_nowhere_to_go_still_gives_a_level() {
        let sample = Sample::drawn("########\n########\n########\n###.####\n########");
        for_500_seeds(&Wfc { sample, retries: 10 }, |plan, seed| {
            assert!(plan.floor.count() >= 2, "seed {seed}:\n{}", plan.picture());
        });
    }

    #[test]
    fn a_custom_sample_may_have_lava() {
        let sample = Sample::drawn(
            "
            ############
            #..........#
            #..~~~.....#
            #..~~~.~~..#
            #......~~..#
            #..........#
            ############
            ",
        );
        let wfc = Wfc { sample, retries: 100 };
        let lava = |plan: &Plan| plan.lava.count();
        let plan = dig(&wfc, 40, 30, 1);
        assert!(lava(&plan) > 20, "{}", plan.picture());
        assert!(plan.lava.iter().all(|pos| !plan.floor.contains(pos)));
        assert!(plan.bounds().border().all(|pos| !plan.lava.contains(pos)));
    }

    #[test]
    fn a_bad_drawing_is_refused() {
        let sample = Sample::drawn("##\n##");
        check_refused(
            &Wfc { sample, retries: 1 },
            "the sample is 2 x 2; draw it from 3 x 3 to 200 x 200",
        );
    }

    #[test]
    fn a_custom_sample_is_listed_and_can_be_replaced() {
        let mut recipe = Recipe::named("wfc").unwrap();
        let refusal = recipe.set("sample", "own").unwrap_err();
        assert_eq!(
            refusal.to_string(),
            "`sample` cannot be `own`; expected halls | caves | cells | lines of a drawing"
        );
        let own = Wfc { sample: Sample::drawn("...\n...\n..."), retries: 5 };
        recipe.algorithm = Algorithm::Wfc(own.clone());
        assert_eq!(recipe.parameters()[0].value, "own");
        recipe.set("sample", "own").unwrap();
        assert_eq!(recipe.algorithm, Algorithm::Wfc(own.clone()));
        recipe.set("sample", "caves").unwrap();
        assert_eq!(recipe.algorithm, Algorithm::Wfc(Wfc { retries: 5, ..wfc("caves") }));
        assert_ne!(recipe.algorithm, Algorithm::Wfc(own.clone()));
        recipe.set("sample", "...\n...\n...").unwrap();
        assert_eq!(recipe.algorithm, Algorithm::Wfc(own));
    }
}
