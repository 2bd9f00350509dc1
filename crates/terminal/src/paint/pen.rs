use barrow_play::palette::Role;
use ratatui::buffer::Buffer;
use ratatui::layout::Rect;
use ratatui::style::Style;
use ratatui::text::{Line, Span};
use ratatui::widgets::{Borders, Clear, Padding, Paragraph, Widget};

use super::Ink;

/// Draws text and lines, and nothing outside the screen.
pub struct Pen<'b> {
    /// The screen.
    pub buffer: &'b mut Buffer,
    /// The colors and characters to draw with.
    pub ink: Ink,
}

impl Pen<'_> {
    /// Writes a text from (x, y) up to the right edge of `area`, and returns the column after it.
    pub fn write(&mut self, area: Rect, x: u16, y: u16, text: &str, style: Style) -> u16 {
        if y >= area.bottom() || y < area.y || x >= area.right() {
            return x;
        }
        let room = usize::from(area.right() - x);
        self.buffer.set_stringn(x, y, self.ink.printable(text), room, style).0
    }

    /// Writes a text of a role at the left of a row of `area`.
    pub fn line(&mut self, area: Rect, row: u16, text: &str, role: Role) {
        let style = self.ink.text(role);
        self.write(area, area.x, area.y.saturating_add(row), text, style);
    }

    /// Writes texts of several roles one after the other, and returns the column after them.
    pub fn parts(&mut self, area: Rect, x: u16, y: u16, parts: &[(Role, &str)]) -> u16 {
        let mut at = x;
        for (role, text) in parts {
            at = self.write(area, at, y, text, self.ink.text(*role));
        }
        at
    }

    /// Draws a paragraph.
    pub fn paragraph(&mut self, area: Rect, paragraph: &Paragraph<'_>) {
        paragraph.render(area, self.buffer);
    }

    /// Writes a text that ends at the right edge.
    pub fn right(&mut self, area: Rect, row: u16, text: &str, role: Role) {
        let width = width(text).min(area.width);
        let style = self.ink.text(role);
        self.write(area, area.right() - width, area.y.saturating_add(row), text, style);
    }

    /// Writes a text in the middle of a row.
    pub fn centered(&mut self, area: Rect, row: u16, text: &str, role: Role) {
        let width = width(text).min(area.width);
        let x = area.x + (area.width - width) / 2;
        let style = self.ink.text(role);
        self.write(area, x, area.y.saturating_add(row), text, style);
    }

    /// Draws one character.
    pub fn put(&mut self, x: u16, y: u16, glyph: char, style: Style) {
        let glyph = self.ink.glyph(glyph);
        if let Some(cell) = self.buffer.cell_mut((x, y)) {
            cell.set_char(glyph).set_style(style);
        }
    }

    /// Clears an area.
    pub fn clear(&mut self, area: Rect) {
        Clear.render(area, self.buffer);
        self.buffer.set_style(area, self.ink.text(Role::Text));
    }

    /// Draws some of the borders of an area.
    pub fn border(&mut self, area: Rect, borders: Borders) {
        self.ink.block().borders(borders).render(area, self.buffer);
    }

    /// Draws an empty box with a title, and returns the area inside.
    pub fn frame(&mut self, area: Rect, title: &str) -> Rect {
        self.clear(area);
        let block = self.ink.block().borders(Borders::ALL).padding(Padding::horizontal(1));
        let inside = block.inner(area);
        let title = if title.is_empty() { String::new() } else { format!(" {title} ") };
        let edge = Span::styled(self.ink.borders().horizontal_top, self.ink.text(Role::Line));
        let title = Line::from_iter([edge, self.ink.span(Role::Title, &title)]);
        block.title(title).render(area, self.buffer);
        inside
    }

    /// Draws a bar that is filled to `now` of `max`.
    pub fn bar(&mut self, x: u16, y: u16, width: u16, now: i64, max: i64, role: Role) {
        let max = max.max(1);
        let now = now.clamp(0, max);
        let filled = i64::from(width) * now / max;
        // A value above zero fills at least one column.
        let filled = if now > 0 { filled.max(1) } else { 0 };
        for column in 0..width {
            let full = i64::from(column) < filled;
            let (glyph, role) = if full { ('#', role) } else { ('-', Role::Line) };
            self.put(x + column, y, glyph, self.ink.text(role));
        }
    }

    /// Marks an area as selected.
    pub fn highlight(&mut self, area: Rect) {
        for position in area.intersection(self.buffer.area).positions() {
            if let Some(cell) = self.buffer.cell_mut(position) {
                let style = self.ink.on(cell.style(), Role::Chosen);
                cell.set_style(style);
            }
        }
    }
}

