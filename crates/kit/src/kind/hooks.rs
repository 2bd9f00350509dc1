use barrow_source::Node;

use crate::ink::{Draft, Ink};

/// The effects of each occasion, gathered from many keys.
#[derive(Default)]
pub(crate) struct Hooks {
    lists: Vec<(&'static str, Vec<Node>)>,
}

impl Hooks {
    pub(crate) fn add(&mut self, occasion: &'static str, effect: Node) {
        self.extend(occasion, vec![effect]);
    }

    pub(crate) fn extend(&mut self, occasion: &'static str, effects: Vec<Node>) {
        match self.lists.iter_mut().find(|(it, _)| *it == occasion) {
            Some((_, list)) => list.extend(effects),
            None => self.lists.push((occasion, effects)),
        }
    }

    /// Writes the key `on`.
    pub(crate) fn write(self, draft: &mut Draft, ink: Ink) {
        let mut on = Draft::new(ink);
        for (occasion, effects) in self.lists {
            on.set(occasion, ink.list(effects));
        }
        draft.set("on", on.finish());
    }
}
