use std::ops::Range;

use super::FormulaError;
use super::code::Binary;
use super::vocabulary::{FOREIGN, OPERATORS};
use crate::{Fixed, FixedError};

/// A token and its position in the text.
#[derive(Clone, Debug)]
pub(super) struct Token {
    pub(super) piece: Piece,
    pub(super) at: Range<usize>,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Piece {
    Number(Fixed),
    Dice { count: u16, sides: u16 },
    Name,
    Not,
    Operator(Binary),
    Open,
    Close,
    Comma,
    End,
}

/// Splits a text into tokens.
pub(super) struct Lexer<'a> {
    text: &'a str,
    at: usize,
}

impl<'a> Lexer<'a> {
    pub(super) const fn new(text: &'a str) -> Self {
        Self { text, at: 0 }
    }

    /// Returns the next token; after the end, always `End`.
    pub(super) fn next(&mut self) -> Result<Token, FormulaError> {
        let blanks = self.length_of(char::is_whitespace);
        self.at += blanks;
        let start = self.at;
        let (length, piece) = match self.rest().chars().next() {
            None => (0, Ok(Piece::End)),
            Some(first) if first.is_ascii_digit() || first == '.' => self.number(),
            Some(first) if first.is_alphabetic() || first == '_' => self.word(),
            Some(first) => self.sign(first),
        };
        self.at += length;
        let at = start..self.at;
        match piece {
            Ok(piece) => Ok(Token { piece, at }),
            Err(what) => Err(FormulaError { at, what }),
        }
    }

    fn rest(&self) -> &'a str {
        &self.text[self.at..]
    }

    fn length_of(&self, belongs: impl Fn(char) -> bool) -> usize {
        self.rest().find(|it| !belongs(it)).unwrap_or(self.rest().len())
    }

    fn word(&self) -> (usize, Result<Piece, String>) {
        let length = self.word_length();
        let word = &self.rest()[..length];
        let piece = match word {
            "not" => Piece::Not,
            "and" => Piece::Operator(Binary::And),
            "or" => Piece::Operator(Binary::Or),
            _ => match dice(word) {
                Some(dice) => return (length, dice),
                None => Piece::Name,
            },
        };
        (length, Ok(piece))
    }

    /// Returns the length of a name or dotted path. A part of it that is not a plain word is quoted
    /// with backquotes.
    fn word_length(&self) -> usize {
        let mut quoted = false;
        let end = self.rest().find(|letter| {
            quoted ^= letter == '`';
            !quoted && letter != '`' && !is_of_a_word(letter)
        });
        end.unwrap_or(self.rest().len())
    }

    fn number(&self) -> (usize, Result<Piece, String>) {
        let mut length = self.length_of(is_of_a_word);
        if self.rest()[length..].starts_with('%') {
            length += 1;
        }
        let text = &self.rest()[..length];
        let piece = match (dice(text), text.parse()) {
            (Some(dice), _) => dice,
            (None, Ok(number)) => Ok(Piece::Number(number)),
            (None, Err(FixedError::Form)) => {
                Err(format!("`{text}` is neither a number such as `0.5` nor dice such as `2d6`"))
            }
            (None, Err(error)) => Err(error.to_string()),
        };
        (length, piece)
    }

    fn sign(&self, first: char) -> (usize, Result<Piece, String>) {
        let starts = |sign: &str| self.rest().starts_with(sign);
        let foreign = FOREIGN.iter().find(|&&(sign, _)| starts(sign) && !starts("!="));
        if let Some((sign, ours)) = foreign {
            return (sign.len(), Err(format!("`{sign}` is written `{ours}` here")));
        }
        if let Some((sign, binary, _)) = OPERATORS.iter().find(|&&(sign, ..)| starts(sign)) {
            return (sign.len(), Ok(Piece::Operator(*binary)));
        }
        let piece = match first {
            '(' => Ok(Piece::Open),
            ')' => Ok(Piece::Close),
            ',' => Ok(Piece::Comma),
            '%' => Err("`%` must directly follow a number, as in `25%`; \
                        for a remainder, write `mod(a, b)`"
                .into()),
            other => Err(format!("`{}` has no meaning in a formula", other.escape_debug())),
        };
        (first.len_utf8(), piece)
    }
}

fn is_of_a_word(letter: char) -> bool {
    letter.is_alphanumeric() || letter == '_' || letter == '.'
}

/// Parses dice in the usual notation, `2d6` or `d20`. Returns `None` if the text is not dice.
fn dice(text: &str) -> Option<Result<Piece, String>> {
    let (count, sides) = text.split_once(['d', 'D'])?;
    let all_digits = |it: &str| it.bytes().all(|it| it.is_ascii_digit());
    if !all_digits(count) || !all_digits(sides) || sides.is_empty() {
        return None;
    }
    let number = |it: &str| it.parse().ok().filter(|&it: &u16| it <= 1_000);
    let count = if count.is_empty() { Some(1) } else { number(count) };
    Some(match (count, number(sides)) {
        (Some(_), Some(0)) => Err("a die has at least one side".into()),
        (Some(count), Some(sides)) => Ok(Piece::Dice { count, sides }),
        _ => Err("a number of dice or sides is at most 1000".into()),
    })
}
