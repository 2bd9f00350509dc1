//! The packs in `packs/`, as files inside the program.

use std::sync::Arc;

use barrow_pack::{Files, Pack, load};

/// The name of a file and its contents.
type File = (&'static str, &'static [u8]);

/// Every pack: the name of its folder, and its files.
const PACKS: &[(&str, &[File])] = include!(concat!(env!("OUT_DIR"), "/packs.rs"));

/// Lists the names of all packs.
pub fn names() -> impl Iterator<Item = &'static str> {
    PACKS.iter().map(|(name, _)| *name)
}

/// Returns the files of a pack.
pub fn files(pack: &str) -> &'static [File] {
    PACKS.iter().find(|(name, _)| *name == pack).map_or(&[], |(_, files)| *files)
}

/// Loads a pack.
pub fn read(pack: &str) -> Option<Arc<Pack>> {
    let files = files(pack).iter().map(|&(name, bytes)| (name.to_owned(), bytes.to_vec()));
    load(Files::new(files.collect())).pack
}
