//! What a cell does to actors that come there.

use barrow_dice::Fixed;
use barrow_grid::Pos;
use barrow_pack::{Layer, Occasion};

use super::moving::step_scene;
use crate::ctx::Ctx;
use crate::state::entity::EntityId;

impl Ctx<'_> {
    /// Runs what a cell does to an actor that comes there: pits, things that lie there, fields.
    /// It stops if that moves the actor. Returns whether the cell does nothing to anyone.
    pub(crate) fn enter_cell(&mut self, who: EntityId, at: Pos) -> bool {
        let plain = self.is_plain(at);
        if !plain {
            self.run_cell_occasion(who, at, Occasion::Enter);
            self.run_field_occasion(who, at, Occasion::Enter);
        }
        plain
    }

    /// Returns whether a cell does nothing to actors that come there, as most cells do.
    #[inline]
    pub(crate) fn is_plain(&self, at: Pos) -> bool {
        let level = &self.world.level;
        let pit = level.has_pits && level.pits.contains(at);
        !pit && self.is_bare(at)
            && !level.fields.iter().any(|it| it.count > 0 && it.cells.contains(at))
    }

    /// Returns whether nothing lies on a cell and its ground has no effects.
    #[inline]
    pub(crate) fn is_bare(&self, at: Pos) -> bool {
        let level = &self.world.level;
        let acts = || !self.pack.kinds.get(level.ground[at]).on.is_empty();
        !(level.pile_cells.contains(at) || self.facts.ground_acts && acts())
    }

    /// Runs what ground and things do to an actor that comes to their cell, or walks there.
    pub(crate) fn run_cell_occasion(&mut self, who: EntityId, at: Pos, occasion: Occasion) {
        let ground = self.pack.kinds.get(self.world.level.ground[at]);
        let plain = ground.on.effects(occasion).is_empty()
            && self.world.level.piles[at].is_none()
            && !self.is_pit(at);
        if plain || self.is(who, self.pack.core.floating) {
            return;
        }
        let scene = step_scene(who);
        self.run(ground.on.effects(occasion), &scene);
        if self.pos(who) == Some(at) && self.is_pit(at) {
            self.fall_in(who);
        }
        for thing in self.pile(at).collect::<Vec<_>>() {
            if thing != who && self.pos(who) == Some(at) && self.entity(thing).exists() {
                self.reveal_thing(thing, occasion);
                self.occasion(thing, occasion, &scene);
            }
        }
    }

    /// Runs what the fields in a cell do to an actor that comes there.
    pub(crate) fn run_field_occasion(&mut self, who: EntityId, at: Pos, occasion: Occasion) {
        for (id, field) in self.pack.fields.iter() {
            let effects = field.on.effects(occasion);
            if effects.is_empty() || self.layer(id).count == 0 {
                continue;
            }
            if self.layer(id).cells.contains(at) && self.pos(who) == Some(at) {
                self.run(effects, &step_scene(who));
            }
        }
    }

    /// Removes what is over a pit with all it carries, unless it floats.
    pub(crate) fn fall_in(&mut self, what: EntityId) {
        if self.is(what, self.pack.core.floating) {
            return;
        }
        self.say_usual(self.moment(), |it| &it.fell, &self.scene_of(what));
        if self.kind(what).layer == Layer::Item {
            self.vanish(what);
        } else {
            self.kill(what, None, "a long fall");
        }
    }

    /// Reveals a hidden thing that does something on an occasion.
    pub(crate) fn reveal_thing(&mut self, thing: EntityId, occasion: Occasion) {
        let hidden = self.pack.core.hidden;
        if self.is(thing, hidden) && !self.kind(thing).on.effects(occasion).is_empty() {
            self.entity_mut(thing).own_mut(hidden).now = Fixed::ZERO;
            if let Some(at) = self.pos(thing) {
                self.world.level.mark_changed(at);
            }
        }
    }
}
