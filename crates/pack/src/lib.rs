//! Games as data: files in, one checked pack out, or every mistake with its place.
//!
//! How a pack is read: [`Files`] are parsed into trees that know their places; layers are merged;
//! names become ids; records are read, and every mistake goes into a [`Report`]. In the resulting
//! [`Pack`] every name is an id and every formula is checked.

mod bound;
mod chapters;
mod check;
mod data;
mod diagnostic;
mod dig;
mod files;
mod form;
mod ink;
mod json;
mod layers;
mod load;
mod lower;
mod manual;
mod model;
mod names;
mod overrides;
mod reader;
mod scope;
mod template;
mod terrain;
mod tiled;
mod walk;
mod width;

pub use bound::BoundError;
pub use chapters::{Body, Chapter, Variant, chapters};
pub use data::{Color, Keyword, Named};
pub use diagnostic::{Diagnostic, Line, Place, Report, Severity, Shown};
pub use dig::Dig;
pub use files::Files;
pub use form::{Choice, Data, FieldNote, Form, Record, Shape, Syntax, VariantForm};
pub use json::{Member, Node, Span, Value};
pub use load::{Core, Loaded, Pack, load};
pub use manual::manual;
pub use model::*;
pub use names::{Id, Section, Table};
pub use reader::Reader;
pub use scope::{Reach, Subject, Subjects, Word};
pub use template::{Article, Piece, Template};
pub use walk::Visitor;
