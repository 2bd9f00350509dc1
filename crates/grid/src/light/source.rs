//! Sources that appear, disappear and move. Each keeps the cells that it lights, so that its light
//! can be subtracted later, whatever obstacles have changed in the meantime.

use super::{Light, LightMap};
use crate::{BitGrid, Opaque, Pos};

/// Sources in the order of their keys, with the cells of all of them in one list. Copying them
/// copies only two lists, however many sources there are.
#[derive(Clone, Debug, Default)]
pub(super) struct Sources {
    list: Vec<Source>,
    words: Vec<u64>,
}

#[derive(Clone, Copy, Debug)]
struct Source {
    key: u64,
    light: Light,
    /// The index of its first word in the list of words; see [`LightMap::cast`].
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

    /// Adds a source of another list unchanged, and returns its index.
    fn keep(&mut self, other: &Self, source: &Source) -> usize {
        let start = self.words.len();
        self.words.extend_from_slice(other.cells(source));
        self.list.push(Source { start, ..*source });
        self.list.len() - 1
    }

    /// Moves all sources from an index on into another list.
    fn split_off(&mut self, index: usize, into: &mut Self) {
        into.clear();
        let base = self.list.get(index).map_or(self.words.len(), |it| it.start);
        let tail = self.list.drain(index..);
        into.list.extend(tail.map(|it| Source { start: it.start - base, ..it }));
        into.words.extend(self.words.drain(base..));
    }
}

/// The surroundings of the lights.
pub struct Scenery<'a> {
    /// The cells that block light.
    pub opaque: &'a Opaque,
    /// All cells that have become opaque or clear since the last call.
    pub changed: &'a [Pos],
    /// A field of view that is already known: the origin, the radius, and the cells that
    /// [`Sight::Shadow`] sees. A source at this origin with at most this radius uses it.
    ///
    /// [`Sight::Shadow`]: crate::Sight::Shadow
    pub view: Option<(Pos, u32, &'a BitGrid)>,
}

impl<'a> Scenery<'a> {
    fn seen_from(&self, light: &Light) -> Option<&'a BitGrid> {
        let covers = |radius| radius >= light.metric.covering_radius(light.radius);
        let known = self.view.filter(|it| it.0 == light.pos && covers(it.1));
        known.map(|it| it.2)
    }

    /// Returns `true` if a changed cell may affect a light, that is, lies in its square.
    fn affects(&self, light: &Light) -> bool {
        let (reach, Pos { x, y }) = (light.reach().cast_signed(), light.pos);
        // As unsigned numbers, coordinates before the square become far too large.
        let inside = |at: i32, middle: i32| {
            (at - middle + reach).cast_unsigned() <= 2 * reach.cast_unsigned()
        };
        self.changed.iter().any(|at| inside(at.x, x) && inside(at.y, y))
    }
}

impl LightMap {
    /// Adds a permanent source. Opaque cells block its light but are lit themselves: it reaches the
    /// cells in the symmetric field of view from the source ([`Sight::Shadow`]). `opaque` must have
    /// the size of the map.
    ///
    /// [`Sight::Shadow`]: crate::Sight::Shadow
    pub fn shine(&mut self, opaque: &Opaque, light: &Light) {
        let mut cells = std::mem::take(&mut self.cells);
        self.cast(opaque, None, light, &mut cells);
        self.add(light, &cells);
        self.cells = cells;
    }

    /// Replaces all sources except the permanent ones, and returns `true` if any light has changed.
    /// Each source has a unique key, and `lights` must be sorted by key.
    pub fn relight(
        &mut self,
        scenery: &Scenery<'_>,
        mut lights: impl Iterator<Item = (u64, Light)>,
    ) -> bool {
        let mut sources = std::mem::take(&mut self.sources);
        let (mut any, mut index) = (false, 0);
        // Most sources are the same as last time. They stay in the list, up to the first that was
        // added or removed.
        let other = lights.find(|(key, light)| {
            let same = sources.list.get(index);
            if same.is_none_or(|it| it.key != *key || it.light.radius != light.radius) {
                return true;
            }
            any |= self.refresh(scenery, light, &mut sources, index);
            index += 1;
            false
        });
        if other.is_some() || index < sources.list.len() {
            let mut before = std::mem::take(&mut self.before);
            sources.split_off(index, &mut before);
            self.replace_sources(scenery, &before, &mut sources, other.into_iter().chain(lights));
            self.before = before;
            any = true;
        }
        self.sources = sources;
        any
    }

    /// Subtracts the light of removed sources and adds the current ones.
    fn replace_sources(
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
                self.refresh(scenery, &light, sources, index);
                continue;
            }
            if let Some(gone) = same {
                self.subtract(&gone.light, before.cells(gone));
            }
            self.add_source(scenery, key, light, sources);
        }
        for gone in old {
            self.subtract(&gone.light, before.cells(gone));
        }
    }

    /// Adds a new source.
    fn add_source(&mut self, scenery: &Scenery<'_>, key: u64, light: Light, into: &mut Sources) {
        let mut cells = std::mem::take(&mut self.cells);
        self.cast(scenery.opaque, scenery.seen_from(&light), &light, &mut cells);
        self.add(&light, &cells);
        into.list.push(Source { key, light, start: into.words.len() });
        into.words.extend_from_slice(&cells);
        self.cells = cells;
    }

    /// Updates a source and returns `true` if its light changes. The radius must be the same as
    /// before, so that the number of words is the same.
    #[inline]
    fn refresh(
        &mut self,
        scenery: &Scenery<'_>,
        light: &Light,
        sources: &mut Sources,
        index: usize,
    ) -> bool {
        let same = sources.list[index].light == *light;
        if same && !scenery.affects(light) {
            return false;
        }
        let Source { light: before, start, .. } = &mut sources.list[index];
        let cells = &mut sources.words[*start..][..light.words()];
        if same {
            return self.update_cells(scenery, light, cells);
        }
        let before = std::mem::replace(before, *light);
        self.replace_source(scenery, &before, light, cells);
        true
    }

    /// Subtracts the light of one source and adds that of another, whose cells replace those of the
    /// first.
    #[inline(never)]
    fn replace_source(
        &mut self,
        scenery: &Scenery<'_>,
        from: &Light,
        to: &Light,
        cells: &mut [u64],
    ) {
        self.subtract(from, cells);
        let mut now = std::mem::take(&mut self.cells);
        self.cast(scenery.opaque, scenery.seen_from(to), to, &mut now);
        self.add(to, &now);
        cells.copy_from_slice(&now);
        self.cells = now;
    }

    /// Adds light to the cells that a source newly reaches and subtracts it from those that it no
    /// longer reaches. Usually they are few, as when smoke drifts by. Returns `true` if there are
    /// any.
    #[inline(never)]
    fn update_cells(&mut self, scenery: &Scenery<'_>, light: &Light, cells: &mut [u64]) -> bool {
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
