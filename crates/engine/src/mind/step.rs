use std::cmp::Ordering;

use barrow_grid::{Adjacency, BitGrid, Dir, Pos};
use barrow_pack::Pack;

use crate::action::Action;
use crate::ctx::{Ctx, Reads};
use crate::state::entity::EntityId;
use crate::state::level::Level;
use crate::state::world::World;

/// A path around other actors may take at most this many steps more than the path through them.
pub(super) const MAX_DETOUR: u32 = 10;

impl<W: Reads> Ctx<'_, W> {
    pub(crate) const fn adjacency(&self) -> Adjacency {
        adjacency(self.pack)
    }

    /// Returns the directions that actors can walk in, a bit each.
    const fn ways(&self) -> u8 {
        match self.adjacency() {
            Adjacency::Four => Dir::STRAIGHT,
            Adjacency::Eight => u8::MAX,
        }
    }

    /// Returns the number of steps between two cells if nothing is in the way.
    pub(crate) const fn steps_between(&self, from: Pos, to: Pos) -> u32 {
        self.adjacency().distance(from, to)
    }

    pub(crate) fn is_pit(&self, at: Pos) -> bool {
        self.world.level.pits.contains(at)
    }

    /// Returns whether an actor must avoid pits.
    fn avoids_pits(&self, who: EntityId) -> bool {
        self.world.level.has_pits && !self.is(who, self.pack.core.floating)
    }

    /// Returns the neighbours of a cell that are on the level, a bit each.
    pub(crate) fn inside_around(&self, at: Pos) -> u8 {
        let bounds = self.world.level.bounds();
        if bounds.grown(-1).contains(at) {
            return u8::MAX;
        }
        let dirs = Dir::ALL.iter().rev();
        dirs.fold(0, |set, &dir| set << 1 | u8::from(bounds.contains(at + dir)))
    }

    /// Returns the neighbours of a cell that an actor could step onto, a bit each.
    fn free_around(&self, who: EntityId, at: Pos) -> u8 {
        let level = &self.world.level;
        if self.facts.ways {
            return self.open_around(who, at, false) & !level.actor_cells.around(at);
        }
        self.inside_around(at) & !BitGrid::around_any([&level.solid, &level.actor_cells], at)
    }

    /// Returns the neighbours of a cell that an actor may enter, a bit each, in a pack where that
    /// depends on how it moves. See [`Ctx::step_cost`] for `opens`.
    fn open_around(&self, who: EntityId, at: Pos, opens: bool) -> u8 {
        let moves = self.moves(who);
        let open = |dir: Dir| self.step_cost(moves, at + dir, opens) > 0;
        Dir::ALL.iter().rev().fold(0, |set, &dir| set << 1 | u8::from(open(dir)))
    }

    /// Returns the neighbours of a cell that careful actors avoid, a bit each.
    fn harm_around(&self, who: EntityId, at: Pos) -> u8 {
        let level = &self.world.level;
        let layers = self.facts.harmful_fields.iter().map(|&field| self.layer(field));
        let harmful = layers.filter(|it| it.count > 0);
        let harm = if self.facts.harmful_kinds { level.harm.around(at) } else { 0 };
        let fields = harmful.fold(harm, |set, layer| set | layer.cells.around(at));
        if self.avoids_pits(who) { fields | level.pits.around(at) } else { fields }
    }

    /// Returns the neighbours of a cell that actors on their way to a goal avoid, a bit each.
    fn shunned_around(&self, who: EntityId, at: Pos) -> u8 {
        match (self.pack.rules.heedless, self.avoids_pits(who)) {
            (false, _) => self.harm_around(who, at),
            (true, true) => self.world.level.pits.around(at),
            (true, false) => 0,
        }
    }
}

