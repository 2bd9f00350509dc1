use super::{Route, straight_first};
use crate::{BitGrid, Dir};

/// The step to the open neighbour that is nearest to the goal as the crow flies, for a walker
/// that knows no path. It may lead to and fro before a wall. The goal may be closed; `None` at
/// the goal, or where no neighbour is open.
pub fn greedy_step(open: &BitGrid, route: Route) -> Option<Dir> {
    let Route { start, goal, adjacency, .. } = route;
    if start == goal {
        return None;
    }
    straight_first(adjacency)
        .iter()
        .copied()
        .filter(|&dir| start + dir == goal || open.contains(start + dir))
        .min_by_key(|&dir| (start + dir).distance_squared(goal))
}
