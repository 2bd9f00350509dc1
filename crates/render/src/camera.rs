//! Which pixels of a level a screen shows.
//!
//! A pixel of a tile is a whole number of pixels of the screen, so that nothing is blurred. The
//! camera counts in pixels of tiles; the front end enlarges the picture by `scale`.

use barrow_grid::{Pos, Rect};

use crate::tile::SIDE;

const CELL: i32 = SIDE as i32;

/// How many extra cells are drawn around the visible ones, so that the picture can slide and shake.
pub(crate) const MARGIN: i32 = 1;

/// The minimum number of cells that a screen should show, if they do not become too small.
const COLUMNS: i32 = 30;
const ROWS: i32 = 15;

/// How many unknown cells beyond the known ones are shown, so that a player at the edge of the known
/// sees what comes.
const AHEAD: i32 = 3;

/// The minimum ratio of a high-density screen, in device pixels for a hundred CSS pixels.
const FINE: i32 = 150;

/// The size of the screen, and which part of the level it shows.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Camera {
    /// The screen in its own pixels.
    width: i32,
    height: i32,
    /// Pixels of the screen for a hundred pixels of the page.
    ratio: i32,
    zoom: i32,
    /// The pixel of the level in the upper left corner.
    origin: Pos,
}

impl Default for Camera {
    fn default() -> Self {
        Self { width: 480, height: 480, ratio: 100, zoom: 0, origin: Pos::default() }
    }
}

impl Camera {
    /// The maximum zoom.
    const CLOSEST: i32 = 8;

    /// Sets the size of the screen in CSS pixels; `ratio` is the number of device pixels for a
    /// hundred of them, such as 100 or 200.
    pub fn resize(&mut self, width: i32, height: i32, ratio: i32) {
        self.ratio = ratio.clamp(25, 1_000);
        let pixels = |page: i32| (page.clamp(1, 16_384) * self.ratio / 100).max(CELL);
        (self.width, self.height) = (pixels(width), pixels(height));
    }

    /// Zooms in or out; 0 resets the zoom.
    pub fn zoom(&mut self, by: i32) {
        let zoom = if by == 0 { 0 } else { self.zoom.saturating_add(by) };
        let usual = self.usual_scale();
        self.zoom = zoom.clamp(1 - usual, Self::CLOSEST - usual.min(Self::CLOSEST));
    }

    /// Returns the screen pixels for each pixel of a tile, along each edge.
    pub fn scale(&self) -> i32 {
        (self.usual_scale() + self.zoom).max(1)
    }

    /// Returns the scale that shows enough cells, twice as many on a high-density screen, but never
    /// smaller than a plain screen shows them.
    fn usual_scale(&self) -> i32 {
        let fits = (self.width / (COLUMNS * CELL)).min(self.height / (ROWS * CELL));
        let halved = if self.ratio >= FINE { fits / 2 } else { fits };
        halved.max((self.ratio + 50) / 100).max(1)
    }

    /// Returns the size of the picture, in pixels of tiles.
    pub fn size(&self) -> (i32, i32) {
        ((self.width / self.scale()).max(1), (self.height / self.scale()).max(1))
    }

    /// Returns the pixel of the level in the upper left corner.
    pub const fn origin(&self) -> Pos {
        self.origin
    }

    /// Centers a cell, or moves off it to show all that is `known` of the level, or no more of the
    /// unknown than necessary. A level that fits does not scroll.
    pub fn look_at(&mut self, cell: Pos, level: Rect, known: Rect) {
        let known = known.grown(AHEAD).intersection(level);
        let along = |cell: i32, size: i32, level: i32, start: i32, cells: i32| {
            if size >= level * CELL {
                return (level * CELL - size) / 2;
            }
            // A cursor may be far from all that is known.
            let first = start.min((cell - AHEAD).max(0)) * CELL;
            let last = (start + cells).max((cell + 1 + AHEAD).min(level)) * CELL - size;
            (cell * CELL + CELL / 2 - size / 2).clamp(first.min(last), first.max(last))
        };
        let (width, height) = self.size();
        let x = along(cell.x, width, level.width, known.x, known.width);
        let y = along(cell.y, height, level.height, known.y, known.height);
        self.origin = Pos::new(x, y);
    }

    /// Returns the cells to draw: the visible ones and a margin around them.
    pub fn area(&self) -> Rect {
        let (width, height) = self.size();
        let first = |pixel: i32| pixel.div_euclid(CELL) - MARGIN;
        // A picture that starts inside a cell reaches one cell farther.
        let count = |size: i32| (size + CELL - 1) / CELL + 1 + 2 * MARGIN;
        Rect::new(first(self.origin.x), first(self.origin.y), count(width), count(height))
    }

    /// Returns the pixel of the picture for a CSS pixel.
    pub(crate) fn pixel(&self, x: i32, y: i32) -> Pos {
        let along = |page: i32| (page.saturating_mul(self.ratio) / 100).div_euclid(self.scale());
        Pos::new(along(x), along(y))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Checks what a screen of `width` by `height` CSS pixels shows: the scale, and the columns
    /// and rows of whole cells.
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
    fn the_zoom_goes_in_and_out_and_back() {
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
    fn a_known_level_is_not_left_unless_it_is_smaller_than_the_screen() {
        let mut camera = Camera::default();
        camera.resize(160, 160, 100);
        let mut at = |x, y, columns, rows| {
            let level = Rect::new(0, 0, columns, rows);
            camera.look_at(Pos::new(x, y), level, level);
            (camera.origin().x, camera.origin().y)
        };
        assert_eq!(at(0, 0, 40, 40), (0, 0));
        assert_eq!(at(20, 20, 40, 40), (248, 248));
        assert_eq!(at(39, 39, 40, 40), (480, 480));
        assert_eq!(at(2, 2, 4, 40), (-48, 0));
    }

    /// Checks the first column of ten that is shown of a level of forty, for a player at `x` who
    /// knows the columns from `first` on.
    #[track_caller]
    fn check_known(x: i32, first: i32, columns: i32, expected: i32) {
        let mut camera = Camera::default();
        camera.resize(160, 160, 100);
        let level = Rect::new(0, 0, 40, 40);
        camera.look_at(Pos::new(x, 20), level, Rect::new(first, 20, columns, 1));
        assert_eq!((camera.origin().x - CELL / 2).div_euclid(CELL) + 1, expected);
    }

    #[test]
    fn as_much_as_possible_of_the_known_is_shown() {
        // A room in the corner stays in the middle with its player.
        check_known(1, 0, 4, -3);
        // All of it is shown, even if the player is not in the middle.
        check_known(11, 10, 4, 7);
        check_known(15, 10, 6, 9);
        // Beyond the end of a long corridor there is nothing to see yet.
        check_known(20, 20, 20, 17);
        check_known(30, 20, 20, 26);
    }

    #[test]
    fn the_drawn_area_covers_everything_visible() {
        let mut camera = Camera::default();
        for width in [100, 160, 171] {
            camera.resize(width, width, 100);
            for x in 0..60 {
                let level = Rect::new(0, 0, 60, 30);
                camera.look_at(Pos::new(x, x / 2), level, level);
                let (area, (wide, high)) = (camera.area(), camera.size());
                let shown = Rect::new(camera.origin().x, camera.origin().y, wide, high);
                let drawn =
                    Rect::new(area.x * CELL, area.y * CELL, area.width * CELL, area.height * CELL);
                assert!(drawn.contains_rect(shown.grown(MARGIN * CELL)), "{width}, {x}");
            }
        }
    }
}
