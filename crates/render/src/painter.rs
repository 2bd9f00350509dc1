use barrow_engine::{Event, Seen, View};
use barrow_grid::{Pos, Rect};

use crate::camera::{Camera, MARGIN};
use crate::compositor::Compositor;
use crate::marks::{Mark, MarkKind};
use crate::motion::{Motion, STEP, Slide};
use crate::picture::Picture;
use crate::scene::Scene;
use crate::stage::{Stage, Style};
use crate::tile::SIDE;
use crate::tileset::Tileset;

const CELL: i32 = SIDE as i32;

/// Draws a run on a screen: everything that a page needs, from a turn to its pixels.
///
/// Call [`Painter::turn`] after every turn, [`Painter::draw`] when something changed, and again
/// when [`Painter::wake`] says so. Times are in milliseconds from any origin.
#[derive(Clone, Debug)]
pub struct Painter {
    stage: Stage,
    motion: Motion,
    camera: Camera,
    compositor: Compositor,
    scene: Scene,
    /// The visible part of what the compositor has drawn.
    shown: Picture,
    /// Which part is visible, in pixels of the level.
    window: Option<Rect>,
    /// The slide of the camera.
    scroll: Option<Slide>,
    /// The level, and the cell of it that the camera looked at last.
    focus: Option<(i32, String, Pos)>,
    /// The highest and the lowest row of that cell and of all foes in the picture.
    rows: (i32, i32),
    /// The time of the last picture.
    drawn_at: u64,
}

impl Painter {
    /// Makes a painter with the shipped tiles.
    pub fn new(style: Style) -> Self {
        Self::with_tileset(Tileset::shipped(), style)
    }

    /// Makes a painter with other tiles.
    pub fn with_tileset(tileset: Tileset, style: Style) -> Self {
        Self {
            stage: Stage::new(tileset, style),
            motion: Motion::default(),
            camera: Camera::default(),
            compositor: Compositor::default(),
            scene: Scene::default(),
            shown: Picture::default(),
            window: None,
            scroll: None,
            focus: None,
            rows: (0, 0),
            drawn_at: 0,
        }
    }

    /// Sets the size of the screen in CSS pixels, and the device pixels for a hundred of them.
    pub fn resize(&mut self, width: i32, height: i32, ratio: i32) {
        self.camera.resize(width, height, ratio);
        self.scroll = None;
    }

    /// Zooms in or out; 0 resets the zoom.
    pub fn zoom(&mut self, by: i32) {
        self.camera.zoom(by);
        self.scroll = None;
    }

    /// Sets whether to draw tiles or characters.
    pub fn set_style(&mut self, style: Style) {
        self.stage.set_style(style);
    }

    /// Returns whether tiles or characters are drawn.
    pub const fn style(&self) -> Style {
        self.stage.style()
    }

    /// Turns animations off or on.
    pub fn set_still(&mut self, still: bool) {
        self.motion.set_still(still);
        self.scroll = self.scroll.filter(|_| !still);
    }

    /// Returns the device pixels for each pixel of the picture, along each edge.
    pub fn scale(&self) -> i32 {
        self.camera.scale()
    }

