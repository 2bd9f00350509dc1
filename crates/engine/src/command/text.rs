//! Commands as text: what journals store and what a person types.

use std::fmt;
use std::iter::Peekable;
use std::str::{Chars, FromStr};

use barrow_grid::{Dir, Pos};

use super::Command;

/// Why a line is not a command.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum CommandError {
    /// The line is empty.
    Empty,
    /// The first word is not a command.
    Unknown(String),
    /// An argument is missing.
    Missing {
        /// The command.
        verb: String,
        /// The argument that is missing.
        what: &'static str,
    },
    /// An argument is not of the expected form.
    Wrong {
        /// The command.
        verb: String,
        /// The argument as written.
        found: String,
        /// What was expected.
        what: &'static str,
    },
    /// There are more arguments than the command takes.
    TooMuch(String),
    /// A quote is not closed.
    Quote,
}

const SLOT: &str = "the number of an item in the bag, 0 to 255";
const CELL: &str = "a cell, such as 3,4";
const DIRECTION: &str = "a direction: n ne e se s sw w nw";
const OPTION: &str = "the number of an option, 0 to 255";
const ABILITY: &str = "the name of an ability";

impl fmt::Display for Command {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Move(dir) => f.write_str(dir.name()),
            Self::Wait => f.write_str("wait"),
            Self::Pickup => f.write_str("pickup"),
            Self::Use { slot } => write!(f, "use {slot}"),
            Self::UseFrom { bag, slot } => write!(f, "use {} {slot}", quoted(bag)),
            Self::Drop { slot } => write!(f, "drop {slot}"),
            Self::Select { slot } => write!(f, "select {slot}"),
            Self::Equip { slot } => write!(f, "equip {slot}"),
            Self::Unequip { slot } => write!(f, "unequip {slot}"),
            Self::Throw { slot, at } => write!(f, "throw {slot} {},{}", at.x, at.y),
            Self::Cast { ability, at } => {
                write!(f, "cast {}", quoted(ability))?;
                at.map_or(Ok(()), |at| write!(f, " {},{}", at.x, at.y))
            }
            Self::Descend => f.write_str("descend"),
            Self::Ascend => f.write_str("ascend"),
            Self::Interact(dir) => write!(f, "interact {}", dir.name()),
            Self::Choose { option } => write!(f, "choose {option}"),
            Self::Cancel => f.write_str("cancel"),
        }
    }
}

impl FromStr for Command {
    type Err = CommandError;

    fn from_str(line: &str) -> Result<Self, CommandError> {
        let mut words = Words { verb: String::new(), rest: line.chars().peekable() };
        words.verb = words.next()?.ok_or(CommandError::Empty)?;
        let command = words.command()?;
        match words.next()? {
            None => Ok(command),
            Some(word) => Err(CommandError::TooMuch(word)),
        }
    }
}

/// The unread words of a line.
struct Words<'a> {
    verb: String,
    rest: Peekable<Chars<'a>>,
}

impl Words<'_> {
    fn command(&mut self) -> Result<Command, CommandError> {
        if let Some(dir) = Dir::from_name(&self.verb) {
            return Ok(Command::Move(dir));
        }
        Ok(match self.verb.as_str() {
            "wait" => Command::Wait,
            "pickup" => Command::Pickup,
            "use" => self.used()?,
            "drop" => Command::Drop { slot: self.number(SLOT)? },
            "select" => Command::Select { slot: self.number(SLOT)? },
            "equip" => Command::Equip { slot: self.number(SLOT)? },
            "unequip" => Command::Unequip { slot: self.number(SLOT)? },
            "throw" => Command::Throw { slot: self.number(SLOT)?, at: self.cell()? },
            "cast" => Command::Cast { ability: self.needed(ABILITY)?, at: self.cell_if_any()? },
            "descend" => Command::Descend,
            "ascend" => Command::Ascend,
            "interact" => {
                let word = self.needed(DIRECTION)?;
                let dir = Dir::from_name(&word);
                Command::Interact(dir.ok_or_else(|| self.wrong(word, DIRECTION))?)
            }
            "choose" => Command::Choose { option: self.number(OPTION)? },
            "confirm" => Command::Choose { option: 0 },
            "cancel" => Command::Cancel,
            _ => return Err(CommandError::Unknown(self.verb.clone())),
        })
    }

    /// Reads what is used: a place in the inventory, or a bag and a place in it.
    fn used(&mut self) -> Result<Command, CommandError> {
        let word = self.needed(SLOT)?;
        if let Ok(slot) = word.parse() {
            return Ok(Command::Use { slot });
        }
        if word.starts_with(|it: char| it.is_ascii_digit() || it == '-') {
            return Err(self.wrong(word, SLOT));
        }
        Ok(Command::UseFrom { bag: word, slot: self.number(SLOT)? })
    }

    fn needed(&mut self, what: &'static str) -> Result<String, CommandError> {
        let verb = || self.verb.clone();
        let missing = CommandError::Missing { verb: verb(), what };
        self.next()?.ok_or(missing)
    }

    fn number(&mut self, what: &'static str) -> Result<u8, CommandError> {
        let word = self.needed(what)?;
        word.parse().map_err(|_| self.wrong(word, what))
    }

    fn cell(&mut self) -> Result<Pos, CommandError> {
        let word = self.needed(CELL)?;
        cell(&word).ok_or_else(|| self.wrong(word, CELL))
    }

    fn cell_if_any(&mut self) -> Result<Option<Pos>, CommandError> {
        match self.next()? {
            None => Ok(None),
            Some(word) => cell(&word).map(Some).ok_or_else(|| self.wrong(word, CELL)),
        }
    }

    fn wrong(&self, found: String, what: &'static str) -> CommandError {
        CommandError::Wrong { verb: self.verb.clone(), found, what }
    }

    /// Returns the next word. In quotes it may contain spaces, and a quote after a backslash.
    fn next(&mut self) -> Result<Option<String>, CommandError> {
        while self.rest.next_if(|letter| letter.is_whitespace()).is_some() {}
        match self.rest.next() {
            None => Ok(None),
            Some('"') => self.quoted_word().map(Some),
            Some(first) => {
                let mut word = String::from(first);
                while let Some(letter) = self.rest.next_if(|letter| !letter.is_whitespace()) {
                    word.push(letter);
                }
                Ok(Some(word))
            }
        }
    }

    fn quoted_word(&mut self) -> Result<String, CommandError> {
        let mut word = String::new();
        loop {
            match self.rest.next().ok_or(CommandError::Quote)? {
                '"' => return Ok(word),
                '\\' => match self.rest.next().ok_or(CommandError::Quote)? {
                    'n' => word.push('\n'),
                    'r' => word.push('\r'),
                    letter => word.push(letter),
                },
                letter => word.push(letter),
            }
        }
    }
}

