//! Actors on cells or on their way between them.

use barrow_engine::Seen;
use barrow_grid::{Color, Pos};
use barrow_small::sort_by_key;

use super::ink::Ink;
use super::tile_table::{DrawnTile, KindTiles, TilePair};
use super::{CELL, SceneBuilder, Style, light, pick, rgb};
use crate::scene::{Sprite, WHITE};

/// The ground under the player, who is looked for first; under foes, and under others. They differ
/// in brightness too, for players who do not see red or blue.
const OWN: Color = Color::new(255, 226, 150);
const FOE: Color = Color::new(150, 12, 8);
const FRIEND: Color = Color::new(40, 150, 220);

/// A part of an actor's picture.
#[derive(Clone, Copy)]
struct Part {
    /// How many cells above the actor it is drawn.
    up: i32,
    glyph: bool,
    sprite: Sprite,
}

impl SceneBuilder<'_, '_> {
    /// Draws actors from north to south, so that those in front hide those behind.
    pub(super) fn show_actors(&mut self) {
        let mut actors: Vec<Seen<'_>> = self.view.actors().collect();
        sort_by_key(&mut actors, |actor| (actor.pos().y, actor.pos().x));
        for actor in &actors {
            self.show_actor(actor);
        }
        for phantom in self.view.phantoms() {
            let look_tiles = self.tiles.kind(phantom.kind);
            let look = &self.view.pack().kinds.get(phantom.kind).look;
            let color = self.loud(rgb(look.color));
            let ink = Ink::new(color, light::on_things(self.spot(phantom.at).light));
            // Illusions look like foes in everything.
            if look_tiles.closed.tile.is_some_and(|it| !it.glyph) {
                self.show_contact(phantom.at, FOE, None);
            }
            self.put_pair(phantom.at, look_tiles.closed, look_tiles, ink);
        }
    }

    fn show_actor(&mut self, actor: &Seen<'_>) {
        let (at, glimpse) = (actor.pos(), actor.glimpse());
        let shown = actor.appearance(self.now);
        let look_tiles = self.tiles.kind(glimpse.drawn_as());
        let mut pair = self.pair(shown.glyph, look_tiles.pair(glimpse.is_open()));
        if actor.veiled_glyph().is_some() {
            pair = self.glyph_only(shown.glyph, pair);
        }
        let color = self.loud(rgb(shown.color));
        let ink = Ink::new(color, light::on_things(self.spot(at).light));
        let parts = self.parts(actor, pair, look_tiles, ink);
        let offset = self.motion.offset(actor.id(), self.now);
        if pair.tile.is_some_and(|it| !it.glyph) {
            let tint = match (actor.is_self(), actor.is_foe()) {
                (true, _) => OWN,
                (false, true) => FOE,
                (false, false) => FRIEND,
            };
            self.show_contact(at, tint, offset);
        }
        match offset {
            Some(offset) => self.put_moving(self.pixel(at) + offset, &parts),
            None => self.put_standing(at, &parts),
        }
        if self.motion.flashes(actor.id(), self.now) {
            let offset = self.motion.offset(actor.id(), self.now).unwrap_or_default();
            let shapes = parts.iter().map(|part| Part {
                sprite: Sprite { tint: WHITE, silhouette: true, ..part.sprite },
                ..*part
            });
            self.put_moving(self.pixel(at) + offset, &shapes.collect::<Vec<_>>());
        }
    }

    /// Draws the shadow under an actor. Its color tells foes from others.
    fn show_contact(&mut self, at: Pos, tint: Color, offset: Option<Pos>) {
        let Some(tile) = self.tileset.named("shadow-contact") else { return };
        let sprite = Sprite { silhouette: true, ..Sprite::tinted(tile, tint) };
        match offset {
            Some(offset) => self.put_loose(self.pixel(at) + offset, sprite),
            None => self.scene.put(self.scene_pos(at), sprite),
        }
    }

    /// Returns all parts of an actor: its halves, and over them its equipment.
    fn parts(
        &mut self,
        actor: &Seen<'_>,
        pair: TilePair,
        look_tiles: &KindTiles,
        ink: Ink,
    ) -> Vec<Part> {
        let number = pick::mixed(actor.id().into());
        let mut parts = Vec::new();
        for (drawn, up) in [(pair.tile, 0), (pair.top, 1)] {
            let Some(drawn) = drawn else { continue };
            parts.push(Part {
                up,
                glyph: drawn.glyph,
                sprite: self.sprite(drawn, look_tiles, ink, number),
            });
        }
        if pair.tile.is_none_or(|it| it.glyph) {
            return parts;
        }
        let light = light::on_things(self.spot(actor.pos()).light);
        for worn in actor.worn() {
            let tiles = self.tiles.kind(worn.drawn_as()).worn;
            let Some((drawn, up)) = tiles.on(pair.top.is_some()) else { continue };
            let ink = Ink::new(rgb(worn.look().color), light);
            let sprite = self.sprite(drawn, look_tiles, ink, number);
            parts.push(Part { up, glyph: false, sprite });
        }
        parts
    }

    fn put_standing(&mut self, at: Pos, parts: &[Part]) {
        for part in parts {
            let cell = self.scene_pos(at) - Pos::new(0, part.up);
            if part.glyph && self.style == Style::Glyphs {
                self.bare(cell);
            }
            self.scene.put(cell, part.sprite);
        }
    }

    fn put_moving(&mut self, at: Pos, parts: &[Part]) {
        for part in parts {
            self.put_loose(at - Pos::new(0, part.up * CELL), part.sprite);
        }
    }

    /// Returns an actor as a mere character, whatever tile it has.
    fn glyph_only(&self, glyph: char, pair: TilePair) -> TilePair {
        let drawn = pair.tile.zip(self.tileset.glyph(glyph));
        let tile = drawn.map(|(it, tile)| DrawnTile { tile, glyph: true, ..it });
        TilePair { tile: tile.or(pair.tile), top: None }
    }

    /// Returns the character of an actor, which its states may change.
    fn pair(&self, glyph: char, mut pair: TilePair) -> TilePair {
        if let Some(drawn) = pair.tile.as_mut().filter(|it| it.glyph) {
            drawn.tile = self.tileset.glyph(glyph).unwrap_or(drawn.tile);
        }
        pair
    }
}
