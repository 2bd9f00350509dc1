use std::sync::Arc;

use barrow_dice::Formula;
use serde::{Deserialize, Serialize};

use super::{Attribute, AttributeKind};
use crate::data::{Color, Keyword};
use crate::form::{Form, Record};
use crate::names::Id;

/// How a thing looks.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Look {
    /// The character on a text screen.
    pub glyph: char,
    /// The colour.
    pub color: Color,
    /// The tile of its lower half.
    pub tile: Arc<str>,
    /// The tile of its upper half, one cell above.
    pub top: Arc<str>,
    /// How the lower tile is mirrored.
    pub flip: Flip,
    /// How the upper tile is mirrored.
    pub top_flip: Flip,
    /// The animation of its lower half.
    pub animation: Arc<str>,
    /// The animation of its upper half.
    pub top_animation: Arc<str>,
    /// Its brightness flickers.
    pub flickers: bool,
    /// The glyph while it is open, switched on or awake.
    pub open_glyph: Option<char>,
    /// The tile of its lower half while it is open, switched on or awake.
    pub open_tile: Arc<str>,
    /// The tile of its upper half while it is open, switched on or awake.
    pub open_top: Arc<str>,
    /// The tile that is drawn over its wearer.
    pub worn: Arc<str>,
    /// Where on the wearer it is drawn.
    pub worn_on: WornOn,
    /// The attribute that orders the pieces of a line: each piece is drawn connected to the one
    /// before and the one after.
    pub line: Option<Id<Attribute>>,
    /// It is not dimmed by darkness.
    pub bright: bool,
    /// Other looks of an actor. The first whose condition holds is used.
    pub cases: Vec<LookCase>,
    /// The frames of an animation, repeated in order.
    pub frames: Vec<LookFrame>,
    /// The duration of each frame in milliseconds.
    pub pace: u32,
}

/// How a picture is mirrored.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub enum Flip {
    /// Not at all.
    #[default]
    None,
    /// Left and right are swapped.
    Across,
    /// Top and bottom are swapped.
    Down,
    /// Both are swapped.
    Both,
}

impl Keyword for Flip {
    const ALL: &'static [Self] = &[Self::None, Self::Across, Self::Down, Self::Both];
    const WORDS: &'static [&'static str] = &["none", "across", "down", "both"];
}

/// Where on its wearer a thing is drawn.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub enum WornOn {
    /// On the lower half.
    Lower,
    /// On the upper half, or on the lower half of a wearer that has no upper half.
    #[default]
    Upper,
    /// Above the head.
    Head,
}

impl Keyword for WornOn {
    const ALL: &'static [Self] = &[Self::Lower, Self::Upper, Self::Head];
    const WORDS: &'static [&'static str] = &["lower", "upper", "head"];
}

/// How an actor looks while a condition holds.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct LookCase {
    /// The condition.
    pub when: Formula,
    /// The glyph. If omitted, the usual one.
    pub glyph: Option<char>,
    /// The colour. If omitted, the usual one.
    pub color: Option<Color>,
}

/// One frame of an animation.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct LookFrame {
    /// The glyph. If omitted, the usual one.
    pub glyph: Option<char>,
    /// The colour. If omitted, the usual one.
    pub color: Option<Color>,
}

impl Default for Look {
    fn default() -> Self {
        Self {
            glyph: '?',
            color: Color::default(),
            tile: "".into(),
            top: "".into(),
            flip: Flip::None,
            top_flip: Flip::None,
            animation: "".into(),
            top_animation: "".into(),
            flickers: false,
            open_glyph: None,
            open_tile: "".into(),
            open_top: "".into(),
            worn: "".into(),
            worn_on: WornOn::Upper,
            line: None,
            bright: false,
            cases: Vec::new(),
            frames: Vec::new(),
            pace: Self::PACE,
        }
    }
}

impl Look {
    /// The usual duration of a frame in milliseconds.
    pub const PACE: u32 = 250;

    /// Returns the frame that is shown after a number of milliseconds; `None` if it has no frames.
    pub fn frame(&self, millis: u64) -> Option<&LookFrame> {
        let number = u64::try_from(self.frames.len()).unwrap_or(0);
        let index = (millis / u64::from(self.pace.max(1))).checked_rem(number)?;
        self.frames.get(usize::try_from(index).unwrap_or(0))
    }
}

impl Record for Look {
    const NAME: &'static str = "look";
    const ABOUT: &'static str = "How a thing looks.";

    fn fields(&mut self, form: &mut Form<'_, '_>) {
        form.field("glyph", "The character on a text screen.", &mut self.glyph);
        form.field("color", "The colour.", &mut self.color);
        form.field("tile", "The tile of its lower half.", &mut self.tile);
        form.field("top", "The tile of its upper half, one cell above.", &mut self.top);
        form.word("flip", "How the lower tile is mirrored.", &mut self.flip);
        form.word("top_flip", "How the upper tile is mirrored.", &mut self.top_flip);
        form.field("animation", "The animation of its lower half.", &mut self.animation);
        form.field("top_animation", "The animation of its upper half.", &mut self.top_animation);
        form.field("flickers", "Its brightness flickers.", &mut self.flickers);
        form.field(
            "open_glyph",
            "The glyph while it is open, switched on or awake.",
            &mut self.open_glyph,
        );
        form.field(
            "open_tile",
            "The tile of its lower half while it is open, switched on or awake.",
            &mut self.open_tile,
        );
        form.field(
            "open_top",
            "The tile of its upper half while it is open, switched on or awake.",
            &mut self.open_top,
        );
        form.field("worn", "The tile that is drawn over its wearer.", &mut self.worn);
        form.word("worn_on", "Where on the wearer it is drawn.", &mut self.worn_on);
        form.only(&[AttributeKind::Number]).field(
            "line",
            "The attribute that orders the pieces of a line: each piece is drawn connected to the \
             one before and the one after.",
            &mut self.line,
        );
        form.field("bright", "It is not dimmed by darkness.", &mut self.bright);
        let about = "Other looks of an actor. The first whose condition holds is used.";
        form.field("cases", about, &mut self.cases);
        let about = "The frames of an animation, repeated in order.";
        form.field("frames", about, &mut self.frames);
        form.field("pace", "The duration of each frame in milliseconds.", &mut self.pace);
    }
}

impl Record for LookCase {
    const NAME: &'static str = "look case";
    const ABOUT: &'static str = "How an actor looks while a condition holds.";

    fn fields(&mut self, form: &mut Form<'_, '_>) {
        form.needed("when", "The condition.", &mut self.when);
        form.field("glyph", "The glyph. If omitted, the usual one.", &mut self.glyph);
        form.field("color", "The colour. If omitted, the usual one.", &mut self.color);
    }
}

impl Record for LookFrame {
    const NAME: &'static str = "look frame";
    const ABOUT: &'static str = "One frame of an animation.";

    fn fields(&mut self, form: &mut Form<'_, '_>) {
        form.field("glyph", "The glyph. If omitted, the usual one.", &mut self.glyph);
        form.field("color", "The colour. If omitted, the usual one.", &mut self.color);
    }
}
