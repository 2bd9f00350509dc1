//! Bots: they play any pack, from what a player may know and the legal commands.

mod answer;
mod cards;
mod dangers;
mod fight;
mod items;
mod random;
mod sensible;
mod style;
mod tally;
#[cfg(test)]
mod tests;
mod whole;

use std::fmt;
use std::str::FromStr;

use barrow_dice::Seed;
use barrow_engine::{Command, Turn, View};
use barrow_pack::Policy;

pub use random::Random;
pub use sensible::Sensible;
pub use style::Style;
pub use tally::{Share, Tally};
pub use whole::{Cap, Outcome, Played, play};

/// How well a bot plays.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Skill {
    /// Picks any legal command.
    Random,
    /// Explores, fights or flees depending on what it sees, uses its items, takes exits.
    Sensible,
}

impl Skill {
    /// All skills.
    pub const ALL: [Self; 2] = [Self::Random, Self::Sensible];

    /// Returns the name of the skill.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Random => "random",
            Self::Sensible => "sensible",
        }
    }
}

/// A player that plays by itself.
#[derive(Clone, Debug)]
pub enum Bot {
    /// See [`Skill::Random`].
    Random(Random),
    /// See [`Skill::Sensible`].
    Sensible(Box<Sensible>),
}

impl Bot {
    /// Makes a bot that draws from a random stream of its own.
    pub fn new(skill: Skill, seed: Seed) -> Self {
        match skill {
            Skill::Random => Self::Random(Random::new(seed)),
            Skill::Sensible => Self::Sensible(Box::new(Sensible::new(seed))),
        }
    }

    /// Makes a bot follow a policy. One that plays at random follows none.
    #[must_use]
    pub fn following(self, policy: Option<&Policy>) -> Self {
        match self {
            Self::Sensible(mut bot) => {
                bot.follow(policy.cloned().unwrap_or_default());
                Self::Sensible(bot)
            }
            Self::Random(bot) => Self::Random(bot),
        }
    }

    /// Returns one of the legal commands, or `None` if there is none.
    pub fn choose(&mut self, view: &View<'_>, legal: &[Command]) -> Option<Command> {
        match self {
            Self::Random(bot) => bot.choose(legal),
            Self::Sensible(bot) => bot.choose(view, legal),
        }
    }

    /// Learns the result of its last command; `view` is the state after it.
    pub fn observe(&mut self, view: &View<'_>, turn: &Turn) {
        if let Self::Sensible(bot) = self {
            bot.observe(view, turn);
        }
    }
}

impl fmt::Display for Skill {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}

impl FromStr for Skill {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        Self::ALL.into_iter().find(|it| it.name() == text).ok_or_else(|| {
            let names: Vec<&str> = Self::ALL.iter().map(|it| it.name()).collect();
            format!("no bot `{text}`; there are: {}", names.join(", "))
        })
    }
}
