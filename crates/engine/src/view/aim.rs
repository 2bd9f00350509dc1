//! Where a thrown item or an ability would come down and which cells it would hit, as far as the
//! player knows.

use barrow_dice::Formula;
use barrow_grid::{BitGrid, Pos, line};
use barrow_pack::{
    Ability, CellShape, Cells, Effect, Id, Kind, Leaf, Nature, Nest, Occasion, Source, Subject,
};

use super::{Carried, View};
use crate::action::throw::Flight;
use crate::ctx::MAX_REACH;
use crate::ctx::scene::Scene;
use crate::effect::{is_in_shape, square};

/// The path of a missile and the cells it hits.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Trajectory {
    /// The cells on its way, without the player's own. The last one is where it ends.
    pub path: Vec<Pos>,
    /// The cells it may hit that the player sees now, row by row.
    pub hit: Vec<Pos>,
}

impl<'g> View<'g> {
    /// Returns how a carried item would fly to a cell. It stops at the first actor in sight, and
    /// before the first cell that is known to be blocked.
    pub fn throw_at(&self, item: &Carried<'g>, at: Pos) -> Trajectory {
        let Some(from) = self.look.pos(self.player.entity) else { return Trajectory::default() };
        let actor_at = |at| self.actors().find(|it| it.pos() == at);
        let end = Flight::new(from, at, |at| !self.is_shut(at), actor_at).end;
        let id = item.item.id();
        let scene = Scene::of(self.player.entity).with_item(id).with_own(id);
        let mut blast = Blast::new(self, scene, end);
        if let Some(kind) = item.item.glimpse().kind() {
            let kind = self.look.pack.kinds.get(kind);
            blast.add_all(kind.strike.as_ref().map_or(&[], |it| &it.deed), 0, 0);
            blast.add_all(kind.on.effects(Occasion::Land), 0, 0);
        }
        Trajectory { path: line(from, end).skip(1).collect(), hit: blast.seen() }
    }

    /// Returns how an ability would reach a cell.
    pub fn cast_at(&self, ability: Id<Ability>, at: Pos) -> Trajectory {
        let Some(from) = self.look.pos(self.player.entity) else { return Trajectory::default() };
        let mut blast = Blast::new(self, Scene::of(self.player.entity), at);
        blast.add_ability(ability, 0, 0);
        Trajectory { path: line(from, at).skip(1).collect(), hit: blast.seen() }
    }

    /// Returns whether a cell blocks missiles, as far as the player knows.
    fn is_shut(&self, at: Pos) -> bool {
        let (cell, pack) = (self.cell(at), self.look.pack);
        let solid = |kind: Id<Kind>| pack.kinds.get(kind).flags.contains(&pack.core.solid);
        let shut = cell.thing.is_some_and(|it| {
            let door = it.kind().is_some_and(|kind| pack.kinds.get(kind).door.is_some());
            if door { !it.is_open() } else { it.kind().is_some_and(solid) }
        });
        shut || cell.ground.is_some_and(solid)
    }
}

/// The cells that effects around a cell may hit.
struct Blast<'v, 'g> {
    view: &'v View<'g>,
    scene: Scene,
    center: Pos,
    cells: BitGrid,
}

/// The maximum depth of abilities that cast other abilities.
const MAX_DEPTH: u32 = 4;

impl<'v, 'g> Blast<'v, 'g> {
    fn new(view: &'v View<'g>, scene: Scene, center: Pos) -> Self {
        let scene = view.look.with_player(scene);
        let mut it = Self { view, scene, center, cells: BitGrid::new(view.width(), view.height()) };
        it.add(0, CellShape::Square, None);
        it
    }

    fn seen(&self) -> Vec<Pos> {
        self.cells.intersection(self.view.visible(), 0..self.view.height()).collect()
    }

    /// Adds the cells hit by effects that apply to everything within `around` cells of the center.
    fn add_all(&mut self, effects: &[Effect], around: u32, depth: u32) {
        if depth > MAX_DEPTH {
            return;
        }
        for effect in effects {
            match effect.nature() {
                Nature::Nest(nest) => self.add_nest(nest, around, depth),
                Nature::Leaf(at, leaf) => self.add_leaf(at, leaf, around),
            }
        }
    }

