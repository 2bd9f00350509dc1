use barrow_dice::Formula;
use serde::{Deserialize, Serialize};

use super::flaw::one_of_two;
use super::{Kind, Lots};
use crate::dig::Dig;
use crate::form::{Form, Record};
use crate::names::Id;

/// A part of a drawing that is made anew each time.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[expect(clippy::struct_excessive_bools, reason = "each is a key that authors write by itself")]
pub struct Zone {
    /// The glyph of its cells. Cells that do not touch are dug by themselves.
    pub sign: char,
    /// How it is dug; its size is that of the cells.
    pub dig: Option<Dig>,
    /// Or a table: each of its cells gets a thing drawn from it.
    pub table: Option<Id<Lots>>,
    /// What is drawn for each cell that is not dug; without it, the wall of `ground`.
    pub walls: Option<Id<Lots>>,
    /// Walls stand only next to what is dug.
    pub rim: bool,
    /// It takes the whole rectangle around its cells.
    pub whole: bool,
    /// Where floor lies beyond its edge, the edge is open.
    pub opens: bool,
    /// Ways are broken through it to the floor beside it, so that nobody is shut in or out.
    pub joins: bool,
    /// What stands in its doorways.
    pub door: Option<Id<Kind>>,
    /// What fills its pools.
    pub lava: Option<Id<Kind>>,
    /// What stands in place of a wall of a room.
    pub niche: Option<Id<Kind>>,
    /// How likely that is for each room.
    pub niches: Option<Formula>,
}

impl Record for Zone {
    const NAME: &'static str = "zone";
    const ABOUT: &'static str = "A part of a drawing that is made anew each time.";

    fn fields(&mut self, form: &mut Form<'_, '_>) {
        form.needed(
            "sign",
            "The glyph of its cells; cells that do not touch are dug by themselves.",
            &mut self.sign,
        );
        form.field("dig", "How it is dug; its size is that of the cells.", &mut self.dig);
        form.field("table", "Or what a thing is drawn from for each cell.", &mut self.table);
        form.field(
            "walls",
            "What is drawn for each cell that is not dug; without it, the wall of `ground`.",
            &mut self.walls,
        );
        form.field("rim", "Walls stand only next to what is dug.", &mut self.rim);
        form.field("whole", "It takes the whole rectangle around its cells.", &mut self.whole);
        form.field("opens", "Where floor lies beyond its edge, the edge is open.", &mut self.opens);
        form.field(
            "joins",
            "Ways are broken through it to the floor beside it, so that nobody is shut in or out.",
            &mut self.joins,
        );
        form.field("door", "What stands in its doorways.", &mut self.door);
        form.field("lava", "What fills its pools.", &mut self.lava);
        form.field("niche", "What stands in place of a wall of a room.", &mut self.niche);
        form.field("niches", "How likely that is for each room.", &mut self.niches);
    }

    fn flaw(&self) -> Option<&'static str> {
        let flaws = [
            "say what becomes of it: give `dig` or `table`",
            "`dig` and `table` exclude each other; keep one",
        ];
        one_of_two(self.dig.is_some(), self.table.is_some(), flaws)
    }
}
