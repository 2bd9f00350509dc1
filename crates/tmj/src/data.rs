//! The tiles of a layer or chunk, out of the five ways in which Tiled packs them.

mod base64;
mod crc;
mod unpack;

use crate::json::{Fields, Node};
use crate::reader::Reader;
use crate::{Problem, Tile};

/// How the tiles of a layer are packed.
pub struct Packing {
    compression: Compression,
}

#[derive(Clone, Copy)]
enum Compression {
    None,
    Zlib,
    Gzip,
    Zstd,
}

impl Packing {
    /// Read from the layer; it holds for all its chunks.
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

    /// Exactly `width` x `height` global ids with their flip bits, each of a tile that exists.
    pub fn tiles(
        &self,
        reader: &mut Reader<'_>,
        data: Node<'_>,
        width: u32,
        height: u32,
    ) -> Result<Vec<u32>, Problem> {
        let cells = reader.spend_cells(width, height)?;
        let tiles = if data.is_string() {
            let packed = base64::decode(&data.string()?)?;
            ids(&self.unpack(packed, cells * 4)?)
        } else {
            data.numbers()?
        };
        if tiles.len() != cells {
            let count = tiles.len();
            return Err(Problem::new(format!(
                "{count} tiles, but {width} x {height} needs {cells}"
            )));
        }
        check_ids(reader, &tiles, width)?;
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

fn check_ids(reader: &Reader<'_>, tiles: &[u32], width: u32) -> Result<(), Problem> {
    // Neighbours are mostly alike, and a tile that was just found good is good.
    let mut last_good = 0;
    for (index, &raw) in tiles.iter().enumerate() {
        let Some(tile) = Tile::from_raw(raw).filter(|tile| tile.id != last_good) else { continue };
        reader.check_tile(tile).map_err(|problem| {
            let width = usize::try_from(width).unwrap_or(usize::MAX);
            problem.within(&format!("column {}, row {}", index % width, index / width))
        })?;
        last_good = tile.id;
    }
    Ok(())
}
