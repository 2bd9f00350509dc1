use serde::{Deserialize, Serialize};

use super::Variable;
use super::code::{Binary, Op, Ternary, Unary, Visitor, end_of_roll, visit};
use crate::Fixed;

/// One step of the code in the form that is executed.
///
/// A step differs from an operation: a simple right operand, which is the usual case, includes the
/// operation on it. That halves the number of steps, and few of them use the stack. The order of
/// the draws is the same.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub(super) enum Step {
    Constant(Action, Fixed),
    Variable(Action, Variable),
    Dice(Action, u16, u16),
    Roll(Action, i32, i32),
    /// The right operand is the topmost value.
    Binary(Binary),
    Chance,
    RollBetween,
    Unary(Unary),
    Ternary(Ternary),
    /// Pops a condition; if it is zero, skips this many steps.
    Branch(u16),
    Jump(u16),
    Pick(u16),
    /// Its number is the value below this many.
    Nth(u16),
}

/// What happens to a value: an operation with the topmost value, or else it is pushed.
pub(super) type Action = Option<Binary>;

impl Step {
    /// Converts operations to steps.
    pub(super) fn all(ops: &[Op]) -> Box<[Self]> {
        visit(ops, &mut Lowering).into_boxed_slice()
    }

    /// Returns the maximum number of values on the stack.
    pub(super) fn height(steps: &[Self]) -> usize {
        let (mut height, mut max) = (0, 0);
        for step in steps {
            match step {
                Self::Constant(None, _)
                | Self::Variable(None, _)
                | Self::Dice(None, ..)
                | Self::Roll(None, ..) => height += 1,
                // The second branch starts without the value of the first.
                Self::Binary(_) | Self::RollBetween | Self::Branch(_) | Self::Jump(_) => {
                    height -= 1;
                }
                Self::Ternary(_) => height -= 2,
                Self::Pick(count) => height -= usize::from(*count) - 1,
                Self::Nth(count) => height -= usize::from(*count),
                Self::Constant(Some(_), _)
                | Self::Variable(Some(_), _)
                | Self::Dice(Some(_), ..)
                | Self::Roll(Some(_), ..)
                | Self::Chance
                | Self::Unary(_) => {}
            }
            max = max.max(height);
        }
        max
    }

    /// Turns a step that pushes a value into one that uses it as the right operand of an operation.
    const fn acting(self, binary: Binary) -> Option<Self> {
        let action = Some(binary);
        match self {
            Self::Constant(None, constant) => Some(Self::Constant(action, constant)),
            Self::Variable(None, variable) => Some(Self::Variable(action, variable)),
            Self::Dice(None, count, sides) => Some(Self::Dice(action, count, sides)),
            Self::Roll(None, low, high) => Some(Self::Roll(action, low, high)),
            Self::Constant(..)
            | Self::Variable(..)
            | Self::Dice(..)
            | Self::Roll(..)
            | Self::Binary(_)
            | Self::Chance
            | Self::RollBetween
            | Self::Pick(_)
            | Self::Nth(_)
            | Self::Unary(_)
            | Self::Ternary(_)
            | Self::Branch(_)
            | Self::Jump(_) => None,
        }
    }
}

struct Lowering;

impl Visitor for Lowering {
    type Value = Vec<Step>;

    fn constant(&mut self, constant: Fixed) -> Vec<Step> {
        vec![Step::Constant(None, constant)]
    }

    fn variable(&mut self, variable: Variable) -> Vec<Step> {
        vec![Step::Variable(None, variable)]
    }

    fn dice(&mut self, count: u16, sides: u16) -> Vec<Step> {
        vec![Step::Dice(None, count, sides)]
    }

    fn chance(&mut self, share: Vec<Step>) -> Vec<Step> {
        joined([share, vec![Step::Chance]])
    }

    fn roll(&mut self, low: Vec<Step>, high: Vec<Step>) -> Vec<Step> {
        if let ([Step::Constant(None, low)], [Step::Constant(None, high)]) = (&*low, &*high) {
            return vec![Step::Roll(None, end_of_roll(*low), end_of_roll(*high))];
        }
        joined([low, high, vec![Step::RollBetween]])
    }

    fn pick(&mut self, values: Vec<Vec<Step>>) -> Vec<Step> {
        let count = u16::try_from(values.len()).expect("code is no longer than the longest text");
        let mut steps: Vec<Step> = values.into_iter().flatten().collect();
        steps.push(Step::Pick(count));
        steps
    }

    fn nth(&mut self, number: Vec<Step>, values: Vec<Vec<Step>>) -> Vec<Step> {
        let count = u16::try_from(values.len()).expect("code is no longer than the longest text");
        joined([number, values.into_iter().flatten().collect(), vec![Step::Nth(count)]])
    }

    fn unary(&mut self, unary: Unary, value: Vec<Step>) -> Vec<Step> {
        joined([value, vec![Step::Unary(unary)]])
    }

    fn binary(&mut self, binary: Binary, left: Vec<Step>, right: Vec<Step>) -> Vec<Step> {
        if let Some(last) = alone(&right).and_then(|it| it.acting(binary)) {
            return joined([left, vec![last]]);
        }
        let commutes = matches!(binary, Binary::Add | Binary::Multiply | Binary::Min | Binary::Max);
        if let Some(last) = drawless(&left).filter(|_| commutes).and_then(|it| it.acting(binary)) {
            return joined([right, vec![last]]);
        }
        joined([left, right, vec![Step::Binary(binary)]])
    }

    fn ternary(&mut self, ternary: Ternary, [first, second, third]: [Vec<Step>; 3]) -> Vec<Step> {
        if let (Ternary::Clamp, Some(low), Some(high)) =
            (ternary, drawless(&second), drawless(&third))
        {
            let limits = [high.acting(Binary::Min), low.acting(Binary::Max)];
            return joined([first, limits.into_iter().flatten().collect()]);
        }
        joined([first, second, third, vec![Step::Ternary(ternary)]])
    }

    fn choose(&mut self, [condition, then, otherwise]: [Vec<Step>; 3]) -> Vec<Step> {
        let skip = |count| u16::try_from(count).expect("code is no longer than the longest text");
        let branch = vec![Step::Branch(skip(then.len() + 1))];
        let jump = vec![Step::Jump(skip(otherwise.len()))];
        joined([condition, branch, then, jump, otherwise])
    }
}

fn joined<const COUNT: usize>(parts: [Vec<Step>; COUNT]) -> Vec<Step> {
    let joined = parts.into_iter().reduce(|mut all, part| {
        all.extend(part);
        all
    });
    joined.unwrap_or_default()
}

fn alone(steps: &[Step]) -> Option<Step> {
    if let [step] = steps { Some(*step) } else { None }
}

/// Returns a single value that draws nothing, so that it may be evaluated later.
fn drawless(steps: &[Step]) -> Option<Step> {
    alone(steps).filter(|it| matches!(it, Step::Constant(None, _) | Step::Variable(None, _)))
}
