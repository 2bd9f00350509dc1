//! Paths where not everyone may go everywhere, or steps take different times.

use barrow_grid::{DistanceMap, Grid, Pos};
use barrow_pack::Moves;

use super::step::{MAX_DETOUR, StepOrder, towards};
use crate::action::Action;
use crate::ctx::{Ctx, ReadCtx};
use crate::state::entity::EntityId;

/// The distances from a goal in the time that steps take.
#[derive(Debug, Default)]
pub(crate) struct Route {
    goal: Pos,
    moves: Moves,
    /// The changes of `Level::path_changes` that it has taken in.
    changes: u64,
    /// The time of a step onto each cell; 0 for cells that are closed.
    costs: Grid<u8>,
    times: DistanceMap,
}

/// With more routes than this, the oldest is given up.
const MAX_ROUTES: usize = 8;

impl ReadCtx<'_> {
    /// Returns the time of a step onto each cell for a mind; 0 for cells where it would not go.
    fn costs_for(self, moves: Moves) -> Grid<u8> {
        let level = &self.world.level;
        let bounds = level.bounds();
        let mut costs = Grid::new(bounds.width, bounds.height, 0);
        for at in bounds.cells() {
            let mut fields = self.pack.fields.iter().zip(&level.fields);
            let harm = fields.any(|((_, field), layer)| field.harmful && layer.cells.contains(at));
            let pit = level.pits.contains(at) && !moves.contains(Moves::FLY);
            if !harm && !pit {
                costs[at] = u8::try_from(self.step_cost(moves, at, true)).unwrap_or(u8::MAX);
            }
        }
        costs
    }
}

impl Ctx<'_> {
    /// Returns a step on the quickest path to a goal. If actors block all such steps, or if the
    /// path is to lead `around` them anyway, it does so unless that detour is too long. If there
    /// is no path, the step is greedy.
    pub(super) fn quickest_step(
        &mut self,
        who: EntityId,
        here: Pos,
        goal: Pos,
        around: bool,
    ) -> Option<Action> {
        let index = self.route_to(goal, self.moves(who));
        let route = &self.world.trails.routes[index];
        let Some((left, ways)) = best_steps(&route.times, here) else {
            return self.greedy_step(who, goal);
        };
        let crowd = &self.world.level.actor_cells;
        // An actor on the goal itself is not in the way.
        let free = !crowd.around(here) | towards(here, goal);
        let first = StepOrder::new(self.pack, here, goal);
        if !around && ways & free != 0 {
            return first.of(ways & free);
        }
        let mut costs = route.costs.clone();
        crowd.iter().for_each(|at| costs[at] = 0);
        let mut times = DistanceMap::new();
        times.measure_weighted(&costs, self.adjacency(), &[(goal, 0)]);
        let detour = best_steps(&times, here).filter(|(time, _)| *time <= left + MAX_DETOUR);
        detour.map_or_else(
            || if around { first.of(ways & free) } else { None },
            |(_, ways)| first.of(ways & free),
        )
    }

    /// Returns the index of the up-to-date route to a goal.
    fn route_to(&mut self, goal: Pos, moves: Moves) -> usize {
        let changes = self.world.level.path_changes.changes;
        let leads = |it: &Route| (it.goal, it.moves, it.changes) == (goal, moves, changes);
        if let Some(index) = self.world.trails.routes.iter().position(leads) {
            return index;
        }
        let costs = self.look().costs_for(moves);
        let mut times = DistanceMap::new();
        times.measure_weighted(&costs, self.adjacency(), &[(goal, 0)]);
        let routes = &mut self.world.trails.routes;
        if routes.len() == MAX_ROUTES {
            routes.remove(0);
        }
        routes.push(Route { goal, moves, changes, costs, times });
        routes.len() - 1
    }
}

/// Returns the time from the best neighbours of a cell to the goal, and the steps to them, a bit
/// each.
fn best_steps(times: &DistanceMap, here: Pos) -> Option<(u32, u8)> {
    let time = times.get(here + times.downhill(here)?)?;
    let ways = times.downhill_dirs(here).fold(0, |set, dir| set | 1 << dir as u8);
    Some((time.into(), ways))
}
