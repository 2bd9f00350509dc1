//! What exists only so that the page is small.
//!
//! The page that plays the games is loaded before anything can be seen, so every kilobyte of its
//! wasm counts (`web/budget.json` has the limits). Everything here has a faster or more common
//! counterpart, which would be used if size did not matter:
//!
//! | here | instead of | KB of wasm saved | KB packed |
//! |---|---|---|---|
//! | [`Map`], [`Set`], [`sort()`], [`sort_by_key`] | `BTreeMap`, `BTreeSet`, `slice::sort` | 209 | 36 |
//! | [`read_trusted`] | `postcard::from_bytes` | 63 | 12 |
//! | [`compress`], [`decompress`] | deflate by `miniz_oxide` | 31 | 10 |
//!
//! Each was measured by putting its counterpart into the page's module: bytes after `wasm-opt`,
//! and packed by brotli. Elsewhere, `barrow-json` stands in for `serde_json` in the page, which
//! saved 73 KB when it came; it is a crate of its own, since packs need its positions as well.
//!
//! [`Map`], [`Set`] and the sorts give the same order as the standard library, and serde writes
//! them the same. Code that is part of the page uses them. They are not for thousands of entries
//! that come one by one, since each moves all behind it, nor for long lists that are sorted in
//! every turn, since each comparison is a call through a table.

mod compress;
mod sorted;
mod trusted;

pub use compress::{compress, decompress};
pub use sorted::{Iter, Map, Set, sort, sort_by_key};
pub use trusted::read_trusted;
