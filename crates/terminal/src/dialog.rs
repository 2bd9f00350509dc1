//! The dialogs over a screen: texts to read, settings to change, replays to choose.

mod runs;
mod settings;

use barrow_pack::Pack;
use barrow_play::keymap::{Code, Key, Keymap};
use barrow_play::palette::Role;
use barrow_play::playthrough::TextPage;
use ratatui::layout::Rect;

pub use runs::{Replays, history, watch};
pub use settings::SettingsDialog;

use crate::context::Context;
use crate::paint::{Pen, rows};
use crate::screen::Transition;

/// A dialog over the screen.
pub enum Dialog {
    /// A text to read.
    Text(Text),
    /// Settings and keys.
    Settings(SettingsDialog),
    /// A list of replays.
    Replays(Replays),
}

/// A text to read.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Text {
    /// The heading.
    pub title: String,
    /// The lines with their roles; long ones are wrapped.
    pub lines: Vec<(Role, String)>,
    /// The first visible row; a number that is too large shows the end.
    pub scroll: u16,
}

/// How many lines of a text that opens at its end are kept. All of them are wrapped whenever they
/// are drawn.
const MAX_LINES: usize = 10_000;

impl Dialog {
    /// Makes a text to read.
    pub fn text(title: &str, lines: Vec<(Role, String)>) -> Self {
        Self::Text(Text { title: title.into(), lines, scroll: 0 })
    }

    /// Makes a dialog that shows a text page.
    pub fn page(page: TextPage) -> Self {
        let TextPage { title, mut lines, from_end } = page;
        let old = if from_end { lines.len().saturating_sub(MAX_LINES) } else { 0 };
        lines.drain(..old);
        Self::Text(Text { title, lines, scroll: if from_end { u16::MAX } else { 0 } })
    }

    /// Makes a short message.
    pub fn message(title: &str, text: &str) -> Self {
        Self::text(title, text.lines().map(|line| (Role::Text, line.into())).collect())
    }

    /// Handles a key press.
    pub fn press(&mut self, context: &mut Context, key: Key) -> Transition {
        match self {
            Self::Text(text) => text.press(key),
            Self::Settings(settings) => settings.press(context, key),
            Self::Replays(replays) => replays.press(context, key),
        }
    }

    /// Draws the dialog.
    pub fn draw(&mut self, context: &Context, pen: &mut Pen<'_>) {
        match self {
            Self::Text(text) => text.draw(pen),
            Self::Settings(settings) => settings.draw(context, pen),
            Self::Replays(replays) => replays.draw(pen),
        }
    }
}

impl Text {
    fn press(&mut self, key: Key) -> Transition {
        match key.code {
            Code::Up | Code::Char('k' | '8') => self.scroll = self.scroll.saturating_sub(1),
            Code::Down | Code::Char('j' | '2') => self.scroll = self.scroll.saturating_add(1),
            Code::PageUp | Code::Char('b' | '9') => self.scroll = self.scroll.saturating_sub(15),
            Code::PageDown | Code::Char(' ' | '3') => self.scroll = self.scroll.saturating_add(15),
            Code::Home | Code::Char('g' | '<') => self.scroll = 0,
            Code::End | Code::Char('G' | '>') => self.scroll = u16::MAX,
            _ => return Transition::Close,
        }
        Transition::Stay
    }

    fn draw(&mut self, pen: &mut Pen<'_>) {
        let screen = pen.buffer.area;
        let inside = pen.frame(screen, &self.title);
        let paragraph = pen.ink.paragraph(self.lines.iter().map(|(role, line)| (*role, &**line)));
        let rows = rows(&paragraph, inside.width);
        self.scroll = self.scroll.min(rows.saturating_sub(inside.height));
        pen.paragraph(inside, &paragraph.scroll((self.scroll, 0)));
        let foot = Rect { y: screen.bottom() - 1, height: 1, ..inside };
        let more = rows > inside.height;
        let hint = if more { " up down: scroll   esc: back " } else { " esc: back " };
        pen.right(foot, 0, hint, Role::Key);
        if more {
            let last = (self.scroll + inside.height).min(rows);
            pen.line(foot, 0, &format!(" {last}/{rows} "), Role::Dim);
        }
    }
}

/// Returns the help, with the keys of the terminal itself.
pub fn help(keys: &Keymap, pack: Option<&Pack>) -> Dialog {
    let own = [("ctrl-l", "redraw the screen")];
    Dialog::page(barrow_play::help::help(keys, pack, &own, true))
}
