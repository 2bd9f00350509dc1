//! Players without a plan, and their recorded runs.

use barrow_dice::{Rng, Seed, Stream};
use barrow_engine::{Command, Game};
use barrow_grid::Dir;

use super::stage;

/// Steps between two kept games.
pub const APART: usize = 250;

/// Steps before the run: hunters come near, gas and fire spread.
const BEFORE: usize = 300;

/// How a player chooses.
#[derive(Clone, Copy, PartialEq, Eq)]
pub enum Habit {
    /// Walks straight on, and turns from time to time or where the way ends. Strikes any actor
    /// in the way.
    Walks,
    /// Any legal command.
    Anything,
}

/// A recorded run.
pub struct Script {
    /// The commands, in order.
    pub commands: Vec<Command>,
    /// The check of the state after each command.
    pub checks: Vec<u32>,
    /// The game at regular steps.
    kept: Vec<Game>,
}

impl Script {
    /// Plays a run on a level and records it.
    pub fn record(level: &str, habit: Habit, steps: usize) -> Self {
        let mut game = stage::begin(level, 1);
        let mut player = Player::new();
        // The lantern is the third thing in the bag.
        game.step(0, &Command::Use { slot: 2 }).expect("a lantern can be lit");
        for _ in 0..BEFORE {
            let command = player.walk(&game);
            game.step(0, &command).expect("it was accepted");
        }
        let mut script = Self { commands: Vec::new(), checks: Vec::new(), kept: Vec::new() };
        for step in 0..steps {
            if step % APART == 0 {
                script.kept.push(game.clone());
            }
            let command = player.command(habit, &game);
            game.step(0, &command).expect("it was accepted");
            script.commands.push(command);
            script.checks.push(game.check());
        }
        script
    }

    /// Returns the last kept game at or before a step, and its step.
    pub fn game_at(&self, step: usize) -> (usize, Game) {
        let index = (step / APART).min(self.kept.len() - 1);
        (index * APART, self.kept[index].clone())
    }
}

struct Player {
    rng: Rng,
    dir: Dir,
}

impl Player {
    fn new() -> Self {
        Self { rng: Seed(1).stream(Stream::named("player"), &[]), dir: Dir::East }
    }

    fn command(&mut self, habit: Habit, game: &Game) -> Command {
        match habit {
            Habit::Walks => self.walk(game),
            Habit::Anything => self.rng.pick(&game.legal(0)).cloned().expect("one can always wait"),
        }
    }

    fn walk(&mut self, game: &Game) -> Command {
        let open = |dir: Dir| game.accepts(0, &Command::Move(dir)).is_ok();
        if self.rng.below(8) == 0 || !open(self.dir) {
            let ways: Vec<Dir> = Dir::ALL.into_iter().filter(|&dir| open(dir)).collect();
            let Some(&dir) = self.rng.pick(&ways) else { return Command::Wait };
            self.dir = dir;
        }
        Command::Move(self.dir)
    }
}

impl Habit {
    /// Returns its name in the table.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Walks => "walking",
            Self::Anything => "any legal command",
        }
    }
}
