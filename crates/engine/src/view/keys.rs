use barrow_pack::{Key, Order};

use super::View;
use crate::command::Command;
use crate::refusal::Refusal;

/// A key of the game's own, and what it comes to now.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct KeyView<'g> {
    /// The character on it.
    pub key: char,
    /// What the list of controls calls it.
    pub label: &'g str,
    /// What it commands now, or why it cannot.
    pub command: Result<Command, Refusal>,
}

impl<'g> View<'g> {
    /// The keys of the game's own, in its order.
    pub fn keys(&self) -> impl Iterator<Item = KeyView<'g>> {
        self.pack().rules.keys.iter().map(|key| KeyView {
            key: key.key,
            label: &key.label,
            command: self.command_of(key),
        })
    }

    fn command_of(&self, key: &Key) -> Result<Command, Refusal> {
        let pack = self.pack();
        if let Some(kind) = key.uses {
            let of_kind = |id| self.look.entity(id).kind == kind;
            let carried = self.bag().find(|it| of_kind(it.item.id()));
            let name = || pack.kinds.get(kind).name.to_string();
            return carried
                .map(|it| Command::Use { slot: it.slot })
                .ok_or_else(|| Refusal::Lacks(name()));
        }
        Ok(match (key.casts, key.order) {
            (Some(ability), _) => {
                Command::Cast { ability: pack.abilities.name(ability).into(), at: None }
            }
            (None, Order::Wait) => Command::Wait,
            (None, Order::Pickup) => Command::Pickup,
            (None, Order::Descend) => Command::Descend,
            (None, Order::Ascend) => Command::Ascend,
        })
    }
}
