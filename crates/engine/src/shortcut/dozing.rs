//! Dozing: actors that would only wait are skipped, so a thousand of them cost nothing until a
//! foe comes near.
//!
//! An actor that has just waited begins to doze if it would wait again, as long as two things
//! hold: nothing about it changes, and no foe comes within a certain distance. Both are watched
//! where they happen. Everything that may change an entity goes through [`Ctx::entity_mut`], which
//! wakes it; every actor that comes to a cell goes through [`Ctx::put`], which wakes the foes that
//! watch this cell.
//!
//! Asking a dozing actor would draw nothing and change nothing: its behaviours have no chances and
//! no conditions, its numbers are constants, and its speed is a whole number of actions a turn, so
//! its energy after a round is what it was before. So a run takes the same course, draw for draw,
//! as if every actor were asked.
//!
//! An actor that wakes while others act is asked in the same round if its turn in the order of
//! birth is still to come. If its turn has passed, it would have waited then.

#[cfg(test)]
mod tests;

use barrow_dice::Formula;
use barrow_grid::{BitGrid, Pos, Rect};
use barrow_pack::{Attribute, Behaviour, Deed, Id, Sense};

use crate::ctx::{Ctx, Reads};
use crate::facts::{DeedFacts, Trigger, is_restless_behaviour, waits};
use crate::state::entity::EntityId;
use crate::state::world::World;

/// The dozing actors, and what wakes them.
#[derive(Clone, Debug, Default)]
pub(crate) struct Dozers {
    watches: Vec<Watch>,
    /// The actors that woke and are not yet back in `Roster::awake`.
    roused: Vec<EntityId>,
    /// Whether an actor in `Roster::awake` has begun to doze.
    any_new: bool,
}

/// The dozing actors of one side.
#[derive(Clone, Debug)]
struct Watch {
    party: u16,
    /// All cells that they watch, and perhaps cells of actors that have woken since.
    cells: BitGrid,
    /// The actors in order of birth. Some may have woken since.
    watchers: Vec<Watcher>,
}

#[derive(Clone, Copy, Debug)]
struct Watcher {
    id: EntityId,
    at: Pos,
    /// A foe within this many rows and columns wakes the actor.
    reach: u32,
}

impl Watcher {
    fn square(self) -> Rect {
        Rect::new(self.at.x, self.at.y, 1, 1).grown(self.reach.cast_signed())
    }
}

impl World {
    /// Wakes an actor if it dozes: something about it may change.
    #[inline]
    pub(crate) fn rouse(&mut self, id: EntityId) {
        if self.entities[id.index()].dozes {
            self.wake(id);
        }
    }

    // `rouse` is inlined wherever an entity changes, and seldom finds a dozing one.
    #[cold]
    fn wake(&mut self, id: EntityId) {
        self.entities[id.index()].dozes = false;
        self.roster.dozers.roused.push(id);
    }

    /// Wakes the foes of a side that watch a cell.
    #[inline]
    pub(crate) fn rouse_foes(&mut self, party: u16, at: Pos) {
        for index in 0..self.roster.dozers.watches.len() {
            let watch = &self.roster.dozers.watches[index];
            if party != 0 && watch.party != party && watch.cells.contains(at) {
                self.rouse_watchers(index, at);
            }
        }
    }

    /// Wakes the actors of one side that watch a cell.
    fn rouse_watchers(&mut self, index: usize, at: Pos) {
        let mut watch = std::mem::replace(
            &mut self.roster.dozers.watches[index],
            Watch { party: 0, cells: BitGrid::default(), watchers: Vec::new() },
        );
        for watcher in watch.watchers.iter().filter(|it| it.square().contains(at)) {
            self.rouse(watcher.id);
        }
        watch.watchers.retain(|it| self.entities[it.id.index()].dozes);
        watch.cells.clear();
        for watcher in &watch.watchers {
            watch.cells.insert_rect(watcher.square());
        }
        self.roster.dozers.watches[index] = watch;
    }
}

