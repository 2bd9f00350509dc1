use std::sync::Arc;

use barrow_source::Node;
use serde::{Deserialize, Serialize};

use crate::form::{Data, Shape};
use crate::reader::Reader;
use crate::scope::Subject;

/// The side that someone joins.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum Side {
    /// The side of a subject.
    Of(Subject),
    /// The side of this name.
    Named(Arc<str>),
}

impl Default for Side {
    fn default() -> Self {
        Self::Of(Subject::Player)
    }
}

impl Data for Side {
    fn read(node: &Node, reader: &mut Reader<'_>) -> Option<Self> {
        let name = Arc::<str>::read(node, reader)?;
        Some(Subject::from_word(&name).map_or(Self::Named(name), Self::Of))
    }

    fn shape() -> Shape {
        Shape::Text
    }
}
