use serde::{Deserialize, Serialize};

use super::Effect;
use crate::form::{Form, Record};
use crate::scope::Subjects;

/// What an item does to whatever its carrier walks into. The carrier is the actor, the other the
/// target. An equipped weapon strikes instead.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Touch {
    /// The effects. They happen, and take time, only if one of them would change something.
    pub deed: Vec<Effect>,
}

impl Record for Touch {
    const NAME: &'static str = "touch";
    const ABOUT: &'static str = "What an item does to whatever its carrier walks into. The \
                                 carrier is the actor, the other the target. An equipped weapon \
                                 strikes instead.";
    const SUBJECTS: Option<Subjects> = Some(Subjects::DEED);

    fn fields(&mut self, form: &mut Form<'_, '_>) {
        let about = "The effects. They happen, and take time, only if one of them would change \
                     something.";
        form.needed("do", about, &mut self.deed);
    }
}
