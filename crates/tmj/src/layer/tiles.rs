use crate::data::Encoding;
use crate::json::{Fields, Node};
use crate::reader::Reader;
use crate::{Problem, Tile};

/// The tiles of a layer, in one block or, on an infinite map, in chunks.
///
/// All cells of the chunks are in the range of `i32`. If the chunks form a regular raster, they are
/// sorted by row and column, so that a cell is found by binary search.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct TileLayer {
    chunks: Vec<Chunk>,
    /// The width and height of the chunks, if all are equal and start at multiples of these.
    raster: Option<(i32, i32)>,
}

/// A rectangle of cells.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Area {
    /// The leftmost column.
    pub x: i32,
    /// The topmost row.
    pub y: i32,
    /// The number of columns.
    pub width: i32,
    /// The number of rows.
    pub height: i32,
}

/// A rectangle of tiles.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Chunk {
    /// Its position and size.
    pub area: Area,
    /// The global ids with their flip bits, row by row; [`Tile::from_raw`] splits them.
    pub raw: Vec<u32>,
}

impl Area {
    /// Returns `true` if the cell is inside.
    pub const fn contains(self, x: i32, y: i32) -> bool {
        x >= self.x
            && y >= self.y
            && x.abs_diff(self.x) < self.width.unsigned_abs()
            && y.abs_diff(self.y) < self.height.unsigned_abs()
    }

    /// Returns all cells, row by row.
    pub fn cells(self) -> impl Iterator<Item = (i32, i32)> {
        (self.y..self.bottom()).flat_map(move |y| (self.x..self.right()).map(move |x| (x, y)))
    }

    /// Returns the column after the last.
    pub const fn right(self) -> i32 {
        self.x + self.width
    }

    /// Returns the row after the last.
    pub const fn bottom(self) -> i32 {
        self.y + self.height
    }
}

impl Chunk {
    /// Returns the tile in a cell of the map, or `None` if the cell is empty or outside.
    pub fn tile_at(&self, x: i32, y: i32) -> Option<Tile> {
        if !self.area.contains(x, y) {
            return None;
        }
        let (column, row) = (x.abs_diff(self.area.x), y.abs_diff(self.area.y));
        let index = u64::from(row) * u64::from(self.area.width.unsigned_abs()) + u64::from(column);
        Tile::from_raw(*self.raw.get(usize::try_from(index).ok()?)?)
    }

    /// Returns all tiles with their cells, row by row, without empty cells.
    pub fn tiles(&self) -> impl Iterator<Item = (i32, i32, Tile)> {
        let placed = self.area.cells().zip(&self.raw);
        placed.filter_map(|((x, y), &raw)| Tile::from_raw(raw).map(|tile| (x, y, tile)))
    }
}

impl TileLayer {
    /// Returns the blocks of tiles: one on a finite map, any number on an infinite one.
    pub fn chunks(&self) -> &[Chunk] {
        &self.chunks
    }

    /// Returns the smallest rectangle around all chunks, or `None` if there are none. If chunks are
    /// far apart, it contains far more cells than tiles.
    pub fn area(&self) -> Option<Area> {
        let x = self.chunks.iter().map(|it| it.area.x).min()?;
        let y = self.chunks.iter().map(|it| it.area.y).min()?;
        let right = self.chunks.iter().map(|it| it.area.right()).max()?;
        let bottom = self.chunks.iter().map(|it| it.area.bottom()).max()?;
        let width = right.saturating_sub(x);
        Some(Area { x, y, width, height: bottom.saturating_sub(y) })
    }

    /// Returns the tile in a cell, or `None` if the cell is empty or outside. If chunks overlap,
    /// which Tiled never writes, the last one wins.
    pub fn tile_at(&self, x: i32, y: i32) -> Option<Tile> {
        let Some((width, height)) = self.raster else {
            return self.chunks.iter().rev().find_map(|chunk| chunk.tile_at(x, y));
        };
        let start = |at: i32, size: i32| at.saturating_sub(at.rem_euclid(size));
        let corner = (start(y, height), start(x, width));
        let found = self.chunks.binary_search_by_key(&corner, |it| (it.area.y, it.area.x));
        self.chunks[found.ok()?].tile_at(x, y)
    }

    /// Returns all tiles with their cells, chunk by chunk, without empty cells.
    pub fn iter(&self) -> impl Iterator<Item = (i32, i32, Tile)> {
        self.chunks.iter().flat_map(Chunk::tiles)
    }

    pub(crate) fn read(reader: &mut Reader<'_>, fields: &Fields<'_>) -> Result<Self, Problem> {
        let encoding = Encoding::read(fields)?;
        let mut chunks = Vec::new();
        if let Some(nodes) = fields.get("chunks") {
            for node in nodes.items()? {
                chunks.push(read_chunk(reader, node, &encoding)?);
            }
        } else if let Some(data) = fields.get("data") {
            let area = read_area(fields, 0, 0)?;
            let raw = encoding.tiles(reader, data, area)?;
            chunks.push(Chunk { area, raw });
        } else {
            return Err(Problem::new("it has neither \"data\" nor \"chunks\", so it has no tiles"));
        }
        chunks.retain(|chunk| !chunk.raw.is_empty());
        Self::from_chunks(chunks)
    }

