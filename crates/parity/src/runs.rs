use std::collections::BTreeMap;
use std::sync::Arc;

use barrow_dice::{Seed, Stream};
use barrow_engine::{Run, Setup};
use barrow_pack::{Files, Pack, load};

use crate::digest::Digest;

/// Plays whole runs of the small pack with random legal commands. Digests each state and the
/// journal.
pub fn runs() -> u64 {
    let mut digest = Digest::new();
    let Some(pack) = small() else { return 0 };
    for seed in 0..100 {
        play(&pack, seed, &mut digest);
    }
    digest.finish()
}

fn play(pack: &Arc<Pack>, seed: u64, digest: &mut Digest) {
    let level = seed.is_multiple_of(2).then(|| "vault".to_owned());
    let setup = Setup { seed: Seed(seed), level, heroes: vec![String::new()], ..Setup::default() };
    let Ok((mut run, _)) = Run::new(Arc::clone(pack), &setup) else { return };
    let mut rng = Seed(seed).stream(Stream::named("anyone"), &[]);
    for _ in 0..100 {
        let legal = run.game().legal(0);
        let Some(command) = rng.pick(&legal) else { break };
        let turn = run.step(0, command);
        digest.number(run.game().digest().cast_signed());
        // The digest of a state contains no texts, so they are added here.
        digest.text(&format!("{turn:?}"));
    }
    digest.text(&run.journal().to_text());
}

fn small() -> Option<Arc<Pack>> {
    let texts = [
        ("kinds.json", include_str!("../../../tests/packs/small/kinds.json")),
        ("levels.json", include_str!("../../../tests/packs/small/levels.json")),
        ("pack.json", include_str!("../../../tests/packs/small/pack.json")),
    ];
    let files = texts.map(|(name, text)| (name.to_owned(), text.as_bytes().to_vec()));
    load(Files::new(BTreeMap::from(files))).pack
}
