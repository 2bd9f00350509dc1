//! The keys that a game adds, beside those of the player.

use barrow_pack::{Key as GameKey, Order};

use super::{Conflict, Key, Keymap, Verb};

impl Keymap {
    /// Returns the key of what a game has on a character: where the player put it, or else the
    /// character itself, or with Alt if the preset needs that one for walking.
    pub fn own_key(&self, char: char, own: &[GameKey]) -> Key {
        let key = self.place(char, own);
        let walks = matches!(self.verb(key), Some(Verb::Move(_)));
        if walks && !self.can_override(key, own) { Key { alt: true, ..key } } else { key }
    }

    /// Returns the key that stands for a character of a game. A key that the same game uses for
    /// something else stays with that.
    fn place(&self, char: char, own: &[GameKey]) -> Key {
        let plain = Key::char(char);
        let moved = |char: char| self.moved.get(&char).copied();
        let is_free = |key: &Key| {
            let mut others = own.iter().filter(|it| it.key != char);
            !others.any(|it| Key::char(it.key) == *key || moved(it.key) == Some(*key))
        };
        moved(char).filter(is_free).unwrap_or(plain)
    }

    /// Returns `true` if a game has its own use for a key.
    pub fn is_own(&self, key: Key, own: &[GameKey]) -> bool {
        own.iter().any(|it| self.place(it.key, own) == key)
    }

    /// Returns `true` if a game's own key may replace this key. A direction must keep at least one
    /// key that the game leaves alone. Stairs keep their keys, since they do the same as the game's
    /// key and more, unless the player put something else there.
    pub fn can_override(&self, key: Key, own: &[GameKey]) -> bool {
        let keeps_one = |verb| self.keys(verb).iter().any(|&it| !self.is_own(it, own));
        match self.verb(key) {
            Some(verb @ Verb::Move(_)) => keeps_one(verb),
            Some(verb @ (Verb::Descend | Verb::Ascend)) => {
                self.moved.values().any(|it| *it == key) && keeps_one(verb)
            }
            Some(_) | None => true,
        }
    }

    /// Returns the bindings that are left beside a game's own keys.
    pub fn beside(&self, own: &[GameKey]) -> Self {
        let mut left = self.clone();
        left.bindings.retain(|&key, _| !self.is_own(key, own) || !self.can_override(key, own));
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

    /// Puts what a game has on a character on another key, unless the game has something else
    /// there, or a verb would be left without a key.
    pub fn move_own(&mut self, char: char, key: Key, own: &[GameKey]) -> Result<(), Conflict> {
        if key.is_reserved() {
            return Err(Conflict::Reserved(key));
        }
        self.leave_to_game(key, own, Some(char))?;
        let mut changed = self.clone();
        changed.moved.insert(char, key);
        if let Some(verb) = self.verb(key) {
            let is_left = !changed.beside(own).keys(verb).is_empty();
            let is_served = own.iter().any(|it| it.key != char && serves(it, verb));
            if !changed.can_override(key, own) || !(is_left || is_served) {
                return Err(Conflict::Last { key, verb });
            }
        }
        *self = changed;
        Ok(())
    }

    /// Puts what a game has on a character back there.
    pub fn move_back(&mut self, char: char) {
        self.moved.remove(&char);
    }

    /// Refuses a key that a game uses for itself, but for `except`.
    pub fn leave_to_game(
        &self,
        key: Key,
        own: &[GameKey],
        except: Option<char>,
    ) -> Result<(), Conflict> {
        let mut others = own.iter().filter(|it| Some(it.key) != except);
        match others.find(|it| self.own_key(it.key, own) == key) {
            Some(it) => Err(Conflict::Game { key, label: it.label.clone() }),
            None => Ok(()),
        }
    }

    /// Iterates over the characters whose keys the player moved, and where they are now.
    pub(crate) fn moved(&self) -> impl Iterator<Item = (char, Key)> {
        self.moved.iter().map(|(char, key)| (*char, *key))
    }

    /// Puts whatever games have on a character on a key.
    pub(crate) fn set_moved(&mut self, char: char, key: Key) {
        self.moved.insert(char, key);
    }
}

/// Lists the characters that a game uses, each once and with what is on it. Heroes with different
/// abilities may share a key.
pub fn own_labels(own: &[GameKey]) -> Vec<(char, String)> {
    let mut labels: Vec<(char, String)> = Vec::new();
    for it in own {
        match labels.iter_mut().find(|(char, _)| *char == it.key) {
            Some((_, label)) => *label = format!("{label} or {}", it.label),
            None => labels.push((it.key, it.label.to_string())),
        }
    }
    labels
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
