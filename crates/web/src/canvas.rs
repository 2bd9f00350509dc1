//! The picture of a run: how large, what moves in it, and the small map of the whole level.

use barrow_engine::{Turn, View};
use barrow_grid::{Pos, Rect};
use barrow_play::playthrough::Marks;
use barrow_render::{Mark, MarkSort, Painter, Picture, Style, Tileset, minimap};

use crate::screen::PLAYER;

/// The picture of a run, in the pixels of tiles. The page shows each of them as a square of
/// [`Canvas::scale`] pixels of the device, so that all stay crisp.
pub struct Canvas {
    painter: Painter,
    /// What happened since the last picture.
    news: Vec<Turn>,
    /// The small map is out of date.
    stale: bool,
    small: Picture,
}

/// How many turns are animated; if more happened since the last picture, none are.
const MAX_TURNS: usize = 4;

/// Pixels of a cell on the small map.
const SMALL: usize = 2;

impl Canvas {
    /// A picture made of these tiles.
    pub fn new(tileset: Tileset) -> Self {
        Self {
            painter: Painter::with_tileset(tileset, Style::default()),
            news: Vec::new(),
            stale: true,
            small: Picture::default(),
        }
    }

    /// Takes in the size of the place for the picture, in pixels of the page, and how many
    /// pixels of the device make a hundred of them.
    pub fn resize(&mut self, width: i32, height: i32, ratio: i32) {
        self.painter.resize(width, height, ratio);
        self.stale = true;
    }

    /// Makes cells larger, or smaller; 0 goes back to what fits.
    pub fn zoom(&mut self, by: i32) {
        self.painter.zoom(by);
        self.stale = true;
    }

    /// Pictures, or characters.
    pub fn style(&mut self, style: Style) {
        self.painter.set_style(style);
    }

    /// Whether nothing moves.
    pub fn still(&mut self, still: bool) {
        self.painter.set_still(still);
    }

    /// Takes in what happened; the next picture begins to show it.
    pub fn take_in(&mut self, news: &[Turn]) {
        if self.news.len() + news.len() > MAX_TURNS {
            return self.skip();
        }
        self.stale = true;
        self.news.extend_from_slice(news);
    }

    /// Ends all that moves: the next picture shows how things are.
    pub fn skip(&mut self) {
        self.stale = true;
        self.news.clear();
        self.painter.finish();
    }

    /// Draws what a player knows at a moment, in thousandths of a second; tells whether
    /// anything changed.
    pub fn draw(&mut self, view: &View<'_>, marks: &Marks, now: u64) -> bool {
        if !self.news.is_empty() {
            let events = self.news.iter().flat_map(|turn| turn.events(PLAYER));
            self.painter.turn(view, events, now);
            self.news.clear();
        }
        let changed = self.painter.draw(view, &marked(marks), now);
        if self.stale {
            self.stale = false;
            self.draw_small(view);
        }
        changed
    }

    /// A level that is shown whole needs no small map.
    fn draw_small(&mut self, view: &View<'_>) {
        let (level, shown) = (bounds(view), self.painter.shown_cells());
        self.small = if shown.intersection(level) == level {
            Picture::default()
        } else {
            minimap(view, shown, SMALL)
        };
    }

    /// Whether the picture of the next moment is another.
    pub const fn is_moving(&self) -> bool {
        self.painter.is_moving()
    }

    /// In how many thousandths of a second the picture will be another by itself.
    pub fn wake(&self, now: u64) -> Option<u64> {
        self.painter.wake(now)
    }

    /// The picture as it was drawn last.
    pub const fn picture(&self) -> &Picture {
        self.painter.picture()
    }

    /// Pixels of the device for one of the picture.
    pub fn scale(&self) -> i32 {
        self.painter.scale()
    }

    /// The whole level, small; nothing if it is shown whole.
    pub const fn small(&self) -> &Picture {
        &self.small
    }

    /// The cell under a pixel of the page, if there is one.
    pub fn cell(&self, view: &View<'_>, x: i32, y: i32) -> Option<Pos> {
        let cell = self.painter.cell_at(x, y);
        bounds(view).contains(cell).then_some(cell)
    }
}

fn bounds(view: &View<'_>) -> Rect {
    Rect::new(0, 0, view.width(), view.height())
}

fn marked(marks: &Marks) -> Vec<Mark> {
    let line = marks.line.iter().map(|&at| Mark { at, sort: MarkSort::Line });
    let blast = marks.blast.iter().map(|&at| Mark { at, sort: MarkSort::Blast });
    let cursor = marks.cursor.map(|at| Mark { at, sort: MarkSort::Cursor });
    line.chain(blast).chain(cursor).collect()
}
