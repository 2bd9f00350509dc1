use std::fmt::Write as _;
use std::path::PathBuf;

use barrow_engine::{Event, Game, Journal, Replay as Player, Turn};
use clap::Args;

use crate::failure::Failure;
use crate::{output, paper};

/// `barrow replay FILE`
#[derive(Args)]
pub struct Replay {
    /// The journal
    file: PathBuf,
    /// The folder of its pack; without it, where the pack lay when it was played
    #[arg(long, value_name = "PACK")]
    pack: Option<PathBuf>,
}

impl Replay {
    pub fn run(self) -> Result<(), Failure> {
        let journal = paper::read(&self.file)?;
        let pack = paper::pack(&journal, self.pack)?;
        output::print(head(&journal).as_bytes())?;
        let failed = |mismatch: barrow_engine::Mismatch| Failure::Work(mismatch.to_string());
        let (mut player, turn) = Player::new(journal, pack).map_err(failed)?;
        output::print(words(&turn).as_bytes())?;
        loop {
            let position = player.position();
            let before = (player.game().level().to_owned(), player.game().floor());
            let Some(turn) = player.step().map_err(failed)? else { break };
            let entry = &player.journal().entries[position];
            let who = if player.game().players() > 1 {
                format!("{}: ", entry.player)
            } else {
                String::new()
            };
            let mut told = format!("{:>5}  {who}{}\n{}", entry.turn, entry.command, words(&turn));
            let after = (player.game().level().to_owned(), player.game().floor());
            if before != after {
                let _ = writeln!(told, "       -- {}, floor {} --", after.0, after.1);
            }
            output::print(told.as_bytes())?;
        }
        output::print(close(player.game()).as_bytes())
    }
}

fn head(journal: &Journal) -> String {
    let heroes: Vec<&str> = journal.setup.heroes.iter().map(String::as_str).collect();
    let heroes = heroes.join(", ");
    let level = journal.setup.level.as_deref().unwrap_or("its first level");
    let hero = if heroes.is_empty() { "the usual hero" } else { &heroes };
    let counts = if journal.unranked { "; it does not count" } else { "" };
    format!("{}, seed {}, {level}, {hero}{counts}\n", journal.pack.title, journal.setup.seed)
}

/// What anyone was told.
fn words(turn: &Turn) -> String {
    let mut out = String::new();
    for told in &turn.told {
        let line = if let Event::Said { text } = &told.event {
            text.clone()
        } else if let Event::Heard { text, .. } = &told.event {
            format!("You hear {text}.")
        } else if let Event::Ended { won, text } = &told.event {
            format!("{}: {text}", if *won { "Won" } else { "Lost" })
        } else {
            continue;
        };
        let _ = writeln!(out, "       {line}");
    }
    out
}

fn close(game: &Game) -> String {
    let state = if game.end().is_some() { "over" } else { "playing" };
    let score = game.score(0).total;
    format!("turn {}, {state}, score {score}, digest {:016x}\n", game.turn(), game.digest())
}
