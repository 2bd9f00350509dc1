use super::Tileset;
use crate::json::{Fields, Node};
use crate::reader::Reader;
use crate::{Alignment, Problem, path};

/// A tileset as it is used by a map.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct MapTileset {
    /// The global id of its first tile.
    pub first_gid: u32,
    /// The path of its own file, if it is not embedded in the map.
    pub source: Option<String>,
    /// Its name. If its file is missing, the name of the file.
    pub name: String,
    /// The tileset, unless its file is missing.
    pub tileset: Option<Tileset>,
}

/// The range of global ids of a tileset, to check the tiles of a map.
pub struct TilesetSpan {
    pub first_gid: u32,
    /// One more than the largest local id, if that is known.
    pub count: Option<u32>,
    pub name: String,
    pub source: Option<String>,
    pub alignment: Alignment,
}

impl TilesetSpan {
    /// Returns `true` if the tileset has this global id, which must not be below its first.
    pub fn has(&self, id: u32) -> bool {
        self.count.is_none_or(|count| id - self.first_gid < count)
    }

    pub fn last_gid(&self) -> u32 {
        self.first_gid.saturating_add(self.count.unwrap_or(0)).saturating_sub(1)
    }
}

impl MapTileset {
    fn read(reader: &mut Reader<'_>, fields: &Fields<'_>) -> Result<Self, Problem> {
        let first_gid = fields.require("firstgid", Node::unsigned)?;
        let Some(source) = fields.string("source")?.filter(|it| !it.is_empty()) else {
            let name = fields.text("name")?;
            let tileset =
                reader.within(&format!("tileset \"{name}\""), |it| Tileset::read(it, fields))?;
            return Ok(Self { first_gid, source: None, name, tileset: Some(tileset) });
        };
        let source = path::join(&reader.file, &source);
        let tileset = read_external(reader, &source)?;
        let name = tileset.as_ref().map_or(path::stem(&source), |it| &it.name).to_owned();
        Ok(Self { first_gid, source: Some(source), name, tileset })
    }

    fn span(&self) -> TilesetSpan {
        TilesetSpan {
            first_gid: self.first_gid,
            count: self.tileset.as_ref().and_then(Tileset::id_end),
            name: self.name.clone(),
            source: self.source.clone(),
            alignment: self
                .tileset
                .as_ref()
                .map_or(Alignment::Unspecified, |it| it.object_alignment),
        }
    }
}

/// Reads the tilesets of a map in order of first id, and lets the reader check tiles against them.
pub fn read_map_tilesets(
    reader: &mut Reader<'_>,
    map: &Fields<'_>,
) -> Result<Vec<MapTileset>, Problem> {
    let mut tilesets = Vec::new();
    for node in map.list("tilesets")? {
        tilesets.push(MapTileset::read(reader, &node.fields()?)?);
    }
    tilesets.sort_by_key(|it| it.first_gid);
    if let Some(pair) = tilesets.windows(2).find(|it| it[0].first_gid == it[1].first_gid) {
        let (one, other) = (&pair[0].name, &pair[1].name);
        let first = pair[0].first_gid;
        return Err(Problem::new(format!(
            "the tilesets \"{one}\" and \"{other}\" both begin with tile {first}"
        )));
    }
    if let Some(tileset) = tilesets.first().filter(|it| it.first_gid == 0) {
        let name = &tileset.name;
        return Err(Problem::new(format!(
            "the tileset \"{name}\" begins with tile 0, which is the empty cell"
        )));
    }
    reader.spans = Some(tilesets.iter().map(MapTileset::span).collect());
    Ok(tilesets)
}

fn read_external(reader: &mut Reader<'_>, source: &str) -> Result<Option<Tileset>, Problem> {
    let Some(text) = reader.other_file(source)? else {
        reader.warn(format!(
            "the tileset \"{source}\" is missing; only the ids of its tiles are known"
        ));
        return Ok(None);
    };
    if text.trim_start().starts_with('<') {
        reader.warn(format!(
            "the tileset \"{source}\" is XML, which is not read; in Tiled, save it as .tsj"
        ));
        return Ok(None);
    }
    reader.within_file(source, |reader| Tileset::read_file(reader, &text)).map(Some)
}
