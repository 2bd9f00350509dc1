//! Reads the tiles of a layer or chunk in the five encodings of Tiled.

mod base64;
mod crc;
mod unpack;

use std::fmt::Write;

use crate::json::{Fields, Node};
use crate::reader::Reader;
use crate::{Area, Problem, Tile};

/// How the tiles of a layer are encoded.
pub struct Encoding {
    compression: Compression,
}

#[derive(Clone, Copy)]
enum Compression {
    None,
    Zlib,
    Gzip,
    Zstd,
}

impl Encoding {
    /// Reads the encoding of a layer, which holds for all its chunks.
    pub fn read(layer: &Fields<'_>) -> Result<Self, Problem> {
        let encoding = layer.text("encoding")?;
        if !matches!(encoding.as_str(), "" | "csv" | "base64") {
            return Err(Problem::new(format!(
                "the encoding \"{encoding}\" is unknown; choose CSV or Base64 in Tiled's map properties"
            )));
        }
        let compression = match layer.text("compression")?.as_str() {
            "" => Compression::None,
            "zlib" => Compression::Zlib,
            "gzip" => Compression::Gzip,
            "zstd" => Compression::Zstd,
            other => {
                return Err(Problem::new(format!(
                    "the compression \"{other}\" is unknown; choose zlib, gzip or Zstandard in Tiled's map properties"
                )));
            }
        };
        Ok(Self { compression })
    }

    /// Reads the tiles of an area: global ids with their flip bits, one for each cell.
    pub fn tiles(
        &self,
        reader: &mut Reader<'_>,
        data: Node<'_>,
        area: Area,
    ) -> Result<Vec<u32>, Problem> {
        let (width, height) = (area.width.unsigned_abs(), area.height.unsigned_abs());
        let cells = reader.spend_cells(width, height)?;
        let tiles = if data.is_string() {
            let packed = base64::decode(&data.string()?)?;
            ids(&self.unpack(packed, cells * 4)?)
        } else {
            data.numbers().map_err(|problem| problem.within("\"data\""))?
        };
        let count = tiles.len();
        if count != cells {
            let reason = format!("{count} tiles, but {width} x {height} needs {cells}");
            return Err(Problem::new(reason));
        }
        warn_about_unknown_tiles(reader, &tiles, area);
        Ok(tiles)
    }

    fn unpack(&self, packed: Vec<u8>, size: usize) -> Result<Vec<u8>, Problem> {
        let bytes = match self.compression {
            Compression::None => packed,
            Compression::Zlib => unpack::zlib(&packed, size)?,
            Compression::Gzip => unpack::gzip(&packed, size)?,
            Compression::Zstd => unpack::zstd(&packed, size)?,
        };
        if bytes.len().is_multiple_of(4) {
            return Ok(bytes);
        }
        Err(Problem::new(format!(
            "the tile data is cut off: {} bytes, but {size} are needed",
            bytes.len()
        )))
    }
}

fn ids(bytes: &[u8]) -> Vec<u32> {
    let (quads, _) = bytes.as_chunks::<4>();
    quads.iter().map(|&quad| u32::from_le_bytes(quad)).collect()
}

/// Warns once about tiles that no tileset has. Tiled itself leaves such tiles on a map when a
/// tileset shrinks, so they are not an error.
fn warn_about_unknown_tiles(reader: &mut Reader<'_>, tiles: &[u32], area: Area) {
    let mut first = None;
    let mut more = 0;
    for (&raw, cell) in tiles.iter().zip(area.cells()) {
        match Tile::from_raw(raw) {
            Some(tile) if !reader.knows(tile) && first.is_none() => first = Some((tile, cell)),
            Some(tile) if !reader.knows(tile) => more += 1,
            _ => {}
        }
    }
    let Some((tile, (x, y))) = first else { return };
    let mut problem = reader.unknown(tile).within(&format!("column {x}, row {y}"));
    if more > 0 {
        write!(problem.reason, " (and {more} more cells)")
            .expect("writing to a string cannot fail");
    }
    reader.warnings.push(problem);
}
