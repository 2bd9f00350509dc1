//! The terrain, what stands and lies on it, and the shadows between.

use barrow_engine::{Seen, View};
use barrow_grid::{Color, Fog, Grid, Pos, Rect};
use barrow_pack::{Id, Kind};

use super::ink::Ink;
use super::lines::Lines;
use super::tile_table::{DrawnTile, KindTiles, TileTable};
use super::{SceneBuilder, Style, light, pick, rgb};
use crate::scene::{Corners, Sprite, WHITE};

/// The maximum number of items of a pile that are drawn, from the top.
const PILE: usize = 3;

/// The opacity of a field of the greatest amount, of 255.
const THICKEST: u32 = 200;

/// How much of the color of memory remembered ground and walls have behind a character.
const DIM: Color = Color::new(112, 112, 112);
const DIM_WALL: Color = Color::new(148, 148, 148);

/// The ways from a cell to those to its right and below, and so to its corners.
const CORNERS: [Pos; 4] = [Pos::new(0, 0), Pos::new(1, 0), Pos::new(0, 1), Pos::new(1, 1)];

/// How much darker light is at the edge of the view, of 255, for each hidden cell around a corner.
const EDGE: u8 = 44;

/// What is known of a cell.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct CellInfo {
    ground: Option<Id<Kind>>,
    pub(super) thing: Option<(Id<Kind>, bool)>,
    fog: Fog,
    pub(super) light: Color,
    /// The kind that stands there like a wall, if there is one.
    tall: Option<Id<Kind>>,
    pit: bool,
}

impl CellInfo {
    /// Returns the ground and what stands on it.
    pub(super) fn kinds(&self) -> impl Iterator<Item = Id<Kind>> {
        self.ground.into_iter().chain(self.thing.map(|(kind, _)| kind))
    }

    /// Returns the color of the cell behind a character: what it is built of, or in the color of
    /// memory.
    pub(super) fn backdrop(&self, tiles: &TileTable, memory: Color) -> Option<Color> {
        let ground = tiles.kind(self.tall.or(self.ground)?).ground;
        if self.fog == Fog::Visible {
            return Some(ground);
        }
        Some(light::shade(memory, if self.tall.is_some() { DIM_WALL } else { DIM }))
    }

    /// Returns whether the cell is in view.
    pub(super) fn is_visible(&self) -> bool {
        self.fog == Fog::Visible
    }

    /// Returns the tile of what stands there like a wall, or else of the ground.
    pub(super) fn surface(&self, tiles: &TileTable) -> Option<DrawnTile> {
        tiles.kind(self.tall.or(self.ground)?).closed.tile
    }
}

/// Fills `spots` with what is known of each cell, and of those just outside, whose shadows fall
/// inside.
pub(super) fn survey(
    view: &View<'_>,
    area: Rect,
    moment: Option<u64>,
    tiles: &TileTable,
    spots: &mut Grid<CellInfo>,
) {
    let wide = area.grown(1);
    let corner = Pos::new(wide.x, wide.y);
    spots.reset(wide.width, wide.height, CellInfo::default());
    let level = Rect::new(0, 0, view.width(), view.height());
    for at in wide.intersection(level).cells().filter(|it| view.explored().contains(*it)) {
        spots[at - corner] = remembered(view.ground()[at], tiles);
    }
    let shine = view.palette().shine(view.is_fully_lit(), moment);
    let own = view.own().map(|it| it.pos());
    let lit = view.lights().flat_map(|(start, run)| {
        run.iter().zip(start.x..).map(move |(glow, x)| (Pos::new(x, start.y), *glow))
    });
    for (at, glow) in lit {
        if let Some(spot) = spots.get_mut(at - corner) {
            let distance = own.map_or(0, |own| own.distance_squared(at));
            let [red, green, blue] = shine.at(glow, distance);
            (spot.fog, spot.light) = (Fog::Visible, Color::new(red, green, blue));
        }
    }
    for (at, glimpse) in view.remembered() {
        let (kind, open) = (glimpse.drawn_as(), glimpse.is_open());
        if let Some(spot) = spots.get_mut(at - corner).filter(|it| it.ground.is_some()) {
            spot.thing = Some((kind, open));
            let stands = !open && tiles.kind(kind).tall;
            spot.tall = if stands { Some(kind) } else { spot.tall };
        }
    }
}

/// Returns what is known of a remembered cell.
fn remembered(ground: Id<Kind>, tiles: &TileTable) -> CellInfo {
    let look_tiles = tiles.kind(ground);
    CellInfo {
        ground: Some(ground),
        thing: None,
        fog: Fog::Remembered,
        light: WHITE,
        tall: look_tiles.tall.then_some(ground),
        pit: look_tiles.pit,
    }
}

