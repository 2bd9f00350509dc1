//! Which key asks for what: keys, the verbs that they ask for, presets, and changes to them.

mod key;
mod preset;
#[cfg(test)]
mod tests;
mod verb;

use std::fmt;

use barrow_small::{Map, sort_by_key};

pub use key::{Code, Key, KeyError};
pub use preset::Preset;
pub use verb::{Group, Verb};

/// Every key that asks for something. A key asks for one thing only.
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
        /// What it asks for.
        verb: Verb,
    },
}

impl Keymap {
    /// The keys of a preset.
    pub fn preset(preset: Preset) -> Self {
        Self { bindings: preset::bindings(preset) }
    }

    /// What a key asks for.
    pub fn verb(&self, key: Key) -> Option<Verb> {
        self.bindings.get(&key).copied()
    }

    /// The keys that ask for something, shortest name first.
    pub fn keys(&self, verb: Verb) -> Vec<Key> {
        let bound = self.bindings.iter().filter(|&(_, it)| *it == verb);
        let mut keys: Vec<Key> = bound.map(|(key, _)| *key).collect();
        sort_by_key(&mut keys, |key| (key.to_string().chars().count(), *key));
        keys
    }

    /// The keys of a verb as help shows them.
    pub fn shown(&self, verb: Verb) -> String {
        let keys: Vec<String> = self.keys(verb).iter().map(ToString::to_string).collect();
        keys.join(" ")
    }

    /// Makes a key ask for something, unless what it asked for would be out of reach.
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

    /// Puts a verb on these keys and no others.
    pub fn rebind(&mut self, verb: Verb, keys: &[Key]) -> Result<(), Conflict> {
        let mut changed = self.clone();
        changed.bindings.retain(|_, it| *it != verb);
        for &key in keys {
            changed.bind(key, verb)?;
        }
        *self = changed;
        Ok(())
    }

    /// Puts several verbs on keys of theirs and no others, all at once: two verbs can change
    /// places. What cannot be had is told, and the rest is done.
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
        // A verb that got none of its keys keeps those that it had, where they are free.
        for &(verb, _) in wanted {
            let old = if changed.keys(verb).is_empty() { self.keys(verb) } else { Vec::new() };
            for key in old {
                changed.bindings.get_or_insert_with(key, || verb);
            }
        }
        *self = changed;
        conflicts
    }

    /// Whether a game's own key may take a key. It comes before the usual ones, but nobody is
    /// left without a way to go: a step needs another key that no game's key takes. Stairs
    /// keep theirs, which does what the game's would do and more.
    pub fn yields(&self, key: Key, taken: impl Fn(Key) -> bool) -> bool {
        match self.verb(key) {
            Some(Verb::Descend | Verb::Ascend) => false,
            Some(verb @ Verb::Move(_)) => self.keys(verb).iter().any(|&it| !taken(it)),
            Some(_) | None => true,
        }
    }

    /// The verbs that no key asks for.
    pub fn unreachable(&self) -> Vec<Verb> {
        Verb::all().filter(|&verb| self.keys(verb).is_empty()).collect()
    }

    /// The verbs whose keys differ from those of a preset.
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
        }
    }
}

impl std::error::Error for Conflict {}
