//! Sources that come, go and move. Each keeps the cells it lights, so that its light can be
//! taken away again, whatever has come to stand in its way meanwhile.

use super::{Light, LightMap};
use crate::{Opaque, Pos, Rect};

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
    /// Where its cells begin in the list of words; see [`LightMap::cast`].
    start: usize,
}

impl Sources {
    pub(super) fn clear(&mut self) {
        self.list.clear();
        self.words.clear();
    }

    fn cells(&self, source: &Source) -> &[u64] {
        &self.words[source.start..][..source.light.words()]
    }

    /// Adds a source of another list as it is, and returns its place.
    fn keep(&mut self, other: &Self, source: &Source) -> usize {
        let start = self.words.len();
        self.words.extend_from_slice(other.cells(source));
        self.list.push(Source { start, ..*source });
        self.list.len() - 1
    }

    /// Moves all sources from a place on into another list.
    fn split_off(&mut self, place: usize, into: &mut Self) {
        into.clear();
        let base = self.list.get(place).map_or(self.words.len(), |it| it.start);
        let tail = self.list.drain(place..);
        into.list.extend(tail.map(|it| Source { start: it.start - base, ..it }));
        into.words.extend(self.words.drain(base..));
    }
}

/// The cells that have become opaque or clear.
struct Changes<'a> {
    cells: &'a [Pos],
    /// A rectangle around them.
    around: Rect,
}

impl<'a> Changes<'a> {
    fn new(cells: &'a [Pos]) -> Self {
        let around = cells.iter().map(|at| Rect::new(at.x, at.y, 1, 1)).reduce(|all, it| {
            let (x, y) = (all.x.min(it.x), all.y.min(it.y));
            Rect::new(x, y, all.right().max(it.right()) - x, all.bottom().max(it.bottom()) - y)
        });
        Self { cells, around: around.unwrap_or_default() }
    }

    /// Whether one of them may matter to a light: farther away than it reaches none does.
    fn concern(&self, light: &Light) -> bool {
        let square = Rect::new(light.pos.x, light.pos.y, 1, 1).grown(light.reach() as i32);
        square.overlaps(self.around) && self.cells.iter().any(|&at| square.contains(at))
    }
}

impl LightMap {
    /// Adds a source for good. Its light does not pass opaque cells, but lights those that it
    /// meets; it falls where a symmetric view from the source reaches ([`Sight::Shadow`]). Both
    /// planes must have one size.
    ///
    /// [`Sight::Shadow`]: crate::Sight::Shadow
    pub fn shine(&mut self, opaque: &Opaque, light: &Light) {
        let mut cells = std::mem::take(&mut self.cells);
        self.cast(opaque, light, &mut cells);
        self.add(light, cells.iter().copied());
        self.cells = cells;
    }

    /// Makes these all the sources there are, apart from those that shine for good, and tells
    /// whether any light has changed. They come in the order of keys that tell them apart;
    /// `changed` are all cells that have become opaque or clear since the last time.
    pub fn relight(
        &mut self,
        opaque: &Opaque,
        changed: &[Pos],
        mut lights: impl Iterator<Item = (u64, Light)>,
    ) -> bool {
        let obstacles = Changes::new(changed);
        let mut sources = std::mem::take(&mut self.sources);
        let (mut any, mut place) = (false, 0);
        // Most are there as they were the last time. They stay where they are in the list, up to
        // the first that has come or gone.
        let other = lights.find(|(key, light)| {
            let same = sources.list.get(place);
            if same.is_none_or(|it| it.key != *key || it.light.words() != light.words()) {
                return true;
            }
            any |= self.renew(opaque, &obstacles, *light, &mut sources, place);
            place += 1;
            false
        });
        let mut before = std::mem::take(&mut self.before);
        sources.split_off(place, &mut before);
        let mut old = before.list.iter().peekable();
        for (key, light) in other.into_iter().chain(lights) {
            while let Some(gone) = old.next_if(|it| it.key < key) {
                self.subtract(&gone.light, before.cells(gone).iter().copied());
                any = true;
            }
            let same = old.next_if(|it| it.key == key);
            if let Some(same) = same.filter(|it| it.light.words() == light.words()) {
                let place = sources.keep(&before, same);
                any |= self.renew(opaque, &obstacles, light, &mut sources, place);
                continue;
            }
            if let Some(gone) = same {
                self.subtract(&gone.light, before.cells(gone).iter().copied());
            }
            self.begin(opaque, key, light, &mut sources);
            any = true;
        }
        for gone in old {
            self.subtract(&gone.light, before.cells(gone).iter().copied());
            any = true;
        }
        (self.sources, self.before) = (sources, before);
        any
    }

    /// Lets a new source shine.
    fn begin(&mut self, opaque: &Opaque, key: u64, light: Light, into: &mut Sources) {
        let mut cells = std::mem::take(&mut self.cells);
        self.cast(opaque, &light, &mut cells);
        self.add(&light, cells.iter().copied());
        into.list.push(Source { key, light, start: into.words.len() });
        into.words.extend_from_slice(&cells);
        self.cells = cells;
    }

    /// Lets a source shine as it does now, which has the same reach as before, and tells whether
    /// that makes a difference.
    #[inline]
    fn renew(
        &mut self,
        opaque: &Opaque,
        changes: &Changes<'_>,
        light: Light,
        sources: &mut Sources,
        place: usize,
    ) -> bool {
        let source = &mut sources.list[place];
        let same = source.light == light;
        if same && !changes.concern(&light) {
            return false;
        }
        let before = std::mem::replace(&mut source.light, light);
        let kept = &mut sources.words[source.start..][..light.words()];
        let mut cells = std::mem::take(&mut self.cells);
        self.cast(opaque, &light, &mut cells);
        let any = !same || *kept != *cells;
        if !same {
            self.subtract(&before, kept.iter().copied());
            self.add(&light, cells.iter().copied());
        } else if any {
            // A puff of smoke shades a few cells.
            self.subtract(&light, kept.iter().zip(&cells).map(|(old, new)| old & !new));
            self.add(&light, kept.iter().zip(&cells).map(|(old, new)| new & !old));
        }
        kept.copy_from_slice(&cells);
        self.cells = cells;
        any
    }
}
