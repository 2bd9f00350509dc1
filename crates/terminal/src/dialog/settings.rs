use std::sync::Arc;

use barrow_pack::{Key as GameKey, Pack};
use barrow_play::keymap::{Code, Conflict, Key, Verb, own_labels};
use barrow_play::mode::List;
use barrow_play::palette::Role;
use barrow_play::settings::Setting;

use crate::context::Context;
use crate::paint::Pen;
use crate::screen::Transition;

/// The settings: settings first, then the keys of the game, then the keys of every verb.
pub struct SettingsDialog {
    list: List,
    /// The game that is played, if one is.
    pack: Option<Arc<Pack>>,
    /// Whether the next key is bound to the selected line.
    listens: bool,
    /// The result of the last change.
    told: String,
}

impl SettingsDialog {
    /// Makes the dialog with its first line selected. A game that is played has keys of its own.
    pub fn new(pack: Option<Arc<Pack>>) -> Self {
        let mut dialog = Self { list: List::new(0), pack, listens: false, told: String::new() };
        dialog.list.resize(dialog.rows().count());
        dialog
    }

    /// Returns the lines of the dialog.
    fn rows(&self) -> impl Iterator<Item = Row> {
        let settings = Setting::ALL.into_iter().map(Row::Setting);
        let own = own_labels(self.own()).into_iter().map(|(char, label)| Row::Own(char, label));
        settings.chain(own).chain(Verb::all().map(Row::Verb))
    }

    /// Returns the keys of the game that is played.
    fn own(&self) -> &[GameKey] {
        self.pack.as_ref().map_or(&[], |it| &it.rules.keys)
    }

    fn selected(&self) -> Option<Row> {
        self.rows().nth(self.list.at)
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

    fn change(&mut self, context: &mut Context) {
        if let Some(Row::Setting(setting)) = self.selected() {
            context.settings.choose_next(setting);
            self.keep(context);
        } else {
            self.listens = true;
        }
    }

    fn bind(&mut self, context: &mut Context, key: Key) {
        let keys = &mut context.settings.keys;
        let bound = match self.selected() {
            Some(Row::Own(char, _)) => keys.move_own(char, key, self.own()),
            Some(Row::Verb(verb)) => {
                keys.leave_to_game(key, self.own(), None).and_then(|()| keys.bind(key, verb))
            }
            Some(Row::Setting(_)) | None => return,
        };
        self.finish(context, bound);
    }

    /// Removes the last key of a verb, unless it is its only one. A key of the game goes back to
    /// where the game has it.
    fn unbind(&mut self, context: &mut Context) {
        let keys = &mut context.settings.keys;
        let bound = match self.selected() {
            Some(Row::Own(char, _)) => {
                keys.move_back(char);
                Ok(())
            }
            Some(Row::Verb(verb)) => {
                let mut bound = keys.keys(verb);
                if bound.len() < 2 {
                    self.told = "It is the only key; press enter to add another first".into();
                    return;
                }
                bound.pop();
                keys.rebind(verb, &bound)
            }
            Some(Row::Setting(_)) | None => return,
        };
        self.finish(context, bound);
    }

    fn finish(&mut self, context: &mut Context, bound: Result<(), Conflict>) {
        match bound {
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
        let first = self.list.first(usize::from(inside.height));
        for (row, (at, line)) in (0..inside.height).zip(self.rows().enumerate().skip(first)) {
            let role = if matches!(line, Row::Verb(_)) { Role::Dim } else { Role::Text };
            pen.line(inside, row, &self.line(context, &line), role);
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

    fn line(&self, context: &Context, row: &Row) -> String {
        let keys = &context.settings.keys;
        match row {
            Row::Setting(setting) => {
                let word = context.settings.chosen(*setting);
                format!("{:<10} {word:<10} {}", setting.name(), setting.about())
            }
            Row::Own(char, label) => {
                let (name, key) = (format!("game {char}"), keys.own_key(*char, self.own()));
                format!("{name:<16} {:<24} {label}", key.to_string())
            }
            Row::Verb(verb) => {
                format!("{:<16} {:<24} {}", verb.name(), keys.shown(*verb), verb.about())
            }
        }
    }
}

/// A line of the dialog.
enum Row {
    Setting(Setting),
    /// What the game has on a character.
    Own(char, String),
    Verb(Verb),
}
