mod look;
mod reference;
mod tile;
mod wang;

pub use look::{FillMode, Grid, GridOrientation, Image, RenderSize, Transformations};
pub use reference::MapTileset;
pub(crate) use reference::{TilesetSpan, read_map_tilesets};
pub use tile::{Frame, TileRect, TilesetTile};
pub use wang::{Terrain, WangColour, WangKind, WangSet, WangTile};

use std::collections::BTreeMap;

use crate::json::{Fields, Node};
use crate::map::{check_type, read_version};
use crate::reader::Reader;
use crate::{Alignment, Colour, Loaded, Problem, Properties};

/// A set of tiles: one picture cut into cells, or a picture for each tile.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Tileset {
    /// Its name.
    pub name: String,
    /// Its class.
    pub class: String,
    /// The width of its tiles in pixels; of the widest, if each has its own picture.
    pub tile_width: u32,
    /// The height of its tiles in pixels; of the highest, if each has its own picture.
    pub tile_height: u32,
    /// How many tiles it has; `None` in files of before Tiled 0.13.
    pub tile_count: Option<u32>,
    /// Tiles in a row of the picture, or of the editor's view if each has its own picture.
    pub columns: u32,
    /// Pixels between two tiles of the picture.
    pub spacing: u32,
    /// Pixels around all tiles of the picture.
    pub margin: u32,
    /// The picture that is cut up; `None` if each tile has its own.
    pub image: Option<Image>,
    /// The colour behind its tiles in the editor.
    pub background: Option<Colour>,
    /// How far its tiles are moved when drawn, in pixels, to the right and downwards.
    pub tile_offset: (i32, i32),
    /// The raster of its tiles, where it differs from the map's.
    pub grid: Option<Grid>,
    /// Where objects hold its tiles.
    pub object_alignment: Alignment,
    /// At which size its tiles are drawn.
    pub render_size: RenderSize,
    /// How a tile fills that size.
    pub fill_mode: FillMode,
    /// How the editor may turn tiles to fit terrain.
    pub transformations: Transformations,
    /// What is known of single tiles, by local id. Tiles about which nothing is told are not
    /// listed.
    pub tiles: BTreeMap<u32, TilesetTile>,
    /// Its terrain sets.
    pub wang_sets: Vec<WangSet>,
    /// Its terrains, as they were until Tiled 1.4.
    pub terrains: Vec<Terrain>,
    /// Its custom properties.
    pub properties: Properties,
    /// The version of the format, for a tileset of its own file.
    pub version: String,
    /// The version of Tiled that wrote it, for a tileset of its own file.
    pub tiled_version: String,
}

impl Tileset {
    /// Reads a tileset file (`.tsj`). Paths in it are resolved against `file`.
    ///
    /// `files` gives the text of another file by its path, which is relative to whatever
    /// `file` is relative to; only collision objects made from templates ask for any.
    ///
    /// # Errors
    /// If the text is no tileset, or damaged.
    pub fn parse(
        file: &str,
        text: &str,
        files: &mut dyn FnMut(&str) -> Option<String>,
    ) -> Result<Loaded<Self>, Problem> {
        let mut reader = Reader::new(file, files);
        let value = reader.within_file(file, |reader| Self::read_file(reader, text))?;
        Ok(Loaded { value, warnings: reader.warnings })
    }

    /// One more than the largest local id; `None` if it cannot be known.
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
            tile_width: fields.must("tilewidth", Node::unsigned)?,
            tile_height: fields.must("tileheight", Node::unsigned)?,
            tile_count: fields.unsigned("tilecount")?,
            columns: fields.count("columns")?,
            spacing: fields.count("spacing")?,
            margin: fields.count("margin")?,
            image: Image::read(reader, fields)?,
            background: fields.colour("backgroundcolor")?,
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
