//! Key bindings: keys, the verbs they trigger, presets, and changes to them.

mod key;
mod own;
mod preset;
#[cfg(test)]
mod tests;
mod verb;

use std::fmt;
use std::sync::Arc;

use barrow_small::{Map, sort_by_key};

pub use key::{Code, Key, KeyError};
pub use own::own_labels;
pub use preset::Preset;
pub use verb::{Group, Verb};

/// The binding of every key. A key triggers one verb only.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Keymap {
    bindings: Map<Key, Verb>,
    /// Where the player put the keys that games add, by their characters.
    moved: Map<char, Key>,
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
    /// The game has its own use for the key.
    Game {
        /// The key.
        key: Key,
        /// What the game has on it.
        label: Arc<str>,
    },
}

impl Keymap {
    /// Returns the bindings of a preset.
    pub fn preset(preset: Preset) -> Self {
        Self { bindings: preset::bindings(preset), moved: Map::default() }
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

impl fmt::Display for Conflict {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Reserved(key) => write!(f, "`{key}` is needed by menus; choose another key"),
            Self::Last { key, verb } => write!(
                f,
                "`{key}` is the only key of `{}`; give that one another key first",
                verb.name()
            ),
            Self::Game { key, label } => {
                write!(f, "`{key}` is `{label}` in this game; give that one another key first")
            }
        }
    }
}

impl std::error::Error for Conflict {}
