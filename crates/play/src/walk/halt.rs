use std::fmt;

use barrow_grid::Dir;

/// Why a walk stopped.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Halt {
    /// There was nothing to do.
    Done,
    /// The goal was reached.
    Arrived,
    /// Everything reachable has been seen.
    Explored,
    /// The rest lies in this direction, behind something harmful with this name.
    OnlyDanger(Dir, String),
    /// There is no path.
    NoWay,
    /// No stairs of this kind are known.
    NoneKnown,
    /// All gauges are full.
    Rested,
    /// Resting does not help.
    NoBetter,
    /// It took too long.
    Tired,
    /// Something could not be done, for this reason.
    Refused(String),
    /// Someone blocks the only way.
    Blocked(String),
    /// What is left is dark, and cannot be seen from beside it.
    Dark,
    /// All that is left is this thing, which cannot be carried.
    LeftBehind(String),
    /// A foe is in view, and was when the walk began.
    Watched(String),
    /// A foe came into view.
    Foe(String),
    /// An item or stairs came into view.
    Thing(String),
    /// Someone attacked the player.
    Attacked,
    /// The player lost life.
    Hurt,
    /// A state began.
    State(String),
    /// An attack was announced.
    Announced,
    /// There was a message.
    Message(String),
    /// There was a noise.
    Noise(String),
    /// A menu is open.
    Asked,
    /// The player entered a level.
    NewLevel,
    /// The run ended.
    Over,
}

impl Halt {
    /// Returns `true` if keys that were typed ahead should be dropped.
    pub const fn is_danger(&self) -> bool {
        matches!(
            self,
            Self::Foe(_)
                | Self::Watched(_)
                | Self::Attacked
                | Self::Hurt
                | Self::State(_)
                | Self::Announced
        )
    }
}

impl fmt::Display for Halt {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Done => f.write_str("Done."),
            Self::Arrived => f.write_str("You have arrived."),
            Self::Explored => f.write_str("There is nothing left to explore."),
            Self::OnlyDanger(_, what) => write!(f, "The way on is dangerous: {what}."),
            Self::NoWay => f.write_str("You know of no way there."),
            Self::NoneKnown => f.write_str("You have not found one yet."),
            Self::Rested => f.write_str("You are fully rested."),
            Self::NoBetter => f.write_str("Resting does not help now."),
            Self::Tired => f.write_str("You stop for a moment."),
            Self::Refused(why) => f.write_str(why),
            Self::Blocked(name) => write!(f, "The way is blocked by {name}."),
            Self::Dark => f.write_str("What is left lies in the dark."),
            Self::LeftBehind(name) => {
                write!(f, "There is nothing left to explore, but you could not carry {name}.")
            }
            Self::Watched(name) => write!(f, "Not while you see {name}."),
            Self::Foe(name) | Self::Thing(name) => write!(f, "You see {name}."),
            Self::Attacked => f.write_str("You are attacked."),
            Self::Hurt => f.write_str("You are hurt."),
            Self::State(label) => write!(f, "You stop: {label}."),
            Self::Announced => f.write_str("Something is about to happen."),
            Self::Message(_) | Self::Noise(_) => f.write_str("You stop."),
            Self::Asked => f.write_str("There is a choice to make."),
            Self::NewLevel => f.write_str("You are on another level."),
            Self::Over => f.write_str("The run has ended."),
        }
    }
}
