use barrow_dice::Formula;
use serde::{Deserialize, Serialize};

use super::{Kind, SoundName};
use crate::form::{Form, Record};
use crate::names::Id;
use crate::scope::Subjects;
use crate::template::Template;

/// Something that a player hears or sees although it is not there. It is display only: no rule
/// knows of it.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Illusion {
    /// Only when this holds.
    pub when: Option<Formula>,
    /// The chance each round.
    pub chance: Formula,
    /// The noise that the player seems to hear.
    pub noise: Template,
    /// The sound of the noise. If omitted, `thud`.
    pub sound: SoundName,
    /// The kind that the player seems to see, on a visible cell, instead of a noise.
    pub shape: Option<Id<Kind>>,
    /// The maximum distance in cells. If omitted, 10.
    pub range: Option<Formula>,
    /// The number of rounds that a shape is seen. If omitted, 5.
    pub lasts: Option<Formula>,
}

impl Record for Illusion {
    const NAME: &'static str = "illusion";
    const ABOUT: &'static str = "Something that a player hears or sees although it is not there. \
                                 It is display only: no rule knows of it.";
    const SUBJECTS: Option<Subjects> = Some(Subjects::PLAYER);

    fn fields(&mut self, form: &mut Form<'_, '_>) {
        form.field("when", "Only when this holds.", &mut self.when);
        form.needed("chance", "The chance each round.", &mut self.chance);
        form.field("noise", "The noise that the player seems to hear.", &mut self.noise);
        form.field("sound", "The sound of the noise. If omitted, `thud`.", &mut self.sound);
        let about = "The kind that the player seems to see, on a visible cell, instead of a noise.";
        form.field("shape", about, &mut self.shape);
        form.field("range", "The maximum distance in cells. If omitted, 10.", &mut self.range);
        form.field(
            "lasts",
            "The number of rounds that a shape is seen. If omitted, 5.",
            &mut self.lasts,
        );
    }

    fn flaw(&self) -> Option<&'static str> {
        let flaws = [
            "say what it seems to be: give `noise` or `shape`",
            "`noise` and `shape` exclude each other; keep one",
        ];
        super::flaw::one_of_two(!self.noise.is_empty(), self.shape.is_some(), flaws)
    }
}
