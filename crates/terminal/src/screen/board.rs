use barrow_engine::View;
use barrow_grid::Pos;
use barrow_play::keymap::Keymap;
use barrow_play::mode::Log;
use barrow_play::palette::Role;
use barrow_play::panel::{RunSummary, foes};
use ratatui::layout::Rect;
use ratatui::widgets::Borders;

use crate::paint::{Pen, rows};
use crate::panel::{
    Camera, Layout, MINIMAP, Mark, Wanted, draw_map, draw_marks, foe_lines, heard_lines, held,
    held_rows, log_lines, minimap, sidebar, status_bar, status_rows,
};

/// A run on the screen, played or watched: the map and all panels.
pub struct Board<'b, 'g> {
    /// What the player knows.
    pub view: &'b View<'g>,
    /// The messages.
    pub log: &'b Log,
    /// The index of the first message since the last command.
    pub fresh: usize,
    /// The texts about the run as a whole.
    pub summary: &'b RunSummary,
    /// The keys for the sidebar.
    pub keys: &'b Keymap,
    /// The cell that must be in view.
    pub focus: Pos,
    /// What is shown over the map for a moment.
    pub marks: &'b [Mark],
}

impl Board<'_, '_> {
    /// Draws the board. Returns the camera and the area of the log.
    pub fn draw(&self, pen: &mut Pen<'_>) -> (Camera, Rect) {
        let (view, screen) = (self.view, pen.buffer.area);
        let status = status_rows(view, screen.width, &self.summary.score);
        let real_time = view.pack().rules.ticks.is_some();
        let foes = foes(view);
        let cells: Vec<Pos> = foes.iter().map(barrow_engine::Seen::pos).collect();
        let span = rows_of(self.focus, &cells);
        let wanted = Wanted { span, news: self.news(pen, screen.width), held: held_rows(view) };
        let layout = Layout::new(screen, (view.width(), view.height()), wanted, status, real_time);
        let camera = Camera::new(view, self.focus, &cells, layout.map);
        draw_map(pen, &camera, view);
        draw_marks(pen, &camera, self.marks);
        if layout.is_wide() {
            sidebar(pen, layout.side, view, self.keys, self.summary);
            pen.border(layout.log, Borders::TOP);
        } else {
            status_bar(pen, layout.status, view, &self.summary.score);
            // In a real-time game the player has no time to look the seed up.
            let seed = if real_time { &*self.summary.seed } else { "" };
            held(pen, layout.bag, view, seed);
        }
        minimap(pen, layout.minimap, view);
        let log = if layout.is_wide() { below(layout.log) } else { layout.log };
        let told = turn_line(pen, log, &self.summary.turn);
        let told =
            if layout.is_wide() { told } else { foe_lines(pen, told, view, &foes, wanted.news) };
        let told = heard_lines(pen, told, view);
        let noises = view.pack().rules.noises_last <= 1;
        log_lines(pen, self.told_rows(told), self.log, self.fresh, noises);
        (camera, log)
    }

    /// Returns how many rows the messages of the last turn need. Walking tells no more than fits.
    fn news(&self, pen: &Pen<'_>, width: u16) -> u16 {
        let fresh = self.log.messages().get(self.fresh..).unwrap_or_default();
        let lines: Vec<String> = fresh.iter().map(barrow_play::mode::Message::shown).collect();
        let beside = width.saturating_sub(MINIMAP);
        rows(&pen.ink.paragraph(lines.iter().map(|it| (Role::Text, &**it))), beside)
    }

    /// Returns the rows for messages: as many as the game wants, or as there are.
    fn told_rows(&self, area: Rect) -> Rect {
        let wanted = self.view.pack().rules.log.and_then(|it| u16::try_from(it).ok());
        Rect { height: wanted.map_or(area.height, |it| it.min(area.height)), ..area }
    }
}

/// Returns how many rows of the level hold the focus and the foes.
fn rows_of(focus: Pos, foes: &[Pos]) -> u16 {
    let rows = || foes.iter().map(|it| it.y).chain([focus.y]);
    let (first, last) = (rows().min().unwrap_or(0), rows().max().unwrap_or(0));
    u16::try_from(last - first + 1).unwrap_or(u16::MAX)
}

/// Writes whose turn it is, if several players take turns. Returns the rows below.
fn turn_line(pen: &mut Pen<'_>, area: Rect, turn: &str) -> Rect {
    if turn.is_empty() || area.height < 2 {
        return area;
    }
    pen.line(area, 0, turn, Role::Chosen);
    below(area)
}

/// Returns the rows below the first one.
fn below(area: Rect) -> Rect {
    Rect { y: area.y + 1, height: area.height.saturating_sub(1), ..area }
}
