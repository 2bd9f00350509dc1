use std::sync::{Arc, LazyLock};

use barrow_dice::{Seed, Stream};
use barrow_engine::{Run, Setup};
use barrow_pack::Pack;

use crate::digest::Digest;
use crate::shipped;

const GAMES: u64 = 1_000;
const COMMANDS: usize = 40;

static PACK: LazyLock<Option<Arc<Pack>>> = LazyLock::new(|| shipped::read("kit"));

/// Lists the names of the prototypes.
pub fn prototypes() -> impl Iterator<Item = &'static str> {
    let names = shipped::files("kit").iter().map(|(name, _)| *name);
    names.filter_map(|it| it.strip_prefix("prototypes/")?.strip_suffix("/prototype.json"))
}

/// Plays short games of a prototype with random legal commands, and digests each state.
pub fn games(prototype: &str) -> u64 {
    let mut digest = Digest::new();
    let Some(pack) = &*PACK else { return 0 };
    for seed in 0..GAMES {
        play(pack, prototype, seed, &mut digest);
    }
    digest.finish()
}

fn play(pack: &Arc<Pack>, prototype: &str, seed: u64, digest: &mut Digest) {
    let level = Some(prototype.to_owned());
    let setup = Setup { seed: Seed(seed), level, heroes: vec![String::new()], ..Setup::default() };
    let Ok((mut run, _)) = Run::new(Arc::clone(pack), &setup) else { return };
    let mut rng = Seed(seed).stream(Stream::named("anyone"), &[]);
    for _ in 0..COMMANDS {
        let legal = run.game().legal(0);
        let Some(command) = rng.pick(&legal) else { break };
        let turn = run.step(0, command);
        digest.number(run.game().digest().cast_signed());
        // The digest of a state contains no texts, so they are added here.
        digest.text(&format!("{turn:?}"));
    }
}
