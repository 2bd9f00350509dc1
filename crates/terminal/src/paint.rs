//! Turns roles into colors and characters that this terminal can show.

mod depth;
mod pen;

pub use depth::Depth;
pub use pen::{Pen, rows, width};

use std::borrow::Cow;

use barrow_play::palette::{Palette, Rgb, Role};
use ratatui::style::{Color, Modifier, Style};
use ratatui::symbols::border;
use ratatui::text::{Line, Span, Text};
use ratatui::widgets::{Block, Paragraph, Wrap};

/// The colors and characters to draw with.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Ink {
    /// The colors that the player chose.
    pub palette: Palette,
    /// How many colors the terminal has.
    pub depth: Depth,
    /// Whether only ASCII can be shown.
    pub ascii: bool,
}

impl Ink {
    /// Returns the style of text of a role.
    pub fn text(self, role: Role) -> Style {
        if self.depth == Depth::None {
            return Style::new().add_modifier(emphasis(role));
        }
        Style::new().fg(self.color(self.palette.role(role))).bg(self.ground())
    }

    /// Returns a style on the background of a role.
    pub fn on(self, style: Style, ground: Role) -> Style {
        if self.depth == Depth::None {
            return style.add_modifier(Modifier::REVERSED);
        }
        let chosen = style.bg(self.color(self.palette.role(ground)));
        // With sixteen colors there is no dark background on which all of them are readable.
        if self.depth == Depth::Few { chosen.add_modifier(Modifier::BOLD) } else { chosen }
    }

    /// Returns the style of a pack's color; `brightness` is in thousandths.
    pub fn pack_color(self, color: Rgb, brightness: u32) -> Style {
        if self.depth == Depth::None {
            let dim = if brightness < 500 { Modifier::DIM } else { Modifier::empty() };
            return Style::new().add_modifier(dim);
        }
        let ground = self.palette.role(Role::Ground);
        let bright = self.palette.drawn(color);
        let shown = self.color([0, 1, 2].map(|at| blend(ground[at], bright[at], brightness)));
        Style::new().fg(shown).bg(self.ground())
    }

    /// Returns the background of the screen.
    pub fn ground(self) -> Color {
        match self.depth {
            Depth::None => Color::Reset,
            Depth::True | Depth::Many | Depth::Few => self.color(self.palette.role(Role::Ground)),
        }
    }

    /// Returns a text in the characters that can be shown.
    pub fn printable(self, text: &str) -> Cow<'_, str> {
        if self.ascii && !text.is_ascii() {
            text.chars().map(|it| self.glyph(it)).collect()
        } else {
            text.into()
        }
    }

    /// Returns a styled part of a line.
    pub fn span(self, role: Role, text: &str) -> Span<'_> {
        Span::styled(self.printable(text), self.text(role))
    }

    /// Returns a paragraph whose long lines are wrapped between words.
    pub fn paragraph<'t>(self, lines: impl IntoIterator<Item = (Role, &'t str)>) -> Paragraph<'t> {
        let broken = lines.into_iter().flat_map(|(role, text)| {
            text.split('\n').map(move |line| Line::from(self.span(role, line)))
        });
        Paragraph::new(broken.collect::<Text<'_>>()).wrap(Wrap { trim: false })
    }

    /// Returns a block in this style; the caller chooses its borders.
    fn block(self) -> Block<'static> {
        Block::new().border_set(self.borders()).border_style(self.text(Role::Line))
    }

    const fn borders(self) -> border::Set<'static> {
        if self.ascii { ASCII_BORDERS } else { border::PLAIN }
    }

    fn color(self, rgb: Rgb) -> Color {
        self.depth.color(rgb)
    }

    /// Returns the character, or an ASCII character of a similar shape if only ASCII can be shown.
    pub fn glyph(self, glyph: char) -> char {
        if glyph.is_ascii() && !glyph.is_ascii_control() {
            return glyph;
        }
        if !self.ascii && !glyph.is_control() {
            return glyph;
        }
        plain(glyph)
    }
}

const ASCII_BORDERS: border::Set<'static> = border::Set {
    top_left: "+",
    top_right: "+",
    bottom_left: "+",
    bottom_right: "+",
    vertical_left: "|",
    vertical_right: "|",
    horizontal_top: "-",
    horizontal_bottom: "-",
};

/// Blends two shades; `thousandths` is the share of the second one.
fn blend(from: u8, to: u8, thousandths: u32) -> u8 {
    let share = i32::try_from(thousandths.min(1000)).unwrap_or(1000);
    let mixed = i32::from(from) + (i32::from(to) - i32::from(from)) * share / 1000;
    u8::try_from(mixed).unwrap_or(from)
}

/// Returns how a role is emphasized without colors.
const fn emphasis(role: Role) -> Modifier {
    match role {
        Role::Title | Role::Key | Role::Bad => Modifier::BOLD,
        Role::Dim | Role::Line => Modifier::DIM,
        Role::Chosen | Role::Threat | Role::Aim => Modifier::REVERSED,
        Role::Warning => Modifier::UNDERLINED,
        Role::Text | Role::Good | Role::Ground => Modifier::empty(),
    }
}

/// Returns the most similar ASCII character.
const fn plain(glyph: char) -> char {
    match glyph {
        '·' | '•' | '∙' | '…' => '.',
        '≈' | '∼' | '〜' => '~',
        '█' | '▓' | '▒' | '░' | '■' | '▪' => '#',
        '─' | '═' | '–' | '—' | '━' => '-',
        '│' | '║' | '┃' => '|',
        '┌' | '┐' | '└' | '┘' | '├' | '┤' | '┬' | '┴' | '┼' => '+',
        '†' | '‡' => 't',
        '♠' | '♣' => '&',
        '×' => 'x',
        '→' | '▸' | '»' => '>',
        '←' | '◂' | '«' => '<',
        '↑' | '▴' => '^',
        '↓' | '▾' => 'v',
        '’' | '‘' => '\'',
        '“' | '”' => '"',
        _ => '?',
    }
}
