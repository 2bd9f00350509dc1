use std::num::NonZeroU32;

use barrow_dice::Fixed;
use barrow_grid::{Dir, Pos};
use barrow_pack::{Ability, Attribute, Bag, Id, Kind, Slot, State};
use serde::{Deserialize, Serialize};

/// The id of an entity. Ids are given in the order of creation and are valid on one level.
///
/// They can be kept and compared, but not read: a gap between two ids would tell a player about
/// unseen entities.
// One more than the number is stored, so that an `Option` takes no more space.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(from = "u32", into = "u32")]
pub struct EntityId(NonZeroU32);

impl EntityId {
    pub(crate) const fn new(number: u32) -> Self {
        Self(NonZeroU32::MIN.saturating_add(number))
    }

    pub(crate) const fn number(self) -> u32 {
        self.0.get() - 1
    }

    pub(crate) const fn index(self) -> usize {
        self.number() as usize
    }
}

impl From<u32> for EntityId {
    fn from(number: u32) -> Self {
        Self::new(number)
    }
}

impl From<EntityId> for u32 {
    fn from(id: EntityId) -> Self {
        id.number()
    }
}

/// An actor, an item or a fixture.
#[expect(clippy::struct_excessive_bools, reason = "each is a state of its own")]
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Entity {
    /// Its kind.
    pub kind: Id<Kind>,
    /// Where it is.
    pub at: At,
    /// The direction it faces: that of its last step.
    pub facing: Dir,
    /// Whether it is switched on: a door is open, a lamp burns, a lurker is awake.
    pub active: bool,
    /// Whether it is locked.
    pub locked: bool,
    /// The colour shared by a lock and its key.
    pub lock: Option<u16>,
    /// The size of the stack, for items that stack.
    pub count: u32,
    /// Whether players know what it is, though they do not know all of its kind.
    pub known: bool,
    /// Its own values by attribute. Bonuses of worn items and states are added when a value is
    /// read.
    pub values: Vec<(Id<Attribute>, Value)>,
    /// The part that only actors have, and things that carry something.
    pub actor: Option<Box<Actor>>,
    /// The next thing in the same cell, towards the ground.
    pub(crate) below: Option<EntityId>,
    /// Whether it can be skipped each round; see `shortcut/dozing.rs`.
    #[serde(skip)]
    pub(crate) dozes: bool,
}

/// Where an entity is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum At {
    /// On a cell of the level.
    Cell(Pos),
    /// In the inventory of another entity.
    Bag(EntityId),
    /// In another bag of another entity, where it does nothing.
    Named(EntityId),
    /// Nowhere: it has been removed from the world.
    Gone,
}

/// An entity's value of an attribute.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Value {
    /// The current value.
    pub now: Fixed,
    /// The maximum, for a gauge.
    pub max: Fixed,
}

/// What actors have in addition to other entities.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Actor {
    /// The carried items, in the order they were taken.
    pub bag: Vec<EntityId>,
    /// Its other bags, in the order of their ids, with what is in them.
    pub bags: Vec<(Id<Bag>, Vec<EntityId>)>,
    /// How often one of them was shuffled.
    pub shuffles: u32,
    /// The worn items and their slots.
    pub worn: Vec<(Id<Slot>, EntityId)>,
    /// The states it is in, with the number of turns left.
    pub states: Vec<(Id<State>, u32)>,
    /// The abilities on cooldown, with the turn from which they can be cast again.
    pub cooldowns: Vec<(Id<Ability>, u64)>,
    /// Its stored energy; at 100 it acts.
    pub energy: i32,
    /// The cell where it was created.
    pub home: Pos,
    /// Where it last noticed a foe, and the turn until which it heads there.
    pub memory: Option<(Pos, u64)>,
    /// The turn until which it walks around an obstacle.
    pub detour: u64,
    /// The entity that last harmed it.
    pub foe: Option<EntityId>,
    /// The entity that sent it flying.
    pub by: Option<EntityId>,
    /// The turn until which it is busy equipping something, or with what it has announced.
    pub busy: u64,
    /// The player who commands it.
    pub player: Option<u8>,
    /// What only some minds and effects need.
    pub wits: Option<Box<Wits>>,
}

/// What an actor remembers if its mind or an effect needs it.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Wits {
    /// Where it last saw a foe, heard a noise or was alerted, and the turn of it.
    pub clue: Option<(Pos, u64)>,
    /// The next place of its patrol, and how many came before.
    pub patrol: Option<(Pos, u32)>,
    /// Who created it or made it join a side.
    pub leader: Option<EntityId>,
    /// The number of the side that it has joined.
    pub side: Option<u16>,
}

impl Actor {
    /// Returns everything it holds: its inventory, then its other bags.
    pub(crate) fn held(&self) -> impl Iterator<Item = EntityId> {
        let others = self.bags.iter().flat_map(|(_, items)| items);
        self.bag.iter().chain(others).copied()
    }

    /// Returns the slot in which it wears an item, if it does.
    #[inline]
    pub(crate) fn slot_of(&self, item: EntityId) -> Option<Id<Slot>> {
        self.worn.iter().find(|&&(_, it)| it == item).map(|&(slot, _)| slot)
    }

    /// Returns whether it wears an item.
    pub(crate) fn wears(&self, item: EntityId) -> bool {
        self.slot_of(item).is_some()
    }
}

impl Entity {
    /// Returns an entity of this kind that is not in the world yet.
    pub(crate) const fn new(kind: Id<Kind>) -> Self {
        Self {
            kind,
            at: At::Gone,
            facing: Dir::South,
            active: false,
            locked: false,
            lock: None,
            count: 1,
            known: false,
            values: Vec::new(),
            actor: None,
            below: None,
            dozes: false,
        }
    }

    /// Returns the cell it stands on.
    pub const fn pos(&self) -> Option<Pos> {
        match self.at {
            At::Cell(pos) => Some(pos),
            At::Bag(_) | At::Named(_) | At::Gone => None,
        }
    }

    /// Returns whether it is still in the world.
    pub fn exists(&self) -> bool {
        self.at != At::Gone
    }

    /// Returns whether a player commands it.
    pub(crate) fn is_players(&self) -> bool {
        self.actor.as_ref().is_some_and(|actor| actor.player.is_some())
    }

    /// Returns whether it is in any state.
    pub(crate) fn has_states(&self) -> bool {
        self.actor.as_ref().is_some_and(|actor| !actor.states.is_empty())
    }

    /// Returns its own value of an attribute, if it has one.
    pub fn own(&self, attribute: Id<Attribute>) -> Option<Value> {
        // An entity has few values, so a linear search is faster than a binary one.
        self.values.iter().find(|(id, _)| *id == attribute).map(|&(_, value)| value)
    }

    /// Returns the index of its own value of an attribute.
    pub(crate) fn index_of(&self, attribute: Id<Attribute>) -> Option<usize> {
        self.values.iter().position(|(id, _)| *id == attribute)
    }

    /// Returns its own value of an attribute, which is added if it is missing.
    pub(crate) fn own_mut(&mut self, attribute: Id<Attribute>) -> &mut Value {
        let index = self.index_of(attribute).unwrap_or_else(|| {
            let index = self.values.partition_point(|(id, _)| *id < attribute);
            self.values.insert(index, (attribute, Value::default()));
            index
        });
        &mut self.values[index].1
    }
}
