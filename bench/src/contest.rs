//! What a job is, and what a contestant has to do.

use std::hint::black_box;
use std::ops::{Range, RangeInclusive};
use std::time::{Duration, Instant};

/// A kind of work with a fixed list of operations, done by ours and by the peers.
pub struct Job {
    /// What the table and `--filter` call it.
    pub name: String,
    /// How many operations it has: origins, pairs or seeds.
    pub operations: usize,
    /// How many of them are counted under callgrind, which is some fifty times slower.
    pub counted: usize,
    /// Ours must be at least so many times as fast as the fastest peer.
    pub target: f64,
    /// What the answers of its operations count.
    pub unit: &'static str,
    /// Which answers are right.
    pub judge: Judge,
    /// Ours and the peers.
    pub contestants: Vec<Contestant>,
}

/// Tells right answers from wrong ones.
pub enum Judge {
    /// Each operation has one right amount.
    Exactly(Box<dyn Fn(usize) -> u64>),
    /// Each operation has an amount by one book; by another it may be down to half or up to
    /// double.
    About(Box<dyn Fn(usize) -> u64>),
    /// Every amount lies between two bounds.
    Within(RangeInclusive<u64>),
}

/// What came of an operation.
#[derive(Clone, Copy, Debug)]
pub struct Answer {
    /// Something that tells answers apart: steps, cells, a sum.
    pub amount: u64,
    /// Whether it is an answer at all: a path without gaps, a map of one region.
    pub sound: bool,
}

impl From<u64> for Answer {
    fn from(amount: u64) -> Self {
        Self { amount, sound: true }
    }
}

impl Judge {
    /// Whether that answer to that operation is acceptable.
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

/// One that takes part in a job.
pub struct Contestant {
    /// Its name and version.
    pub name: &'static str,
    /// Whether it is Barrow, not a peer.
    pub ours: bool,
    /// Whether it runs in another program, which callgrind does not see.
    pub elsewhere: bool,
    /// Makes it ready to work, or says why it cannot take part here.
    pub prepare: Box<dyn Fn() -> Result<Box<dyn Work>, String>>,
}

/// A contestant at work, with its buffers.
pub trait Work {
    /// Does the operations of a range, all of them so many times, and tells how long it took.
    fn time(&mut self, operations: Range<usize>, repeats: usize) -> Duration;

    /// Does one operation and tells its answer, if it can be known.
    fn answer(&mut self, operation: usize) -> Option<Answer>;
}

impl Contestant {
    /// Barrow. Takes what makes its buffers, what does one operation in them, and what reads
    /// the answer from them.
    pub fn ours<S: 'static, A: Into<Answer> + 'static>(
        buffers: impl Fn() -> S + 'static,
        run: impl Fn(&mut S, usize) + Copy + 'static,
        answer: impl Fn(&S, usize) -> A + Copy + 'static,
    ) -> Self {
        Self { ours: true, ..Self::peer("barrow", buffers, run, answer) }
    }

    /// A peer that runs in this process.
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

    /// A peer that is not run: its time was measured elsewhere.
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