/// Returns how many columns a text takes up; some letters take two.
pub fn width(text: &str) -> u16 {
    u16::try_from(Line::raw(text).width()).unwrap_or(u16::MAX)
}

/// Shortens a text to a number of columns, between words, and marks that there was more.
pub fn shortened(text: &str, room: u16) -> String {
    if width(text) <= room {
        return text.into();
    }
    let starts = text.match_indices(' ').map_while(|(at, _)| text.get(..at));
    let start = starts.take_while(|it| width(it) < room).last().unwrap_or_default();
    format!("{}…", start.trim_end_matches([',', ':', ';']))
}

/// Returns how many rows a paragraph takes up.
pub fn rows(paragraph: &Paragraph<'_>, width: u16) -> u16 {
    u16::try_from(paragraph.line_count(width)).unwrap_or(u16::MAX)
}

#[cfg(test)]
mod tests {
    use barrow_play::palette::Palette;

    use super::*;
    use crate::paint::Depth;

    /// Returns what `draw` puts on a small screen.
    fn drawn(ascii: bool, (columns, rows): (u16, u16), draw: fn(&mut Pen<'_>)) -> Vec<String> {
        let mut buffer = Buffer::empty(Rect::new(0, 0, columns, rows));
        let ink = Ink { palette: Palette::default(), depth: Depth::None, ascii, outlines: false };
        draw(&mut Pen { buffer: &mut buffer, ink });
        let cells = buffer.content().chunks(columns.into());
        cells.map(|row| row.iter().map(ratatui::buffer::Cell::symbol).collect()).collect()
    }

    fn wrapped(text: &str, width: u16) -> Vec<String> {
        let ink =
            Ink { palette: Palette::default(), depth: Depth::None, ascii: false, outlines: false };
        let paragraph = ink.paragraph([(Role::Text, text)]);
        let area = Rect::new(0, 0, width, rows(&paragraph, width));
        let mut buffer = Buffer::empty(area);
        paragraph.render(area, &mut buffer);
        let cells = buffer.content().chunks(width.into());
        let lines =
            cells.map(|row| row.iter().map(ratatui::buffer::Cell::symbol).collect::<String>());
        lines.map(|line| line.trim_end().to_owned()).collect()
    }

    #[test]
    fn text_is_broken_between_words() {
        assert_eq!(wrapped("the quick brown fox", 10), ["the quick", "brown fox"]);
        assert_eq!(wrapped("one\n\ntwo", 10), ["one", "", "two"]);
        assert_eq!(wrapped("", 5), [""]);
        assert_eq!(wrapped("  a list of things", 8), ["  a list", "of", "things"]);
    }

    #[test]
    fn a_word_that_is_too_long_is_cut() {
        assert_eq!(wrapped("abcdefghij kl", 4), ["abcd", "efgh", "ij", "kl"]);
    }

    #[test]
    fn a_text_is_shortened_between_words() {
        assert_eq!(shortened("a cone of 90 degrees", 20), "a cone of 90 degrees");
        assert_eq!(shortened("a cone of 90 degrees", 19), "a cone of 90…");
        assert_eq!(shortened("lamp: a cone", 7), "lamp…");
        assert_eq!(shortened("漢字 漢字", 6), "漢字…");
        assert_eq!(shortened("unbroken", 4), "…");
    }

    #[test]
    fn a_wide_letter_takes_two_columns() {
        assert_eq!(width("漢字"), 4);
        assert_eq!(wrapped("漢字漢字", 6).len(), 2);
        let right = drawn(false, (8, 1), |pen| pen.right(pen.buffer.area, 0, "漢字", Role::Text));
        assert_eq!(right[0].find('漢'), Some(4));
    }

    #[test]
    fn a_frame_has_its_title_in_its_upper_edge() {
        let frame = |pen: &mut Pen<'_>| {
            assert_eq!(pen.frame(pen.buffer.area, "Keys"), Rect::new(2, 1, 8, 1));
        };
        assert_eq!(drawn(false, (12, 3), frame), ["┌─ Keys ───┐", "│          │", "└──────────┘"]);
        assert_eq!(drawn(true, (12, 3), frame), ["+- Keys ---+", "|          |", "+----------+"]);
    }
}
