use std::cmp::Ordering;

use barrow_grid::{Adjacency, BitGrid, Dir, Pos};

use super::trail::adjacency;
use crate::action::Action;
use crate::ctx::{Ctx, Reads};
use crate::state::entity::EntityId;
use crate::state::world::World;

/// A way around others is taken if it is at most so much longer than the straight one.
const LONGEST_DETOUR: u32 = 10;

impl<W: Reads> Ctx<'_, W> {
    pub(crate) const fn adjacency(&self) -> Adjacency {
        adjacency(self.pack)
    }

    /// The directions that can be walked, a bit each.
    const fn ways(&self) -> u8 {
        match self.adjacency() {
            Adjacency::Four => Dir::STRAIGHT,
            Adjacency::Eight => u8::MAX,
        }
    }

    /// How many steps it is from cell to cell, were nothing in the way.
    pub(crate) const fn steps_between(&self, from: Pos, to: Pos) -> u32 {
        self.adjacency().distance(from, to)
    }

    pub(crate) fn is_pit(&self, at: Pos) -> bool {
        self.world.level.pits.contains(at)
    }

    /// Whether pits matter to someone.
    fn falls(&self, who: EntityId) -> bool {
        self.world.level.has_pits && !self.is(who, self.pack.core.floating)
    }

    /// The neighbours of a cell that are on the level.
    pub(crate) fn inside_around(&self, at: Pos) -> u8 {
        let bounds = self.world.level.bounds();
        if bounds.grown(-1).contains(at) {
            return u8::MAX;
        }
        let dirs = Dir::ALL.iter().rev();
        dirs.fold(0, |set, &dir| set << 1 | u8::from(bounds.contains(at + dir)))
    }

    /// The neighbours of a cell where there is room.
    fn free_around(&self, at: Pos) -> u8 {
        let level = &self.world.level;
        self.inside_around(at) & !BitGrid::around_any([&level.solid, &level.actor_cells], at)
    }

    /// The neighbours of a cell that those who are careful stay out of.
    fn harm_around(&self, who: EntityId, at: Pos) -> u8 {
        let level = &self.world.level;
        let fields = self.pack.fields.iter().zip(&level.fields);
        let harmful = fields.filter(|((_, field), layer)| field.harmful && layer.count > 0);
        let harm = level.harm.around(at);
        let fields = harmful.fold(harm, |set, (_, layer)| set | layer.cells.around(at));
        if self.falls(who) { fields | level.pits.around(at) } else { fields }
    }
}

