mod sample;
mod wave;

use barrow_grid::Rect;
use serde::{Deserialize, Serialize};

use super::{Method, Row};
use crate::builder::Site;
use crate::{Form, RecipeError};

pub use sample::Sample;
pub(crate) use wave::Wave;

/// Wave function collapse: a level that looks everywhere like some place of a drawn sample.
///
/// Each cell starts with every kind of tile the sample has. The cell with the fewest left
/// takes one, its neighbours lose the kinds that never stand beside it in the sample, and so
/// on. Where a cell is left with none, the cells around it start again.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Wfc {
    /// The drawing it learns from.
    pub sample: Sample,
    /// How often cells may start again. After that, a cell that is left with none is rock.
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
        let (chosen, words) = self.sample.choice();
        let chosen = form.choice("sample", "the drawing it learns from", chosen, words);
        if let Some(sample) = chosen.and_then(Sample::choose) {
            self.sample = sample;
        }
        form.number(
            "retries",
            "how often cells that end in a contradiction start again",
            &mut self.retries,
            0..=1000,
        );
    }

    fn check(&self) -> Result<(), RecipeError> {
        self.sample.rules().map(|_| ()).map_err(|flaw| RecipeError::Sample(flaw.into()))
    }

    fn least_size(&self) -> (u32, u32) {
        (9, 9)
    }

    /// To find the next cell it looks over the map, if 64 cells at a time.
    fn most_size(&self) -> u32 {
        500
    }

    fn dig(&self, site: &mut Site) {
        let rules = self.sample.rules().expect("a recipe is checked before it is followed");
        let wave = &mut site.spare.wave;
        wave.collapse(rules, site.rng, site.plan.bounds(), self.retries);
        wave.draw(rules, site.plan);
        // A sample may ask for more space than the map has. Somewhere one must stand.
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
    use crate::algorithm::trial::{check, check_refused, dig, for_500_seeds};
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

    /// A tile, its neighbour, and whether that is to the south of it rather than to the east;
    /// tiles with the terrain around them.
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

    /// All that stands side by side in a drawing, however it is held: four ways up, seen
    /// from the front or the back.
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
    fn what_stands_side_by_side_does_so_in_the_sample() {
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
    fn without_retries_it_still_ends_with_a_level() {
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
    fn a_drawing_of_ones_own_may_have_lava() {
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
    fn a_drawing_of_ones_own_is_listed_and_can_be_left() {
        let mut recipe = Recipe::named("wfc").unwrap();
        let refusal = recipe.set("sample", "own").unwrap_err();
        assert_eq!(refusal.to_string(), "`sample` cannot be `own`; it is halls | caves | cells");
        let own = Wfc { sample: Sample::drawn("...\n...\n..."), retries: 5 };
        recipe.algorithm = Algorithm::Wfc(own.clone());
        assert_eq!(recipe.parameters()[0].value, "own");
        recipe.set("sample", "own").unwrap();
        assert_eq!(recipe.algorithm, Algorithm::Wfc(own));
        recipe.set("sample", "caves").unwrap();
        assert_eq!(recipe.algorithm, Algorithm::Wfc(Wfc { retries: 5, ..wfc("caves") }));
    }
}
