//! Whole runs of a small pack that uses most mechanisms.

#![expect(clippy::unwrap_used, reason = "a test that cannot go on has failed")]

mod between;
mod journals;
mod legal;
mod rules;
mod small;
