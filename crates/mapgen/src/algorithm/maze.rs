use barrow_grid::Pos;

use crate::Plan;

/// How many crossings, the cells with two odd coordinates, lie side by side and one below
/// the other. An even side leaves the last ring of rock two cells thick.
pub(crate) const fn crossings(plan: &Plan) -> (i32, i32) {
    let bounds = plan.bounds();
    ((bounds.width - 1) / 2, (bounds.height - 1) / 2)
}

/// The cell of a crossing, by its column and row, or the cell between it and the next one,
/// `dx` to the east or `dy` to the south.
pub(crate) const fn passage(column: i32, row: i32, dx: i32, dy: i32) -> Pos {
    Pos::new(2 * column + 1 + dx, 2 * row + 1 + dy)
}
