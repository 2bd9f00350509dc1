use std::sync::Arc;

use crate::form::{Form, Record};

/// What the screen at the end of a run says beside what happened.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Ending {
    /// Its heading.
    pub title: Arc<str>,
    /// What it says where nothing else tells how the run ended.
    pub cause: Arc<str>,
    /// Further texts; one is drawn.
    pub texts: Vec<Arc<str>>,
}

impl Record for Ending {
    const NAME: &'static str = "ending";
    const ABOUT: &'static str = "What the screen at the end of a run says beside what happened.";

    fn fields(&mut self, form: &mut Form<'_, '_>) {
        form.field("title", "Its heading.", &mut self.title);
        let about = "What it says where nothing else tells how the run ended.";
        form.field("cause", about, &mut self.cause);
        form.field("texts", "Further texts; one of them is drawn.", &mut self.texts);
    }
}
