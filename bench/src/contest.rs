//! What a job is, and what a contestant has to do.

use std::hint::black_box;
use std::ops::{Range, RangeInclusive};
use std::time::{Duration, Instant};

/// Work with a fixed list of operations, for Barrow and the peers.
pub struct Job {
    /// Its name in the table and for `--filter`.
    pub name: String,
    /// How many operations it has: origins, pairs or seeds.
    pub operations: usize,
    /// How many of them are counted under callgrind, which is some fifty times slower.
    pub counted: usize,
    /// The target: how many times as fast as the fastest peer Barrow must be.
    pub target: f64,
    /// What its answers count, for the heading.
    pub unit: &'static str,
    /// Which answers are right.
    pub judge: Judge,
    /// Barrow and the peers.
    pub contestants: Vec<Contestant>,
}

/// Which answers are right.
pub enum Judge {
    /// Each operation has one right amount.
    Exactly(Box<dyn Fn(usize) -> u64>),
    /// Each operation has a reference amount; half to double of it is right.
    About(Box<dyn Fn(usize) -> u64>),
    /// Every amount lies between two bounds.
    Within(RangeInclusive<u64>),
}

/// The answer of an operation.
#[derive(Clone, Copy, Debug)]
pub struct Answer {
    /// What is compared: steps, cells, a sum.
    pub amount: u64,
    /// `true` if the answer is valid: a path without gaps, a map of one region.
    pub sound: bool,
}

impl From<u64> for Answer {
    fn from(amount: u64) -> Self {
        Self { amount, sound: true }
    }
}

impl Judge {
    /// Returns whether an answer to an operation is right.
    pub fn accepts(&self, operation: usize, answer: Answer) -> bool {
        let amount = answer.amount;
        answer.sound
            && match self {
                Self::Exactly(right) => right(operation) == amount,
                Self::About(usual) => {
                    let usual = usual(operation);
                    (usual / 2..=usual * 2).contains(&amount)
                }
                Self::Within(bounds) => bounds.contains(&amount),
            }
    }
}

/// A library that takes part in a job.
pub struct Contestant {
    /// Its name and version.
    pub name: &'static str,
    /// `true` for Barrow, `false` for a peer.
    pub ours: bool,
    /// `true` if it runs in another process, which callgrind does not see.
    pub elsewhere: bool,
    /// Prepares it, or returns why it cannot take part here.
    pub prepare: Box<dyn Fn() -> Result<Box<dyn Work>, String>>,
}

/// A contestant at work, with its buffers.
pub trait Work {
    /// Does the operations of a range `times` times and returns how long it took.
    fn time(&mut self, operations: Range<usize>, repeats: usize) -> Duration;

    /// Does one operation and returns its answer, if it is known.
    fn answer(&mut self, operation: usize) -> Option<Answer>;
}

impl Contestant {
    /// Makes Barrow's contestant from functions that make its buffers, do one operation, and read
    /// the answer.
    pub fn ours<S: 'static, A: Into<Answer> + 'static>(
        buffers: impl Fn() -> S + 'static,
        run: impl Fn(&mut S, usize) + Copy + 'static,
        answer: impl Fn(&S, usize) -> A + Copy + 'static,
    ) -> Self {
        Self { ours: true, ..Self::peer("barrow", buffers, run, answer) }
    }

    /// Makes a peer that runs in this process.
    pub fn peer<S: 'static, A: Into<Answer> + 'static>(
        name: &'static str,
        buffers: impl Fn() -> S + 'static,
        run: impl Fn(&mut S, usize) + Copy + 'static,
        answer: impl Fn(&S, usize) -> A + Copy + 'static,
    ) -> Self {
        let answer = move |buffers: &S, operation| answer(buffers, operation).into();
        let prepare = move || -> Result<Box<dyn Work>, String> {
            Ok(Box::new(InProcess { buffers: buffers(), run, answer }))
        };
        Self { name, ours: false, elsewhere: false, prepare: Box::new(prepare) }
    }

    /// Makes a peer that is not run: its time was measured elsewhere.
    pub fn quoted(name: &'static str, microseconds: f64) -> Self {
        let prepare = move || Ok(Box::new(Quoted { microseconds }) as Box<dyn Work>);
        Self { name, ours: false, elsewhere: true, prepare: Box::new(prepare) }
    }
}

struct InProcess<S, R, A> {
    buffers: S,
    run: R,
    answer: A,
}

impl<S, R, A> Work for InProcess<S, R, A>
where
    R: Fn(&mut S, usize),
    A: Fn(&S, usize) -> Answer,
{
    fn time(&mut self, operations: Range<usize>, repeats: usize) -> Duration {
        let start = Instant::now();
        for _ in 0..repeats {
            for operation in operations.clone() {
                (self.run)(&mut self.buffers, operation);
                // Nobody reads the result, and the optimiser must not find out.
                black_box(&mut self.buffers);
            }
        }
        start.elapsed()
    }

    fn answer(&mut self, operation: usize) -> Option<Answer> {
        (self.run)(&mut self.buffers, operation);
        Some((self.answer)(&self.buffers, operation))
    }
}

/// A time that was measured elsewhere.
struct Quoted {
    microseconds: f64,
}

impl Work for Quoted {
    fn time(&mut self, operations: Range<usize>, repeats: usize) -> Duration {
        let count = operations.len() * repeats;
        Duration::from_secs_f64(self.microseconds * count as f64 / 1e6)
    }

    fn answer(&mut self, _: usize) -> Option<Answer> {
        None
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_judge_wants_a_sound_answer_of_the_right_amount() {
        let verdicts = |judge: Judge| {
            let accepts = |amount| judge.accepts(0, Answer::from(amount));
            assert!(!judge.accepts(0, Answer { amount: 10, sound: false }));
            [4, 5, 10, 20, 21].map(accepts)
        };
        let exactly = Judge::Exactly(Box::new(|_| 10));
        assert_eq!(verdicts(exactly), [false, false, true, false, false]);
        let about = Judge::About(Box::new(|_| 10));
        assert_eq!(verdicts(about), [false, true, true, true, false]);
        assert_eq!(verdicts(Judge::Within(5..=10)), [false, true, true, false, false]);
    }
}
