use barrow_grid::Pos;

/// Something that is off its place for a while, and comes to it evenly.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Slide {
    /// Pixels off at the beginning.
    pub(crate) from: Pos,
    pub(crate) began: u64,
    pub(crate) lasts: u64,
}

impl Slide {
    pub(crate) const fn ends(&self) -> u64 {
        self.began + self.lasts
    }

    /// How far off it is, until it is there.
    pub(crate) fn offset(&self, now: u64) -> Option<Pos> {
        let left = self.ends().checked_sub(now).filter(|it| *it > 0)?.min(self.lasts);
        Some(self.part(left as i32, self.lasts as i32))
    }

    /// How far off it is when it goes there and back again.
    pub(crate) fn lean(&self, now: u64) -> Option<Pos> {
        let past = now.checked_sub(self.began).filter(|it| *it < self.lasts)?;
        let near = past.min(self.lasts - past);
        Some(self.part(2 * near as i32, self.lasts as i32))
    }

    const fn part(&self, part: i32, whole: i32) -> Pos {
        Pos::new(self.from.x * part / whole, self.from.y * part / whole)
    }
}
