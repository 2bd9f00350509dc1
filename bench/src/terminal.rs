//! The game in a terminal: how soon its first screen is complete, compared with other games, its
//! memory, and the time of a frame.

mod frame;
mod program;
mod started;

use std::path::Path;

use serde::Serialize;

use self::program::{Program, programs};
use crate::limits::Limit;

/// How a game in a terminal started.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Start {
    /// The game, and which screen is timed.
    pub name: String,
    /// `true` for Barrow, `false` for a peer.
    pub ours: bool,
    /// Milliseconds from exec to the first byte.
    pub first: f64,
    /// Milliseconds from exec to the last byte of the first screen.
    pub settled: f64,
    /// Its memory at that moment, in megabytes.
    pub memory: f64,
}

/// The limit for the first screen, in milliseconds: the time of Brogue CE.
const SLOWEST: f64 = 26.0;
/// The limit for the memory, in megabytes.
const LARGEST: f64 = 15.0;
/// The limit for a frame, in milliseconds.
const FRAME: f64 = 1.0;

/// Measures what has this word in its name: the starts of all installed programs, and the limits of
/// Barrow. Adds a note for what cannot be measured.
pub fn measure(word: &str, quick: bool, notes: &mut Vec<String>) -> (Vec<Start>, Vec<Limit>) {
    let name = "terminal: a frame of 200x60, all of it written";
    let mut limits = Vec::new();
    if name.contains(word) {
        let amount = frame::milliseconds(if quick { 2 } else { 200 });
        limits.push(Limit { name: name.into(), amount, max: FRAME, unit: "ms" });
    }
    if !"terminal: start".contains(word) {
        return (Vec::new(), limits);
    }
    let folder = std::env::temp_dir().join(format!("barrow-bench-{}", std::process::id()));
    let starts = starts(&folder, if quick { 1 } else { 7 }, notes);
    let _ = std::fs::remove_dir_all(&folder);
    for start in starts.iter().filter(|it| it.ours) {
        let limit = |what: &str, amount, max, unit| {
            let name = format!("terminal: {}, {what}", start.name);
            Limit { name, amount, max, unit }
        };
        limits.push(limit("first screen", start.settled, SLOWEST, "ms"));
        limits.push(limit("memory", start.memory, LARGEST, "MB"));
    }
    (starts, limits)
}

/// Starts each program several times, in turns, so that noise is shared. The best start counts.
fn starts(folder: &Path, passes: usize, notes: &mut Vec<String>) -> Vec<Start> {
    let mut runners: Vec<(Program, Option<Start>)> = Vec::new();
    for program in programs() {
        match program.find() {
            Ok(()) => runners.push((program, None)),
            Err(why) => notes.push(format!("{} is left out: {why}", program.name)),
        }
    }
    // What a program makes for itself when it is first started is not counted.
    for pass in 0..=passes {
        for (program, best) in &mut runners {
            match started::start(program, folder, pass) {
                Ok(start) if pass > 0 => *best = Some(better(best.take(), start)),
                Ok(_) => {}
                Err(why) => notes.push(format!("{}: {why}", program.name)),
            }
        }
    }
    runners.into_iter().filter_map(|(_, best)| best).collect()
}

/// Returns the min of each number.
fn better(best: Option<Start>, other: Start) -> Start {
    let Some(best) = best else { return other };
    Start {
        first: best.first.min(other.first),
        settled: best.settled.min(other.settled),
        memory: best.memory.min(other.memory),
        ..other
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_best_of_each_number_counts() {
        let start = |first, settled, memory| Start {
            name: "one".into(),
            ours: true,
            first,
            settled,
            memory,
        };
        let best = better(Some(start(3.0, 9.0, 4.0)), start(2.0, 11.0, 5.0));
        assert_eq!(best, start(2.0, 9.0, 4.0));
        assert_eq!(better(None, start(1.0, 2.0, 3.0)), start(1.0, 2.0, 3.0));
    }
}
