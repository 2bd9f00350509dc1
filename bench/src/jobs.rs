//! The jobs, a file for each kind. A new contestant is one entry in the list of its job.

mod collapse;
mod distance;
pub mod engine;
mod frame;
mod generation;
mod path;
mod rot;
mod sight;

use crate::contest::Job;

/// Lists all jobs, in the order of the report.
pub fn all() -> Vec<Job> {
    let grid = [sight::jobs(), path::jobs(), distance::jobs()];
    let levels = [generation::jobs(), collapse::jobs()];
    let games = [engine::jobs(), frame::jobs()];
    grid.into_iter().chain(levels).chain(games).flatten().collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_contestant_in_this_process_answers_as_its_judge_expects() {
        for job in all() {
            for contestant in job.contestants.iter().filter(|it| !it.elsewhere) {
                let mut work = (contestant.prepare)().unwrap();
                let mut is_right =
                    |it| work.answer(it).is_some_and(|answer| job.judge.accepts(it, answer));
                let right = (0..3).filter(|&it| is_right(it)).count();
                assert!(right > 0, "{}: {} is never right", job.name, contestant.name);
                assert!(right == 3 || !contestant.ours, "{}: we are wrong", job.name);
            }
        }
    }

    #[test]
    fn names_are_unique() {
        let mut names: Vec<String> = all().into_iter().map(|job| job.name).collect();
        names.sort();
        assert!(names.is_sorted_by(|a, b| a < b), "{names:?}");
    }

    #[test]
    fn no_job_counts_more_than_it_does() {
        for job in all() {
            assert!(job.counted <= job.operations, "{}", job.name);
        }
    }
}
