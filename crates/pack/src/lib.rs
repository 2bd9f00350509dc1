//! Games as data: files in, one checked pack out, or every mistake with its place.
//!
//! [`load`] parses [`Files`] into trees that know their positions. Folders of the kit and Tiled
//! maps are rewritten as sections (`barrow-kit`). Layers are merged, names become ids, and
//! records are read; every mistake goes into a [`Report`]. A [`Pack`] that was loaded holds no
//! unresolved name and no unchecked formula.

mod bound;
mod chapters;
mod check;
mod data;
mod dig;
mod feats;
mod form;
mod layers;
mod load;
mod manual;
mod maps;
mod model;
mod names;
mod overrides;
mod presence;
mod reader;
mod scope;
mod sounds;
mod template;
mod terrain;
mod values;
mod walk;
mod width;

pub use barrow_source::{
    Diagnostic, Files, Line, Member, Node, Place, Report, Severity, Shown, Span, Value,
};
pub use bound::BoundError;
pub use chapters::{Body, Chapter, Variant, chapters};
pub use data::{Color, Keyword, Named};
pub use dig::Dig;
pub use form::{Choice, Data, FieldNote, Form, Record, Shape, Syntax, VariantForm};
pub use load::{Core, Loaded, Pack, load};
pub use manual::manual;
pub use model::*;
pub use names::{Id, Section, Table};
pub use reader::Reader;
pub use scope::{Reach, Subject, Subjects, Word};
pub use sounds::default_library;
pub use template::{Article, Piece, Template};
pub use walk::Visitor;

/// Compiles the README's example as a test.
#[cfg(doctest)]
#[doc = include_str!("../README.md")]
struct Readme;
