//! Sorted maps, sets and sort functions that compile to little code.
//!
//! The page that plays the games must be loaded before anything is visible, so every kilobyte of
//! its wasm counts. The standard library is optimized for speed at any size and is compiled again
//! for every type: with reading, writing and dropping, a `BTreeMap` takes 4 to 11 KB per type, and
//! `sort_by_key` takes 4 KB per call. Here a [`Map`] is a sorted list, which takes 1 KB per type,
//! and
//! [`sort_by_key`] has one core for all types, which leaves 300 bytes per call.
//!
//! The order is always the same as in the standard library, and so is the serialized form. Code
//! that is part of the page uses these types. They are not made for thousands of entries that are
//! inserted one by one, because each insertion moves all entries behind it, nor for sorting long
//! lists every turn, because each comparison is a dynamic call.
//!
//! # Example
//!
//! ```
//! use barrow_sorted::{Map, Set, sort_by_key};
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

mod map;
mod serial;
mod set;
mod sort;

pub use map::{Iter, Map};
pub use set::Set;
pub use sort::{sort, sort_by_key};
