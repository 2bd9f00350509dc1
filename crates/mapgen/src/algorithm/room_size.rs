use barrow_dice::Rng;
use barrow_grid::Rect;
use serde::{Deserialize, Serialize};

use crate::{Form, RecipeError};

/// How large rooms may be.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct RoomSize {
    /// The fewest columns of a room.
    pub least_width: u32,
    /// The most columns of a room.
    pub most_width: u32,
    /// The fewest rows of a room.
    pub least_height: u32,
    /// The most rows of a room.
    pub most_height: u32,
}

impl RoomSize {
    pub(crate) fn fill_in(&mut self, form: &mut dyn Form) {
        form.number("least_width", "fewest columns of a room", &mut self.least_width, 2..=50);
        form.number("most_width", "most columns of a room", &mut self.most_width, 2..=100);
        form.number("least_height", "fewest rows of a room", &mut self.least_height, 2..=50);
        form.number("most_height", "most rows of a room", &mut self.most_height, 2..=100);
    }

    pub(crate) const fn check(&self) -> Result<(), RecipeError> {
        if self.least_width > self.most_width {
            return Err(RecipeError::Contradiction("`least_width` is larger than `most_width`"));
        }
        if self.least_height > self.most_height {
            return Err(RecipeError::Contradiction("`least_height` is larger than `most_height`"));
        }
        Ok(())
    }

    /// A room of random size at the north-west corner of a space, and no larger than it.
    pub(crate) fn draw(&self, rng: &mut Rng, space: Rect) -> Rect {
        let width = rng.between(self.least_width as i32..=space.width.min(self.most_width as i32));
        let height =
            rng.between(self.least_height as i32..=space.height.min(self.most_height as i32));
        Rect { width, height, ..space }
    }

    /// A room of random size at a random place in a space that takes the smallest.
    pub(crate) fn throw(&self, rng: &mut Rng, space: Rect) -> Rect {
        let room = self.draw(rng, space);
        let x = rng.between(space.x..=space.right() - room.width);
        let y = rng.between(space.y..=space.bottom() - room.height);
        Rect { x, y, ..room }
    }
}

#[cfg(test)]
impl RoomSize {
    /// Fails if a room is smaller or larger than it says.
    pub(crate) fn assert_fits(&self, room: Rect, seed: u32) {
        let (width, height) = (room.width as u32, room.height as u32);
        assert!((self.least_width..=self.most_width).contains(&width), "{room:?}, seed {seed}");
        assert!((self.least_height..=self.most_height).contains(&height), "{room:?}, seed {seed}");
    }
}