impl SceneBuilder<'_, '_> {
    pub(super) fn show_ground(&mut self) {
        let level = Rect::new(0, 0, self.view.width(), self.view.height());
        for at in self.area.intersection(level).cells() {
            let spot = self.spot(at);
            let Some(ground) = spot.ground else { continue };
            if spot.is_visible() {
                self.scene.shine(self.scene_pos(at), self.corners(at));
            }
            if let Some(floor) = self.floor_below(ground) {
                self.show_standing(at, floor, false, spot);
            }
            self.show_standing(at, ground, false, spot);
            self.show_shadow(at, spot);
            if let Some((thing, open)) = spot.thing.filter(|_| !spot.is_visible()) {
                self.show_remembered(at, thing, open, spot);
            }
        }
    }

    /// Returns the light on the corners of a cell: that of the cells in view around each. On the
    /// ground it fades where the view ends.
    fn corners(&self, at: Pos) -> Corners {
        let open = self.spot(at).tall.is_none();
        CORNERS.map(|corner| {
            let around = CORNERS.map(|way| self.spot(at + corner + way - Pos::new(1, 1)));
            let seen = around.iter().filter(|it| it.is_visible());
            let hidden = if open { 4 - seen.clone().count() } else { 0 };
            let part = 255 - hidden as u8 * EDGE;
            light::shade(light::mean(seen.map(|it| it.light)), Color::new(part, part, part))
        })
    }

    /// Returns the floor of the level if terrain does not cover its cell: a pillar stands on it.
    fn floor_below(&self, ground: Id<Kind>) -> Option<Id<Kind>> {
        let tile = self.tiles.kind(ground).closed.tile.filter(|it| !it.glyph)?;
        let covered = self.tileset.tile(tile.tile).is_none_or(|it| it.opaque);
        self.view.level().ground.floor.filter(|it| !covered && *it != ground)
    }

    fn show_remembered(&mut self, at: Pos, kind: Id<Kind>, open: bool, spot: CellInfo) {
        let look_tiles = self.tiles.kind(kind);
        let ways = if look_tiles.line.is_some() { self.remembered_ways(at) } else { Vec::new() };
        match look_tiles.line.filter(|_| !ways.is_empty()) {
            Some(pieces) => {
                let ink = self.own_ink(kind, spot);
                self.show_pieces(at, pieces, &ways, ink);
            }
            None => self.show_standing(at, kind, open, spot),
        }
    }

    /// Draws a kind on its cell. If there is more of the same in front of it, only the top is
    /// visible.
    fn show_standing(&mut self, at: Pos, kind: Id<Kind>, open: bool, spot: CellInfo) {
        let ink = self.own_ink(kind, spot);
        self.show_kind(at, self.tiles.kind(kind), open, ink);
    }

    /// Returns the usual color of a kind on a cell.
    fn own_ink(&self, kind: Id<Kind>, spot: CellInfo) -> Ink {
        self.ink(rgb(self.view.pack().kinds.get(kind).look.color), self.tiles.kind(kind), spot)
    }

    /// Returns the color of a thing in the light of its cell, or in memory.
    fn ink(&self, color: Color, look_tiles: &KindTiles, spot: CellInfo) -> Ink {
        if look_tiles.dyed {
            Ink::dyed().lit(spot.is_visible() && !look_tiles.bright)
        } else if look_tiles.bright {
            Ink::new(color, WHITE)
        } else if spot.is_visible() {
            let color = if look_tiles.lies { light::loud(color) } else { color };
            Ink::new(color, light::on_things(spot.light))
        } else {
            // A remembered character is read on its ground, unless it is a mere wall; a tile is dim
            // as a whole.
            let read = self.style == Style::Glyphs && !look_tiles.plain;
            let color = if read { light::loud(color) } else { color };
            Ink::remembered(color, rgb(self.view.palette().memory))
        }
    }

    fn show_kind(&mut self, at: Pos, look_tiles: &KindTiles, open: bool, ink: Ink) {
        if look_tiles.lies && self.behind.contains(&at) {
            return;
        }
        let remembered = !self.spot(at).is_visible();
        let mut pair = look_tiles.drawn(open, remembered);
        let front = self.spot(at + Pos::new(0, 1)).tall.map(|it| self.tiles.kind(it));
        let same = |drawn: &DrawnTile| {
            front.and_then(|it| it.closed.tile).is_some_and(|it| it.shape == drawn.shape)
        };
        if let Some(drawn) = pair.tile.as_mut().filter(|it| look_tiles.tall && same(it)) {
            drawn.tile = self.tileset.above(drawn.tile).unwrap_or(drawn.tile);
        }
        if let Some(drawn) = pair.tile.filter(|it| it.glyph && look_tiles.way) {
            return self.show_way(at, drawn, ink);
        }
        self.put_pair(at, pair, look_tiles, ink);
        let whole = look_tiles.drawn(open, remembered).tile;
        if let Some(drawn) = whole.filter(|_| look_tiles.built) {
            self.show_edges(at, drawn, ink);
        }
    }

