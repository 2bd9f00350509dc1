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
    /// Its colour.
    pub color: Color,
    /// The tile of its lower half.
    pub tile: Arc<str>,
    /// The tile of its upper half, one cell above.
    pub top: Arc<str>,
    /// How the tile of its lower half is mirrored.
    pub flip: Flip,
    /// How the tile of its upper half is mirrored.
    pub top_flip: Flip,
    /// The animation of its lower half, by its name.
    pub animation: Arc<str>,
    /// The animation of its upper half, by its name.
    pub top_animation: Arc<str>,
    /// It is now brighter, now darker.
    pub flickers: bool,
    /// The glyph while it stands open, is switched on or is awake.
    pub open_glyph: Option<char>,
    /// The tile of its lower half then.
    pub open_tile: Arc<str>,
    /// The tile of its upper half then.
    pub open_top: Arc<str>,
    /// The tile that is drawn over whoever wears it.
    pub worn: Arc<str>,
    /// Where on its wearer that is.
    pub worn_on: WornOn,
    /// The number that orders the pieces of a line: each is drawn towards the one before it
    /// and the one after it.
    pub line: Option<Id<Attribute>>,
    /// Darkness does not dim it.
    pub bright: bool,
    /// How it looks while something holds of it; the first that does, decides.
    pub cases: Vec<LookCase>,
    /// What it is drawn as, one after the other and again.
    pub frames: Vec<LookFrame>,
    /// How long each frame is shown, in thousandths of a second.
    pub pace: u32,
}

/// How a picture is mirrored.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub enum Flip {
    /// Not at all.
    #[default]
    None,
    /// Left is right.
    Across,
    /// Up is down.
    Down,
    /// Both: it is turned by half.
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
    /// On the upper half; on the lower of who has no other.
    #[default]
    Upper,
    /// Above the head.
    Head,
}

impl Keyword for WornOn {
    const ALL: &'static [Self] = &[Self::Lower, Self::Upper, Self::Head];
    const WORDS: &'static [&'static str] = &["lower", "upper", "head"];
}

/// How a thing looks while something holds.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct LookCase {
    /// What must hold.
    pub when: Formula,
    /// The glyph then, if it is another.
    pub glyph: Option<char>,
    /// The colour then, if it is another.
    pub color: Option<Color>,
}

/// One picture of a thing that flickers or cycles.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct LookFrame {
    /// The glyph, if it is another.
    pub glyph: Option<char>,
    /// The colour, if it is another.
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
            pace: 250,
        }
    }
}

impl Look {
    /// The frame that is shown at a moment, counted in thousandths of a second from any
    /// beginning; nothing of what does not flicker.
    pub fn frame(&self, millis: u64) -> Option<&LookFrame> {
        let number = u64::try_from(self.frames.len()).unwrap_or(0);
        let place = (millis / u64::from(self.pace.max(1))).checked_rem(number)?;
        self.frames.get(usize::try_from(place).unwrap_or(0))
    }
}

impl Record for Look {
    const NAME: &'static str = "look";
    const ABOUT: &'static str = "How a thing looks.";

    fn fields(&mut self, form: &mut Form<'_, '_>) {
        form.field("glyph", "The character on a text screen.", &mut self.glyph);
        form.field("color", "Its colour.", &mut self.color);
        form.field("tile", "The tile of its lower half.", &mut self.tile);
        form.field("top", "The tile of its upper half, one cell above.", &mut self.top);
        form.word("flip", "How the lower tile is mirrored.", &mut self.flip);
        form.word("top_flip", "How the upper tile is mirrored.", &mut self.top_flip);
        form.field("animation", "The animation of its lower half.", &mut self.animation);
        form.field("top_animation", "The animation of its upper half.", &mut self.top_animation);
        form.field("flickers", "It is now brighter, now darker.", &mut self.flickers);
        form.field("open_glyph", "The glyph while it is open, on or awake.", &mut self.open_glyph);
        form.field("open_tile", "The tile of its lower half then.", &mut self.open_tile);
        form.field("open_top", "The tile of its upper half then.", &mut self.open_top);
        form.field("worn", "The tile that is drawn over whoever wears it.", &mut self.worn);
        form.word("worn_on", "Where on its wearer that is.", &mut self.worn_on);
        form.only(&[AttributeKind::Number]).field(
            "line",
            "The number that orders the pieces of a line: each is drawn towards the one before \
             and the one after.",
            &mut self.line,
        );
        form.field("bright", "Darkness does not dim it.", &mut self.bright);
        let about = "How an actor looks while something holds of it; the first that does, decides.";
        form.field("cases", about, &mut self.cases);
        let about = "What it is drawn as, one after the other and again.";
        form.field("frames", about, &mut self.frames);
        form.field("pace", "Thousandths of a second that each frame is shown.", &mut self.pace);
    }
}

impl Record for LookCase {
    const NAME: &'static str = "look case";
    const ABOUT: &'static str = "How an actor looks while something holds of it.";

    fn fields(&mut self, form: &mut Form<'_, '_>) {
        form.needed("when", "What must hold.", &mut self.when);
        form.field("glyph", "The glyph then; without it, as usual.", &mut self.glyph);
        form.field("color", "The colour then; without it, as usual.", &mut self.color);
    }
}

impl Record for LookFrame {
    const NAME: &'static str = "look frame";
    const ABOUT: &'static str = "One picture of a thing that flickers or cycles.";

    fn fields(&mut self, form: &mut Form<'_, '_>) {
        form.field("glyph", "The glyph; without it, as usual.", &mut self.glyph);
        form.field("color", "The colour; without it, as usual.", &mut self.color);
    }
}
