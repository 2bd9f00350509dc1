//! The tiles of a pack's things, looked up once: finding a name is a search, and a screen has
//! thousands of cells.

use barrow_pack::{Ability, Field, Flip, Id, Kind, Layer, Look, Pack, WornOn};

use super::Style;
use crate::tile::TileId;
use crate::tileset::Tileset;

/// The tiles of all kinds and fields of a pack.
#[derive(Clone, Debug, Default)]
pub(super) struct Wardrobe {
    /// The pack and the style that it was made for.
    made_for: Option<(u64, Style)>,
    kinds: Vec<Outfit>,
    fields: Vec<Outfit>,
    /// The tile of each ability's projectile.
    missiles: Vec<Option<Figure>>,
}

/// The tiles of a thing.
#[derive(Clone, Copy, Debug, Default)]
#[expect(clippy::struct_excessive_bools, reason = "each is asked for by itself")]
pub(super) struct Outfit {
    pub(super) closed: Dress,
    pub(super) open: Dress,
    /// How long each frame of its animation lasts.
    pub(super) pace: u32,
    pub(super) flickers: bool,
    /// Whether darkness does not dim it.
    pub(super) bright: bool,
    /// What is drawn over its wearer, and where.
    pub(super) worn: Option<(Figure, WornOn)>,
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
}

/// What it is drawn with in one state.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Dress {
    pub(super) tile: Option<Figure>,
    pub(super) top: Option<Figure>,
}

/// A tile, and how it is mirrored.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Figure {
    pub(super) tile: TileId,
    pub(super) across: bool,
    pub(super) upside_down: bool,
    /// Whether it is a character, which must be alone in its cell to be readable.
    pub(super) glyph: bool,
}

impl Wardrobe {
    /// Looks up the tiles of a pack, unless that was done before.
    pub(super) fn fit(&mut self, pack: &Pack, tileset: &Tileset, style: Style) {
        let wanted = Some((pack.digest, style));
        if self.made_for == wanted {
            return;
        }
        let tailor = Tailor { tileset, style };
        let kinds = pack.kinds.iter().map(|(_, kind)| Outfit {
            tall: is_tall(pack, kind),
            built: kind.layer == Layer::Terrain || is_tall(pack, kind),
            lies: kind.layer == Layer::Item,
            pit: kind.flags.contains(&pack.core.pit),
            ..tailor.outfit(&kind.look)
        });
        self.kinds = kinds.collect();
        self.missiles = pack.abilities.iter().map(|(_, it)| tailor.missile(it)).collect();
        self.fields = pack.fields.iter().map(|(_, it)| tailor.outfit(&it.look)).collect();
        self.made_for = wanted;
    }

    pub(super) fn forget(&mut self) {
        self.made_for = None;
    }

    pub(super) fn kind(&self, id: Id<Kind>) -> &Outfit {
        &self.kinds[usize::from(id.index())]
    }

    pub(super) fn missile(&self, id: Id<Ability>) -> Option<Figure> {
        self.missiles[usize::from(id.index())]
    }

    pub(super) fn field(&self, id: Id<Field>) -> &Outfit {
        &self.fields[usize::from(id.index())]
    }
}

impl Outfit {
    pub(super) const fn dress(&self, open: bool) -> Dress {
        if open { self.open } else { self.closed }
    }
}

/// Returns `true` for walls, doors and rocks: what blocks sight and never moves by itself.
fn is_tall(pack: &Pack, kind: &Kind) -> bool {
    let fixed = kind.layer == Layer::Terrain || kind.layer == Layer::Fixture;
    fixed && kind.flags.contains(&pack.core.solid) && kind.flags.contains(&pack.core.opaque)
}

/// Finds tiles for looks.
struct Tailor<'s> {
    tileset: &'s Tileset,
    style: Style,
}

impl Tailor<'_> {
    fn outfit(&self, look: &Look) -> Outfit {
        let closed = Dress {
            tile: self.animated(&look.tile, &look.animation, look.flip),
            top: self.animated(&look.top, &look.top_animation, look.top_flip),
        };
        let open = Dress {
            tile: self.figure(&look.open_tile, look.flip).or(closed.tile),
            top: if look.open_tile.is_empty() && look.open_top.is_empty() {
                closed.top
            } else {
                self.figure(&look.open_top, look.top_flip)
            },
        };
        let pictured = closed.tile.is_some();
        let glyph = |dress: Dress, letter| if pictured { dress } else { self.glyph(letter) };
        Outfit {
            closed: glyph(closed, look.glyph),
            open: glyph(open, look.open_glyph.unwrap_or(look.glyph)),
            pace: pace(look),
            flickers: look.flickers,
            bright: look.bright,
            worn: self.figure(&look.worn, Flip::None).map(|it| (it, look.worn_on)),
            line: look.line.and_then(|_| self.line(&look.tile)),
            tall: false,
            built: false,
            lies: false,
            pit: false,
        }
    }

    /// A tile without frames of its own borrows those of its animation.
    fn animated(&self, name: &str, animation: &str, flip: Flip) -> Option<Figure> {
        let own = self.figure(name, flip)?;
        let frames = |figure: &Figure| self.tileset.frames(figure.tile).len();
        let lent = self.figure(animation, flip).filter(|it| frames(it) > 1);
        Some(if frames(&own) > 1 { own } else { lent.unwrap_or(own) })
    }

    fn figure(&self, name: &str, flip: Flip) -> Option<Figure> {
        let tile = self.tileset.named(name).filter(|_| self.style == Style::Tiles)?;
        let across = matches!(flip, Flip::Across | Flip::Both);
        let upside_down = matches!(flip, Flip::Down | Flip::Both);
        Some(Figure { tile, across, upside_down, glyph: false })
    }

    fn line(&self, name: &str) -> Option<[TileId; 3]> {
        let piece = |to: &str| self.figure(&format!("{name}-{to}"), Flip::None).map(|it| it.tile);
        Some([piece("north")?, piece("east")?, piece("northeast")?])
    }

    fn missile(&self, ability: &Ability) -> Option<Figure> {
        let look = ability.missile.as_ref()?;
        self.figure(&look.tile, look.flip).or_else(|| self.glyph(look.glyph).tile)
    }

    fn glyph(&self, letter: char) -> Dress {
        let figure = |tile| Figure { tile, across: false, upside_down: false, glyph: true };
        Dress { tile: self.tileset.glyph(letter).map(figure), top: None }
    }
}

/// Returns how long each frame lasts: as the named animation or the look says.
fn pace(look: &Look) -> u32 {
    match &*look.animation {
        "fluid" => 500,
        "fire" => 140,
        "smoke" | "mist" => 220,
        _ => look.pace.max(1),
    }
}
