use barrow_grid::Pos;

/// An offset that shrinks evenly to nothing.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Slide {
    /// The offset at the start, in pixels.
    pub(crate) from: Pos,
    pub(crate) began: u64,
    pub(crate) lasts: u64,
}

impl Slide {
    pub(crate) const fn ends(&self) -> u64 {
        self.began + self.lasts
    }

    /// Returns the offset, until the slide is over.
    pub(crate) fn offset(&self, now: u64) -> Option<Pos> {
        let left = self.ends().checked_sub(now).filter(|it| *it > 0)?.min(self.lasts);
        Some(self.part(left as i32, self.lasts as i32))
    }

    /// Returns the offset of a movement there and back.
    pub(crate) fn lean(&self, now: u64) -> Option<Pos> {
        let past = now.checked_sub(self.began).filter(|it| *it < self.lasts)?;
        let near = past.min(self.lasts - past);
        Some(self.part(2 * near as i32, self.lasts as i32))
    }

    const fn part(&self, part: i32, whole: i32) -> Pos {
        Pos::new(self.from.x * part / whole, self.from.y * part / whole)
    }
}
