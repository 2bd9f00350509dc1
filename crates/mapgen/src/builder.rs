use barrow_dice::Rng;
use barrow_grid::{BitGrid, Pos, Rect};

use crate::algorithm::digger::Mouth;
use crate::algorithm::eller_maze::Rings;
use crate::algorithm::wfc::Wave;
use crate::finish::Scratch;
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
    pub(crate) bytes: Vec<u8>,
    pub(crate) rects: Vec<Rect>,
    pub(crate) numbers: Vec<u32>,
    pub(crate) finish: Scratch,
    pub(crate) cells_to_visit: Vec<Pos>,
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
        self.dig(recipe, rng, plan)?;
        let mut site = Site { rng, plan, spare: &mut self.spare };
        recipe.finish.apply(&mut site, recipe.algorithm.method().joins_all());
        Ok(())
    }

    /// Digs only: floor, rooms and corridors, without the recipe's finish. There may be parts
    /// that cannot be reached, and there is no start and no exit.
    pub fn dig(
        &mut self,
        recipe: &Recipe,
        rng: &mut Rng,
        plan: &mut Plan,
    ) -> Result<(), RecipeError> {
        recipe.check()?;
        plan.reset(recipe.width as i32, recipe.height as i32);
        recipe.algorithm.method().dig(&mut Site { rng, plan, spare: &mut self.spare });
        Ok(())
    }
}
