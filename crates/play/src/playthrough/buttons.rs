//! Buttons for the commands that make sense now, for players without a keyboard.

use barrow_engine::{Command, KeyView, Seen};
use barrow_grid::Dir;
use barrow_pack::{Aim, Way};

use super::{Host, Mode, PLAYER, Playthrough};
use crate::keymap::{Code, Key, Verb};
use crate::panel::playables;

/// A button.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Button {
    /// The label.
    pub label: String,
    /// The key that it stands for.
    pub key: Key,
}

impl Playthrough {
    /// Returns the buttons that make sense now, those of the game itself first. There are none while
    /// an overlay is open, since it has its own hints.
    pub fn buttons(&self, host: &dyn Host) -> Vec<Button> {
        if !matches!(self.mode, Mode::Command) || self.session.is_none() {
            return Vec::new();
        }
        let keys = &host.settings().keys;
        let view = self.view();
        let taken = |key: Key| self.has_own(key);
        // Movement needs no buttons: the player points at the next cell, or has a pad.
        let steps = |it: &KeyView<'_>| matches!(it.command, Ok(Command::Move(_)));
        let own = view.keys().filter(|it| it.command.is_ok() && !steps(it) || it.help);
        let own = own.filter(|it| keys.can_override(Key::char(it.key), taken));
        let own = own.map(|it| Button { label: it.label.to_string(), key: Key::char(it.key) });
        let free = |key: &Key| !(taken(*key) && keys.can_override(*key, taken));
        let verbs = VERBS.into_iter().filter(|it| self.makes_sense(*it)).filter_map(|verb| {
            let key = keys.keys(verb).into_iter().find(free)?;
            Some(Button { label: verb.label().into(), key })
        });
        let menu = Button { label: "Menu".into(), key: Key::plain(Code::Esc) };
        let cards = playables(&view).into_iter().filter(|it| it.able).filter_map(|card| {
            let verb = Verb::Slot(u8::try_from(card.number).ok()?);
            let key = keys.keys(verb).into_iter().find(free)?;
            Some(Button { label: card.label, key })
        });
        let cards: Vec<Button> = cards.collect();
        cards.into_iter().chain(own).chain(verbs).chain([menu]).collect()
    }

    /// Returns `true` if a key does anything now. Other keys are left to the browser.
    pub fn handles_key(&self, host: &dyn Host, key: Key) -> bool {
        if self.walking {
            return true;
        }
        let bound = host.settings().keys.verb(key).is_some();
        let own = self.has_own(key);
        let plain = !key.ctrl && !key.alt && !matches!(key.code, Code::F(_));
        match self.mode {
            Mode::Command => bound || own || key.code == Code::Esc,
            _ => bound || plain,
        }
    }

    /// Returns `true` if the game has its own use for a key.
    fn has_own(&self, key: Key) -> bool {
        self.game().pack().rules.keys.iter().any(|own| Key::char(own.key) == key)
    }

    fn makes_sense(&self, verb: Verb) -> bool {
        let view = self.view();
        let accepts = |command: Command| self.game().accepts(PLAYER, &command).is_ok();
        let known = |way: Way| self.walker.chart().ways(way).next().is_some();
        match verb {
            Verb::Descend => accepts(Command::Descend) || known(Way::Down),
            Verb::Ascend => accepts(Command::Ascend) || known(Way::Up),
            Verb::Pickup => accepts(Command::Pickup),
            Verb::Interact => Dir::ALL.into_iter().any(|dir| self.can_touch(dir)),
            Verb::Inventory | Verb::Throw => view.bag().next().is_some(),
            Verb::Cast => view.abilities().next().is_some(),
            Verb::Fire => view.abilities().any(|it| !matches!(it.aim, Aim::Own | Aim::Item)),
            Verb::Fight => view.actors().any(|it| Seen::is_foe(&it)),
            Verb::Repeat => self.last.is_some(),
            Verb::Pause => self.round().is_some(),
            _ => true,
        }
    }
}

/// The verbs that have buttons, the most useful first.
const VERBS: [Verb; 19] = [
    Verb::Wait,
    Verb::Pickup,
    Verb::Interact,
    Verb::Fight,
    Verb::Fire,
    Verb::Cast,
    Verb::Descend,
    Verb::Ascend,
    Verb::Explore,
    Verb::Rest,
    Verb::Travel,
    Verb::Inventory,
    Verb::Throw,
    Verb::Repeat,
    Verb::Look,
    Verb::Character,
    Verb::Log,
    Verb::Help,
    Verb::Pause,
];
