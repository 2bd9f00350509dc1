//! Reminds you to count `RULES` up when the rules change.
//!
//! `rules.txt` has a digest of fixed games for each pack in `tests/packs`. If a game ends in
//! another state although pack and `RULES` are the same, saved runs of players no longer replay.

use std::fmt::Write as _;
use std::sync::Arc;
use std::{env, fs};

use barrow_engine::{RULES, Run};
use barrow_pack::Pack;

use super::small::{Anyone, begin, begin_every, every, pack};

const GAMES: u64 = 24;
const COMMANDS: usize = 120;

/// The golden file's entry for one pack.
#[derive(PartialEq, Eq)]
struct Entry {
    rules: u32,
    /// The digest of the pack's files.
    pack: u64,
    /// The digest of the last states of all games.
    games: u64,
}

#[test]
fn changed_rules_have_a_new_number() {
    let blessing = env::var_os("BARROW_BLESS").is_some();
    let path = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/runs/rules.txt");
    let golden = fs::read_to_string(path).unwrap_or_default();
    let mut text = String::from("# name, rules, digest of the pack, digest of its games\n");
    let mut old = Vec::new();
    for (name, now) in [("every", entry(&every(), begin_every)), ("small", entry(&pack(), begin))] {
        let kept = golden.lines().find_map(|line| parse(line.strip_prefix(name)?));
        assert!(
            kept.as_ref().is_none_or(
                |it| it.games == now.games || (it.rules, it.pack) != (now.rules, now.pack)
            ),
            "the rules changed: games of tests/packs/{name} end in another state, so saved runs of \
             rules {RULES} no longer replay. If you did not mean it, undo it. If you did, add one \
             to `RULES` in crates/engine/src/record/journal.rs, say in CHANGELOG.md what changed, \
             and run `cargo xtask bless`"
        );
        if kept.is_none_or(|it| it != now) {
            old.push(name);
        }
        let _ = writeln!(text, "{name} {} {:016x} {:016x}", now.rules, now.pack, now.games);
    }
    if blessing {
        fs::write(path, text).unwrap();
    } else {
        assert!(old.is_empty(), "{path} is out of date for {old:?}; run `cargo xtask bless`");
    }
}

fn entry(pack: &Arc<Pack>, begin: fn(&Arc<Pack>, u64) -> Run) -> Entry {
    let games = (0..GAMES).fold(0, |digest: u64, seed| {
        let mut run = begin(pack, seed);
        let mut anyone = Anyone::new(seed);
        anyone.play(&mut run, COMMANDS);
        digest.rotate_left(5) ^ run.game().digest()
    });
    Entry { rules: RULES, pack: pack.digest, games }
}

fn parse(line: &str) -> Option<Entry> {
    let mut words = line.split_whitespace();
    let rules = words.next()?.parse().ok()?;
    let mut digest = || u64::from_str_radix(words.next()?, 16).ok();
    Some(Entry { rules, pack: digest()?, games: digest()? })
}
