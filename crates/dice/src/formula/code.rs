use serde::{Deserialize, Serialize};

use super::Variable;
use super::steps::Step;
use crate::Fixed;

/// A formula, checked and worked out as far as it can be.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub(super) struct Code {
    /// Its meaning in postfix order: every operation follows its operands.
    pub(super) ops: Box<[Op]>,
    /// The variables that the operations read, in rising order, with their names.
    pub(super) names: Box<[(Variable, Box<str>)]>,
    /// The same as `ops`, as it is run.
    pub(super) steps: Box<[Step]>,
    /// How many values the steps have on the stack at most.
    pub(super) height: usize,
}

/// An operation, on what the operations before it gave.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub(super) enum Op {
    Constant(Fixed),
    Variable(Variable),
    Dice {
        count: u16,
        sides: u16,
    },
    Chance,
    Roll,
    Unary(Unary),
    Binary(Binary),
    Ternary(Ternary),
    /// Takes a condition; if it is zero, skips so many operations, of which the last is the
    /// `Jump` over the other branch.
    Branch(u16),
    Jump(u16),
}

/// An operation on one value.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub(super) enum Unary {
    Negate,
    Not,
    Abs,
    Floor,
    Ceil,
    Round,
    Sign,
    Sqrt,
}

/// An operation on two values.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub(super) enum Binary {
    Add,
    Subtract,
    Multiply,
    Divide,
    DivideWhole,
    Modulo,
    Less,
    LessEqual,
    Greater,
    GreaterEqual,
    Equal,
    NotEqual,
    And,
    Or,
    Min,
    Max,
    Power,
}

/// An operation on three values.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub(super) enum Ternary {
    Clamp,
    Compound,
}

impl Unary {
    #[inline]
    pub(super) fn of(self, value: Fixed) -> Fixed {
        match self {
            Self::Negate => -value,
            Self::Not => Fixed::from_bool(!value.is_true()),
            Self::Abs => value.abs(),
            Self::Floor => value.floor(),
            Self::Ceil => value.ceil(),
            Self::Round => value.round(),
            Self::Sign => value.sign(),
            Self::Sqrt => value.sqrt(),
        }
    }
}

impl Binary {
    #[expect(clippy::inline_always, reason = "a call takes longer than most of what it calls")]
    #[inline(always)]
    pub(super) fn of(self, left: Fixed, right: Fixed) -> Fixed {
        match self {
            Self::Add => left + right,
            Self::Subtract => left - right,
            Self::Multiply => left * right,
            Self::Divide => left / right,
            Self::DivideWhole => left.div_floor(right),
            Self::Modulo => left.rem_floor(right),
            Self::Less => Fixed::from_bool(left < right),
            Self::LessEqual => Fixed::from_bool(left <= right),
            Self::Greater => Fixed::from_bool(left > right),
            Self::GreaterEqual => Fixed::from_bool(left >= right),
            Self::Equal => Fixed::from_bool(left == right),
            Self::NotEqual => Fixed::from_bool(left != right),
            Self::And => Fixed::from_bool(left.is_true() && right.is_true()),
            Self::Or => Fixed::from_bool(left.is_true() || right.is_true()),
            Self::Min => left.min(right),
            Self::Max => left.max(right),
            Self::Power => left.power(times(right)),
        }
    }
}

impl Ternary {
    #[inline]
    pub(super) fn of(self, [first, second, third]: [Fixed; 3]) -> Fixed {
        match self {
            // Where the limits cross, the lower one holds.
            Self::Clamp => first.min(third).max(second),
            Self::Compound => first.compounded(second, times(third)),
        }
    }
}

/// How many times: a whole number, and not less than none.
pub(super) fn times(number: Fixed) -> u32 {
    u32::try_from(number.to_whole().max(0)).unwrap_or(u32::MAX)
}

/// The whole number that a roll starts or ends with.
pub(super) fn end_of_roll(number: Fixed) -> i32 {
    let whole = number.round().to_whole();
    i32::try_from(whole).unwrap_or(if whole < 0 { i32::MIN } else { i32::MAX })
}

/// What else than evaluating can be done with code, from the inside out.
pub(super) trait Reading {
    /// What becomes of an operation and its operands.
    type Value;

    fn constant(&mut self, constant: Fixed) -> Self::Value;
    fn variable(&mut self, variable: Variable) -> Self::Value;
    fn dice(&mut self, count: u16, sides: u16) -> Self::Value;
    fn chance(&mut self, share: Self::Value) -> Self::Value;
    fn roll(&mut self, low: Self::Value, high: Self::Value) -> Self::Value;
    fn unary(&mut self, unary: Unary, value: Self::Value) -> Self::Value;
    fn binary(&mut self, binary: Binary, left: Self::Value, right: Self::Value) -> Self::Value;
    fn ternary(&mut self, ternary: Ternary, values: [Self::Value; 3]) -> Self::Value;
    fn choose(&mut self, values: [Self::Value; 3]) -> Self::Value;
}

/// Reads the operations of one value. It calls itself only for the branches of an `if`, so
/// that a long sum needs no deep stack.
pub(super) fn read<R: Reading>(ops: &[Op], reading: &mut R) -> R::Value {
    let mut stack = Vec::new();
    let mut at = 0;
    while at < ops.len() {
        let mut take = || stack.pop().expect("every operation finds its operands");
        let value = match ops[at] {
            Op::Constant(constant) => reading.constant(constant),
            Op::Variable(variable) => reading.variable(variable),
            Op::Dice { count, sides } => reading.dice(count, sides),
            Op::Chance => reading.chance(take()),
            Op::Roll => {
                let (high, low) = (take(), take());
                reading.roll(low, high)
            }
            Op::Unary(unary) => reading.unary(unary, take()),
            Op::Binary(binary) => {
                let (right, left) = (take(), take());
                reading.binary(binary, left, right)
            }
            Op::Ternary(ternary) => {
                let (third, second, first) = (take(), take(), take());
                reading.ternary(ternary, [first, second, third])
            }
            Op::Branch(skip) => {
                let (then, otherwise) = branches(&ops[at + 1..], skip.into());
                at += skip as usize + otherwise.len();
                let condition = take();
                let then = read(then, reading);
                let otherwise = read(otherwise, reading);
                reading.choose([condition, then, otherwise])
            }
            Op::Jump(_) => unreachable!("a branch ends before its jump"),
        };
        stack.push(value);
        at += 1;
    }
    stack.pop().expect("code leaves one value")
}

/// The operations for yes and for no, from what follows a branch.
fn branches(rest: &[Op], skip: usize) -> (&[Op], &[Op]) {
    let (then, otherwise) = rest.split_at(skip);
    match then {
        [then @ .., Op::Jump(over)] => (then, &otherwise[..usize::from(*over)]),
        _ => unreachable!("the first branch ends in a jump"),
    }
}
