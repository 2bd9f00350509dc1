use barrow_play::palette::Role;
use ratatui::buffer::Buffer;
use ratatui::layout::Rect;
use ratatui::style::Style;

use super::Ink;

/// Draws text and lines, and nothing outside the screen.
pub struct Pen<'b> {
    /// The screen.
    pub buffer: &'b mut Buffer,
    /// What it is drawn with.
    pub ink: Ink,
}

impl Pen<'_> {
    /// Writes a text from a place to at most the right edge of `area`, and gives the column
    /// after it.
    pub fn write(&mut self, area: Rect, x: u16, y: u16, text: &str, style: Style) -> u16 {
        if y >= area.bottom() || y < area.y || x >= area.right() {
            return x;
        }
        let room = usize::from(area.right() - x);
        if self.ink.ascii && !text.is_ascii() {
            let plain: String = text.chars().map(|it| self.ink.glyph(it)).collect();
            return self.buffer.set_stringn(x, y, plain, room, style).0;
        }
        self.buffer.set_stringn(x, y, text, room, style).0
    }

    /// Writes a text of a meaning at the left of a row of `area`.
    pub fn line(&mut self, area: Rect, row: u16, text: &str, role: Role) {
        let style = self.ink.text(role);
        self.write(area, area.x, area.y.saturating_add(row), text, style);
    }

    /// Writes parts of several meanings one after the other, and gives the column after them.
    pub fn parts(&mut self, area: Rect, x: u16, y: u16, parts: &[(Role, &str)]) -> u16 {
        let mut at = x;
        for (role, text) in parts {
            at = self.write(area, at, y, text, self.ink.text(*role));
        }
        at
    }

    /// Writes a text that ends at the right edge.
    pub fn right(&mut self, area: Rect, row: u16, text: &str, role: Role) {
        let width = u16::try_from(text.chars().count()).unwrap_or(u16::MAX).min(area.width);
        let style = self.ink.text(role);
        self.write(area, area.right() - width, area.y.saturating_add(row), text, style);
    }

    /// Writes a text in the middle of a row.
    pub fn middle(&mut self, area: Rect, row: u16, text: &str, role: Role) {
        let width = u16::try_from(text.chars().count()).unwrap_or(u16::MAX).min(area.width);
        let x = area.x + (area.width - width) / 2;
        let style = self.ink.text(role);
        self.write(area, x, area.y.saturating_add(row), text, style);
    }

    /// One character.
    pub fn put(&mut self, x: u16, y: u16, glyph: char, style: Style) {
        let glyph = self.ink.glyph(glyph);
        if let Some(cell) = self.buffer.cell_mut((x, y)) {
            cell.set_char(glyph).set_style(style);
        }
    }

    /// Makes an area empty.
    pub fn clear(&mut self, area: Rect) {
        let style = self.ink.text(Role::Text);
        for position in area.intersection(self.buffer.area).positions() {
            if let Some(cell) = self.buffer.cell_mut(position) {
                cell.reset();
                cell.set_style(style);
            }
        }
    }

    /// A line across.
    pub fn rule(&mut self, area: Rect, row: u16) {
        let style = self.ink.text(Role::Line);
        for x in area.x..area.right() {
            self.put(x, area.y + row, '─', style);
        }
    }

    /// A line down.
    pub fn upright(&mut self, area: Rect) {
        let style = self.ink.text(Role::Line);
        for y in area.y..area.bottom() {
            self.put(area.x, y, '│', style);
        }
    }

    /// An empty box with a heading; gives the area inside.
    pub fn frame(&mut self, area: Rect, title: &str) -> Rect {
        self.clear(area);
        if area.width < 2 || area.height < 2 {
            return Rect { width: 0, height: 0, ..area };
        }
        let style = self.ink.text(Role::Line);
        let (right, bottom) = (area.right() - 1, area.bottom() - 1);
        for x in area.x..=right {
            self.put(x, area.y, '─', style);
            self.put(x, bottom, '─', style);
        }
        for y in area.y..=bottom {
            self.put(area.x, y, '│', style);
            self.put(right, y, '│', style);
        }
        let corners = [
            (area.x, area.y, '┌'),
            (right, area.y, '┐'),
            (area.x, bottom, '└'),
            (right, bottom, '┘'),
        ];
        for (x, y, glyph) in corners {
            self.put(x, y, glyph, style);
        }
        if !title.is_empty() {
            let head = format!(" {title} ");
            let inside = Rect { width: area.width - 2, ..area };
            self.write(inside, area.x + 2, area.y, &head, self.ink.text(Role::Title));
        }
        Rect {
            x: area.x + 2,
            y: area.y + 1,
            width: area.width.saturating_sub(4),
            height: area.height - 2,
        }
    }

    /// A bar of so many columns that is filled to `now` of `most`.
    pub fn bar(&mut self, x: u16, y: u16, width: u16, now: i64, most: i64, role: Role) {
        let most = most.max(1);
        let now = now.clamp(0, most);
        let filled = i64::from(width) * now / most;
        // Whoever is alive has something left to show.
        let filled = if now > 0 { filled.max(1) } else { 0 };
        for column in 0..width {
            let full = i64::from(column) < filled;
            let (glyph, role) = if full { ('#', role) } else { ('-', Role::Line) };
            self.put(x + column, y, glyph, self.ink.text(role));
        }
    }

    /// Marks an area as chosen.
    pub fn choose(&mut self, area: Rect) {
        for position in area.intersection(self.buffer.area).positions() {
            if let Some(cell) = self.buffer.cell_mut(position) {
                let style = self.ink.on(cell.style(), Role::Chosen);
                cell.set_style(style);
            }
        }
    }
}

/// Breaks a text into lines of at most so many characters, between words where it can be.
/// Blanks at the beginning of a paragraph stay.
pub fn wrap(text: &str, width: u16) -> Vec<String> {
    let width = usize::from(width.max(1));
    text.split('\n').flat_map(|paragraph| wrap_paragraph(paragraph, width)).collect()
}

fn wrap_paragraph(paragraph: &str, width: usize) -> Vec<String> {
    let words = paragraph.trim_start_matches(' ');
    let indent = paragraph.len() - words.len();
    let mut lines = Vec::new();
    let mut line = " ".repeat(indent.min(width - 1));
    let mut length = line.len();
    let mut begun = false;
    for word in words.split(' ') {
        let mut rest: Vec<char> = word.chars().collect();
        if begun && length + 1 + rest.len() > width {
            lines.push(std::mem::take(&mut line));
            length = 0;
        } else if begun {
            line.push(' ');
            length += 1;
        }
        while length + rest.len() > width {
            line.extend(rest.drain(..width - length));
            lines.push(std::mem::take(&mut line));
            length = 0;
        }
        length += rest.len();
        line.extend(rest);
        begun = true;
    }
    lines.push(line);
    lines
}

#[cfg(test)]
mod tests {
    use super::*;

    fn check(text: &str, width: u16, lines: &[&str]) {
        assert_eq!(wrap(text, width), lines);
    }

    #[test]
    fn text_is_broken_between_words() {
        check("the quick brown fox", 10, &["the quick", "brown fox"]);
        check("one\n\ntwo", 10, &["one", "", "two"]);
        check("", 5, &[""]);
        check("  a list of things", 8, &["  a list", "of", "things"]);
    }

    #[test]
    fn a_word_that_is_too_long_is_cut() {
        check("abcdefghij kl", 4, &["abcd", "efgh", "ij", "kl"]);
    }
}
