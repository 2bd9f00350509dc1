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

/// Makes `into` what `op` gives for each word of `set`; it is also told the word's place. It
/// must not give cells beyond the width. Outside the plane there is nothing.
pub(crate) fn look_around(
    set: &BitGrid,
    into: &mut BitGrid,
    mut op: impl FnMut(usize, Around) -> u64,
) {
    into.reset(set.width(), set.height());
    let (stride, words) = (set.stride(), set.words());
    let word = |place: Option<usize>| place.and_then(|it| words.get(it)).copied().unwrap_or(0);
    for (place, target) in into.words_mut().iter_mut().enumerate() {
        let column = place % stride;
        let here = words[place];
        let before = if column == 0 { 0 } else { words[place - 1] };
        let after = if column + 1 == stride { 0 } else { words[place + 1] };
        let around = Around {
            here,
            north: word(place.checked_sub(stride)),
            east: here >> 1 | after << 63,
            south: word(Some(place + stride)),
            west: here << 1 | before >> 63,
        };
        *target = op(place, around);
    }
}
