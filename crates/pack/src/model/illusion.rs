use barrow_dice::Formula;
use serde::{Deserialize, Serialize};

use super::Kind;
use crate::form::{Form, Record};
use crate::names::Id;
use crate::scope::Subjects;
use crate::template::Template;

/// Something that a player hears or sees though it is not there.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Illusion {
    /// Only when this holds.
    pub when: Option<Formula>,
    /// How likely, each round.
    pub chance: Formula,
    /// The noise that seems to be heard.
    pub noise: Template,
    /// The kind that seems to be seen.
    pub shape: Option<Id<Kind>>,
    /// How far off it seems to be at the most.
    pub range: Option<Formula>,
    /// How many rounds a shape is seen.
    pub lasts: Option<Formula>,
}

impl Record for Illusion {
    const NAME: &'static str = "illusion";
    const ABOUT: &'static str = "Something that a player hears or sees though it is not there. \
         Only what is shown has it; no rule can tell.";
    const SUBJECTS: Option<Subjects> = Some(Subjects::PLAYER);

    fn fields(&mut self, form: &mut Form<'_, '_>) {
        form.field("when", "Only when this holds.", &mut self.when);
        form.needed("chance", "How likely it is, each round.", &mut self.chance);
        form.field("noise", "The noise that seems to be heard.", &mut self.noise);
        let about = "Or the kind that seems to be seen, on a cell in sight.";
        form.field("shape", about, &mut self.shape);
        form.field("range", "How far off at the most; without it, 10.", &mut self.range);
        form.field("lasts", "Rounds that a shape is seen; without it, 5.", &mut self.lasts);
    }

    fn flaw(&self) -> Option<&'static str> {
        let flaws = [
            "say what it seems to be: give `noise` or `shape`",
            "`noise` and `shape` exclude each other; keep one",
        ];
        super::flaw::one_of_two(!self.noise.is_empty(), self.shape.is_some(), flaws)
    }
}
