//! Buttons for commands, for players without a keyboard.

use barrow_engine::{Command, KeyView, Seen};
use barrow_grid::Dir;
use barrow_pack::{Aim, Key as OwnKey, Kind, Order, Way};

use super::{Host, Mode, Playthrough};
use crate::keymap::{Code, Key, Verb};
use crate::panel::playables;

/// A button.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Button {
    /// The label.
    pub label: String,
    /// The key that it stands for.
    pub key: Key,
    /// The verb, unless it is a key of the game itself.
    pub verb: Option<Verb>,
    /// Whether it makes sense now.
    pub able: bool,
}

impl Playthrough {
    /// Returns the buttons, the most needed first. Each keeps its place during a run, but for cards
    /// in the hand. There are none while an overlay is open, since it has its own hints.
    pub fn buttons(&self, host: &dyn Host) -> Vec<Button> {
        if !matches!(self.mode, Mode::Command) || self.session.is_none() {
            return Vec::new();
        }
        let view = self.view();
        let button = |verb: Verb, label: &str, able| {
            let key = self.key_of(host, verb)?;
            Some(Button { label: label.into(), key, verb: Some(verb), able })
        };
        let cards = playables(&view).into_iter().filter(|it| it.able).filter_map(|card| {
            button(Verb::Slot(u8::try_from(card.number).ok()?), &card.label, true)
        });
        let verb = |verb: Verb| button(verb, self.button_label(host, verb), self.makes_sense(verb));
        let exists = |verb: &Verb| self.exists(*verb);
        let (shown_help, own) = self.own_buttons(host);
        let menu = Button {
            label: "Menu".into(),
            key: Key::plain(Code::Esc),
            verb: Some(Verb::Pause),
            able: true,
        };
        // A game that calls waiting by another name, like ending a turn, asks for it all the time:
        // it stays in reach, however many cards are in the hand.
        let called = self.button_label(host, Verb::Wait);
        let waits = !called.eq_ignore_ascii_case(Verb::Wait.label());
        let mut buttons: Vec<Button> = verb(Verb::Wait).filter(|_| waits).into_iter().collect();
        buttons.extend(cards);
        buttons.extend(FIRST.into_iter().filter(exists).filter_map(verb));
        buttons.extend(own);
        let next = NEXT.into_iter().filter(|it| exists(it) && !(waits && *it == Verb::Wait));
        buttons.extend(next.filter_map(verb));
        if shown_help.is_empty() {
            buttons.extend(verb(Verb::Help));
        }
        buttons.extend(shown_help);
        buttons.push(menu);
        buttons
    }

    /// Returns the buttons of the game's own keys: those that show its help, and the others.
    fn own_buttons(&self, host: &dyn Host) -> (Vec<Button>, Vec<Button>) {
        let keys = &host.settings().keys;
        let all = &self.game().pack().rules.keys;
        let view = self.view();
        // The view leaves out the keys of abilities that this hero lacks.
        let of =
            |it: &KeyView<'_>| all.iter().find(|own| own.key == it.key && *own.label == *it.label);
        let own = view.keys().filter_map(|it| Some((of(&it)?, it)));
        let own = own.filter(|(own, _)| has_button(own));
        let own = own.map(|(own, it)| Button {
            label: it.label.to_string(),
            key: keys.own_key(it.key, all),
            verb: (own.order == Order::Help).then_some(Verb::Help),
            able: it.command.is_ok() || it.help,
        });
        // Where a verb keeps the key, it has the button as well.
        let own = own.filter(|it| keys.can_override(it.key, all));
        let (help, mut others): (Vec<Button>, Vec<Button>) = own.partition(|it| it.verb.is_some());
        // An order with two keys has one button.
        others.dedup_by(|next, one| next.label == one.label);
        (help, others)
    }

    /// Returns the key of a verb: the game's own for the same order, or else the first that the
    /// game leaves to it.
    pub(super) fn key_of(&self, host: &dyn Host, verb: Verb) -> Option<Key> {
        let keys = &host.settings().keys;
        let all = &self.game().pack().rules.keys;
        let own = all.iter().find(|it| verb_of(it) == Some(verb));
        let own = own.map(|it| keys.own_key(it.key, all));
        let own = own.filter(|key| keys.can_override(*key, all));
        let free = |key: &Key| !(keys.is_own(*key, all) && keys.can_override(*key, all));
        own.or_else(|| keys.keys(verb).into_iter().find(free))
    }

