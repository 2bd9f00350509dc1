mod tiles;
mod walk;

pub use tiles::{Area, Chunk, TileLayer};
pub use walk::Placed;
pub(crate) use walk::walk;

use crate::json::{Fields, Node};
use crate::reader::Reader;
use crate::tileset::Image;
use crate::{Color, Fixed, MAX_DEPTH, Object, Point, Problem, Properties};

/// A layer of a map, or a group of layers.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Layer {
    /// Its unique id in the map; 0 in files from before Tiled 1.2.
    pub id: u32,
    /// Its name.
    pub name: String,
    /// Its class.
    pub class: String,
    /// Whether it is shown. It is hidden if a group around it is hidden.
    pub visible: bool,
    /// Whether the editor protects it against changes.
    pub locked: bool,
    /// From 0 (invisible) to 1 (opaque).
    pub opacity: Fixed,
    /// How far it is shifted, in pixels.
    pub offset: Point,
    /// How fast it scrolls compared to the map.
    pub parallax: Point,
    /// The color by which its images are multiplied.
    pub tint: Option<Color>,
    /// The blend mode: `normal`, `add`, `multiply` and so on.
    pub blend: String,
    /// Its custom properties.
    pub properties: Properties,
    /// The content of the layer.
    pub kind: LayerKind,
}

/// The content of a layer.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum LayerKind {
    /// Tiles in cells.
    Tiles(TileLayer),
    /// Objects at any position.
    Objects(ObjectLayer),
    /// One image.
    Image(ImageLayer),
    /// Other layers, the lowest first.
    Group(Vec<Layer>),
}

/// A layer of objects at any position.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct ObjectLayer {
    /// The objects in the order of the file.
    pub objects: Vec<Object>,
    /// The order in which they are drawn.
    pub draw_order: DrawOrder,
    /// The color of its objects in the editor.
    pub color: Option<Color>,
}

/// The order in which objects are drawn.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum DrawOrder {
    /// By their `y`, the topmost first.
    #[default]
    TopDown,
    /// In the order of the file.
    Index,
}

/// A layer with one image.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ImageLayer {
    /// The image, if one is set.
    pub image: Option<Image>,
    /// Whether it is repeated to the left and right.
    pub repeat_x: bool,
    /// Whether it is repeated upwards and downwards.
    pub repeat_y: bool,
}

impl Layer {
    /// Returns the tiles if this is a tile layer.
    pub fn tiles(&self) -> Option<&TileLayer> {
        let LayerKind::Tiles(tiles) = &self.kind else { return None };
        Some(tiles)
    }

    /// Returns the objects if this is an object layer.
    pub fn objects(&self) -> Option<&[Object]> {
        let LayerKind::Objects(layer) = &self.kind else { return None };
        Some(&layer.objects)
    }
}

impl ObjectLayer {
    pub(crate) fn read(reader: &mut Reader<'_>, fields: &Fields<'_>) -> Result<Self, Problem> {
        let orders = [("topdown", DrawOrder::TopDown), ("index", DrawOrder::Index)];
        let draw_order = reader.choice(fields, "draworder", &orders)?;
        let color = fields.color("color")?;
        let mut objects = Vec::new();
        for node in fields.list("objects")? {
            objects.push(Object::read(reader, node)?);
        }
        Ok(Self { objects, draw_order, color })
    }
}

impl ImageLayer {
    fn read(reader: &Reader<'_>, fields: &Fields<'_>) -> Result<Self, Problem> {
        Ok(Self {
            image: Image::read(reader, fields)?,
            repeat_x: fields.flag("repeatx")?,
            repeat_y: fields.flag("repeaty")?,
        })
    }
}

/// Reads a list of layers. A layer of an unknown type is left out with a warning, because it may
/// come from a newer version of Tiled.
pub fn read_layers(
    reader: &mut Reader<'_>,
    nodes: Vec<Node<'_>>,
    depth: usize,
) -> Result<Vec<Layer>, Problem> {
    let mut layers = Vec::new();
    for (index, node) in nodes.into_iter().enumerate() {
        let fields =
            node.fields().map_err(|it| it.within(&format!("layer number {}", index + 1)))?;
        layers.extend(read_layer(reader, &fields, index, depth)?);
    }
    Ok(layers)
}

fn read_layer(
    reader: &mut Reader<'_>,
    fields: &Fields<'_>,
    index: usize,
    depth: usize,
) -> Result<Option<Layer>, Problem> {
    let layer = reader.within(&label(fields, index), |reader| {
        let kind = read_kind(reader, fields, depth)?;
        kind.map(|kind| read_common(reader, fields, kind)).transpose()
    })?;
    let Some(mut layer) = layer else { return Ok(None) };
    // Not inside `within`: a problem with an inner layer names only that layer.
    if let LayerKind::Group(inner) = &mut layer.kind {
        *inner = read_layers(reader, fields.list("layers")?, depth - 1)?;
    }
    Ok(Some(layer))
}

/// Reads the content of a layer. A group is returned empty.
fn read_kind(
    reader: &mut Reader<'_>,
    fields: &Fields<'_>,
    depth: usize,
) -> Result<Option<LayerKind>, Problem> {
    let kind = fields.require("type", Node::string)?;
    Ok(Some(match kind.as_str() {
        "tilelayer" => LayerKind::Tiles(TileLayer::read(reader, fields)?),
        "objectgroup" => LayerKind::Objects(ObjectLayer::read(reader, fields)?),
        "imagelayer" => LayerKind::Image(ImageLayer::read(reader, fields)?),
        "group" if depth == 0 => {
            let reason = format!("groups are nested deeper than {MAX_DEPTH} levels");
            return Err(Problem::new(reason));
        }
        "group" => LayerKind::Group(Vec::new()),
        _ => {
            reader.warn(format!("the layer type \"{kind}\" is unknown; the layer is left out"));
            return Ok(None);
        }
    }))
}

/// Reads what all kinds of layers have in common.
fn read_common(
    reader: &Reader<'_>,
    fields: &Fields<'_>,
    kind: LayerKind,
) -> Result<Layer, Problem> {
    Ok(Layer {
        id: fields.count("id")?,
        name: fields.text("name")?,
        class: fields.text("class")?,
        visible: fields.read("visible", Node::boolean)?.unwrap_or(true),
        locked: fields.flag("locked")?,
        opacity: read_opacity(fields)?,
        offset: fields.point("offsetx", "offsety", Fixed::ZERO)?,
        parallax: fields.point("parallaxx", "parallaxy", Fixed::ONE)?,
        tint: fields.color("tintcolor")?,
        blend: fields.string("mode")?.unwrap_or_else(|| "normal".to_owned()),
        properties: Properties::read(fields, &reader.file)?,
        kind,
    })
}

/// Reads an opacity and clamps it to the range from 0 to 1.
pub fn read_opacity(fields: &Fields<'_>) -> Result<Fixed, Problem> {
    let opacity = fields.fixed("opacity")?.unwrap_or(Fixed::ONE);
    Ok(opacity.clamp(Fixed::ZERO, Fixed::ONE))
}

/// Returns the name of a layer for messages.
fn label(fields: &Fields<'_>, index: usize) -> String {
    let name = fields.text("name").unwrap_or_default();
    let id = fields.count("id").unwrap_or(0);
    match (name.is_empty(), id) {
        (true, 0) => format!("layer number {}", index + 1),
        (true, id) => format!("layer {id}"),
        (false, 0) => format!("layer \"{name}\""),
        (false, id) => format!("layer \"{name}\" (id {id})"),
    }
}
