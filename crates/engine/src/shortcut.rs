//! Shortcuts of the rules: each gives the same result as the long way, only faster.
//!
//! The tests in `game/tests/chaos.rs` play every game with and without them and compare turns
//! and digests.

pub(crate) mod dozing;
mod stroll;
