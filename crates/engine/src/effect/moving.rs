//! Moving an actor from one cell to another.

use barrow_grid::Pos;
use barrow_pack::Occasion;

use crate::ctx::Ctx;
use crate::ctx::scene::Scene;
use crate::event::Event;
use crate::state::entity::EntityId;

impl Ctx<'_> {
    /// Moves an actor to a free cell and lets everything happen that a step causes. Returns
    /// whether it stands there now and the cell does nothing to anyone.
    pub(crate) fn relocate(&mut self, who: EntityId, to: Pos) -> bool {
        let Some(from) = self.shift(who, to) else { return false };
        self.leave_with(who, from);
        self.enter_cell(who, to) && self.pos(who) == Some(to)
    }

    /// Moves an actor that does not take the step itself. Its items do nothing on leaving.
    pub(crate) fn drag(&mut self, who: EntityId, to: Pos) {
        if self.shift(who, to).is_some() {
            self.enter_cell(who, to);
        }
    }

    /// Moves an actor to a free cell and returns where it was; `None` if it did not move.
    fn shift(&mut self, who: EntityId, to: Pos) -> Option<Pos> {
        let from = self.pos(who)?;
        self.leave_cell(who, from);
        if self.pos(who) != Some(from) || !self.is_free_for(who, to) {
            return None;
        }
        self.put(who, to);
        self.tell_move(who, from, to);
        Some(from)
    }

    /// Runs what happens when an actor steps off a cell.
    fn leave_cell(&mut self, who: EntityId, from: Pos) {
        let ground = self.pack.kinds.get(self.world.level.ground[from]).on.effects(Occasion::Leave);
        if ground.is_empty() && !self.world.level.pile_cells.contains(from) {
            return;
        }
        let scene = step_scene(who);
        for thing in self.pile(from).collect::<Vec<_>>() {
            // For stairs, `leave` means that they are taken.
            if self.kind(thing).stairs.is_none() {
                self.occasion(thing, Occasion::Leave, &scene);
            }
        }
        self.run(ground, &scene);
    }

    /// Runs what the things that an actor carries do on the cell that it left.
    fn leave_with(&mut self, who: EntityId, from: Pos) {
        if !self.facts.items_leave {
            return;
        }
        let scene = Scene { actor: Some(who), ..Scene::default() }.at(from);
        for item in self.bag(who).to_vec() {
            self.occasion(item, Occasion::Leave, &scene);
        }
    }

    /// Tells a move to all players who see one of its ends.
    pub(crate) fn tell_move(&mut self, who: EntityId, from: Pos, to: Pos) {
        let audience = self.player_bit(who) | self.who_sees_any([from, to]);
        // Most moves in a crowd are seen by nobody.
        if audience != 0 {
            self.tell_to(audience, Event::Moved { who, from, to });
        }
    }
}

/// Returns the scene of an actor that steps somewhere.
pub(super) fn step_scene(who: EntityId) -> Scene {
    Scene { actor: Some(who), target: Some(who), ..Scene::default() }
}
