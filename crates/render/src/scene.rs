use barrow_grid::{Color, Grid, Pos};

use crate::tile::TileId;

/// The tint that changes nothing.
pub(crate) const WHITE: Color = Color::new(255, 255, 255);

/// The maximum number of sprites of a cell.
pub const CELL_SPRITES: usize = 8;

/// The light on the corners of a cell: upper left, upper right, lower left, lower right.
pub type Corners = [Color; 4];

/// A tile, and how it is drawn.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[expect(clippy::struct_excessive_bools, reason = "any of them goes with any other")]
pub struct Sprite {
    /// The tile.
    pub tile: TileId,
    /// The factors of its colors: its own tint, and any light that is the same all over it.
    pub tint: Color,
    /// Its opacity of 255.
    pub opacity: u8,
    /// Mirrored left to right.
    pub across: bool,
    /// Mirrored top to bottom.
    pub upside_down: bool,
    /// Whether only its silhouette is drawn, in the tint: for an actor that flashes.
    pub silhouette: bool,
    /// Whether the light of its cell falls on it, which may change from corner to corner.
    pub lit: bool,
}

impl Sprite {
    /// Returns a sprite of a tile as it is.
    pub const fn plain(tile: TileId) -> Self {
        Self {
            tile,
            tint: WHITE,
            opacity: 255,
            across: false,
            upside_down: false,
            silhouette: false,
            lit: false,
        }
    }

    fn packed(self) -> u64 {
        let [low, high] = self.tile.0.to_le_bytes();
        let Color { red, green, blue } = self.tint;
        let flags = u8::from(self.across)
            | u8::from(self.upside_down) << 1
            | u8::from(self.silhouette) << 2
            | u8::from(self.lit) << 3;
        u64::from_le_bytes([low, high, red, green, blue, self.opacity, flags, 0])
    }

    const fn unpacked(word: u64) -> Self {
        let [low, high, red, green, blue, opacity, flags, _] = word.to_le_bytes();
        Self {
            tile: TileId(u16::from_le_bytes([low, high])),
            tint: Color::new(red, green, blue),
            opacity,
            across: flags & 1 != 0,
            upside_down: flags & 2 != 0,
            silhouette: flags & 4 != 0,
            lit: flags & 8 != 0,
        }
    }

    /// Returns a sprite of a tile in a color.
    pub const fn tinted(tile: TileId, tint: Color) -> Self {
        Self { tint, ..Self::plain(tile) }
    }
}

/// A sprite between cells, in front of everything on them.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct LooseSprite {
    /// The pixel of its left edge.
    pub x: i32,
    /// The pixel of its upper edge.
    pub y: i32,
    /// The sprite.
    pub sprite: Sprite,
}

/// The sprites of a cell, from the bottom up, each packed into a word, and the light on the cell:
/// thousands of stacks are compared for every picture.
///
/// Unused words are zero, so that stacks compare as a whole.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct Stack {
    sprites: [u64; CELL_SPRITES],
    count: u32,
    light: [[u8; 3]; 4],
}

impl Stack {
    pub(crate) fn sprites(&self) -> impl DoubleEndedIterator<Item = Sprite> + ExactSizeIterator {
        self.sprites[..self.count as usize].iter().map(|&word| Sprite::unpacked(word))
    }

    /// Returns the light on its corners.
    pub(crate) fn light(&self) -> Corners {
        self.light.map(|[red, green, blue]| Color::new(red, green, blue))
    }

    /// Returns a hash of the stack.
    pub(crate) fn hash(&self) -> u64 {
        let light = self.light.as_flattened().as_chunks().0;
        let light = light.iter().map(|it| u64::from(u32::from_le_bytes(*it)));
        let words = light.chain(self.sprites);
        let mixed = words.fold(u64::from(self.count), |hash, word| {
            (hash ^ word).wrapping_mul(0x9E37_79B9_7F4A_7C15).rotate_left(29)
        });
        mixed >> 32
    }

    /// Pushes a sprite. A full stack loses its lowest one, since the top matters more.
    fn push(&mut self, sprite: Sprite) {
        if self.count as usize == CELL_SPRITES {
            self.sprites.rotate_left(1);
            self.count -= 1;
        }
        self.sprites[self.count as usize] = sprite.packed();
        self.count += 1;
    }
}

/// What to draw: tiles on cells, and tiles between them.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Scene {
    pub(crate) cells: Grid<Stack>,
    /// The sprites between cells, in the order of drawing.
    pub loose: Vec<LooseSprite>,
    /// The time at which it will look different by itself, if it will.
    pub changes_at: Option<u64>,
}

impl Scene {
    /// Returns an empty scene.
    pub fn new(columns: i32, rows: i32) -> Self {
        Self {
            cells: Grid::from_fn(columns, rows, |_| Stack::default()),
            loose: Vec::new(),
            changes_at: None,
        }
    }

    /// Clears the scene, and sets its size.
    pub fn reset(&mut self, columns: i32, rows: i32) {
        self.cells.reset(columns, rows, Stack::default());
        self.loose.clear();
        self.changes_at = None;
    }

    /// Records a time at which it will look different.
    pub fn will_change(&mut self, moment: u64) {
        self.changes_at = Some(self.changes_at.map_or(moment, |known| known.min(moment)));
    }

    /// Returns the number of columns.
    pub const fn columns(&self) -> i32 {
        self.cells.width()
    }

    /// Returns the number of rows.
    pub const fn rows(&self) -> i32 {
        self.cells.height()
    }

    /// Returns the sprites of a cell, from the bottom up.
    pub fn sprites(&self, at: Pos) -> impl Iterator<Item = Sprite> {
        self.cells.get(at).into_iter().flat_map(Stack::sprites)
    }

    /// Puts a sprite on top of a cell; outside the scene nothing happens.
    pub fn put(&mut self, at: Pos, sprite: Sprite) {
        if let Some(stack) = self.cells.get_mut(at) {
            stack.push(sprite);
        }
    }

    /// Returns the light on a cell; outside the scene it is dark.
    pub fn light(&self, at: Pos) -> Corners {
        self.cells.get(at).map_or([Color::BLACK; 4], Stack::light)
    }

    /// Sets the light on a cell, which falls on its sprites that are `lit`.
    pub fn shine(&mut self, at: Pos, light: Corners) {
        if let Some(stack) = self.cells.get_mut(at) {
            stack.light = light.map(|it| [it.red, it.green, it.blue]);
        }
    }

    /// Removes everything from a cell but its light, because something in front hides it.
    pub fn hide(&mut self, at: Pos) {
        if let Some(stack) = self.cells.get_mut(at) {
            *stack = Stack { light: stack.light, ..Stack::default() };
        }
    }

    /// Clears the scene.
    pub fn clear(&mut self) {
        self.reset(self.columns(), self.rows());
    }
}
