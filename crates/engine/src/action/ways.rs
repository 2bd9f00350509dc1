//! Who may enter a cell, and how long a step onto it takes. Rules, minds and views ask here.
//!
//! In a pack without ways of moving nothing but solid things is asked for, as ever.

use barrow_grid::Pos;
use barrow_pack::{Crossing, Field, Id, Kind, Layer, Moves, Pack};

use crate::ctx::{Ctx, ReadCtx, Reads};
use crate::state::entity::EntityId;
use crate::state::level::Level;

/// The energy that an action costs.
pub(crate) const ACTION: i32 = 100;

/// What everything on a cell asks of someone who enters it.
pub(crate) struct Toll {
    moves: Moves,
    /// The factor of a step by each way; 0 if the way is closed.
    costs: [u32; Moves::MAX],
}

impl Toll {
    /// Begins with the ground of a cell.
    pub(crate) fn new(pack: &Pack, moves: Moves, ground: Id<Kind>) -> Self {
        let ground = pack.kinds.get(ground);
        let solid = ground.flags.contains(&pack.core.solid);
        let usual = if solid { Moves::NONE } else { Moves::WALK.and(Moves::FLY) };
        let mut toll = Self { moves, costs: [1; Moves::MAX] };
        toll.add(&ground.crossing, usual);
        toll
    }

    /// Adds a thing or a field. `usual` lists whom it lets in if it does not say.
    pub(crate) fn add(&mut self, crossing: &Crossing, usual: Moves) {
        if crossing.is_empty() && usual.contains(self.moves) {
            return;
        }
        for (way, cost) in self.costs.iter_mut().enumerate() {
            let own = crossing.cost(way, usual);
            *cost = if own == 0 || *cost == 0 { 0 } else { own.max(*cost) };
        }
    }

    /// Adds the fields on a cell.
    pub(crate) fn add_fields(&mut self, pack: &Pack, level: &Level, at: Pos) {
        for ((_, field), layer) in pack.fields.iter().zip(&level.fields) {
            if layer.count > 0 && layer.cells.contains(at) {
                self.add(&field.crossing, Moves::ALL);
            }
        }
    }

    /// Returns how many times as long the step takes; 0 if it cannot be taken.
    pub(crate) fn total(&self) -> u32 {
        let open = self.costs.iter().enumerate();
        let open = open.filter(|&(way, &cost)| cost > 0 && self.moves.has(way));
        open.map(|(_, &cost)| cost).min().unwrap_or(0)
    }
}

const fn moves_of(kind: &Kind, floats: bool) -> Moves {
    let flies = floats || kind.flight.is_some();
    if flies { kind.moves.and(Moves::FLY) } else { kind.moves }
}

impl ReadCtx<'_> {
    fn moves_now(self, who: EntityId) -> Moves {
        moves_of(self.kind(who), self.is(who, self.pack.core.floating))
    }

    fn cost(self, moves: Moves, at: Pos, opens: bool) -> u32 {
        let level = &self.world.level;
        let Some(&ground) = level.ground.get(at) else { return 0 };
        let mut toll = Toll::new(self.pack, moves, ground);
        for thing in self.pile(at) {
            let usual = if self.is_blocking(thing) { Moves::NONE } else { Moves::ALL };
            let passes = usual == Moves::ALL || opens && !self.entity(thing).locked;
            if self.kind(thing).door.is_none() || !passes {
                toll.add(&self.kind(thing).crossing, usual);
            }
        }
        toll.add_fields(self.pack, level, at);
        toll.total()
    }
}

impl<W: Reads> Ctx<'_, W> {
    /// Returns the ways in which an actor moves now.
    pub(crate) fn moves(&self, who: EntityId) -> Moves {
        self.look().moves_now(who)
    }

    /// Returns the ways in which new actors of a kind move; `None` for other things.
    pub(crate) fn mover(&self, kind: Id<Kind>) -> Option<Moves> {
        let kind = self.pack.kinds.get(kind);
        let floats = kind.flags.contains(&self.pack.core.floating);
        (kind.layer == Layer::Actor).then(|| moves_of(kind, floats))
    }

    /// Returns whether an actor may enter a cell, apart from any actor that stands there.
    pub(crate) fn may_enter(&self, who: EntityId, at: Pos) -> bool {
        if self.facts.ways {
            self.step_cost(self.moves(who), at, false) > 0
        } else {
            self.world.level.is_open(at)
        }
    }

    /// Returns whether there is room for someone or something on a cell. Two things fit, but no
    /// two actors.
    pub(crate) fn is_free_for(&self, who: EntityId, at: Pos) -> bool {
        let level = &self.world.level;
        if self.facts.ways && self.is_actor(who) {
            level.actor_at(at).is_none() && self.may_enter(who, at)
        } else {
            level.is_free(at)
        }
    }

    /// Returns whether a cell has room for a new actor that moves like this, or for a thing.
    pub(crate) fn is_free_for_mover(&self, mover: Option<Moves>, at: Pos) -> bool {
        let level = &self.world.level;
        match mover {
            None => level.is_open(at),
            Some(_) if !self.facts.ways => level.is_free(at),
            Some(ways) => level.actor_at(at).is_none() && self.step_cost(ways, at, false) > 0,
        }
    }

    /// Returns how many times as long a step onto a cell takes, or 0 if one may not enter. If the
    /// step `opens` doors, those that are not locked are no obstacle.
    pub(crate) fn step_cost(&self, moves: Moves, at: Pos, opens: bool) -> u32 {
        self.look().cost(moves, at, opens)
    }

    /// Returns whether a thing keeps someone from its cell.
    pub(crate) fn stops(&self, thing: EntityId, who: EntityId) -> bool {
        let lets = self.kind(thing).crossing.lets.filter(|_| self.kind(thing).door.is_none());
        lets.map_or_else(|| self.is_blocking(thing), |lets| !lets.meets(self.moves(who)))
    }
}

impl<'g, W: Reads> Ctx<'g, W> {
    /// Returns a field on a cell that keeps someone out.
    pub(super) fn barring_field(&self, who: EntityId, at: Pos) -> Option<&'g Field> {
        let fields = self.pack.fields.iter().zip(&self.world.level.fields);
        let bars =
            |field: &Field| field.crossing.lets.is_some_and(|lets| !lets.meets(self.moves(who)));
        let mut there = fields.filter(|(_, layer)| layer.count > 0 && layer.cells.contains(at));
        there.find(|((_, field), _)| bars(field)).map(|((_, field), _)| field)
    }
}

impl Ctx<'_> {
    /// Takes the time of a step onto slow ground, in addition to that of any action.
    pub(super) fn pay_for_step(&mut self, who: EntityId, to: Pos) {
        if self.facts.ways {
            let more = self.step_cost(self.moves(who), to, false).saturating_sub(1);
            self.actor_body_mut(who).energy -= ACTION * more.cast_signed();
        }
    }
}

#[cfg(test)]
mod tests;
