//! What doors, stairs and lights are like.

use barrow_dice::Formula;
use serde::{Deserialize, Serialize};

use super::{Kind, Level};
use crate::data::{Color, Keyword};
use crate::form::{Form, Record};
use crate::names::Id;

/// Something that can be opened. While closed, it is solid and opaque.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[expect(clippy::struct_excessive_bools, reason = "each is a key that authors write by itself")]
pub struct Door {
    /// It is open at the start.
    pub open: bool,
    /// It is locked at the start.
    pub locked: bool,
    /// The kinds of items that unlock it.
    pub keys: Vec<Id<Kind>>,
    /// Door and key have a colour of their own, and only a key of the same colour fits.
    pub colored: bool,
    /// The key is used up.
    pub consumes: bool,
    /// An actor that unlocks it also walks in at once.
    pub enters: bool,
    /// It is open while this holds and locked while it does not. Nobody can open it by hand.
    pub while_: Option<Formula>,
}

/// Something that leads to another level.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Stairs {
    /// The link of the level that it follows.
    pub way: Way,
    /// The level it leads to, instead of a link.
    pub level: Option<Id<Level>>,
    /// Stepping on it is enough. Otherwise it takes a command.
    pub at_once: bool,
}

/// The directions in which stairs lead.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub enum Way {
    /// Deeper.
    #[default]
    Down,
    /// Back.
    Up,
}

impl Keyword for Way {
    const ALL: &'static [Self] = &[Self::Down, Self::Up];
    const WORDS: &'static [&'static str] = &["down", "up"];
}

/// Light that a thing gives off. A cone points where its carrier faces.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Lamp {
    /// The radius in cells. Cells nearer than this are lit.
    pub radius: Formula,
    /// The colour. If omitted, white.
    pub color: Option<Color>,
    /// The brightness, 0 to 1. If omitted, 1.
    pub intensity: Option<Formula>,
    /// The angle of its cone in degrees. If omitted, it shines all around.
    pub angle: Option<u32>,
    /// How it weakens with distance.
    pub falloff: Falloff,
}

/// How light weakens with distance.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub enum Falloff {
    /// It does not weaken up to its edge.
    #[default]
    Flat,
    /// It weakens evenly, to nothing at its edge.
    Linear,
}

impl Keyword for Falloff {
    const ALL: &'static [Self] = &[Self::Flat, Self::Linear];
    const WORDS: &'static [&'static str] = &["flat", "linear"];
}

impl Record for Door {
    const NAME: &'static str = "door";
    const ABOUT: &'static str =
        "Something that can be opened. While closed, it is solid and opaque.";

    fn fields(&mut self, form: &mut Form<'_, '_>) {
        form.field("open", "It is open at the start.", &mut self.open);
        form.field("locked", "It is locked at the start.", &mut self.locked);
        form.carried().field("keys", "The kinds of items that unlock it.", &mut self.keys);
        form.field(
            "colored",
            "Door and key have a colour of their own, and only a key of the same colour fits.",
            &mut self.colored,
        );
        form.field("consumes", "The key is used up.", &mut self.consumes);
        form.field("enters", "An actor that unlocks it also walks in at once.", &mut self.enters);
        form.field(
            "while",
            "It is open while this holds and locked while it does not. Nobody can open it by hand.",
            &mut self.while_,
        );
    }
}

impl Record for Stairs {
    const NAME: &'static str = "stairs";
    const ABOUT: &'static str = "Something that leads to another level.";

    fn fields(&mut self, form: &mut Form<'_, '_>) {
        form.word("way", "The link of the level that it follows.", &mut self.way);
        form.field("level", "The level it leads to, instead of a link.", &mut self.level);
        form.field(
            "at_once",
            "Stepping on it is enough. Otherwise it takes a command.",
            &mut self.at_once,
        );
    }
}

impl Record for Lamp {
    const NAME: &'static str = "light";
    const ABOUT: &'static str =
        "Light that a thing gives off. A cone points where its carrier faces.";

    fn fields(&mut self, form: &mut Form<'_, '_>) {
        form.main(
            "radius",
            "The radius in cells. Cells nearer than this are lit.",
            &mut self.radius,
        );
        form.field("color", "The colour. If omitted, white.", &mut self.color);
        form.field("intensity", "The brightness, 0 to 1. If omitted, 1.", &mut self.intensity);
        form.field(
            "angle",
            "The angle of its cone in degrees. If omitted, it shines all around.",
            &mut self.angle,
        );
        form.word("falloff", "How it weakens with distance.", &mut self.falloff);
    }
}