    /// Returns what a button says: where waiting has a key of the game itself, what the game calls it.
    fn button_label(&self, host: &dyn Host, verb: Verb) -> &str {
        let key = self.key_of(host, verb);
        let own = self.game().pack().rules.keys.iter();
        let own = own.filter(|it| it.order == Order::Wait && verb_of(it) == Some(verb));
        let named = own.map(|it| (Key::char(it.key), &*it.label)).find(|it| Some(it.0) == key);
        named.map_or_else(|| verb.label(), |it| it.1)
    }

    /// Returns `true` if a key does anything now. Other keys are left to the browser.
    pub fn handles_key(&self, host: &dyn Host, key: Key) -> bool {
        if self.seat.walking {
            return true;
        }
        let bound = host.settings().keys.verb(key).is_some();
        let keys = &self.game().pack().rules.keys;
        let own = keys.iter().any(|it| host.settings().keys.own_key(it.key, keys) == key);
        let plain = !key.ctrl && !key.alt && !matches!(key.code, Code::F(_));
        match self.mode {
            Mode::Command => bound || own || key.code == Code::Esc,
            _ => bound || plain,
        }
    }

    /// Returns `true` if the game has a use for a verb at all.
    pub fn exists(&self, verb: Verb) -> bool {
        let pack = self.game().pack();
        let any = |is: &dyn Fn(&Kind) -> bool| pack.kinds.iter().any(|(_, kind)| is(kind));
        let leads = |kind: &Kind, way: Way| kind.stairs.as_ref().is_some_and(|it| it.way == way);
        let own = || self.view().own()?.glimpse().kind();
        match verb {
            Verb::Descend => any(&|it| leads(it, Way::Down)),
            Verb::Ascend => any(&|it| leads(it, Way::Up)),
            Verb::Pickup | Verb::Inventory | Verb::Throw => any(&|it| it.item.is_some()),
            Verb::Cast | Verb::Fire => pack.abilities.iter().next().is_some(),
            Verb::Fight => {
                own().is_some_and(|it| pack.kinds.get(it).strike.is_some())
                    || any(&|it| it.item.is_some() && it.strike.is_some())
            }
            Verb::Pause => self.round().is_some(),
            _ => true,
        }
    }

    fn makes_sense(&self, verb: Verb) -> bool {
        let view = self.view();
        let accepts = |command: Command| self.game().accepts(self.player(), &command).is_ok();
        let known = |way: Way| {
            let seen = view.things().map(|it| it.glimpse());
            let mut kinds = seen.chain(view.remembered().map(|it| it.1)).filter_map(|it| it.kind());
            kinds
                .any(|it| view.pack().kinds.get(it).stairs.as_ref().is_some_and(|it| it.way == way))
        };
        match verb {
            Verb::Descend => accepts(Command::Descend) || known(Way::Down),
            Verb::Ascend => accepts(Command::Ascend) || known(Way::Up),
            Verb::Pickup => accepts(Command::Pickup),
            Verb::Interact => Dir::ALL.into_iter().any(|dir| self.can_touch(dir)),
            Verb::Inventory | Verb::Throw => view.bag().next().is_some(),
            Verb::Cast => view.abilities().next().is_some(),
            Verb::Fire => view.abilities().any(|it| !matches!(it.aim, Aim::Own | Aim::Item)),
            Verb::Fight => view.noticed_actors().any(|it| Seen::is_foe(&it)),
            Verb::Repeat => self.seat.last.is_some(),
            _ => true,
        }
    }
}

/// Returns whether a key of the game has a button. A player without keys points at the next cell or
/// has a pad, and chooses from the bag.
fn has_button(key: &OwnKey) -> bool {
    let steps = matches!(key.order, Order::North | Order::East | Order::South | Order::West);
    key.selects.is_none() && !steps && verb_of(key).is_none()
}

/// Returns the verb that does the same as a key of the game, if that verb has a button.
fn verb_of(key: &OwnKey) -> Option<Verb> {
    let plain = key.uses.is_none() && key.casts.is_none() && key.selects.is_none();
    match key.order {
        Order::Wait if plain => Some(Verb::Wait),
        Order::Pickup => Some(Verb::Pickup),
        Order::Descend => Some(Verb::Descend),
        Order::Ascend => Some(Verb::Ascend),
        _ => None,
    }
}

/// The verbs that come before the keys of the game itself, the most needed first.
const FIRST: [Verb; 3] = [Verb::Explore, Verb::Fight, Verb::Pickup];

/// The verbs that come after them.
const NEXT: [Verb; 15] = [
    Verb::Descend,
    Verb::Rest,
    Verb::Interact,
    Verb::Cast,
    Verb::Fire,
    Verb::Inventory,
    Verb::Throw,
    Verb::Look,
    Verb::Travel,
    Verb::Ascend,
    Verb::Wait,
    Verb::Repeat,
    Verb::Character,
    Verb::Log,
    Verb::Pause,
];
