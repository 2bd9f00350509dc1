use barrow_dice::Formula;
use barrow_source::{Node, Value};
use serde::{Deserialize, Serialize};

use super::Level;
use crate::form::{Data, Form, Record, Shape};
use crate::names::Id;
use crate::reader::Reader;

/// Where the stairs of a level lead.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Links {
    /// The level below. If omitted, the same level again.
    pub down: LinkTargets,
    /// The level above.
    pub up: LinkTargets,
    /// How the floor number changes on the way down. If omitted, by 1.
    pub step: Option<Formula>,
    /// The way down exists only while this holds.
    pub while_: Option<Formula>,
}

/// The levels that a way may lead to.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct LinkTargets {
    /// The levels to draw from.
    pub list: Vec<LinkTarget>,
}

/// A level that a way may lead to.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct LinkTarget {
    /// The level.
    pub level: Id<Level>,
    /// The weight in the draw. If omitted, 1.
    pub weight: Option<Formula>,
    /// Only if this holds when the level is made.
    pub when: Option<Formula>,
}

impl LinkTargets {
    /// Returns the level if there is only one and no condition, so that nothing is drawn.
    pub fn only(&self) -> Option<Id<Level>> {
        match self.list.as_slice() {
            [LinkTarget { level, when: None, .. }] => Some(*level),
            _ => None,
        }
    }
}

impl Data for LinkTargets {
    fn read(node: &Node, reader: &mut Reader<'_>) -> Option<Self> {
        if let Value::List(items) = &node.value
            && items.is_empty()
        {
            reader.error(node.span, "a list of levels to draw from has at least one");
        }
        Vec::read(node, reader).map(|list| Self { list })
    }

    fn shape() -> Shape {
        Vec::<LinkTarget>::shape()
    }
}

impl Record for Links {
    const NAME: &'static str = "links";
    const ABOUT: &'static str = "Where the stairs of a level lead.";

    fn fields(&mut self, form: &mut Form<'_, '_>) {
        form.field(
            "down",
            "The level below. If omitted, the same level again. One of several is drawn when the \
             level is made.",
            &mut self.down,
        );
        form.field(
            "up",
            "The level above. One of several is drawn when the level is made.",
            &mut self.up,
        );
        form.field(
            "step",
            "How the floor number changes on the way down. If omitted, by 1.",
            &mut self.step,
        );
        form.field("while", "The way down exists only while this holds.", &mut self.while_);
    }
}

impl Record for LinkTarget {
    const NAME: &'static str = "destination";
    const ABOUT: &'static str = "A level that a way may lead to.";

    fn fields(&mut self, form: &mut Form<'_, '_>) {
        form.main("level", "The level.", &mut self.level);
        form.field("weight", "The weight in the draw. If omitted, 1.", &mut self.weight);
        form.field("when", "Only if this holds when the level is made.", &mut self.when);
    }
}
