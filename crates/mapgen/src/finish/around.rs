use std::ops::Range;

use barrow_grid::BitGrid;

/// 64 cells of a row and their neighbours: bit `n` of `north` is the northern neighbour of the cell
/// at bit `n`.
#[derive(Clone, Copy)]
pub(crate) struct Around {
    pub(crate) here: u64,
    pub(crate) north: u64,
    pub(crate) east: u64,
    pub(crate) south: u64,
    pub(crate) west: u64,
}

impl Around {
    /// Returns the cells with neighbours on two opposite sides and none on the other two.
    pub(crate) const fn doorways(self) -> u64 {
        let across = self.west & self.east & !self.north & !self.south;
        let along = self.north & self.south & !self.west & !self.east;
        across | along
    }

    /// Returns the cells with at least two neighbours.
    pub(crate) const fn joints(self) -> u64 {
        let pairs = (self.north & self.east) | (self.south & self.west);
        pairs | ((self.north | self.east) & (self.south | self.west))
    }

    /// Returns the cells with at least one neighbour.
    pub(crate) const fn touched(self) -> u64 {
        self.north | self.east | self.south | self.west
    }
}

/// Fills `into` with the result of `op` for each word of `set` and the same word of `other`. `op`
/// must not return cells beyond the width.
///
/// The outermost ring is always rock, so no cell of it may be in `set`. That is why the first and
/// the last row are skipped, and why the neighbour of a row's last word may be the first word of
/// the next row.
pub(crate) fn look_around(
    set: &BitGrid,
    other: &BitGrid,
    into: &mut BitGrid,
    op: impl Fn(Around, u64) -> u64,
) {
    into.reset(set.width(), set.height());
    look_around_rows(set, other, into, 1..set.height() - 1, op);
}

/// Does the same for some of the inner rows and leaves the others unchanged.
pub(crate) fn look_around_rows(
    set: &BitGrid,
    other: &BitGrid,
    into: &mut BitGrid,
    rows: Range<i32>,
    op: impl Fn(Around, u64) -> u64,
) {
    let (stride, words) = (set.stride(), set.words());
    let (start, end) = (rows.start as usize * stride, rows.end as usize * stride);
    let here = &words[start..end];
    let (before, after) = (&words[start - 1..end - 1], &words[start + 1..=end]);
    let (above, below) =
        (&words[start - stride..end - stride], &words[start + stride..][..end - start]);
    let (other, into) = (&other.words()[start..end], &mut into.words_mut()[start..end]);
    for index in 0..end - start {
        let around = Around {
            here: here[index],
            north: above[index],
            east: here[index] >> 1 | after[index] << 63,
            south: below[index],
            west: here[index] << 1 | before[index] >> 63,
        };
        into[index] = op(around, other[index]);
    }
}
