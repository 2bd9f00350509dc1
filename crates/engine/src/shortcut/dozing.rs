//! Those who need not be asked: a thousand who lie in wait cost nothing until someone comes.
//!
//! Whoever lets a turn pass may doze if asking again would come to the same, as long as two
//! things hold: nothing of its own changes, and no foe comes within some distance. Both are
//! watched where they happen. Everything that may change a thing goes through
//! [`Ctx::entity_mut`], which rouses it; every actor that comes to a cell goes through
//! [`Ctx::put`], which rouses the foes who watch that cell.
//!
//! To ask a dozer would draw nothing and change nothing: its behaviours have no chances and no
//! conditions, its numbers are constants, and its speed is a whole number of turns, so that its
//! energy after a round is what it was before. So a run goes the same way, draw for draw, as if
//! everyone were asked; a test compares the two.
//!
//! Who is roused while others act is asked in this very round if its place in the order is
//! still to come. If it is past, asking it there came to nothing.

#[cfg(test)]
mod tests;

use barrow_dice::Formula;
use barrow_grid::{BitGrid, Pos, Rect};
use barrow_pack::{Attribute, Behaviour, Deed, Id, Sense};

use crate::ctx::{Ctx, Reads};
use crate::facts::is_restless_behaviour;
use crate::state::entity::EntityId;
use crate::state::world::World;

/// Who dozes, and what would rouse them.
#[derive(Clone, Debug, Default)]
pub(crate) struct Dozers {
    watches: Vec<Watch>,
    /// Who was roused and is not yet among those who are asked.
    roused: Vec<EntityId>,
    /// Someone among those who are asked has begun to doze.
    drowsy: bool,
}

/// The dozers of one side.
#[derive(Clone, Debug)]
struct Watch {
    party: u16,
    /// All cells that one of them watches. Cells of those who were roused may be left in it.
    cells: BitGrid,
    /// In order of birth. Some may have been roused.
    watchers: Vec<Watcher>,
}

#[derive(Clone, Copy, Debug)]
struct Watcher {
    id: EntityId,
    at: Pos,
    /// A foe so many cells away, in rows or columns, rouses it.
    reach: u32,
}

impl Watcher {
    fn square(self) -> Rect {
        Rect::new(self.at.x, self.at.y, 1, 1).grown(self.reach.cast_signed())
    }
}

impl World {
    /// Rouses a dozer: something of its own may change.
    #[inline]
    pub(crate) fn rouse(&mut self, id: EntityId) {
        if self.entities[id.index()].dozes {
            self.wake(id);
        }
    }

    #[inline(never)]
    fn wake(&mut self, id: EntityId) {
        self.entities[id.index()].dozes = false;
        self.roster.dozers.roused.push(id);
    }

    /// Rouses those who watch a cell for someone of this side.
    #[inline]
    pub(crate) fn rouse_foes(&mut self, party: u16, at: Pos) {
        for place in 0..self.roster.dozers.watches.len() {
            let watch = &self.roster.dozers.watches[place];
            if party != 0 && watch.party != party && watch.cells.contains(at) {
                self.rouse_watchers(place, at);
            }
        }
    }