    fn from_chunks(mut chunks: Vec<Chunk>) -> Result<Self, Problem> {
        let raster = raster(&chunks);
        if raster.is_some() {
            chunks.sort_by_key(|chunk| (chunk.area.y, chunk.area.x));
            if let Some(pair) = chunks.windows(2).find(|pair| pair[0].area == pair[1].area) {
                let Area { x, y, .. } = pair[0].area;
                return Err(Problem::new(format!("two chunks lie at column {x}, row {y}")));
            }
        }
        Ok(Self { chunks, raster })
    }
}

fn raster(chunks: &[Chunk]) -> Option<(i32, i32)> {
    let Area { width, height, .. } = chunks.first()?.area;
    let fits = |area: Area| {
        (area.width, area.height) == (width, height)
            && area.x.rem_euclid(width) == 0
            && area.y.rem_euclid(height) == 0
    };
    chunks.iter().all(|chunk| fits(chunk.area)).then_some((width, height))
}

fn read_chunk(
    reader: &mut Reader<'_>,
    node: Node<'_>,
    encoding: &Encoding,
) -> Result<Chunk, Problem> {
    let fields = node.fields()?;
    let (x, y) = (fields.require("x", Node::signed)?, fields.require("y", Node::signed)?);
    reader.within(&format!("chunk at column {x}, row {y}"), |reader| {
        let area = read_area(&fields, x, y)?;
        let raw = encoding.tiles(reader, fields.required("data")?, area)?;
        Ok(Chunk { area, raw })
    })
}

/// Reads a rectangle, and checks that the coordinates of all its cells are valid.
fn read_area(fields: &Fields<'_>, x: i32, y: i32) -> Result<Area, Problem> {
    let columns = fields.require("width", Node::unsigned)?;
    let rows = fields.require("height", Node::unsigned)?;
    let fits = x.checked_add_unsigned(columns).is_some() && y.checked_add_unsigned(rows).is_some();
    match (i32::try_from(columns), i32::try_from(rows)) {
        (Ok(width), Ok(height)) if fits => Ok(Area { x, y, width, height }),
        _ => Err(Problem::new(format!(
            "{columns} x {rows} tiles reach beyond the largest coordinate"
        ))),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn chunk(x: i32, y: i32, width: i32, height: i32, first: u32) -> Chunk {
        let count = (width * height).unsigned_abs();
        Chunk { area: Area { x, y, width, height }, raw: (first..first + count).collect() }
    }

    #[test]
    fn every_cell_of_every_chunk_is_found_where_it_lies() {
        let regular = vec![chunk(2, -2, 2, 2, 1), chunk(-4, 6, 2, 2, 11), chunk(0, 0, 2, 2, 21)];
        let irregular = vec![chunk(-7, 1, 3, 2, 1), chunk(5, 5, 1, 4, 11), chunk(5, 0, 2, 2, 21)];
        for (chunks, has_raster) in [(regular, true), (irregular, false)] {
            let layer = TileLayer::from_chunks(chunks).unwrap();
            assert_eq!(layer.raster.is_some(), has_raster);
            let area = layer.area().unwrap();
            let tile_at = |(x, y)| layer.tile_at(x, y).map(|tile| (x, y, tile));
            let mut seen: Vec<_> = area.cells().filter_map(tile_at).collect();
            let mut listed: Vec<_> = layer.iter().collect();
            seen.sort_by_key(|it| it.2.id);
            listed.sort_by_key(|it| it.2.id);
            assert_eq!(seen, listed);
            assert_eq!(layer.tile_at(i32::MIN, i32::MAX), None);
            assert_eq!(layer.tile_at(area.x - 1, area.y), None);
        }
    }

    #[test]
    fn overlapping_chunks_are_refused_or_the_last_one_wins() {
        let twice = vec![chunk(0, 0, 2, 2, 1), chunk(0, 0, 2, 2, 5)];
        let problem = TileLayer::from_chunks(twice).unwrap_err();
        assert_eq!(problem.reason, "two chunks lie at column 0, row 0");
        let mut overlapping = vec![chunk(0, 0, 2, 2, 1), chunk(1, 1, 2, 2, 5)];
        let layer = TileLayer::from_chunks(overlapping.clone()).unwrap();
        assert_eq!(layer.tile_at(1, 1).map(|tile| tile.id), Some(5));
        // An empty cell hides nothing.
        overlapping[1].raw[0] = 0;
        let layer = TileLayer::from_chunks(overlapping).unwrap();
        assert_eq!(layer.tile_at(1, 1).map(|tile| tile.id), Some(4));
    }
}
