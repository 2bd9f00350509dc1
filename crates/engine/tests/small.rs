//! The pack for tests, at work.

use std::collections::BTreeMap;
use std::sync::Arc;

use barrow_pack::{Files, Pack, load};

fn small() -> Arc<Pack> {
    let texts = [
        ("kinds.json", include_str!("../../../tests/packs/small/kinds.json")),
        ("levels.json", include_str!("../../../tests/packs/small/levels.json")),
        ("pack.json", include_str!("../../../tests/packs/small/pack.json")),
    ];
    let files = texts.map(|(name, text)| (name.to_owned(), text.as_bytes().to_vec()));
    let loaded = load(Files::new(BTreeMap::from(files)));
    assert_eq!(loaded.report.render(&loaded.files), "");
    loaded.pack.unwrap()
}

#[test]
fn the_small_pack_is_without_mistakes() {
    small();
}
