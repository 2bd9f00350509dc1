mod check;
mod completions;
mod daily;
mod diverge;
mod drive;
mod export;
mod r#gen;
mod history;
mod import;
mod inspect;
mod new;
pub mod play;
mod replay;
mod schema;
mod scores;
mod serve;
mod sound;
mod verify;

use clap::Subcommand;

use crate::failure::Failure;

/// The subcommands of `barrow`.
#[derive(Subcommand)]
pub enum Command {
    /// Play a game in this terminal, or let a bot play it
    Play(play::Play),
    /// Play today's run, which is the same for everyone; the first try is ranked
    Daily(daily::Daily),
    /// Play in the browser: serve the page to this machine
    Serve(serve::Serve),
    /// Show the last runs
    History(history::History),
    /// Show the best scores of each game
    Scores(scores::Scores),
    /// Export the whole profile, with saves and replays, to one file
    Export(export::Export),
    /// Import a profile that was exported
    Import(import::Import),
    /// Create a small working pack to start from
    New(new::New),
    /// Report every mistake in a pack
    Check(check::Check),
    /// Write the JSON Schema of packs, for completion and checks in editors
    Schema(schema::Schema),
    /// Play a pack from a program or a script: one command per line in, one answer per line out
    Drive(drive::Drive),
    /// Show everything on a level, including what players cannot know
    Inspect(inspect::Inspect),
    /// Print a run turn by turn from its journal
    Replay(replay::Replay),
    /// List what can be heard in a game, play it, or write it to a file
    Sound(sound::Sound),
    /// Replay a journal and check that every state matches
    Verify(verify::Verify),
    /// Find where two journals diverge
    Diverge(diverge::Diverge),
    /// Show the plan of a level made by an algorithm
    Gen(r#gen::Gen),
    /// Write shell completions to standard output
    Completions(completions::Completions),
}

impl Command {
    pub fn run(self) -> Result<(), Failure> {
        match self {
            Self::Play(command) => command.run(),
            Self::Daily(command) => command.run(),
            Self::Serve(command) => command.run(),
            Self::History(command) => command.run(),
            Self::Scores(command) => command.run(),
            Self::Export(command) => command.run(),
            Self::Import(command) => command.run(),
            Self::New(command) => command.run(),
            Self::Check(command) => command.run(),
            Self::Schema(command) => command.run(),
            Self::Drive(command) => command.run(),
            Self::Inspect(command) => command.run(),
            Self::Replay(command) => command.run(),
            Self::Sound(command) => command.run(),
            Self::Verify(command) => command.run(),
            Self::Diverge(command) => command.run(),
            Self::Gen(command) => command.run(),
            Self::Completions(command) => command.run(),
        }
    }
}
