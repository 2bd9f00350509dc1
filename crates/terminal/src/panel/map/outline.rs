//! Walls as lines instead of characters.

use barrow_engine::View;
use barrow_grid::Pos;

/// The lines by the sides that they reach: north 1, east 2, south 4, west 8.
const LINES: [char; 16] =
    ['■', '│', '─', '└', '│', '│', '┌', '├', '─', '┘', '─', '┴', '┐', '┤', '┬', '┼'];

const SIDES: [Pos; 4] = [Pos::new(0, -1), Pos::new(1, 0), Pos::new(0, 1), Pos::new(-1, 0)];

/// Returns the line that stands for a wall; `None` where there is no wall.
pub fn line(view: &View<'_>, at: Pos) -> Option<char> {
    if !is_wall(view, at) {
        return None;
    }
    let reaches = |side: &Pos| is_wall(view, at + *side) && is_edge(view, at, at + *side);
    let sides = SIDES.iter().enumerate().filter(|(_, side)| reaches(side));
    Some(LINES[sides.map(|(place, _)| 1 << place).sum::<usize>()])
}

/// Returns `true` if two walls side by side have something else beside them: inside of rock there
/// are no lines.
fn is_edge(view: &View<'_>, one: Pos, other: Pos) -> bool {
    let along = other - one;
    let across = Pos::new(along.y, along.x);
    [one + across, one - across, other + across, other - across]
        .into_iter()
        .any(|it| !is_wall(view, it))
}

/// Returns `true` for walls as they are known: solid and opaque ground.
fn is_wall(view: &View<'_>, at: Pos) -> bool {
    let (pack, cell) = (view.pack(), view.cell(at));
    cell.thing.is_none()
        && cell.ground.is_some_and(|it| {
            let flags = &pack.kinds.get(it).flags;
            flags.contains(&pack.core.solid) && flags.contains(&pack.core.opaque)
        })
}
