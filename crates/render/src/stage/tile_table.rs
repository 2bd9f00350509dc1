//! The tiles of a pack's things, looked up once: finding a name is a search, and a screen has
//! thousands of cells.

use std::sync::Arc;

use barrow_engine::View;
use barrow_grid::Color;
use barrow_pack::{Ability, Field, Flip, Id, Kind, Layer, Level, Look, Pack, Ramp, WornOn};

use super::{Style, light, rgb};
use crate::dye::{Dye, Memory, Shades, in_full_light};
use crate::tile::TileId;
use crate::tileset::Tileset;

/// How long an actor stands in each of its idle frames, in milliseconds.
const IDLE: u32 = 600;

/// The tiles of all kinds and fields of a pack.
#[derive(Clone, Debug, Default)]
pub(super) struct TileTable {
    /// The pack, the style, the level and the floor that it was made for.
    made_for: Option<(u64, Style, Id<Level>, i32)>,
    kinds: Vec<KindTiles>,
    fields: Vec<KindTiles>,
    /// The tile of each ability's projectile.
    missiles: Vec<Option<DrawnTile>>,
    /// A whole cell of one color.
    pub(super) fill: Option<TileId>,
}

/// The tiles of a thing.
#[derive(Clone, Copy, Debug, Default)]
#[expect(clippy::struct_excessive_bools, reason = "each is a question of its own")]
pub(super) struct KindTiles {
    pub(super) closed: TilePair,
    pub(super) open: TilePair,
    /// Closed and open terrain, as it is remembered.
    remembered: [TilePair; 2],
    /// How long each frame of its animation lasts.
    pub(super) pace: u32,
    pub(super) flickers: bool,
    /// Whether darkness does not dim it.
    pub(super) bright: bool,
    /// Whether its tiles have its color already, seen or remembered.
    pub(super) dyed: bool,
    /// What is drawn over its wearer.
    pub(super) worn: WornTiles,
    /// The pieces of a line from the center of a cell to the north, to the east and between.
    pub(super) line: Option<[TileId; 3]>,
    /// Whether it is as high as a wall and throws a shadow.
    pub(super) tall: bool,
    /// Whether it is terrain, or a part of the building.
    pub(super) built: bool,
    /// Whether it lies on the floor, so that things in front hide it.
    pub(super) lies: bool,
    /// Whether it is a pit.
    pub(super) pit: bool,
    /// Whether it is terrain, or stands like a wall and cannot be opened.
    pub(super) plain: bool,
    /// Whether it leads to another level.
    pub(super) way: bool,
    /// The color of its cell behind a character.
    pub(super) ground: Color,
}

/// What is drawn over the wearer of a thing.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct WornTiles {
    /// The drawing that fits a wearer of one cell.
    fitted: Option<DrawnTile>,
    /// The drawing for any other wearer, and its place.
    plain: Option<DrawnTile>,
    place: WornOn,
}

impl WornTiles {
    /// Returns the tile on a wearer, and how many cells above the wearer's own it is. `tall` tells
    /// that the wearer is two cells high.
    pub(super) fn on(self, tall: bool) -> Option<(DrawnTile, i32)> {
        if let Some(fitted) = self.fitted.filter(|_| !tall) {
            return Some((fitted, 0));
        }
        let up = match self.place {
            WornOn::Lower => 0,
            WornOn::Upper => i32::from(tall),
            WornOn::Head => i32::from(tall) + 1,
        };
        self.plain.map(|it| (it, up))
    }
}

/// The tiles of something that is open or closed.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct TilePair {
    /// The tile on its own cell.
    pub(super) tile: Option<DrawnTile>,
    /// The tile on the cell behind, if it is two cells high.
    pub(super) top: Option<DrawnTile>,
}

impl TilePair {
    fn dyed(self, dye: Dye, tileset: &mut Tileset) -> Self {
        let mut dyed =
            |drawn: DrawnTile| DrawnTile { tile: tileset.dyed(drawn.tile, dye), ..drawn };
        Self { tile: self.tile.map(&mut dyed), top: self.top.map(&mut dyed) }
    }
}

/// A tile, and how it is mirrored.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct DrawnTile {
    pub(super) tile: TileId,
    /// The tile before it was dyed: things of different colors are still of one shape.
    pub(super) shape: TileId,
    pub(super) across: bool,
    pub(super) upside_down: bool,
    /// Whether it is a character, which must be alone in its cell to be readable.
    pub(super) glyph: bool,
}

