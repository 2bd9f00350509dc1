use std::sync::Arc;

use barrow_dice::Formula;
use serde::{Deserialize, Serialize};

use super::Effect;
use crate::data::Named;
use crate::form::{Form, Record};
use crate::names::Section;
use crate::template::Template;

/// Something that things can have or be.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Attribute {
    flag: Option<Arc<str>>,
    number: Option<Arc<str>>,
    gauge: Option<Arc<str>>,
    /// What the panel calls it.
    pub label: Arc<str>,
    /// What happens when it falls to zero.
    pub at_zero: Vec<Effect>,
    /// What is added each turn.
    pub per_turn: Option<Formula>,
    /// What is told when a gauge falls.
    pub warnings: Vec<Warning>,
}

/// The kinds of attributes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum AttributeKind {
    /// It is so or not.
    Flag,
    /// A number without bounds.
    Number,
    /// A number between zero and a most.
    Gauge,
}

/// A text for when a gauge falls low.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Warning {
    /// The share of the most at which it is told.
    pub below: Formula,
    /// What is told.
    pub say: Template,
}

impl AttributeKind {
    /// All of them.
    pub const ALL: [Self; 3] = [Self::Flag, Self::Number, Self::Gauge];
    /// What is counted: it can be given, changed, paid.
    pub const COUNTED: &'static [Self] = &[Self::Number, Self::Gauge];

    /// The key that says it.
    pub const fn key(self) -> &'static str {
        match self {
            Self::Flag => "flag",
            Self::Number => "number",
            Self::Gauge => "gauge",
        }
    }

    /// One of them, in a sentence.
    pub const fn one(self) -> &'static str {
        match self {
            Self::Flag => "a flag",
            Self::Number => "a number",
            Self::Gauge => "a gauge",
        }
    }
}

impl Attribute {
    /// What kind of attribute it is.
    pub const fn kind(&self) -> AttributeKind {
        match (&self.flag, &self.gauge) {
            (Some(_), _) => AttributeKind::Flag,
            (None, Some(_)) => AttributeKind::Gauge,
            (None, None) => AttributeKind::Number,
        }
    }

    /// What it means, in the author's words.
    pub fn about(&self) -> &str {
        let texts = [&self.flag, &self.number, &self.gauge];
        texts.into_iter().flatten().next().map_or("", |it| it)
    }
}

impl Named for Attribute {
    const SECTION: Section = Section::Attributes;
}

impl Record for Attribute {
    const NAME: &'static str = "attribute";
    const ABOUT: &'static str =
        "Something that things can have or be. It is one of flag, number, gauge.";

    fn fields(&mut self, form: &mut Form<'_, '_>) {
        form.field("flag", "It is so or not. The text says what it means.", &mut self.flag);
        form.field(
            "number",
            "A number without bounds. The text says what it means.",
            &mut self.number,
        );
        form.field("gauge", "A number between zero and a most, such as health.", &mut self.gauge);
        form.field("label", "What the panel calls it; without it, its name.", &mut self.label);
        form.field("at_zero", "What happens when it falls to zero.", &mut self.at_zero);
        form.field("per_turn", "What is added each turn.", &mut self.per_turn);
        form.field("warnings", "What is told when a gauge falls low.", &mut self.warnings);
    }

    fn flaw(&self) -> Option<&'static str> {
        match [&self.flag, &self.number, &self.gauge].into_iter().flatten().count() {
            0 => Some("say what it is and means: one of `flag`, `number` or `gauge`, with a text"),
            1 if self.gauge.is_none() && !self.warnings.is_empty() => {
                Some("only a gauge has a most, so only a gauge has `warnings`")
            }
            1 => None,
            _ => Some("an attribute is only one of `flag`, `number`, `gauge`; keep one"),
        }
    }
}

impl Record for Warning {
    const NAME: &'static str = "warning";
    const ABOUT: &'static str = "A text for when a gauge falls low.";

    fn fields(&mut self, form: &mut Form<'_, '_>) {
        form.needed("below", "The share of the most at which it is told.", &mut self.below);
        form.needed("say", "What is told.", &mut self.say);
    }
}
