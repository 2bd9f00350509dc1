use barrow_dice::Formula;
use serde::{Deserialize, Serialize};

use crate::form::VariantForm;
use crate::model::{Extent, Field, Kind, Lots};
use crate::names::Id;
use crate::scope::Subject;

/// What is put onto random cells.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Scatter {
    /// A field.
    pub field: Option<Id<Field>>,
    /// The amount of the field in each cell. If omitted, 1.
    pub amount: Option<Formula>,
    /// A kind.
    pub kind: Option<Id<Kind>>,
    /// A table to draw the kind from.
    pub table: Option<Id<Lots>>,
    /// How many cells.
    pub count: Option<Formula>,
    /// The cells to choose from.
    pub extent: Extent,
    /// The center.
    pub at: Subject,
}

impl Scatter {
    pub(super) fn read(form: &mut VariantForm<'_, '_>) -> Self {
        let it = Self {
            field: form.field("field", "A field."),
            amount: form.field("amount", "The amount of the field in each cell. If omitted, 1."),
            kind: form.field("kind", "A kind, instead of a field."),
            table: form.field("table", "A table to draw the kind from, instead of `kind`."),
            count: form.field("count", "The number of cells, each at most once. If omitted, one."),
            extent: Extent::needed(form, "The radius of the cells to choose from."),
            at: form.subject("at", "The center."),
        };
        form.flaw(it.flaw());
        it
    }

    fn flaw(&self) -> Option<&'static str> {
        let given = [self.field.is_some(), self.kind.is_some(), self.table.is_some()];
        match given.into_iter().filter(|it| *it).count() {
            0 => Some("say what is scattered: `field`, `kind` or `table`"),
            1 if self.amount.is_some() && self.field.is_none() => {
                Some("`amount` is for a `field`; say how many things with `count`")
            }
            1 => None,
            _ => Some("`field`, `kind` and `table` exclude each other; keep one"),
        }
    }
}
