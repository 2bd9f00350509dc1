use barrow_engine::View;
use barrow_grid::{Adjacency, Dir, DistanceMap, Pos, Rect};

use super::{Chart, adjacency};

/// How much harm a walker accepts.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Caution {
    /// Never steps onto anything known to harm.
    Full,
    /// Goes through harm if there is no short way around it, but never into death.
    Some,
    /// Goes straight through harm, but not into death.
    None,
}

/// How many steps of detour avoid a harmful cell.
const HARM_COST: u8 = 25;

/// How many known steps an unknown one costs, since there may be a wall.
const UNKNOWN_COST: u8 = 3;

/// How many half steps a goal to the side or behind costs a walker in a hurry.
const TURN_COST: i32 = 6;

/// The distance that counts as near.
const NEAR: i32 = 3;

impl Chart {
    /// Charts where the player may go, and how long that takes.
    pub(super) fn chart_steps(&mut self, view: &View<'_>, cells: &[Pos]) {
        if self.steps.bounds() != self.known.bounds() {
            self.steps.reset(self.known.width(), self.known.height(), 1);
        }
        for &at in cells {
            let cost = view.step_cost(at);
            self.open.set(at, cost > 0);
            self.steps[at] = u8::try_from(cost).unwrap_or(u8::MAX);
        }
    }

    /// Returns the unknown cells next to reachable ones: straight neighbours, or all eight.
    pub fn frontier(&self, adjacency: Adjacency) -> Vec<Pos> {
        let beside = |at: Pos| {
            let open = |&dir: &Dir| self.open.contains(at + dir) && !self.deadly.contains(at + dir);
            adjacency.dirs().iter().any(open)
        };
        let hidden = match adjacency {
            _ if !self.wants_light => &self.dark[..0],
            Adjacency::Four => &self.dark[..1],
            Adjacency::Eight => &self.dark[..],
        };
        let unknown = |at: &Pos| self.is_unknown(*at) && hidden.iter().all(|it| !it.contains(*at));
        self.known.bounds().cells().filter(unknown).filter(|&at| beside(at)).collect()
    }

    /// Measures the distance to the nearest of some cells. Each starts with a value of its own, so
    /// that a lower one attracts from farther away.
    pub fn measure(
        &mut self,
        view: &View<'_>,
        caution: Caution,
        goals: &[(Pos, u16)],
    ) -> &DistanceMap {
        self.costs.reset(self.known.width(), self.known.height(), 0);
        for at in &self.open {
            self.costs[at] = self.cost(at, caution);
        }
        if self.ventures {
            for at in self.costs.positions() {
                if self.is_unknown(at) {
                    self.costs[at] = UNKNOWN_COST;
                }
            }
        }
        // A goal may be impassable.
        for &(at, _) in goals {
            if let Some(cost) = self.costs.get_mut(at).filter(|cost| **cost == 0) {
                *cost = 1;
            }
        }
        self.add_fear();
        self.distances.measure_weighted(&self.costs, adjacency(view), goals);
        &self.distances
    }

    /// Makes cells more expensive near what is feared.
    fn add_fear(&mut self) {
        for &(from, fear) in &self.feared {
            let reach = fear.checked_ilog2().unwrap_or(0).cast_signed();
            let around = Rect::new(from.x - reach, from.y - reach, 2 * reach + 1, 2 * reach + 1);
            for at in around.intersection(self.costs.bounds()).cells() {
                let cost = &mut self.costs[at];
                if *cost > 0 {
                    *cost = cost.saturating_add(fear >> from.chebyshev(at));
                }
            }
        }
    }

    /// Sets what to avoid. The fear costs this many steps of detour on its own cell, and half as
    /// many with each cell of distance.
    pub fn fear(&mut self, feared: Vec<(Pos, u8)>) {
        self.feared = feared;
    }

    /// Sets the cells that are closed, until they are set again.
    pub fn shun(&mut self, cells: Vec<Pos>) {
        self.shunned.clear();
        for at in cells {
            if self.shunned.bounds().contains(at) {
                self.shunned.insert(at);
            }
        }
    }

    /// Returns the fixtures that react when the player walks into them: an altar, a lever, a
    /// merchant.
    pub fn curios(&self) -> impl Iterator<Item = Pos> {
        let done = |at: Pos| self.refused.contains(at) || self.visited.contains(at);
        self.curios.iter().filter(move |&at| !done(at))
    }

    fn cost(&self, at: Pos, caution: Caution) -> u8 {
        let shut = [&self.deadly, &self.refused, &self.taken, &self.trapdoors, &self.shunned]
            .iter()
            .any(|cells| cells.contains(at));
        match (self.harmful.contains(at) || self.harmful_fields.contains(at), caution) {
            _ if shut => 0,
            (true, Caution::Full) => 0,
            (true, Caution::Some) => HARM_COST,
            (_, Caution::None) => 1,
            (false, _) if self.doors.contains(at) => 2,
            (false, _) => self.steps.get(at).copied().unwrap_or(1),
        }
    }

