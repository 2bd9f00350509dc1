use std::fmt;
use std::ops::Deref;
use std::sync::Arc;

use barrow_source::Node;
use serde::{Deserialize, Serialize};

use crate::form::{Data, Shape};
use crate::reader::Reader;
use crate::template::{Piece, Template};

/// The name of a kind. It may show values of the thing that is named.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Title {
    /// The name without placeholders, for where only the kind is known.
    pub plain: Arc<str>,
    /// The name with placeholders; empty if it has none.
    pub template: Template,
}

impl Deref for Title {
    type Target = str;

    fn deref(&self) -> &str {
        &self.plain
    }
}

impl fmt::Display for Title {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.plain)
    }
}

/// Returns the text of a template without what depends on the thing: of several texts the last.
fn plain_of(template: &Template) -> String {
    let texts = template.pieces.iter().map(|piece| match piece {
        Piece::Text(text) => text.to_string(),
        Piece::Case { texts, .. } => texts.last().map_or_else(String::new, plain_of),
        Piece::Agree { .. }
        | Piece::Name { .. }
        | Piece::Word(_)
        | Piece::Verb(_)
        | Piece::Indefinite
        | Piece::Number(_) => String::new(),
    });
    texts.collect()
}

impl Data for Title {
    fn read(node: &Node, reader: &mut Reader<'_>) -> Option<Self> {
        let plain = Arc::<str>::read(node, reader)?;
        if !plain.contains(['{', '[']) {
            return Some(Self { plain, template: Template::default() });
        }
        let template = Template::read(node, reader)?;
        if template.pieces.iter().any(|it| matches!(it, Piece::Name { .. })) {
            let what = "a name cannot contain the name of a subject; it can show numbers, as in \
                        \"sword +{plus}\"";
            reader.error(node.span, what);
            return None;
        }
        let plain = plain_of(&template);
        // A sign before a number goes with the number.
        let words = plain.split_whitespace().filter(|it| it.chars().any(char::is_alphanumeric));
        let plain = words.collect::<Vec<_>>().join(" ").into();
        Some(Self { plain, template })
    }

    fn shape() -> Shape {
        Shape::Template
    }
}
