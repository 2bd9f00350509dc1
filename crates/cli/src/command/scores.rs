use std::fmt::Write as _;

use barrow_json::ToJson as _;
use barrow_play::profile::{Profile, Record};
use clap::Args;

use crate::failure::Failure;
use crate::output;
use crate::profile::ProfileOptions;

/// `barrow scores`
#[derive(Args)]
pub struct Scores {
    /// The title of a game, to show only its scores
    game: Option<String>,
    #[command(flatten)]
    profile: ProfileOptions,
    /// Print the runs as JSON
    #[arg(long)]
    json: bool,
}

impl Scores {
    pub fn run(self) -> Result<(), Failure> {
        let mut profile = self.profile.load()?;
        if let Some(wanted) = &self.game {
            let alike = |game: &String| game.to_lowercase() == wanted.to_lowercase();
            profile.best.retain(|game, _| alike(game));
            if profile.best.is_empty() {
                return Err(Failure::Usage(format!("no run of `{wanted}` has ended yet")));
            }
        }
        let answer =
            if self.json { format!("{:#}\n", profile.best.to_json()) } else { text(&profile) };
        output::print(answer.as_bytes())
    }
}

fn text(profile: &Profile) -> String {
    let mut out = String::new();
    for (game, best) in &profile.best {
        let _ = writeln!(out, "{game}");
        for (run, place) in best.iter().zip(1..) {
            let Record { floor, turns, end, seed, .. } = run;
            let hero = run.hero_with();
            let _ = writeln!(
                out,
                "{place:>4}  {:>8}  {hero}, floor {floor}, {turns} turns, seed {seed}: {end}",
                run.score.to_string()
            );
        }
    }
    if out.is_empty() { "No run has ended yet.\n".into() } else { out }
}
