use crate::Pos;

/// Returns the cells of a straight line between two cells, including both (Bresenham).
///
/// The line from `a` to `b` and the line from `b` to `a` may differ by a cell where they pass
/// exactly between two cells. Where symmetry matters, use the field of view ([`crate::Sight`]).
pub fn line(from: Pos, to: Pos) -> impl Iterator<Item = Pos> {
    let (dx, dy) = ((to.x - from.x).abs(), -(to.y - from.y).abs());
    let (sx, sy) = ((to.x - from.x).signum(), (to.y - from.y).signum());
    let mut error = dx + dy;
    let mut next = Some(from);
    std::iter::from_fn(move || {
        let here = next?;
        next = (here != to).then(|| {
            let doubled = 2 * error;
            let mut there = here;
            if doubled >= dy {
                error += dy;
                there.x += sx;
            }
            if doubled <= dx {
                error += dx;
                there.y += sy;
            }
            there
        });
        Some(here)
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Grid;

    fn check(from: (i32, i32), to: (i32, i32), picture: &str) {
        let mut drawn = Grid::new(7, 4, '.');
        for pos in line(from.into(), to.into()) {
            drawn[pos] = '*';
        }
        assert_eq!(drawn.to_string(), Grid::from_picture(picture).to_string());
    }

    #[test]
    fn lines_are_thin_and_whole() {
        check(
            (0, 0),
            (6, 3),
            "
            *......
            .**....
            ...**..
            .....**
            ",
        );
        check(
            (5, 0),
            (2, 3),
            "
            .....*.
            ....*..
            ...*...
            ..*....
            ",
        );
    }

    #[test]
    fn a_line_to_itself_is_one_cell() {
        assert_eq!(line(Pos::new(3, 3), Pos::new(3, 3)).collect::<Vec<_>>(), [Pos::new(3, 3)]);
    }
}
