use super::Values;
use super::code::{Code, end_of_roll, index};
use super::steps::Step;
use crate::{Fixed, Rng};

/// The maximum number of values that a formula may have on the stack.
pub(super) const MAX_STACK: usize = 128;

/// The size of a stack that is enough for nearly every formula and cheap to initialize.
const SMALL_STACK: usize = 8;

impl Code {
    pub(super) fn value<V: Values + ?Sized>(&self, values: &V, rng: &mut Rng) -> Fixed {
        if self.height <= SMALL_STACK {
            run::<SMALL_STACK, V>(&self.steps, values, rng)
        } else {
            run::<MAX_STACK, V>(&self.steps, values, rng)
        }
    }
}

fn run<const SLOTS: usize, V: Values + ?Sized>(code: &[Step], values: &V, rng: &mut Rng) -> Fixed {
    let mut stack = Stack { slots: [Fixed::ZERO; SLOTS], below: 0, top: Fixed::ZERO };
    let mut rest = code.iter();
    while let Some(step) = rest.next() {
        let (action, value) = match *step {
            Step::Constant(action, constant) => (action, constant),
            Step::Variable(action, variable) => (action, values.value(variable)),
            Step::Dice(action, count, sides) => (action, rng.dice(count, sides).into()),
            Step::Roll(action, low, high) => (action, rng.between(low..=high).into()),
            Step::Binary(binary) => (Some(binary), stack.pop()),
            Step::Branch(skip) => {
                if !stack.pop().is_true() {
                    rest = rest.as_slice()[usize::from(skip)..].iter();
                }
                continue;
            }
            Step::Jump(over) => {
                rest = rest.as_slice()[usize::from(over)..].iter();
                continue;
            }
            Step::Chance => (None, Fixed::from_bool(rng.happens(stack.pop().to_chance()))),
            Step::RollBetween => {
                let (high, low) = (end_of_roll(stack.pop()), end_of_roll(stack.pop()));
                (None, rng.between(low..=high).into())
            }
            Step::Pick(count) => {
                let chosen = rng.between(0..=i32::from(count) - 1);
                let values = (0..i32::from(count)).rev().map(|index| (index, stack.pop()));
                let found = values.filter(|&(index, _)| index == chosen).last();
                (None, found.map_or(Fixed::ZERO, |(_, value)| value))
            }
            Step::Nth(count) => {
                let mut values: Vec<Fixed> = (0..count).map(|_| stack.pop()).collect();
                values.reverse();
                (None, values[index(stack.pop(), values.len())])
            }
            Step::Unary(unary) => (None, unary.of(stack.pop())),
            Step::Ternary(ternary) => {
                let (third, second, first) = (stack.pop(), stack.pop(), stack.pop());
                (None, ternary.of([first, second, third]))
            }
        };
        match action {
            None => stack.push(value),
            Some(binary) => stack.top = binary.of(stack.top, value),
        }
    }
    stack.top
}

/// A stack whose topmost value is stored apart from the slots: most operations use only that one.
struct Stack<const SLOTS: usize> {
    slots: [Fixed; SLOTS],
    below: usize,
    top: Fixed,
}

// The height was checked when the code was built, so the remainder never changes an index. It only
// tells the compiler that no bounds check is needed.
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
