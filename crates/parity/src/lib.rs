//! Proves that native code and wasm agree: the same work in both, as digests.
//!
//! The program prints the digest of each of the [`jobs`]. `cargo xtask parity` builds it for this
//! machine and for WASI, runs both, and compares what they print.

mod bots;
mod digest;
mod every;
mod jobs;
mod kit;
mod pictures;
mod runs;
mod shipped;
mod sounds;

pub use jobs::{Job, jobs};
