use std::sync::Arc;

use barrow_dice::{Fixed, Formula};
use serde::{Deserialize, Serialize};

use super::{Effect, SoundName};
use crate::data::Named;
use crate::form::{Form, Record};
use crate::names::Section;
use crate::template::Template;

/// Something that things can have or be. It is a flag, a number or a gauge.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Attribute {
    flag: Option<Arc<str>>,
    number: Option<Arc<str>>,
    gauge: Option<Arc<str>>,
    /// The name on the panel. If omitted, the key.
    pub label: Arc<str>,
    /// The value of things that say nothing about it. Only numbers have one.
    pub default: Fixed,
    /// It is on no sheet, panel or look. Formulas read it.
    pub secret: bool,
    /// What happens when the value falls to zero.
    pub at_zero: Vec<Effect>,
    /// The amount added each turn.
    pub per_turn: Option<Formula>,
    /// Messages for when a gauge runs low.
    pub warnings: Vec<Warning>,
}

/// The kinds of attributes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum AttributeKind {
    /// It is set or not.
    Flag,
    /// A number without limits.
    Number,
    /// A number between zero and a maximum.
    Gauge,
}

/// A message for when a gauge runs low.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Warning {
    /// The share of the maximum below which the message is shown.
    pub below: Formula,
    /// The message. It may be empty.
    pub say: Template,
    /// What is heard.
    pub sound: SoundName,
}

impl AttributeKind {
    /// All kinds.
    pub const ALL: [Self; 3] = [Self::Flag, Self::Number, Self::Gauge];
    /// The kinds that hold an amount.
    pub const COUNTED: &'static [Self] = &[Self::Number, Self::Gauge];

    /// Returns the key that declares it.
    pub const fn key(self) -> &'static str {
        match self {
            Self::Flag => "flag",
            Self::Number => "number",
            Self::Gauge => "gauge",
        }
    }

    /// Returns its name with an article, for a sentence.
    pub const fn one(self) -> &'static str {
        match self {
            Self::Flag => "a flag",
            Self::Number => "a number",
            Self::Gauge => "a gauge",
        }
    }
}

impl Attribute {
    /// Returns the kind of attribute.
    pub const fn kind(&self) -> AttributeKind {
        match (&self.flag, &self.gauge) {
            (Some(_), _) => AttributeKind::Flag,
            (None, Some(_)) => AttributeKind::Gauge,
            (None, None) => AttributeKind::Number,
        }
    }

    /// Returns what it means, in the author's words.
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
        "Something that things can have or be. It is a flag, a number or a gauge.";

    fn fields(&mut self, form: &mut Form<'_, '_>) {
        form.field(
            "flag",
            "A flag: it is set or not. The text says what it means.",
            &mut self.flag,
        );
        form.field(
            "number",
            "A number without limits. The text says what it means.",
            &mut self.number,
        );
        form.field(
            "gauge",
            "A number between zero and a maximum, such as health. The text says what it means.",
            &mut self.gauge,
        );
        form.field("label", "The name on the panel. If omitted, the key.", &mut self.label);
        form.field(
            "default",
            "The value of things that say nothing about it. Only numbers have one.",
            &mut self.default,
        );
        form.field(
            "secret",
            "It is on no sheet, panel or look. Formulas read it.",
            &mut self.secret,
        );
        form.field("at_zero", "What happens when the value falls to zero.", &mut self.at_zero);
        form.field("per_turn", "The amount added each turn.", &mut self.per_turn);
        form.field("warnings", "Messages for when a gauge runs low.", &mut self.warnings);
    }

    fn flaw(&self) -> Option<&'static str> {
        match [&self.flag, &self.number, &self.gauge].into_iter().flatten().count() {
            0 => Some("say what it is and means: one of `flag`, `number` or `gauge`, with a text"),
            1 if self.gauge.is_none() && !self.warnings.is_empty() => {
                Some("only a gauge has a maximum, so only a gauge has `warnings`")
            }
            1 if self.number.is_none() && self.default != Fixed::ZERO => {
                Some("only a number has a `default`; give kinds the flag or gauge instead")
            }
            1 => None,
            _ => Some(
                "an attribute is only one of `flag`, `number`, `gauge`; keep one (those of the \
                 engine keep theirs)",
            ),
        }
    }
}

impl Record for Warning {
    const NAME: &'static str = "warning";
    const ABOUT: &'static str = "A message for when a gauge runs low.";

    fn fields(&mut self, form: &mut Form<'_, '_>) {
        form.needed(
            "below",
            "The share of the maximum below which the message is shown.",
            &mut self.below,
        );
        form.needed("say", "The message.", &mut self.say);
        let about = "What is heard. If omitted, `low_life` for life, `hunger` for what falls by \
                     itself, and `warn` for the rest. Display only.";
        form.field("sound", about, &mut self.sound);
    }
}