impl Ctx<'_> {
    /// A step on the way to a goal. Whoever is in the way is expected to walk on; if not, the
    /// way leads around, and if that takes too long or no way is known, straight on.
    pub(super) fn step_to(&mut self, who: EntityId, here: Pos, goal: Pos) -> Option<Action> {
        let floating = !self.falls(who);
        let World { trails, level, .. } = &mut *self.world;
        let trail = trails.to(self.pack, level, goal, floating);
        let Some((left, ways)) = trail.free.steps(here) else {
            let walled = trails.is_walled(level, here, goal);
            return if walled { None } else { self.greedy_step(who, goal) };
        };
        // Whoever stands on the goal itself is not in the way.
        let taken = if left == 0 { 0 } else { level.actor_cells.around(here) };
        if ways & !taken != 0 {
            return first_way(ways & !taken);
        }
        let (around, ways) = trail.crowded(level).steps(here)?;
        if around <= left + LONGEST_DETOUR { first_way(ways & !taken) } else { None }
    }

    /// A step on the way around everyone; where that takes too long, as if they walked on.
    pub(super) fn step_around(&mut self, who: EntityId, goal: Pos) -> Option<Action> {
        let here = self.pos(who)?;
        let floating = !self.falls(who);
        let World { trails, level, .. } = &mut *self.world;
        let trail = trails.to(self.pack, level, goal, floating);
        let straight = trail.free.steps(here);
        let longest = straight.map_or(u32::MAX, |(left, _)| left + LONGEST_DETOUR);
        let around = trail.crowded(level).steps(here);
        let around = around.filter(|(left, _)| *left <= longest);
        let taken = level.actor_cells.around(here) & !towards(here, goal);
        let step = around.and_then(|(_, ways)| first_way(ways & !taken));
        step.or_else(|| self.step_to(who, here, goal))
    }

    /// A step that comes nearer to the goal as the crow flies; of the best, one by the mind's
    /// own dice.
    #[inline(never)]
    pub(super) fn greedy_step(&mut self, who: EntityId, goal: Pos) -> Option<Action> {
        let here = self.pos(who)?;
        // Along both axes it comes nearer by two cells, along one by one, else not at all.
        let (aslant, straight) = ways_nearer(here, goal);
        let aslant = aslant & self.ways();
        let World { level, trails, .. } = &mut *self.world;
        let [barred, crowd] = BitGrid::around_each([&level.barred, &level.actor_cells], here);
        if (aslant | straight) & !barred == 0 && here.chebyshev(goal) > 1 {
            trails.note_walled(level, here, goal);
            return None;
        }
        let mut open = (aslant | straight) & self.inside_around(here) & !(barred | crowd);
        if open != 0 {
            open &= !self.harm_around(who, here);
        }
        open |= towards(here, goal) & (aslant | straight);
        self.one_of_the_ways(if open & aslant != 0 { aslant } else { open })
    }

    /// A step that leads away from a place, if one does.
    #[inline(never)]
    pub(super) fn step_from(&mut self, who: EntityId, from: Pos) -> Option<Action> {
        let here = self.pos(who)?;
        let free = self.free_around(here) & !self.harm_around(who, here);
        self.best_step(here, free, |at| {
            at.distance_squared(from).saturating_sub(here.distance_squared(from))
        })
    }

    /// A random step. Those who are careful never step into harm.
    #[inline(never)]
    pub(super) fn wander(&mut self, who: EntityId, careful: bool, four: bool) -> Option<Action> {
        let here = self.pos(who)?;
        let ways = if four { Dir::STRAIGHT } else { self.ways() };
        let free = self.free_around(here) & ways;
        let harm = if careful && free != 0 { self.harm_around(who, here) } else { 0 };
        self.one_of_the_ways(free & !harm)
    }

    /// The step that is worth most, if any is worth something; of equals, one by the mind's own
    /// dice.
    fn best_step(&mut self, here: Pos, open: u8, worth: impl Fn(Pos) -> u32) -> Option<Action> {
        let (mut best, mut most) = (0, 0);
        let open = open & self.ways();
        for (place, &dir) in Dir::ALL.iter().enumerate().filter(|(it, _)| open >> it & 1 == 1) {
            let value = worth(here + dir);
            if value > most {
                (best, most) = (0, value);
            }
            if value == most && value > 0 {
                best |= 1 << place;
            }
        }
        self.one_of_the_ways(best)
    }

    /// One of some directions, by the mind's own dice.
    fn one_of_the_ways(&mut self, mut ways: u8) -> Option<Action> {
        for _ in 0..self.world.mind_rng.below(ways.count_ones()) {
            ways &= ways - 1;
        }
        Dir::ALL.get(ways.trailing_zeros() as usize).copied().map(Action::Walk)
    }
}

/// The direction to a neighbour, as a bit; none if it is no neighbour.
fn towards(here: Pos, goal: Pos) -> u8 {
    Dir::from_offset(goal - here).map_or(0, |dir| 1 << dir as u8)
}

/// The directions that lead nearer as the crow flies along both axes, and those that do along
/// one, a bit each.
fn ways_nearer(here: Pos, goal: Pos) -> (u8, u8) {
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

/// A step in the first of some directions, straight ones first.
fn first_way(ways: u8) -> Option<Action> {
    let straight = ways & Dir::STRAIGHT;
    let ways = if straight == 0 { ways } else { straight };
    Dir::ALL.get(ways.trailing_zeros() as usize).copied().map(Action::Walk)
}
