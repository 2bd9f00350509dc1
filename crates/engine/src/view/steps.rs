use barrow_grid::{Fog, Pos};
use barrow_pack::Moves;

use super::{Glimpse, View};
use crate::action::ways::Toll;

impl View<'_> {
    /// Returns whether it matters in this game how someone moves. If not, every step takes the
    /// same time, and only solid things are in the way.
    pub const fn has_ways(&self) -> bool {
        self.look.facts.ways
    }

    /// Returns how many times as long a step of the player onto a cell takes, as far as the player
    /// knows; 0 if it cannot be entered. Doors count as open.
    pub fn step_cost(&self, at: Pos) -> u32 {
        self.known_cost(at, true)
    }

    /// Does the same as [`View::step_cost`], but closed doors are in the way unless a step `opens`
    /// them.
    pub(super) fn known_cost(&self, at: Pos, opens: bool) -> u32 {
        let (cell, pack) = (self.cell(at), self.look.pack);
        let Some(ground) = cell.ground else { return 0 };
        let mut toll = Toll::new(pack, self.look.moves(self.player.entity), ground);
        let mut add = |thing: Glimpse<'_>| {
            let Some(kind) = thing.kind().map(|it| pack.kinds.get(it)) else { return };
            let solid = match kind.door {
                Some(_) if opens || thing.is_open() => return,
                Some(_) => true,
                None => kind.flags.contains(&pack.core.solid),
            };
            toll.add(&kind.crossing, if solid { Moves::NONE } else { Moves::ALL });
        };
        if cell.fog == Fog::Visible {
            let things = self.look.pile(at).filter(|&id| self.shows(id));
            things.for_each(|id| add(self.seen(id).glimpse()));
            toll.add_fields(pack, &self.look.world.level, at);
        } else {
            cell.thing.into_iter().for_each(add);
        }
        toll.total()
    }
}
