use std::collections::BTreeMap;

use barrow_grid::{Adjacency, BitGrid, Grid, Pos, Rect, Regions};
use barrow_tmj::{Map, Object, Orientation, Problem};

use super::cast::{Cast, Sort};
use super::entry::Entry;
use super::hooks::Hooks;
use super::ink::{Draft, Ink};
use super::lowering::{Lowering, Written};
use super::nature::Nature;
use super::place::Layout;
use super::zone::Wildcard;
use crate::json::{self, Node, Span};
use crate::{Level, Place, Severity};

/// Columns of the sheet of tiles.
pub(super) const SHEET_COLUMNS: u32 = 23;
/// The size of a cell in pixels, whatever the map says.
const CELL: (u32, u32) = (40, 30);
/// More cells than this are no level that anyone plays.
const MOST_CELLS: i64 = 250_000;
/// Signs of drawings from here on are nobody's letters.
const FIRST_SIGN: u32 = 0xE000;

/// A map as it is taken apart.
struct Chart {
    file: u16,
    map: Map,
    bounds: Rect,
    /// The tile of each cell, by layer; 0 is none.
    floor: Grid<u32>,
    background: Grid<u32>,
    wildcards: Grid<u32>,
}

impl<'k> Lowering<'k, '_, '_> {
    /// The layout that a map gives; nothing if the map is broken, which is told.
    pub(super) fn map(&mut self, cast: &Cast<'k>, name: &str) -> Option<Layout> {
        let chart = self.read_chart(name)?;
        let ink = Ink(Span { file: chart.file, start: 0, end: 0 });
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
        let files = self.clerk.files;
        let file = files.find(name)?;
        let Some(text) = files.text(file) else {
            self.fail(name, "the file is not UTF-8 text; save it as UTF-8");
            return None;
        };
        let mut others =
            |path: &str| files.find(path).and_then(|it| files.text(it)).map(String::from);
        let loaded = match Map::parse(name, text, &mut others) {
            Ok(loaded) => loaded,
            Err(problem) => {
                self.tell(Severity::Error, &problem);
                return None;
            }
        };
        for problem in &loaded.warnings {
            self.tell(Severity::Warning, problem);
        }
        let map = loaded.value;
        if map.orientation != Orientation::Orthogonal {
            self.clerk.warn_file(name, "the map is read as if it were orthogonal");
        }
        let bounds = bounds_of(&map);
        let area = i64::from(bounds.width) * i64::from(bounds.height);
        if area == 0 || area > MOST_CELLS {
            let what = format!("a level has 1 to {MOST_CELLS} cells, and this map has {area}");
            self.fail(name, &what);
            return None;
        }
        let layer = |name: &str| tiles_of(&map, name, bounds);
        let (floor, background) = (layer("floor"), layer("background"));
        let wildcards = layer("wildcards");
        Some(Chart { file, bounds, floor, background, wildcards, map })
    }

    fn fail(&mut self, name: &str, what: &str) {
        self.clerk.incomplete = true;
        self.clerk.report.note(Severity::Error, Place::File(name.into()), what.into());
    }

    /// Tells what is wrong with a map, where Tiled's reader can say where.
    fn tell(&mut self, severity: Severity, problem: &Problem) {
        let files = self.clerk.files;
        self.clerk.incomplete |= severity == Severity::Error;
        let what = [&problem.place[..], std::slice::from_ref(&problem.reason)].concat().join(": ");
        let span = files.find(&problem.file).zip(problem.at).map(|(file, (line, column))| {
            let text = files.text(file).unwrap_or_default();
            let before: usize = text.split_inclusive('\n').take(line - 1).map(str::len).sum();
            let start = u32::try_from(before + column.saturating_sub(1)).unwrap_or(u32::MAX);
            Span { file, start, end: start + 1 }
        });
        let place = span.map_or_else(|| Place::File(problem.file.clone()), Place::Span);
        self.clerk.report.note(severity, place, what);
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
        let (width, height) = (chart.bounds.width, chart.bounds.height);
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

    /// Puts what the object layers hold, and gives the cell where the hero stands.
    fn objects(&mut self, cast: &Cast<'k>, chart: &Chart, layout: &mut Layout) -> Option<Pos> {
        let mut arrival = None;
        let mut spans = None;
        for placed in chart.map.walk() {
            let Some(objects) = placed.layer.objects() else { continue };
            let group = placed.layer.name.as_str();
            for object in objects.iter().filter(|_| GROUPS.contains(&group)) {
                let spans = spans.get_or_insert_with(|| object_spans(chart.file, self.clerk.files));
                let span = spans.get(&object.id).copied().unwrap_or(layout.ink.0);
                let (column, row) = object.cell(CELL.0, CELL.1);
                let at = Pos::new(column - chart.bounds.x, row - chart.bounds.y);
                if !chart.floor.bounds().contains(at) {
                    self.clerk.warn(span, "this lies outside the map and is left out");
                } else if let Some(hero) = self.object(cast, group, object, span, at, chart, layout)
                {
                    layout.hero = Some(hero.to_string());
                    arrival = Some(at);
                }
            }
        }
        arrival
    }

    /// Puts one object. The one who is played is no thing to put: its key is given back.
    #[expect(clippy::too_many_arguments, reason = "an object, where it stands and what is drawn")]
    fn object(
        &mut self,
        cast: &Cast<'k>,
        group: &str,
        object: &Object,
        span: Span,
        at: Pos,
        chart: &Chart,
        layout: &mut Layout,
    ) -> Option<&'k str> {
        let key = if object.class.is_empty() { &object.name } else { &object.class };
        let kind = match group {
            "actors" => {
                let actor = self.known(cast.actor(key), "actor", key, span)?;
                layout.placed.insert(key.clone());
                if actor.is("controlled") {
                    return Some(actor.key);
                }
                cast.kind(Sort::Actor, key)
            }
            "items" => {
                self.known(cast.item(key), "item", key, span)?;
                if chart.floor[at] == 0 && Wildcard::of_tile(chart.wildcards[at]).is_none() {
                    let what = format!("there is no floor under the item `{key}`; it is left out");
                    self.clerk.warn(span, what);
                    return None;
                }
                cast.kind(Sort::Item, key)
            }
            _ => self.landmark(cast, object, key, span)?,
        };
        let ink = Ink(span);
        let cell = ink.list(vec![ink.whole(at.x), ink.whole(at.y)]);
        layout.places.push(ink.object([("kind", ink.text(kind)), ("at", cell)]));
        None
    }

