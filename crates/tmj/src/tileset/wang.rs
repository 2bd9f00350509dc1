use crate::json::{Fields, Node};
use crate::reader::Reader;
use crate::{Color, Fixed, Problem, Properties};

/// A terrain set: which tiles fit together at their corners and edges.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct WangSet {
    /// Its name.
    pub name: String,
    /// Its class.
    pub class: String,
    /// Where its tiles must match.
    pub kind: WangKind,
    /// The local id of the tile that represents it in the editor.
    pub tile: Option<u32>,
    /// Its terrains. The first has the number 1.
    pub colors: Vec<WangColor>,
    /// The tiles that belong to it.
    pub tiles: Vec<WangTile>,
    /// Its custom properties.
    pub properties: Properties,
}

/// Where the tiles of a terrain set must match.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum WangKind {
    /// At the corners.
    Corner,
    /// At the edges.
    Edge,
    /// At corners and edges.
    Mixed,
}

/// One terrain of a terrain set.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct WangColor {
    /// Its name.
    pub name: String,
    /// Its class.
    pub class: String,
    /// Its color in the editor.
    pub color: Option<Color>,
    /// The local id of the tile that represents it in the editor.
    pub tile: Option<u32>,
    /// How likely the editor picks it when there is a choice.
    pub probability: Fixed,
    /// Its custom properties.
    pub properties: Properties,
}

/// The terrains around one tile.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct WangTile {
    /// Its local id.
    pub tile: u32,
    /// The numbers of the terrains, clockwise from the top edge, alternating between edges and
    /// corners; 0 means none.
    pub terrains: [u8; 8],
}

/// A terrain in the format before Tiled 1.5.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Terrain {
    /// Its name.
    pub name: String,
    /// The local id of the tile that represents it in the editor.
    pub tile: Option<u32>,
    /// Its custom properties.
    pub properties: Properties,
}

impl WangSet {
    pub(super) fn read(reader: &mut Reader<'_>, fields: &Fields<'_>) -> Result<Self, Problem> {
        let name = fields.text("name")?;
        reader.within(&format!("terrain set \"{name}\""), |reader| {
            // Before Tiled 1.5 there was no type. "mixed" is the most general one.
            let kinds = [
                ("mixed", WangKind::Mixed),
                ("corner", WangKind::Corner),
                ("edge", WangKind::Edge),
            ];
            let colors = fields.list("colors")?.into_iter();
            let tiles = fields.list("wangtiles")?.into_iter();
            Ok(Self {
                name: name.clone(),
                class: fields.text("class")?,
                kind: reader.choice(fields, "type", &kinds)?,
                tile: read_tile(fields)?,
                colors: colors.map(|it| read_color(reader, it)).collect::<Result<_, _>>()?,
                tiles: tiles.map(read_wang_tile).collect::<Result<_, _>>()?,
                properties: Properties::read(fields, &reader.file)?,
            })
        })
    }
}

pub fn read_terrains(reader: &Reader<'_>, tileset: &Fields<'_>) -> Result<Vec<Terrain>, Problem> {
    let read = |node: Node<'_>| {
        let fields = node.fields()?;
        Ok(Terrain {
            name: fields.text("name")?,
            tile: read_tile(&fields)?,
            properties: Properties::read(&fields, &reader.file)?,
        })
    };
    tileset.list("terrains")?.into_iter().map(read).collect()
}

fn read_color(reader: &Reader<'_>, node: Node<'_>) -> Result<WangColor, Problem> {
    let fields = node.fields()?;
    Ok(WangColor {
        name: fields.text("name")?,
        class: fields.text("class")?,
        color: fields.color("color")?,
        tile: read_tile(&fields)?,
        probability: fields.fixed("probability")?.unwrap_or(Fixed::ONE),
        properties: Properties::read(&fields, &reader.file)?,
    })
}

fn read_wang_tile(node: Node<'_>) -> Result<WangTile, Problem> {
    let fields = node.fields()?;
    let numbers = fields.required("wangid")?;
    let terrains: Vec<u8> =
        numbers.numbers()?.into_iter().filter_map(|it| u8::try_from(it).ok()).collect();
    let terrains = terrains
        .try_into()
        .map_err(|_| numbers.problem("a terrain tile has eight numbers from 0 to 255"))?;
    Ok(WangTile { tile: fields.require("tileid", Node::unsigned)?, terrains })
}

/// Reads the tile that represents something; -1 means none.
fn read_tile(fields: &Fields<'_>) -> Result<Option<u32>, Problem> {
    Ok(fields.read("tile", Node::signed)?.and_then(|id| u32::try_from(id).ok()))
}
