//! Whole games, step by step: a run is recorded once and then replayed again and again.
//!
//! The peer is the `NetHack` Learning Environment. It is not run here: its times were measured on
//! a machine of the kind that the times in `docs/speed.md` come from, and are quoted.

pub mod player;
mod reading;
pub mod stage;

use std::ops::Range;
use std::rc::Rc;
use std::time::{Duration, Instant};

use barrow_engine::Game;

use self::player::{Habit, Script};
use self::reading::Reader;
use crate::contest::{Answer, Contestant, Job, Judge, Work};

/// How many steps a run has.
pub const STEPS: usize = 2_000;

/// The targets: ten times as fast as the peer on a quiet level, three times among hunters.
const QUIET: f64 = 10.0;
const HUNTED: f64 = 3.0;

/// Lists the jobs: steps against the peer, parts of steps, and steps on levels that are full of
/// things that never act.
pub fn jobs() -> Vec<Job> {
    let levels = [("empty", QUIET), ("cave", QUIET), ("hunt", HUNTED)];
    let habits = [Habit::Walks, Habit::Anything];
    let against = levels
        .into_iter()
        .flat_map(|(level, target)| habits.map(|habit| against_peer(level, habit, target)));
    against.chain([by_part("cave"), by_part("hunt"), crowded(), adorned()]).collect()
}

/// What is done in each step besides the step itself.
#[derive(Clone, Copy)]
struct Besides {
    view: bool,
    legal: bool,
    check: bool,
}

const NOTHING: Besides = Besides { view: false, legal: false, check: false };
const VIEW: Besides = Besides { view: true, ..NOTHING };

fn against_peer(level: &'static str, habit: Habit, target: f64) -> Job {
    let ours = playing("barrow", level, habit, VIEW);
    Job {
        target,
        contestants: vec![
            ours,
            Contestant::quoted("NLE 1.3.0, raw step, as measured elsewhere", 13.4),
            Contestant::quoted("NLE 1.3.0, gymnasium step, as measured elsewhere", 52.8),
        ],
        ..job(format!("steps: {level}, {}", habit.name()))
    }
}

fn by_part(level: &'static str) -> Job {
    let part = |name, besides| playing(name, level, Habit::Walks, besides);
    Job {
        contestants: vec![
            part("step alone", NOTHING),
            part("and the whole view", VIEW),
            part("and the list of legal commands", Besides { legal: true, ..NOTHING }),
            part("and a check for the journal", Besides { check: true, ..NOTHING }),
        ],
        ..job(format!("steps by part: {level}"))
    }
}

/// Makes the job of levels whose left half is the same room and whose right half differs.
fn crowded() -> Job {
    let row = |(name, level)| playing(name, level, Habit::Walks, VIEW);
    Job {
        contestants: stage::FIELDS.map(row).into(),
        ..job("steps: 100x100, with what never acts".to_owned())
    }
}

/// Makes the job of the same walks with and without relics. Relics may cost 30 %.
fn adorned() -> Job {
    let row = |(name, level, besides)| playing(name, level, Habit::Walks, besides);
    let rows = [
        ("cave", "cave", VIEW),
        ("cave, 20 relics", "cave+relics", VIEW),
        ("hunt", "hunt", VIEW),
        ("hunt, 20 relics", "hunt+relics", VIEW),
        ("step alone, cave", "cave", NOTHING),
        ("step alone, cave, 20 relics", "cave+relics", NOTHING),
    ];
    Job { contestants: rows.map(row).into(), ..job("steps: with relics".to_owned()) }
}

/// Makes a job without contestants and without a target.
fn job(name: String) -> Job {
    Job {
        name,
        operations: STEPS,
        counted: STEPS / 2,
        target: 0.0,
        unit: "actors seen",
        judge: Judge::Within(0..=u64::MAX),
        contestants: Vec::new(),
    }
}

fn playing(name: &'static str, level: &'static str, habit: Habit, besides: Besides) -> Contestant {
    let prepare = move || {
        let script = Rc::new(Script::record(level, habit, STEPS));
        let game = script.game_at(0).1;
        Ok(Box::new(Play { script, besides, game, next: 0, reader: Reader::default(), sum: 0 })
            as Box<dyn Work>)
    };
    Contestant { name, ours: true, elsewhere: false, prepare: Box::new(prepare) }
}

/// A run that is being replayed.
struct Play {
    script: Rc<Script>,
    besides: Besides,
    game: Game,
    /// The index of the next step.
    next: usize,
    reader: Reader,
    /// A sum over what was read, so that reading cannot be optimised away.
    sum: u64,
}

impl Play {
    fn go_to(&mut self, step: usize) {
        if self.next > step || self.next + player::APART < step {
            (self.next, self.game) = self.script.game_at(step);
        }
        while self.next < step {
            self.step();
        }
    }

    fn step(&mut self) {
        let turn = self.game.step(0, &self.script.commands[self.next]);
        let told = turn.map_or(0, |turn| turn.notices.len());
        self.next += 1;
        self.sum = self.sum.wrapping_add(told as u64);
        if self.besides.view
            && let Some(view) = self.game.view(0)
        {
            self.sum = self.sum.wrapping_add(self.reader.read(&view));
        }
        if self.besides.legal {
            self.sum = self.sum.wrapping_add(self.game.legal(0).len() as u64);
        }
        if self.besides.check {
            self.sum = self.sum.wrapping_add(self.game.check().into());
        }
    }
}

impl Work for Play {
    fn time(&mut self, operations: Range<usize>, repeats: usize) -> Duration {
        let mut took = Duration::ZERO;
        for _ in 0..repeats {
            self.go_to(operations.start);
            let start = Instant::now();
            for _ in operations.clone() {
                self.step();
            }
            took += start.elapsed();
            std::hint::black_box(self.sum);
        }
        took
    }

    fn answer(&mut self, operation: usize) -> Option<Answer> {
        self.go_to(operation);
        self.step();
        let seen = self.game.view(0).map_or(0, |view| view.actors().count());
        let sound = self.game.check() == self.script.checks[operation];
        Some(Answer { amount: seen as u64, sound })
    }
}
