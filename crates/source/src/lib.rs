//! What authors wrote, before anything is understood.
//!
//! [`Files`] are parsed into trees of [`Node`]s that know where they stand. Whoever reads the
//! trees, and however much later, puts what is wrong with them into a [`Report`], which shows
//! each mistake with its line.

mod files;
mod report;
mod tree;

pub use files::Files;
pub use report::{Diagnostic, Line, Place, Report, Severity, Shown};
pub use tree::{Member, Node, Span, Value, offset_in_literal, parse};

/// The example of the README is a test.
#[cfg(doctest)]
#[doc = include_str!("../README.md")]
struct Readme;
