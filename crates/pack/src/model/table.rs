use std::sync::Arc;

use barrow_dice::Formula;
use barrow_source::Node;
use serde::{Deserialize, Serialize};

use super::flaw::KIND_OR_TABLE;
use super::{Kind, Needs};
use crate::data::Named;
use crate::form::{Data, Form, Record, Shape, read_record};
use crate::names::{Id, Section};
use crate::reader::Reader;
use crate::scope::Subjects;

/// A list to draw kinds from by weight.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Lots {
    /// The entries.
    pub entries: Vec<Entry>,
    /// An entry is drawn again only when all others were drawn in this run.
    pub unique: bool,
}

/// One entry of a table. Without `kind`, `table` and `all`, drawing it gives nothing.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Entry {
    /// The kind.
    pub kind: Option<Id<Kind>>,
    /// A table to draw from, instead of `kind`.
    pub table: Option<Id<Lots>>,
    /// Entries that are all given together, instead of `kind`.
    pub all: Vec<Self>,
    /// The weight in the draw. If omitted, 1.
    pub weight: Option<Formula>,
    /// How many it gives. If omitted, one.
    pub count: Option<Formula>,
    /// It can be drawn only if this holds.
    pub needs: Option<Needs>,
}

/// A list of words for texts.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct WordList {
    /// The words.
    pub words: Vec<Arc<str>>,
}

impl Named for Lots {
    const SECTION: Section = Section::Tables;
}

impl Named for WordList {
    const SECTION: Section = Section::Words;
}

impl Lots {
    /// Returns the entries as they are written: alone, or beside other keys of the table.
    pub(crate) fn written(table: &Node) -> &Node {
        table.get("entries").unwrap_or(table)
    }

    /// Returns the keys of a table, for the manual.
    pub(crate) fn chapter() -> crate::chapters::Chapter {
        crate::chapters::record::<LotsForm>()
    }
}

impl Data for Lots {
    fn read(node: &Node, reader: &mut Reader<'_>) -> Option<Self> {
        reader.with_subjects(Subjects::PLAYER, |reader| {
            if node.get("entries").is_none() {
                return Some(Self { entries: Vec::read(node, reader)?, unique: false });
            }
            let mut form = LotsForm::default();
            read_record(&mut form, node, reader);
            Some(form.0)
        })
    }

    fn shape() -> Shape {
        Shape::Record(LotsForm::NAME)
    }
}

/// The keys of a table.
#[derive(Default)]
struct LotsForm(Lots);

impl Record for LotsForm {
    const NAME: &'static str = "table";
    const ABOUT: &'static str = "A list to draw kinds from by weight. The list of entries may \
                                 stand alone.";
    const SUBJECTS: Option<Subjects> = Some(Subjects::PLAYER);

    fn fields(&mut self, form: &mut Form<'_, '_>) {
        form.main("entries", "What can be drawn.", &mut self.0.entries);
        form.field(
            "unique",
            "An entry is drawn again only when all others were drawn in this run.",
            &mut self.0.unique,
        );
    }
}

impl Data for WordList {
    fn read(node: &Node, reader: &mut Reader<'_>) -> Option<Self> {
        let words: Vec<Arc<str>> = Vec::read(node, reader)?;
        if words.is_empty() {
            reader.error(node.span, "a word list has at least one word");
        }
        Some(Self { words })
    }

    fn shape() -> Shape {
        Vec::<Arc<str>>::shape()
    }
}

impl Record for Entry {
    const NAME: &'static str = "lot";
    const ABOUT: &'static str = "One entry of a table. Without `kind`, `table` and `all`, \
                                 drawing it gives nothing.";

    fn fields(&mut self, form: &mut Form<'_, '_>) {
        form.field("kind", "The kind.", &mut self.kind);
        form.field("table", "A table to draw from, instead of `kind`.", &mut self.table);
        let about = "Entries that are all given together, instead of `kind`; they have no weight.";
        form.field("all", about, &mut self.all);
        form.field("weight", "The weight in the draw. If omitted, 1.", &mut self.weight);
        form.field("count", "How many it gives. If omitted, one.", &mut self.count);
        form.field("needs", "It can be drawn only if this holds.", &mut self.needs);
    }

    fn flaw(&self) -> Option<&'static str> {
        let both = self.kind.is_some() && self.table.is_some();
        let one = self.kind.is_some() || self.table.is_some();
        let weighed = self.all.iter().any(|it| it.weight.is_some() || it.needs.is_some());
        if both {
            Some(KIND_OR_TABLE[1])
        } else if one && !self.all.is_empty() {
            Some("`all` takes the place of `kind` and `table`; put them into its list")
        } else {
            weighed
                .then_some("the entries of `all` are given together, without `weight` or `needs`")
        }
    }
}
