//! Which pixels of a level a screen shows.
//!
//! A pixel of a tile is a whole number of pixels of the screen, so that nothing is blurred. The
//! camera counts in pixels of tiles; whoever shows the picture makes it `scale` times as large.

use barrow_grid::{Pos, Rect};

use crate::tile::SIDE;

const CELL: i32 = SIDE as i32;

/// Cells around what is shown that are drawn too, so that it can slide and shake.
pub(crate) const MARGIN: i32 = 1;

/// A screen should show at least so many cells, where they do not become too small.
const COLUMNS: i32 = 30;
const ROWS: i32 = 15;

/// A screen of this many device pixels for a hundred of a page, or more, is a fine one.
const FINE: i32 = 150;

/// How large the screen is, and where in the level it looks.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Camera {
    /// The screen in its own pixels.
    width: i32,
    height: i32,
    /// Pixels of the screen for a hundred pixels of the page.
    ratio: i32,
    zoom: i32,
    /// The pixel of the level at the upper left corner.
    origin: Pos,
}

impl Default for Camera {
    fn default() -> Self {
        Self { width: 480, height: 480, ratio: 100, zoom: 0, origin: Pos::default() }
    }
}

impl Camera {
    /// The most that one can zoom in.
    const CLOSEST: i32 = 8;

    /// A screen of so many pixels of a page, each of them `ratio` hundredths of a pixel of the
    /// screen wide: 100 for a plain one, 200 for a fine one.
    pub fn resize(&mut self, width: i32, height: i32, ratio: i32) {
        self.ratio = ratio.clamp(25, 1_000);
        let pixels = |page: i32| (page.clamp(1, 16_384) * self.ratio / 100).max(CELL);
        (self.width, self.height) = (pixels(width), pixels(height));
    }

    /// Makes everything larger by so many steps, or smaller; 0 steps back to what fits.
    pub fn zoom(&mut self, by: i32) {
        let zoom = if by == 0 { 0 } else { self.zoom.saturating_add(by) };
        let usual = self.usual_scale();
        self.zoom = zoom.clamp(1 - usual, Self::CLOSEST - usual.min(Self::CLOSEST));
    }

    /// Pixels of the screen for each pixel of a tile, along each edge.
    pub fn scale(&self) -> i32 {
        (self.usual_scale() + self.zoom).max(1)
    }

    /// As many cells as one should see, on a fine screen twice as many, but none smaller than
    /// a plain screen shows it pixel for pixel.
    fn usual_scale(&self) -> i32 {
        let fits = (self.width / (COLUMNS * CELL)).min(self.height / (ROWS * CELL));
        let halved = if self.ratio >= FINE { fits / 2 } else { fits };
        halved.max((self.ratio + 50) / 100).max(1)
    }

    /// The size of what is shown, in pixels of tiles.
    pub fn size(&self) -> (i32, i32) {
        ((self.width / self.scale()).max(1), (self.height / self.scale()).max(1))
    }

    /// The pixel of the level at the upper left corner.
    pub const fn origin(&self) -> Pos {
        self.origin
    }

    /// Looks at a cell, without leaving a level of that many cells where that can be.
    pub fn look_at(&mut self, cell: Pos, columns: i32, rows: i32) {
        let along = |cell: i32, size: i32, cells: i32| {
            let (middle, level) = (cell * CELL + CELL / 2, cells * CELL);
            if size >= level {
                (level - size) / 2
            } else {
                (middle - size / 2).clamp(0, level - size)
            }
        };
        let (width, height) = self.size();
        self.origin = Pos::new(along(cell.x, width, columns), along(cell.y, height, rows));
    }

    /// The cells that are drawn: those that show, and a margin around them.
    pub fn area(&self) -> Rect {
        let (width, height) = self.size();
        let first = |pixel: i32| pixel.div_euclid(CELL) - MARGIN;
        // What begins inside of a cell reaches one cell farther.
        let count = |size: i32| (size + CELL - 1) / CELL + 1 + 2 * MARGIN;
        Rect::new(first(self.origin.x), first(self.origin.y), count(width), count(height))
    }

    /// The pixel of the screen's own picture for a pixel of the page.
    pub(crate) fn pixel(&self, x: i32, y: i32) -> Pos {
        let along = |page: i32| (page.saturating_mul(self.ratio) / 100).div_euclid(self.scale());
        Pos::new(along(x), along(y))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// What a screen of `width` by `height` pixels of a page shows: pixels for one of a tile,
    /// and columns by rows of whole cells.
    #[track_caller]
    fn check(width: i32, height: i32, ratio: i32, expected: &str) {
        let mut camera = Camera::default();
        camera.resize(width, height, ratio);
        let (wide, high) = camera.size();
        let shown = format!("{}: {}x{}", camera.scale(), wide / CELL, high / CELL);
        assert_eq!(shown, expected);
    }

    #[test]
    fn cells_are_as_large_as_fits_and_half_as_large_on_a_fine_screen() {
        check(480, 480, 100, "1: 30x30");
        check(960, 640, 100, "2: 30x20");
        check(960, 640, 200, "2: 60x40");
        check(1920, 1080, 100, "4: 30x16");
        check(360, 640, 300, "3: 22x40");
        check(960, 640, 125, "2: 37x25");
        check(1, 1, 100, "1: 1x1");
    }

    #[test]
    fn one_can_zoom_in_and_out_and_back() {
        let mut camera = Camera::default();
        camera.resize(960, 640, 100);
        let mut scales = Vec::new();
        for by in [1, 1, -3, -5, 90, 0] {
            camera.zoom(by);
            scales.push(camera.scale());
        }
        assert_eq!(scales, [3, 4, 1, 1, 8, 2]);
    }

    #[test]
    fn the_level_is_not_left_unless_it_is_smaller_than_the_screen() {
        let mut camera = Camera::default();
        camera.resize(160, 160, 100);
        let mut at = |x, y, columns, rows| {
            camera.look_at(Pos::new(x, y), columns, rows);
            (camera.origin().x, camera.origin().y)
        };
        assert_eq!(at(0, 0, 40, 40), (0, 0));
        assert_eq!(at(20, 20, 40, 40), (248, 248));
        assert_eq!(at(39, 39, 40, 40), (480, 480));
        assert_eq!(at(2, 2, 4, 40), (-48, 0));
    }

    #[test]
    fn what_is_drawn_holds_all_that_shows_wherever_one_looks() {
        let mut camera = Camera::default();
        for width in [100, 160, 171] {
            camera.resize(width, width, 100);
            for x in 0..60 {
                camera.look_at(Pos::new(x, x / 2), 60, 30);
                let (area, (wide, high)) = (camera.area(), camera.size());
                let shown = Rect::new(camera.origin().x, camera.origin().y, wide, high);
                let drawn =
                    Rect::new(area.x * CELL, area.y * CELL, area.width * CELL, area.height * CELL);
                assert!(drawn.contains_rect(shown.grown(MARGIN * CELL)), "{width}, {x}");
            }
        }
    }
}
