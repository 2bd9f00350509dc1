use barrow_engine::View;
use barrow_grid::Pos;
use barrow_play::keymap::Keymap;
use barrow_play::mode::Log;
use barrow_play::palette::Role;
use barrow_play::panel::RunSummary;
use ratatui::layout::Rect;
use ratatui::widgets::Borders;

use crate::paint::Pen;
use crate::panel::{
    Camera, Layout, Mark, bag_bar, draw_map, draw_marks, heard_lines, log_lines, minimap, sidebar,
    status_bar, status_rows,
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
        let rows = status_rows(view, screen.width, &self.summary.score);
        let real_time = view.pack().rules.ticks.is_some();
        let layout = Layout::new(screen, (view.width(), view.height()), rows, real_time);
        let camera = Camera::new(view, self.focus, layout.map);
        draw_map(pen, &camera, view);
        draw_marks(pen, &camera, self.marks);
        if layout.is_wide() {
            sidebar(pen, layout.side, view, self.keys, self.summary);
            pen.border(layout.log, Borders::TOP);
        } else {
            status_bar(pen, layout.status, view, &self.summary.score);
            bag_bar(pen, layout.bag, view);
            if real_time {
                // In a real-time game the player has no time to look the seed up.
                pen.right(layout.bag, 0, &self.summary.seed, Role::Dim);
            }
        }
        minimap(pen, layout.minimap, view);
        let log = if layout.is_wide() { below(layout.log) } else { layout.log };
        let told = heard_lines(pen, log, view);
        let noises = view.pack().rules.noises_last <= 1;
        log_lines(pen, self.told_rows(told), self.log, self.fresh, noises);
        (camera, log)
    }

    /// Returns the rows for messages: as many as the game wants, or as there are.
    fn told_rows(&self, area: Rect) -> Rect {
        let wanted = self.view.pack().rules.log.and_then(|it| u16::try_from(it).ok());
        Rect { height: wanted.map_or(area.height, |it| it.min(area.height)), ..area }
    }
}

/// Returns the rows below the first one.
fn below(area: Rect) -> Rect {
    Rect { y: area.y + 1, height: area.height.saturating_sub(1), ..area }
}
