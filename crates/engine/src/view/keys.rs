use barrow_grid::Dir;
use barrow_pack::{Key, Order};

use super::View;
use crate::command::Command;
use crate::refusal::Refusal;

/// A key that the game defines, and what it does now.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct KeyView<'g> {
    /// The character of the key.
    pub key: char,
    /// Its label in the list of controls.
    pub label: &'g str,
    /// The command it gives now, or why it cannot.
    pub command: Result<Command, Refusal>,
    /// Whether it shows the help and gives no command.
    pub help: bool,
}

impl<'g> View<'g> {
    /// Iterates over the keys that the game defines, in its order. Keys of abilities that the
    /// player does not have are left out, so that heroes can share a key.
    pub fn keys(&self) -> impl Iterator<Item = KeyView<'g>> {
        let known: Vec<_> = self.look.abilities_of(self.player.entity).collect();
        let keys = self.pack().rules.keys.iter();
        let keys = keys.filter(move |key| key.casts.is_none_or(|it| known.contains(&it)));
        keys.map(|key| KeyView {
            key: key.key,
            label: &key.label,
            command: self.command_of(key),
            help: key.order == Order::Help,
        })
    }

    fn command_of(&self, key: &Key) -> Result<Command, Refusal> {
        let pack = self.pack();
        if let Some(kind) = key.uses {
            let of_kind = |id| self.look.entity(id).kind == kind;
            let carried = self.bag().find(|it| of_kind(it.item.id()));
            let name = || self.look.indefinite_kind(kind);
            return carried
                .map(|it| Command::Use { slot: it.slot })
                .ok_or_else(|| Refusal::Lacks(name()));
        }
        if let Some(index) = key.selects {
            return Ok(Command::Select { slot: u8::try_from(index).unwrap_or(u8::MAX) });
        }
        let selected = || self.selected().ok_or(Refusal::NoItem);
        Ok(match (key.casts, key.order) {
            (Some(ability), _) => {
                Command::Cast { ability: pack.abilities.name(ability).into(), at: None }
            }
            (None, Order::Wait | Order::Help) => Command::Wait,
            (None, Order::Pickup) => Command::Pickup,
            (None, Order::Descend) => Command::Descend,
            (None, Order::Ascend) => Command::Ascend,
            (None, Order::North) => Command::Move(Dir::North),
            (None, Order::East) => Command::Move(Dir::East),
            (None, Order::South) => Command::Move(Dir::South),
            (None, Order::West) => Command::Move(Dir::West),
            (None, Order::Use) => Command::Use { slot: selected()? },
            (None, Order::Drop) => Command::Drop { slot: selected()? },
        })
    }
}