fn cell(word: &str) -> Option<Pos> {
    let (x, y) = word.split_once(',')?;
    Some(Pos::new(x.parse().ok()?, y.parse().ok()?))
}

/// Returns a name as one word: in quotes, unless it needs none.
fn quoted(name: &str) -> String {
    let plain = |letter: char| letter.is_alphanumeric() || "_-.'".contains(letter);
    if !name.is_empty() && name.chars().all(plain) {
        return name.into();
    }
    let mut word = String::from('"');
    for letter in name.chars() {
        match letter {
            '"' | '\\' => word.extend(['\\', letter]),
            '\n' => word.push_str("\\n"),
            '\r' => word.push_str("\\r"),
            letter => word.push(letter),
        }
    }
    word + "\""
}

impl fmt::Display for CommandError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Empty => f.write_str("there is no command"),
            Self::Unknown(word) => write!(
                f,
                "no command `{word}`; there are n ne e se s sw w nw, wait, pickup, use, drop, \
                 select, equip, unequip, throw, cast, descend, ascend, interact, choose, confirm, cancel"
            ),
            Self::Missing { verb, what } => write!(f, "`{verb}` needs {what}"),
            Self::Wrong { verb, found, what } => write!(f, "`{verb}` needs {what}, not `{found}`"),
            Self::TooMuch(word) => write!(f, "`{word}` is one word too many"),
            Self::Quote => f.write_str("a quote is not closed"),
        }
    }
}

impl std::error::Error for CommandError {}

#[cfg(test)]
mod tests {
    use super::*;

    fn check(line: &str, expected: &str) {
        let answer = match line.parse::<Command>() {
            Ok(command) => command.to_string(),
            Err(error) => format!("error: {error}"),
        };
        assert_eq!(answer, expected);
    }

    #[test]
    fn every_command_reads_what_it_prints() {
        let dirs =
            Dir::ALL.into_iter().flat_map(|dir| [Command::Move(dir), Command::Interact(dir)]);
        let at = Pos::new(-3, 40);
        let cast = |ability: &str, at| Command::Cast { ability: ability.into(), at };
        let others = [
            Command::Wait,
            Command::Pickup,
            Command::Use { slot: 0 },
            Command::Drop { slot: 255 },
            Command::Select { slot: 2 },
            Command::Equip { slot: 3 },
            Command::Unequip { slot: 4 },
            Command::Throw { slot: 9, at },
            cast("bolt", None),
            cast("bolt", Some(at)),
            cast("", None),
            cast("fire ball 3,4", Some(at)),
            cast("a \"strange\\ \n name\"", None),
            Command::Descend,
            Command::Ascend,
            Command::Choose { option: 7 },
            Command::Cancel,
        ];
        for command in dirs.chain(others) {
            let line = command.to_string();
            assert!(!line.contains('\n'));
            assert_eq!(line.parse(), Ok(command), "{line}");
        }
    }

    #[test]
    fn extra_spaces_between_words_are_allowed() {
        check("  throw   2\t3,4 ", "throw 2 3,4");
        check("cast \"bolt\"", "cast bolt");
        check("confirm", "choose 0");
    }

    #[test]
    fn an_error_says_what_is_expected() {
        check("", "error: there is no command");
        check(" \t", "error: there is no command");
        check("use", "error: `use` needs the number of an item in the bag, 0 to 255");
        check(
            "use 256",
            "error: `use` needs the number of an item in the bag, 0 to 255, not `256`",
        );
        check("throw 0", "error: `throw` needs a cell, such as 3,4");
        check("throw 0 3;4", "error: `throw` needs a cell, such as 3,4, not `3;4`");
        check(
            "throw 0 99999999999,4",
            "error: `throw` needs a cell, such as 3,4, not `99999999999,4`",
        );
        check("interact up", "error: `interact` needs a direction: n ne e se s sw w nw, not `up`");
        check("wait here", "error: `here` is one word too many");
        check("cast \"bolt", "error: a quote is not closed");
        assert!(
            "fly"
                .parse::<Command>()
                .unwrap_err()
                .to_string()
                .starts_with("no command `fly`; there are n ")
        );
    }
}
