use barrow_dice::Rng;
use barrow_grid::Rect;
use serde::{Deserialize, Serialize};

use crate::{Form, RecipeError};

/// The allowed sizes of rooms.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct RoomSize {
    /// The minimum width.
    pub min_width: u32,
    /// The maximum width.
    pub max_width: u32,
    /// The minimum height.
    pub min_height: u32,
    /// The maximum height.
    pub max_height: u32,
}

impl RoomSize {
    pub(crate) fn fill_in(&mut self, form: &mut dyn Form) {
        form.number("min_width", "minimum width of a room", &mut self.min_width, 2..=50);
        form.number("max_width", "maximum width of a room", &mut self.max_width, 2..=100);
        form.number("min_height", "minimum height of a room", &mut self.min_height, 2..=50);
        form.number("max_height", "maximum height of a room", &mut self.max_height, 2..=100);
    }

    pub(crate) const fn check(&self) -> Result<(), RecipeError> {
        if self.min_width > self.max_width {
            return Err(RecipeError::Contradiction("`min_width` is larger than `max_width`"));
        }
        if self.min_height > self.max_height {
            return Err(RecipeError::Contradiction("`min_height` is larger than `max_height`"));
        }
        Ok(())
    }

    /// Returns a room of random size in the north-west corner of `space`, and no larger than it.
    pub(crate) fn draw(&self, rng: &mut Rng, space: Rect) -> Rect {
        let width = rng.between(self.min_width as i32..=space.width.min(self.max_width as i32));
        let height = rng.between(self.min_height as i32..=space.height.min(self.max_height as i32));
        Rect { width, height, ..space }
    }

    /// Returns a room of random size at a random position in `space`, which has space for the
    /// smallest.
    pub(crate) fn random_room(&self, rng: &mut Rng, space: Rect) -> Rect {
        let room = self.draw(rng, space);
        let x = rng.between(space.x..=space.right() - room.width);
        let y = rng.between(space.y..=space.bottom() - room.height);
        Rect { x, y, ..room }
    }
}

#[cfg(test)]
impl RoomSize {
    /// Panics if the room is smaller or larger than allowed.
    pub(crate) fn assert_fits(&self, room: Rect, seed: u32) {
        let (width, height) = (room.width as u32, room.height as u32);
        assert!((self.min_width..=self.max_width).contains(&width), "{room:?}, seed {seed}");
        assert!((self.min_height..=self.max_height).contains(&height), "{room:?}, seed {seed}");
    }
}
