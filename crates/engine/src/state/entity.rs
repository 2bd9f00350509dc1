use barrow_dice::Fixed;
use barrow_grid::{Dir, Pos};
use barrow_pack::{Ability, Attribute, Id, Kind, Slot, State};
use serde::{Deserialize, Serialize};

/// Which thing. Ids are given in the order of birth and hold as long as the level does.
///
/// They can be kept and compared, not read: a gap between two of them would tell a player of
/// births that were not seen.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
pub struct EntityId(pub(crate) u32);

impl EntityId {
    pub(crate) const fn index(self) -> usize {
        self.0 as usize
    }
}

/// A thing of the world: an actor, an item, a fixture.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Entity {
    /// What it is.
    pub kind: Id<Kind>,
    /// Where it is.
    pub at: At,
    /// It faces this way: where it last went.
    pub facing: Dir,
    /// It is switched on: a door is open, a lamp burns, a lurker is awake.
    pub active: bool,
    /// It is locked.
    pub locked: bool,
    /// The colour that a lock and its key share.
    pub lock: Option<u16>,
    /// How many of it there are, where it stacks.
    pub count: u32,
    /// Its own values, by attribute; what is worn or suffered is added when they are read.
    pub values: Vec<(Id<Attribute>, Value)>,
    /// What only actors have.
    pub actor: Option<Box<Actor>>,
    /// The next thing in the same cell, towards the ground.
    pub(crate) below: Option<EntityId>,
    /// It need not be asked what it does.
    #[serde(skip)]
    pub(crate) dozes: bool,
}

/// Where a thing is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum At {
    /// On a cell of the level.
    Cell(Pos),
    /// In someone's bag.
    Bag(EntityId),
    /// No more.
    Gone,
}

/// The value of an attribute of one thing.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Value {
    /// Now.
    pub now: Fixed,
    /// The most, of a gauge.
    pub max: Fixed,
}

/// What an actor has beyond other things.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Actor {
    /// What it carries, in the order it was taken.
    pub bag: Vec<EntityId>,
    /// What it wears, and where.
    pub worn: Vec<(Id<Slot>, EntityId)>,
    /// What it suffers, and for how many turns yet.
    pub states: Vec<(Id<State>, u32)>,
    /// What it can cast again only from this turn on.
    pub waits: Vec<(Id<Ability>, u64)>,
    /// Energy gathered; at 100 it acts.
    pub energy: i32,
    /// Where it began.
    pub home: Pos,
    /// Where it last noticed a foe, and until when it goes there.
    pub memory: Option<(Pos, u64)>,
    /// Until this turn it goes around what bars its way.
    pub detour: u64,
    /// Who last harmed it.
    pub foe: Option<EntityId>,
    /// It is busy until this turn: putting something on.
    pub busy: u64,
    /// Which player commands it.
    pub player: Option<u8>,
}

impl Actor {
    /// Whether it wears something.
    pub(crate) fn wears(&self, item: EntityId) -> bool {
        self.worn.iter().any(|&(_, it)| it == item)
    }
}

impl Entity {
    /// A thing of that kind, nowhere yet.
    pub(crate) const fn new(kind: Id<Kind>) -> Self {
        Self {
            kind,
            at: At::Gone,
            facing: Dir::South,
            active: false,
            locked: false,
            lock: None,
            count: 1,
            values: Vec::new(),
            actor: None,
            below: None,
            dozes: false,
        }
    }

    /// The cell it stands on.
    pub const fn pos(&self) -> Option<Pos> {
        match self.at {
            At::Cell(pos) => Some(pos),
            At::Bag(_) | At::Gone => None,
        }
    }

    /// Whether it is still in the world.
    pub fn exists(&self) -> bool {
        self.at != At::Gone
    }

    /// Whether it is in some state.
    pub(crate) fn suffers(&self) -> bool {
        self.actor.as_ref().is_some_and(|actor| !actor.states.is_empty())
    }

    /// Its own value of an attribute, if it has one.
    pub fn own(&self, attribute: Id<Attribute>) -> Option<Value> {
        // A thing has few values: to look at each is quicker than to search.
        self.values.iter().find(|(id, _)| *id == attribute).map(|&(_, value)| value)
    }

    /// Where its own value of an attribute is.
    pub(crate) fn place_of(&self, attribute: Id<Attribute>) -> Option<usize> {
        self.values.iter().position(|(id, _)| *id == attribute)
    }

    /// Its own value of an attribute, to change; made if it has none.
    pub(crate) fn own_mut(&mut self, attribute: Id<Attribute>) -> &mut Value {
        let place = self.place_of(attribute).unwrap_or_else(|| self.gain(attribute));
        &mut self.values[place].1
    }

    /// Makes a value of an attribute that it has none of, and tells where it is.
    #[inline(never)]
    fn gain(&mut self, attribute: Id<Attribute>) -> usize {
        let place = self.values.partition_point(|(id, _)| *id < attribute);
        self.values.insert(place, (attribute, Value::default()));
        place
    }
}
