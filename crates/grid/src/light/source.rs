//! Sources that come, go and move. Each keeps the cells it lights, so that its light can be
//! taken away again, whatever has come to stand in its way meanwhile.

use super::ramp::Sum;
use super::{Beam, Light, LightMap};
use crate::bits::{ones, spans};
use crate::{Opaque, Pos, Rect, Sight};

/// Sources by their keys, in order, and the cells of all of them in one list: a copy of it is
/// a copy of two lists, however many there are.
#[derive(Clone, Debug, Default)]
pub(super) struct Sources {
    list: Vec<Source>,
    words: Vec<u64>,
}

#[derive(Clone, Copy, Debug)]
struct Source {
    key: u64,
    light: Light,
    /// The part of the plane that it can reach.
    reach: Rect,
    /// Where its cells are in the list: for each row, the words of the plane that it can reach.
    start: usize,
    /// How many words those are in a row.
    stride: usize,
}

impl Sources {
    pub(super) fn clear(&mut self) {
        self.list.clear();
        self.words.clear();
    }

    fn cells(&self, source: &Source) -> &[u64] {
        &self.words[source.start..][..source.stride * source.reach.height.unsigned_abs() as usize]
    }

    /// Takes over a source of another list as it is.
    fn keep(&mut self, other: &Self, source: &Source) {
        let start = self.words.len();
        self.words.extend_from_slice(other.cells(source));
        self.list.push(Source { start, ..*source });
    }
}

impl LightMap {
    /// Adds a source for good. Its light does not pass opaque cells, but lights those that it
    /// meets; it falls where a symmetric view from the source reaches ([`Sight::Shadow`]). Both
    /// planes must have one size.
    pub fn shine(&mut self, opaque: &Opaque, light: &Light) {
        let mut alone = Sources::default();
        let source = self.cast(opaque, 0, *light, &mut alone);
        self.add(&source, alone.cells(&source));
        self.settle();
    }

    /// Makes these all the sources there are, apart from those that shine for good, and tells
    /// whether any light has changed. They come in the order of keys that tell them apart;
    /// `changed` are all cells that have become opaque or clear since the last time.
    pub fn relight(
        &mut self,
        opaque: &Opaque,
        changed: &[Pos],
        lights: impl Iterator<Item = (u64, Light)>,
    ) -> bool {
        let before = std::mem::take(&mut self.sources);
        let mut now = std::mem::take(&mut self.next);
        now.clear();
        let mut old = before.list.iter().peekable();
        let mut any = false;
        for (key, light) in lights {
            while let Some(gone) = old.next_if(|it| it.key < key) {
                self.subtract(gone, before.cells(gone));
                any = true;
            }
            let Some(same) = old.next_if(|it| it.key == key) else {
                let new = self.cast(opaque, key, light, &mut now);
                self.add(&new, now.cells(&new));
                any = true;
                continue;
            };
            if same.light == light && !changed.iter().any(|&at| same.reach.contains(at)) {
                now.keep(&before, same);
                continue;
            }
            let new = self.cast(opaque, key, light, &mut now);
            any |= if same.light == light {
                self.exchange(&new, before.cells(same), now.cells(&new))
            } else {
                self.subtract(same, before.cells(same));
                self.add(&new, now.cells(&new));
                true
            };
        }
        for gone in old {
            self.subtract(gone, before.cells(gone));
            any = true;
        }
        (self.sources, self.next) = (now, before);
        if any {
            self.settle();
        }
        any
    }

    /// Works out which cells a source lights, and lists it.
    fn cast(&mut self, opaque: &Opaque, key: u64, light: Light, into: &mut Sources) -> Source {
        assert_eq!(self.bounds(), opaque.bounds(), "light on another plane than its obstacles");
        Sight::Shadow.see(opaque, light.pos, light.radius, &mut self.reached);
        let radius = light.radius.min(Sight::FARTHEST) as i32;
        let disc = Rect::new(light.pos.x, light.pos.y, 1, 1).grown(radius);
        let inside = self.bounds().contains(light.pos);
        let reach = if inside { disc.intersection(self.bounds()) } else { Rect::default() };
        let start = into.words.len();
        let columns = reach.x as usize / 64..(reach.right() as usize).div_ceil(64);
        let stride = columns.len();
        let source = Source { key, light, reach, start, stride };
        for y in reach.y..reach.bottom() {
            into.words.extend_from_slice(&self.reached.row(y)[columns.clone()]);
        }
        if light.beam != Beam::All {
            source.narrow(&mut into.words[start..]);
        }
        into.list.push(source);
        source
    }

