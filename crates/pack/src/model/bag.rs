use std::sync::Arc;

use barrow_dice::Formula;
use barrow_source::Node;
use serde::{Deserialize, Serialize};

use super::Stock;
use crate::data::{Named, expected};
use crate::form::{Data, Form, Record, Shape};
use crate::names::{Id, Section};
use crate::reader::Reader;
use crate::scope::Subjects;

/// A bag besides the inventory: a hand of cards, a stash, a pile to draw from.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Bag {
    /// The name on the screen. If omitted, the key.
    pub label: Arc<str>,
    /// How many things it can hold. If omitted, any number.
    pub limit: Option<Formula>,
    /// The player sees only how many things are in it.
    pub hidden: bool,
    /// What is in it is lost when its holder dies.
    pub lost: bool,
}

/// What a bag of a kind holds.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Holding {
    /// What is in it at the start.
    pub stock: Vec<Stock>,
    /// How many things it can hold, if that differs from the bag's own `limit`.
    pub limit: Option<Formula>,
}

/// One of the bags that someone has.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub enum BagName {
    /// The inventory, which packs call `bag`.
    #[default]
    Inventory,
    /// A bag that the pack declares.
    Named(Id<Bag>),
}

impl BagName {
    /// The name of the inventory.
    pub const INVENTORY: &'static str = "bag";
}

impl Named for Bag {
    const SECTION: Section = Section::Bags;
}

impl Record for Bag {
    const NAME: &'static str = "bag";
    const ABOUT: &'static str = "A bag besides the inventory: a hand of cards, a stash, a pile to \
                                 draw from. What is in it does nothing by itself.";
    const SUBJECTS: Option<Subjects> = Some(Subjects::OWN);

    fn fields(&mut self, form: &mut Form<'_, '_>) {
        form.field("label", "The name on the screen. If omitted, the key.", &mut self.label);
        form.field(
            "limit",
            "How many things it can hold. If omitted, any number.",
            &mut self.limit,
        );
        form.field("hidden", "The player sees only how many things are in it.", &mut self.hidden);
        form.field("lost", "What is in it is lost when its holder dies.", &mut self.lost);
    }
}

impl Record for Holding {
    const NAME: &'static str = "holding";
    const ABOUT: &'static str = "What a bag of a kind holds.";

    fn fields(&mut self, form: &mut Form<'_, '_>) {
        form.field("stock", "What is in it at the start.", &mut self.stock);
        form.field(
            "limit",
            "How many things it can hold, if that differs from the bag's own `limit`.",
            &mut self.limit,
        );
    }
}

impl Data for BagName {
    fn read(node: &Node, reader: &mut Reader<'_>) -> Option<Self> {
        match node.text() {
            None => expected(reader, node, "the name of a bag"),
            Some(Self::INVENTORY) => Some(Self::Inventory),
            Some(name) => {
                reader.name(Section::Bags, name, node.span).map(|it| Self::Named(Id::new(it)))
            }
        }
    }

    fn shape() -> Shape {
        Shape::Name(Section::Bags)
    }
}
