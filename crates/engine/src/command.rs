mod text;

use barrow_grid::{Dir, Pos};

pub use text::CommandError;

/// What a player may ask for: the alphabet of journals.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Command {
    /// Step, or whatever a step means there: strike, open, push.
    Move(Dir),
    /// Let the turn pass.
    Wait,
    /// Take what lies here.
    Pickup,
    /// Use something carried, or switch it on or off.
    Use {
        /// Its place in the bag.
        slot: u8,
    },
    /// Lay something down.
    Drop {
        /// Its place in the bag.
        slot: u8,
    },
    /// Select something carried, for keys that use or lay down what is selected.
    Select {
        /// Its place in the bag.
        slot: u8,
    },
    /// Put something on.
    Equip {
        /// Its place in the bag.
        slot: u8,
    },
    /// Take something off.
    Unequip {
        /// Its place in the bag.
        slot: u8,
    },
    /// Throw something.
    Throw {
        /// Its place in the bag.
        slot: u8,
        /// Where to.
        at: Pos,
    },
    /// Cast an ability.
    Cast {
        /// Its name.
        ability: String,
        /// Where to, if it is aimed.
        at: Option<Pos>,
    },
    /// Take the way down.
    Descend,
    /// Take the way up.
    Ascend,
    /// Do what can be done with what is there: close a door, talk.
    Interact(Dir),
    /// Choose an option of the open menu.
    Choose {
        /// Its place.
        option: u8,
    },
    /// Leave the open menu.
    Cancel,
}
