mod look;
mod reference;
mod tile;
mod wang;

pub use look::{FillMode, Grid, GridOrientation, Image, RenderSize, Transformations};
pub use reference::MapTileset;
pub(crate) use reference::{TilesetSpan, read_map_tilesets};
pub use tile::{Frame, TileRect, TilesetTile};
pub use wang::{Terrain, WangColor, WangKind, WangSet, WangTile};

use std::collections::BTreeMap;

use crate::json::{Fields, Node};
use crate::map::{check_type, read_version};
use crate::reader::Reader;
use crate::{Alignment, Color, Loaded, Problem, Properties};

/// A set of tiles: one image that is split into cells, or an image for each tile.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Tileset {
    /// Its name.
    pub name: String,
    /// Its class.
    pub class: String,
    /// The width of its tiles in pixels; if each has its own image, that of the widest.
    pub tile_width: u32,
    /// The height of its tiles in pixels; if each has its own image, that of the highest.
    pub tile_height: u32,
    /// The number of tiles; `None` in files from before Tiled 0.13.
    pub tile_count: Option<u32>,
    /// The number of tiles per row of the image, or of the editor's view if each has its own image.
    pub columns: u32,
    /// The number of pixels between two tiles of the image.
    pub spacing: u32,
    /// The number of pixels around all tiles of the image.
    pub margin: u32,
    /// The image that is split into tiles; `None` if each tile has its own.
    pub image: Option<Image>,
    /// The color behind its tiles in the editor.
    pub background: Option<Color>,
    /// How far its tiles are shifted when drawn, in pixels, to the right and downwards.
    pub tile_offset: (i32, i32),
    /// The grid of its tiles, if it differs from that of the map.
    pub grid: Option<Grid>,
    /// The anchor of its tiles when they are used as objects.
    pub object_alignment: Alignment,
    /// The size at which its tiles are drawn.
    pub render_size: RenderSize,
    /// How a tile fills that size.
    pub fill_mode: FillMode,
    /// How the editor may transform tiles to fit terrain.
    pub transformations: Transformations,
    /// Details of single tiles, by local id. Tiles without details are not listed.
    pub tiles: BTreeMap<u32, TilesetTile>,
    /// Its terrain sets.
    pub wang_sets: Vec<WangSet>,
    /// Its terrains in the format before Tiled 1.5.
    pub terrains: Vec<Terrain>,
    /// Its custom properties.
    pub properties: Properties,
    /// The version of the format, if the tileset has its own file.
    pub version: String,
    /// The version of Tiled that wrote it, if the tileset has its own file.
    pub tiled_version: String,
}

impl Tileset {
    /// Parses a tileset file (`.tsj`). Paths in it are resolved against `file`.
    ///
    /// `files` returns the text of another file, or `None` if there is no such file. It receives a
    /// path that is relative to the same folder as `file`. Only collision objects that use
    /// templates need it.
    ///
    /// # Errors
    /// Returns a problem if the text is not a tileset or is damaged.
    pub fn parse(
        file: &str,
        text: &str,
        files: &mut dyn FnMut(&str) -> Option<String>,
    ) -> Result<Loaded<Self>, Problem> {
        let mut reader = Reader::new(file, files);
        let value = reader.within_file(file, |reader| Self::read_file(reader, text))?;
        Ok(Loaded { value, warnings: reader.warnings })
    }

    /// Returns one more than the largest local id, or `None` if it is not known.
    pub fn id_end(&self) -> Option<u32> {
        let after_last = self.tiles.keys().next_back().map_or(0, |id| id.saturating_add(1));
        self.tile_count.map(|count| count.max(after_last))
    }

    fn read_file(reader: &mut Reader<'_>, text: &str) -> Result<Self, Problem> {
        let fields = Node::parse(text)?.fields()?;
        check_type(&fields, "tileset")?;
        Self::read(reader, &fields)
    }

    fn read(reader: &mut Reader<'_>, fields: &Fields<'_>) -> Result<Self, Problem> {
        let offset = fields.read("tileoffset", Node::fields)?;
        let tile_offset = match offset {
            Some(offset) => (offset.signed("x")?, offset.signed("y")?),
            None => (0, 0),
        };
        let mut wang_sets = Vec::new();
        for node in fields.list("wangsets")? {
            wang_sets.push(WangSet::read(reader, &node.fields()?)?);
        }
        Ok(Self {
            name: fields.text("name")?,
            class: fields.text("class")?,
            tile_width: fields.require("tilewidth", Node::unsigned)?,
            tile_height: fields.require("tileheight", Node::unsigned)?,
            tile_count: fields.unsigned("tilecount")?,
            columns: fields.count("columns")?,
            spacing: fields.count("spacing")?,
            margin: fields.count("margin")?,
            image: Image::read(reader, fields)?,
            background: fields.color("backgroundcolor")?,
            tile_offset,
            grid: Grid::read(reader, fields)?,
            object_alignment: reader.choice(fields, "objectalignment", &Alignment::NAMES)?,
            render_size: RenderSize::read(reader, fields)?,
            fill_mode: FillMode::read(reader, fields)?,
            transformations: Transformations::read(fields)?,
            tiles: tile::read_tiles(reader, fields)?,
            wang_sets,
            terrains: wang::read_terrains(reader, fields)?,
            properties: Properties::read(fields, &reader.file)?,
            version: read_version(fields)?,
            tiled_version: fields.text("tiledversion")?,
        })
    }
}