    /// Rouses the dozers of one side who watch a cell.
    #[inline(never)]
    fn rouse_watchers(&mut self, place: usize, at: Pos) {
        let mut watch = std::mem::replace(
            &mut self.roster.dozers.watches[place],
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
        self.roster.dozers.watches[place] = watch;
    }
}

impl<W: Reads> Ctx<'_, W> {
    /// How far off foes must be for one who has let a turn pass to let the next pass too,
    /// whatever else happens; nothing if that cannot be told.
    fn rest(&self, who: EntityId) -> Option<u32> {
        let mut reach = 0;
        for behaviour in &self.pack.minds.get(self.kind(who).mind?).behaviours {
            reach = self.roused_within(who, behaviour)?.max(reach);
            let lies = matches!(behaviour.deed, Deed::Ambush { .. }) && !self.entity(who).on;
            if lies || behaviour.deed == Deed::Wait {
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

    /// Whether a value is what it is as long as nobody changes it.
    fn is_constant(&self, who: EntityId, attribute: Id<Attribute>) -> bool {
        !self.facts.attribute(attribute).modified || self.sheet().is_as_it_is(who)
    }

    /// How near a foe must come for a behaviour to propose something, if nothing else can move
    /// it to.
    fn roused_within(&self, who: EntityId, behaviour: &Behaviour) -> Option<u32> {
        if is_restless_behaviour(behaviour) {
            return None;
        }
        match &behaviour.deed {
            Deed::Cast { .. } | Deed::Wander { .. } | Deed::Mine { .. } => None,
            Deed::Strike => Some(1),
            Deed::StrikeBack => self.actor(who)?.foe.is_none().then_some(0),
            Deed::Approach { within, sense, .. } => {
                let goes =
                    self.actor(who)?.memory.is_some_and(|(_, until)| until >= self.world.turn);
                let within = Self::constant(within.as_ref())?;
                let sight = if *sense == Sense::Always { u32::MAX } else { self.sight_of(who) };
                let reach = within.min(sight);
                (!goes && reach < u32::MAX).then_some(reach)
            }
            Deed::Flee { within } => Some(Self::constant(within.as_ref())?.min(self.sight_of(who))),
            Deed::KeepAway { .. } | Deed::Shoot { .. } => Some(self.sight_of(who)),
            Deed::Guard { radius } => {
                let radius = Self::constant(Some(radius))?;
                (self.steps_between(self.pos(who)?, self.actor(who)?.home) <= radius).then_some(0)
            }
            Deed::Ambush { within } => Self::constant(Some(within)),
            Deed::Wait => Some(0),
        }
    }

    /// The value of a formula that always has the same.
    fn constant(formula: Option<&Formula>) -> Option<u32> {
        let Some(formula) = formula else { return Some(u32::MAX) };
        let whole = formula.constant()?.to_whole().max(0);
        Some(u32::try_from(whole).unwrap_or(u32::MAX))
    }
}

/// Who is asked in turn, in order of birth.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Turns {
    /// The one asked last.
    last: Option<EntityId>,
    /// Where that one was found.
    place: usize,
    /// Nobody born later is asked.
    end: EntityId,
}

impl Ctx<'_> {
    /// Lets one who has let its turn pass doze, if it may.
    #[inline(never)]
    pub(crate) fn doze(&mut self, who: EntityId) {
        if self.world.is_sleepless() {
            return;
        }
        let Some((reach, at)) = self.rest(who).zip(self.pos(who)) else { return };
        if self.foes_of(who).any(|(_, foe)| foe.chebyshev(at) <= reach) {
            return;
        }
        self.world.entities[who.index()].dozes = true;
        let (party, bounds) = (self.party(who), self.world.level.bounds());
        let dozers = &mut self.world.roster.dozers;
        dozers.drowsy = true;
        let place = dozers.watches.iter().position(|it| it.party == party);
        let place = place.unwrap_or_else(|| {
            let cells = BitGrid::new(bounds.width, bounds.height);
            dozers.watches.push(Watch { party, cells, watchers: Vec::new() });
            dozers.watches.len() - 1
        });
        let watch = &mut dozers.watches[place];
        let watcher = Watcher {
            id: who,
            at,
            reach: reach.min(bounds.width.max(bounds.height).unsigned_abs()),
        };
        watch.cells.insert_rect(watcher.square());
        match watch.watchers.binary_search_by_key(&who, |it| it.id) {
            Ok(place) => watch.watchers[place] = watcher,
            Err(place) => watch.watchers.insert(place, watcher),
        }
    }

    /// Begins to ask everyone who does not doze.
    pub(crate) fn turns(&self) -> Turns {
        let end = self.world.actors.last().copied().unwrap_or(EntityId(0));
        Turns { last: None, place: 0, end }
    }

    /// Who is asked next. Lists may grow and shrink from one to the next.
    pub(crate) fn next_turn(&mut self, turns: &mut Turns) -> Option<EntityId> {
        if !self.world.roster.dozers.roused.is_empty() {
            self.gather_roused();
        }
        turns.next_of(&self.world.roster.awake)
    }

    /// Lists those who were roused among those who are asked.
    fn gather_roused(&mut self) {
        while let Some(id) = self.world.roster.dozers.roused.pop() {
            if self.world.actors.binary_search(&id).is_ok() {
                crate::state::roster::list(&mut self.world.roster.awake, id);
            }
        }
    }

    /// Takes those who doze out of those who are asked.
    pub(crate) fn tuck_in(&mut self) {
        self.gather_roused();
        let roster = &mut self.world.roster;
        if std::mem::take(&mut roster.dozers.drowsy) {
            let entities = &self.world.entities;
            roster.awake.retain(|id| !entities[id.index()].dozes);
        }
    }
}

impl Turns {
    /// Who comes next in a list, which may have grown and shrunk since.
    pub(crate) fn next_of(&mut self, all: &[EntityId]) -> Option<EntityId> {
        let next = match self.last {
            None => 0,
            Some(last) if all.get(self.place) == Some(&last) => self.place + 1,
            Some(last) => all.partition_point(|&it| it <= last),
        };
        let who = all.get(next).copied().filter(|&it| it <= self.end)?;
        (self.last, self.place) = (Some(who), next);
        Some(who)
    }

    /// The same, with those who are born meanwhile.
    pub(crate) const fn and_newcomers(self) -> Self {
        Self { end: EntityId(u32::MAX), ..self }
    }
}
