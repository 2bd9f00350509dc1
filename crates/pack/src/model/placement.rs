use std::sync::Arc;

use barrow_dice::Formula;
use barrow_grid::Pos;
use serde::{Deserialize, Serialize};

use super::{Field, Kind, Lots, Room};
use crate::data::Keyword;
use crate::form::{Form, Record};
use crate::names::Id;

/// Names a placement in messages.
pub(super) const PLACEMENT: &str = "a placement";

/// Something that is placed on a level when it is made.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Placement {
    /// The kind.
    pub kind: Option<Id<Kind>>,
    /// A table to draw the kind from, instead of `kind`.
    pub table: Option<Id<Lots>>,
    /// A field to place, instead of a kind. `count` is then the number of cells.
    pub field: Option<Id<Field>>,
    /// The amount of the field in each cell. If omitted, 1.
    pub amount: Option<Formula>,
    /// How many. If omitted, one.
    pub count: Option<Formula>,
    /// The chance for each. If omitted, always.
    pub chance: Option<Formula>,
    /// Only if this holds.
    pub when: Option<Formula>,
    /// Where: on any free cell; `count` of them in each room except the first; each in a random
    /// one of these rooms; beside the arrival; or beside the exit.
    pub site: Site,
    /// Only on cells that could not be seen from the arrival even if they were lit.
    pub unseen: bool,
    /// Only on cells where no actor stands, even if the thing would fit there.
    pub bare: bool,
    /// Only in rooms of this type: `count` in each, from the room's own random stream.
    pub rooms: Option<Id<Room>>,
    /// Only in rooms of this role.
    pub role: Arc<str>,
    /// On this cell, [column, row] counted from 0, instead of a `site`.
    pub at: Option<Pos>,
}

/// Where something is placed.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub enum Site {
    /// On any free cell, away from the arrival.
    #[default]
    Anywhere,
    /// In each room except the first, `count` in each.
    Rooms,
    /// Each in a random room except the first.
    Room,
    /// Next to the arrival.
    Start,
    /// Next to the exit.
    Exit,
}

impl Keyword for Site {
    const ALL: &'static [Self] =
        &[Self::Anywhere, Self::Rooms, Self::Room, Self::Start, Self::Exit];
    const WORDS: &'static [&'static str] = &["anywhere", "rooms", "room", "start", "exit"];
}

impl Record for Placement {
    const NAME: &'static str = "placement";
    const ABOUT: &'static str = "Something that is placed on a level when it is made.";

    fn fields(&mut self, form: &mut Form<'_, '_>) {
        form.field("kind", "The kind.", &mut self.kind);
        form.field("table", "A table to draw the kind from, instead of `kind`.", &mut self.table);
        form.field(
            "field",
            "A field to place, instead of a kind. `count` is then the number of cells.",
            &mut self.field,
        );
        form.field(
            "amount",
            "The amount of the field in each cell. If omitted, 1.",
            &mut self.amount,
        );
        form.field("count", "How many. If omitted, one.", &mut self.count);
        form.field("chance", "The chance for each. If omitted, always.", &mut self.chance);
        form.field("when", "Only if this holds.", &mut self.when);
        let about = "Where: on any free cell; `count` of them in each room except the first; each \
                     in a random one of these rooms; beside the arrival; or beside the exit.";
        form.word("site", about, &mut self.site);
        let about = "Only on cells that could not be seen from the arrival even if they were lit.";
        form.field("unseen", about, &mut self.unseen);
        let about = "Only on cells where no actor stands, even if the thing would fit there.";
        form.field("bare", about, &mut self.bare);
        form.field(
            "rooms",
            "Only in rooms of this type: `count` in each, from the room's own random stream.",
            &mut self.rooms,
        );
        form.field(
            "role",
            "Only in rooms of this role: `start`, `exit`, a type, or the name of a template.",
            &mut self.role,
        );
        form.field(
            "at",
            "On this cell, [column, row] counted from 0, instead of a `site`.",
            &mut self.at,
        );
    }

    fn flaw(&self) -> Option<&'static str> {
        let given = [self.kind.is_some(), self.table.is_some(), self.field.is_some()];
        match given.into_iter().filter(|it| *it).count() {
            0 => Some("say what: give `kind`, `table` or `field`"),
            1 => None,
            _ => Some("`kind`, `table` and `field` exclude each other; keep one"),
        }
    }
}
