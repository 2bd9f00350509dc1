mod orientation;

pub use orientation::{Orientation, Parity, RenderOrder, Stagger, StaggerAxis};

use crate::json::{Fields, Node};
use crate::layer::{Layer, Placed, read_layers, walk};
use crate::reader::Reader;
use crate::tileset::{MapTileset, read_map_tilesets};
use crate::{Color, Fixed, Loaded, MAX_CELLS, MAX_DEPTH, Object, Point, Problem, Properties};

/// A Tiled map.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Map {
    /// The layout of its cells.
    pub orientation: Orientation,
    /// The order in which the tiles of a layer are drawn.
    pub render_order: RenderOrder,
    /// Whether the map is infinite. Each tile layer then has its own area.
    pub infinite: bool,
    /// The number of columns.
    pub width: u32,
    /// The number of rows.
    pub height: u32,
    /// The width of a cell in pixels; at least 1.
    pub tile_width: u32,
    /// The height of a cell in pixels; at least 1.
    pub tile_height: u32,
    /// Its class.
    pub class: String,
    /// The color behind all layers.
    pub background: Option<Color>,
    /// The origin of parallax scrolling, in pixels.
    pub parallax_origin: Point,
    /// Its tilesets, ordered by first id.
    pub tilesets: Vec<MapTileset>,
    /// Its layers, the lowest first.
    pub layers: Vec<Layer>,
    /// Its custom properties.
    pub properties: Properties,
    /// The id that the editor will give to the next layer.
    pub next_layer_id: u32,
    /// The id that the editor will give to the next object.
    pub next_object_id: u32,
    /// The compression level of the editor for tiles; -1 is the default of the compression.
    pub compression_level: i32,
    /// The version of the format.
    pub version: String,
    /// The version of Tiled that wrote it.
    pub tiled_version: String,
}

impl Map {
    /// Parses a map file (`.tmj`).
    ///
    /// `file` is the name of the map, for messages and to resolve the paths in it. `files` returns
    /// the text of another file (a tileset, a template), or `None` if there is no such file. It
    /// receives a path that is relative to the same folder as `file`.
    ///
    /// # Errors
    /// Returns a problem if the text is not a map, is damaged, or exceeds a limit.
    pub fn parse(
        file: &str,
        text: &str,
        files: &mut dyn FnMut(&str) -> Option<String>,
    ) -> Result<Loaded<Self>, Problem> {
        let mut reader = Reader::new(file, files);
        let value = reader.within_file(file, |reader| {
            let fields = Node::parse(text)?.fields()?;
            check_type(&fields, "map")?;
            Self::read(reader, &fields)
        })?;
        Ok(Loaded { value, warnings: reader.warnings })
    }

    /// Returns all layers that are not groups, the lowest first, combined with the settings of
    /// their groups.
    pub fn walk(&self) -> Vec<Placed<'_>> {
        walk(&self.layers)
    }

    /// Returns the lowest layer with this name that is not a group. It may be inside a group.
    pub fn layer(&self, name: &str) -> Option<&Layer> {
        self.walk().into_iter().map(|placed| placed.layer).find(|layer| layer.name == name)
    }

    /// Returns the object with this id, on any layer.
    pub fn object(&self, id: u32) -> Option<&Object> {
        let layers = self.walk().into_iter().filter_map(|placed| placed.layer.objects());
        layers.flatten().find(|object| object.id == id)
    }

    /// Returns the index of the tileset that has this global id, and the local id of the tile in
    /// it. If the file of a tileset is missing, it is not known where its ids end.
    pub fn tileset_of(&self, id: u32) -> Option<(usize, u32)> {
        let after = self.tilesets.partition_point(|it| it.first_gid <= id);
        let index = after.checked_sub(1)?;
        Some((index, id - self.tilesets[index].first_gid))
    }

    fn read(reader: &mut Reader<'_>, fields: &Fields<'_>) -> Result<Self, Problem> {
        let infinite = fields.flag("infinite")?;
        let (width, height) = read_size(fields, infinite)?;
        let orientation = Orientation::read(reader, fields)?;
        let tile_width = read_cell_size(fields, "tilewidth")?;
        let tile_height = read_cell_size(fields, "tileheight")?;
        let tilesets = read_map_tilesets(reader, fields)?;
        let layers = read_layers(reader, fields.require("layers", Node::items)?, MAX_DEPTH)?;
        Ok(Self {
            orientation,
            render_order: RenderOrder::read(reader, fields)?,
            infinite,
            width,
            height,
            tile_width,
            tile_height,
            class: fields.text("class")?,
            background: fields.color("backgroundcolor")?,
            parallax_origin: fields.point("parallaxoriginx", "parallaxoriginy", Fixed::ZERO)?,
            tilesets,
            layers,
            properties: Properties::read(fields, &reader.file)?,
            next_layer_id: fields.count("nextlayerid")?,
            next_object_id: fields.count("nextobjectid")?,
            compression_level: fields.read("compressionlevel", Node::signed)?.unwrap_or(-1),
            version: read_version(fields)?,
            tiled_version: fields.text("tiledversion")?,
        })
    }
}

fn read_size(fields: &Fields<'_>, infinite: bool) -> Result<(u32, u32), Problem> {
    let width = fields.require("width", Node::unsigned)?;
    let height = fields.require("height", Node::unsigned)?;
    let cells = u64::from(width) * u64::from(height);
    let fits = usize::try_from(cells).is_ok_and(|cells| cells <= MAX_CELLS);
    if !infinite && !fits {
        return Err(Problem::new(format!(
            "{width} x {height} tiles are too many; a map may have at most {MAX_CELLS}"
        )));
    }
    Ok((width, height))
}

fn read_cell_size(fields: &Fields<'_>, key: &str) -> Result<u32, Problem> {
    let node = fields.required(key)?;
    match node.unsigned()? {
        0 => Err(node.problem(format!("\"{key}\" is 0; it must be at least 1"))),
        size => Ok(size),
    }
}

/// Returns an error if the file has another type. Files from before Tiled 1.0 have no type.
pub fn check_type(fields: &Fields<'_>, wanted: &str) -> Result<(), Problem> {
    match fields.string("type")? {
        Some(kind) if kind != wanted => {
            Err(Problem::new(format!("expected a {wanted}, but this file is a {kind}")))
        }
        _ => Ok(()),
    }
}

/// Reads the version of the format: a string since Tiled 1.6, a number before.
pub fn read_version(fields: &Fields<'_>) -> Result<String, Problem> {
    let read = |node: Node<'_>| {
        if node.is_string() { node.string() } else { Ok(node.decimal()?.text().to_owned()) }
    };
    Ok(fields.read("version", read)?.unwrap_or_default())
}
