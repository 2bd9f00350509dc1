//! Packs as bytes: every shipped game comes back as it was, and what was changed is refused.

use std::fs;
use std::path::Path;
use std::sync::Arc;

use barrow_pack::{BoundError, Files, Pack, load};

fn shipped() -> Vec<(String, Arc<Pack>)> {
    let packs = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../packs");
    let books = barrow_shelf::books(&packs).expect("the packs lie there");
    let games = books.into_iter().map(|book| {
        let files =
            book.files.iter().map(|(name, path)| (name.clone(), fs::read(path).expect("read")));
        let loaded = load(Files::new(files.collect()));
        (book.name, loaded.pack.expect("what is shipped has no mistake"))
    });
    games.collect()
}

#[test]
fn every_shipped_game_comes_back_as_it_was() {
    let games = shipped();
    assert!(!games.is_empty());
    for (name, pack) in games {
        assert_eq!(Pack::from_bytes(&pack.to_bytes()).as_ref(), Ok(&*pack), "{name}");
    }
}

#[test]
fn what_was_cut_or_changed_is_refused() {
    let bytes = shipped()[0].1.to_bytes();
    for end in (0..bytes.len()).step_by(997) {
        assert!(Pack::from_bytes(&bytes[..end]).is_err(), "cut at {end}");
        let mut changed = bytes.clone();
        changed[end] ^= 4;
        assert!(Pack::from_bytes(&changed).is_err(), "changed at {end}");
    }
    assert_eq!(Pack::from_bytes(b"{}"), Err(BoundError::Foreign));
    assert_eq!(Pack::from_bytes(&bytes[..bytes.len() - 1]), Err(BoundError::Damaged));
}
