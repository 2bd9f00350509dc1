use std::collections::BTreeMap;
use std::sync::Arc;

use barrow_dice::{Seed, Stream};
use barrow_engine::{Command, Run, Setup};
use barrow_pack::{Files, Pack, load};

use crate::digest::Digest;

/// Whole runs of the game in the dark: any legal commands, steps first, the state after each.
pub fn dark() -> u64 {
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
    let mut rng = Seed(seed).stream(Stream::named("dark"), &[]);
    for _ in 0..400 {
        let mut legal = run.game().legal(0);
        if rng.below(8) > 0 {
            legal.retain(|it| matches!(it, Command::Move(_)));
        }
        let Some(command) = rng.pick(&legal) else { continue };
        let turn = run.step(0, command);
        digest.number(run.game().digest().cast_signed());
        // Noises, illusions among them, are in no digest of the state; here they are.
        digest.text(&format!("{turn:?}"));
    }
    digest.number(run.game().floor());
}

fn pack() -> Option<Arc<Pack>> {
    let texts = [
        ("entities.json", include_str!("../../../packs/dark-floor/entities.json")),
        ("floors.json", include_str!("../../../packs/dark-floor/floors.json")),
        ("items.json", include_str!("../../../packs/dark-floor/items.json")),
        ("pack.json", include_str!("../../../packs/dark-floor/pack.json")),
    ];
    let files = texts.map(|(name, text)| (name.to_owned(), text.as_bytes().to_vec()));
    load(Files::new(BTreeMap::from(files))).pack
}
