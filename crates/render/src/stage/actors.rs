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

/// The ground behind the characters of others: darker, so that they can be read on it.
const DARK_FRIEND: Color = Color::new(24, 96, 140);

/// The opacity of these colors behind a character, of 255.
const STAIN: u8 = 140;

/// A part of an actor's picture.
#[derive(Clone, Copy)]
struct Part {
    /// How many cells above the actor it is drawn.
    up: i32,
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
            let color = light::loud(rgb(look.color));
            let ink = Ink::new(color, light::on_things(self.spot(phantom.at).light));
            // Illusions look like foes in everything.
            let pair = look_tiles.closed;
            self.show_ground_under(phantom.at, pair, FOE, None);
            let number = pick::cell_number(phantom.at, self.view.floor());
            let parts = self.halves(pair, look_tiles, ink, number);
            self.put_standing(phantom.at, &parts);
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
        let color = light::loud(rgb(shown.color));
        let ink = Ink::new(color, light::on_things(self.spot(at).light));
        let parts = self.parts(actor, pair, look_tiles, ink);
        let offset = self.motion.offset(actor.id(), self.now);
        let tint = match (actor.is_self(), actor.is_foe()) {
            (true, _) => OWN,
            (false, true) => FOE,
            (false, false) => FRIEND,
        };
        self.show_ground_under(at, pair, tint, offset);
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

    /// Draws the ground under an actor, whose color tells foes from others: the cell of a character,
    /// or the shadow of a tile. The player's own character needs none.
    fn show_ground_under(&mut self, at: Pos, pair: TilePair, tint: Color, offset: Option<Pos>) {
        let Some(drawn) = pair.tile else { return };
        if !drawn.glyph {
            return self.show_contact(at, tint, offset);
        }
        if self.style == Style::Glyphs {
            let cell = self.scene_pos(at);
            self.bare(cell);
            if let Some(fill) = self.tiles.fill.filter(|_| tint != OWN) {
                let tint = if tint == FRIEND { DARK_FRIEND } else { tint };
                self.scene.put(cell, Sprite { opacity: STAIN, ..Sprite::tinted(fill, tint) });
            }
        }
    }

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
        let mut parts = self.halves(pair, look_tiles, ink, number);
        if pair.tile.is_none_or(|it| it.glyph) {
            return parts;
        }
        let light = light::on_things(self.spot(actor.pos()).light);
        for worn in actor.worn() {
            let tiles = self.tiles.kind(worn.drawn_as()).worn;
            let Some((drawn, up)) = tiles.on(pair.top.is_some()) else { continue };
            let ink = Ink::new(rgb(worn.look().color), light);
            let sprite = self.sprite(drawn, look_tiles, ink, number);
            parts.push(Part { up, sprite });
        }
        parts
    }

    /// Returns the lower and the upper half of an actor.
    fn halves(
        &mut self,
        pair: TilePair,
        look_tiles: &KindTiles,
        ink: Ink,
        number: u32,
    ) -> Vec<Part> {
        let mut parts = Vec::new();
        for (drawn, up) in [(pair.tile, 0), (pair.top, 1)] {
            let Some(drawn) = drawn else { continue };
            let sprite = self.sprite(drawn, look_tiles, ink, number);
            parts.push(Part { up, sprite });
        }
        parts
    }

    fn put_standing(&mut self, at: Pos, parts: &[Part]) {
        for part in parts {
            self.scene.put(self.scene_pos(at) - Pos::new(0, part.up), part.sprite);
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

#[cfg(test)]
#[allow(clippy::float_arithmetic, reason = "contrast is defined in real numbers; no rule reads it")]
mod tests {
    use barrow_play::palette::Vision;

    use super::*;

    /// Returns the brightness of a color, of 255.
    fn brightness([red, green, blue]: [u8; 3]) -> u32 {
        (u32::from(red) * 54 + u32::from(green) * 183 + u32::from(blue) * 19) / 256
    }

    /// Returns the relative luminance of the accessibility guidelines.
    fn luminance(color: Color) -> f64 {
        let part = |it: u8| {
            let part = f64::from(it) / 255.0;
            if part <= 0.04045 { part / 12.92 } else { ((part + 0.055) / 1.055).powf(2.4) }
        };
        0.2126 * part(color.red) + 0.7152 * part(color.green) + 0.0722 * part(color.blue)
    }

    fn colors() -> impl Iterator<Item = Color> {
        let shades = || (0..=255).step_by(51);
        let pairs = shades().flat_map(move |red| shades().map(move |green| (red, green)));
        pairs.flat_map(move |(red, green)| shades().map(move |blue| Color::new(red, green, blue)))
    }

    /// Returns ground with a stain on it.
    fn stained(ground: Color, stain: Color) -> Color {
        let mixed = |below: u8, over: u8| {
            let share = u32::from(STAIN);
            let sum = u32::from(below) * (255 - share) + u32::from(over) * share;
            u8::try_from(sum / 255).expect("a mean of two bytes")
        };
        Color::new(
            mixed(ground.red, stain.red),
            mixed(ground.green, stain.green),
            mixed(ground.blue, stain.blue),
        )
    }

    #[test]
    fn a_character_is_read_on_any_ground_with_or_without_a_stain() {
        for ground in colors().map(light::dim) {
            let grounds = [ground, stained(ground, FOE), stained(ground, DARK_FRIEND)];
            let brightest = grounds.into_iter().map(luminance).fold(0.0, f64::max);
            for color in colors().map(light::loud) {
                let contrast = (luminance(color) + 0.05) / (brightest + 0.05);
                assert!(contrast >= 3.0, "{color:?} on {ground:?}: {contrast:.2}");
            }
        }
    }

    #[test]
    fn foes_others_and_the_player_stand_on_different_ground_whatever_colors_are_seen() {
        for vision in Vision::ALL {
            let [foe, dark, friend, own] = [FOE, DARK_FRIEND, FRIEND, OWN]
                .map(|it| brightness(vision.seen([it.red, it.green, it.blue])));
            assert!(foe * 3 < dark * 2, "{vision:?}: {foe} {dark}");
            assert!(foe * 2 < friend && friend * 3 < own * 2, "{vision:?}: {foe} {friend} {own}");
        }
    }
}
