//! Sorted maps, sets and sorts that compile to little code.
//!
//! The page that plays the games is loaded before anything can be seen, so every kilobyte of its
//! wasm counts. The standard library is made for speed at any size and is compiled anew for every
//! type: with all that reads, writes and drops it, a `BTreeMap` comes to 4 to 11 KB a type, and
//! `sort_by_key` to 4 KB a call. Here a [`Map`] is a sorted list, which comes to 1 KB a
//! type, and [`sort_by_key`] has one core for all types, which leaves 300 bytes a call.
//!
//! The order is the same as that of the standard library in all they do, and so is what serde
//! writes. Code that is part of the page uses these. They are not for thousands of entries that
//! come one by one, since each moves all behind it, nor for long lists that are sorted in every
//! turn, since each comparison is a call through a table.

mod map;
mod serial;
mod set;
mod sort;

pub use map::{Iter, Map};
pub use set::Set;
pub use sort::{sort, sort_by_key};

/// The example of the README is a test.
#[cfg(doctest)]
#[doc = include_str!("../README.md")]
struct Readme;
