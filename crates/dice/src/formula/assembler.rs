use barrow_sorted::sort_by_key;

use super::code::{Code, Op};
use super::steps::Step;
use super::{Span, Variable};
use crate::Fixed;

/// Puts code together, and works out at once what depends on nothing.
#[derive(Default)]
pub(super) struct Assembler {
    ops: Vec<Op>,
    names: Vec<(Variable, Box<str>)>,
}

impl Assembler {
    /// Where the next operation will stand.
    pub(super) const fn here(&self) -> usize {
        self.ops.len()
    }

    /// The number that the operations from `first` on amount to, if it is known by now.
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

    /// Adds an operation whose operands are all that was added from `first` on. If they are
    /// constants and it can give only one number, it becomes that number.
    pub(super) fn operate(&mut self, op: Op, first: usize) {
        let known = self.ops[first..].iter().all(|it| matches!(it, Op::Constant(_)));
        self.ops.push(op);
        if known {
            let span = Span::of(&self.ops[first..], &|_| (Fixed::ZERO, Fixed::ZERO));
            if span.least == span.most {
                self.ops.truncate(first);
                self.constant(span.least);
            }
        }
    }

    /// Starts the branch for yes; the condition was just added.
    pub(super) fn branch(&mut self) {
        self.ops.push(Op::Branch(0));
    }

    /// Ends the branch for yes and starts the one for no.
    pub(super) fn otherwise(&mut self) {
        self.ops.push(Op::Jump(0));
    }

    /// Ends the choice whose three parts start at these places, and drops the branch that
    /// can never be taken.
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
