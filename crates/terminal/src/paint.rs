//! Turns roles into colors and characters that this terminal can show.

mod contrast;
mod depth;
mod pen;

pub(crate) use contrast::contrast;
pub use depth::Depth;
#[cfg(test)]
pub(crate) use depth::rgb;
pub use pen::{Pen, rows, shortened, width};

use std::borrow::Cow;

use barrow_play::palette::{Palette, Rgb, Role, Theme};
use ratatui::style::{Color, Modifier, Style};
use ratatui::symbols::border;
use ratatui::text::{Line, Span, Text};
use ratatui::widgets::{Block, Paragraph, Wrap};

/// The minimum contrast of everything on the map to its background, in tenths.
const MIN_CONTRAST: u32 = 30;

/// The contrast of text and of what is in view, in tenths.
const READABLE: u32 = 45;

/// The contrast of what is in view for those who want more of it, in tenths.
const STRONG: u32 = 70;

/// The brightness of remembered cells, in thousandths.
const REMEMBERED: u32 = 420;

/// The share of its color that ground keeps on a light screen, in thousandths.
const PALE: u32 = 300;

/// The share of its color that the ground under actors keeps, in thousandths.
const STAIN: u32 = 500;

/// Returns the colors of the ground under foes and under others. They differ in brightness too, for
/// players who do not see red, green or blue.
const fn stains(theme: Theme) -> [Rgb; 2] {
    match theme {
        Theme::Dark => [[0xE0, 0x20, 0x10], [0x90, 0xD0, 0xFF]],
        Theme::Light => [[0xB0, 0x10, 0x10], [0x60, 0xB0, 0xF0]],
        Theme::Contrast => [[0xD0, 0x00, 0x00], [0x90, 0xE0, 0xFF]],
    }
}

const DARK_GREY: Rgb = [95; 3];

/// The colors and characters to draw with.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Ink {
    /// The colors that the player chose.
    pub palette: Palette,
    /// How many colors the terminal has.
    pub depth: Depth,
    /// Whether only ASCII can be shown.
    pub ascii: bool,
    /// Whether walls are lines.
    pub outlines: bool,
}

impl Ink {
    /// Returns the style of text of a role.
    pub fn text(self, role: Role) -> Style {
        if self.depth == Depth::None {
            return Style::new().add_modifier(emphasis(role));
        }
        let min_contrast = if role == Role::Line { MIN_CONTRAST } else { READABLE };
        let color = self.readable(self.palette.role(role), self.ground(), min_contrast);
        Style::new().fg(color).bg(self.ground())
    }

    /// Returns a style on the background of a role.
    pub fn on(self, style: Style, ground: Role) -> Style {
        if self.depth == Depth::None {
            return style.add_modifier(Modifier::REVERSED);
        }
        let ground = self.color(self.palette.role(ground));
        let shown = style.fg.map(depth::rgb).unwrap_or_default();
        style.fg(self.readable(shown, ground, READABLE)).bg(ground)
    }

    /// Returns the background of ground in a color, as this theme and this terminal can show it.
    pub fn backdrop(self, color: Option<Rgb>) -> Color {
        let few = matches!(self.depth, Depth::Few | Depth::None);
        let Some(color) = color.filter(|_| !few && self.palette.theme != Theme::Contrast) else {
            return self.ground();
        };
        let ground = self.palette.role(Role::Ground);
        let share = if self.palette.theme == Theme::Light { PALE } else { 1000 };
        let color = self.palette.vision.adapted(color);
        self.color([0, 1, 2].map(|at| blend(ground[at], color[at], share)))
    }

    /// Returns the style of a pack's color in view, on the background of its ground.
    pub fn seen(self, color: Rgb, brightness: u32, ground: Option<Rgb>) -> Style {
        self.laid(self.pack_color(color, brightness), ground)
    }

    /// Returns the style of a pack's color that is remembered, on the background of its ground.
    pub fn known(self, color: Rgb, ground: Option<Rgb>) -> Style {
        self.laid(self.remembered(color), ground)
    }

    fn laid(self, style: Style, ground: Option<Rgb>) -> Style {
        self.upon(style, self.backdrop(ground))
    }

    /// Returns a style on a background, with a color that is readable on it.
    pub fn upon(self, style: Style, ground: Color) -> Style {
        self.upon_with(style, ground, MIN_CONTRAST)
    }

    /// Does the same for what must be found first, on snow and sand as well.
    pub fn boldly_upon(self, style: Style, ground: Color) -> Style {
        self.upon_with(style, ground, STRONG).add_modifier(Modifier::BOLD)
    }

    fn upon_with(self, style: Style, ground: Color, min_contrast: u32) -> Style {
        match style.fg {
            Some(color) if ground != self.ground() => {
                style.fg(self.readable(depth::rgb(color), ground, min_contrast)).bg(ground)
            }
            _ => style,
        }
    }

    /// Returns the style of a way out: its color becomes the background, so that it is found at a
    /// glance.
    pub fn gate(self, style: Style) -> Style {
        match (style.fg, style.bg) {
            (Some(color), Some(ground)) => style.fg(ground).bg(color),
            _ => style,
        }
    }

    /// Returns the background under an actor: the ground with a part of a color that tells foes from
    /// others.
    pub fn stained(self, ground: Color, foe: bool) -> Color {
        let Palette { theme, vision } = self.palette;
        let stain = vision.adapted(stains(theme)[usize::from(!foe)]);
        let below = depth::rgb(ground);
        match self.depth {
            Depth::Few | Depth::None => ground,
            Depth::True | Depth::Many => {
                self.color([0, 1, 2].map(|at| blend(below[at], stain[at], STAIN)))
            }
        }
    }

