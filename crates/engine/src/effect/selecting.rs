//! Effects on the things of a selection.

use barrow_dice::Fixed;
use barrow_grid::Pos;
use barrow_pack::{Effect, Id, Kind, Lots, Selection, Sorting, Source, Subject};
use barrow_small::sort_by_key;

use crate::ctx::scene::Scene;
use crate::ctx::{Ctx, MAX_TIMES, Reads};
use crate::state::entity::{At, EntityId};

/// How often a table is asked again for a kind that was not drawn yet.
const MAX_TRIES: u32 = 8;

impl<W: Reads> Ctx<'_, W> {
    /// Returns whether a new thing is still nowhere: it is held by someone, but in no bag.
    pub(crate) fn is_loose(&self, thing: EntityId) -> bool {
        let At::Named(holder) = self.entity(thing).at else { return false };
        let bags = self.actor(holder).map_or(&[][..], |it| &it.bags);
        !bags.iter().any(|(_, items)| items.contains(&thing))
    }
}

impl<W: Reads> Ctx<'_, W> {
    /// Sorts the things of a selection. A random order stays as it is.
    pub(crate) fn sort_things(&self, things: &mut [EntityId], order: &Sorting, scene: &Scene) {
        let from = scene.actor.and_then(|it| self.location(it)).or(scene.cell).unwrap_or_default();
        let steps = |it: EntityId| self.location(it).map_or(u32::MAX, |at| at.chebyshev(from));
        match order {
            Sorting::First | Sorting::Random => {}
            Sorting::Near => sort_by_key(things, |&it| steps(it)),
            Sorting::Far => sort_by_key(things, |&it| u32::MAX - steps(it)),
            Sorting::By(value) => {
                let value = |it: EntityId| self.expected(value, &scene.with_it(it));
                sort_by_key(things, |&it| Fixed::ZERO - value(it));
            }
        }
    }
}

impl Ctx<'_> {
    /// Runs effects for each thing of a selection.
    pub(crate) fn each(
        &mut self,
        from: &Selection,
        then: &[Effect],
        otherwise: &[Effect],
        scene: &Scene,
    ) {
        if let Some(cells) = self.select_cells(from, scene) {
            let effects = if cells.is_empty() { otherwise } else { &[] };
            self.run(effects, scene);
            return cells.iter().for_each(|&at| self.run(then, &scene.with_it_cell(at)));
        }
        let things = self.select(from, scene);
        if things.is_empty() {
            return self.run(otherwise, scene);
        }
        for &it in &things {
            if self.entity(it).exists() {
                self.run(then, &scene.with_it(it));
            }
        }
        self.discard_loose(&things);
    }

    /// Returns the cells of a selection, in its order and as many as it wants; `None` if it is
    /// about things.
    fn select_cells(&mut self, selection: &Selection, scene: &Scene) -> Option<Vec<Pos>> {
        let scene = &self.with_player(*scene);
        let mut cells = self.sheet().found_cells(selection, scene, None)?;
        self.charge_cells(cells.len());
        let from = self.spot(scene, Subject::Actor).unwrap_or_default();
        let steps = |at: Pos| Fixed::from(at.chebyshev(from).cast_signed());
        match &selection.order {
            Sorting::First => {}
            Sorting::Near => sort_by_key(&mut cells, |&at| steps(at)),
            Sorting::Far => sort_by_key(&mut cells, |&at| Fixed::ZERO - steps(at)),
            Sorting::Random => self.world.rng.shuffle(&mut cells),
            Sorting::By(value) => sort_by_key(&mut cells, |&at| {
                Fixed::ZERO - self.expected(value, &scene.with_it_cell(at))
            }),
        }
        cells.truncate(self.count(selection.count.as_ref(), scene, u32::MAX) as usize);
        Some(cells)
    }

    /// Returns the things of a selection, in its order and as many as it wants. Those of a table
    /// are made for it; what is not put anywhere must be discarded afterwards.
    pub(crate) fn select(&mut self, selection: &Selection, scene: &Scene) -> Vec<EntityId> {
        let scene = &self.with_player(*scene);
        let mut things = match &selection.source {
            Source::Table { table, draw, unique } => {
                let draws = self.times(draw.as_ref(), scene);
                let kinds = self.drawn_kinds(*table, draws, *unique, scene);
                self.make_for(selection, &kinds, scene)
            }
            Source::Kinds(kinds) => {
                let kinds: Vec<(Id<Kind>, u32)> = kinds.iter().map(|&kind| (kind, 1)).collect();
                self.make_for(selection, &kinds, scene)
            }
            Source::Named(id) => {
                let things = self.select(self.pack.selections.get(*id), scene);
                let sheet = self.sheet();
                things.into_iter().filter(|&it| sheet.is_wanted(selection, it, scene)).collect()
            }
            Source::Missing
            | Source::Subject(_)
            | Source::Bag { .. }
            | Source::Worn(_)
            | Source::Around { .. }
            | Source::Cells { .. }
            | Source::Level => self.sheet().found(selection, scene),
        };
        self.charge_cells(self.cells_searched(selection, things.len()));
        self.sort_things(&mut things, &selection.order, scene);
        if selection.order == Sorting::Random {
            self.world.rng.shuffle(&mut things);
        }
        let count = self.count(selection.count.as_ref(), scene, u32::MAX);
        let rest = things.split_off((count as usize).min(things.len()));
        self.discard_loose(&rest);
        things
    }

    /// Returns how many things or cells were looked at.
    fn cells_searched(&self, selection: &Selection, found: usize) -> usize {
        if selection.source == Source::Level { self.world.entities.len() } else { found }
    }

    fn drawn_kinds(
        &mut self,
        table: Id<Lots>,
        draws: u32,
        unique: bool,
        scene: &Scene,
    ) -> Vec<(Id<Kind>, u32)> {
        let mut kinds: Vec<(Id<Kind>, u32)> = Vec::new();
        for _ in 0..draws {
            let tries = if unique { MAX_TRIES } else { 1 };
            for _ in 0..tries {
                let taken: Vec<Id<Kind>> =
                    if unique { kinds.iter().map(|it| it.0).collect() } else { Vec::new() };
                let lot = self.draw_except(table, scene, &taken);
                if !lot.is_empty() {
                    kinds.extend(lot);
                    break;
                }
            }
        }
        kinds.truncate(MAX_TIMES as usize);
        kinds
    }

    /// Makes new things. They are with the player or the actor until an effect puts them
    /// somewhere.
    fn make_for(
        &mut self,
        selection: &Selection,
        kinds: &[(Id<Kind>, u32)],
        scene: &Scene,
    ) -> Vec<EntityId> {
        let Some(holder) = scene.player.or(scene.actor).or(scene.own) else { return Vec::new() };
        let mut things = Vec::new();
        for &(kind, count) in kinds {
            things.extend(self.make_some(kind, count));
        }
        for &it in &things {
            self.entity_mut(it).at = At::Named(holder);
        }
        let sheet = self.sheet();
        let (wanted, others): (Vec<EntityId>, Vec<EntityId>) =
            things.into_iter().partition(|&it| sheet.is_wanted(selection, it, scene));
        self.discard_loose(&others);
        wanted
    }

    /// Discards new things that were put nowhere.
    pub(crate) fn discard_loose(&mut self, things: &[EntityId]) {
        for &it in things {
            if self.is_loose(it) {
                self.discard(it);
            }
        }
    }
}

#[cfg(test)]
mod tests;
