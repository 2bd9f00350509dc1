use crate::json::{Fields, Node};
use crate::reader::Reader;
use crate::{Colour, Problem};

/// Words on the map, and how they are set.
// Tiled has these five switches, and any of them may be on.
#[allow(clippy::struct_excessive_bools)]
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Text {
    /// The words.
    pub text: String,
    /// The family of its letters.
    pub font: String,
    /// The height of its letters in pixels.
    pub pixel_size: u32,
    /// The colour of its letters.
    pub colour: Colour,
    /// Whether lines are broken at the width of the object.
    pub wrap: bool,
    /// Whether the letters are bold.
    pub bold: bool,
    /// Whether the letters are slanted.
    pub italic: bool,
    /// Whether a line runs below the letters.
    pub underline: bool,
    /// Whether a line runs through the letters.
    pub strikeout: bool,
    /// Whether pairs of letters are moved together where they fit.
    pub kerning: bool,
    /// Where lines stand in the width of the object.
    pub horizontal: HorizontalAlignment,
    /// Where lines stand in the height of the object.
    pub vertical: VerticalAlignment,
}

/// Where lines stand in a width.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum HorizontalAlignment {
    /// At the left side.
    #[default]
    Left,
    /// In the middle.
    Centre,
    /// At the right side.
    Right,
    /// At both sides.
    Justify,
}

/// Where lines stand in a height.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum VerticalAlignment {
    /// At the top.
    #[default]
    Top,
    /// In the middle.
    Centre,
    /// At the bottom.
    Bottom,
}

impl Text {
    pub(crate) fn read(reader: &mut Reader<'_>, fields: &Fields<'_>) -> Result<Self, Problem> {
        use {HorizontalAlignment as Across, VerticalAlignment as Down};
        let across = [
            ("left", Across::Left),
            ("center", Across::Centre),
            ("right", Across::Right),
            ("justify", Across::Justify),
        ];
        let down = [("top", Down::Top), ("center", Down::Centre), ("bottom", Down::Bottom)];
        Ok(Self {
            text: fields.text("text")?,
            font: fields.string("fontfamily")?.unwrap_or_else(|| "sans-serif".to_owned()),
            pixel_size: fields.unsigned("pixelsize")?.unwrap_or(16),
            colour: fields.colour("color")?.unwrap_or(Colour::BLACK),
            wrap: fields.flag("wrap")?,
            bold: fields.flag("bold")?,
            italic: fields.flag("italic")?,
            underline: fields.flag("underline")?,
            strikeout: fields.flag("strikeout")?,
            kerning: fields.read("kerning", Node::boolean)?.unwrap_or(true),
            horizontal: reader.choice(fields, "halign", &across)?,
            vertical: reader.choice(fields, "valign", &down)?,
        })
    }
}
