use std::ops::Range;

use barrow_grid::BitGrid;

/// 64 cells side by side and their neighbours: bit `n` of `north` is the northern neighbour of
/// the cell at bit `n`.
#[derive(Clone, Copy)]
pub(crate) struct Around {
    pub(crate) here: u64,
    pub(crate) north: u64,
    pub(crate) east: u64,
    pub(crate) south: u64,
    pub(crate) west: u64,
}

impl Around {
    /// Cells between two others, in a row or a column, and between nothing the other way.
    pub(crate) const fn doorways(self) -> u64 {
        let across = self.west & self.east & !self.north & !self.south;
        let along = self.north & self.south & !self.west & !self.east;
        across | along
    }

    /// Cells with two neighbours or more.
    pub(crate) const fn joints(self) -> u64 {
        let pairs = (self.north & self.east) | (self.south & self.west);
        pairs | ((self.north | self.east) & (self.south | self.west))
    }

    /// Cells with a neighbour.
    pub(crate) const fn touched(self) -> u64 {
        self.north | self.east | self.south | self.west
    }
}

/// Makes `into` what `op` gives for each word of `set` and the same word of `other`. It must
/// not give cells beyond the width.
///
/// The outermost ring is always rock, and no cell of it may be in `set`. So the first and the
/// last row need no look, and the neighbour of a row's last word may be the first of the next.
pub(crate) fn look_around(
    set: &BitGrid,
    other: &BitGrid,
    into: &mut BitGrid,
    op: impl Fn(Around, u64) -> u64,
) {
    into.reset(set.width(), set.height());
    look_around_rows(set, other, into, 1..set.height() - 1, op);
}

/// The same for some of the inner rows; the others stay as they are.
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
    for place in 0..end - start {
        let around = Around {
            here: here[place],
            north: above[place],
            east: here[place] >> 1 | after[place] << 63,
            south: below[place],
            west: here[place] << 1 | before[place] >> 63,
        };
        into[place] = op(around, other[place]);
    }
}
