use serde::{Deserialize, Serialize};

use super::Variable;
use super::steps::Step;
use crate::Fixed;

/// A formula that was checked and simplified.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub(super) struct Code {
    /// Its meaning in postfix order: every operation follows its operands.
    pub(super) ops: Box<[Op]>,
    /// The variables that the operations read, in ascending order, with their names.
    pub(super) names: Box<[(Variable, Box<str>)]>,
    /// The same as `ops`, in the form that is executed.
    pub(super) steps: Box<[Step]>,
    /// The maximum number of values on the stack while the steps run.
    pub(super) height: usize,
}

/// An operation on the results of the operations before it.
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
    /// Pops a condition; if it is zero, skips this many operations. The last of these is the `Jump`
    /// over the other branch.
    Branch(u16),
    Jump(u16),
    /// Draws one of this many values.
    Pick(u16),
    /// Takes one of this many values, by the number below them. New operations
    /// follow here: the digest of a run depends on the order.
    Nth(u16),
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
            // If the limits are reversed, the lower limit wins.
            Self::Clamp => first.min(third).max(second),
            Self::Compound => first.compounded(second, times(third)),
        }
    }
}

/// Converts a number to a count: rounded down, and at least zero.
pub(super) fn times(number: Fixed) -> u32 {
    u32::try_from(number.to_whole().max(0)).unwrap_or(u32::MAX)
}

/// Converts a number from 1 to `count` to an index. Numbers outside count as the nearest one inside.
pub(super) fn index(number: Fixed, count: usize) -> usize {
    (times(number) as usize).clamp(1, count) - 1
}

/// Converts a number to the end of a roll: rounded to a whole number.
pub(super) fn end_of_roll(number: Fixed) -> i32 {
    let whole = number.round().to_whole();
    i32::try_from(whole).unwrap_or(if whole < 0 { i32::MIN } else { i32::MAX })
}

/// A visitor of code, for everything except evaluation. Operands are visited before operations.
pub(super) trait Visitor {
    /// The result for an operation and its operands.
    type Value;

    fn constant(&mut self, constant: Fixed) -> Self::Value;
    fn variable(&mut self, variable: Variable) -> Self::Value;
    fn dice(&mut self, count: u16, sides: u16) -> Self::Value;
    fn chance(&mut self, share: Self::Value) -> Self::Value;
    fn roll(&mut self, low: Self::Value, high: Self::Value) -> Self::Value;
    fn pick(&mut self, values: Vec<Self::Value>) -> Self::Value;
    fn nth(&mut self, number: Self::Value, values: Vec<Self::Value>) -> Self::Value;
    fn unary(&mut self, unary: Unary, value: Self::Value) -> Self::Value;
    fn binary(&mut self, binary: Binary, left: Self::Value, right: Self::Value) -> Self::Value;
    fn ternary(&mut self, ternary: Ternary, values: [Self::Value; 3]) -> Self::Value;
    fn choose(&mut self, values: [Self::Value; 3]) -> Self::Value;
}

/// Visits the operations of one value. It is recursive only for the branches of an `if`, so that a
/// long sum needs no deep stack.
pub(super) fn visit<R: Visitor>(ops: &[Op], visitor: &mut R) -> R::Value {
    let mut stack = Vec::new();
    let mut at = 0;
    while at < ops.len() {
        let mut take = || stack.pop().expect("every operation finds its operands");
        let value = match ops[at] {
            Op::Constant(constant) => visitor.constant(constant),
            Op::Variable(variable) => visitor.variable(variable),
            Op::Dice { count, sides } => visitor.dice(count, sides),
            Op::Chance => visitor.chance(take()),
            Op::Roll => {
                let (high, low) = (take(), take());
                visitor.roll(low, high)
            }
            Op::Pick(count) | Op::Nth(count) => {
                let mut values: Vec<R::Value> = (0..count).map(|_| take()).collect();
                values.reverse();
                if matches!(ops[at], Op::Nth(_)) {
                    visitor.nth(take(), values)
                } else {
                    visitor.pick(values)
                }
            }
            Op::Unary(unary) => visitor.unary(unary, take()),
            Op::Binary(binary) => {
                let (right, left) = (take(), take());
                visitor.binary(binary, left, right)
            }
            Op::Ternary(ternary) => {
                let (third, second, first) = (take(), take(), take());
                visitor.ternary(ternary, [first, second, third])
            }
            Op::Branch(skip) => {
                let (then, otherwise) = branches(&ops[at + 1..], skip.into());
                at += skip as usize + otherwise.len();
                let condition = take();
                let then = visit(then, visitor);
                let otherwise = visit(otherwise, visitor);
                visitor.choose([condition, then, otherwise])
            }
            Op::Jump(_) => unreachable!("a branch ends before its jump"),
        };
        stack.push(value);
        at += 1;
    }
    stack.pop().expect("code leaves one value")
}

/// Splits the operations that follow a branch into the branch for yes and the one for no.
fn branches(rest: &[Op], skip: usize) -> (&[Op], &[Op]) {
    let (then, otherwise) = rest.split_at(skip);
    match then {
        [then @ .., Op::Jump(over)] => (then, &otherwise[..usize::from(*over)]),
        _ => unreachable!("the first branch ends in a jump"),
    }
}
