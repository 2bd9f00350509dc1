//! The stop-watch: short chunks, several passes in which the contestants take turns, and the min
//! time of every chunk.

use std::ops::Range;
use std::time::Duration;

use crate::contest::{Answer, Contestant, Job, Work};

/// How long a chunk should take: long against the clock's own cost, short against the time
/// until something else wants the processor.
const CHUNK: Duration = Duration::from_micros(500);

/// How much time is spent on a job.
#[derive(Clone, Copy)]
pub struct Effort {
    /// The max number of operations.
    operations: usize,
    /// The min and max number of passes.
    passes: (usize, usize),
    /// The time for passes above the min number.
    time: Duration,
}

impl Effort {
    /// Enough to compare.
    pub const FULL: Self =
        Self { operations: usize::MAX, passes: (6, 60), time: Duration::from_secs(3) };
    /// Enough to see that it runs.
    pub const QUICK: Self = Self { operations: 10, passes: (2, 2), time: Duration::ZERO };
}

/// The result of a contestant in a job.
pub struct Score {
    /// Its name and version.
    pub name: &'static str,
    /// `true` for Barrow, `false` for a peer.
    pub ours: bool,
    /// The time of one operation.
    pub microseconds: f64,
    /// The mean of its answers, if they are known.
    pub answer: Option<f64>,
    /// How many of its answers were wrong.
    pub wrong: usize,
    /// The number of operations.
    pub operations: usize,
}

/// Runs a job with all contestants. One that cannot take part gets a note instead of a score.
pub fn measure(job: &Job, effort: Effort, notes: &mut Vec<String>) -> Vec<Score> {
    let operations = job.operations.min(effort.operations);
    let mut runners: Vec<Runner> = Vec::new();
    for contestant in &job.contestants {
        match (contestant.prepare)() {
            Ok(work) => runners.push(Runner::new(contestant, work, operations)),
            Err(why) => notes.push(format!("{} is left out: {why}", contestant.name)),
        }
    }
    let answers: Vec<(Option<f64>, usize)> =
        runners.iter_mut().map(|it| examine(job, it.work.as_mut(), operations)).collect();
    for runner in &mut runners {
        runner.calibrate();
    }
    for _ in 0..passes(&runners, effort) {
        for runner in &mut runners {
            runner.pass();
        }
    }
    runners.iter().zip(answers).map(|(it, answers)| it.score(answers)).collect()
}

/// Returns the mean of the answers, and how many are wrong.
fn examine(job: &Job, work: &mut dyn Work, operations: usize) -> (Option<f64>, usize) {
    let answers: Option<Vec<Answer>> = (0..operations).map(|it| work.answer(it)).collect();
    let Some(answers) = answers else { return (None, 0) };
    let right = answers.iter().enumerate().filter(|&(it, &answer)| job.judge.accepts(it, answer));
    let wrong = operations - right.count();
    let sum: f64 = answers.iter().map(|it| it.amount as f64).sum();
    (Some(sum / operations as f64), wrong)
}

fn passes(runners: &[Runner], effort: Effort) -> usize {
    let once: Duration = runners.iter().map(|it| it.first).sum();
    let fitting = effort.time.as_secs_f64() / once.as_secs_f64();
    // A float beyond the range of the integer becomes its largest, which is then cut down.
    (fitting as usize).clamp(effort.passes.0, effort.passes.1)
}

/// A contestant with its chunks and their min times.
struct Runner<'c> {
    contestant: &'c Contestant,
    work: Box<dyn Work>,
    operations: usize,
    /// How long the first, untuned pass took.
    first: Duration,
    chunks: Vec<Chunk>,
    minima: Vec<Duration>,
}

impl<'c> Runner<'c> {
    fn new(contestant: &'c Contestant, work: Box<dyn Work>, operations: usize) -> Self {
        let (chunks, minima) = (Vec::new(), Vec::new());
        Self { contestant, work, operations, first: Duration::ZERO, chunks, minima }
    }

