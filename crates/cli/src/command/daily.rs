use barrow_dice::Seed;
use barrow_terminal::Options;
use clap::Args;

use super::play;
use crate::failure::Failure;

/// `barrow daily PACK`
#[derive(Args)]
pub struct Daily {
    /// The name of a game, or the folder of a pack
    #[arg(value_name = "PACK")]
    pack: String,
    /// The hero to play; by default the pack's own
    #[arg(long, value_name = "HERO")]
    hero: Option<String>,
    /// Turn animations off
    #[arg(long)]
    no_animation: bool,
    /// Play in line mode, one command per line: for screen readers and scripts
    #[arg(long)]
    plain: bool,
}

impl Daily {
    pub fn run(self) -> Result<(), Failure> {
        let (year, month, day) = barrow_terminal::today();
        let options = Options {
            seed: Some(Seed::daily(year, month, day)),
            heroes: self.hero.into_iter().collect(),
            no_animation: self.no_animation,
            ..Options::default()
        };
        play::play(Some(self.pack), options, self.plain)
    }
}
