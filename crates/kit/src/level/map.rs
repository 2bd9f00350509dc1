use std::collections::BTreeMap;

use barrow_grid::{Adjacency, BitGrid, Grid, Pos, Rect, Regions};
use barrow_tmj::Map;

use crate::folder::cast::{Cast, Category};
use crate::folder::entry::Entry;
use crate::ink::Ink;
use crate::kind::nature::Nature;
use crate::level::place::Layout;
use crate::level::zone::Wildcard;
use crate::lowering::Lowering;
use crate::tiled;

/// The number of columns of the tile sheet.
pub(crate) const SHEET_COLUMNS: u32 = 23;
/// The size of a cell in pixels, whatever the map says.
pub(crate) const CELL: (u32, u32) = (40, 30);
/// The first sign of drawings: a private character of Unicode, which authors do not use.
const FIRST_SIGN: u32 = 0xE000;

/// A map with its tile layers.
pub(crate) struct KitMap {
    pub(crate) opened: tiled::Chart,
    /// The tile of each cell, 0 for none.
    pub(crate) floor: Grid<u32>,
    background: Grid<u32>,
    pub(crate) wildcards: Grid<u32>,
}

impl<'k> Lowering<'k, '_, '_> {
    /// Returns the layout of a map, or `None` if it is broken, which is reported.
    pub(crate) fn map(&mut self, cast: &Cast<'k>, name: &str) -> Option<Layout> {
        let chart = self.read_chart(name)?;
        let ink = Ink(chart.opened.span());
        let mut layout = Layout { has_map: true, ..Layout::blank(ink) };
        let (wild, mut painted) = self.wildcards(cast, &chart, ink);
        deepen_pools(cast, &mut painted);
        let arrival = self.objects(cast, &chart, &mut layout);
        let signs = self.zones(cast, &wild, &mut layout);
        self.draw(cast, &chart, (&painted, &signs), arrival, &mut layout);
        let keys = painted.cells().iter().flatten();
        layout.placed.extend(keys.map(|it| it.key.to_string()));
        Some(layout)
    }

    fn read_chart(&mut self, name: &str) -> Option<KitMap> {
        let opened = tiled::Chart::open(name, self.reader.files, self.reader.report);
        self.reader.incomplete |= opened.is_none();
        let opened = opened?;
        let layer = |name: &str| tiles_of(&opened.map, name, opened.bounds);
        let (floor, background) = (layer("floor"), layer("background"));
        let wildcards = layer("wildcards");
        Some(KitMap { opened, floor, background, wildcards })
    }

    /// Reads the layer `wildcards`: regions to generate, and actors by their tiles.
    fn wildcards(
        &mut self,
        cast: &Cast<'k>,
        chart: &KitMap,
        ink: Ink,
    ) -> (Grid<Option<Wildcard>>, Grid<Option<Entry<'k>>>) {
        let actors = self.actors_by_tile(cast);
        let wild = chart.wildcards.cells().iter().map(|&id| Wildcard::of_tile(id));
        let painted = chart.wildcards.cells().iter().map(|id| actors.get(id).copied());
        let (mut wild, mut painted) = (wild, painted);
        let (width, height) = (chart.floor.width(), chart.floor.height());
        let wild = Grid::from_fn(width, height, |_| wild.next().flatten());
        let painted = Grid::from_fn(width, height, |at| {
            painted.next().flatten().filter(|_| wild[at].is_none())
        });
        let unknown = chart
            .wildcards
            .iter()
            .filter(|&(at, &id)| id != 0 && wild[at].is_none() && painted[at].is_none());
        // Each tile once, with the first cell that has it.
        let mut first: BTreeMap<u32, Pos> = BTreeMap::new();
        for (at, &id) in unknown {
            first.entry(id).or_insert(at);
        }
        for (id, Pos { x, y }) in first {
            let named = cast.tile_name(id).map(|it| format!(" ({it})")).unwrap_or_default();
            let what = format!(
                "the layer `wildcards` has tile {id}{named} in column {x} of row {y}, which means nothing"
            );
            self.reader.warn_file(self.reader.files.name(ink.0.file).to_string().as_str(), what);
        }
        (wild, painted)
    }

