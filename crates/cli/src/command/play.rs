mod bot;

use std::io::IsTerminal as _;
use std::path::{Path, PathBuf};

use barrow_dice::Seed;
use barrow_play::bot::{Cap, Style};
use barrow_terminal::{Options, SHIPPED};
use clap::Args;

use crate::failure::Failure;
use crate::{output, start};

/// `barrow play [PACK]`
#[derive(Args)]
#[expect(clippy::struct_excessive_bools, reason = "each is a flag of the command line")]
pub struct Play {
    /// The name of a game, or the folder of a pack; by default the list of games opens
    #[arg(value_name = "PACK")]
    pack: Option<String>,
    /// A number or a word; by default a new seed
    #[arg(short, long, value_name = "SEED")]
    seed: Option<Seed>,
    /// The level to begin on; by default the pack's own
    #[arg(short, long, value_name = "LEVEL")]
    level: Option<String>,
    /// The hero to play; by default the pack's own. Give one for each player
    #[arg(long, value_name = "HERO")]
    hero: Vec<String>,
    /// How many players take turns at this terminal; by default the number of heroes
    #[arg(long, value_name = "N", conflicts_with = "bot", value_parser = clap::value_parser!(u8).range(1..=8))]
    players: Option<u8>,
    /// A modifier of the run; may be given several times
    #[arg(long = "with", value_name = "NAME")]
    modifiers: Vec<String>,
    /// Turn animations off
    #[arg(long)]
    no_animation: bool,
    /// Play no sounds
    #[arg(long)]
    mute: bool,
    /// Play in line mode, one command per line: for screen readers and scripts
    #[arg(long)]
    plain: bool,
    /// Let a bot play: random, greedy, sensible, or sensible:POLICY with a policy of the game
    #[arg(long, value_name = "NAME")]
    bot: Option<Style>,
    /// The number of runs of the bot; each has the seed of the one before plus one
    #[arg(long, value_name = "K", default_value_t = 1, requires = "bot", value_parser = clap::value_parser!(u32).range(1..=1_000_000))]
    runs: u32,
    /// Stop a run of the bot after this many turns
    #[arg(long, value_name = "N", default_value_t = Cap::default().turns, requires = "bot")]
    turns: u64,
    /// Print the bot's summary and every run as JSON
    #[arg(long, requires = "bot")]
    json: bool,
    /// Write the bot's last run to a file, to be replayed
    #[arg(long, value_name = "FILE", requires = "bot")]
    journal: Option<PathBuf>,
}

/// Returns `true` if standard input and output are a terminal.
pub fn is_terminal() -> bool {
    std::io::stdin().is_terminal() && std::io::stdout().is_terminal()
}

/// Opens the list of games in this terminal.
pub fn open() -> Result<(), Failure> {
    if is_dumb() {
        return barrow_terminal::run_plain(Options::default()).map_err(Failure::Work);
    }
    show(Options::default())
}

/// Returns `true` if the terminal can do nothing but print lines.
fn is_dumb() -> bool {
    std::env::var_os("TERM").is_some_and(|it| it == "dumb")
}

/// Plays in the whole terminal, and prints the seeds of all runs on exit.
fn show(options: Options) -> Result<(), Failure> {
    let played = barrow_terminal::run(options).map_err(Failure::Work)?;
    let lines = played.iter().map(|(title, seed)| format!("{title}: seed {seed}\n"));
    output::print(lines.collect::<String>().as_bytes())
}

impl Play {
    pub fn run(self) -> Result<(), Failure> {
        if let Some(style) = self.bot.clone() {
            return bot::run(self, &style);
        }
        let options = Options {
            seed: self.seed,
            level: self.level,
            heroes: start::heroes(self.hero, self.players),
            modifiers: self.modifiers,
            no_animation: self.no_animation,
            mute: self.mute,
            ..Options::default()
        };
        play(self.pack, options, self.plain)
    }
}

/// Plays a game by its name or its folder, or opens the list of games.
pub fn play(pack: Option<String>, mut options: Options, plain: bool) -> Result<(), Failure> {
    match pack {
        Some(name) if SHIPPED.iter().any(|it| it.name == name) => options.game = Some(name),
        Some(path) => {
            let pack = start::pack(Path::new(&path))?;
            options.pack = Some((path, pack));
        }
        None => {}
    }
    let plain = plain || is_dumb();
    if !plain && !is_terminal() {
        let text = "this is not a terminal; `--plain` plays in lines";
        return Err(Failure::Usage(text.into()));
    }
    if plain {
        return barrow_terminal::run_plain(options).map_err(Failure::Work);
    }
    show(options)
}
