use crate::json::{Fields, Node};
use crate::reader::Reader;
use crate::{Colour, Problem, path};

/// A picture that a file names.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Image {
    /// Its path, resolved against the file that names it.
    pub source: String,
    /// Its width in pixels, as the file has it; 0 if it does not tell.
    pub width: u32,
    /// Its height in pixels, as the file has it; 0 if it does not tell.
    pub height: u32,
    /// The colour that is not drawn.
    pub transparent: Option<Colour>,
}

/// The raster of a tileset's tiles.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Grid {
    /// How its cells lie.
    pub orientation: GridOrientation,
    /// The width of a cell in pixels.
    pub width: u32,
    /// The height of a cell in pixels.
    pub height: u32,
}

/// How the cells of a tileset's raster lie.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum GridOrientation {
    /// Upright.
    Orthogonal,
    /// On their corners.
    Isometric,
}

/// At which size tiles are drawn on a map.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum RenderSize {
    /// At the size of the tile.
    #[default]
    Tile,
    /// At the size of the map's cells.
    Grid,
}

/// How a tile fills a size that is not its own.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum FillMode {
    /// Width and height each to theirs.
    #[default]
    Stretch,
    /// As large as it fits without distortion.
    PreserveAspectFit,
}

/// How the editor may turn the tiles of a set to fit terrain.
// Tiled has these four switches, and any of them may be on.
#[allow(clippy::struct_excessive_bools)]
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct Transformations {
    /// Left and right may change sides.
    pub flip_horizontal: bool,
    /// Top and bottom may change sides.
    pub flip_vertical: bool,
    /// Quarter turns are allowed.
    pub rotate: bool,
    /// A tile that fits as it is comes first.
    pub prefer_untransformed: bool,
}

impl Image {
    /// The picture of whatever has these fields.
    pub(crate) fn read(reader: &Reader<'_>, fields: &Fields<'_>) -> Result<Option<Self>, Problem> {
        let Some(source) = fields.string("image")?.filter(|it| !it.is_empty()) else {
            return Ok(None);
        };
        Ok(Some(Self {
            source: path::join(&reader.file, &source),
            width: fields.count("imagewidth")?,
            height: fields.count("imageheight")?,
            transparent: fields.colour("transparentcolor")?,
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