    /// Lights the cells that a source has come to reach, and takes its light away from those
    /// that it no longer does. Most are the same: a puff of smoke shades a few. Tells whether
    /// any is not.
    fn exchange(&mut self, source: &Source, before: &[u64], now: &[u64]) -> bool {
        if before == now {
            return false;
        }
        let mut cells = std::mem::take(&mut self.cells);
        cells.clear();
        cells.extend(before.iter().zip(now).map(|(before, now)| before & !now));
        self.subtract(source, &cells);
        cells.clear();
        cells.extend(before.iter().zip(now).map(|(before, now)| now & !before));
        self.add(source, &cells);
        self.cells = cells;
        true
    }

    fn add(&mut self, source: &Source, cells: &[u64]) {
        self.apply(source, cells, Sum::add);
    }

    fn subtract(&mut self, source: &Source, cells: &[u64]) {
        self.apply(source, cells, Sum::subtract);
    }

    /// Changes the sums of some cells of a source.
    #[inline]
    fn apply(&mut self, source: &Source, cells: &[u64], change: impl Fn(&mut Sum, Sum)) {
        let Pos { x, y } = source.light.pos;
        let ramp = self.ramps.find(&source.light);
        let first = source.reach.x as usize / 64;
        let rows = cells.chunks(source.stride.max(1)).zip(source.reach.y..);
        for (cells, row) in rows.filter(|(cells, _)| cells.iter().any(|&word| word != 0)) {
            let ramp = self.ramps.row(ramp, &source.light, row.abs_diff(y));
            let sums = self.sums.row_mut(row);
            let changed = &mut self.changed.row_mut(row)[first..];
            for ((&word, changed), index) in cells.iter().zip(changed).zip(first..) {
                *changed |= word;
                let mut left = word;
                while left != 0 {
                    let column = index * 64 + left.trailing_zeros() as usize;
                    change(&mut sums[column], ramp[column.abs_diff(x as usize)]);
                    left &= left - 1;
                }
            }
        }
    }

    /// Works out what is read from the sums that have changed. A source that moves takes its
    /// light from many cells and gives it back to most of them, so this waits until all is done.
    fn settle(&mut self) {
        for y in 0..self.sums.height() {
            let words = self.changed.row_mut(y).iter_mut().zip(self.lit.row_mut(y));
            for ((changed, lit), index) in words.zip(0..).filter(|((changed, _), _)| **changed != 0)
            {
                let mut bright = 0;
                for (bit, length) in spans(*changed) {
                    let start = index * 64 + bit as usize;
                    let sums = &self.sums.row(y)[start..][..length];
                    let glows = &mut self.glows.row_mut(y)[start..][..length];
                    for ((glow, &sum), bit) in glows.iter_mut().zip(sums).zip(bit..) {
                        *glow = sum.into();
                        bright |= u64::from(glow.level > 0) << bit;
                    }
                }
                *lit = *lit & !std::mem::take(changed) | bright;
            }
        }
    }
}

impl Source {
    /// Takes out of its cells those that its beam does not meet.
    fn narrow(&self, cells: &mut [u64]) {
        let rows = cells.chunks_mut(self.stride.max(1));
        for (row, y) in rows.zip(self.reach.y..) {
            for (word, left) in row.iter_mut().zip((self.reach.x / 64 * 64..).step_by(64)) {
                for bit in ones(*word) {
                    let offset = Pos::new(left + bit, y) - self.light.pos;
                    if !self.light.beam.meets(offset) {
                        *word &= !(1 << bit);
                    }
                }
            }
        }
    }
}
