use barrow_dice::Formula;
use barrow_grid::{Dir, Pos, Rect};
use barrow_pack::{Field, Id, Kind, Layer, Reveal, Subject, Template};

use crate::ctx::Ctx;
use crate::event::{Event, Told, Volume};
use crate::scene::Scene;
use crate::world::Flash;

impl Ctx<'_> {
    /// Puts a field onto cells that are not solid.
    pub(crate) fn pour(
        &mut self,
        field: Id<Field>,
        amount: Option<&Formula>,
        radius: Option<&Formula>,
        at: Subject,
        scene: &Scene,
    ) {
        let Some(center) = self.spot(scene, at) else { return };
        let amount = u8::try_from(self.count(amount, scene, 1)).unwrap_or(u8::MAX);
        let radius = self.count(radius, scene, 0);
        for cell in square(center, radius, self.world.level.bounds()) {
            if cell.distance_squared(center) <= radius * radius && self.world.level.is_open(cell) {
                let there = self.world.level.field_at(field, cell);
                self.set_field(field, cell, there.saturating_add(amount));
            }
        }
    }

    /// Turns the ground of cells into another kind; fixtures there are broken.
    pub(crate) fn rebuild(
        &mut self,
        kind: Id<Kind>,
        radius: Option<&Formula>,
        at: Subject,
        scene: &Scene,
    ) {
        let Some(center) = self.spot(scene, at) else { return };
        let radius = self.count(radius, scene, 0);
        // The rim of a level holds it together.
        let inside = self.world.level.bounds().grown(-1);
        for cell in square(center, radius, inside) {
            for thing in self.pile(cell).collect::<Vec<_>>() {
                if self.kind(thing).layer == Layer::Fixture && self.kind(thing).stairs.is_none() {
                    self.vanish(thing);
                }
            }
            self.world.level.ground.set(cell, kind);
            self.settle(cell);
        }
        self.world.level.stale_light = true;
    }

    /// Makes a noise: every player within range hears it, by distance and direction.
    pub(crate) fn sound(
        &mut self,
        text: &Template,
        range: Option<&Formula>,
        at: Subject,
        scene: &Scene,
    ) {
        let Some(source) = self.spot(scene, at) else { return };
        let range = self.count(range, scene, 10);
        let text = self.render(text, scene);
        for player in 0..self.world.players.len() {
            let listener = self.world.players[player].entity;
            let Some(here) = self.place(listener) else { continue };
            let far = here.distance_squared(source);
            let volume = match far {
                _ if far >= range * range => continue,
                _ if far < 9 => Volume::Deafening,
                _ if 4 * far < range * range => Volume::Clear,
                _ => Volume::Faint,
            };
            let towards = Dir::towards(here, source);
            let event = Event::Heard { text: text.clone(), volume, towards };
            self.world.told.push(Told { audience: 1 << player, event });
        }
    }

    /// Lights cells up for a while.
    pub(crate) fn flash(
        &mut self,
        radius: &Formula,
        turns: Option<&Formula>,
        at: Subject,
        scene: &Scene,
    ) {
        let Some(at) = self.spot(scene, at) else { return };
        let radius = self.count(Some(radius), scene, 0);
        let until = self.world.turn + u64::from(self.count(turns, scene, 1));
        self.world.flashes.push(Flash { at, radius, until });
        self.world.level.stale_light = true;
        self.tell(at, Event::Flashed { at, radius });
    }

    /// Lets the player know what he has not seen.
    pub(crate) fn reveal(&mut self, what: Reveal, scene: &Scene) {
        let Some(player) = self.player_of(scene) else { return };
        match what {
            Reveal::Level => self.remember_ground(player),
            Reveal::Items => self.remember_things(player, Layer::Item),
            Reveal::Hidden => self.unhide(),
            Reveal::Actors => self.world.players[player].senses_until = self.world.turn + 10,
        }
    }

    fn player_of(&self, scene: &Scene) -> Option<usize> {
        self.world.players.iter().position(|it| Some(it.entity) == scene.player)
    }

    fn unhide(&mut self) {
        let hidden = self.pack.core.hidden;
        for entity in &mut self.world.entities {
            if entity.pos().is_some() && self.pack.kinds.get(entity.kind).flags.contains(&hidden) {
                entity.own_mut(hidden).now = barrow_dice::Fixed::ZERO;
            }
        }
    }
}

pub(crate) fn square(center: Pos, radius: u32, bounds: Rect) -> Vec<Pos> {
    let radius = radius.min(1_000).cast_signed();
    let side = 2 * radius + 1;
    let square = Rect::new(center.x - radius, center.y - radius, side, side);
    square.intersection(bounds).cells().collect()
}