    /// Draws the character of stairs dark on their own color: ways out are found at a glance.
    fn show_way(&mut self, at: Pos, drawn: DrawnTile, ink: Ink) {
        let to = self.scene_pos(at);
        self.bare(to);
        if let Some(fill) = self.tiles.fill {
            let ground = ink.sprite(fill, self.tileset);
            self.scene.put(to, ground);
        }
        self.scene.put(to, Sprite::tinted(drawn.tile, Color::BLACK));
    }

    /// Draws the shadows of walls, which fall down and to the right.
    fn show_shadow(&mut self, at: Pos, spot: CellInfo) {
        if self.style == Style::Glyphs || spot.tall.is_some() || spot.pit {
            return;
        }
        let high = |x, y| self.spot(at + Pos::new(x, y)).tall.is_some();
        let name = match (high(0, -1), high(-1, 0), high(-1, -1)) {
            (true, true, _) => "shadow-both",
            (true, false, _) => "shadow-north",
            (false, true, _) => "shadow-west",
            (false, false, true) => "shadow-corner",
            (false, false, false) => return,
        };
        if let Some(tile) = self.tileset.named(name) {
            self.scene.put(self.scene_pos(at), Sprite::plain(tile));
        }
    }

    /// Draws what lies and stands on visible cells, from the bottom of each pile.
    pub(super) fn show_things(&mut self) {
        let mut things: Vec<Seen<'_>> = self.view.things().collect();
        let near = self.area.grown(1);
        things.retain(|it| near.contains(it.pos()));
        let lines = Lines::of(&things);
        for pile in things.chunk_by(|a, b| a.pos() == b.pos()) {
            for thing in pile.iter().take(PILE).rev() {
                self.show_thing(thing, &lines);
            }
        }
    }

    fn show_thing(&mut self, thing: &Seen<'_>, lines: &Lines) {
        let (at, glimpse) = (thing.pos(), thing.glimpse());
        let look_tiles = self.tiles.kind(glimpse.drawn_as());
        let color = rgb(thing.appearance(self.now).color);
        let ink = self.ink(color, look_tiles, self.spot(at));
        let ways: Vec<Pos> = lines.ways(thing).collect();
        match look_tiles.line.filter(|_| !ways.is_empty()) {
            Some(pieces) => self.show_pieces(at, pieces, &ways, ink),
            None => self.show_kind(at, look_tiles, glimpse.is_open(), ink),
        }
    }

    pub(super) fn show_fields(&mut self) {
        let remembered = self.view.remembered_fields().map(|(field, at)| (field, at, 1));
        for (field, at, amount) in remembered.chain(self.view.fields()) {
            let look_tiles = self.tiles.field(field);
            let Some(drawn) = look_tiles.closed.tile else { continue };
            let look = &self.view.pack().fields.get(field).look;
            let spot = self.spot(at);
            if spot.thing.is_some() && spot.fog != Fog::Visible {
                continue;
            }
            let ink = if spot.fog == Fog::Visible {
                Ink::new(rgb(look.color), WHITE).lit(true)
            } else {
                Ink::remembered(rgb(look.color), rgb(self.view.palette().memory))
            };
            let number = pick::cell_number(at, self.view.floor());
            let drawn = self.variant(drawn, number);
            let solid = self.tileset.tile(drawn.tile).is_some_and(|it| it.opaque);
            let thick = (40 + u32::from(amount) * 40).min(THICKEST) as u8;
            let opacity = if solid { 255 } else { thick };
            let sprite = self.sprite(drawn, look_tiles, ink, number);
            let across = sprite.across ^ self.drifts(drawn, number);
            self.put(self.scene_pos(at), drawn, Sprite { opacity, across, ..sprite });
        }
    }
}

#[cfg(test)]
#[allow(clippy::float_arithmetic, reason = "contrast is defined in real numbers; no rule reads it")]
mod tests {
    use barrow_pack::Palette;

    use super::*;

    #[test]
    fn remembered_ground_and_walls_behind_characters_differ_from_the_unknown_and_from_each_other() {
        let part = |it: u8| (f64::from(it) / 255.0).powf(2.2);
        let luminance =
            |it: Color| 0.2126 * part(it.red) + 0.7152 * part(it.green) + 0.0722 * part(it.blue);
        let memory = rgb(Palette::default().memory);
        let [unknown, ground, wall] =
            [Color::BLACK, light::shade(memory, DIM), light::shade(memory, DIM_WALL)]
                .map(|it| luminance(it) + 0.05);
        assert!(ground / unknown >= 2.0, "{}", ground / unknown);
        assert!(wall / ground >= 1.3, "{}", wall / ground);
    }
}
