//! Random games of the pack that uses every mechanism.

#[cfg(test)]
mod tests;

use std::collections::BTreeMap;
use std::sync::Arc;

use barrow_dice::{Rng, Seed, Stream};
use barrow_engine::{Command, Journal, Run, Setup, Turn};
use barrow_grid::{Dir, Pos};
use barrow_pack::{Files, Pack, load};

use crate::digest::Digest;

/// How many games are played.
pub const GAMES: u64 = 1000;

/// The maximum number of commands in a game, refused ones included.
const COMMANDS: u32 = 120;

/// Plays all games. Digests the events, the state after each command, the journal and its replay.
pub fn games() -> u64 {
    let mut digest = Digest::new();
    let packs = packs();
    for seed in 0..GAMES {
        let mut tell = |turn: &Turn, run: &Run| {
            digest.number(run.game().digest().cast_signed());
            // The digest of a state contains no texts, so they are added here.
            digest.text(&format!("{turn:?}"));
        };
        let Some(game) = play(&packs, seed, &mut tell) else { continue };
        digest.text(&game.journal().to_text());
        digest.number(replayed(&game).unwrap_or_default().cast_signed());
    }
    digest.finish()
}

/// Writes and reads the journal of a run, and returns the digest of the state it leads to.
pub fn replayed(run: &Run) -> Option<u64> {
    let text = run.journal().to_text();
    let journal: Journal = Journal::from_bytes(text.as_bytes()).ok()?.journal;
    journal.replay(Arc::clone(run.game().pack())).ok().map(|game| game.digest())
}

/// Loads the pack and its variant with the other rules.
pub fn packs() -> Vec<Arc<Pack>> {
    let texts = [
        ("attic.tmj", include_str!("../../../tests/packs/every/attic.tmj")),
        ("attributes.json", include_str!("../../../tests/packs/every/attributes.json")),
        ("bags.json", include_str!("../../../tests/packs/every/bags.json")),
        ("folk.json", include_str!("../../../tests/packs/every/folk.json")),
        ("goods.json", include_str!("../../../tests/packs/every/goods.json")),
        ("items.json", include_str!("../../../tests/packs/every/items.json")),
        ("levels.json", include_str!("../../../tests/packs/every/levels.json")),
        ("mill.json", include_str!("../../../tests/packs/every/mill.json")),
        ("minds.json", include_str!("../../../tests/packs/every/minds.json")),
        ("rooms.json", include_str!("../../../tests/packs/every/rooms.json")),
        ("runs.json", include_str!("../../../tests/packs/every/runs.json")),
        ("space.json", include_str!("../../../tests/packs/every/space.json")),
    ];
    let rules = [
        include_str!("../../../tests/packs/every/pack.json"),
        include_str!("../../../tests/packs/every-else/pack.json"),
    ];
    let loaded = rules.map(|rules| {
        let texts = texts.into_iter().chain([("pack.json", rules)]);
        let files = texts.map(|(name, text)| (name.to_owned(), text.as_bytes().to_vec()));
        load(Files::new(files.collect::<BTreeMap<_, _>>())).pack
    });
    loaded.into_iter().flatten().collect()
}

/// Plays one random game to its end or to the maximum number of commands. Calls `tell` after each
/// turn.
pub fn play(packs: &[Arc<Pack>], seed: u64, tell: &mut dyn FnMut(&Turn, &Run)) -> Option<Run> {
    let mut rng = Seed(seed).stream(Stream::named("anyone"), &[]);
    let pack = rng.pick(packs)?;
    let (mut run, turn) = Run::new(Arc::clone(pack), &setup(pack, seed, &mut rng)).ok()?;
    tell(&turn, &run);
    for _ in 0..COMMANDS {
        let (player, command) = next(&run, &mut rng)?;
        if let Ok(turn) = run.step(player, &command) {
            tell(&turn, &run);
        }
        if run.game().end().is_some() {
            break;
        }
    }
    Some(run)
}

/// Returns the setup of a game. The seed decides the level; one or three players take part.
fn setup(pack: &Pack, seed: u64, rng: &mut Rng) -> Setup {
    let levels: Vec<&str> = pack.levels.iter().map(|(id, _)| pack.levels.name(id)).collect();
    let index = usize::try_from(seed).unwrap_or_default() % levels.len();
    let names = ["", "miller", "tinker", "heron"];
    let players = if rng.below(4) == 0 { 3 } else { 1 };
    let heroes = (0..players).filter_map(|_| rng.pick(&names)).map(|&it| it.into()).collect();
    Setup { seed: Seed(seed), level: Some(levels[index].into()), heroes, ..Setup::default() }
}

/// Draws a command: mostly a legal one, preferably a step, since there are more ways to aim than to
/// walk; now and then any command.
fn next(run: &Run, rng: &mut Rng) -> Option<(u8, Command)> {
    let game = run.game();
    let player = u8::try_from(rng.below(u32::from(game.players()))).ok()?;
    if rng.below(8) == 0 {
        return Some((player, anything(rng)));
    }
    let legal = game.legal(player);
    let plain = |it: &&Command| !matches!(it, Command::Throw { .. } | Command::Cast { .. });
    let walking = |it: &&Command| matches!(it, Command::Move(_));
    let some: Vec<&Command> = match rng.below(4) {
        0 => legal.iter().filter(walking).collect(),
        1 | 2 => legal.iter().filter(plain).collect(),
        _ => legal.iter().collect(),
    };
    let chosen = rng.pick(&some).map(|&it| it.clone());
    Some((player, chosen.unwrap_or_else(|| anything(rng))))
}

/// Draws any command, which is likely to be refused.
fn anything(rng: &mut Rng) -> Command {
    let dir = Dir::ALL[rng.below(8) as usize];
    let slot = u8::try_from(rng.below(9)).unwrap_or_default();
    let at = Pos::new(rng.between(-2..=50), rng.between(-2..=34));
    let abilities = ["jolt", "mend", "puff", "vault", "appraise", "no such thing"];
    let ability = abilities[rng.below(6) as usize].to_owned();
    match rng.below(17) {
        0 => Command::Move(dir),
        1 => Command::Wait,
        2 => Command::Pickup,
        3 => Command::Use { slot },
        4 => Command::Drop { slot },
        5 => Command::Equip { slot },
        6 => Command::Unequip { slot },
        7 => Command::Throw { slot, at },
        8 => Command::Cast { ability, at: None },
        9 => Command::Cast { ability, at: Some(at) },
        10 => Command::Descend,
        11 => Command::Ascend,
        12 => Command::Interact(dir),
        14 => Command::Select { slot },
        15 => Command::UseFrom { bag: "sack".into(), slot: slot % 3 },
        13 => Command::Choose { option: slot },
        _ => Command::Cancel,
    }
}
