use barrow_dice::Rng;
use barrow_grid::{BitGrid, Pos, Rect};

use crate::algorithm::digger::Mouth;
use crate::algorithm::eller_maze::Rings;
use crate::algorithm::wfc::Wave;
use crate::{Plan, Recipe, RecipeError};

/// Follows recipes. It keeps its working memory from one plan to the next.
#[derive(Default)]
pub struct Builder {
    spare: Spare,
}

/// Working memory that algorithms share. What a buffer holds at the start is left over.
#[derive(Default)]
pub(crate) struct Spare {
    pub(crate) cells: BitGrid,
    pub(crate) cells_to_visit: Vec<Pos>,
    pub(crate) rects: Vec<Rect>,
    pub(crate) indices: Vec<u32>,
    pub(crate) pairs: Vec<(u32, u32)>,
    pub(crate) mouths: Vec<Mouth>,
    pub(crate) rings: Rings,
    pub(crate) wave: Wave,
}

/// What an algorithm works on.
pub(crate) struct Site<'a> {
    pub(crate) rng: &'a mut Rng,
    pub(crate) plan: &'a mut Plan,
    pub(crate) spare: &'a mut Spare,
}

impl Builder {
    /// Makes `plan` what the recipe and the stream give.
    pub fn build(
        &mut self,
        recipe: &Recipe,
        rng: &mut Rng,
        plan: &mut Plan,
    ) -> Result<(), RecipeError> {
        recipe.check()?;
        plan.reset(recipe.width as i32, recipe.height as i32);
        let mut site = Site { rng, plan, spare: &mut self.spare };
        recipe.algorithm.method().dig(&mut site);
        Ok(())
    }
}
