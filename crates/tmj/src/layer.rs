mod tiles;
mod walk;

pub use tiles::{Area, Chunk, TileLayer};
pub use walk::Placed;
pub(crate) use walk::walk;

use crate::json::{Fields, Node};
use crate::reader::Reader;
use crate::tileset::Image;
use crate::{Colour, Fixed, MAX_DEPTH, Object, Point, Problem, Properties};

/// One layer of a map, or a group of them.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Layer {
    /// Its number in the map, which no other layer has; 0 in files of before Tiled 1.2.
    pub id: u32,
    /// Its name.
    pub name: String,
    /// Its class.
    pub class: String,
    /// Whether it is shown, if the groups around it are.
    pub visible: bool,
    /// Whether the editor guards it against changes.
    pub locked: bool,
    /// From 0, unseen, to 1, solid.
    pub opacity: Fixed,
    /// How far it is moved, in pixels.
    pub offset: Point,
    /// How far it moves when the view does; 1 is with the map.
    pub parallax: Point,
    /// What its pictures are multiplied with.
    pub tint: Option<Colour>,
    /// How it is mixed with what lies below: `normal`, `add`, `multiply` and so on.
    pub blend: String,
    /// Its custom properties.
    pub properties: Properties,
    /// What is on it.
    pub kind: LayerKind,
}

/// What is on a layer.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum LayerKind {
    /// Tiles in cells.
    Tiles(TileLayer),
    /// Objects at any place.
    Objects(ObjectLayer),
    /// One picture.
    Image(ImageLayer),
    /// Other layers, the lowest first.
    Group(Vec<Layer>),
}

/// Objects at any place.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct ObjectLayer {
    /// In the order of the file.
    pub objects: Vec<Object>,
    /// In which order they are drawn.
    pub draw_order: DrawOrder,
    /// The colour of its objects in the editor.
    pub colour: Option<Colour>,
}

/// In which order objects are drawn.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum DrawOrder {
    /// By their `y`, the topmost first.
    #[default]
    TopDown,
    /// In the order of the file.
    Index,
}

/// One picture as a layer.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ImageLayer {
    /// The picture, if one is set.
    pub image: Option<Image>,
    /// Whether it is repeated to the left and right.
    pub repeat_x: bool,
    /// Whether it is repeated upwards and downwards.
    pub repeat_y: bool,
}

impl Layer {
    /// The tiles, if it is a tile layer.
    pub fn tiles(&self) -> Option<&TileLayer> {
        let LayerKind::Tiles(tiles) = &self.kind else { return None };
        Some(tiles)
    }

    /// The objects, if it is an object layer.
    pub fn objects(&self) -> Option<&[Object]> {
        let LayerKind::Objects(layer) = &self.kind else { return None };
        Some(&layer.objects)
    }
}

impl ObjectLayer {
    pub(crate) fn read(reader: &mut Reader<'_>, fields: &Fields<'_>) -> Result<Self, Problem> {
        let orders = [("topdown", DrawOrder::TopDown), ("index", DrawOrder::Index)];
        let draw_order = reader.choice(fields, "draworder", &orders)?;
        let colour = fields.colour("color")?;
        let mut objects = Vec::new();
        for node in fields.list("objects")? {
            objects.push(Object::read(reader, node)?);
        }
        Ok(Self { objects, draw_order, colour })
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

/// Reads a list of layers. One of an unknown kind is left out with a warning: a newer Tiled
/// may have kinds that we have not heard of.
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
    // Not `within`: what is wrong with an inner layer is told by its own name alone.
    if let LayerKind::Group(inner) = &mut layer.kind {
        *inner = read_layers(reader, fields.list("layers")?, depth - 1)?;
    }
    Ok(Some(layer))
}

/// What is on a layer; a group is left to be filled.
fn read_kind(
    reader: &mut Reader<'_>,
    fields: &Fields<'_>,
    depth: usize,
) -> Result<Option<LayerKind>, Problem> {
    let kind = fields.must("type", Node::string)?;
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

/// What every kind of layer has.
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
        tint: fields.colour("tintcolor")?,
        blend: fields.string("mode")?.unwrap_or_else(|| "normal".to_owned()),
        properties: Properties::read(fields, &reader.file)?,
        kind,
    })
}

/// An opacity, kept between 0 and 1.
pub fn read_opacity(fields: &Fields<'_>) -> Result<Fixed, Problem> {
    let opacity = fields.fixed("opacity")?.unwrap_or(Fixed::ONE);
    Ok(opacity.clamp(Fixed::ZERO, Fixed::ONE))
}

/// The name of a layer in messages.
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
