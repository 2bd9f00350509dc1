use barrow_play::keymap::{Code, Key, Verb};
use barrow_play::mode::List;
use barrow_play::palette::Role;
use barrow_play::settings::Setting;

use crate::context::Context;
use crate::paint::Pen;
use crate::screen::Transition;

/// The settings: settings first, then the keys of every verb.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SettingsDialog {
    list: List,
    /// Whether the next key is bound to the selected verb.
    listens: bool,
    /// The result of the last change.
    told: String,
}

impl SettingsDialog {
    /// Makes the dialog with its first line selected.
    pub fn new() -> Self {
        let count = Setting::ALL.len() + Verb::all().count();
        Self { list: List::new(count), listens: false, told: String::new() }
    }

    /// Handles a key press.
    pub fn press(&mut self, context: &mut Context, key: Key) -> Transition {
        if self.listens {
            self.listens = false;
            if key.code != Code::Esc {
                self.bind(context, key);
            }
            return Transition::Stay;
        }
        self.told.clear();
        match key.code {
            Code::Up => self.list.step(false),
            Code::Down => self.list.step(true),
            Code::PageUp => (0..10).for_each(|_| self.list.step(false)),
            Code::PageDown => (0..10).for_each(|_| self.list.step(true)),
            Code::Enter | Code::Char(' ') | Code::Right => self.change(context),
            Code::Delete | Code::Backspace => self.unbind(context),
            Code::Esc | Code::Char('q' | '=') => return Transition::Close,
            _ => {}
        }
        Transition::Stay
    }

    fn verb(&self) -> Option<Verb> {
        Verb::all().nth(self.list.at.checked_sub(Setting::ALL.len())?)
    }

    fn change(&mut self, context: &mut Context) {
        match Setting::ALL.get(self.list.at) {
            Some(&setting) => {
                context.settings.choose_next(setting);
                self.keep(context);
            }
            None => self.listens = true,
        }
    }

    fn bind(&mut self, context: &mut Context, key: Key) {
        let Some(verb) = self.verb() else { return };
        match context.settings.keys.bind(key, verb) {
            Ok(()) => self.keep(context),
            Err(conflict) => self.told = conflict.to_string(),
        }
    }

    /// Removes the last key of a verb, unless it is its only one.
    fn unbind(&mut self, context: &mut Context) {
        let Some(verb) = self.verb() else { return };
        let mut keys = context.settings.keys.keys(verb);
        if keys.len() < 2 {
            self.told = "It is the only key; press enter to add another first".into();
            return;
        }
        keys.pop();
        match context.settings.keys.rebind(verb, &keys) {
            Ok(()) => self.keep(context),
            Err(conflict) => self.told = conflict.to_string(),
        }
    }

    fn keep(&mut self, context: &mut Context) {
        if let Err(error) = context.keep_settings() {
            self.told = error;
        }
    }

    /// Draws the settings.
    pub fn draw(&self, context: &Context, pen: &mut Pen<'_>) {
        let screen = pen.buffer.area;
        let whole = pen.frame(screen, "Settings");
        // The last two rows are for messages and keys.
        let inside = ratatui::layout::Rect { height: whole.height - 2, ..whole };
        let lines = Self::lines(context);
        let first = self.list.first(usize::from(inside.height));
        for (row, (at, line)) in (0..inside.height).zip(lines.iter().enumerate().skip(first)) {
            let role = if at < Setting::ALL.len() { Role::Text } else { Role::Dim };
            pen.line(inside, row, line, role);
            if at == self.list.at {
                let y = inside.y + row;
                pen.highlight(ratatui::layout::Rect { y, height: 1, ..inside });
            }
        }
        let told = if self.listens { "Press the new key; esc cancels" } else { &self.told };
        pen.line(whole, inside.height, told, Role::Warning);
        let hint = "enter: change, add a key   delete: remove a key   esc: back";
        pen.line(whole, inside.height + 1, hint, Role::Key);
    }

    fn lines(context: &Context) -> Vec<String> {
        let settings = Setting::ALL.into_iter().map(|setting| {
            let word = context.settings.chosen(setting);
            format!("{:<10} {word:<10} {}", setting.name(), setting.about())
        });
        let verbs = Verb::all().map(|verb| {
            let keys = context.settings.keys.shown(verb);
            format!("{:<16} {keys:<24} {}", verb.name(), verb.about())
        });
        settings.chain(verbs).collect()
    }
}

impl Default for SettingsDialog {
    fn default() -> Self {
        Self::new()
    }
}
