//! The pack `descent`, played by bots: the ladder of skill, the heroes, the builds. The tables in
//! the pack's README are what this prints:
//! `BARROW_SEEDS=1000 cargo test --release -p barrow-play --test descent -- --nocapture`.
//! `BARROW_FIRST=500` begins with another seed, `BARROW_HEROES=knight,mage` plays fewer heroes,
//! `BARROW_BOTS=sensible` fewer bots, `BARROW_PACK=FOLDER` another version of the pack. With
//! `BARROW_LEDGER=FILE` runs are kept, and those in the file are not played again.

#![allow(clippy::unwrap_used, reason = "a helper of tests may panic like a test")]
#![allow(clippy::print_stdout, reason = "the table is what the lab is for")]
#![allow(clippy::float_arithmetic, reason = "shares in a table for people")]

#[path = "descent/judge.rs"]
mod judge;
#[path = "descent/lab.rs"]
mod lab;
#[path = "descent/ledger.rs"]
mod ledger;
#[path = "descent/table.rs"]
mod table;

use std::env;

use barrow_play::bot::Skill;
use judge::{Ladder, judge, judge_first_floor, judge_limits};
use lab::{Descent, HEROES, pack};
use ledger::Ledger;

/// The number of runs with each hero that tells whether the balance holds.
const LARGE: u64 = 200;

fn number(name: &str, otherwise: u64) -> u64 {
    env::var(name).ok().and_then(|it| it.parse().ok()).unwrap_or(otherwise)
}

/// Returns whether a name is wanted by a variable, or the variable is not set.
fn wanted(variable: &str, name: &str) -> bool {
    env::var(variable).map_or(true, |all| all.split(',').any(|it| it == name))
}

#[test]
fn the_tables_of_the_readme() {
    let (pack, runs, first) = (pack(), number("BARROW_SEEDS", 1), number("BARROW_FIRST", 1));
    let seeds = first..first + runs;
    let heroes = || HEROES.into_iter().filter(|it| wanted("BARROW_HEROES", it));
    let bots = || Skill::ALL.into_iter().filter(|it| wanted("BARROW_BOTS", it.name()));
    let mut ledger = Ledger::open(&pack);
    // All heroes in turn, so that a ledger that is cut off has as many runs of each.
    for seed in seeds.clone() {
        for hero in heroes() {
            bots().for_each(|skill| ledger.play(&pack, seed, skill, hero));
        }
    }
    table::head();
    for skill in bots() {
        heroes().for_each(|it| table::row(skill, it, &ledger.runs(skill, it, seeds.clone())));
    }
    let of = |hero| Skill::ALL.map(|skill| ledger.runs(skill, hero, seeds.clone()));
    let ladders: Vec<Ladder<'_>> = heroes().map(|hero| Ladder { hero, runs: of(hero) }).collect();
    let sensible: Vec<&Descent> = ladders.iter().flat_map(|it| it.runs[2].clone()).collect();
    table::tell(&sensible);
    table::tell_builds(&sensible);
    judge_limits(&ladders);
    if env::var_os("BARROW_BOTS").is_none() && env::var_os("BARROW_HEROES").is_none() {
        judge_first_floor(&ladders, runs >= LARGE);
        if runs >= LARGE {
            judge(&ladders);
        }
    }
}

#[test]
fn a_run_in_the_ledger_is_the_run_that_was_played() {
    let pack = pack();
    let run = lab::play(&pack, 1, Skill::Greedy, "knight");
    assert!(!run.build.is_empty() && !run.hurt.is_empty(), "{run:?}");
    ledger::check(Skill::Greedy, "knight", 1, &run);
}
