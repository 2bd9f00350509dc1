//! Actors on cells or on their way between them.

use barrow_engine::Seen;
use barrow_grid::{Color, Pos};
use barrow_pack::WornOn;
use barrow_small::sort_by_key;

use super::wardrobe::{Dress, Figure, Outfit};
use super::{CELL, Shot, Style, light, rgb};
use crate::scene::{Sprite, WHITE};

/// A part of an actor's picture.
#[derive(Clone, Copy)]
struct Part {
    /// How many cells above the actor it is drawn.
    up: i32,
    glyph: bool,
    sprite: Sprite,
}

impl Shot<'_, '_> {
    /// Draws actors from north to south, so that those in front hide those behind.
    pub(super) fn show_actors(&mut self) {
        let mut actors: Vec<Seen<'_>> = self.view.actors().collect();
        sort_by_key(&mut actors, |actor| (actor.pos().y, actor.pos().x));
        for actor in &actors {
            self.show_actor(actor);
        }
        for phantom in self.view.phantoms() {
            let outfit = self.wardrobe.kind(phantom.kind);
            let look = &self.view.pack().kinds.get(phantom.kind).look;
            let tint = light::shade(rgb(look.color), self.spot(phantom.at).light);
            self.put_dress(phantom.at, outfit.closed, outfit, tint);
        }
    }

    fn show_actor(&mut self, actor: &Seen<'_>) {
        let (at, glimpse) = (actor.pos(), actor.glimpse());
        let shown = actor.appearance(self.now);
        let outfit = self.wardrobe.kind(glimpse.drawn_as());
        let mut dress = self.dress(shown.glyph, outfit.dress(glimpse.is_open()));
        if actor.veiled_glyph().is_some() {
            dress = self.glyph_only(shown.glyph, dress);
        }
        let light = self.spot(at).light;
        let parts = self.parts(actor, dress, outfit, light::shade(rgb(shown.color), light));
        match self.motion.offset(actor.id(), self.now) {
            Some(offset) => self.put_moving(self.pixel(at) + offset, &parts),
            None => self.put_standing(at, &parts),
        }
        if let Some(opacity) = self.motion.flash(actor.id(), self.now) {
            let offset = self.motion.offset(actor.id(), self.now).unwrap_or_default();
            let shapes = parts.iter().map(|part| Part {
                sprite: Sprite { tint: WHITE, opacity, shape: true, ..part.sprite },
                ..*part
            });
            self.put_moving(self.pixel(at) + offset, &shapes.collect::<Vec<_>>());
        }
    }

    /// Returns all parts of an actor: its halves, and over them its equipment.
    fn parts(&mut self, actor: &Seen<'_>, dress: Dress, outfit: &Outfit, tint: Color) -> Vec<Part> {
        let beat = super::beat(actor.pos());
        let mut parts = Vec::new();
        for (figure, up) in [(dress.tile, 0), (dress.top, 1)] {
            let Some(figure) = figure else { continue };
            parts.push(Part {
                up,
                glyph: figure.glyph,
                sprite: self.sprite(figure, outfit, tint, beat),
            });
        }
        if dress.tile.is_none_or(|it| it.glyph) {
            return parts;
        }
        let light = self.spot(actor.pos()).light;
        let height = i32::from(dress.top.is_some());
        for worn in actor.worn() {
            let Some((figure, place)) = self.wardrobe.kind(worn.drawn_as()).worn else { continue };
            let up = match place {
                WornOn::Lower => 0,
                WornOn::Upper => height,
                WornOn::Head => height + 1,
            };
            let sprite = Sprite::tinted(figure.tile, light::shade(rgb(worn.look().color), light));
            parts.push(Part { up, glyph: false, sprite });
        }
        parts
    }

    fn put_standing(&mut self, at: Pos, parts: &[Part]) {
        for part in parts {
            let cell = self.place(at) - Pos::new(0, part.up);
            if part.glyph && self.style == Style::Glyphs {
                self.scene.hide(cell);
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
    fn glyph_only(&self, glyph: char, dress: Dress) -> Dress {
        let figure = dress.tile.zip(self.tileset.glyph(glyph));
        let tile = figure.map(|(it, tile)| Figure { tile, glyph: true, ..it });
        Dress { tile: tile.or(dress.tile), top: None }
    }

    /// Returns the character of an actor, which its states may change.
    fn dress(&self, glyph: char, mut dress: Dress) -> Dress {
        if let Some(figure) = dress.tile.as_mut().filter(|it| it.glyph) {
            figure.tile = self.tileset.glyph(glyph).unwrap_or(figure.tile);
        }
        dress
    }
}
