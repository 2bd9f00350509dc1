use barrow_small::sort_by_key;

use super::code::{Code, Op};
use super::steps::Step;
use super::{Span, Variable};
use crate::Fixed;

/// Builds code, and evaluates parts that are constant at once.
#[derive(Default)]
pub(super) struct Assembler {
    ops: Vec<Op>,
    names: Vec<(Variable, Box<str>)>,
}

impl Assembler {
    /// Returns the index of the next operation.
    pub(super) const fn here(&self) -> usize {
        self.ops.len()
    }

    /// Returns the value of the operations from `first` on if they are constant.
    pub(super) fn constant_from(&self, first: usize) -> Option<Fixed> {
        match self.ops[first..] {
            [Op::Constant(constant)] => Some(constant),
            _ => None,
        }
    }

    pub(super) fn constant(&mut self, constant: Fixed) {
        self.ops.push(Op::Constant(constant));
    }

    pub(super) fn variable(&mut self, variable: Variable, name: &str) {
        self.ops.push(Op::Variable(variable));
        self.names.push((variable, name.into()));
    }

    /// Adds an operation whose operands are all operations from `first` on. If these are constants
    /// and only one result is possible, the result replaces them.
    pub(super) fn operate(&mut self, op: Op, first: usize) {
        let known = self.ops[first..].iter().all(|it| matches!(it, Op::Constant(_)));
        self.ops.push(op);
        if known {
            let span = Span::of(&self.ops[first..], &|_| (Fixed::ZERO, Fixed::ZERO));
            if span.min == span.max {
                self.ops.truncate(first);
                self.constant(span.min);
            }
        }
    }

    /// Starts the first branch of an `if`; the condition was just added.
    pub(super) fn branch(&mut self) {
        self.ops.push(Op::Branch(0));
    }

    /// Ends the first branch of an `if` and starts the second.
    pub(super) fn otherwise(&mut self) {
        self.ops.push(Op::Jump(0));
    }

    /// Ends an `if` whose three parts start at these indices, and removes a branch that can never
    /// be taken.
    pub(super) fn end_choice(&mut self, condition: usize, then: usize, otherwise: usize) {
        let (branch, jump) = (then - 1, otherwise - 1);
        self.ops[branch] = Op::Branch(skip(then, otherwise));
        self.ops[jump] = Op::Jump(skip(otherwise, self.here()));
        if let [Op::Constant(known)] = self.ops[condition..branch] {
            if known.is_true() {
                self.ops.truncate(jump);
                self.ops.drain(condition..then);
            } else {
                self.ops.drain(condition..otherwise);
            }
        }
    }

    pub(super) fn finish(mut self) -> Code {
        let ops = self.ops.into_boxed_slice();
        self.names.retain(|&(variable, _)| ops.contains(&Op::Variable(variable)));
        sort_by_key(&mut self.names, |&(variable, _)| variable);
        self.names.dedup_by_key(|&mut (variable, _)| variable);
        let steps = Step::all(&ops);
        let height = Step::height(&steps);
        Code { ops, names: self.names.into_boxed_slice(), steps, height }
    }
}

fn skip(from: usize, to: usize) -> u16 {
    u16::try_from(to - from).expect("code is not longer than the longest text")
}
