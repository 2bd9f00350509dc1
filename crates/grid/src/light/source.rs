//! Sources that come, go and move. Each keeps the cells it lights, so that its light can be
//! taken away again, whatever has come to stand in its way meanwhile.

use super::{Light, LightMap};
use crate::{BitGrid, Opaque, Pos};

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
    fn split_off(&mut self, index: usize, into: &mut Self) {
        into.clear();
        let base = self.list.get(index).map_or(self.words.len(), |it| it.start);
        let tail = self.list.drain(index..);
        into.list.extend(tail.map(|it| Source { start: it.start - base, ..it }));
        into.words.extend(self.words.drain(base..));
    }
}

/// What light meets.
pub struct Scenery<'a> {
    /// The cells that stop it.
    pub opaque: &'a Opaque,
    /// All cells that have become opaque or clear since the last time.
    pub changed: &'a [Pos],
    /// A view that is known already: the cells that [`Sight::Shadow`] sees from a cell, and the
    /// radius. A source that stands there and reaches no farther need not be cast.
    ///
    /// [`Sight::Shadow`]: crate::Sight::Shadow
    pub view: Option<(Pos, u32, &'a BitGrid)>,
}

impl<'a> Scenery<'a> {
    fn seen_from(&self, light: &Light) -> Option<&'a BitGrid> {
        let known = self.view.filter(|it| it.0 == light.pos && it.1 >= light.radius);
        known.map(|it| it.2)
    }

    /// Whether a cell that has changed may matter to a light: beyond its square none does.
    fn concerns(&self, light: &Light) -> bool {
        let (reach, Pos { x, y }) = (light.reach().cast_signed(), light.pos);
        // As numbers without a sign those before the square become far too large.
        let inside = |at: i32, middle: i32| {
            (at - middle + reach).cast_unsigned() <= 2 * reach.cast_unsigned()
        };
        self.changed.iter().any(|at| inside(at.x, x) && inside(at.y, y))
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
        self.cast(opaque, None, light, &mut cells);
        self.add(light, &cells);
        self.cells = cells;
    }

    /// Makes these all the sources there are, apart from those that shine for good, and tells
    /// whether any light has changed. They come in the order of keys that tell them apart.
    pub fn relight(
        &mut self,
        scenery: &Scenery<'_>,
        mut lights: impl Iterator<Item = (u64, Light)>,
    ) -> bool {
        let mut sources = std::mem::take(&mut self.sources);
        let (mut any, mut index) = (false, 0);
        // Most are there as they were the last time. They stay where they are in the list, up to
        // the first that has come or gone.
        let other = lights.find(|(key, light)| {
            let same = sources.list.get(index);
            if same.is_none_or(|it| it.key != *key || it.light.radius != light.radius) {
                return true;
            }
            any |= self.renew(scenery, light, &mut sources, index);
            index += 1;
            false
        });
        if other.is_some() || index < sources.list.len() {
            let mut before = std::mem::take(&mut self.before);
            sources.split_off(index, &mut before);
            self.replace(scenery, &before, &mut sources, other.into_iter().chain(lights));
            self.before = before;
            any = true;
        }
        self.sources = sources;
        any
    }

    /// Takes away the light of sources that have gone, and adds the sources there are.
    fn replace(
        &mut self,
        scenery: &Scenery<'_>,
        before: &Sources,
        sources: &mut Sources,
        lights: impl Iterator<Item = (u64, Light)>,
    ) {
        let mut old = before.list.iter().peekable();
        for (key, light) in lights {
            while let Some(gone) = old.next_if(|it| it.key < key) {
                self.subtract(&gone.light, before.cells(gone));
            }
            let same = old.next_if(|it| it.key == key);
            if let Some(same) = same.filter(|it| it.light.radius == light.radius) {
                let index = sources.keep(before, same);
                self.renew(scenery, &light, sources, index);
                continue;
            }
            if let Some(gone) = same {
                self.subtract(&gone.light, before.cells(gone));
            }
            self.begin(scenery, key, light, sources);
        }
        for gone in old {
            self.subtract(&gone.light, before.cells(gone));
        }
    }

    /// Lets a new source shine.
    fn begin(&mut self, scenery: &Scenery<'_>, key: u64, light: Light, into: &mut Sources) {
        let mut cells = std::mem::take(&mut self.cells);
        self.cast(scenery.opaque, scenery.seen_from(&light), &light, &mut cells);
        self.add(&light, &cells);
        into.list.push(Source { key, light, start: into.words.len() });
        into.words.extend_from_slice(&cells);
        self.cells = cells;
    }

    /// Lets a source shine as it does now, and tells whether that makes a difference. It must
    /// have the same radius as before, so that it has as many words.
    #[inline]
    fn renew(
        &mut self,
        scenery: &Scenery<'_>,
        light: &Light,
        sources: &mut Sources,
        index: usize,
    ) -> bool {
        let same = sources.list[index].light == *light;
        if same && !scenery.concerns(light) {
            return false;
        }
        let Source { light: before, start, .. } = &mut sources.list[index];
        let cells = &mut sources.words[*start..][..light.words()];
        if same {
            return self.exchange(scenery, light, cells);
        }
        let before = std::mem::replace(before, *light);
        self.shift(scenery, &before, light, cells);
        true
    }

    /// Takes the light of a source away and adds that of another, whose cells take the place of
    /// those of the first.
    #[inline(never)]
    fn shift(&mut self, scenery: &Scenery<'_>, from: &Light, to: &Light, cells: &mut [u64]) {
        self.subtract(from, cells);
        let mut now = std::mem::take(&mut self.cells);
        self.cast(scenery.opaque, scenery.seen_from(to), to, &mut now);
        self.add(to, &now);
        cells.copy_from_slice(&now);
        self.cells = now;
    }

    /// Lights the cells that a source has come to reach, and takes its light away from those
    /// that it no longer does. Most are the same: a puff of smoke shades a few. Tells whether
    /// any is not.
    #[inline(never)]
    fn exchange(&mut self, scenery: &Scenery<'_>, light: &Light, cells: &mut [u64]) -> bool {
        let mut now = std::mem::take(&mut self.cells);
        self.cast(scenery.opaque, scenery.seen_from(light), light, &mut now);
        let differ = *cells != *now;
        if differ {
            let mut part = std::mem::take(&mut self.part);
            part.clear();
            part.extend(cells.iter().zip(&now).map(|(before, now)| before & !now));
            self.subtract(light, &part);
            part.clear();
            part.extend(cells.iter().zip(&now).map(|(before, now)| now & !before));
            self.add(light, &part);
            self.part = part;
            cells.copy_from_slice(&now);
        }
        self.cells = now;
        differ
    }
}
