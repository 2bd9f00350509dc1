use std::fmt;

/// Why nothing happened. It costs no time and draws nothing.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Refusal {
    /// The run has ended.
    Over,
    /// There is no such player.
    NoPlayer,
    /// The player's actor is gone or cannot act now.
    Helpless,
    /// A choice is open and comes first.
    ChoiceOpen,
    /// No choice is open.
    NoChoice,
    /// The option cannot be chosen.
    NoOption,
    /// The choice cannot be left.
    MustChoose,
    /// Something is in the way.
    Blocked(String),
    /// It is locked.
    Locked(String),
    /// The edge of the level.
    Edge,
    /// Only four directions here.
    NoDiagonal,
    /// Nothing lies here.
    NothingHere,
    /// The bag is full.
    BagFull,
    /// There is nothing at that place of the bag.
    NoItem,
    /// It has no use.
    Useless(String),
    /// It is no thing to wear.
    NotWearable(String),
    /// It cannot be taken off: it is not worn.
    NotWorn(String),
    /// What it needs is lacking.
    Lacks(String),
    /// It is spent.
    Spent(String),
    /// There is no such ability.
    NoAbility(String),
    /// It cannot be cast yet.
    NotYet(u64),
    /// It must be aimed.
    NoAim,
    /// It is too far or out of sight.
    OutOfReach,
    /// Nobody to aim at.
    NoTarget,
    /// No way leads there.
    NoStairs,
    /// One only watches here.
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
            Self::Locked(what) => write!(f, "{what} is locked."),
            Self::Edge => f.write_str("There is no going on."),
            Self::NoDiagonal => f.write_str("You walk in four directions only."),
            Self::NothingHere => f.write_str("Nothing lies here."),
            Self::BagFull => f.write_str("You can carry no more."),
            Self::NoItem => f.write_str("You carry nothing there."),
            Self::Useless(what) => write!(f, "There is no use for {what} now."),
            Self::NotWearable(what) => write!(f, "{what} cannot be worn."),
            Self::NotWorn(what) => write!(f, "You do not wear {what}."),
            Self::Lacks(what) => write!(f, "You lack the {what}."),
            Self::Spent(what) => write!(f, "{what} is spent."),
            Self::NoAbility(what) => write!(f, "You know no {what}."),
            Self::NotYet(turns) => write!(f, "Not yet: {turns} more turns."),
            Self::NoAim => f.write_str("Where to?"),
            Self::OutOfReach => f.write_str("It is out of reach."),
            Self::NoTarget => f.write_str("There is nobody to aim at."),
            Self::NoStairs => f.write_str("No way leads there."),
            Self::Watching => f.write_str("You can only watch here."),
        }
    }
}
