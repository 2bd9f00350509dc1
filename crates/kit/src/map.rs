use std::collections::BTreeMap;

use barrow_grid::{Adjacency, BitGrid, Grid, Pos, Rect, Regions};
use barrow_tmj::Map;

use super::cast::{Cast, Sort};
use super::entry::Entry;
use super::lowering::Lowering;
use super::nature::Nature;
use super::place::Layout;
use super::zone::Wildcard;
use crate::ink::Ink;
use crate::tiled;

/// Columns of the sheet of tiles.
pub(super) const SHEET_COLUMNS: u32 = 23;
/// The size of a cell in pixels, whatever the map says.
pub(super) const CELL: (u32, u32) = (40, 30);
/// Signs of drawings from here on are nobody's letters.
const FIRST_SIGN: u32 = 0xE000;

/// A map as it is taken apart.
pub(super) struct Chart {
    pub(super) opened: tiled::Chart,
    /// The tile of each cell, by layer; 0 is none.
    pub(super) floor: Grid<u32>,
    background: Grid<u32>,
    pub(super) wildcards: Grid<u32>,
}

impl<'k> Lowering<'k, '_, '_> {
    /// The layout that a map gives; nothing if the map is broken, which is told.
    pub(super) fn map(&mut self, cast: &Cast<'k>, name: &str) -> Option<Layout> {
        let chart = self.read_chart(name)?;
        let ink = Ink(chart.opened.span());
        let mut layout = Layout { has_map: true, ..Layout::blank(ink) };
        let (wild, mut painted) = self.wildcards(cast, &chart, ink);
        pool_at_once(cast, &mut painted);
        let arrival = self.objects(cast, &chart, &mut layout);
        let signs = self.zones(cast, &wild, &mut layout);
        self.draw(cast, &chart, (&painted, &signs), arrival, &mut layout);
        let keys = painted.cells().iter().flatten();
        layout.placed.extend(keys.map(|it| it.key.to_string()));
        Some(layout)
    }

    fn read_chart(&mut self, name: &str) -> Option<Chart> {
        let opened = tiled::Chart::open(name, self.clerk.files, self.clerk.report);
        self.clerk.incomplete |= opened.is_none();
        let opened = opened?;
        let layer = |name: &str| tiles_of(&opened.map, name, opened.bounds);
        let (floor, background) = (layer("floor"), layer("background"));
        let wildcards = layer("wildcards");
        Some(Chart { opened, floor, background, wildcards })
    }

    /// What the wildcards layer asks for: parts to dig, and actors by their pictures.
    fn wildcards(
        &mut self,
        cast: &Cast<'k>,
        chart: &Chart,
        ink: Ink,
    ) -> (Grid<Option<Wildcard>>, Grid<Option<Entry<'k>>>) {
        let pictures = self.pictures(cast);
        let wild = chart.wildcards.cells().iter().map(|&id| Wildcard::of_tile(id));
        let painted = chart.wildcards.cells().iter().map(|id| pictures.get(id).copied());
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
        let mut ids: Vec<u32> = unknown.map(|(_, &id)| id).collect();
        ids.sort_unstable();
        ids.dedup();
        for id in ids {
            let named = cast.tile_name(id).map(|it| format!(" ({it})")).unwrap_or_default();
            let what = format!("the layer `wildcards` has tile {id}{named}, which means nothing");
            self.clerk.warn_file(self.clerk.files.name(ink.0.file).to_string().as_str(), what);
        }
        (wild, painted)
    }

    /// The actors that a tile stands for; of two, the later.
    fn pictures(&mut self, cast: &Cast<'k>) -> BTreeMap<u32, Entry<'k>> {
        let mut pictures = BTreeMap::new();
        for actor in cast.actors() {
            let Some(tile) = actor.attribute("paint_tile") else { continue };
            let place = tile.text().and_then(|it| self.folder.tiles.get(&it.to_uppercase()));
            match place {
                Some(&(column, row)) => {
                    pictures.insert(row * SHEET_COLUMNS + column + 1, actor);
                }
                None => self.clerk.warn(tile.span, "there is no tile of that name to paint with"),
            }
        }
        pictures
    }

    /// Gives every region of a wildcard a sign of its own, and writes how it is dug: mazes
    /// first, then rooms, which open to what is there, then the rest.
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

    /// Draws the map: zones by their signs, all else by what stands there.
    fn draw(
        &mut self,
        cast: &Cast<'k>,
        chart: &Chart,
        (painted, zones): (&Grid<Option<Entry<'k>>>, &Grid<Option<char>>),
        arrival: Option<Pos>,
        layout: &mut Layout,
    ) {
        let span = layout.ink.0;
        let count = u32::try_from(layout.zones.len()).unwrap_or(0);
        let mut signs: BTreeMap<(u32, u32, Option<&str>), char> = BTreeMap::new();
        let mut next = FIRST_SIGN + 0x100 + count;
        for y in 0..chart.floor.height() {
            let mut row = String::new();
            for x in 0..chart.floor.width() {
                let at = Pos::new(x, y);
                let (floor, below) = (chart.floor[at], chart.background[at]);
                let below = if floor == 0 { below } else { 0 };
                let thing = painted[at].map(|it| it.key);
                let here = Some(at) == arrival;
                if let Some(sign) = zones[at].filter(|_| !here) {
                    row.push(sign);
                    continue;
                }
                let known = signs.get(&(floor, below, thing)).copied().filter(|_| !here);
                let sign = known.unwrap_or_else(|| {
                    let ground = if floor == 0 && !(here && zones[at].is_some()) {
                        self.void_kind(cast, below, span)
                    } else {
                        self.floor_kind(cast, floor, span)
                    };
                    let things = thing.map(|key| cast.kind(Sort::Actor, key));
                    let sign = if here {
                        self.target.arrival
                    } else {
                        next += 1;
                        char::from_u32(next).unwrap_or('?')
                    };
                    layout.legend.push((sign, [ground].into_iter().chain(things).collect()));
                    if !here {
                        signs.insert((floor, below, thing), sign);
                    }
                    sign
                });
                row.push(sign);
            }
            layout.rows.push(row);
        }
    }
}

/// The ids of a layer, without the bits that flip them.
fn tiles_of(map: &Map, name: &str, bounds: Rect) -> Grid<u32> {
    let tiles = map.layer(name).and_then(|it| it.tiles());
    Grid::from_fn(bounds.width, bounds.height, |at| {
        let tile = tiles.and_then(|it| it.tile_at(at.x + bounds.x, at.y + bounds.y));
        tile.map_or(0, |it| it.id)
    })
}

fn box_size(cells: &BitGrid) -> (u32, u32) {
    let (mut width, mut height) = (Extent::default(), Extent::default());
    for at in cells {
        width.add(at.x);
        height.add(at.y);
    }
    (width.length(), height.length())
}

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

/// Liquid with liquid on all four sides is deep from the start.
fn pool_at_once<'k>(cast: &Cast<'k>, painted: &mut Grid<Option<Entry<'k>>>) {
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