    fn calibrate(&mut self) {
        self.first = self.work.time(0..self.operations, 1);
        self.chunks = split(self.operations, self.first);
        self.minima = vec![Duration::MAX; self.chunks.len()];
    }

    fn pass(&mut self) {
        for (chunk, least) in self.chunks.iter().zip(&mut self.minima) {
            *least = self.work.time(chunk.operations.clone(), chunk.repeats).min(*least);
        }
    }

    fn score(&self, (answer, wrong): (Option<f64>, usize)) -> Score {
        Score {
            name: self.contestant.name,
            ours: self.contestant.ours,
            microseconds: per_operation(&self.chunks, &self.minima) * 1e6,
            answer,
            wrong,
            operations: self.operations,
        }
    }
}

/// Operations that are timed together.
#[derive(Debug, PartialEq)]
struct Chunk {
    operations: Range<usize>,
    repeats: usize,
}

/// Divides operations into chunks of about the right time.
///
/// If all of them together are shorter than a chunk, they are one chunk, repeated.
fn split(operations: usize, took: Duration) -> Vec<Chunk> {
    let took = took.as_nanos().max(1);
    let repeats = usize::try_from(CHUNK.as_nanos() / took).unwrap_or(1).max(1);
    let count = usize::try_from(took.div_ceil(CHUNK.as_nanos())).unwrap_or(operations);
    let length = operations.div_ceil(count.min(operations));
    (0..operations)
        .step_by(length)
        .map(|start| Chunk { operations: start..(start + length).min(operations), repeats })
        .collect()
}

/// Returns the seconds of one operation: the sum of the min times of all chunks, divided by the
/// number of operations.
fn per_operation(chunks: &[Chunk], minima: &[Duration]) -> f64 {
    let seconds: f64 =
        chunks.iter().zip(minima).map(|(it, least)| least.as_secs_f64() / it.repeats as f64).sum();
    let operations: usize = chunks.iter().map(|it| it.operations.len()).sum();
    seconds / operations as f64
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn long_jobs_are_cut_and_short_ones_repeated() {
        let cut = split(10, Duration::from_millis(2));
        assert_eq!(cut.iter().map(|it| it.operations.len()).collect::<Vec<_>>(), [3, 3, 3, 1]);
        assert!(cut.iter().all(|it| it.repeats == 1));
        assert_eq!(
            split(10, Duration::from_micros(100)),
            [Chunk { operations: 0..10, repeats: 5 }]
        );
        assert_eq!(split(3, Duration::from_secs(9)).len(), 3);
        assert_eq!(split(3, Duration::ZERO)[0].operations, 0..3);
    }

    #[test]
    fn the_least_time_of_each_chunk_counts() {
        let chunks = split(4, Duration::from_millis(1));
        let minima = [Duration::from_micros(30), Duration::from_micros(50)];
        assert!((per_operation(&chunks, &minima) * 1e6 - 20.0).abs() < 1e-9);
    }

    #[test]
    fn every_pass_can_only_lower_the_time() {
        struct Slower(u64);
        impl Work for Slower {
            fn time(&mut self, operations: Range<usize>, repeats: usize) -> Duration {
                self.0 += 1;
                Duration::from_micros(self.0) * (operations.len() * repeats).try_into().unwrap()
            }
            fn answer(&mut self, _: usize) -> Option<Answer> {
                None
            }
        }
        let contestant = Contestant {
            name: "slower",
            ours: false,
            elsewhere: false,
            prepare: Box::new(|| Ok(Box::new(Slower(0)) as Box<dyn Work>)),
        };
        let work = (contestant.prepare)().unwrap();
        let mut runner = Runner::new(&contestant, work, 10);
        runner.calibrate();
        runner.pass();
        let first = runner.score((None, 0)).microseconds;
        runner.pass();
        assert!((runner.score((None, 0)).microseconds - first).abs() < 1e-9);
        assert!((first - 2.0).abs() < 1e-9, "{first}");
    }
}