impl TileTable {
    /// Looks up the tiles of a pack in the colors of a place, unless that was done before.
    pub(super) fn update(&mut self, view: &View<'_>, tileset: &mut Tileset, style: Style) {
        let pack = view.pack();
        let wanted = Some((pack.digest, style, view.level_id(), view.floor()));
        if self.made_for == wanted {
            return;
        }
        tileset.wash();
        let finder = TileFinder { tileset, style };
        let palette = view.palette();
        let kinds = pack.kinds.iter().map(|(id, kind)| KindTiles {
            tall: is_tall(pack, kind),
            built: kind.layer == Layer::Terrain || is_tall(pack, kind),
            lies: kind.layer == Layer::Item,
            pit: kind.flags.contains(&pack.core.pit),
            plain: kind.layer == Layer::Terrain || is_tall(pack, kind) && kind.door.is_none(),
            way: kind.stairs.is_some(),
            ground: ground(palette.ramp(pack, view.level(), id), is_tall(pack, kind)),
            ..finder.kind_tiles(kind, palette.tiles.get(&id))
        });
        self.kinds = kinds.collect();
        self.missiles = pack.abilities.iter().map(|(_, it)| finder.missile(it)).collect();
        self.fields =
            pack.fields.iter().map(|(_, it)| finder.look_tiles(&it.look, &it.look.tile)).collect();
        self.fill = finder.tileset.named("veil");
        self.made_for = wanted;
    }

    /// Returns `true` for terrain and walls that are not dyed yet.
    pub(super) fn is_undyed(&self, id: Id<Kind>) -> bool {
        let tiles = self.kind(id);
        tiles.built && !tiles.dyed
    }

    /// Dyes the tiles of terrain or a wall in the colors of the place.
    pub(super) fn dye(&mut self, view: &View<'_>, id: Id<Kind>, tileset: &mut Tileset) {
        let palette = view.palette();
        let tiles = &mut self.kinds[usize::from(id.index())];
        let ramp = palette.ramp(view.pack(), view.level(), id);
        let shades = Shades::Ramp(ramp.tones.map(rgb));
        let memory = Memory { color: rgb(palette.memory), flat: !tiles.tall };
        let known = Dye { shades, memory: Some(memory) };
        tiles.remembered = [tiles.closed, tiles.open].map(|it| it.dyed(known, tileset));
        let seen = Dye { shades, memory: None };
        tiles.closed = tiles.closed.dyed(seen, tileset);
        tiles.open = tiles.open.dyed(seen, tileset);
        tiles.dyed = true;
    }

    pub(super) fn forget(&mut self) {
        self.made_for = None;
    }

    pub(super) fn kind(&self, id: Id<Kind>) -> &KindTiles {
        &self.kinds[usize::from(id.index())]
    }

    pub(super) fn missile(&self, id: Id<Ability>) -> Option<DrawnTile> {
        self.missiles[usize::from(id.index())]
    }

    pub(super) fn field(&self, id: Id<Field>) -> &KindTiles {
        &self.fields[usize::from(id.index())]
    }
}

impl KindTiles {
    /// Returns its tiles, seen or remembered.
    pub(super) const fn drawn(&self, open: bool, remembered: bool) -> TilePair {
        match (self.dyed && remembered, open) {
            (false, _) => self.pair(open),
            (true, false) => self.remembered[0],
            (true, true) => self.remembered[1],
        }
    }

    pub(super) const fn pair(&self, open: bool) -> TilePair {
        if open { self.open } else { self.closed }
    }
}

/// Returns `true` for walls, doors and rocks: what blocks sight and never moves by itself.
fn is_tall(pack: &Pack, kind: &Kind) -> bool {
    let fixed = kind.layer == Layer::Terrain || kind.layer == Layer::Fixture;
    fixed && kind.flags.contains(&pack.core.solid) && kind.flags.contains(&pack.core.opaque)
}

/// Returns the color of a cell behind a character: as bright as its tile in the same light, but dark
/// enough that an actor on it stays readable. Nobody stands on a wall.
fn ground(ramp: Ramp, tall: bool) -> Color {
    if tall {
        return rgb(ramp.tones[2]);
    }
    let [red, green, blue] = ramp.tones[1].rgb.map(in_full_light);
    light::dim(Color::new(red, green, blue))
}

