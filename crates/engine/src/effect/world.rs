//! Effects on cells, and on what players see and hear.

use std::sync::Arc;

use barrow_dice::Formula;
use barrow_grid::{BitGrid, Pos, Rect};
use barrow_pack::{Extent, Field, Id, Kind, Layer, Pours, Reveal, SoundName, Subject, Template};

use crate::ctx::Ctx;
use crate::ctx::scene::Scene;
use crate::event::Event;
use crate::state::entity::EntityId;
use crate::state::world::Flash;

impl Ctx<'_> {
    /// Returns the cells that a field is put onto. Solid cells are left out.
    pub(crate) fn poured_on(
        &mut self,
        pours: Pours,
        extent: &Extent,
        beyond: Option<&Formula>,
        at: Subject,
        scene: &Scene,
    ) -> Vec<Pos> {
        let Some(center) = self.spot(scene, at) else { return Vec::new() };
        let shape = pours.shaped(self.shape(extent, self.pour_metric(), scene));
        let beyond = beyond.map(|it| self.reach(Some(it), scene, 0));
        let mut cells = self.cells_of(shape, center, scene.actor);
        self.charge_cells(cells.len());
        cells.retain(|&cell| {
            let far = beyond.is_none_or(|it| cell.chebyshev(center) > it);
            far && self.world.level.is_open(cell)
        });
        cells
    }

    /// Puts a field onto cells, and lets it act on the actors there.
    pub(crate) fn pour(
        &mut self,
        field: Id<Field>,
        amount: Option<&Formula>,
        fresh: bool,
        cells: &[Pos],
        scene: &Scene,
    ) {
        let amount = u8::try_from(self.count(amount, scene, 1)).unwrap_or(u8::MAX);
        let has_some = |it: &Self, cell| it.world.level.field_at(field, cell) > 0;
        let taken = |it: &Self, cell| fresh && (has_some(it, cell) || it.is_pit(cell));
        let cells: Vec<Pos> = cells.iter().copied().filter(|&cell| !taken(self, cell)).collect();
        for cell in cells {
            let there = self.world.level.field_at(field, cell);
            self.set_field(field, cell, there.saturating_add(amount));
            if there == 0 {
                self.field_arrives(field, cell);
            }
        }
    }

    /// Turns the ground of cells into another kind and removes fixtures there. A solid kind does
    /// not replace the ground under an actor, and stairs stay.
    pub(crate) fn rebuild(&mut self, kind: Id<Kind>, extent: &Extent, at: Subject, scene: &Scene) {
        let Some(center) = self.spot(scene, at) else { return };
        // The rim of a level stays as it is.
        let inside = self.world.level.bounds().grown(-1);
        let solid = self.pack.kinds.get(kind).flags.contains(&self.pack.core.solid);
        for cell in self.cells_in(extent, self.area_metric(), center, scene) {
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
        sound: &SoundName,
        scene: &Scene,
    ) {
        let Some(source) = self.spot(scene, at) else { return };
        let range = self.reach(range, scene, 10);
        let text = self.render(text, scene, u8::MAX);
        self.make_noise(&text, &sound.0, source, range);
        self.let_minds_hear(source, range, scene.actor);
    }

    /// Lights up cells for some turns. A radius is that of a light; of a shape each cell is lit.
    pub(crate) fn flash(
        &mut self,
        extent: &Extent,
        turns: Option<&Formula>,
        at: Subject,
        scene: &Scene,
    ) {
        let Some(at) = self.spot(scene, at) else { return };
        let (radius, cells) = if extent.shape.is_some() {
            (1, self.cells_in(extent, self.area_metric(), at, scene))
        } else {
            (self.reach(extent.radius.as_ref(), scene, 0), vec![at])
        };
        let until = self.world.turn + u64::from(self.count(turns, scene, 1));
        let flashes = cells.into_iter().map(|at| Flash { at, radius, until });
        self.world.flashes.extend(flashes);
        self.world.level.stale_light = true;
        self.tell(at, Event::Flashed { at, radius });
    }

    /// Shows something unseen to the scene's player: on the whole level, or on some cells.
    pub(crate) fn reveal(&mut self, what: Reveal, extent: &Extent, at: Subject, scene: &Scene) {
        let Some(player) = self.player_of(scene) else { return };
        let bounds = self.world.level.bounds();
        let mut cells = BitGrid::new(bounds.width, bounds.height);
        if extent.is_given() {
            let Some(center) = self.spot(scene, at) else { return };
            for cell in self.cells_in(extent, self.area_metric(), center, scene) {
                cells.insert(cell);
            }
        } else {
            cells.invert();
        }
        match what {
            Reveal::Level => self.remember_ground(player, &cells),
            Reveal::Rooms => {
                let bit = 1 << player;
                self.world.level.rooms.iter_mut().for_each(|it| it.known_by |= bit);
            }
            Reveal::Items => self.remember_things(player, Layer::Item, &cells),
            Reveal::Fixtures => self.remember_things(player, Layer::Fixture, &cells),
            Reveal::Hidden => self.unhide(&cells),
            Reveal::Actors => self.world.players[player].senses_until = self.world.turn + 10,
        }
    }

    fn player_of(&self, scene: &Scene) -> Option<usize> {
        self.world.players.iter().position(|it| Some(it.entity) == scene.player)
    }

    /// Reveals all hidden things on some cells.
    fn unhide(&mut self, cells: &BitGrid) {
        let hidden = self.pack.core.hidden;
        for index in 0..self.world.entities.len() {
            let id = EntityId::new(u32::try_from(index).unwrap_or(u32::MAX));
            let flagged = self.kind(id).flags.contains(&hidden);
            if let Some(at) = self.pos(id).filter(|&at| flagged && cells.contains(at)) {
                self.entity_mut(id).own_mut(hidden).now = barrow_dice::Fixed::ZERO;
                self.world.level.mark_changed(at);
            }
        }
    }

    /// Plays a sound for the players who see where it comes from; for all players if it comes from
    /// nowhere.
    pub(crate) fn cue(&mut self, name: &SoundName, scene: &Scene) {
        let at = self.spot(scene, Subject::Own).or_else(|| self.spot(scene, Subject::Actor));
        let involved = [scene.own, scene.actor, scene.target].into_iter().flatten();
        let own = involved.fold(0, |bits, who| bits | self.player_bit(who));
        let audience = at.map_or(u8::MAX, |at| self.who_sees(at) | own);
        self.tell_to(audience, Event::Cue { name: Arc::clone(&name.0), at });
    }
}

/// Returns the cells of a square around a center.
pub(crate) fn square(center: Pos, radius: u32, bounds: Rect) -> Vec<Pos> {
    let radius = radius.cast_signed();
    let side = 2 * radius + 1;
    let square = Rect::new(center.x - radius, center.y - radius, side, side);
    square.intersection(bounds).cells().collect()
}
