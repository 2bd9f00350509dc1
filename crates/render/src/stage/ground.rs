//! The ground, what stands and lies on it, and the shadows between.

use std::collections::BTreeMap;

use barrow_engine::{Seen, View};
use barrow_grid::{Color, Fog, Grid, Pos, Rect};
use barrow_pack::{Id, Kind};

use super::wardrobe::{Outfit, Wardrobe};
use super::{Shot, light, rgb};
use crate::scene::{Sprite, WHITE};
use crate::tile::TileId;

/// Of a pile no more than so many things are drawn, from the top.
const PILE: usize = 3;

/// How much of what lies below a field of the greatest amount hides, of 255.
const THICKEST: u32 = 200;

/// What is known of a cell.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Spot {
    ground: Option<Id<Kind>>,
    thing: Option<(Id<Kind>, bool)>,
    fog: Fog,
    pub(super) light: Color,
    /// The kind that stands there like a wall, if one does.
    tall: Option<Id<Kind>>,
    pit: bool,
}

/// Looks at each cell once, and at those just outside, whose shadows fall inside.
pub(super) fn survey(view: &View<'_>, area: Rect, wardrobe: &Wardrobe, spots: &mut Grid<Spot>) {
    let wide = area.grown(1);
    spots.reset(wide.width, wide.height, Spot::default());
    let level = Rect::new(0, 0, view.width(), view.height());
    for at in wide.intersection(level).cells() {
        spots[at - Pos::new(wide.x, wide.y)] = spot(view, at, wardrobe);
    }
}

fn spot(view: &View<'_>, at: Pos, wardrobe: &Wardrobe) -> Spot {
    let cell = view.cell(at);
    let Some(ground) = cell.ground else { return Spot::default() };
    let thing = cell.thing.map(|it| (it.drawn_as(), it.is_open()));
    let high = |&kind: &Id<Kind>| wardrobe.kind(kind).tall;
    let standing = thing.filter(|(_, open)| !open).map(|(kind, _)| kind).filter(high);
    Spot {
        ground: Some(ground),
        thing,
        fog: cell.fog,
        light: light::on_cell(cell.fog, cell.light),
        tall: standing.or(Some(ground).filter(high)),
        pit: wardrobe.kind(ground).pit,
    }
}

/// The pieces of all lines in sight, by their numbers.
struct Lines(BTreeMap<i64, Vec<Pos>>);

impl Lines {
    fn of(things: &[Seen<'_>]) -> Self {
        let mut pieces = BTreeMap::<i64, Vec<Pos>>::new();
        for (number, at) in things.iter().filter_map(|it| Some((it.piece()?, it.pos()))) {
            pieces.entry(number).or_default().push(at);
        }
        Self(pieces)
    }

    /// Where the pieces before and after one lie, as steps from it.
    fn ways(&self, thing: &Seen<'_>) -> impl Iterator<Item = Pos> {
        let (at, number) = (thing.pos(), thing.piece());
        let others = number.into_iter().flat_map(|it| [it - 1, it + 1]);
        let places = others.filter_map(|it| self.0.get(&it)).flatten();
        places.filter(move |to| at.chebyshev(**to) == 1).map(move |to| *to - at)
    }
}

impl Shot<'_, '_> {
    pub(super) fn show_ground(&mut self) {
        let level = Rect::new(0, 0, self.view.width(), self.view.height());
        for at in self.area.intersection(level).cells() {
            let spot = self.spot(at);
            let Some(ground) = spot.ground else { continue };
            self.show_standing(at, ground, false, spot);
            self.show_shadow(at, spot);
            if let Some((thing, open)) = spot.thing.filter(|_| spot.fog != Fog::Visible) {
                self.show_standing(at, thing, open, spot);
            }
        }
    }

    /// A kind as it stands on its cell; of what has more of the same in front of it, one sees
    /// the top alone.
    fn show_standing(&mut self, at: Pos, kind: Id<Kind>, open: bool, spot: Spot) {
        let outfit = self.wardrobe.kind(kind);
        let tint = rgb(self.view.pack().kinds.get(kind).look.color);
        let tint = if outfit.bright { tint } else { light::shade(tint, spot.light) };
        self.show_kind(at, &outfit, open, tint);
    }

    fn show_kind(&mut self, at: Pos, outfit: &Outfit, open: bool, tint: Color) {
        if outfit.lies && self.behind.contains(&at) {
            return;
        }
        let mut dress = outfit.dress(open);
        let front = self.spot(at + Pos::new(0, 1)).tall.map(|it| self.wardrobe.kind(it));
        let same = front.is_some_and(|it| it.closed.tile == dress.tile);
        if let Some(figure) = dress.tile.as_mut().filter(|_| outfit.tall && same) {
            figure.tile = self.sheet.above(figure.tile).unwrap_or(figure.tile);
        }
        self.put_dress(at, dress, outfit, tint);
    }

    /// Walls throw their shadow down and to the right.
    fn show_shadow(&mut self, at: Pos, spot: Spot) {
        if self.style == super::Style::Glyphs || spot.tall.is_some() || spot.pit {
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
        if let Some(tile) = self.sheet.named(name) {
            self.scene.put(self.place(at), Sprite::plain(tile));
        }
    }

    /// What lies and stands on cells that are seen now, from the bottom of each pile.
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
        let outfit = self.wardrobe.kind(glimpse.drawn_as());
        let tint = rgb(thing.appearance(self.now).color);
        let light = if outfit.bright { WHITE } else { self.spot(at).light };
        let tint = light::shade(tint, light);
        let ways: Vec<Pos> = lines.ways(thing).collect();
        match outfit.line.filter(|_| !ways.is_empty()) {
            Some(pieces) => ways.into_iter().for_each(|way| self.show_piece(at, pieces, way, tint)),
            None => self.show_kind(at, &outfit, glimpse.is_open(), tint),
        }
    }

    /// A piece of a line from the middle of a cell to one of its eight neighbours.
    fn show_piece(
        &mut self,
        at: Pos,
        [north, east, northeast]: [TileId; 3],
        way: Pos,
        tint: Color,
    ) {
        let tile = match (way.x, way.y) {
            (0, _) => north,
            (_, 0) => east,
            _ => northeast,
        };
        let (across, upside_down) = (way.x < 0, way.y > 0);
        self.scene
            .put(self.place(at), Sprite { across, upside_down, ..Sprite::tinted(tile, tint) });
    }

    pub(super) fn show_fields(&mut self) {
        for (field, at, amount) in self.view.fields() {
            let outfit = self.wardrobe.field(field);
            let Some(figure) = outfit.closed.tile else { continue };
            let look = &self.view.pack().fields.get(field).look;
            let tint = light::shade(rgb(look.color), self.spot(at).light);
            let solid = self.sheet.tile(figure.tile).is_some_and(|it| it.opaque);
            let thick = (40 + u32::from(amount) * 40).min(THICKEST) as u8;
            let opacity = if solid { 255 } else { thick };
            let sprite = self.sprite(figure, &outfit, tint, super::beat(at));
            self.put(self.place(at), figure, Sprite { opacity, ..sprite });
        }
    }
}
