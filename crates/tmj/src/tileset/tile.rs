use std::collections::BTreeMap;

use super::Image;
use crate::json::{Fields, Node};
use crate::layer::ObjectLayer;
use crate::reader::Reader;
use crate::{Fixed, Problem, Properties};

/// The details of one tile of a tileset.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct TilesetTile {
    /// Its class.
    pub class: String,
    /// How likely the editor picks it when there is a choice; the default is 1.
    pub probability: Fixed,
    /// The frames of its animation; empty if it has none.
    pub animation: Vec<Frame>,
    /// Its collision shapes, relative to its top left corner.
    pub collision: Option<ObjectLayer>,
    /// Its own image, if each tile of the tileset has one.
    pub image: Option<Image>,
    /// The part of that image that is the tile; `None` is all of it.
    pub image_part: Option<TileRect>,
    /// The terrain at its corners in the format before Tiled 1.5: top left, top right, bottom left,
    /// bottom right.
    pub terrain: Option<[Option<u32>; 4]>,
    /// Its custom properties.
    pub properties: Properties,
}

/// One frame of an animation.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Frame {
    /// The local id of the tile that is shown.
    pub tile: u32,
    /// How long it is shown, in milliseconds.
    pub duration: u32,
}

/// A part of an image, in pixels.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct TileRect {
    /// The left side.
    pub x: u32,
    /// The top.
    pub y: u32,
    /// The width.
    pub width: u32,
    /// The height.
    pub height: u32,
}

impl TilesetTile {
    fn read(reader: &mut Reader<'_>, fields: &Fields<'_>) -> Result<Self, Problem> {
        let collision = fields.read("objectgroup", Node::fields)?;
        let image = Image::read(reader, fields)?;
        Ok(Self {
            class: fields.class_or_type()?.unwrap_or_default(),
            probability: fields.fixed("probability")?.unwrap_or(Fixed::ONE),
            animation: fields
                .list("animation")?
                .into_iter()
                .map(read_frame)
                .collect::<Result<_, _>>()?,
            collision: collision.map(|it| ObjectLayer::read(reader, &it)).transpose()?,
            image_part: read_part(fields, image.as_ref())?,
            image,
            terrain: fields.read("terrain", read_corners)?,
            properties: Properties::read(fields, &reader.file)?,
        })
    }

    fn bare() -> Self {
        Self {
            class: String::new(),
            probability: Fixed::ONE,
            animation: Vec::new(),
            collision: None,
            image: None,
            image_part: None,
            terrain: None,
            properties: Properties::default(),
        }
    }
}

/// Reads all tiles that have details. Before Tiled 1.2 they were members of an object, with their
/// properties in another object.
pub fn read_tiles(
    reader: &mut Reader<'_>,
    tileset: &Fields<'_>,
) -> Result<BTreeMap<u32, TilesetTile>, Problem> {
    let mut tiles = BTreeMap::new();
    let Some(node) = tileset.get("tiles") else {
        add_old_properties(reader, tileset, &mut tiles)?;
        return Ok(tiles);
    };
    if node.is_object() {
        for (id, tile) in node.fields()?.iter() {
            let id = read_old_id(id, tile)?;
            tiles.insert(id, read_tile(reader, id, &tile.fields()?)?);
        }
        add_old_properties(reader, tileset, &mut tiles)?;
        return Ok(tiles);
    }
    for tile in node.items()? {
        let fields = tile.fields()?;
        let id = fields.require("id", Node::unsigned)?;
        tiles.insert(id, read_tile(reader, id, &fields)?);
    }
    Ok(tiles)
}

fn read_tile(
    reader: &mut Reader<'_>,
    id: u32,
    fields: &Fields<'_>,
) -> Result<TilesetTile, Problem> {
    reader.within(&format!("tile {id}"), |reader| TilesetTile::read(reader, fields))
}

fn add_old_properties(
    reader: &Reader<'_>,
    tileset: &Fields<'_>,
    tiles: &mut BTreeMap<u32, TilesetTile>,
) -> Result<(), Problem> {
    let Some(all) = tileset.read("tileproperties", Node::fields)? else { return Ok(()) };
    let types = tileset.read("tilepropertytypes", Node::fields)?;
    for (name, node) in all.iter() {
        let id = read_old_id(name, node)?;
        let types = types.as_ref().and_then(|types| types.get(name));
        let properties = Properties::read_old_tile(node, types, &reader.file)
            .map_err(|problem| problem.within(&format!("tile {id}")))?;
        tiles.entry(id).or_insert_with(TilesetTile::bare).properties.extend(properties);
    }
    Ok(())
}

fn read_old_id(name: &str, node: Node<'_>) -> Result<u32, Problem> {
    name.parse().map_err(|_| node.problem(format!("\"{name}\" is not a tile id")))
}

fn read_frame(node: Node<'_>) -> Result<Frame, Problem> {
    let fields = node.fields()?;
    Ok(Frame {
        tile: fields.require("tileid", Node::unsigned)?,
        duration: fields.require("duration", Node::unsigned)?,
    })
}

/// Reads the part of a tile's image, if it is given and not the whole image.
fn read_part(fields: &Fields<'_>, image: Option<&Image>) -> Result<Option<TileRect>, Problem> {
    let part = TileRect {
        x: fields.count("x")?,
        y: fields.count("y")?,
        width: fields.count("width")?,
        height: fields.count("height")?,
    };
    let whole = image.map(|it| TileRect { x: 0, y: 0, width: it.width, height: it.height });
    let told = part.width > 0 && part.height > 0;
    Ok(Some(part).filter(|_| told && whole.is_some() && whole != Some(part)))
}

/// Reads the four corners; -1 means no terrain.
fn read_corners(node: Node<'_>) -> Result<[Option<u32>; 4], Problem> {
    let corners: Vec<i32> =
        node.items()?.into_iter().map(Node::signed).collect::<Result<_, _>>()?;
    let corners: [i32; 4] =
        corners.try_into().map_err(|_| node.problem("a tile has four corners"))?;
    Ok(corners.map(|corner| u32::try_from(corner).ok()))
}
