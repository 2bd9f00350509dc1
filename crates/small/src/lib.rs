//! Code that exists only to keep the page small.
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
//! | [`lowercase`], [`capitalized`], [`begins_small`] | the same of `str` and `char` | 32 | 11 |
//!
//! They were measured by putting the counterparts into the page's module one after the other, in
//! this order; a row is the difference between two builds, after `wasm-opt` and packed by brotli.
//! The last row was measured later, in a larger module.
//! Elsewhere, `barrow-json` replaces `serde_json` in the page, which saved 73 KB. It is a crate of
//! its own, since packs need its positions as well.
//!
//! [`Map`], [`Set`] and the sorts give the same order as the standard library, and serialize the
//! same. The standard library is compiled again for every type: a `BTreeMap` takes 4 to 11 KB per
//! type and `sort_by_key` 4 KB per call, against 1 KB and 300 bytes here. They are not made for
//! thousands of entries that are inserted one by one, because each insertion moves all entries
//! behind it, nor for sorting long lists every turn, because each comparison is a dynamic call.
//!
//! ```
//! use barrow_small::{Map, Set, sort_by_key};
//!
//! let mut prices = Map::new();
//! prices.insert("sword", 30);
//! prices.insert("bread", 2);
//! assert_eq!(prices.get("bread"), Some(&2));
//! assert_eq!(prices.keys().collect::<Vec<_>>(), [&"bread", &"sword"]);
//!
//! let seen: Set<u32> = [3, 1, 3].into_iter().collect();
//! assert_eq!(seen.iter().collect::<Vec<_>>(), [&1, &3]);
//!
//! let mut words = ["troll", "rat", "bat"];
//! sort_by_key(&mut words, |word| word.len());
//! assert_eq!(words, ["rat", "bat", "troll"]);
//! ```

mod compress;
mod sorted;
mod text;
mod trusted;

pub use compress::{compress, decompress};
pub use sorted::{Iter, Map, Set, sort, sort_by_key};
pub use text::{begins_small, capitalized, lowercase};
pub use trusted::read_trusted;

/// Compiles the README's example as a test.
#[cfg(doctest)]
#[doc = include_str!("../README.md")]
struct Readme;