    /// Returns the style of a pack's color in view.
    pub fn pack_color(self, color: Rgb, brightness: u32) -> Style {
        let strict = self.palette.theme == Theme::Contrast;
        // On white, more would leave no difference to what is remembered.
        let few_on_white = self.depth == Depth::Few && self.palette.theme == Theme::Light;
        self.pack(color, brightness, if strict || few_on_white { STRONG } else { READABLE })
    }

    /// Returns the style of a pack's color that is only remembered.
    pub fn remembered(self, color: Rgb) -> Style {
        let strict = self.palette.theme == Theme::Contrast && self.depth != Depth::Few;
        let min_contrast = if strict { READABLE } else { MIN_CONTRAST };
        let shown = self.pack(color, REMEMBERED, min_contrast);
        // Where there is no darker shade that is readable, grey stands for memory.
        let same = self.depth != Depth::None && shown == self.pack_color(color, 1000);
        if same || self.depth == Depth::Few {
            let grey = self.readable(DARK_GREY, self.ground(), min_contrast);
            return Style::new().fg(grey).bg(self.ground());
        }
        shown
    }

    /// Returns the style of a pack's color; `brightness` is in thousandths, and `min_contrast` the
    /// contrast to the background in tenths.
    fn pack(self, color: Rgb, brightness: u32, min_contrast: u32) -> Style {
        if self.depth == Depth::None {
            let dim = if brightness < 500 { Modifier::DIM } else { Modifier::empty() };
            return Style::new().add_modifier(dim);
        }
        let ground = self.palette.role(Role::Ground);
        let bright = self.palette.drawn(color);
        let shown = [0, 1, 2].map(|at| blend(ground[at], bright[at], brightness));
        Style::new().fg(self.readable(shown, self.ground(), min_contrast)).bg(self.ground())
    }

    /// Returns the available color nearest to `color` that has a contrast of at least `min_contrast`
    /// tenths to a background.
    fn readable(self, color: Rgb, ground: Color, min_contrast: u32) -> Color {
        let ground = depth::rgb(ground);
        let far = if contrast(ground, [0; 3]) < contrast(ground, [255; 3]) { 255 } else { 0 };
        let steps = (0..=1000).step_by(50);
        let shades = steps.map(|share| self.color(color.map(|part| blend(part, far, share))));
        let mut good = shades.filter(|it| contrast(depth::rgb(*it), ground) >= min_contrast);
        good.next().unwrap_or_else(|| self.color([far; 3]))
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

#[cfg(test)]
mod tests {
    use barrow_play::palette::Vision;

    use super::*;

    /// Returns every theme, vision and number of colors.
    fn inks() -> impl Iterator<Item = Ink> {
        let depths = [Depth::True, Depth::Many, Depth::Few];
        let palettes = Theme::ALL
            .into_iter()
            .flat_map(|theme| Vision::ALL.into_iter().map(move |vision| Palette { theme, vision }));
        palettes.flat_map(move |palette| {
            depths.into_iter().map(move |depth| Ink {
                palette,
                depth,
                ascii: false,
                outlines: false,
            })
        })
    }

    /// Colors of packs, from black to white.
    fn colors() -> impl Iterator<Item = Rgb> {
        let shades = [0, 40, 64, 96, 144, 192, 255];
        shades.into_iter().flat_map(move |red| {
            let greens = shades.into_iter();
            greens.flat_map(move |green| shades.into_iter().map(move |blue| [red, green, blue]))
        })
    }

    fn shown(style: Style) -> u32 {
        let [front, back] = [style.fg, style.bg].map(|it| depth::rgb(it.expect("a color")));
        contrast(front, back)
    }

    #[test]
    fn the_contrast_is_that_of_the_guidelines() {
        assert_eq!(contrast([0; 3], [255; 3]), 210);
        assert_eq!(contrast([119; 3], [255; 3]), 44);
        assert_eq!(contrast([10, 20, 30], [10, 20, 30]), 10);
    }

    #[test]
    fn a_map_is_readable_in_every_theme_with_any_number_of_colors() {
        for ink in inks() {
            for color in colors() {
                let (seen, known) = (ink.pack_color(color, 600), ink.remembered(color));
                assert!(shown(seen) >= READABLE, "{ink:?} {color:?} {seen:?}");
                assert!(shown(known) >= MIN_CONTRAST, "{ink:?} {color:?} {known:?}");
                assert_ne!(ink.pack_color(color, 1000), known, "{ink:?} {color:?}");
                if ink.palette.theme == Theme::Contrast {
                    assert!(shown(seen) >= STRONG, "{ink:?} {color:?} {seen:?}");
                }
            }
        }
    }

    #[test]
    fn text_is_readable_in_every_theme_with_any_number_of_colors() {
        let roles =
            [Role::Text, Role::Dim, Role::Title, Role::Key, Role::Good, Role::Bad, Role::Warning];
        for ink in inks() {
            for role in roles {
                assert!(shown(ink.text(role)) >= READABLE, "{ink:?} {role:?}");
                for ground in [Role::Chosen, Role::Threat, Role::Aim] {
                    let style = ink.on(ink.text(role), ground);
                    assert!(shown(style) >= READABLE, "{ink:?} {role:?} on {ground:?}: {style:?}");
                }
            }
        }
    }
}
