use barrow_grid::Pos;

use crate::Plan;

/// Returns the number of columns and rows of crossings, the cells with two odd coordinates. On a
/// side of even length the last wall is two cells thick.
pub(crate) const fn crossings(plan: &Plan) -> (i32, i32) {
    let bounds = plan.bounds();
    ((bounds.width - 1) / 2, (bounds.height - 1) / 2)
}

/// Returns the cell of a crossing, or the cell between it and the next crossing, `dx` to the east
/// or `dy` to the south.
pub(crate) const fn passage(column: i32, row: i32, dx: i32, dy: i32) -> Pos {
    Pos::new(2 * column + 1 + dx, 2 * row + 1 + dy)
}
