use std::sync::Arc;

use serde::{Deserialize, Serialize};

use super::Effect;
use crate::data::Named;
use crate::form::{Form, Record};
use crate::names::Section;
use crate::scope::Subjects;

/// A list of effects with a name and parameters.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Routine {
    /// The names of its parameters.
    pub takes: Vec<Arc<str>>,
    /// The effects.
    pub deed: Vec<Effect>,
}

impl Routine {
    /// The maximum number of parameters.
    pub const MAX_PARAMETERS: usize = 4;
}

impl Named for Routine {
    const SECTION: Section = Section::Routines;
}

impl Record for Routine {
    const NAME: &'static str = "routine";
    const ABOUT: &'static str = "A list of effects that other effects can call. The subjects are \
                                 those of the caller.";
    const SUBJECTS: Option<Subjects> = Some(Subjects::EVERYONE);

    fn fields(&mut self, form: &mut Form<'_, '_>) {
        form.field(
            "takes",
            "The names of its parameters, at most 4. Formulas in `do` read them.",
            &mut self.takes,
        );
        let takes = self.takes.clone();
        form.knowing(&takes, |form| form.needed("do", "The effects.", &mut self.deed));
    }

    fn flaw(&self) -> Option<&'static str> {
        let many = self.takes.len() > Self::MAX_PARAMETERS;
        many.then_some("a routine takes at most 4 parameters")
    }
}