impl Ctx<'_> {
    /// Returns a step on the shortest path to a goal. If actors block all such steps, the path
    /// leads around them, unless that detour is too long. If there is no path, the step is greedy.
    pub(crate) fn step_to(&mut self, who: EntityId, here: Pos, goal: Pos) -> Option<Action> {
        if self.facts.ways {
            return self.quickest_step(who, here, goal, false);
        }
        let floating = !self.avoids_pits(who);
        let first = StepOrder::new(self.pack, here, goal);
        let World { trails, level, .. } = &mut *self.world;
        let trail = trails.to(self.pack, level, goal, floating);
        let Some((left, ways)) = trail.free.steps(here) else {
            let walled = trails.is_walled(level, here, goal);
            return if walled { None } else { self.greedy_step(who, goal) };
        };
        // An actor on the goal itself is not in the way.
        let taken = if left == 0 { 0 } else { level.actor_cells.around(here) };
        if ways & !taken != 0 {
            return first.of(ways & !taken);
        }
        let (around, ways) = trail.crowded(level).steps(here)?;
        if around <= left + MAX_DETOUR { first.of(ways & !taken) } else { None }
    }

    /// Returns a step on the path around all actors. If that detour is too long, returns the
    /// same as [`Self::step_to`].
    pub(super) fn step_around(&mut self, who: EntityId, goal: Pos) -> Option<Action> {
        let here = self.pos(who)?;
        if self.facts.ways {
            return self.quickest_step(who, here, goal, true);
        }
        let floating = !self.avoids_pits(who);
        let first = StepOrder::new(self.pack, here, goal);
        let World { trails, level, .. } = &mut *self.world;
        let trail = trails.to(self.pack, level, goal, floating);
        let straight = trail.free.steps(here);
        let max = straight.map_or(u32::MAX, |(left, _)| left + MAX_DETOUR);
        let around = trail.crowded(level).steps(here);
        let around = around.filter(|(left, _)| *left <= max);
        let taken = level.actor_cells.around(here) & !towards(here, goal);
        let step = around.and_then(|(_, ways)| first.of(ways & !taken));
        step.or_else(|| self.step_to(who, here, goal))
    }

    /// Returns a step that lessens the distance to the goal, whatever lies behind. Of the best
    /// steps it draws one.
    pub(super) fn greedy_step(&mut self, who: EntityId, goal: Pos) -> Option<Action> {
        let here = self.pos(who)?;
        // A diagonal step may come nearer along both axes, so it is preferred.
        let (diagonal, straight) = nearer_ways(here, goal);
        let diagonal = diagonal & self.ways();
        let open = if self.facts.ways { self.open_around(who, here, true) } else { u8::MAX };
        let World { level, trails, .. } = &mut *self.world;
        let [barred, crowd] = BitGrid::around_each([&level.barred, &level.actor_cells], here);
        let barred = if self.facts.ways { !open } else { barred };
        if (diagonal | straight) & !barred == 0 && here.chebyshev(goal) > 1 {
            trails.note_walled(level, here, goal);
            return None;
        }
        let mut open = (diagonal | straight) & self.inside_around(here) & !(barred | crowd);
        if open != 0 {
            open &= !self.shunned_around(who, here);
        }
        open |= towards(here, goal) & (diagonal | straight);
        self.random_step(if open & diagonal != 0 { diagonal } else { open })
    }

    /// Returns a step that leads away from a cell, if there is one.
    pub(super) fn step_from(&mut self, who: EntityId, from: Pos) -> Option<Action> {
        let here = self.pos(who)?;
        let free = self.free_around(who, here) & !self.harm_around(who, here);
        self.best_step(here, free, |at| {
            at.distance_squared(from).saturating_sub(here.distance_squared(from))
        })
    }

    /// Returns a random step. Careful actors never step into harm.
    pub(super) fn wander(&mut self, who: EntityId, careful: bool, four: bool) -> Option<Action> {
        let here = self.pos(who)?;
        let ways = if four { Dir::STRAIGHT } else { self.ways() };
        let free = self.free_around(who, here) & ways;
        let harm = if careful && free != 0 { self.harm_around(who, here) } else { 0 };
        self.random_step(free & !harm)
    }

    /// Returns the step with the greatest worth above zero. Of equal steps it draws one.
    fn best_step(&mut self, here: Pos, open: u8, worth: impl Fn(Pos) -> u32) -> Option<Action> {
        let (mut best, mut max) = (0, 0);
        let open = open & self.ways();
        for (index, &dir) in Dir::ALL.iter().enumerate().filter(|(it, _)| open >> it & 1 == 1) {
            let value = worth(here + dir);
            if value > max {
                (best, max) = (0, value);
            }
            if value == max && value > 0 {
                best |= 1 << index;
            }
        }
        self.random_step(best)
    }

    /// Draws one of some directions.
    fn random_step(&mut self, mut ways: u8) -> Option<Action> {
        for _ in 0..self.world.mind_rng.below(ways.count_ones()) {
            ways &= ways - 1;
        }
        Dir::ALL.get(ways.trailing_zeros() as usize).copied().map(Action::Walk)
    }
}

