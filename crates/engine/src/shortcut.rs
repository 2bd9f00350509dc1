//! Shortcuts of the rules: each gives the same result as the long way, only faster.
//!
//! Each file says why that is so. The tests in `game/tests/chaos.rs` play random games with and
//! without them and compare turns and digests; each file has a smaller test of the same kind.

pub(crate) mod counting;
pub(crate) mod dozing;
pub(crate) mod hunt;
pub(crate) mod quiet;
mod stroll;
pub(crate) mod sums;
pub(crate) mod trails;

#[cfg(test)]
pub(crate) mod compare;
