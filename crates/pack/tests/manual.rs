//! `docs/pack-manual.md` is what the code says. `BARROW_BLESS=1 cargo test -p barrow-pack --test
//! manual` writes it anew.

use std::{env, fs};

#[test]
fn the_manual_in_docs_is_true() {
    let path = format!("{}/../../docs/pack-manual.md", env!("CARGO_MANIFEST_DIR"));
    let told = barrow_pack::manual();
    if env::var_os("BARROW_BLESS").is_some() {
        fs::write(&path, &told).unwrap();
    }
    let written = fs::read_to_string(&path).unwrap_or_default().replace("\r\n", "\n");
    let differs = told.lines().zip(written.lines()).find(|(told, written)| told != written);
    assert_eq!(differs, None, "the code and docs/pack-manual.md differ (BARROW_BLESS=1 accepts)");
    assert_eq!(told.len(), written.len(), "one of them goes on (BARROW_BLESS=1 accepts)");
}
