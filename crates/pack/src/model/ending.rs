use std::sync::Arc;

use barrow_dice::Formula;
use barrow_small::lowercase;
use serde::{Deserialize, Serialize};

use crate::form::{Form, Record};
use crate::scope::Subjects;

/// The texts on the final screen of a run, besides what happened.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Ending {
    /// The heading.
    pub title: Arc<str>,
    /// The cause to show if nothing else says how the run ended.
    pub cause: Arc<str>,
    /// More texts; one of them is drawn at random.
    pub texts: Vec<Arc<str>>,
    /// Hints for the next run; one that fits the cause is drawn at random.
    pub hints: Vec<Hint>,
}

/// A hint for the next run.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Hint {
    /// A part of the cause, such as the name of the killer. If omitted, the hint fits any end.
    pub cause: Arc<str>,
    /// It fits only if this holds when the run ends.
    pub when: Option<Formula>,
    /// The text.
    pub text: Arc<str>,
}

impl Ending {
    /// Returns the hints that fit how a run ended: those for its cause with a condition, or else
    /// those for its cause or with a condition, or else those for any end. `holds` decides
    /// conditions.
    pub fn fitting(&self, end: &str, holds: impl Fn(&Formula) -> bool) -> Vec<&Hint> {
        let end = lowercase(end);
        let fits =
            |it: &&Hint| end.contains(&lowercase(&it.cause)) && it.when.as_ref().is_none_or(&holds);
        let fitting: Vec<&Hint> = self.hints.iter().filter(fits).collect();
        let rank = |it: &Hint| u8::from(!it.cause.is_empty()) + u8::from(it.when.is_some());
        let best = fitting.iter().map(|it| rank(it)).max();
        fitting.into_iter().filter(|it| Some(rank(it)) == best).collect()
    }
}

impl Record for Ending {
    const NAME: &'static str = "ending";
    const ABOUT: &'static str = "The texts on the final screen of a run, besides what happened.";

    fn fields(&mut self, form: &mut Form<'_, '_>) {
        form.field("title", "The heading.", &mut self.title);
        let about = "The cause to show if nothing else says how the run ended.";
        form.field("cause", about, &mut self.cause);
        form.field("texts", "More texts; one of them is drawn at random.", &mut self.texts);
        let about = "Hints for the next run; one that fits the cause is drawn at random.";
        form.field("hints", about, &mut self.hints);
    }
}

impl Record for Hint {
    const NAME: &'static str = "hint";
    const ABOUT: &'static str = "A hint for the next run.";
    const SUBJECTS: Option<Subjects> = Some(Subjects::PLAYER);

    fn fields(&mut self, form: &mut Form<'_, '_>) {
        let about = "A part of the cause, such as the name of the killer. If omitted, the hint \
                     fits any end.";
        form.field("cause", about, &mut self.cause);
        let about = "It fits only if this holds when the run ends.";
        form.field("when", about, &mut self.when);
        form.needed("text", "The text.", &mut self.text);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn hint(cause: &str, text: &str) -> Hint {
        Hint { cause: cause.into(), text: text.into(), when: None }
    }

    fn check(end: &str, expected: &[&str]) {
        let hints = vec![
            hint("lava", "Jump."),
            hint("", "Rest."),
            hint("rat", "Fight in a corridor."),
            hint("", "Look."),
            hint("rat", "Run."),
        ];
        let ending = Ending { hints, ..Ending::default() };
        let fitting: Vec<&str> = ending.fitting(end, |_| true).iter().map(|it| &*it.text).collect();
        assert_eq!(fitting, expected, "{end}");
    }

    #[test]
    fn hints_for_the_cause_come_before_those_for_any() {
        check("a Rat", &["Fight in a corridor.", "Run."]);
        check("Lava took you.", &["Jump."]);
        check("hunger", &["Rest.", "Look."]);
        check("", &["Rest.", "Look."]);
    }

    #[test]
    fn a_condition_counts_as_much_as_the_cause() {
        let condition = |it: Hint| Hint { when: Some(Formula::default()), ..it };
        let hints = vec![
            hint("", "Look."),
            hint("rat", "Run."),
            condition(hint("", "Drink.")),
            condition(hint("lava", "Swim.")),
        ];
        let ending = Ending { hints, ..Ending::default() };
        let texts = |end: &str, holds: bool| -> Vec<String> {
            ending.fitting(end, |_| holds).iter().map(|it| it.text.to_string()).collect()
        };
        assert_eq!(texts("a rat", true), ["Run.", "Drink."]);
        assert_eq!(texts("a rat", false), ["Run."]);
        assert_eq!(texts("lava", true), ["Swim."]);
        assert_eq!(texts("hunger", true), ["Drink."]);
    }
}
