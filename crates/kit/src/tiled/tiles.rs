use std::collections::BTreeMap;

use barrow_grid::{Grid, Pos};
use barrow_source::Span;
use barrow_tmj::{Layer, Properties, Tile, TileLayer, TilesetTile};

use super::level::{DrawingBuilder, Signs};

/// The meaning of a tile in a layer.
#[derive(Clone)]
enum Mark {
    /// A kind, on top of what the layers below have.
    Kind(String),
    /// A sign of the level's own legend or zones. It replaces all other tiles of the cell.
    Sign(char),
}

/// The tiles of a cell in the layers read so far.
#[derive(Clone, Default)]
struct Stack {
    kinds: Vec<String>,
    sign: Option<char>,
}

impl DrawingBuilder<'_> {
    /// Draws the rows from the tiles of all layers, the lowest first.
    pub(super) fn tiles(&mut self) {
        let bounds = self.chart.bounds;
        let mut cells = Grid::new(bounds.width, bounds.height, Stack::default());
        let spans = self.chart.layer_spans(self.files);
        for placed in self.chart.map.walk() {
            if let Some(tiles) = placed.layer.tiles().filter(|_| !is_ignored(placed.layer)) {
                let span = spans.get(&placed.layer.id).copied();
                let span = span.unwrap_or_else(|| self.chart.span());
                self.layer(placed.layer, tiles, span, &mut cells);
            }
        }
        let mut signs = Signs::default();
        for y in 0..bounds.height {
            let row = (0..bounds.width).map(|x| {
                let at = Pos::new(x, y);
                self.sign(&cells[at], at, &mut signs)
            });
            let Some(row) = row.collect::<Option<String>>() else {
                let what = format!("it has more than {} different cells", Signs::MAX);
                return self.error(self.chart.span(), "the map", &what);
            };
            self.rows.push(row);
        }
    }

    fn layer(&mut self, layer: &Layer, tiles: &TileLayer, span: Span, cells: &mut Grid<Stack>) {
        let bounds = self.chart.bounds;
        let mut marks: BTreeMap<u32, Option<Mark>> = BTreeMap::new();
        for (x, y, tile) in tiles.iter() {
            let at = Pos::new(x.saturating_sub(bounds.x), y.saturating_sub(bounds.y));
            let Some(cell) = cells.get_mut(at) else { continue };
            let mark = marks.entry(tile.id).or_insert_with(|| self.mark(layer, tile, at, span));
            match mark {
                Some(Mark::Kind(kind)) => cell.kinds.push(kind.clone()),
                Some(Mark::Sign(sign)) => cell.sign = Some(*sign),
                None => {}
            }
        }
    }

    /// Returns what a tile stands for. Mistakes are reported once for each layer.
    fn mark(&mut self, layer: &Layer, tile: Tile, at: Pos, span: Span) -> Option<Mark> {
        let place = format!("layer \"{}\", column {}, row {}", layer.name, at.x, at.y);
        let known = self.tile_of(tile);
        if let Some(text) = known.and_then(|it| it.properties.string("sign")) {
            let mut letters = text.chars();
            let (Some(sign), None) = (letters.next(), letters.next()) else {
                let what = format!("the sign `{text}` is not one character");
                self.error(span, &place, &what);
                return None;
            };
            return Some(Mark::Sign(sign));
        }
        let own = known.and_then(|it| kind_named(&it.properties, &it.class));
        let Some(kind) = own.or_else(|| kind_named(&layer.properties, &layer.class)) else {
            let tile = tile.id;
            let what = format!(
                "tile {tile} stands for no kind; give the tile or its layer a class, or a \
                 property `kind`"
            );
            self.error(span, &place, &what);
            return None;
        };
        let kind = kind.to_string();
        self.knows(&kind, span, &place).then_some(Mark::Kind(kind))
    }

    /// Returns the tile's entry in its tileset, if it has one.
    pub(super) fn tile_of(&self, tile: Tile) -> Option<&TilesetTile> {
        let (index, id) = self.chart.map.tileset_of(tile.id)?;
        self.chart.map.tilesets[index].tileset.as_ref()?.tiles.get(&id)
    }

    /// Returns the sign of a cell in the rows: a blank if nothing is drawn there, `None` if there
    /// are too many different cells.
    fn sign(&mut self, cell: &Stack, at: Pos, signs: &mut Signs) -> Option<char> {
        if Some(at) == self.arrival {
            if !cell.kinds.is_empty() {
                self.legend.push((self.target.arrival, cell.kinds.clone()));
            }
            return Some(self.target.arrival);
        }
        if cell.sign.is_some() || cell.kinds.is_empty() {
            return Some(cell.sign.unwrap_or(' '));
        }
        let (sign, new) = signs.of(&cell.kinds)?;
        if new {
            self.legend.push((sign, cell.kinds.clone()));
        }
        Some(sign)
    }
}

/// Returns the kind that a tile, layer or object names: its property `kind`, else its class.
pub(super) fn kind_named<'m>(properties: &'m Properties, class: &'m str) -> Option<&'m str> {
    properties.string("kind").or(Some(class)).filter(|it| !it.is_empty())
}

/// Returns whether a layer is only there for the author.
pub(super) fn is_ignored(layer: &Layer) -> bool {
    layer.properties.bool("ignore") == Some(true)
}
