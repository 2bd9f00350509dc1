use barrow_dice::Formula;
use barrow_source::Node;

use super::{Data, Shape};
use crate::Span;
use crate::data::expected;
use crate::model::Routine;
use crate::names::{Id, Section};
use crate::reader::Reader;

/// What a call gives to a routine: values by the names of parameters.
pub(super) struct Arguments(pub(super) Vec<Argument>);

pub(super) struct Argument {
    name: String,
    span: Span,
    value: Formula,
}

impl Arguments {
    /// Returns the values in the order of the routine's parameters. A missing or unknown one is
    /// an error.
    pub(super) fn in_order(
        mut self,
        routine: Id<Routine>,
        span: Span,
        reader: &mut Reader<'_>,
    ) -> Vec<Formula> {
        let names = reader.names;
        let Some(routine) = names.name_of(Section::Routines, routine.index()) else {
            return Vec::new();
        };
        let takes = names.parameters.get(routine).map_or(&[][..], Vec::as_slice);
        let mut values = Vec::new();
        for parameter in takes {
            if let Some(at) = self.0.iter().position(|it| it.name == *parameter) {
                values.push(self.0.swap_remove(at).value);
            } else {
                let what =
                    format!("the routine `{routine}` takes `{parameter}`; give it in `with`");
                reader.error(span, what);
            }
        }
        for unknown in self.0 {
            let takes: Vec<&str> = takes.iter().map(String::as_str).collect();
            let meant = match takes.as_slice() {
                [] => "; it takes nothing".into(),
                takes => reader.meant_of(&unknown.name, takes),
            };
            let what = format!("the routine `{routine}` takes no `{}`{meant}", unknown.name);
            reader.error(unknown.span, what);
        }
        values
    }
}

impl Data for Arguments {
    fn read(node: &Node, reader: &mut Reader<'_>) -> Option<Self> {
        let Some(members) = node.members() else {
            return expected(reader, node, "an object of parameters");
        };
        let arguments = members.iter().filter_map(|it| {
            let value = Formula::read(&it.value, reader)?;
            Some(Argument { name: it.key.clone(), span: it.key_span, value })
        });
        Some(Self(arguments.collect()))
    }

    fn shape() -> Shape {
        Shape::Map(Box::new(Shape::Text), Box::new(Shape::Formula))
    }
}
