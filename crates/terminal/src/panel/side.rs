use barrow_engine::View;
use barrow_play::keymap::Keymap;
use barrow_play::palette::Role;
use barrow_play::panel::{self, Figure, Row, RunSummary, Section};
use ratatui::layout::Rect;
use ratatui::widgets::Borders;

use crate::paint::{Pen, width};

/// A column that is filled from the top; rows that do not fit are left out.
struct Column<'p, 'b> {
    pen: &'p mut Pen<'b>,
    area: Rect,
    row: u16,
    /// The width of the labels, with a space.
    labels: u16,
    /// Whether the last section was only a heading.
    bare: bool,
}

impl Column<'_, '_> {
    fn room(&self) -> u16 {
        self.area.height.saturating_sub(self.row)
    }

    /// Writes texts one after the other, in as many rows as they need.
    fn parts(&mut self, parts: &[(Role, &str)]) {
        let mut x = self.area.x;
        for (role, text) in parts {
            for word in text.split_inclusive(' ') {
                let end = x.saturating_add(width(word.trim_end()));
                if x > self.area.x + INDENT && end > self.area.right() {
                    (x, self.row) = (self.area.x + INDENT, self.row + 1);
                }
                if self.room() == 0 {
                    return;
                }
                x = self.pen.parts(self.area, x, self.area.y + self.row, &[(*role, word)]);
            }
        }
        self.row += 1;
    }

    /// Writes a heading. Several headings with nothing below them stand together.
    fn heading(&mut self, text: &str, rows: usize) {
        let gap = u16::from(self.row > 0 && !(self.bare && rows == 0));
        self.bare = rows == 0;
        if self.room() > 1 + gap {
            self.row += gap;
            self.parts(&[(Role::Title, text)]);
        } else {
            self.row = self.area.height;
        }
    }

    fn section(&mut self, section: &Section) {
        self.heading(&section.heading, section.rows.len());
        for row in &section.rows {
            match row {
                Row::Figure(figure) => self.figure(figure),
                Row::Parts(parts) => {
                    let parts: Vec<_> = parts.iter().map(|(role, text)| (*role, &**text)).collect();
                    self.parts(&parts);
                }
            }
        }
    }

    /// Draws a label, a bar if there is one, and a number.
    fn figure(&mut self, figure: &Figure) {
        if self.room() == 0 {
            return;
        }
        // A text of codes has room for names here, in a second row if need be.
        if let Some(wide) = figure.wide.as_deref().filter(|_| figure.bar.is_none()) {
            return self.parts(&[(Role::Dim, &figure.label), (Role::Text, wide)]);
        }
        let y = self.area.y + self.row;
        self.pen.line(self.area, self.row, &figure.label, Role::Dim);
        let bare = figure.label.is_empty() && figure.bar.is_none();
        // A label that is longer than its column pushes its value aside.
        let own = width(&figure.label).saturating_add(1);
        let labels = if bare { 0 } else { self.labels.max(own) };
        let (mut x, mut role) = (self.area.x + labels, Role::Text);
        if let Some((now, max)) = figure.bar {
            let width = self.area.width.saturating_sub(labels + 9);
            self.pen.bar(x, y, width, now, max, figure.role);
            (x, role) = (x + width + 1, figure.role);
        }
        self.pen.write(self.area, x, y, &figure.value, self.pen.ink.text(role));
        self.row += 1;
    }
}

/// How far the further rows of a text are indented.
const INDENT: u16 = 3;
/// The minimum number of rows for a list of keys.
const MIN_KEYS: u16 = 6;

/// Draws the sidebar: the player and what is in view.
pub fn sidebar(
    pen: &mut Pen<'_>,
    area: Rect,
    view: &View<'_>,
    keys: &Keymap,
    summary: &RunSummary,
) {
    pen.border(area, Borders::LEFT);
    let inner = Rect { x: area.x + 2, width: area.width.saturating_sub(2), ..area };
    let longest = view.panel().map(|it| width(it.label)).max().unwrap_or_default();
    let labels = longest.saturating_add(1).clamp(8, inner.width / 2);
    let mut column = Column { pen, area: inner, row: 0, labels, bare: false };
    for section in panel::sidebar(view, summary) {
        column.section(&section);
    }
    if column.room() >= MIN_KEYS {
        column.section(&panel::key_section(view, keys));
    }
}