    fn add_leaf(&mut self, at: Option<Subject>, leaf: Leaf<'_>, around: u32) {
        match leaf {
            Leaf::Cells(cells, _) => {
                if at.is_some_and(is_there) {
                    self.add_cells(&cells, around);
                }
            }
            // These apply to whoever is in a cell that is already included, or somewhere else.
            Leaf::Value { .. }
            | Leaf::Harm { .. }
            | Leaf::Die
            | Leaf::Begin { .. }
            | Leaf::End { .. }
            | Leaf::Door(_)
            | Leaf::Identify
            | Leaf::Tell
            | Leaf::Other => {}
        }
    }

    fn add_nest(&mut self, nest: Nest<'_>, around: u32, depth: u32) {
        let around = match nest {
            Nest::Area { radius, at, .. } if is_there(at) => self.grown(around, Some(radius)),
            Nest::Later { radius, .. } => self.grown(around, radius),
            Nest::Cast(ability) => return self.add_ability(ability, around, depth + 1),
            Nest::Call(routine, _) => {
                let deed = &self.view.look.pack.routines.get(routine).deed;
                return self.add_all(deed, around, depth + 1);
            }
            Nest::Each { from, .. } => {
                let near = if let Source::Around { at, radius } = &from.source {
                    radius.as_ref().filter(|_| is_there(*at))
                } else {
                    None
                };
                near.map_or(around, |radius| self.grown(around, Some(radius)))
            }
            Nest::Area { .. }
            | Nest::If { .. }
            | Nest::Chance { .. }
            | Nest::Pick(_)
            | Nest::With { .. }
            | Nest::Repeat { .. } => around,
        };
        for list in nest.lists() {
            self.add_all(list, around, depth + 1);
        }
    }

    fn add_ability(&mut self, ability: Id<Ability>, around: u32, depth: u32) {
        let what = self.view.look.pack.abilities.get(ability);
        let around = self.grown(around, what.radius.as_ref());
        self.add_all(&what.deed, around, depth);
    }

    /// Adds a square larger than `around` by a radius, and returns the radius of the new square.
    fn grown(&mut self, around: u32, radius: Option<&Formula>) -> u32 {
        let radius = around.saturating_add(self.max(radius)).min(MAX_REACH);
        self.add(radius, CellShape::Square, None);
        radius
    }

    fn add_cells(&mut self, cells: &Cells<'_>, around: u32) {
        let radius = around.saturating_add(self.max(cells.radius)).min(MAX_REACH);
        if around > 0 {
            // The shapes around each of several cells together fill the square.
            return self.add(radius, CellShape::Square, None);
        }
        let beyond = cells.beyond.map(|it| self.view.look.sheet().bounds(it, &self.scene).0);
        let beyond = beyond.map(|it| u32::try_from(it.to_whole().max(0)).unwrap_or(u32::MAX));
        self.add(radius, cells.shape, beyond);
    }

    fn add(&mut self, radius: u32, shape: CellShape, beyond: Option<u32>) {
        let center = self.center;
        for at in square(center, radius, self.view.look.world.level.bounds()) {
            let far = beyond.is_none_or(|it| at.chebyshev(center) > it);
            let open = shape == CellShape::Square || !self.view.is_shut(at);
            if far && open && is_in_shape(shape, at, center, radius) {
                self.cells.insert(at);
            }
        }
    }

    fn max(&self, radius: Option<&Formula>) -> u32 {
        let max =
            radius.map(|it| self.view.look.sheet().bounds(it, &self.scene).1.to_whole().max(0));
        max.map_or(0, |it| u32::try_from(it).unwrap_or(u32::MAX)).min(MAX_REACH)
    }
}

/// Returns whether an effect around this subject happens where the missile ends. Effects around the
/// thrower or caster do not.
const fn is_there(at: Subject) -> bool {
    match at {
        Subject::Actor | Subject::Player | Subject::It => false,
        Subject::Own | Subject::Target | Subject::Item => true,
    }
}
