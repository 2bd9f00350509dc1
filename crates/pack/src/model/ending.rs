use std::sync::Arc;

use serde::{Deserialize, Serialize};

use crate::form::{Form, Record};

/// What the screen at the end of a run says beside what happened.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Ending {
    /// Its heading.
    pub title: Arc<str>,
    /// What it says where nothing else tells how the run ended.
    pub cause: Arc<str>,
    /// Further texts; one is drawn.
    pub texts: Vec<Arc<str>>,
    /// What might help the next time; one that fits is drawn.
    pub hints: Vec<Hint>,
}

/// What might help the next time.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Hint {
    /// A part of how the run ended; without it, it fits any end.
    pub cause: Arc<str>,
    /// What it says.
    pub text: Arc<str>,
}

impl Ending {
    /// The hints that fit how a run ended: those for its cause, or else those for any.
    pub fn fitting(&self, end: &str) -> Vec<&Hint> {
        let end = end.to_lowercase();
        let of_cause = |it: &&Hint| !it.cause.is_empty() && end.contains(&it.cause.to_lowercase());
        let found: Vec<&Hint> = self.hints.iter().filter(of_cause).collect();
        if found.is_empty() {
            self.hints.iter().filter(|it| it.cause.is_empty()).collect()
        } else {
            found
        }
    }
}

impl Record for Ending {
    const NAME: &'static str = "ending";
    const ABOUT: &'static str = "What the screen at the end of a run says beside what happened.";

    fn fields(&mut self, form: &mut Form<'_, '_>) {
        form.field("title", "Its heading.", &mut self.title);
        let about = "What it says where nothing else tells how the run ended.";
        form.field("cause", about, &mut self.cause);
        form.field("texts", "Further texts; one of them is drawn.", &mut self.texts);
        let about = "What might help the next time; one that fits how it ended is drawn.";
        form.field("hints", about, &mut self.hints);
    }
}

impl Record for Hint {
    const NAME: &'static str = "hint";
    const ABOUT: &'static str = "What might help the next time.";

    fn fields(&mut self, form: &mut Form<'_, '_>) {
        let about = "A part of how the run ended, such as who or what killed; without it, any end.";
        form.field("cause", about, &mut self.cause);
        form.needed("text", "What it says.", &mut self.text);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn check(end: &str, expected: &[&str]) {
        let hint = |cause: &str, text: &str| Hint { cause: cause.into(), text: text.into() };
        let hints = vec![
            hint("lava", "Jump."),
            hint("", "Rest."),
            hint("rat", "Fight in a corridor."),
            hint("", "Look."),
            hint("rat", "Run."),
        ];
        let ending = Ending { hints, ..Ending::default() };
        let fitting: Vec<&str> = ending.fitting(end).iter().map(|it| &*it.text).collect();
        assert_eq!(fitting, expected, "{end}");
    }

    #[test]
    fn hints_for_the_cause_come_before_those_for_any() {
        check("a Rat", &["Fight in a corridor.", "Run."]);
        check("Lava took you.", &["Jump."]);
        check("hunger", &["Rest.", "Look."]);
        check("", &["Rest.", "Look."]);
    }
}
