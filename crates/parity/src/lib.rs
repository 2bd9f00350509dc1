//! The proof that native and wasm agree: the same work in both, boiled down to digests.
//!
//! `cargo xtask parity` prints [`jobs`] natively, lets node print what the wasm module
//! exports, and compares line by line.

mod bots;
mod digest;
mod every;
mod jobs;
mod kit;
mod pictures;
mod runs;
mod shipped;

pub use jobs::{Job, jobs};

/// How many jobs there are. For wasm.
#[unsafe(no_mangle)]
pub extern "C" fn count() -> u32 {
    u32::try_from(jobs().len()).unwrap_or(u32::MAX)
}

/// The digest of one job. For wasm.
#[unsafe(no_mangle)]
pub extern "C" fn digest(job: u32) -> u64 {
    jobs().get(job as usize).map_or(0, |job| (job.work)())
}