/// Returns the direction to a neighbour as a bit, or 0 if the goal is no neighbour.
pub(super) fn towards(here: Pos, goal: Pos) -> u8 {
    Dir::from_offset(goal - here).map_or(0, |dir| 1 << dir as u8)
}

/// Returns the directions that lead nearer along both axes, and the straight ones that lead
/// nearer along one, a bit each.
fn nearer_ways(here: Pos, goal: Pos) -> (u8, u8) {
    let across = match goal.x.cmp(&here.x) {
        Ordering::Less => 0b1110_0000,
        Ordering::Equal => 0,
        Ordering::Greater => 0b0000_1110,
    };
    let along = match goal.y.cmp(&here.y) {
        Ordering::Less => 0b1000_0011,
        Ordering::Equal => 0,
        Ordering::Greater => 0b0011_1000,
    };
    (across & along, (across | along) & Dir::STRAIGHT)
}

/// In which order equally short steps are preferred.
#[derive(Clone, Copy)]
pub(super) struct StepOrder {
    /// The direction that points at the goal, as a bit, if the pack prefers it; otherwise 0.
    pointing: u8,
}

impl StepOrder {
    pub(super) fn new(pack: &Pack, here: Pos, goal: Pos) -> Self {
        if !pack.rules.pointed_steps {
            return Self { pointing: 0 };
        }
        let offset = Pos::new((goal.x - here.x).signum(), (goal.y - here.y).signum());
        Self { pointing: Dir::from_offset(offset).map_or(0, |dir| 1 << dir as u8) }
    }

    /// Returns a step in the first of some directions. Straight ones come before diagonals.
    pub(super) fn of(self, ways: u8) -> Option<Action> {
        let ways = match (ways & self.pointing, ways & Dir::STRAIGHT) {
            (0, 0) => ways,
            (0, straight) => straight,
            (pointing, _) => pointing,
        };
        Dir::ALL.get(ways.trailing_zeros() as usize).copied().map(Action::Walk)
    }
}

/// Returns whether a mind would step on a cell: closed doors count, pits do not, and harmful
/// fields only in packs where minds are heedless.
pub(crate) fn is_walkable(pack: &Pack, level: &Level, floating: bool, at: Pos) -> bool {
    let mut fields = pack.fields.iter().zip(&level.fields);
    let avoids = !pack.rules.heedless;
    let harm = avoids && fields.any(|((_, it), layer)| it.harmful && layer.cells.contains(at));
    !(harm || level.barred.contains(at) || !floating && level.pits.contains(at))
}

/// Collects all cells for which [`is_walkable`] is true.
pub(crate) fn copy_walkable(pack: &Pack, level: &Level, floating: bool, into: &mut BitGrid) {
    into.copy_from(&level.barred);
    if !floating {
        into.union(&level.pits);
    }
    for ((_, field), layer) in pack.fields.iter().zip(&level.fields) {
        if field.harmful && layer.count > 0 && !pack.rules.heedless {
            into.union(&layer.cells);
        }
    }
    into.invert();
}

pub(crate) const fn adjacency(pack: &Pack) -> Adjacency {
    if pack.rules.four_ways { Adjacency::Four } else { Adjacency::Eight }
}