impl<W: Reads> Ctx<'_, W> {
    /// Returns the distance within which a foe would make an actor act that has just waited;
    /// `None` if it may act without one.
    fn dozing_reach(&self, who: EntityId) -> Option<u32> {
        let mut reach = 0;
        for behaviour in &self.pack.minds.get(self.kind(who).mind?).behaviours {
            reach = self.roused_within(who, behaviour)?.max(reach);
            if self.is_waiting(who, &behaviour.deed) {
                break;
            }
        }
        let actor = self.actor(who)?;
        let changes = |id: Id<Attribute>| self.pack.attributes.get(id).per_turn.is_some();
        let steady = actor.states.is_empty()
            && actor.busy <= self.world.turn
            && !self.entity(who).values.iter().any(|&(id, _)| changes(id))
            && self.is_constant(who, self.pack.core.speed)
            && self.is_constant(who, self.pack.core.sight)
            && self.value(who, self.pack.core.speed).to_whole().clamp(0, 1_000) % 100 == 0;
        steady.then_some(reach)
    }

    /// Returns whether a deed makes an actor wait while no foe comes near, so that no later
    /// behaviour is asked.
    fn is_waiting(&self, who: EntityId, deed: &Deed) -> bool {
        let is_sprung = matches!(deed, Deed::Ambush { .. }) && self.entity(who).active;
        waits(deed) && !is_sprung
    }

    /// Returns whether a value stays as it is until something sets it.
    fn is_constant(&self, who: EntityId, attribute: Id<Attribute>) -> bool {
        !self.facts.attribute(attribute).modified || self.sheet().is_unmodified(who)
    }

    /// Returns how near a foe must come for a behaviour to propose something; `None` if it may do
    /// so without one.
    fn roused_within(&self, who: EntityId, behaviour: &Behaviour) -> Option<u32> {
        if is_restless_behaviour(behaviour) {
            return None;
        }
        match DeedFacts::of(&behaviour.deed).trigger {
            Trigger::Anything => None,
            Trigger::Adjacent => Some(1),
            Trigger::Blow => self.actor(who)?.foe.is_none().then_some(0),
            Trigger::Notice { within, sense } => {
                let remembers =
                    self.actor(who)?.memory.is_some_and(|(_, until)| until >= self.world.turn);
                let sight = if sense == Sense::Always { u32::MAX } else { self.sight_of(who) };
                let reach = Self::constant(within)?.min(sight);
                (!remembers && reach < u32::MAX).then_some(reach)
            }
            Trigger::SightWithin(within) => Some(Self::constant(within)?.min(self.sight_of(who))),
            Trigger::Sight => Some(self.sight_of(who)),
            Trigger::Within(within) => Self::constant(Some(within)),
            Trigger::Straying(radius) => {
                let radius = Self::constant(Some(radius))?;
                (self.steps_between(self.pos(who)?, self.actor(who)?.home) <= radius).then_some(0)
            }
            Trigger::Never => Some(0),
        }
    }

    /// Returns the value of a formula that is a plain number; `u32::MAX` if there is no formula.
    fn constant(formula: Option<&Formula>) -> Option<u32> {
        let Some(formula) = formula else { return Some(u32::MAX) };
        let whole = formula.constant()?.to_whole().max(0);
        Some(u32::try_from(whole).unwrap_or(u32::MAX))
    }
}

/// A walk through a list of actors in order of birth. The list may change on the way.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Turns {
    /// The actor that came last.
    last: Option<EntityId>,
    /// The index at which it was found.
    index: usize,
    /// Actors that were born after this one are left out.
    end: EntityId,
}

impl Ctx<'_> {
    /// Lets an actor that has just waited doze if it would wait again.
    pub(crate) fn doze_if_idle(&mut self, who: EntityId) {
        if self.world.shortcuts_off() {
            return;
        }
        let Some((reach, at)) = self.dozing_reach(who).zip(self.pos(who)) else { return };
        if self.foes_of(who).any(|(_, foe)| foe.chebyshev(at) <= reach) {
            return;
        }
        self.world.entities[who.index()].dozes = true;
        let (party, bounds) = (self.party(who), self.world.level.bounds());
        let dozers = &mut self.world.roster.dozers;
        dozers.any_new = true;
        let index = dozers.watches.iter().position(|it| it.party == party);
        let index = index.unwrap_or_else(|| {
            let cells = BitGrid::new(bounds.width, bounds.height);
            dozers.watches.push(Watch { party, cells, watchers: Vec::new() });
            dozers.watches.len() - 1
        });
        let watch = &mut dozers.watches[index];
        let watcher = Watcher {
            id: who,
            at,
            reach: reach.min(bounds.width.max(bounds.height).unsigned_abs()),
        };
        watch.cells.insert_rect(watcher.square());
        match watch.watchers.binary_search_by_key(&who, |it| it.id) {
            Ok(index) => watch.watchers[index] = watcher,
            Err(index) => watch.watchers.insert(index, watcher),
        }
    }

    /// Begins a walk through actors. Those that are born from now on are left out.
    pub(crate) fn turns(&self) -> Turns {
        let end = self.world.actors.last().copied().unwrap_or(EntityId::new(0));
        Turns { last: None, index: 0, end }
    }

    /// Returns the next actor that does not doze.
    pub(crate) fn next_awake(&mut self, turns: &mut Turns) -> Option<EntityId> {
        if !self.world.roster.dozers.roused.is_empty() {
            self.list_roused();
        }
        turns.next_of(&self.world.roster.awake)
    }

    /// Puts the actors that woke back into `Roster::awake`.
    fn list_roused(&mut self) {
        while let Some(id) = self.world.roster.dozers.roused.pop() {
            if self.world.actors.binary_search(&id).is_ok() {
                crate::state::roster::insert_sorted(&mut self.world.roster.awake, id);
            }
        }
    }

    /// Takes dozing actors out of `Roster::awake`.
    pub(crate) fn unlist_dozers(&mut self) {
        self.list_roused();
        let roster = &mut self.world.roster;
        if std::mem::take(&mut roster.dozers.any_new) {
            let entities = &self.world.entities;
            roster.awake.retain(|id| !entities[id.index()].dozes);
        }
    }
}

impl Turns {
    /// Returns the next actor of a list, which may have changed since the last call.
    pub(crate) fn next_of(&mut self, all: &[EntityId]) -> Option<EntityId> {
        let next = match self.last {
            None => 0,
            Some(last) if all.get(self.index) == Some(&last) => self.index + 1,
            Some(last) => all.partition_point(|&it| it <= last),
        };
        let who = all.get(next).copied().filter(|&it| it <= self.end)?;
        (self.last, self.index) = (Some(who), next);
        Some(who)
    }

    /// Includes actors that are born on the way.
    pub(crate) const fn with_newcomers(self) -> Self {
        Self { end: EntityId::new(u32::MAX), ..self }
    }
}
