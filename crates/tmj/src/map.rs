mod orientation;

pub use orientation::{Orientation, Parity, RenderOrder, Stagger, StaggerAxis};

use crate::json::{Fields, Node};
use crate::layer::{Layer, Placed, read_layers, walk};
use crate::reader::Reader;
use crate::tileset::{MapTileset, read_map_tilesets};
use crate::{Colour, Fixed, Loaded, MAX_CELLS, MAX_DEPTH, Object, Point, Problem, Properties};

/// A map.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Map {
    /// How its cells lie.
    pub orientation: Orientation,
    /// In which order the tiles of a layer are drawn.
    pub render_order: RenderOrder,
    /// Whether it has no edges; its tile layers then tell how far they reach.
    pub infinite: bool,
    /// Columns.
    pub width: u32,
    /// Rows.
    pub height: u32,
    /// The width of a cell in pixels; at least 1.
    pub tile_width: u32,
    /// The height of a cell in pixels; at least 1.
    pub tile_height: u32,
    /// Its class.
    pub class: String,
    /// The colour behind all layers.
    pub background: Option<Colour>,
    /// The place from which parallax is counted, in pixels.
    pub parallax_origin: Point,
    /// Its tilesets, by their first ids.
    pub tilesets: Vec<MapTileset>,
    /// Its layers, the lowest first.
    pub layers: Vec<Layer>,
    /// Its custom properties.
    pub properties: Properties,
    /// The id that the editor will give to the next layer.
    pub next_layer_id: u32,
    /// The id that the editor will give to the next object.
    pub next_object_id: u32,
    /// How hard the editor compresses tiles; -1 is left to the method.
    pub compression_level: i32,
    /// The version of the format.
    pub version: String,
    /// The version of Tiled that wrote it.
    pub tiled_version: String,
}

impl Map {
    /// Reads a map file (`.tmj`).
    ///
    /// `file` is the name of the map, for messages and as the start of the paths in it.
    /// `files` gives the text of another file (a tileset, a template) by its path, which is
    /// relative to whatever `file` is relative to, or `None` if there is none.
    ///
    /// # Errors
    /// If the text is no map, or damaged, or asks for more than the limits allow.
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

    /// All layers that are not groups, the lowest first, with what their groups add to them.
    pub fn walk(&self) -> Vec<Placed<'_>> {
        walk(&self.layers)
    }

    /// The lowest layer of that name that is not a group, in a group or not.
    pub fn layer(&self, name: &str) -> Option<&Layer> {
        self.walk().into_iter().map(|placed| placed.layer).find(|layer| layer.name == name)
    }

    /// The object of that id, on whatever layer.
    pub fn object(&self, id: u32) -> Option<&Object> {
        let layers = self.walk().into_iter().filter_map(|placed| placed.layer.objects());
        layers.flatten().find(|object| object.id == id)
    }

    /// The tileset of a global id, by its index, and the id that the tile has in there. Of a
    /// tileset whose file is missing, nobody knows where its ids end.
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
        let layers = read_layers(reader, fields.must("layers", Node::items)?, MAX_DEPTH)?;
        Ok(Self {
            orientation,
            render_order: RenderOrder::read(reader, fields)?,
            infinite,
            width,
            height,
            tile_width,
            tile_height,
            class: fields.text("class")?,
            background: fields.colour("backgroundcolor")?,
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
    let width = fields.must("width", Node::unsigned)?;
    let height = fields.must("height", Node::unsigned)?;
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
    let node = fields.need(key)?;
    match node.unsigned()? {
        0 => Err(node.problem(format!("\"{key}\" is 0; it must be at least 1"))),
        size => Ok(size),
    }
}

/// Refuses a file that says that it is something else. Files of before Tiled 1.0 say nothing.
pub fn check_type(fields: &Fields<'_>, wanted: &str) -> Result<(), Problem> {
    match fields.string("type")? {
        Some(kind) if kind != wanted => {
            Err(Problem::new(format!("expected a {wanted}, but this file is a {kind}")))
        }
        _ => Ok(()),
    }
}

/// The version of the format: a text since Tiled 1.6, a number before.
pub fn read_version(fields: &Fields<'_>) -> Result<String, Problem> {
    let read = |node: Node<'_>| {
        if node.is_string() { node.string() } else { Ok(node.decimal()?.text().to_owned()) }
    };
    Ok(fields.read("version", read)?.unwrap_or_default())
}
