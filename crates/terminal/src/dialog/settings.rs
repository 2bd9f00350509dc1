use barrow_play::keymap::{Code, Key, Verb};
use barrow_play::mode::List;
use barrow_play::palette::Role;
use barrow_play::settings::Setting;

use crate::desk::Desk;
use crate::paint::Pen;
use crate::screen::Step;

/// The settings: choices first, then the keys of every verb.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SettingsDialog {
    list: List,
    /// Whether the next key is bound to the selected verb.
    listens: bool,
    /// The result of the last change.
    told: String,
}

impl SettingsDialog {
    /// Selects the first line.
    pub fn new() -> Self {
        let count = Setting::ALL.len() + Verb::all().count();
        Self { list: List::new(count), listens: false, told: String::new() }
    }

    /// Handles a key press.
    pub fn press(&mut self, desk: &mut Desk, key: Key) -> Step {
        if self.listens {
            self.listens = false;
            if key.code != Code::Esc {
                self.bind(desk, key);
            }
            return Step::Stay;
        }
        self.told.clear();
        match key.code {
            Code::Up => self.list.step(false),
            Code::Down => self.list.step(true),
            Code::PageUp => (0..10).for_each(|_| self.list.step(false)),
            Code::PageDown => (0..10).for_each(|_| self.list.step(true)),
            Code::Enter | Code::Char(' ') | Code::Right => self.change(desk),
            Code::Delete | Code::Backspace => self.unbind(desk),
            Code::Esc | Code::Char('q' | '=') => return Step::Close,
            _ => {}
        }
        Step::Stay
    }

    fn verb(&self) -> Option<Verb> {
        Verb::all().nth(self.list.at.checked_sub(Setting::ALL.len())?)
    }

    fn change(&mut self, desk: &mut Desk) {
        match Setting::ALL.get(self.list.at) {
            Some(&choice) => {
                desk.settings.choose_next(choice);
                self.keep(desk);
            }
            None => self.listens = true,
        }
    }

    fn bind(&mut self, desk: &mut Desk, key: Key) {
        let Some(verb) = self.verb() else { return };
        match desk.settings.keys.bind(key, verb) {
            Ok(()) => self.keep(desk),
            Err(conflict) => self.told = conflict.to_string(),
        }
    }

    /// Removes the last key of a verb, unless it is its only one.
    fn unbind(&mut self, desk: &mut Desk) {
        let Some(verb) = self.verb() else { return };
        let mut keys = desk.settings.keys.keys(verb);
        if keys.len() < 2 {
            self.told = "It is the only key; press enter to add another first".into();
            return;
        }
        keys.pop();
        match desk.settings.keys.rebind(verb, &keys) {
            Ok(()) => self.keep(desk),
            Err(conflict) => self.told = conflict.to_string(),
        }
    }

    fn keep(&mut self, desk: &mut Desk) {
        if let Err(error) = desk.keep_settings() {
            self.told = error;
        }
    }

    /// Draws the settings.
    pub fn draw(&self, desk: &Desk, pen: &mut Pen<'_>) {
        let screen = pen.buffer.area;
        let whole = pen.frame(screen, "Settings");
        // The last two rows are for messages and keys.
        let inside = ratatui::layout::Rect { height: whole.height - 2, ..whole };
        let lines = Self::lines(desk);
        let first = self.list.first(usize::from(inside.height));
        for (row, (at, line)) in (0..inside.height).zip(lines.iter().enumerate().skip(first)) {
            let role = if at < Setting::ALL.len() { Role::Text } else { Role::Dim };
            pen.line(inside, row, line, role);
            if at == self.list.at {
                let y = inside.y + row;
                pen.choose(ratatui::layout::Rect { y, height: 1, ..inside });
            }
        }
        let told = if self.listens { "Press the new key; esc cancels" } else { &self.told };
        pen.line(whole, inside.height, told, Role::Warning);
        let hint = "enter: change, add a key   delete: remove a key   esc: back";
        pen.line(whole, inside.height + 1, hint, Role::Key);
    }

    fn lines(desk: &Desk) -> Vec<String> {
        let choices = Setting::ALL.into_iter().map(|choice| {
            let word = desk.settings.chosen(choice);
            format!("{:<10} {word:<10} {}", choice.name(), choice.about())
        });
        let verbs = Verb::all().map(|verb| {
            let keys = desk.settings.keys.shown(verb);
            format!("{:<16} {keys:<24} {}", verb.name(), verb.about())
        });
        choices.chain(verbs).collect()
    }
}

impl Default for SettingsDialog {
    fn default() -> Self {
        Self::new()
    }
}
