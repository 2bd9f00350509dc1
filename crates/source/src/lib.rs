//! Reads the files that authors wrote, and reports mistakes with their lines.
//!
//! [`Files`] are parsed into trees of [`Node`]s that know their positions. Code that reads the
//! trees, however much later, adds what is wrong with them to a [`Report`], which shows each
//! mistake with its line.

mod files;
mod report;
mod tree;

pub use files::Files;
pub use report::{Diagnostic, Line, Place, Report, Severity, Shown};
pub use tree::{Member, Node, Span, Value, offset_in_literal, parse};

/// Compiles the README's example as a test.
#[cfg(doctest)]
#[doc = include_str!("../README.md")]
struct Readme;
