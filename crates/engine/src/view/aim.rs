//! Where a thrown item or an ability would come down and which cells it would hit, as far as the
//! player knows.

use barrow_dice::Formula;
use barrow_grid::{BitGrid, Pos, Rect, Shape, line};
use barrow_pack::{
    Ability, Cells, Effect, Extent, Id, Kind, Leaf, Manner, Motion, Nature, Nest, Occasion, Subject,
};

use super::{Carried, View};
use crate::action::throw::Flight;
use crate::ctx::MAX_REACH;
use crate::ctx::scene::Scene;
use crate::effect::course::{Course, Passage};

/// The path of a missile and the cells it hits.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Trajectory {
    /// The cells on its way, without the player's own. The last one is where it ends.
    pub path: Vec<Pos>,
    /// The cells it may hit that the player sees now, row by row.
    pub hit: Vec<Pos>,
    /// The cell where the player would stand afterwards, if it leads somewhere.
    pub lands: Option<Pos>,
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
            blast.add_all(kind.strike.as_ref().map_or(&[], |it| &it.deed), &[end], 0);
            blast.add_all(kind.on.effects(Occasion::Land), &[end], 0);
        }
        let path = line(from, end).skip(1).collect();
        Trajectory { path, hit: blast.seen(), lands: blast.lands }
    }

    /// Returns how an ability would reach a cell.
    pub fn cast_at(&self, ability: Id<Ability>, at: Pos) -> Trajectory {
        let Some(from) = self.look.pos(self.player.entity) else { return Trajectory::default() };
        let mut blast = Blast::new(self, Scene::of(self.player.entity), at);
        blast.add_ability(ability, &[at], 0);
        let path = line(from, at).skip(1).collect();
        Trajectory { path, hit: blast.seen(), lands: blast.lands }
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
    cells: BitGrid,
    /// Where the player would stand.
    lands: Option<Pos>,
}

/// The maximum depth of abilities that cast other abilities.
const MAX_DEPTH: u32 = 4;

/// The maximum number of cells around which a shape is followed one by one. Around more, the
/// shapes count as squares: together they fill one.
const MAX_CENTERS: usize = 81;

impl<'v, 'g> Blast<'v, 'g> {
    fn new(view: &'v View<'g>, scene: Scene, center: Pos) -> Self {
        let scene = view.look.with_player(scene);
        let cells = BitGrid::new(view.width(), view.height());
        let mut it = Self { view, scene, cells, lands: None };
        it.add(&[center]);
        it
    }

    fn seen(&self) -> Vec<Pos> {
        self.cells.intersection(self.view.visible(), 0..self.view.height()).collect()
    }

    fn add(&mut self, cells: &[Pos]) {
        for &at in cells.iter().filter(|&&at| self.view.look.world.level.bounds().contains(at)) {
            self.cells.insert(at);
        }
    }

