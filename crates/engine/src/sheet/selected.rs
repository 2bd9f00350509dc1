//! Which things a selection finds. This only reads, so that lists of legal commands, formulas and
//! forecasts find the same things as the rules.

use barrow_dice::Formula;
use barrow_grid::{Metric, Pos};
use barrow_pack::{Attribute, BagName, Extent, Id, Layer, Selection, Source, Subject, What};

use super::Sheet;
use super::formula_values::FormulaValues;
use crate::ctx::MAX_REACH;
use crate::ctx::scene::Scene;
use crate::state::entity::{At, EntityId};

/// The attribute whose modifier a formula belongs to, if it is one of a modifier.
type Modifies = Option<Id<Attribute>>;

/// The maximum number of things that a selection finds.
const MAX_FOUND: usize = 1_000;

impl Sheet<'_> {
    /// Returns the existing things that a selection is about, not yet ordered or counted.
    pub(crate) fn found(&self, selection: &Selection, scene: &Scene) -> Vec<EntityId> {
        self.found_by(selection, scene, None)
    }

    /// Returns how many things a selection finds.
    pub(super) fn count_found(
        &self,
        selection: &Selection,
        scene: &Scene,
        modifies: Modifies,
    ) -> i64 {
        let cells = self.found_cells(selection, scene, modifies).map(|it| it.len());
        let found = cells.unwrap_or_else(|| self.found_by(selection, scene, modifies).len());
        let found = i64::try_from(found).unwrap_or(i64::MAX);
        let count = selection.count.as_ref().map(|it| self.whole(it, scene, modifies));
        count.map_or(found, |count| found.min(count.max(0)))
    }

    fn found_by(&self, selection: &Selection, scene: &Scene, modifies: Modifies) -> Vec<EntityId> {
        let mut found = self.things_of(selection, scene, modifies);
        found.retain(|&it| self.is_selected(selection, it, scene, modifies));
        found.truncate(MAX_FOUND);
        found
    }

    /// Returns whether a thing is what a selection wants.
    pub(crate) fn is_wanted(&self, selection: &Selection, it: EntityId, scene: &Scene) -> bool {
        self.is_selected(selection, it, scene, None)
    }

    fn is_selected(
        &self,
        selection: &Selection,
        it: EntityId,
        scene: &Scene,
        modifies: Modifies,
    ) -> bool {
        self.is_of_sort(selection.what, it, scene)
            && selection.filter.as_ref().is_none_or(|it_holds| {
                let scene = scene.with_it(it);
                let values = FormulaValues { sheet: self, scene: &scene, modifies };
                it_holds.value(&values, &mut self.look.world.rng.clone()).is_true()
            })
    }

    fn things_of(&self, selection: &Selection, scene: &Scene, modifies: Modifies) -> Vec<EntityId> {
        let actor = |subject| {
            let who: Option<EntityId> = scene.subject(subject);
            who.and_then(|who| self.look.world.entities[who.index()].actor.as_deref())
        };
        match &selection.source {
            Source::Missing | Source::Table { .. } | Source::Kinds(_) | Source::Cells { .. } => {
                Vec::new()
            }
            Source::Subject(subject) => {
                let exists = |it: &EntityId| self.look.world.entities[it.index()].exists();
                scene.subject(*subject).filter(exists).into_iter().collect()
            }
            Source::Named(id) => self.found_by(self.look.pack.selections.get(*id), scene, modifies),
            Source::Bag { bag, of } => {
                actor(*of).map_or(Vec::new(), |it| it.items_in(*bag).to_vec())
            }
            Source::Worn(of) => {
                actor(*of).map_or(Vec::new(), |it| it.worn.iter().map(|it| it.1).collect())
            }
            Source::Around { at, extent } => {
                let cells = self.cells_around(*at, extent, scene, modifies).into_iter();
                cells.flat_map(|at| self.things_at(at)).collect()
            }
            Source::Level if matches!(selection.what, What::Foes | What::Friends) => {
                // Every actor on a side is listed here.
                let there = |it: &EntityId| self.look.world.entities[it.index()].pos().is_some();
                self.look.world.actors.iter().copied().filter(there).collect()
            }
            Source::Level => {
                let all = self.look.world.entities.iter().zip(0..);
                all.filter(|(it, _)| it.pos().is_some()).map(|(_, id)| EntityId::new(id)).collect()
            }
        }
    }

    fn cells_around(
        &self,
        at: Subject,
        extent: &Extent,
        scene: &Scene,
        modifies: Modifies,
    ) -> Vec<Pos> {
        let Some(here) = self.look.spot(scene, at) else { return Vec::new() };
        // A radius alone is always that of a square.
        let usual = extent.shape.as_ref().map_or(Metric::Square, |_| self.look.area_metric());
        let shape = extent.sized(usual, |size| {
            let size = self.whole(size, scene, modifies).max(0);
            u32::try_from(size).unwrap_or(u32::MAX).min(MAX_REACH)
        });
        self.look.cells_of(shape, here, scene.actor)
    }

    /// Returns the cells that a selection is about, not yet ordered or counted; `None` if it is
    /// about things.
    pub(crate) fn found_cells(
        &self,
        selection: &Selection,
        scene: &Scene,
        modifies: Modifies,
    ) -> Option<Vec<Pos>> {
        let mut cells = match &selection.source {
            Source::Cells { at, extent } => self.cells_around(*at, extent, scene, modifies),
            Source::Named(id) => {
                self.found_cells(self.look.pack.selections.get(*id), scene, modifies)?
            }
            Source::Missing
            | Source::Subject(_)
            | Source::Bag { .. }
            | Source::Worn(_)
            | Source::Around { .. }
            | Source::Level
            | Source::Table { .. }
            | Source::Kinds(_) => return None,
        };
        if let Some(filter) = &selection.filter {
            cells.retain(|&it| {
                let scene = scene.with_it_cell(it);
                let values = FormulaValues { sheet: self, scene: &scene, modifies };
                filter.value(&values, &mut self.look.world.rng.clone()).is_true()
            });
        }
        cells.truncate(MAX_FOUND);
        Some(cells)
    }

    fn whole(&self, formula: &Formula, scene: &Scene, modifies: Modifies) -> i64 {
        let values = FormulaValues { sheet: self, scene, modifies };
        formula.value(&values, &mut self.look.world.rng.clone()).to_whole()
    }

    fn is_of_sort(&self, what: What, it: EntityId, scene: &Scene) -> bool {
        let entity = &self.look.world.entities[it.index()];
        let layer = self.look.pack.kinds.get(entity.kind).layer;
        match what {
            What::Things => true,
            What::Actors => layer == Layer::Actor,
            What::Foes => self.is_foe(it, scene),
            What::Friends => self.is_friend(it, scene),
            What::Items => layer == Layer::Item,
            What::Fixtures => layer == Layer::Fixture,
        }
    }

    /// Returns whether someone is on another side than the scene's own entity.
    pub(super) fn is_foe(&self, it: EntityId, scene: &Scene) -> bool {
        let (own, other) = (self.side_in(scene), self.side(it));
        own != 0 && other != 0 && own != other
    }

    /// Returns whether someone is on the side of the scene's own entity.
    pub(super) fn is_friend(&self, it: EntityId, scene: &Scene) -> bool {
        let own = self.side_in(scene);
        own != 0 && own == self.side(it)
    }

    /// Returns someone's side. For a thing in a bag, that of its holder counts.
    fn side(&self, who: EntityId) -> u16 {
        let entity = |id: EntityId| &self.look.world.entities[id.index()];
        let bearer = match entity(who).at {
            At::Bag(bearer) | At::Named(bearer) => bearer,
            At::Cell(_) | At::Gone => who,
        };
        self.look.facts.party(entity(bearer).kind)
    }

    /// Returns the side of the scene's own entity, or of its actor if that has none: the owner of
    /// an item decides who its foes are.
    fn side_in(&self, scene: &Scene) -> u16 {
        let mut sides = [scene.own, scene.actor].into_iter().flatten().map(|it| self.side(it));
        sides.find(|&side| side != 0).unwrap_or(0)
    }
}

impl crate::state::entity::Actor {
    /// Returns what is in one of its bags.
    pub(crate) fn items_in(&self, bag: BagName) -> &[EntityId] {
        match bag {
            BagName::Inventory => &self.bag,
            BagName::Named(id) => {
                let found = self.bags.iter().find(|(it, _)| *it == id);
                found.map_or(&[], |(_, items)| items)
            }
        }
    }
}
