use barrow_dice::Formula;
use serde::{Deserialize, Serialize};

use super::flaw::one_of_two;
use super::{Kind, Lots};
use crate::dig::Dig;
use crate::form::{Form, Record};
use crate::names::Id;

/// A part of a drawing that is generated each time.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[expect(clippy::struct_excessive_bools, reason = "each is a key that authors write by itself")]
pub struct Zone {
    /// The glyph of its cells. Groups of cells that do not touch are generated separately.
    pub sign: char,
    /// How it is dug. Its size is that of the cells.
    pub dig: Option<Dig>,
    /// A table to draw a thing from for each cell, instead of `dig`.
    pub table: Option<Id<Lots>>,
    /// A table from which each cell that is not dug is drawn. If omitted, these cells are the wall
    /// of `ground`.
    pub walls: Option<Id<Lots>>,
    /// Walls stand only next to dug cells.
    pub rim: bool,
    /// It fills the whole rectangle around its cells.
    pub whole: bool,
    /// Its edge is open where there is floor beyond it.
    pub opens: bool,
    /// Passages are dug to the floor beside it, so that no part of the level is cut off.
    pub joins: bool,
    /// The kind in its doorways.
    pub door: Option<Id<Kind>>,
    /// The terrain in its pools.
    pub lava: Option<Id<Kind>>,
    /// The kind that replaces a wall of a room.
    pub niche: Option<Id<Kind>>,
    /// The chance of that for each room.
    pub niches: Option<Formula>,
}

impl Record for Zone {
    const NAME: &'static str = "zone";
    const ABOUT: &'static str = "A part of a drawing that is generated each time.";

    fn fields(&mut self, form: &mut Form<'_, '_>) {
        form.needed(
            "sign",
            "The glyph of its cells. Groups of cells that do not touch are generated separately.",
            &mut self.sign,
        );
        form.field("dig", "How it is dug. Its size is that of the cells.", &mut self.dig);
        form.field(
            "table",
            "A table to draw a thing from for each cell, instead of `dig`.",
            &mut self.table,
        );
        form.field(
            "walls",
            "A table from which each cell that is not dug is drawn. If omitted, these cells are \
             the wall of `ground`.",
            &mut self.walls,
        );
        form.field("rim", "Walls stand only next to dug cells.", &mut self.rim);
        form.field("whole", "It fills the whole rectangle around its cells.", &mut self.whole);
        form.field("opens", "Its edge is open where there is floor beyond it.", &mut self.opens);
        form.field(
            "joins",
            "Passages are dug to the floor beside it, so that no part of the level is cut off.",
            &mut self.joins,
        );
        form.field("door", "The kind in its doorways.", &mut self.door);
        form.field("lava", "The terrain in its pools.", &mut self.lava);
        form.field("niche", "The kind that replaces a wall of a room.", &mut self.niche);
        form.field("niches", "The chance of that for each room.", &mut self.niches);
    }

    fn flaw(&self) -> Option<&'static str> {
        let flaws = [
            "say what fills the zone: give `dig` or `table`",
            "`dig` and `table` exclude each other; keep one",
        ];
        one_of_two(self.dig.is_some(), self.table.is_some(), flaws)
    }
}