    /// Adds a turn: the view after it, and its events as the player perceived them.
    pub fn turn<'e>(&mut self, view: &View<'_>, events: impl Iterator<Item = &'e Event>, now: u64) {
        self.motion.turn(view, events, now);
    }

    /// Ends all animations: the next picture shows the final state.
    pub fn finish(&mut self) {
        self.motion.finish();
        self.scroll = None;
    }

    /// Returns `true` if the last picture did not show the final state yet.
    pub const fn is_moving(&self) -> bool {
        self.motion.is_moving(self.drawn_at)
    }

    /// Returns in how many milliseconds the picture will change by itself, or `None` if it will
    /// not.
    pub fn wake(&self, now: u64) -> Option<u64> {
        if self.is_moving() {
            return Some(0);
        }
        self.scene.changes_at.map(|moment| moment.saturating_sub(now))
    }

    /// Draws what the player knows at this time. Returns `false` if the picture has not changed.
    pub fn draw(&mut self, view: &View<'_>, marks: &[Mark], now: u64) -> bool {
        self.aim(view, marks, now);
        self.rows = self.busy_rows(view);
        let marks: &[Mark] = &[marks, &self.foes_beyond(view)].concat();
        let area = self.camera.area();
        let motion = (&self.motion, now);
        self.stage.set(view, area, marks, motion, &mut self.scene);
        let loose = self.compositor.has_loose() || !self.scene.loose.is_empty();
        self.compositor.draw(&self.scene, self.stage.tileset());
        let window = self.window_at(now);
        let changed = self.compositor.changed() > 0 || loose || self.window != Some(window);
        if changed {
            let from = Pos::new(window.x - area.x * CELL, window.y - area.y * CELL);
            let cut = Rect::new(from.x, from.y, window.width, window.height);
            self.shown.copy_from(self.compositor.picture(), cut);
        }
        self.window = Some(window);
        self.drawn_at = now;
        self.motion.saw(view);
        changed
    }

    /// Forgets what was drawn: the next picture is drawn completely.
    pub fn forget(&mut self) {
        self.compositor.forget();
    }

    /// Returns how many cells of the last picture were redrawn.
    pub const fn changed(&self) -> usize {
        self.compositor.changed()
    }

    /// Returns the last picture.
    pub const fn picture(&self) -> &Picture {
        &self.shown
    }

    /// Returns the cell of the level under a CSS pixel. It may lie outside the level.
    pub fn cell_at(&self, x: i32, y: i32) -> Pos {
        let corner = self.window.map_or_else(|| self.camera.origin(), |it| Pos::new(it.x, it.y));
        let pixel = self.camera.pixel(x, y) + corner;
        Pos::new(pixel.x.div_euclid(CELL), pixel.y.div_euclid(CELL))
    }

    /// Returns how far down the picture somebody is who must be seen, in percent of its height: of
    /// the player and the foes the one nearest to the upper or the lower edge. What is written at the
    /// other edge hides none of them.
    pub fn busy_height(&self) -> i32 {
        let shown = self.shown_cells();
        let percent = |row: i32| (row - shown.y) * 100 / shown.height.max(1);
        let (highest, lowest) = (percent(self.rows.0), percent(self.rows.1));
        if highest < 100 - lowest { highest } else { lowest }
    }

    fn busy_rows(&self, view: &View<'_>) -> (i32, i32) {
        let shown = self.shown_cells();
        let own = self.focus.as_ref().map_or(shown.y, |(_, _, at)| at.y);
        let foes = view.noticed_actors().filter(Seen::is_foe).map(|it| it.pos());
        let rows = foes.filter(|at| shown.contains(*at)).map(|at| at.y);
        rows.fold((own, own), |(least, most), row| (least.min(row), most.max(row)))
    }

    /// Returns the cells that are visible, at least in part.
    pub fn shown_cells(&self) -> Rect {
        let (origin, (width, height)) = (self.camera.origin(), self.camera.size());
        let first = |pixel: i32| pixel.div_euclid(CELL);
        let (left, top) = (first(origin.x), first(origin.y));
        let count =
            |start: i32, size: i32, first_cell: i32| first(start + size - 1) - first_cell + 1;
        Rect::new(left, top, count(origin.x, width, left), count(origin.y, height, top))
    }

    /// Marks where foes are in view beyond the edge of the picture, at the nearest whole cell.
    fn foes_beyond(&self, view: &View<'_>) -> Vec<Mark> {
        let (shown, whole) = (self.shown_cells(), self.shown_cells().grown(-1));
        if whole.is_empty() {
            return Vec::new();
        }
        let foes = view.noticed_actors().filter(Seen::is_foe).map(|it| it.pos());
        let nearest = |at: Pos| {
            let x = at.x.clamp(whole.x, whole.right() - 1);
            Pos::new(x, at.y.clamp(whole.y, whole.bottom() - 1))
        };
        let beyond = foes.filter(|&at| !shown.contains(at));
        beyond.map(|at| Mark { at: nearest(at), kind: MarkKind::Beyond }).collect()
    }

    /// Points the camera at the player, or at the cursor if it would not be visible otherwise. It
    /// slides there, unless the level has changed or it is far away.
    fn aim(&mut self, view: &View<'_>, marks: &[Mark], now: u64) {
        let before = self.camera.origin() + self.scrolled(now);
        let last = self
            .focus
            .take()
            .filter(|(floor, title, _)| (*floor, title.as_str()) == (view.floor(), view.title()));
        let stays = last.as_ref().map_or_else(Pos::default, |(_, _, at)| *at);
        let focus = view.own().map_or(stays, |own| own.pos());
        let level = Rect::new(0, 0, view.width(), view.height());
        let known = surrounding(view.explored().iter()).unwrap_or(level);
        self.camera.look_at(focus, level, known);
        let cursor = marks.iter().find(|it| it.kind == MarkKind::Cursor).map(|it| it.at);
        if let Some(at) = cursor.filter(|at| !self.shown_cells().grown(-1).contains(*at)) {
            self.camera.look_at(at, level, known);
        }
        self.slide_from(before, last.is_some(), now);
        self.focus = Some((view.floor(), view.title().to_owned(), focus));
    }

    fn slide_from(&mut self, before: Pos, same_level: bool, now: u64) {
        let off = before - self.camera.origin();
        let near = off.x.abs().max(off.y.abs()) <= 2 * CELL;
        if off == self.scrolled(now) && same_level {
            return;
        }
        let room = MARGIN * CELL - 4;
        let from = Pos::new(off.x.clamp(-room, room), off.y.clamp(-room, room));
        let slides = near && same_level && !self.motion.is_still();
        self.scroll = slides.then_some(Slide { from, began: now, lasts: STEP });
        if let Some(slide) = self.scroll {
            self.motion.lasts_until(slide.ends());
        }
    }

    fn scrolled(&self, now: u64) -> Pos {
        self.scroll.and_then(|it| it.offset(now)).unwrap_or_default()
    }

    fn window_at(&self, now: u64) -> Rect {
        let corner = self.camera.origin() + self.scrolled(now) + self.motion.shake(now);
        let (width, height) = self.camera.size();
        Rect::new(corner.x, corner.y, width, height)
    }
}

/// Returns the smallest rectangle that holds all of these cells.
fn surrounding(cells: impl Iterator<Item = Pos>) -> Option<Rect> {
    let corners = cells.map(|at| (at, at)).reduce(|(low, high), (at, _)| {
        let low = Pos::new(low.x.min(at.x), low.y.min(at.y));
        (low, Pos::new(high.x.max(at.x), high.y.max(at.y)))
    });
    corners.map(|(low, high)| Rect::new(low.x, low.y, high.x - low.x + 1, high.y - low.y + 1))
}
