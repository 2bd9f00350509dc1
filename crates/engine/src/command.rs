mod text;

use barrow_grid::{Dir, Pos};

pub use text::CommandError;

/// What a player can ask for. Journals record these commands.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Command {
    /// Steps in a direction, or does what a step means there: strike, open, push.
    Move(Dir),
    /// Lets the turn pass.
    Wait,
    /// Picks up what lies here.
    Pickup,
    /// Uses a carried item, or switches it on or off.
    Use {
        /// Its index in the bag.
        slot: u8,
    },
    /// Uses an item from a bag that the pack declares, such as a card of a hand.
    UseFrom {
        /// The name of the bag.
        bag: String,
        /// Its index in that bag.
        slot: u8,
    },
    /// Drops a carried item.
    Drop {
        /// Its index in the bag.
        slot: u8,
    },
    /// Selects a carried item, for keys that use or drop the selected one.
    Select {
        /// Its index in the bag.
        slot: u8,
    },
    /// Equips a carried item.
    Equip {
        /// Its index in the bag.
        slot: u8,
    },
    /// Unequips an item.
    Unequip {
        /// Its index in the bag.
        slot: u8,
    },
    /// Throws a carried item.
    Throw {
        /// Its index in the bag.
        slot: u8,
        /// The target cell.
        at: Pos,
    },
    /// Casts an ability.
    Cast {
        /// Its name.
        ability: String,
        /// The target cell, if the ability is aimed.
        at: Option<Pos>,
    },
    /// Takes the way down.
    Descend,
    /// Takes the way up.
    Ascend,
    /// Interacts with what is in this direction: closes a door, talks.
    Interact(Dir),
    /// Chooses an option of the open menu.
    Choose {
        /// Its index in the menu.
        option: u8,
    },
    /// Closes the open menu without a choice.
    Cancel,
}
