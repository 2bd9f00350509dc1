mod assembler;
mod bounds;
mod code;
mod distribution;
mod evaluate;
mod lexer;
mod parser;
mod print;
mod steps;
mod vocabulary;

use std::fmt;
use std::ops::Range;
use std::sync::Arc;

use crate::{Fixed, Rng};
use bounds::Span;
use code::{Code, Op};
use distribution::Distribution;
use serde::{Deserialize, Serialize};

/// A value that a formula reads when it is evaluated; what the number means is the scope's
/// affair.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
pub struct Variable(pub u32);

/// The names that a formula may use where it stands.
pub trait Scope {
    /// The variable of that name or dotted path.
    fn resolve(&self, path: &str) -> Option<Variable>;

    /// All names, to suggest one for a misspelt one.
    fn names(&self) -> Vec<String>;
}

/// What the variables are worth at the moment.
pub trait Values {
    /// The value of a variable that the formula's scope gave out.
    fn value(&self, variable: Variable) -> Fixed;
}

/// A number that depends on values and on chance, as every number in data may: text that is
/// parsed and checked once, then evaluated often.
///
/// ```text
/// values       12  0.25  25%  floor  attacker.attack
/// arithmetic   -a  a + b  a - b  a * b  a / b
///              a // b          how often b goes into a, rounded down; mod(a, b) is the rest
/// comparisons  a < b  a <= b  a > b  a >= b  a = b  a != b         1 for yes, 0 for no
/// logic        not a  a and b  a or b                              all but 0 is yes
/// choice       if(condition, then, otherwise)
/// rounding     floor(a)  ceil(a)  round(a)      to whole numbers; round takes halves away from 0
/// limits       min(a, b, ...)  max(a, b, ...)  clamp(a, low, high)
/// more         abs(a)  sign(a)  sqrt(a)
///              pow(a, times)            a to the power of a whole number, from 0 up
///              compound(a, rate, times) a * pow(rate, times), rounded once, so more exact
/// chance       2d6  d20  roll(low, high)        whole numbers, both ends included
///              chance(share)                    1 with that chance, else 0
/// ```
///
/// Draws happen in reading order. Both sides of `and` and `or` are always read and draw; `if`
/// reads only the branch that it takes. Dividing by zero gives zero: a rule must go on.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct Formula(Shape);

#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
enum Shape {
    Constant(Fixed),
    /// The code reads this variable and does nothing else.
    Variable(Variable, Arc<Code>),
    Code(Arc<Code>),
}

// Kinds and effects hold many of them.
const _: () = assert!(size_of::<Formula>() <= 16);

/// Why a text is not a formula.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct FormulaError {
    /// The bytes of the text that are wrong; empty at its end when something is missing.
    pub at: Range<usize>,
    /// What is wrong there, and what would be right.
    pub what: String,
}

impl Formula {
    /// The longest text that is read, in letters.
    pub const LONGEST: usize = 2_000;

    /// The names of all functions, for those who list or check them.
    pub fn functions() -> impl Iterator<Item = &'static str> {
        vocabulary::FUNCTIONS.iter().map(|(name, _)| *name)
    }

    /// Reads a formula that may use the names of the scope.
    pub fn parse(text: &str, scope: &dyn Scope) -> Result<Self, FormulaError> {
        let code = parser::parse(text, scope)?;
        Ok(Self(match *code.ops {
            [Op::Constant(constant)] => Shape::Constant(constant),
            [Op::Variable(variable)] => Shape::Variable(variable, Arc::new(code)),
            _ => Shape::Code(Arc::new(code)),
        }))
    }

    /// Its value now.
    #[inline]
    pub fn value<V: Values + ?Sized>(&self, values: &V, rng: &mut Rng) -> Fixed {
        match &self.0 {
            Shape::Constant(constant) => *constant,
            Shape::Variable(variable, _) => values.value(*variable),
            Shape::Code(code) => code.value(values, rng),
        }
    }

    /// The least and the most that it can give with these values.
    ///
    /// Nothing lies outside, and nearly always both are reached: every draw stands in a
    /// formula once, so the ends of its parts come together at the ends of the whole.
    pub fn bounds<V: Values + ?Sized>(&self, values: &V) -> (Fixed, Fixed) {
        self.bounds_within(&|variable| {
            let value = values.value(variable);
            (value, value)
        })
    }

    /// Returns the minimum and maximum that it can give where each variable lies somewhere
    /// between two values.
    pub fn bounds_within(&self, values: &dyn Fn(Variable) -> (Fixed, Fixed)) -> (Fixed, Fixed) {
        let span = match &self.0 {
            Shape::Constant(constant) => Span::point(*constant),
            Shape::Variable(_, code) | Shape::Code(code) => Span::of(&code.ops, values),
        };
        (span.least, span.most)
    }

    /// Returns how likely something is whose chance this formula gives, 0 to 1. This is the
    /// exact mean over all draws, rounded to a basis point; `None` if there are too many cases
    /// to work it out.
    pub fn mean_chance<V: Values + ?Sized>(&self, values: &V) -> Option<Fixed> {
        let constant = |it: Fixed| Fixed::from_basis_points(it.to_chance().0.into());
        match &self.0 {
            Shape::Constant(it) => Some(constant(*it)),
            Shape::Variable(variable, _) => Some(constant(values.value(*variable))),
            Shape::Code(code) => {
                Distribution::of(&code.ops, &|variable| values.value(variable))?.mean_chance()
            }
        }
    }

    /// Whether it is the same number always.
    pub const fn is_constant(&self) -> bool {
        self.constant().is_some()
    }

    /// The number that it always is, if it is.
    pub const fn constant(&self) -> Option<Fixed> {
        match self.0 {
            Shape::Constant(constant) => Some(constant),
            Shape::Variable(..) | Shape::Code(_) => None,
        }
    }

    /// Whether it may draw.
    pub fn draws(&self) -> bool {
        let draws = |op: &Op| matches!(op, Op::Dice { .. } | Op::Roll | Op::Chance);
        self.code().is_some_and(|code| code.ops.iter().any(draws))
    }

    /// The variables that it may read, each once, in rising order.
    pub fn variables(&self) -> impl Iterator<Item = Variable> {
        let names = self.code().map(|code| &*code.names).unwrap_or_default();
        names.iter().map(|&(variable, _)| variable)
    }

    fn code(&self) -> Option<&Code> {
        match &self.0 {
            Shape::Constant(_) => None,
            Shape::Variable(_, code) | Shape::Code(code) => Some(code),
        }
    }
}

impl Default for Formula {
    /// Zero.
    fn default() -> Self {
        Self::from(Fixed::ZERO)
    }
}

impl From<Fixed> for Formula {
    fn from(constant: Fixed) -> Self {
        Self(Shape::Constant(constant))
    }
}

impl fmt::Display for Formula {
    /// Writes it in one way for all spellings, and so that it is read as the same formula
    /// (blanks may make a very long one longer than the longest).
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match &self.0 {
            Shape::Constant(constant) => constant.fmt(f),
            Shape::Variable(_, code) | Shape::Code(code) => f.write_str(&print::text(code)),
        }
    }
}

impl fmt::Display for FormulaError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.what)
    }
}

impl std::error::Error for FormulaError {}
