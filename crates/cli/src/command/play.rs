use std::io::IsTerminal as _;
use std::path::PathBuf;

use barrow_dice::Seed;
use barrow_terminal::{Options, SHIPPED};
use clap::Args;

use crate::failure::Failure;
use crate::start;

/// Plays a game in this terminal.
#[derive(Args, Default)]
pub struct Play {
    /// A game by its name, or the folder of a pack; without it, the list of games
    #[arg(value_name = "PACK")]
    pack: Option<String>,
    /// A number or a word; without it a new one
    #[arg(short, long, value_name = "SEED")]
    seed: Option<Seed>,
    /// The level it begins with; without it, the pack's own
    #[arg(short, long, value_name = "LEVEL")]
    level: Option<String>,
    /// Whom to play; without it, the usual one
    #[arg(long, value_name = "HERO")]
    hero: Option<String>,
    /// Nothing moves but by the rules
    #[arg(long)]
    no_animation: bool,
    /// In lines, a command each, for screen readers and scripts
    #[arg(long)]
    plain: bool,
}

/// Whether there is someone to play.
pub fn is_terminal() -> bool {
    std::io::stdin().is_terminal() && std::io::stdout().is_terminal()
}

impl Play {
    pub fn run(self) -> Result<(), Failure> {
        if !self.plain && !is_terminal() {
            let text = "this is no terminal; `--plain` plays in lines";
            return Err(Failure::Usage(text.into()));
        }
        let mut options = Options {
            seed: self.seed,
            level: self.level,
            hero: self.hero,
            no_animation: self.no_animation,
            ..Options::default()
        };
        match self.pack {
            Some(name) if SHIPPED.iter().any(|it| it.name == name) => options.game = Some(name),
            Some(path) => {
                let path = PathBuf::from(path);
                let pack = start::pack(&path)?;
                options.pack = Some((path.display().to_string(), pack));
            }
            None => {}
        }
        let play =
            if self.plain { barrow_terminal::run_plain } else { barrow_terminal::run };
        play(options).map_err(Failure::Work)
    }
}