/// Finds tiles for looks.
struct TileFinder<'s> {
    tileset: &'s Tileset,
    style: Style,
}

impl TileFinder<'_> {
    /// Returns the tiles of a kind. `tile` is another one that it has in this place.
    fn kind_tiles(&self, kind: &Kind, tile: Option<&Arc<str>>) -> KindTiles {
        let tiles = self.look_tiles(&kind.look, tile.unwrap_or(&kind.look.tile));
        let idle = kind.layer == Layer::Actor && kind.look.pace == Look::PACE;
        KindTiles { pace: if idle { IDLE } else { tiles.pace }, ..tiles }
    }

    /// Returns the tiles of a look, with this one for its lower half.
    fn look_tiles(&self, look: &Look, tile: &str) -> KindTiles {
        let closed = TilePair {
            tile: self.animated(tile, &look.animation, look.flip),
            top: self.animated(&look.top, &look.top_animation, look.top_flip),
        };
        let open = TilePair {
            tile: self.drawn(&look.open_tile, look.flip).or(closed.tile),
            top: if look.open_tile.is_empty() && look.open_top.is_empty() {
                closed.top
            } else {
                self.drawn(&look.open_top, look.top_flip)
            },
        };
        let pictured = closed.tile.is_some();
        let glyph = |pair: TilePair, letter| if pictured { pair } else { self.glyph(letter) };
        KindTiles {
            closed: glyph(closed, look.glyph),
            open: glyph(open, look.open_glyph.unwrap_or(look.glyph)),
            pace: pace(look),
            flickers: look.flickers,
            bright: look.bright,
            dyed: false,
            remembered: [TilePair::default(); 2],
            worn: self.worn(look, tile),
            line: look.line.and_then(|_| self.line(tile)),
            tall: false,
            built: false,
            lies: false,
            pit: false,
            plain: false,
            way: false,
            ground: Color::BLACK,
        }
    }

    /// Finds the tile of a name. If it has no frames of its own, those of its animation are used.
    fn animated(&self, name: &str, animation: &str, flip: Flip) -> Option<DrawnTile> {
        let own = self.drawn(name, flip)?;
        let frames = |drawn: &DrawnTile| self.tileset.frames(drawn.tile).len();
        let lent = self.drawn(animation, flip).filter(|it| frames(it) > 1);
        Some(if frames(&own) > 1 { own } else { lent.unwrap_or(own) })
    }

    fn drawn(&self, name: &str, flip: Flip) -> Option<DrawnTile> {
        let tile = self.tileset.named(name).filter(|_| self.style == Style::Tiles)?;
        let across = matches!(flip, Flip::Across | Flip::Both);
        let upside_down = matches!(flip, Flip::Down | Flip::Both);
        Some(DrawnTile { tile, shape: tile, across, upside_down, glyph: false })
    }

    /// Finds what is drawn over a wearer: `worn-NAME`, which fits any wearer one cell high, or the
    /// tile itself.
    fn worn(&self, look: &Look, tile: &str) -> WornTiles {
        let name = if look.worn.is_empty() { tile } else { &look.worn };
        WornTiles {
            fitted: self.drawn(&format!("worn-{name}"), Flip::None),
            plain: self.drawn(&look.worn, Flip::None),
            place: look.worn_on,
        }
    }

    fn line(&self, name: &str) -> Option<[TileId; 3]> {
        let piece = |to: &str| self.drawn(&format!("{name}-{to}"), Flip::None).map(|it| it.tile);
        Some([piece("north")?, piece("east")?, piece("northeast")?])
    }

    fn missile(&self, ability: &Ability) -> Option<DrawnTile> {
        let look = ability.missile.as_ref()?;
        self.drawn(&look.tile, look.flip).or_else(|| self.glyph(look.glyph).tile)
    }

    fn glyph(&self, letter: char) -> TilePair {
        let drawn =
            |tile| DrawnTile { tile, shape: tile, across: false, upside_down: false, glyph: true };
        TilePair { tile: self.tileset.glyph(letter).map(drawn), top: None }
    }
}

/// Returns how long each frame lasts, by the named animation or the look.
fn pace(look: &Look) -> u32 {
    match &*look.animation {
        "fluid" => 500,
        "fire" => 140,
        "smoke" | "mist" => 220,
        _ => look.pace.max(1),
    }
}
