use barrow_dice::Rng;
use barrow_grid::{BitGrid, Pos, Rect};

use crate::algorithm::digger::Opening;
use crate::algorithm::eller_maze::Rings;
use crate::algorithm::wfc::Wave;
use crate::finish::Scratch;
use crate::{Plan, Recipe, RecipeError};

/// Builds plans from recipes. It keeps its working memory from one plan to the next.
#[derive(Default)]
pub struct Builder {
    buffers: Buffers,
}

/// Working memory that algorithms share. A buffer may hold leftovers from an earlier use.
#[derive(Default)]
pub(crate) struct Buffers {
    pub(crate) cells: BitGrid,
    pub(crate) bytes: Vec<u8>,
    pub(crate) rects: Vec<Rect>,
    pub(crate) numbers: Vec<u32>,
    pub(crate) finish: Scratch,
    pub(crate) cells_to_visit: Vec<Pos>,
    pub(crate) pairs: Vec<(u32, u32)>,
    pub(crate) openings: Vec<Opening>,
    pub(crate) rings: Rings,
    pub(crate) wave: Wave,
}

/// What an algorithm works on.
pub(crate) struct Site<'a> {
    pub(crate) rng: &'a mut Rng,
    pub(crate) plan: &'a mut Plan,
    pub(crate) buffers: &'a mut Buffers,
}

impl Builder {
    /// Builds the plan of a recipe, drawing random numbers from `rng`.
    pub fn build(
        &mut self,
        recipe: &Recipe,
        rng: &mut Rng,
        plan: &mut Plan,
    ) -> Result<(), RecipeError> {
        self.dig(recipe, rng, plan)?;
        let mut site = Site { rng, plan, buffers: &mut self.buffers };
        recipe.finish.apply(&mut site, recipe.algorithm.method().joins_all());
        Ok(())
    }

    /// Digs only floor, rooms and corridors, without the recipe's finish. Some floor may be out of
    /// reach, and there is no start and no exit.
    pub fn dig(
        &mut self,
        recipe: &Recipe,
        rng: &mut Rng,
        plan: &mut Plan,
    ) -> Result<(), RecipeError> {
        recipe.check()?;
        plan.reset(recipe.width as i32, recipe.height as i32);
        recipe.algorithm.method().dig(&mut Site { rng, plan, buffers: &mut self.buffers });
        Ok(())
    }
}
