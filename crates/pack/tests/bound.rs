//! Packs as bytes: every game comes back as it was, and what was changed is refused.

use std::fs;
use std::path::Path;
use std::sync::Arc;

use barrow_pack::{BoundError, Files, Pack, load};
use barrow_sound::Library;

/// Returns every shipped game, and one that uses every part of the format.
fn games() -> Vec<(String, Arc<Pack>)> {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("../..");
    let shelf =
        |folder| barrow_shelf::shipped_packs(&root.join(folder)).expect("the packs lie there");
    let every = shelf("tests/packs").into_iter().filter(|it| it.name == "every");
    let games = shelf("packs").into_iter().chain(every).map(|shipped| {
        let files =
            shipped.files.iter().map(|(name, path)| (name.clone(), fs::read(path).expect("read")));
        let loaded = load(Files::new(files.collect()));
        (shipped.name, loaded.pack.expect("it has no mistake"))
    });
    games.collect()
}

#[test]
fn every_game_survives_being_bound() {
    let games = games();
    assert!(games.len() > 1, "the shipped ones and the one of every part");
    for (name, pack) in games {
        let silent = Pack { sounds: Library::default(), ..Pack::clone(&pack) };
        assert_eq!(Pack::from_bytes(&pack.to_bytes()).as_ref(), Ok(&silent), "{name}");
    }
}

#[test]
fn truncated_and_changed_bytes_are_refused() {
    let bytes = games()[0].1.to_bytes();
    for end in (0..bytes.len()).step_by(997) {
        assert!(Pack::from_bytes(&bytes[..end]).is_err(), "cut at {end}");
        let mut changed = bytes.clone();
        changed[end] ^= 4;
        assert!(Pack::from_bytes(&changed).is_err(), "changed at {end}");
    }
    assert_eq!(Pack::from_bytes(b"{}"), Err(BoundError::Foreign));
    assert_eq!(Pack::from_bytes(&bytes[..bytes.len() - 1]), Err(BoundError::Damaged));
    for error in [BoundError::Foreign, BoundError::Damaged] {
        assert!(error.to_string().ends_with("; bind it again"), "{error}");
    }
}

/// Returns the same bytes with a sum that agrees with them.
fn summed(mut bytes: Vec<u8>) -> Vec<u8> {
    let mark = bytes.iter().position(|byte| *byte == b'\n').expect("the mark is a line") + 1;
    let sum = barrow_dice::fnv64(&bytes[mark + 8..]);
    bytes[mark..mark + 8].copy_from_slice(&sum.to_le_bytes());
    bytes
}

#[test]
fn arbitrary_bytes_never_panic_the_reader() {
    for (name, pack) in games() {
        let bytes = pack.to_bytes();
        assert_eq!(summed(bytes.clone()), bytes, "{name}");
        for at in (40..bytes.len()).step_by(211) {
            assert!(
                Pack::from_bytes(&summed(bytes[..at].to_vec())).is_err(),
                "{name}: cut at {at}"
            );
            for value in [0, 1, 0x7F, 0xFF] {
                let mut changed = bytes.clone();
                changed[at] = value;
                let _ = Pack::from_bytes(&summed(changed));
            }
        }
    }
}

#[test]
fn endlessly_nested_lists_are_refused() {
    let bytes = games()[0].1.to_bytes();
    for byte in 0..=u8::MAX {
        let mut changed = bytes.clone();
        changed[40..].fill(byte);
        assert!(Pack::from_bytes(&summed(changed)).is_err(), "{byte}");
    }
}
