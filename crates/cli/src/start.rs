//! How commands that play a pack begin: the pack, and the run.

use std::fmt::Write as _;
use std::path::Path;
use std::sync::Arc;
use std::time::SystemTime;

use barrow_dice::{Seed, Stream};
use barrow_engine::{Run, Setup, Turn};
use barrow_pack::{Files, Pack, load};
use barrow_terminal::SHIPPED;
use clap::Args;

use crate::failure::Failure;
use crate::folder;

/// Which run of a pack.
#[derive(Args)]
pub struct Start {
    /// The level to begin on; by default the pack's own
    #[arg(short, long, value_name = "LEVEL")]
    pub level: Option<String>,
    /// A number or a word; by default a new seed, printed to standard error
    #[arg(short, long, value_name = "SEED")]
    pub seed: Option<Seed>,
    /// A modifier of the run; may be given several times
    #[arg(long = "with", value_name = "NAME")]
    pub modifiers: Vec<String>,
}

impl Start {
    /// Returns how the run begins. A random seed is printed.
    pub fn setup(self, heroes: Vec<String>) -> Setup {
        let seed = self.seed.unwrap_or_else(new_seed);
        if self.seed.is_none() {
            eprintln!("seed {seed}");
        }
        Setup { seed, level: self.level, heroes, modifiers: self.modifiers, ..Setup::default() }
    }
}

/// Reads a pack to be played, from its folder or by the name of a game inside the binary; its
/// mistakes are printed to standard error.
pub fn pack(path: &Path) -> Result<Arc<Pack>, Failure> {
    let inside = SHIPPED.iter().find(|it| Path::new(it.name) == path);
    let files = match inside.filter(|_| !path.exists()) {
        Some(shipped) => shipped.files(),
        None => folder(path)?,
    };
    let loaded = load(files);
    loaded.pack.ok_or_else(|| {
        eprint!("{}", loaded.report.render(&loaded.files));
        let shown = path.display();
        Failure::Work(format!("`{shown}` cannot be played; `barrow check` says why"))
    })
}

fn folder(path: &Path) -> Result<Files, Failure> {
    let read = folder::read(path)?;
    match read.missing.iter().find(|it| it.needed) {
        Some(missing) => Err(Failure::Work(format!("{}: {}", missing.name, missing.what))),
        None => Ok(read.files),
    }
}

/// Begins a run.
pub fn run(pack: &Arc<Pack>, setup: &Setup) -> Result<(Run, Turn), Failure> {
    let levels: Vec<&str> = pack.levels.iter().map(|(id, _)| pack.levels.name(id)).collect();
    let heroes: Vec<&str> = pack.rules.heroes.iter().map(|&id| pack.kinds.name(id)).collect();
    let modifiers: Vec<&str> =
        pack.modifiers.iter().map(|(id, _)| pack.modifiers.name(id)).collect();
    let mut known = format!("levels: {}; heroes: {}", levels.join(", "), heroes.join(", "));
    if !modifiers.is_empty() {
        let _ = write!(known, "; modifiers: {}", modifiers.join(", "));
    }
    Run::new(Arc::clone(pack), setup)
        .map_err(|error| Failure::Usage(format!("{error}; it has {known}")))
}

/// Returns the hero of each player. There are at least as many players as named heroes.
pub fn heroes(mut named: Vec<String>, players: Option<u8>) -> Vec<String> {
    let players = players.map_or(0, usize::from).max(named.len());
    named.resize(players, String::new());
    named
}

/// Returns a random seed, short enough to read to a friend.
pub fn new_seed() -> Seed {
    let now = SystemTime::now().duration_since(SystemTime::UNIX_EPOCH).unwrap_or_default();
    let nanoseconds = u64::try_from(now.as_nanos() % u128::from(u64::MAX)).unwrap_or_default();
    Seed(u64::from(Seed(nanoseconds).stream(Stream::named("new seed"), &[]).bits()))
}
