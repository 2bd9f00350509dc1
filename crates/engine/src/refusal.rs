use std::fmt;

/// Why a command was not carried out. A refusal takes no time and draws no random number.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Refusal {
    /// The run has ended.
    Over,
    /// There is no such player.
    NoPlayer,
    /// The player's actor is gone or cannot act now.
    Helpless,
    /// A menu is open and must be answered first.
    ChoiceOpen,
    /// No menu is open.
    NoChoice,
    /// The option cannot be chosen.
    NoOption,
    /// The menu cannot be cancelled.
    MustChoose,
    /// Something blocks the way.
    Blocked(String),
    /// It is locked.
    Locked(String),
    /// The lock needs the key of its colour, and the actor has others.
    WrongKey(String, &'static str),
    /// The level ends here.
    Edge,
    /// Diagonal steps are not allowed in this game.
    NoDiagonal,
    /// There is nothing to take or to interact with.
    NothingHere,
    /// The bag is full.
    BagFull,
    /// The bag has no item at this index.
    NoItem,
    /// The player has no such bag.
    NoBag(String),
    /// The item cannot be used.
    Useless(String),
    /// The item cannot be equipped.
    NotWearable(String),
    /// The item cannot be unequipped, because it is not worn.
    NotWorn(String),
    /// The worn item cannot be taken off.
    Sticks(String),
    /// The slot of the worn item must not be empty.
    NeedsOne(String),
    /// Something required is missing.
    Lacks(String),
    /// What the pack says about it.
    Told(String),
    /// The item has no charge left.
    Spent(String),
    /// The player has no such ability.
    NoAbility(String),
    /// The ability is on cooldown for this many turns.
    NotYet(u64),
    /// The ability needs a target cell.
    NoAim,
    /// The target is too far away or out of sight.
    OutOfReach,
    /// There is nobody to aim at.
    NoTarget,
    /// There is nothing that it could be used on.
    NothingFor(String),
    /// There are no stairs here.
    NoStairs,
    /// The player can only watch on this level.
    Watching,
}

impl fmt::Display for Refusal {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Over => f.write_str("The run has ended."),
            Self::NoPlayer => f.write_str("There is no such player."),
            Self::Helpless => f.write_str("You cannot act."),
            Self::ChoiceOpen => f.write_str("Choose first."),
            Self::NoChoice => f.write_str("There is nothing to choose."),
            Self::NoOption => f.write_str("That cannot be chosen."),
            Self::MustChoose => f.write_str("You must choose."),
            Self::Blocked(what) => write!(f, "{what} is in the way."),
            Self::Locked(what) if what.ends_with("tairs") => write!(f, "{what} are locked."),
            Self::Locked(what) => write!(f, "{what} is locked."),
            Self::WrongKey(what, color) => {
                write!(f, "{what} needs a key of its own colour: {color}.")
            }
            Self::Edge => f.write_str("You can go no further."),
            Self::NoDiagonal => f.write_str("You walk in four directions only."),
            Self::NothingHere => f.write_str("There is nothing here."),
            Self::BagFull => f.write_str("You can carry no more."),
            Self::NoItem => f.write_str("You carry nothing there."),
            Self::NoBag(what) => write!(f, "You have no bag {what}."),
            Self::Useless(what) => write!(f, "There is no use for {what} now."),
            Self::NotWearable(what) => write!(f, "{what} cannot be worn."),
            Self::NotWorn(what) => write!(f, "You do not wear {what}."),
            Self::Sticks(what) => write!(f, "{what} does not come off."),
            Self::NeedsOne(what) => write!(f, "You cannot go without {what}; wear something else."),
            Self::Told(text) => f.write_str(text),
            Self::Lacks(what) => write!(f, "You lack {what}."),
            Self::Spent(what) => write!(f, "{what} is spent."),
            Self::NoAbility(what) => write!(f, "You cannot cast {what}."),
            Self::NotYet(1) => f.write_str("Not yet: 1 more turn."),
            Self::NotYet(turns) => write!(f, "Not yet: {turns} more turns."),
            Self::NoAim => f.write_str("Where to?"),
            Self::OutOfReach => f.write_str("It is out of reach."),
            Self::NoTarget => f.write_str("There is nobody to aim at."),
            Self::NothingFor(what) => write!(f, "There is nothing to use {what} on."),
            Self::NoStairs => f.write_str("No way leads there."),
            Self::Watching => f.write_str("You can only watch here."),
        }
    }
}
