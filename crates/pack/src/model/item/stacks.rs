//! How many of an item form a stack.

use barrow_dice::Formula;
use barrow_source::{Node, Value};
use serde::{Deserialize, Serialize};

use crate::form::{Data, Shape};
use crate::reader::Reader;

/// Whether several of a kind form a stack, and how many.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub enum Stacks {
    /// Each is by itself.
    #[default]
    Never,
    /// As many as there are.
    Always,
    /// At most this many.
    UpTo(Formula),
}

impl Data for Stacks {
    fn read(node: &Node, reader: &mut Reader<'_>) -> Option<Self> {
        match node.value {
            Value::Flag(true) => Some(Self::Always),
            Value::Flag(false) => Some(Self::Never),
            Value::Null | Value::Number(_) | Value::Text(_) | Value::List(_) | Value::Object(_) => {
                Formula::read(node, reader).map(Self::UpTo)
            }
        }
    }

    fn shape() -> Shape {
        Shape::Formula
    }

    fn shown(&self) -> Option<String> {
        Some("false".into())
    }
}
