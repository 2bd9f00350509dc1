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
    /// player does not have are left out, so that heroes can share a key. Of several things with
    /// one key, the first that is at hand has it.
    pub fn keys(&self) -> impl Iterator<Item = KeyView<'g>> {
        let mut kept: Vec<KeyView<'g>> = Vec::new();
        for key in self.all_keys() {
            match kept.iter_mut().find(|it| it.key == key.key) {
                Some(other) if other.command.is_err() && key.command.is_ok() => *other = key,
                Some(_) => {}
                None => kept.push(key),
            }
        }
        kept.into_iter()
    }

    fn all_keys(&self) -> impl Iterator<Item = KeyView<'g>> {
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

    /// Returns the slot of the item with an index in the bag, not counting worn items.
    fn slot_at(&self, index: u32) -> u8 {
        let index = u8::try_from(index).unwrap_or(u8::MAX);
        if self.bag().all(|it| it.worn.is_none()) {
            return index;
        }
        let loose = self.bag().filter(|it| it.worn.is_none()).nth(usize::from(index));
        loose.map_or(u8::MAX, |it| it.slot)
    }

    /// Returns the command that uses what is in a slot, or equips what is worn.
    fn use_or_wear(&self, slot: u8) -> Command {
        let kind = self.bag().find(|it| it.slot == slot).and_then(|it| it.item.glimpse().kind());
        let item = kind.and_then(|it| self.pack().kinds.get(it).item.as_ref());
        if item.is_some_and(|it| it.slot.is_some()) {
            Command::Equip { slot }
        } else {
            Command::Use { slot }
        }
    }

    fn command_of(&self, key: &Key) -> Result<Command, Refusal> {
        let pack = self.pack();
        if let Some(kind) = key.uses {
            let of_kind = |id| self.look.entity(id).kind == kind;
            // The smallest stack, so that what is left takes up fewer slots.
            let carried = self.bag().filter(|it| of_kind(it.item.id()));
            let carried = carried.min_by_key(|it| it.item.count());
            let name = || self.look.indefinite_kind(kind);
            return carried
                .map(|it| Command::Use { slot: it.slot })
                .ok_or_else(|| Refusal::Lacks(name()));
        }
        if let Some(index) = key.selects {
            let slot = self.slot_at(index);
            return Ok(if key.order == Order::Use {
                self.use_or_wear(slot)
            } else if key.order == Order::Drop {
                Command::Drop { slot }
            } else {
                Command::Select { slot }
            });
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
