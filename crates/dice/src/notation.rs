use std::fmt;
use std::str::FromStr;

use serde::{Deserialize, Serialize};

use crate::Rng;

/// Dice in the usual notation: `2d6+1`, `d20`, `3d4-1d2`, `7`.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct Dice {
    terms: Vec<Term>,
}

/// So many dice of so many sides, added or taken away. A plain number has no sides.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
struct Term {
    minus: bool,
    count: u16,
    sides: Option<u16>,
}

/// Why a text is not dice.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct NotationError {
    /// How many letters stand before the mistake.
    pub at: usize,
    /// What is wrong there, and what would be right.
    pub what: &'static str,
}

impl Dice {
    /// Throws them. Each die is one draw, in the order written.
    pub fn roll(&self, rng: &mut Rng) -> i32 {
        self.sum(|term, sides| rng.dice(term.count, sides))
    }

    /// The least they can show.
    pub fn least(&self) -> i32 {
        self.sum(|term, sides| if term.minus { term.highest(sides) } else { term.count.into() })
    }

    /// The most they can show.
    pub fn most(&self) -> i32 {
        self.sum(|term, sides| if term.minus { term.count.into() } else { term.highest(sides) })
    }

    fn sum(&self, mut throw: impl FnMut(Term, u16) -> i32) -> i32 {
        let value = |term: &Term| {
            let shown = term.sides.map_or(term.count.into(), |sides| throw(*term, sides));
            if term.minus { -shown } else { shown }
        };
        self.terms.iter().map(value).sum()
    }
}

impl Rng {
    /// The sum of so many dice of so many sides, both at most 1,000. Each die is one draw.
    pub(crate) fn dice(&mut self, count: u16, sides: u16) -> i32 {
        (0..count).map(|_| 1 + self.below(u32::from(sides)).cast_signed()).sum()
    }
}

impl Term {
    fn highest(self, sides: u16) -> i32 {
        i32::from(self.count) * i32::from(sides)
    }
}

impl FromStr for Dice {
    type Err = NotationError;

    fn from_str(text: &str) -> Result<Self, NotationError> {
        let mut reader = Reader { text, at: 0 };
        let mut terms = Vec::new();
        loop {
            reader.skip_blanks();
            let minus = reader.eat('-');
            if !minus && reader.eat('+') && terms.is_empty() {
                return Err(NotationError { at: 0, what: "dice do not start with `+`" });
            }
            terms.push(reader.term(minus)?);
            // Sixteen terms of 1,000 dice with 1,000 sides still fit the sum.
            if terms.len() > 16 {
                return Err(reader.error("more than sixteen terms"));
            }
            reader.skip_blanks();
            match reader.peek() {
                None => return Ok(Self { terms }),
                Some('+' | '-') => {}
                Some(_) => return Err(reader.error("expected `+`, `-` or the end")),
            }
        }
    }
}

struct Reader<'a> {
    text: &'a str,
    at: usize,
}

impl Reader<'_> {
    fn peek(&self) -> Option<char> {
        self.text[self.at..].chars().next()
    }

    fn eat(&mut self, wanted: char) -> bool {
        let found = self.peek() == Some(wanted);
        self.at += if found { wanted.len_utf8() } else { 0 };
        found
    }

    fn skip_blanks(&mut self) {
        while self.eat(' ') {}
    }

    fn term(&mut self, minus: bool) -> Result<Term, NotationError> {
        self.skip_blanks();
        let count = self.number()?;
        if !self.eat('d') && !self.eat('D') {
            let count =
                count.ok_or_else(|| self.error("expected a number or dice such as `2d6`"))?;
            return Ok(Term { minus, count, sides: None });
        }
        match self.number()? {
            Some(0) => Err(self.error("a die has at least one side")),
            Some(sides) => Ok(Term { minus, count: count.unwrap_or(1), sides: Some(sides) }),
            None => Err(self.error("expected the number of sides, as in `2d6`")),
        }
    }

    fn number(&mut self) -> Result<Option<u16>, NotationError> {
        let rest = &self.text[self.at..];
        let digits = rest.len() - rest.trim_start_matches(|it: char| it.is_ascii_digit()).len();
        if digits == 0 {
            return Ok(None);
        }
        let number = rest[..digits].parse().ok().filter(|&it| it <= 1_000);
        if number.is_none() {
            return Err(self.error("a number of dice or sides is at most 1000"));
        }
        self.at += digits;
        Ok(number)
    }

    fn error(&self, what: &'static str) -> NotationError {
        NotationError { at: self.text[..self.at].chars().count(), what }
    }
}

impl fmt::Display for Dice {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (index, term) in self.terms.iter().enumerate() {
            let sign = if term.minus { "-" } else { "+" };
            f.write_str(if index == 0 && !term.minus { "" } else { sign })?;
            match term.sides {
                Some(sides) => write!(f, "{}d{sides}", term.count)?,
                None => write!(f, "{}", term.count)?,
            }
        }
        Ok(())
    }
}

impl fmt::Display for NotationError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} at column {}", self.what, self.at + 1)
    }
}

impl std::error::Error for NotationError {}

#[cfg(test)]
mod tests {
    use super::*;

    fn check(text: &str, shown: &str, least: i32, most: i32) {
        let dice: Dice = text.parse().unwrap();
        assert_eq!(dice.to_string(), shown);
        assert_eq!((dice.least(), dice.most()), (least, most), "{text}");
        let mut rng = Rng::new(1);
        let rolls: Vec<i32> = (0..5_000).map(|_| dice.roll(&mut rng)).collect();
        assert_eq!(rolls.iter().min(), Some(&least), "{text}");
        assert_eq!(rolls.iter().max(), Some(&most), "{text}");
    }

    #[test]
    fn the_usual_notation_is_read() {
        check("2d6+1", "2d6+1", 3, 13);
        check("d20", "1d20", 1, 20);
        check("7", "7", 7, 7);
        check("-3", "-3", -3, -3);
        check(" 2D4 - 1d3 + 2 ", "2d4-1d3+2", 1, 9);
        check("0d6", "0d6", 0, 0);
    }

    fn refused(text: &str, message: &str) {
        assert_eq!(text.parse::<Dice>().unwrap_err().to_string(), message);
    }

    #[test]
    fn mistakes_are_told_with_their_place() {
        refused("", "expected a number or dice such as `2d6` at column 1");
        refused("2d", "expected the number of sides, as in `2d6` at column 3");
        refused("2d0", "a die has at least one side at column 4");
        refused("2d6+", "expected a number or dice such as `2d6` at column 5");
        refused("2d6 x", "expected `+`, `-` or the end at column 5");
        refused("9999d6", "a number of dice or sides is at most 1000 at column 1");
        refused("+2d6", "dice do not start with `+` at column 1");
        refused("\u{e9}", "expected a number or dice such as `2d6` at column 1");
        refused(&["1"; 20].join("+"), "more than sixteen terms at column 34");
    }
}
