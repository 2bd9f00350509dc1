use std::fmt;

/// Why a walk ended.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Halt {
    /// There was nothing to do.
    Done,
    /// The goal is reached.
    Arrived,
    /// All that can be reached is seen.
    Explored,
    /// What is left lies behind something that harms.
    OnlyDanger,
    /// No way leads there.
    NoWay,
    /// No way up or down is known.
    NoneKnown,
    /// All is well again.
    Rested,
    /// Rest does no good.
    NoBetter,
    /// It took too long.
    Tired,
    /// Something could not be done.
    Refused,
    /// A foe came into view.
    Foe(String),
    /// A thing or a way came into view.
    Thing(String),
    /// Someone struck at the player.
    Attacked,
    /// The player lost life.
    Hurt,
    /// A state began.
    State(String),
    /// Something was announced.
    Announced,
    /// Something was told.
    Told(String),
    /// Something was heard.
    Heard(String),
    /// A choice is open.
    Asked,
    /// A level was entered.
    NewLevel,
    /// The run ended.
    Over,
}

impl Halt {
    /// Whether the errand was done, rather than broken off.
    pub const fn is_done(&self) -> bool {
        matches!(self, Self::Done | Self::Arrived | Self::Explored | Self::Rested)
    }

    /// Whether keys that were typed ahead should be dropped.
    pub const fn is_danger(&self) -> bool {
        matches!(
            self,
            Self::Foe(_) | Self::Attacked | Self::Hurt | Self::State(_) | Self::Announced
        )
    }
}

impl fmt::Display for Halt {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Done => f.write_str("Done."),
            Self::Arrived => f.write_str("You are there."),
            Self::Explored => f.write_str("There is nothing left to explore."),
            Self::OnlyDanger => f.write_str("The way on is dangerous."),
            Self::NoWay => f.write_str("You know no way there."),
            Self::NoneKnown => f.write_str("You have not found such a way yet."),
            Self::Rested => f.write_str("You are well."),
            Self::NoBetter => f.write_str("Rest does you no good now."),
            Self::Tired => f.write_str("You stop for a moment."),
            Self::Refused => f.write_str("That cannot be done any more."),
            Self::Foe(name) | Self::Thing(name) => write!(f, "You see {name}."),
            Self::Attacked => f.write_str("You are attacked."),
            Self::Hurt => f.write_str("You are hurt."),
            Self::State(label) => write!(f, "You stop: {label}."),
            Self::Announced => f.write_str("Something is about to happen."),
            Self::Told(_) | Self::Heard(_) => f.write_str("You stop."),
            Self::Asked => f.write_str("A choice is open."),
            Self::NewLevel => f.write_str("You are on another level."),
            Self::Over => f.write_str("The run has ended."),
        }
    }
}
