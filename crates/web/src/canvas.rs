//! The picture of a run: how large, which part of the level, and its pixels.

use barrow_engine::View;
use barrow_grid::{Pos, Rect};
use barrow_render::{Compositor, Picture, SIDE, Sheet, Stage, Style, camera};

/// The picture of a run, in the pixels of the tiles. The page shows each of them as a square
/// of [`Canvas::scale`] pixels of the device, so that all stay crisp.
pub struct Canvas {
    stage: Stage,
    compositor: Compositor,
    /// Pixels of the device.
    size: (u32, u32),
    /// Pixels of the device for one pixel of style sheets, in thousandths.
    ratio: u32,
    /// Steps that someone zoomed in, or out.
    zoom: i32,
    /// The part of the level that was drawn last.
    area: Rect,
    /// The picture is out of date.
    stale: bool,
}

/// How large a cell is at first, in pixels of style sheets.
const CELL: u32 = 24;

/// The largest scale.
const LARGEST: i32 = 12;

/// The longest side of a canvas, in pixels of the device.
const LONGEST: u32 = 8192;

impl Default for Canvas {
    fn default() -> Self {
        Self {
            stage: Stage::new(Sheet::shipped(), Style::default()),
            compositor: Compositor::default(),
            size: (640, 400),
            ratio: 1000,
            zoom: 0,
            area: Rect::new(0, 0, 1, 1),
            stale: true,
        }
    }
}

impl Canvas {
    /// Takes in the size of the place for the picture, in pixels of the device, and how many of
    /// them make one pixel of style sheets, in thousandths.
    pub fn resize(&mut self, width: u32, height: u32, ratio: u32) {
        self.size = (width.clamp(1, LONGEST), height.clamp(1, LONGEST));
        self.ratio = ratio.clamp(100, 10_000);
        self.stale = true;
    }

    /// Makes cells larger, or smaller.
    pub fn zoom(&mut self, by: i32) {
        let before = self.zoom;
        self.zoom = self.zoom.saturating_add(by).clamp(-LARGEST, LARGEST);
        if !(1..=LARGEST).contains(&self.wanted()) {
            self.zoom = before;
        }
        self.stale = true;
    }

    /// Pictures, or characters.
    pub fn style(&mut self, style: Style) {
        self.stage.set_style(style);
        self.stale = true;
    }

    /// The picture has to be drawn again.
    pub fn spoil(&mut self) {
        self.stale = true;
    }

    /// Pixels of the device for one of the picture.
    pub fn scale(&self) -> u32 {
        self.wanted().clamp(1, LARGEST).unsigned_abs()
    }

    fn wanted(&self) -> i32 {
        let side = u32::try_from(SIDE).unwrap_or(1);
        let usual = (CELL * self.ratio / 1000 + side / 2) / side;
        i32::try_from(usual.max(1)).unwrap_or(1) + self.zoom
    }

    /// Draws what a player knows, if anything changed; tells whether it did.
    pub fn draw(&mut self, view: &View<'_>) -> bool {
        if !self.stale {
            return false;
        }
        self.stale = false;
        let cell = u32::try_from(SIDE).unwrap_or(1) * self.scale();
        let along = |size: u32, level: i32| {
            i32::try_from((size / cell).max(1)).unwrap_or(1).min(level.max(1))
        };
        let columns = along(self.size.0, view.width());
        let rows = along(self.size.1, view.height());
        let middle = view.own().map_or_else(|| self.area.center(), |it| it.pos());
        self.area = camera(view, middle, columns, rows);
        let scene = self.stage.show(view, self.area);
        self.compositor.draw(&scene, self.stage.sheet());
        true
    }

    /// The picture as it was drawn last.
    pub const fn picture(&self) -> &Picture {
        self.compositor.picture()
    }

    /// The cell under a pixel of the device, if there is one.
    pub fn cell(&self, x: u32, y: u32) -> Option<Pos> {
        let side = u32::try_from(SIDE).unwrap_or(1) * self.scale();
        let column = i32::try_from(x / side).ok().filter(|it| *it < self.area.width)?;
        let row = i32::try_from(y / side).ok().filter(|it| *it < self.area.height)?;
        Some(Pos::new(self.area.x + column, self.area.y + row))
    }
}
