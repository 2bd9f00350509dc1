//! The picture of a run: its size, its animation, and the minimap.

use barrow_engine::{Turn, View};
use barrow_grid::{Pos, Rect};
use barrow_play::playthrough::Marks;
use barrow_render::{Mark, MarkKind, Painter, Picture, Style, Tileset, minimap};

/// The picture of a run, in pixels of tiles. The page shows each of them as a square of
/// [`Canvas::scale`] device pixels, so that all stay crisp.
pub struct Canvas {
    painter: Painter,
    /// The turns since the last picture.
    turns: Vec<Turn>,
    /// Whether the minimap is out of date.
    stale: bool,
    minimap: Picture,
}

/// How many turns are animated; if more happened since the last picture, none are.
const MAX_TURNS: usize = 4;

/// The size of a cell on the minimap, in pixels.
const MINIMAP_CELL: usize = 2;

impl Canvas {
    /// Makes a picture of these tiles.
    pub fn new(tileset: Tileset) -> Self {
        Self {
            painter: Painter::with_tileset(tileset, Style::default()),
            turns: Vec::new(),
            stale: true,
            minimap: Picture::default(),
        }
    }

    /// Sets the size of the picture in CSS pixels, and the device pixels for a hundred of them.
    pub fn resize(&mut self, width: i32, height: i32, ratio: i32) {
        self.painter.resize(width, height, ratio);
        self.stale = true;
    }

    /// Zooms in or out; 0 resets the zoom.
    pub fn zoom(&mut self, by: i32) {
        self.painter.zoom(by);
        self.stale = true;
    }

    /// Sets whether to draw tiles or characters.
    pub fn set_style(&mut self, style: Style) {
        self.painter.set_style(style);
    }

    /// Returns whether characters are drawn instead of tiles.
    pub fn has_glyphs(&self) -> bool {
        self.painter.style() == Style::Glyphs
    }

    /// Turns animations off or on.
    pub fn set_still(&mut self, still: bool) {
        self.painter.set_still(still);
    }

    /// Adds turns, which the next picture starts to animate.
    pub fn add_turns(&mut self, turns: &[Turn]) {
        if self.turns.len() + turns.len() > MAX_TURNS {
            return self.skip();
        }
        self.stale = true;
        self.turns.extend_from_slice(turns);
    }

    /// Ends all animations: the next picture shows the final state.
    pub fn skip(&mut self) {
        self.stale = true;
        self.turns.clear();
        self.painter.finish();
    }

    /// Draws what a player knows at a time in milliseconds. Returns whether anything changed.
    pub fn draw(&mut self, view: &View<'_>, marks: &Marks, now: u64) -> bool {
        if !self.turns.is_empty() {
            let events = self.turns.iter().flat_map(|turn| turn.events(view.player()));
            self.painter.turn(view, events, now);
            self.turns.clear();
        }
        let changed = self.painter.draw(view, &marked(marks), now);
        if self.stale {
            self.stale = false;
            self.draw_minimap(view);
        }
        changed
    }

    /// Draws the minimap, unless the whole level is visible.
    fn draw_minimap(&mut self, view: &View<'_>) {
        let (level, shown) = (bounds(view), self.painter.shown_cells());
        self.minimap = if shown.intersection(level) == level {
            Picture::default()
        } else {
            minimap(view, shown, MINIMAP_CELL)
        };
    }

    /// Returns `true` while an animation is running.
    pub const fn is_moving(&self) -> bool {
        self.painter.is_moving()
    }

    /// Returns in how many milliseconds the picture will change by itself.
    pub fn wake(&self, now: u64) -> Option<u64> {
        self.painter.wake(now)
    }

    /// Returns the last picture.
    pub const fn picture(&self) -> &Picture {
        self.painter.picture()
    }

    /// Returns how far down the picture somebody is who must be seen, in percent of its height; see
    /// [`Painter::busy_height`].
    pub fn busy_height(&self) -> i32 {
        self.painter.busy_height()
    }

    /// Returns the device pixels for one pixel of the picture.
    pub fn scale(&self) -> i32 {
        self.painter.scale()
    }

    /// Returns the minimap; it is empty if the whole level is visible.
    pub const fn minimap(&self) -> &Picture {
        &self.minimap
    }

    /// Returns the cell under a CSS pixel, if there is one.
    pub fn cell(&self, view: &View<'_>, x: i32, y: i32) -> Option<Pos> {
        let cell = self.painter.cell_at(x, y);
        bounds(view).contains(cell).then_some(cell)
    }
}

fn bounds(view: &View<'_>) -> Rect {
    Rect::new(0, 0, view.width(), view.height())
}

fn marked(marks: &Marks) -> Vec<Mark> {
    let line = marks.line.iter().map(|&at| Mark { at, kind: MarkKind::Line });
    let blast = marks.blast.iter().map(|&at| Mark { at, kind: MarkKind::Blast });
    let cursor = marks.cursor.map(|at| Mark { at, kind: MarkKind::Cursor });
    let lands = marks.lands.map(|at| Mark { at, kind: MarkKind::Path });
    line.chain(blast).chain(lands).chain(cursor).collect()
}
