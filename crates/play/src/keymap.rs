//! Key bindings: keys, the verbs they trigger, presets, and changes to them.

mod key;
mod preset;
#[cfg(test)]
mod tests;
mod verb;

use std::fmt;

use barrow_pack::{Key as GameKey, Order};
use barrow_small::{Map, sort_by_key};

pub use key::{Code, Key, KeyError};
pub use preset::Preset;
pub use verb::{Group, Verb};

/// The binding of every key. A key triggers one verb only.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Keymap {
    bindings: Map<Key, Verb>,
}

/// Why a key cannot be bound.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Conflict {
    /// Menus and questions need the key.
    Reserved(Key),
    /// The key is the last one of another verb.
    Last {
        /// The key.
        key: Key,
        /// The verb that it triggers.
        verb: Verb,
    },
}

impl Keymap {
    /// Returns the bindings of a preset.
    pub fn preset(preset: Preset) -> Self {
        Self { bindings: preset::bindings(preset) }
    }

    /// Returns the verb of a key.
    pub fn verb(&self, key: Key) -> Option<Verb> {
        self.bindings.get(&key).copied()
    }

    /// Returns the keys of a verb, the shortest name first.
    pub fn keys(&self, verb: Verb) -> Vec<Key> {
        let bound = self.bindings.iter().filter(|&(_, it)| *it == verb);
        let mut keys: Vec<Key> = bound.map(|(key, _)| *key).collect();
        sort_by_key(&mut keys, |key| (key.to_string().chars().count(), *key));
        keys
    }

    /// Returns the keys of a verb as help shows them.
    pub fn shown(&self, verb: Verb) -> String {
        let keys: Vec<String> = self.keys(verb).iter().map(ToString::to_string).collect();
        keys.join(" ")
    }

    /// Binds a key to a verb, unless its old verb would be left without a key.
    pub fn bind(&mut self, key: Key, verb: Verb) -> Result<(), Conflict> {
        if key.is_reserved() {
            return Err(Conflict::Reserved(key));
        }
        match self.verb(key) {
            Some(taken) if taken != verb && self.keys(taken).len() == 1 => {
                return Err(Conflict::Last { key, verb: taken });
            }
            Some(_) | None => {}
        }
        self.bindings.insert(key, verb);
        Ok(())
    }

    /// Binds exactly these keys to a verb.
    pub fn rebind(&mut self, verb: Verb, keys: &[Key]) -> Result<(), Conflict> {
        let mut changed = self.clone();
        changed.bindings.retain(|_, it| *it != verb);
        for &key in keys {
            changed.bind(key, verb)?;
        }
        *self = changed;
        Ok(())
    }

    /// Binds exactly these keys to each verb, all at once, so that two verbs can swap keys. Returns
    /// the bindings that failed; the others are made.
    pub fn rebind_all(&mut self, wanted: &[(Verb, Vec<Key>)]) -> Vec<(Verb, Conflict)> {
        let mut conflicts = Vec::new();
        let mut changed = self.clone();
        changed.bindings.retain(|_, it| !wanted.iter().any(|(verb, _)| verb == it));
        for (verb, keys) in wanted {
            for &key in keys {
                if let Err(conflict) = changed.bind(key, *verb) {
                    conflicts.push((*verb, conflict));
                }
            }
        }
        // A verb that got none of its keys keeps its old ones, where they are free.
        for &(verb, _) in wanted {
            let old = if changed.keys(verb).is_empty() { self.keys(verb) } else { Vec::new() };
            for key in old {
                changed.bindings.get_or_insert_with(key, || verb);
            }
        }
        *self = changed;
        conflicts
    }

    /// Returns `true` if a game's own key may replace this key. A direction must keep at least one
    /// key that is not `taken` by the game. Stairs keep their keys, since they do the same as the
    /// game's key and more.
    pub fn can_override(&self, key: Key, taken: impl Fn(Key) -> bool) -> bool {
        match self.verb(key) {
            Some(Verb::Descend | Verb::Ascend) => false,
            Some(verb @ Verb::Move(_)) => self.keys(verb).iter().any(|&it| !taken(it)),
            Some(_) | None => true,
        }
    }

    /// Returns the key of a game's own key: the character itself, or with Alt if the preset needs
    /// that one for walking.
    pub fn own_key(&self, char: char, taken: impl Fn(Key) -> bool) -> Key {
        let key = Key::char(char);
        let walks = matches!(self.verb(key), Some(Verb::Move(_)));
        if walks && !self.can_override(key, taken) { Key { alt: true, ..key } } else { key }
    }

    /// Returns the bindings that are left beside a game's own keys.
    pub fn beside(&self, own: &[GameKey]) -> Self {
        let taken = |key: Key| own.iter().any(|it| Key::char(it.key) == key);
        let mut left = self.clone();
        left.bindings.retain(|&key, _| !taken(key) || !self.can_override(key, taken));
        left
    }

    /// Returns each key of a game that takes the last key of a verb, and that verb. Verbs that
    /// the game serves with keys of its own are left out: it may handle items and abilities in
    /// another way.
    pub fn hidden_by<'k>(&self, own: &'k [GameKey]) -> Vec<(&'k GameKey, Verb)> {
        let left = self.beside(own);
        let verbs = own.iter().filter_map(|key| Some((key, self.verb(Key::char(key.key))?)));
        let hidden = verbs.filter(|&(_, verb)| {
            left.keys(verb).is_empty() && !own.iter().any(|it| serves(it, verb))
        });
        hidden.collect()
    }

    /// Returns the verbs that have no key.
    pub fn unreachable(&self) -> Vec<Verb> {
        Verb::all().filter(|&verb| self.keys(verb).is_empty()).collect()
    }

    /// Returns the verbs whose keys differ from those of a preset.
    pub fn changes(&self, preset: Preset) -> Vec<Verb> {
        let usual = Self::preset(preset);
        Verb::all().filter(|&verb| usual.keys(verb) != self.keys(verb)).collect()
    }
}

/// Returns whether a key of a game does what a verb is for, in its own way.
fn serves(key: &GameKey, verb: Verb) -> bool {
    let plain = key.uses.is_none() && key.casts.is_none() && key.selects.is_none();
    let orders = |order| plain && key.order == order;
    let items =
        matches!(verb, Verb::Use | Verb::Equip | Verb::Drop | Verb::Interact | Verb::Slot(_));
    let casts = matches!(verb, Verb::Cast | Verb::Fire);
    let selects = key.selects.is_some();
    // A key that uses what is at its place leaves the other keys of items alone.
    items && selects && !matches!(key.order, Order::Use | Order::Drop)
        || matches!(verb, Verb::Slot(_) | Verb::Interact) && selects
        || casts && key.casts.is_some()
        || verb == Verb::Wait && orders(Order::Wait)
        || verb == Verb::Pickup && orders(Order::Pickup)
        || verb == Verb::Help && orders(Order::Help)
}

impl fmt::Display for Conflict {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Reserved(key) => write!(f, "`{key}` is needed by menus; choose another key"),
            Self::Last { key, verb } => write!(
                f,
                "`{key}` is the only key of `{}`; give that one another key first",
                verb.name()
            ),
        }
    }
}

impl std::error::Error for Conflict {}
