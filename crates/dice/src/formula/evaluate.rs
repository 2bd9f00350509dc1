use super::Values;
use super::code::{Code, Op, end_of_roll};
use crate::{Fixed, Rng};

/// How many values a formula may have on the stack.
pub(super) const HIGHEST: usize = 128;

/// So many are enough for nearly every formula, and cost little to lay out.
const USUAL: usize = 8;

impl Code {
    pub(super) fn value<V: Values + ?Sized>(&self, values: &V, rng: &mut Rng) -> Fixed {
        if self.height <= USUAL {
            run::<USUAL, V>(&self.ops, values, rng)
        } else {
            run::<HIGHEST, V>(&self.ops, values, rng)
        }
    }
}

fn run<const SLOTS: usize, V: Values + ?Sized>(ops: &[Op], values: &V, rng: &mut Rng) -> Fixed {
    let mut stack = Stack { slots: [Fixed::ZERO; SLOTS], below: 0, top: Fixed::ZERO };
    let mut at = 0;
    while let Some(&op) = ops.get(at) {
        at += 1;
        match op {
            Op::Constant(constant) => stack.push(constant),
            Op::Variable(variable) => stack.push(values.value(variable)),
            Op::Dice { count, sides } => stack.push(rng.dice(count, sides).into()),
            Op::Chance => {
                stack.top = Fixed::from_truth(rng.happens(stack.top.to_chance()));
            }
            Op::Roll => {
                let high = end_of_roll(stack.pop());
                stack.top = rng.between(end_of_roll(stack.top)..=high).into();
            }
            Op::Unary(unary) => stack.top = unary.of(stack.top),
            Op::Binary(binary) => {
                let right = stack.pop();
                stack.top = binary.of(stack.top, right);
            }
            Op::Ternary(ternary) => {
                let (third, second) = (stack.pop(), stack.pop());
                stack.top = ternary.of([stack.top, second, third]);
            }
            Op::Branch(skip) => at += if stack.pop().is_true() { 0 } else { usize::from(skip) },
            Op::Jump(over) => at += usize::from(over),
        }
    }
    stack.top
}

/// The topmost value is kept apart from the slots: most operations touch nothing else.
struct Stack<const SLOTS: usize> {
    slots: [Fixed; SLOTS],
    below: usize,
    top: Fixed,
}

// The height was measured when the code was made, so no remainder is ever taken; it is
// written so that the compiler needs no check either.
impl<const SLOTS: usize> Stack<SLOTS> {
    #[inline]
    fn push(&mut self, value: Fixed) {
        self.slots[self.below % SLOTS] = self.top;
        self.below += 1;
        self.top = value;
    }

    #[inline]
    fn pop(&mut self) -> Fixed {
        self.below = self.below.wrapping_sub(1);
        std::mem::replace(&mut self.top, self.slots[self.below % SLOTS])
    }
}
