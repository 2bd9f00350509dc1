use std::collections::BTreeMap;
use std::sync::Arc;

use barrow_dice::{Rng, Seed, Stream};
use barrow_engine::{Command, Run, Setup};
use barrow_pack::{Files, Pack, load};

/// Returns the small pack.
pub fn pack() -> Arc<Pack> {
    let texts = [
        ("kinds.json", include_str!("../../../../tests/packs/small/kinds.json")),
        ("levels.json", include_str!("../../../../tests/packs/small/levels.json")),
        ("pack.json", include_str!("../../../../tests/packs/small/pack.json")),
    ];
    let files = texts.map(|(name, text)| (name.to_owned(), text.as_bytes().to_vec()));
    let loaded = load(Files::new(BTreeMap::from(files)));
    assert_eq!(loaded.report.render(&loaded.files), "");
    loaded.pack.unwrap()
}

/// Returns the pack with every mechanism.
pub fn every() -> Arc<Pack> {
    let folder = concat!(env!("CARGO_MANIFEST_DIR"), "/../../tests/packs/every");
    let entries = std::fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().path());
    let named = entries.map(|path| {
        let name = path.file_name().unwrap().display().to_string();
        (name, std::fs::read(&path).unwrap())
    });
    load(Files::new(named.collect())).pack.unwrap()
}

/// Begins a run of the pack with every mechanism; its level depends on the seed.
pub fn begin_every(pack: &Arc<Pack>, seed: u64) -> Run {
    let levels: Vec<&str> = pack.levels.iter().map(|(id, _)| pack.levels.name(id)).collect();
    let index = usize::try_from(seed).unwrap() % levels.len();
    let heroes = ["miller", "tinker", "heron"][..=index % 3].iter().map(|&it| it.into());
    let level = Some(levels[index].into());
    let setup = Setup { seed: Seed(seed), level, heroes: heroes.collect(), ..Setup::default() };
    Run::new(Arc::clone(pack), &setup).unwrap().0
}

/// Begins a run of the small pack; its heroes and level depend on the seed.
pub fn begin(pack: &Arc<Pack>, seed: u64) -> Run {
    let heroes: &[&str] = match seed % 4 {
        0 => &["seer"],
        1 => &["digger", "seer"],
        _ => &[""],
    };
    let setup = Setup {
        seed: Seed(seed),
        level: seed.is_multiple_of(3).then(|| "vault".into()),
        heroes: heroes.iter().map(|&hero| hero.into()).collect(),
        ..Setup::default()
    };
    Run::new(Arc::clone(pack), &setup).unwrap().0
}

/// A player who gives random legal commands, more often steps and stairs than others.
pub struct Anyone(Rng);

impl Anyone {
    pub fn new(seed: u64) -> Self {
        Self(Seed(seed).stream(Stream::named("anyone"), &[]))
    }

    /// Returns the next command of some player, if anyone can act.
    pub fn command(&mut self, run: &Run) -> Option<(u8, Command)> {
        let game = run.game();
        let able: Vec<u8> =
            (0..game.players()).filter(|&player| !game.legal(player).is_empty()).collect();
        let &player = self.0.pick(&able)?;
        // Sorted, so that a game depends on the rules alone.
        let mut legal = game.legal(player);
        legal.sort_by_cached_key(ToString::to_string);
        let urgent = |command: &Command| matches!(command, Command::Descend | Command::Pickup);
        let walking = |command: &Command| matches!(command, Command::Move(_));
        let preferred: Vec<&Command> = match self.0.below(4) {
            0 => legal.iter().filter(|it| urgent(it)).collect(),
            1 | 2 => legal.iter().filter(|it| walking(it)).collect(),
            _ => Vec::new(),
        };
        let chosen = self.0.pick(&preferred).copied().or_else(|| self.0.pick(&legal));
        chosen.map(|command| (player, command.clone()))
    }

    /// Plays up to `commands` commands, or to the end.
    pub fn play(&mut self, run: &mut Run, commands: usize) {
        for _ in 0..commands {
            let Some((player, command)) = self.command(run) else { return };
            let done = run.step(player, &command);
            assert!(done.is_ok(), "{command} is legal and was refused: {done:?}");
        }
    }
}

#[test]
fn the_small_pack_has_no_mistakes_and_all_of_it_is_played() {
    let pack = pack();
    let mut floors = Vec::new();
    let mut ended = 0;
    for seed in 0..60 {
        let mut run = begin(&pack, seed);
        Anyone::new(seed).play(&mut run, 300);
        floors.push(run.game().floor());
        ended += u32::from(run.game().end().is_some());
    }
    assert!(floors.iter().any(|&floor| floor > 1), "{floors:?}");
    assert!(ended > 5, "{ended}");
}
