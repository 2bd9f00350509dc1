//! Effects on cells, and on what players see and hear.

use std::sync::Arc;

use barrow_dice::Formula;
use barrow_grid::{Pos, Rect};
use barrow_pack::{CellShape, Field, Id, Kind, Layer, Reveal, Subject, Template};

use crate::ctx::Ctx;
use crate::ctx::scene::Scene;
use crate::event::Event;
use crate::state::entity::EntityId;
use crate::state::world::Flash;

impl Ctx<'_> {
    /// Returns the cells of a disc or a star that a field is put onto. Solid cells are left out.
    pub(crate) fn poured_on(
        &mut self,
        field: Id<Field>,
        (beyond, radius): (Option<&Formula>, Option<&Formula>),
        (star, fresh): (bool, bool),
        at: Subject,
        scene: &Scene,
    ) -> Vec<Pos> {
        let Some(center) = self.spot(scene, at) else { return Vec::new() };
        let radius = self.reach(radius, scene, 0);
        let beyond = beyond.map(|it| self.reach(Some(it), scene, 0));
        let shape = if star { CellShape::Star } else { CellShape::Disc };
        let mut cells = self.square(center, radius);
        cells.retain(|&cell| {
            let far = beyond.is_none_or(|it| cell.chebyshev(center) > it);
            let has_some = self.world.level.field_at(field, cell) > 0;
            is_in_shape(shape, cell, center, radius)
                && far
                && self.world.level.is_open(cell)
                && !(fresh && (has_some || self.is_pit(cell)))
        });
        cells
    }

    /// Puts a field onto cells, and lets it act on the actors there.
    pub(crate) fn pour(
        &mut self,
        field: Id<Field>,
        amount: Option<&Formula>,
        cells: &[Pos],
        scene: &Scene,
    ) {
        let amount = u8::try_from(self.count(amount, scene, 1)).unwrap_or(u8::MAX);
        for &cell in cells {
            let there = self.world.level.field_at(field, cell);
            self.set_field(field, cell, there.saturating_add(amount));
            if there == 0 {
                self.field_arrives(field, cell);
            }
        }
    }

    /// Turns the ground of cells into another kind and removes fixtures there. A solid kind does
    /// not replace the ground under an actor, and stairs stay.
    pub(crate) fn rebuild(
        &mut self,
        kind: Id<Kind>,
        radius: Option<&Formula>,
        at: Subject,
        scene: &Scene,
    ) {
        let Some(center) = self.spot(scene, at) else { return };
        let radius = self.reach(radius, scene, 0);
        // The rim of a level stays as it is.
        let inside = self.world.level.bounds().grown(-1);
        let solid = self.pack.kinds.get(kind).flags.contains(&self.pack.core.solid);
        for cell in self.square(center, radius) {
            let taken = self.world.level.actor_at(cell).is_some();
            let stairs = self.pile(cell).any(|it| self.kind(it).stairs.is_some());
            if !inside.contains(cell) || stairs || (solid && taken) {
                continue;
            }
            for thing in self.pile(cell).collect::<Vec<_>>() {
                if self.kind(thing).layer == Layer::Fixture {
                    self.vanish(thing);
                }
            }
            self.replace_ground(kind, cell);
        }
    }

    /// Makes a noise that every player within range hears, with its distance and direction.
    pub(crate) fn noise(
        &mut self,
        text: &Template,
        range: Option<&Formula>,
        at: Subject,
        scene: &Scene,
    ) {
        let Some(source) = self.spot(scene, at) else { return };
        let range = self.reach(range, scene, 10);
        let text = self.render(text, scene, u8::MAX);
        self.make_noise(&text, source, range);
    }

    /// Lights up cells for some turns.
    pub(crate) fn flash(
        &mut self,
        radius: &Formula,
        turns: Option<&Formula>,
        at: Subject,
        scene: &Scene,
    ) {
        let Some(at) = self.spot(scene, at) else { return };
        let radius = self.reach(Some(radius), scene, 0);
        let until = self.world.turn + u64::from(self.count(turns, scene, 1));
        self.world.flashes.push(Flash { at, radius, until });
        self.world.level.stale_light = true;
        self.tell(at, Event::Flashed { at, radius });
    }

    /// Shows something unseen to the scene's player.
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

    /// Reveals all hidden things on the level.
    fn unhide(&mut self) {
        let hidden = self.pack.core.hidden;
        for index in 0..self.world.entities.len() {
            let id = EntityId(u32::try_from(index).unwrap_or(u32::MAX));
            let flagged = self.kind(id).flags.contains(&hidden);
            if let Some(at) = self.pos(id).filter(|_| flagged) {
                self.entity_mut(id).own_mut(hidden).now = barrow_dice::Fixed::ZERO;
                self.world.level.mark_changed(at);
            }
        }
    }

    /// Returns the cells of a square around a center, and charges their cost.
    pub(crate) fn square(&mut self, center: Pos, radius: u32) -> Vec<Pos> {
        let cells = square(center, radius, self.world.level.bounds());
        self.charge_cells(cells.len());
        cells
    }

    /// Plays a sound for the players who see where it comes from; for all players if it comes from
    /// nowhere.
    pub(crate) fn cue(&mut self, name: &Arc<str>, scene: &Scene) {
        let at = self.spot(scene, Subject::Own).or_else(|| self.spot(scene, Subject::Actor));
        let involved = [scene.own, scene.actor, scene.target].into_iter().flatten();
        let own = involved.fold(0, |bits, who| bits | self.player_bit(who));
        let audience = at.map_or(u8::MAX, |at| self.who_sees(at) | own);
        self.tell_to(audience, Event::Cue { name: Arc::clone(name), at });
    }
}

/// Returns the cells of a square around a center.
pub(crate) fn square(center: Pos, radius: u32, bounds: Rect) -> Vec<Pos> {
    let radius = radius.cast_signed();
    let side = 2 * radius + 1;
    let square = Rect::new(center.x - radius, center.y - radius, side, side);
    square.intersection(bounds).cells().collect()
}

/// Returns whether a cell of the square around a center belongs to a shape.
pub(crate) fn is_in_shape(shape: CellShape, cell: Pos, center: Pos, radius: u32) -> bool {
    match shape {
        CellShape::Square => true,
        CellShape::Disc => cell.distance_squared(center) <= radius * radius,
        CellShape::Star => {
            let (x, y) = (cell.x.abs_diff(center.x), cell.y.abs_diff(center.y));
            x == 0 || y == 0 || x == y
        }
    }
}
