use serde::{Deserialize, Serialize};

use super::Effect;
use crate::form::{Form, Record};
use crate::scope::Subjects;

/// What a carried thing does to what its carrier walks into.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Touch {
    /// What it does, each where it would change something.
    pub deed: Vec<Effect>,
}

impl Record for Touch {
    const NAME: &'static str = "touch";
    const ABOUT: &'static str = "What a carried thing does to what its carrier, the actor, walks \
         into: the target. A weapon in hand strikes instead.";
    const SUBJECTS: Option<Subjects> = Some(Subjects::DEED);

    fn fields(&mut self, form: &mut Form<'_, '_>) {
        let about = "What it does. Only where one of these would change something it is done, \
             and takes time.";
        form.needed("do", about, &mut self.deed);
    }
}
