use std::path::PathBuf;
use std::sync::Arc;

use barrow_engine::{Entry, Journal, Replay};
use barrow_pack::Pack;
use clap::Args;

use crate::failure::Failure;
use crate::{journal_file, output};

/// `barrow diverge A B`
#[derive(Args)]
pub struct Diverge {
    /// The first journal
    one: PathBuf,
    /// The second journal
    two: PathBuf,
    /// The folder of their pack; by default the one they were played with
    #[arg(long, value_name = "PACK")]
    pack: Option<PathBuf>,
}

impl Diverge {
    pub fn run(self) -> Result<(), Failure> {
        let (one, two) = (journal_file::read(&self.one)?, journal_file::read(&self.two)?);
        let Some(found) = first_difference(&one, &two) else {
            let count = one.entries.len();
            return output::print(
                format!("the journals are the same: {count} commands\n").as_bytes(),
            );
        };
        let mut answer = found.what;
        if let (Some(entries), Ok(pack)) = (found.played, journal_file::pack(&one, self.pack)) {
            answer.extend(field(&one, &two, entries, &pack).map(|field| format!("\n{field}")));
        }
        output::print(format!("{answer}\n").as_bytes())?;
        Err(Failure::Reported)
    }
}

/// Where two journals diverge.
struct Difference {
    what: String,
    /// How many entries to play until they differ; `None` if they begin differently.
    played: Option<usize>,
}

fn first_difference(one: &Journal, two: &Journal) -> Option<Difference> {
    let heads = [
        ("rules", one.rules.to_string(), two.rules.to_string()),
        ("pack", one.pack.to_string(), two.pack.to_string()),
        ("seed", one.setup.seed.to_string(), two.setup.seed.to_string()),
        ("level", format!("{:?}", one.setup.level), format!("{:?}", two.setup.level)),
        ("heroes", format!("{:?}", one.setup.heroes), format!("{:?}", two.setup.heroes)),
    ];
    for (what, one, two) in heads {
        if one != two {
            return Some(Difference { what: format!("{what}: {one} against {two}"), played: None });
        }
    }
    if one.start != two.start {
        let what = "the state differs before the first command".into();
        return Some(Difference { what, played: None });
    }
    let pairs = one.entries.iter().zip(&two.entries);
    if let Some((number, (one, two))) = pairs.enumerate().find(|(_, (one, two))| one != two) {
        return Some(Difference { what: difference(number, one, two), played: Some(number + 1) });
    }
    let (one, two) = (one.entries.len(), two.entries.len());
    (one != two).then(|| Difference {
        what: format!("one has {one} commands, the other {two}; they agree up to there"),
        played: None,
    })
}

fn difference(number: usize, one: &Entry, two: &Entry) -> String {
    let turn = one.turn;
    let told = if one.command != two.command || one.player != two.player {
        format!("{}: {} against {}: {}", one.player, one.command, two.player, two.command)
    } else if one.turn != two.turn {
        format!("it is turn {} against {}", one.turn, two.turn)
    } else {
        format!("after `{}` the state differs", one.command)
    };
    format!("turn {turn}, entry {number}: {told}")
}

/// Returns the field in which two games differ after this many entries, if both can be played that
/// far.
fn field(one: &Journal, two: &Journal, entries: usize, pack: &Arc<Pack>) -> Option<String> {
    let game = |journal: &Journal| {
        let mut replay = Replay::new(journal.clone(), Arc::clone(pack)).ok()?.0;
        replay.seek(entries).ok()?;
        Some(replay.game().clone())
    };
    game(one)?.differences(&game(two)?)
}
