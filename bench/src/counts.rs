//! Counts instructions per operation, which do not depend on what else the machine does.
//!
//! This program runs itself under callgrind, doing a job once and then twice; the difference
//! is what the operations cost, without start-up and warm-up.

use std::process::{Command, ExitCode};

use crate::contest::Job;
use crate::report::JobReport;

/// Counts for every contestant that runs in this process. Adds a note if that is not possible.
pub fn add(job: &Job, report: &mut JobReport, notes: &mut Vec<String>) {
    for contestant in job.contestants.iter().filter(|it| !it.elsewhere) {
        crate::say_progress(&format!("{}: counting {}", job.name, contestant.name));
        match count(job, contestant.name) {
            Ok(count) => report.set_instructions(contestant.name, count),
            Err(why) => {
                let note = format!("instructions are not counted: {why}");
                if !notes.contains(&note) {
                    notes.push(note);
                }
                return;
            }
        }
    }
}

/// Returns the instructions of one operation.
fn count(job: &Job, contestant: &str) -> Result<u64, String> {
    let once = watch(&job.name, contestant, 1)?;
    let twice = watch(&job.name, contestant, 2)?;
    Ok(twice.saturating_sub(once) / job.counted as u64)
}

/// Returns all instructions of a process that does the counted operations `times` times.
fn watch(job: &str, contestant: &str, times: usize) -> Result<u64, String> {
    let program = std::env::current_exe().map_err(|error| error.to_string())?;
    let output = Command::new("valgrind")
        .args(["--tool=callgrind", "--callgrind-out-file=/dev/null"])
        .arg(program)
        .args(["--watched", job, contestant, &times.to_string()])
        .output()
        .map_err(|error| format!("valgrind does not start: {error}"))?;
    let told = String::from_utf8_lossy(&output.stderr);
    collected(&told).ok_or_else(|| format!("callgrind told no count: {}", told.trim()))
}

/// Reads the count from what callgrind writes at its end.
fn collected(told: &str) -> Option<u64> {
    let (_, rest) = told.split_once("Collected :")?;
    rest.split_whitespace().next()?.parse().ok()
}

/// Does what `--watched` asks: a job, a contestant, and how many times.
pub fn be_watched(jobs: &[Job], words: &[String]) -> ExitCode {
    let [job_name, name, times] = words else { return ExitCode::from(2) };
    let job = jobs.iter().find(|it| &it.name == job_name);
    let found = job.and_then(|job| {
        let contestant = job.contestants.iter().find(|it| it.name == name)?;
        Some((job, contestant, times.parse().ok()?))
    });
    let Some((job, contestant, times)) = found else { return ExitCode::from(2) };
    let Ok(mut work) = (contestant.prepare)() else { return ExitCode::FAILURE };
    work.time(0..job.counted, times);
    ExitCode::SUCCESS
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_count_is_read_from_what_callgrind_says() {
        let told = "==7== Events    : Ir\n==7== Collected : 123456\n==7==\n";
        assert_eq!(collected(told), Some(123_456));
        assert_eq!(collected("==7== oops"), None);
    }
}
