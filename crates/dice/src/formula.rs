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

/// A value that a formula reads when it is evaluated. The scope decides what the number means.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
pub struct Variable(pub u32);

/// The names that a formula may use.
pub trait Scope {
    /// Returns the variable for a name or dotted path.
    fn resolve(&self, path: &str) -> Option<Variable>;

    /// Returns all names, to suggest one for a misspelt name.
    fn names(&self) -> Vec<String>;
}

/// The current values of variables.
pub trait Values {
    /// Returns the value of a variable that the formula's scope has resolved.
    fn value(&self, variable: Variable) -> Fixed;
}

/// A number that depends on values and on chance. Its text is parsed and checked once, then
/// evaluated often.
///
/// ```text
/// values       12  0.25  25%  floor  attacker.attack
/// arithmetic   -a  a + b  a - b  a * b  a / b
///              a // b          the quotient, rounded down; mod(a, b) is the remainder
/// comparisons  a < b  a <= b  a > b  a >= b  a = b  a != b         1 for yes, 0 for no
/// logic        not a  a and b  a or b                              all but 0 is yes
/// choice       if(condition, then, otherwise)
/// rounding     floor(a)  ceil(a)  round(a)      to whole numbers; round takes halves away from 0
/// limits       min(a, b, ...)  max(a, b, ...)  clamp(a, low, high)
/// more         abs(a)  sign(a)  sqrt(a)
///              pow(a, times)            a to the power of a whole number, 0 or more
///              compound(a, rate, times) a * pow(rate, times), rounded once, so more exact
/// chance       2d6  d20  roll(low, high)        whole numbers, both ends included
///              chance(share)                    1 with that chance, else 0
///              pick(a, b, ...)                  one of these, each as likely as the others
///              nth(n, a, b, ...)                a if n is at most 1, b if it is 2, ...
/// ```
///
/// Draws happen in reading order. Both sides of `and` and `or` are always evaluated; `if` evaluates
/// only the branch that it takes. Division by zero gives zero, because a rule must not stop.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct Formula(Shape);

#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
enum Shape {
    Constant(Fixed),
    /// Code that reads this variable and does nothing else.
    Variable(Variable, Arc<Code>),
    Code(Arc<Code>),
}

// Kinds and effects hold many formulas.
const _: () = assert!(size_of::<Formula>() <= 16);

/// Why a text is not a formula.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct FormulaError {
    /// The bytes of the text that are wrong. The range is empty at the end if something is missing.
    pub at: Range<usize>,
    /// What is wrong there and how to fix it.
    pub what: String,
}

impl Formula {
    /// The maximum length of a formula in characters.
    pub const MAX_LENGTH: usize = 2_000;

    /// Returns the names of all functions.
    pub fn functions() -> impl Iterator<Item = &'static str> {
        vocabulary::FUNCTIONS.iter().map(|(name, _)| *name)
    }

    /// Parses a formula that may use the names of `scope`.
    pub fn parse(text: &str, scope: &dyn Scope) -> Result<Self, FormulaError> {
        let code = parser::parse(text, scope)?;
        Ok(Self(match *code.ops {
            [Op::Constant(constant)] => Shape::Constant(constant),
            [Op::Variable(variable)] => Shape::Variable(variable, Arc::new(code)),
            _ => Shape::Code(Arc::new(code)),
        }))
    }

    /// Evaluates the formula.
    #[inline]
    pub fn value<V: Values + ?Sized>(&self, values: &V, rng: &mut Rng) -> Fixed {
        match &self.0 {
            Shape::Constant(constant) => *constant,
            Shape::Variable(variable, _) => values.value(*variable),
            Shape::Code(code) => code.value(values, rng),
        }
    }

    /// Returns the minimum and the maximum that the formula can give with these values.
    ///
    /// No result is outside. Nearly always both ends are possible: each draw occurs in a formula
    /// only once, so the extremes of its parts combine to the extremes of the whole.
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
        (span.min, span.max)
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

    /// Returns `true` if the formula is always the same number.
    pub const fn is_constant(&self) -> bool {
        self.constant().is_some()
    }

    /// Returns the number if the formula is always the same number.
    pub const fn constant(&self) -> Option<Fixed> {
        match self.0 {
            Shape::Constant(constant) => Some(constant),
            Shape::Variable(..) | Shape::Code(_) => None,
        }
    }

    /// Returns `true` if the formula may draw random numbers.
    pub fn draws(&self) -> bool {
        let draws = |op: &Op| matches!(op, Op::Dice { .. } | Op::Roll | Op::Chance | Op::Pick(_));
        self.code().is_some_and(|code| code.ops.iter().any(draws))
    }

    /// Returns the variables that the formula may read, each once, in ascending order.
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
    /// Returns zero.
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
    /// Writes the formula in a normal form that parses to the same formula. (The added spaces may
    /// make a very long formula longer than the maximum.)
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
