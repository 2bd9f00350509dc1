use crate::json::{Fields, Node};
use crate::reader::Reader;
use crate::{Color, Problem, path};

/// An image file.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Image {
    /// Its path, resolved against the file that names it.
    pub source: String,
    /// Its width in pixels according to the map file; 0 if not given.
    pub width: u32,
    /// Its height in pixels according to the map file; 0 if not given.
    pub height: u32,
    /// The color that is transparent.
    pub transparent: Option<Color>,
}

/// The grid of the tiles of a tileset.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Grid {
    /// The layout of its cells.
    pub orientation: GridOrientation,
    /// The width of a cell in pixels.
    pub width: u32,
    /// The height of a cell in pixels.
    pub height: u32,
}

/// The layout of the cells of a tileset's grid.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum GridOrientation {
    /// Rectangles.
    Orthogonal,
    /// Diamonds.
    Isometric,
}

/// The size at which tiles are drawn on a map.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum RenderSize {
    /// The size of the tile.
    #[default]
    Tile,
    /// The size of the map's cells.
    Grid,
}

/// How a tile is scaled to a size that is not its own.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum FillMode {
    /// Stretches width and height independently.
    #[default]
    Stretch,
    /// Scales to the largest size that fits without distortion.
    PreserveAspectFit,
}

/// How the editor may transform the tiles of a set to fit terrain.
// Tiled has these four independent switches.
#[allow(clippy::struct_excessive_bools)]
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct Transformations {
    /// Tiles may be flipped horizontally.
    pub flip_horizontal: bool,
    /// Tiles may be flipped vertically.
    pub flip_vertical: bool,
    /// Tiles may be rotated by quarter turns.
    pub rotate: bool,
    /// Tiles that fit without a transformation are preferred.
    pub prefer_untransformed: bool,
}

impl Image {
    /// Reads the image that these fields describe.
    pub(crate) fn read(reader: &Reader<'_>, fields: &Fields<'_>) -> Result<Option<Self>, Problem> {
        let Some(source) = fields.string("image")?.filter(|it| !it.is_empty()) else {
            return Ok(None);
        };
        Ok(Some(Self {
            source: path::join(&reader.file, &source),
            width: fields.count("imagewidth")?,
            height: fields.count("imageheight")?,
            transparent: fields.color("transparentcolor")?,
        }))
    }
}

impl Grid {
    pub(super) fn read(
        reader: &mut Reader<'_>,
        tileset: &Fields<'_>,
    ) -> Result<Option<Self>, Problem> {
        let Some(fields) = tileset.read("grid", Node::fields)? else { return Ok(None) };
        let known = [
            ("orthogonal", GridOrientation::Orthogonal),
            ("isometric", GridOrientation::Isometric),
        ];
        Ok(Some(Self {
            orientation: reader.choice(&fields, "orientation", &known)?,
            width: fields.count("width")?,
            height: fields.count("height")?,
        }))
    }
}

impl RenderSize {
    pub(super) fn read(reader: &mut Reader<'_>, tileset: &Fields<'_>) -> Result<Self, Problem> {
        reader.choice(tileset, "tilerendersize", &[("tile", Self::Tile), ("grid", Self::Grid)])
    }
}

impl FillMode {
    pub(super) fn read(reader: &mut Reader<'_>, tileset: &Fields<'_>) -> Result<Self, Problem> {
        let known = [("stretch", Self::Stretch), ("preserve-aspect-fit", Self::PreserveAspectFit)];
        reader.choice(tileset, "fillmode", &known)
    }
}

impl Transformations {
    pub(super) fn read(tileset: &Fields<'_>) -> Result<Self, Problem> {
        let Some(fields) = tileset.read("transformations", Node::fields)? else {
            return Ok(Self::default());
        };
        Ok(Self {
            flip_horizontal: fields.flag("hflip")?,
            flip_vertical: fields.flag("vflip")?,
            rotate: fields.flag("rotate")?,
            prefer_untransformed: fields.flag("preferuntransformed")?,
        })
    }
}