    fn known(
        &mut self,
        found: Option<Entry<'k>>,
        one: &str,
        key: &str,
        span: Span,
    ) -> Option<Entry<'k>> {
        if found.is_none() {
            let what = format!("there is no {one} `{key}`; it is left out");
            self.clerk.warn(span, what);
        }
        found
    }

    /// A picture that only stands there, named by its tile.
    fn landmark(
        &mut self,
        cast: &Cast<'_>,
        object: &Object,
        tile: &str,
        span: Span,
    ) -> Option<String> {
        let upper = tile.to_uppercase();
        if !self.folder.tiles.contains_key(&upper) {
            self.clerk.warn(span, format!("there is no tile `{tile}`; it is left out"));
            return None;
        }
        let ink = Ink(span);
        let name = format!("{}/landmark {}", cast.prototype?.name, object.id);
        let mut look = Draft::new(ink);
        look.text("glyph", ",");
        look.text("tile", upper);
        let tint = ["tint", "fillColor"].into_iter().find_map(|it| object.properties.string(it));
        self.colour(tint.map(|it| ink.text(it)).as_ref(), &mut look);
        let mut kind = Draft::new(ink);
        let called = if object.name.is_empty() { "landmark" } else { &object.name };
        kind.text("name", called);
        kind.text("as", "fixture");
        kind.set("look", look.finish());
        let mut hooks = Hooks::default();
        let text = object.properties.string("walk_description");
        hooks.extend("enter", self.walk_text(text, ink));
        hooks.write(&mut kind, ink);
        Written::add(&mut self.written.kinds, name.clone(), span, kind.finish());
        Some(name)
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
                        Level::ARRIVAL
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

/// The object layers that mean something.
const GROUPS: [&str; 3] = ["actors", "items", "landmarks"];

fn bounds_of(map: &Map) -> Rect {
    let side = |length: u32| i32::try_from(length).unwrap_or(i32::MAX);
    if !map.infinite {
        return Rect::new(0, 0, side(map.width), side(map.height));
    }
    let areas = map.walk().into_iter().filter_map(|it| it.layer.tiles()?.area());
    let whole = areas.reduce(|one, other| {
        let (x, y) = (one.x.min(other.x), one.y.min(other.y));
        let (right, bottom) = (one.right().max(other.right()), one.bottom().max(other.bottom()));
        barrow_tmj::Area { x, y, width: right.saturating_sub(x), height: bottom.saturating_sub(y) }
    });
    whole.map_or(Rect::new(0, 0, 0, 0), |it| Rect::new(it.x, it.y, it.width, it.height))
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
    for at in cells.iter() {
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

/// Where each object of a map stands in its file, by its id.
fn object_spans(file: u16, files: &crate::Files) -> BTreeMap<u32, Span> {
    let mut spans = BTreeMap::new();
    let (node, _) = json::parse(file, files.text(file).unwrap_or_default());
    let mut layers: Vec<Node> = node.as_ref().and_then(layers_of).unwrap_or_default();
    while let Some(layer) = layers.pop() {
        layers.extend(layers_of(&layer).unwrap_or_default());
        let objects = layer.get("objects").and_then(super::entry::listed).unwrap_or_default();
        for object in objects {
            if let Some(id) = object.get("id").and_then(super::entry::whole) {
                spans.insert(id, Span { end: object.span.start + 1, ..object.span });
            }
        }
    }
    spans
}

fn layers_of(node: &Node) -> Option<Vec<Node>> {
    super::entry::listed(node.get("layers")?).map(<[Node]>::to_vec)
}