    /// Adds the cells hit by effects that apply to everything on some cells.
    fn add_all(&mut self, effects: &[Effect], around: &[Pos], depth: u32) {
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

    fn add_leaf(&mut self, at: Option<Subject>, leaf: Leaf<'_>, around: &[Pos]) {
        match leaf {
            Leaf::Cells(cells) => {
                if at.is_some_and(is_there) {
                    self.add_cells(&cells, around);
                }
            }
            // These apply to entities in a cell that is already included, or elsewhere.
            Leaf::Value { .. }
            | Leaf::Harm { .. }
            | Leaf::Die
            | Leaf::Begin { .. }
            | Leaf::End { .. }
            | Leaf::Door(_)
            | Leaf::Nearby
            | Leaf::Launch(_)
            | Leaf::Identify
            | Leaf::Tell
            | Leaf::Other => {}
        }
    }

    fn add_nest(&mut self, nest: Nest<'_>, around: &[Pos], depth: u32) {
        let grown = match nest {
            Nest::Area { extent, at, .. } if is_there(at) => self.grown(around, extent),
            Nest::Later { extent, .. } => self.grown(around, extent),
            Nest::Move(motion) => return self.add_motion(motion, around),
            Nest::Cast(ability) => return self.add_ability(ability, around, depth + 1),
            Nest::Call(routine, _) => {
                let deed = &self.view.look.pack.routines.get(routine).deed;
                return self.add_all(deed, around, depth + 1);
            }
            Nest::Each { from, .. } => {
                let near = from.source.extent().filter(|it| is_there(it.0) && it.1.is_given());
                near.map_or_else(|| around.to_vec(), |(_, extent)| self.grown(around, extent))
            }
            Nest::Area { .. }
            | Nest::If { .. }
            | Nest::Chance { .. }
            | Nest::Pick(_)
            | Nest::With { .. }
            | Nest::Repeat { .. } => around.to_vec(),
        };
        for list in nest.lists() {
            self.add_all(list, &grown, depth + 1);
        }
    }

    /// Adds the way of the player if it moves, and the cells beside it where something happens.
    fn add_motion(&mut self, motion: &Motion, around: &[Pos]) {
        let who = self.view.player.entity;
        let &[at] = around else { return };
        let moves = motion.how != Manner::Walk && self.scene.subject(motion.of) == Some(who);
        let Some(here) = self.view.look.pos(who).filter(|_| moves && self.lands.is_none()) else {
            return;
        };
        let target = self.view.actors().find(|it| it.pos() == at).map(|it| it.id());
        let scene = Scene { target, cell: Some(at), aim: Some(at), ..self.scene };
        let cells = motion.cells.as_ref().map(|it| self.max(it));
        let goal = self.view.look.course_goal(who, motion, cells, &scene);
        let Some((goal, cells)) = goal else { return };
        let course = Course::new(motion.how, here, goal, cells, |at| self.passage(at));
        self.lands = Some(course.path.last().copied().unwrap_or(here));
        if !motion.over.is_empty() {
            self.add(&course.path);
        }
        let strikes = motion.how == Manner::Charge || !motion.into.is_empty();
        self.add(course.blocked.filter(|_| strikes).as_slice());
    }

    /// Returns what a cell is to someone who comes along, as far as the player knows.
    fn passage(&self, at: Pos) -> Passage {
        let shut = self.view.is_shut(at);
        let enters = if self.view.has_ways() { self.view.known_cost(at, false) > 0 } else { !shut };
        if !self.cells.bounds().contains(at) || shut && !enters {
            Passage::Shut
        } else if !enters || self.view.actors().any(|it| it.pos() == at) {
            Passage::Taken
        } else {
            Passage::Free
        }
    }

    fn add_ability(&mut self, ability: Id<Ability>, around: &[Pos], depth: u32) {
        let what = self.view.look.pack.abilities.get(ability);
        let around = self.grown(around, &what.extent);
        self.add_all(&what.deed, &around, depth);
    }

    /// Adds and returns the cells of an extent around each of some cells.
    fn grown(&mut self, around: &[Pos], extent: &Extent) -> Vec<Pos> {
        let shape = extent.sized(self.view.look.area_metric(), |size| self.max(size));
        let cells = self.cells_of(shape, around);
        self.add(&cells);
        cells
    }

    fn add_cells(&mut self, cells: &Cells<'_>, around: &[Pos]) {
        let look = self.view.look;
        let usual = if cells.pours.is_some() { look.pour_metric() } else { look.area_metric() };
        let shape = cells.extent.sized(usual, |size| self.max(size));
        let shape = cells.pours.map_or(shape, |pours| pours.shaped(shape));
        let beyond = cells.beyond.map(|it| look.sheet().bounds(it, &self.scene).0);
        let beyond = beyond.map(|it| u32::try_from(it.to_whole().max(0)).unwrap_or(u32::MAX));
        for at in self.cells_of(shape, around) {
            let far = |&center: &Pos| beyond.is_none_or(|it| at.chebyshev(center) > it);
            if around.iter().any(far) && (cells.pours.is_none() || !self.view.is_shut(at)) {
                self.cells.insert(at);
            }
        }
    }

    /// Returns the cells of a shape around each of some cells, as far as the player knows.
    fn cells_of(&self, shape: Shape, around: &[Pos]) -> Vec<Pos> {
        let look = self.view.look;
        let cells_of = |shape: Shape, center: &Pos| {
            let placed = look.place_of(*center, self.scene.actor);
            shape.cells(&placed, |at| !self.view.is_shut(at))
        };
        if let [center] = around {
            return cells_of(shape, center);
        }
        if around.len() > MAX_CENTERS {
            return self.square_around(around, shape.size());
        }
        let mut all = BitGrid::new(self.view.width(), self.view.height());
        for at in around.iter().flat_map(|center| cells_of(shape, center)) {
            all.insert(at);
        }
        all.iter().collect()
    }

    /// Returns the cells of the rectangle around some cells, grown by a size.
    fn square_around(&self, around: &[Pos], size: u32) -> Vec<Pos> {
        let columns = around.iter().map(|at| at.x);
        let rows = around.iter().map(|at| at.y);
        let (west, east) = (columns.clone().min().unwrap_or(0), columns.max().unwrap_or(0));
        let (north, south) = (rows.clone().min().unwrap_or(0), rows.max().unwrap_or(0));
        let all = Rect::new(west, north, east - west + 1, south - north + 1);
        let bounds = self.view.look.world.level.bounds();
        all.grown(size.cast_signed()).intersection(bounds).cells().collect()
    }

    fn max(&self, size: &Formula) -> u32 {
        let max = self.view.look.sheet().bounds(size, &self.scene).1.to_whole().max(0);
        u32::try_from(max).unwrap_or(u32::MAX).min(MAX_REACH)
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
