use std::collections::BTreeMap;
use std::sync::Arc;

use barrow_dice::{Seed, Stream};
use barrow_engine::{Command, Run, Setup};
use barrow_pack::{Files, Pack, load};

use crate::digest::Digest;

/// Whole runs of the crawler: any legal commands, steps and stairs first, the state after each.
pub fn crawl() -> u64 {
    let mut digest = Digest::new();
    let Some(pack) = pack() else { return 0 };
    for seed in 0..40 {
        play(&pack, seed, &mut digest);
    }
    digest.finish()
}

fn play(pack: &Arc<Pack>, seed: u64, digest: &mut Digest) {
    let setup = Setup { seed: Seed(seed), level: None, heroes: vec![String::new()] };
    let Ok((mut run, _)) = Run::new(Arc::clone(pack), &setup) else { return };
    let mut rng = Seed(seed).stream(Stream::named("crawl"), &[]);
    for _ in 0..400 {
        let mut legal = run.game().legal(0);
        if legal.contains(&Command::Descend) {
            legal = vec![Command::Descend];
        } else if rng.below(4) > 0 {
            legal.retain(|it| matches!(it, Command::Move(_) | Command::Cast { .. }));
        }
        let Some(command) = rng.pick(&legal) else { break };
        let turn = run.step(0, command);
        digest.number(run.game().digest().cast_signed());
        digest.text(&format!("{turn:?}"));
    }
    digest.number(run.game().floor());
}

fn pack() -> Option<Arc<Pack>> {
    let texts = [
        ("attributes.json", include_str!("../../../packs/crawl/attributes.json")),
        ("game.json", include_str!("../../../packs/crawl/game.json")),
        ("hero.json", include_str!("../../../packs/crawl/hero.json")),
        ("items.json", include_str!("../../../packs/crawl/items.json")),
        ("monsters.json", include_str!("../../../packs/crawl/monsters.json")),
        ("terrain.json", include_str!("../../../packs/crawl/terrain.json")),
    ];
    let files = texts.map(|(name, text)| (name.to_owned(), text.as_bytes().to_vec()));
    load(Files::new(BTreeMap::from(files))).pack
}