    /// Returns the actor that each tile stands for. If there are two, the later one counts.
    fn actors_by_tile(&mut self, cast: &Cast<'k>) -> BTreeMap<u32, Entry<'k>> {
        let mut actors = BTreeMap::new();
        for actor in cast.actors() {
            let Some(tile) = actor.attribute("paint_tile") else { continue };
            let cell = tile.text().and_then(|it| self.folder.tiles.get(&it.to_uppercase()));
            match cell {
                Some(&(column, row)) => {
                    actors.insert(row * SHEET_COLUMNS + column + 1, actor);
                }
                None => self.reader.warn(tile.span, "there is no tile of that name to paint with"),
            }
        }
        actors
    }

    /// Gives every region of a wildcard a sign of its own and writes its zone: mazes first, then
    /// rooms, which open to what is there already, then the rest.
    fn zones(
        &mut self,
        cast: &Cast<'k>,
        wild: &Grid<Option<Wildcard>>,
        layout: &mut Layout,
    ) -> Grid<Option<char>> {
        let mut signs = Grid::new(wild.width(), wild.height(), None);
        let mut kinds: Vec<Wildcard> = wild.cells().iter().flatten().copied().collect();
        kinds.sort_unstable();
        kinds.dedup();
        let mut next = FIRST_SIGN;
        for kind in kinds {
            let mut regions = Regions::new();
            regions.find(&BitGrid::from_grid(wild, |it| *it == Some(kind)), Adjacency::Four);
            for region in 0..regions.count() {
                let cells = regions.cells(region);
                let Some(sign) = char::from_u32(next) else { continue };
                next += 1;
                let size = box_size(&cells);
                if let Some(zone) = self.wild_zone(cast, kind, sign, size, layout.ink) {
                    layout.zones.push(zone);
                    cells.iter().for_each(|at| signs[at] = Some(sign));
                }
            }
        }
        signs
    }

    /// Draws the rows: zones by their signs, other cells by their tiles.
    fn draw(
        &mut self,
        cast: &Cast<'k>,
        chart: &KitMap,
        (painted, zones): (&Grid<Option<Entry<'k>>>, &Grid<Option<char>>),
        arrival: Option<Pos>,
        layout: &mut Layout,
    ) {
        let count = u32::try_from(layout.zones.len()).unwrap_or(0);
        let mut signs: BTreeMap<Cell<'k>, char> = BTreeMap::new();
        let mut next = FIRST_SIGN + 0x100 + count;
        for y in 0..chart.floor.height() {
            let mut row = String::new();
            for x in 0..chart.floor.width() {
                let at = Pos::new(x, y);
                let cell = Cell::new(chart, at, painted[at]);
                layout.has_floor |= cell.floor != 0 && cell.actor.is_none() && zones[at].is_none();
                let sign = if Some(at) == arrival {
                    let is_void = cell.floor == 0 && zones[at].is_none();
                    self.add_to_legend(cast, self.target.arrival, cell, is_void, layout);
                    self.target.arrival
                } else if let Some(zone) = zones[at] {
                    zone
                } else {
                    *signs.entry(cell).or_insert_with(|| {
                        next += 1;
                        let sign = char::from_u32(next).unwrap_or('?');
                        self.add_to_legend(cast, sign, cell, cell.floor == 0, layout);
                        sign
                    })
                };
                row.push(sign);
            }
            layout.rows.push(row);
        }
    }

    fn add_to_legend(
        &mut self,
        cast: &Cast<'k>,
        sign: char,
        cell: Cell<'k>,
        is_void: bool,
        layout: &mut Layout,
    ) {
        let span = layout.ink.0;
        let ground = if is_void {
            self.void_kind(cast, cell.background, span)
        } else {
            self.floor_kind(cast, cell.floor, span)
        };
        let thing = cell.actor.map(|key| cast.kind(Category::Actor, key));
        layout.legend.push((sign, [ground].into_iter().chain(thing).collect()));
    }
}

/// What is drawn in a cell. Cells that are alike have the same sign.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
struct Cell<'k> {
    /// The tile of the floor, 0 for none.
    floor: u32,
    /// The tile that is seen where there is no floor.
    background: u32,
    /// The key of the actor that is painted there.
    actor: Option<&'k str>,
}

impl<'k> Cell<'k> {
    fn new(chart: &KitMap, at: Pos, painted: Option<Entry<'k>>) -> Self {
        let floor = chart.floor[at];
        let background = if floor == 0 { chart.background[at] } else { 0 };
        Self { floor, background, actor: painted.map(|it| it.key) }
    }
}

/// Returns the tile ids of a layer, without the bits that mirror them.
fn tiles_of(map: &Map, name: &str, bounds: Rect) -> Grid<u32> {
    let tiles = map.layer(name).and_then(|it| it.tiles());
    Grid::from_fn(bounds.width, bounds.height, |at| {
        let tile = tiles.and_then(|it| it.tile_at(at.x + bounds.x, at.y + bounds.y));
        tile.map_or(0, |it| it.id)
    })
}

/// Returns the width and height of the smallest box around the cells.
fn box_size(cells: &BitGrid) -> (u32, u32) {
    let (mut width, mut height) = (Extent::default(), Extent::default());
    for at in cells {
        width.add(at.x);
        height.add(at.y);
    }
    (width.length(), height.length())
}

/// The smallest and the largest coordinate so far.
#[derive(Default)]
struct Extent(Option<(i32, i32)>);

impl Extent {
    fn add(&mut self, at: i32) {
        let (low, high) = self.0.unwrap_or((at, at));
        self.0 = Some((low.min(at), high.max(at)));
    }

    fn length(&self) -> u32 {
        self.0.map_or(0, |(low, high)| low.abs_diff(high) + 1)
    }
}

/// Makes liquid with liquid on all four sides deep from the start.
fn deepen_pools<'k>(cast: &Cast<'k>, painted: &mut Grid<Option<Entry<'k>>>) {
    let before = painted.clone();
    let is_liquid =
        |at: Pos| before.get(at).copied().flatten().is_some_and(|it: Entry<'_>| it.is("liquid"));
    for at in before.positions() {
        let Some(actor) = before[at] else { continue };
        let Nature::Liquid { personality: Some(personality) } = cast.nature(actor) else {
            continue;
        };
        let deep = personality.top_text("transform_to").and_then(|key| cast.actor(key));
        let surrounded = Adjacency::Four.dirs().iter().all(|&dir| is_liquid(at + dir));
        if let Some(deep) = deep.filter(|_| surrounded) {
            painted[at] = Some(deep);
        }
    }
}
