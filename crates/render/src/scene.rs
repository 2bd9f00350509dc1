use barrow_grid::{Color, Grid, Pos};

use crate::tile::TileId;

/// The tint that changes nothing.
pub(crate) const WHITE: Color = Color::new(255, 255, 255);

/// How many sprites a cell can hold.
pub const CELL_SPRITES: usize = 8;

/// A tile, and how it is drawn.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Sprite {
    /// Which tile.
    pub tile: TileId,
    /// What its colours are multiplied with: its own tint and the light that falls on it.
    pub tint: Color,
    /// How much of what lies below it hides, of 255.
    pub opacity: u8,
    /// Mirrored left to right.
    pub across: bool,
    /// Mirrored top to bottom.
    pub upside_down: bool,
    /// Only its shape is drawn, all in the tint: someone who flashes.
    pub shape: bool,
}

impl Sprite {
    /// A tile as it is.
    pub const fn plain(tile: TileId) -> Self {
        Self { tile, tint: WHITE, opacity: 255, across: false, upside_down: false, shape: false }
    }

    /// A tile in a colour.
    pub const fn tinted(tile: TileId, tint: Color) -> Self {
        Self { tint, ..Self::plain(tile) }
    }
}

/// A sprite between cells, in front of all that lies on them.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Loose {
    /// The pixel of its left edge.
    pub x: i32,
    /// The pixel of its upper edge.
    pub y: i32,
    /// What is drawn.
    pub sprite: Sprite,
}

/// The sprites of one cell, from the lowest up.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Stack {
    sprites: [Sprite; CELL_SPRITES],
    count: u8,
}

impl Stack {
    const EMPTY: Self = Self { sprites: [Sprite::plain(TileId(0)); CELL_SPRITES], count: 0 };

    pub(crate) fn sprites(&self) -> &[Sprite] {
        &self.sprites[..usize::from(self.count)]
    }

    /// A full stack loses its lowest sprite: what lies on top matters more.
    fn push(&mut self, sprite: Sprite) {
        if usize::from(self.count) == CELL_SPRITES {
            self.sprites.rotate_left(1);
            self.count -= 1;
        }
        self.sprites[usize::from(self.count)] = sprite;
        self.count += 1;
    }

    fn clear(&mut self) {
        // Unused places are kept equal, so that stacks compare as a whole.
        *self = Self::EMPTY;
    }
}

/// What is to be seen: tiles on cells, and tiles between them.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Scene {
    pub(crate) cells: Grid<Stack>,
    /// In the order of drawing.
    pub loose: Vec<Loose>,
    /// The moment when it will look different by itself, if it will.
    pub changes_at: Option<u64>,
}

impl Default for Stack {
    fn default() -> Self {
        Self::EMPTY
    }
}

impl Scene {
    /// A scene with nothing in it.
    pub fn new(columns: i32, rows: i32) -> Self {
        Self {
            cells: Grid::from_fn(columns, rows, |_| Stack::EMPTY),
            loose: Vec::new(),
            changes_at: None,
        }
    }

    /// Takes everything away, and gives it a size.
    pub fn reset(&mut self, columns: i32, rows: i32) {
        self.cells.reset(columns, rows, Stack::EMPTY);
        self.loose.clear();
        self.changes_at = None;
    }

    /// Notes a moment when it will look different.
    pub fn will_change(&mut self, moment: u64) {
        self.changes_at = Some(self.changes_at.map_or(moment, |known| known.min(moment)));
    }

    /// Columns of cells.
    pub const fn columns(&self) -> i32 {
        self.cells.width()
    }

    /// Rows of cells.
    pub const fn rows(&self) -> i32 {
        self.cells.height()
    }

    /// The sprites of a cell, from the lowest up.
    pub fn sprites(&self, at: Pos) -> &[Sprite] {
        self.cells.get(at).map_or(&[], Stack::sprites)
    }

    /// Puts a sprite on top of a cell; outside the scene nothing happens.
    pub fn put(&mut self, at: Pos, sprite: Sprite) {
        if let Some(stack) = self.cells.get_mut(at) {
            stack.push(sprite);
        }
    }

    /// Takes everything off a cell: what stands in front of it hides it.
    pub fn hide(&mut self, at: Pos) {
        if let Some(stack) = self.cells.get_mut(at) {
            stack.clear();
        }
    }

    /// Takes everything away.
    pub fn clear(&mut self) {
        self.reset(self.columns(), self.rows());
    }
}
