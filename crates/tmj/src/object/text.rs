use crate::json::{Fields, Node};
use crate::reader::Reader;
use crate::{Color, Problem};

/// A text on the map, and how it is set.
// Tiled has these five independent switches.
#[allow(clippy::struct_excessive_bools)]
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Text {
    /// The content.
    pub text: String,
    /// The font family.
    pub font: String,
    /// The size of the font in pixels.
    pub pixel_size: u32,
    /// The color of the text.
    pub color: Color,
    /// Whether lines wrap at the width of the object.
    pub wrap: bool,
    /// Whether the text is bold.
    pub bold: bool,
    /// Whether the text is italic.
    pub italic: bool,
    /// Whether the text is underlined.
    pub underline: bool,
    /// Whether the text is struck out.
    pub strikeout: bool,
    /// Whether kerning is used.
    pub kerning: bool,
    /// The alignment in the width of the object.
    pub horizontal: HorizontalAlignment,
    /// The alignment in the height of the object.
    pub vertical: VerticalAlignment,
}

/// The horizontal alignment of a text.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum HorizontalAlignment {
    /// At the left side.
    #[default]
    Left,
    /// In the middle.
    Center,
    /// At the right side.
    Right,
    /// At both sides.
    Justify,
}

/// The vertical alignment of a text.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum VerticalAlignment {
    /// At the top.
    #[default]
    Top,
    /// In the middle.
    Center,
    /// At the bottom.
    Bottom,
}

impl Text {
    pub(crate) fn read(reader: &mut Reader<'_>, fields: &Fields<'_>) -> Result<Self, Problem> {
        use {HorizontalAlignment as Across, VerticalAlignment as Down};
        let across = [
            ("left", Across::Left),
            ("center", Across::Center),
            ("right", Across::Right),
            ("justify", Across::Justify),
        ];
        let down = [("top", Down::Top), ("center", Down::Center), ("bottom", Down::Bottom)];
        Ok(Self {
            text: fields.text("text")?,
            font: fields.string("fontfamily")?.unwrap_or_else(|| "sans-serif".to_owned()),
            pixel_size: fields.unsigned("pixelsize")?.unwrap_or(16),
            color: fields.color("color")?.unwrap_or(Color::BLACK),
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