    /// Returns the next step to the nearest goal, if there is a path. On a goal there is none.
    pub fn step(&mut self, view: &View<'_>, caution: Caution, goals: &[(Pos, u16)]) -> Option<Dir> {
        let here = view.own()?.pos();
        if goals.is_empty() {
            return None;
        }
        self.measure(view, caution, goals).downhill(here)
    }

    /// Returns the next step to the nearest goal, with unknown cells taken as open.
    pub fn venture(
        &mut self,
        view: &View<'_>,
        caution: Caution,
        goals: &[(Pos, u16)],
    ) -> Option<Dir> {
        self.ventures = true;
        let step = self.step(view, caution, goals);
        self.ventures = false;
        step
    }

    /// Returns the next step of exploring: to wanted items and to the edge of the known. Corners
    /// that are only diagonally near come last.
    pub fn explore(&mut self, view: &View<'_>, caution: Caution) -> Option<Dir> {
        let here = view.own()?.pos();
        let mut goals: Vec<(Pos, u16)> =
            self.wanted().filter(|&at| at != here).map(|at| (at, 0)).collect();
        goals.extend(self.frontier(Adjacency::Four).into_iter().map(|at| (at, 4)));
        let near = self.step(view, caution, &goals);
        near.or_else(|| {
            if adjacency(view) == Adjacency::Four {
                return None;
            }
            let corners = self.frontier(Adjacency::Eight);
            self.step(view, caution, &corners.into_iter().map(|at| (at, 0)).collect::<Vec<_>>())
        })
    }

    /// Returns the next step of exploring that never leads into the dark.
    pub fn explore_seen(&mut self, view: &View<'_>, caution: Caution) -> Option<Dir> {
        self.wants_light = true;
        let step = self.explore(view, caution);
        self.wants_light = false;
        step
    }

    /// Returns the first actor on the shortest way to some cells, if only actors block it.
    pub fn blocker(&mut self, view: &View<'_>, goals: &[(Pos, u16)]) -> Option<Pos> {
        let mut at = view.own()?.pos();
        let taken = std::mem::take(&mut self.taken);
        self.measure(view, Caution::Full, goals);
        self.taken = taken;
        while !self.taken.contains(at) {
            at = at + self.distances.downhill(at)?;
        }
        Some(at)
    }

    /// Returns the first harmful cell on the way that was measured last.
    pub fn hazard(&self, view: &View<'_>) -> Option<Pos> {
        let mut at = view.own()?.pos();
        loop {
            at = at + self.distances.downhill(at)?;
            if self.is_harmful(at) {
                return Some(at);
            }
        }
    }

    /// Returns the unknown cell that is most worth visiting for a walker in a hurry: near, and
    /// surrounded by other unknown cells.
    pub fn promising(&mut self, view: &View<'_>, caution: Caution) -> Option<Pos> {
        let own = view.own()?;
        let (here, ahead) = (own.pos(), own.facing().offset());
        let frontier = self.frontier(Adjacency::Four);
        let ways = adjacency(view);
        self.measure(view, caution, &[(here, 0)]);
        let price = |at: Pos| {
            let beside = ways.dirs().iter().filter_map(|&dir| self.distances.get(at + dir));
            let steps = i32::from(beside.min()?) + 1;
            let (x, y) = (at.x - here.x, at.y - here.y);
            let aside = if x * ahead.x + y * ahead.y <= 0 { TURN_COST } else { 0 };
            // Exits are seldom near the arrival.
            let far = i32::try_from(at.chebyshev(self.arrival)).unwrap_or(i32::MAX);
            Some((2 * steps + aside - self.unknown_around(at) - far, at))
        };
        frontier.into_iter().filter_map(price).min().map(|(_, at)| at)
    }

    /// Returns how many cells near a cell are unknown.
    fn unknown_around(&self, at: Pos) -> i32 {
        let around = Rect::new(at.x - NEAR, at.y - NEAR, 2 * NEAR + 1, 2 * NEAR + 1);
        let inside = around.intersection(self.known.bounds());
        let unknown = inside.cells().filter(|&it| !self.known.contains(it)).count();
        i32::try_from(unknown).unwrap_or(i32::MAX)
    }

    /// Returns `true` if a cell is unknown and no step into it was refused.
    pub fn is_unknown(&self, at: Pos) -> bool {
        !self.known.contains(at) && !self.refused.contains(at)
    }

    /// Returns the step that leads away from threats, if any is better than staying.
    pub fn flee(&mut self, view: &View<'_>, threats: &[Pos]) -> Option<Dir> {
        let here = view.own()?.pos();
        let mut open = self.open.clone();
        for shut in [
            &self.deadly,
            &self.harmful,
            &self.harmful_fields,
            &self.refused,
            &self.taken,
            &self.trapdoors,
        ] {
            open.subtract(shut);
        }
        open.insert(here);
        let mut near = DistanceMap::new();
        near.measure(&open, adjacency(view), threats);
        let mut flight = DistanceMap::new();
        flight.measure_flight(&open, &near);
        flight.downhill(here)
    }
}
