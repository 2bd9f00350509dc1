//! Moving someone by an effect: pushes, dashes, leaps and the like.

use barrow_dice::Formula;
use barrow_grid::{Dir, Pos};
use barrow_pack::{Destination, Effect, Manner, Motion, Subject};

use super::course::{Course, Passage};
use crate::action::Action;
use crate::ctx::scene::Scene;
use crate::ctx::{Ctx, MAX_REACH, Reads};
use crate::state::entity::EntityId;

impl<W: Reads> Ctx<'_, W> {
    /// Returns where a movement leads and how many cells far; `None` for a random cell, or if
    /// there is no such place.
    pub(crate) fn course_goal(
        &self,
        who: EntityId,
        motion: &Motion,
        cells: Option<u32>,
        scene: &Scene,
    ) -> Option<(Pos, u32)> {
        let here = self.pos(who)?;
        let location = |subject: Subject| {
            scene.subject(subject).filter(|&it| it != who).and_then(|it| self.location(it))
        };
        let along = |dir: Dir, cells: u32| {
            let offset = dir.offset();
            let cells = cells.min(MAX_REACH);
            let far = cells.cast_signed();
            (here + Pos::new(offset.x * far, offset.y * far), cells)
        };
        let straight = |from: Pos, to: Pos, cells: u32| Some(along(Dir::towards(from, to)?, cells));
        let goal = match (motion.how, motion.to) {
            (Manner::Push, _) => {
                return straight(location(Subject::Actor)?, here, cells.unwrap_or(1));
            }
            (Manner::Pull, _) => {
                return straight(here, location(Subject::Actor)?, cells.unwrap_or(1));
            }
            (_, Destination::Random) => return None,
            (_, Destination::Away) => {
                let from = location(Subject::Actor).or_else(|| location(Subject::Target));
                return straight(from.or(scene.cell)?, here, cells.unwrap_or(1));
            }
            (_, Destination::Ahead) => {
                return Some(along(self.entity(who).facing, cells.unwrap_or(1)));
            }
            (_, Destination::Target) => location(Subject::Target).or(scene.cell)?,
            (_, Destination::Actor) => location(Subject::Actor)?,
            (_, Destination::Aim) => scene.aim.or_else(|| self.spot(scene, Subject::Target))?,
            (_, Destination::Home) => self.actor(who)?.home,
        };
        Some((goal, cells.unwrap_or(u32::MAX)))
    }

    /// Returns what a cell is to someone who comes along.
    fn passage(&self, who: EntityId, at: Pos) -> Passage {
        let level = &self.world.level;
        let enters = self.may_enter(who, at);
        match level.actor_at(at) {
            None if enters => Passage::Free,
            // One can leap over water without swimming.
            _ if enters || level.is_open(at) => Passage::Taken,
            _ => Passage::Shut,
        }
    }
}

impl Ctx<'_> {
    /// Moves someone in the way that an effect says.
    pub(crate) fn set_in_motion(&mut self, who: EntityId, motion: &Motion, scene: &Scene) {
        let random = motion.to == Destination::Random;
        if random && !matches!(motion.how, Manner::Push | Manner::Pull) {
            return self.displace(who, motion.radius.as_ref(), scene);
        }
        let cells = motion.cells.as_ref().map(|it| self.count(Some(it), scene, 0));
        let Some((goal, cells)) = self.course_goal(who, motion, cells, scene) else { return };
        match motion.how {
            Manner::Walk => {
                let steps = if motion.cells.is_some() { cells } else { 1 };
                self.walk_towards(who, goal, steps, motion, scene);
            }
            Manner::Swap => {
                let other = self.world.level.actor_at(goal).filter(|&other| other != who);
                if let Some(other) = other {
                    self.swap(who, other);
                }
            }
            Manner::Blink
            | Manner::Dash
            | Manner::Leap
            | Manner::Charge
            | Manner::Push
            | Manner::Pull => self.follow_course(who, goal, cells, motion, scene),
        }
    }

    fn follow_course(
        &mut self,
        who: EntityId,
        goal: Pos,
        cells: u32,
        motion: &Motion,
        scene: &Scene,
    ) {
        let Some(here) = self.pos(who) else { return };
        let Course { path, blocked } =
            Course::new(motion.how, here, goal, cells, |at| self.passage(who, at));
        self.charge_cells(path.len());
        self.turn_towards(who, goal, motion.how);
        let flies = matches!(motion.how, Manner::Leap | Manner::Blink);
        let stays = if flies {
            self.fly(who, &path, &motion.over, scene)
        } else {
            self.slide(who, &path, &motion.over, scene)
        };
        if let Some(at) = blocked.filter(|_| stays) {
            self.run_into(who, at, motion, scene);
        }
    }

    /// Turns someone who moves by itself.
    fn turn_towards(&mut self, who: EntityId, goal: Pos, how: Manner) {
        let own = matches!(how, Manner::Dash | Manner::Leap | Manner::Charge);
        let dir = self.pos(who).and_then(|here| Dir::towards(here, goal));
        if let Some(dir) = dir.filter(|_| own) {
            self.entity_mut(who).facing = dir;
        }
    }

    /// Moves someone cell by cell. Returns whether it came to the last one and is still there.
    fn slide(&mut self, who: EntityId, path: &[Pos], over: &[Effect], scene: &Scene) -> bool {
        for &at in path {
            self.relocate(who, at);
            self.pass_over(who, at, over, scene);
            // An effect of the cell may have moved it elsewhere.
            if self.pos(who) != Some(at) {
                return false;
            }
        }
        true
    }

    /// Moves someone to the last cell at once. Returns whether it is still there.
    fn fly(&mut self, who: EntityId, path: &[Pos], over: &[Effect], scene: &Scene) -> bool {
        let Some((&end, between)) = path.split_last() else { return true };
        for &at in between {
            self.pass_over(who, at, over, scene);
        }
        if self.pos(who).is_some() {
            self.relocate(who, end);
            self.pass_over(who, end, over, scene);
        }
        self.pos(who) == Some(end)
    }

    /// Walks towards a cell, around obstacles, for at most `steps` steps.
    fn walk_towards(
        &mut self,
        who: EntityId,
        goal: Pos,
        steps: u32,
        motion: &Motion,
        scene: &Scene,
    ) {
        for _ in 0..steps.min(MAX_REACH) {
            let Some(here) = self.pos(who).filter(|&here| here != goal) else { return };
            let Some(Action::Walk(dir)) = self.step_to(who, here, goal) else { return };
            let at = here + dir;
            if self.passage(who, at) != Passage::Free {
                return self.run_into(who, at, motion, scene);
            }
            self.entity_mut(who).facing = dir;
            if !self.slide(who, &[at], &motion.over, scene) {
                return;
            }
        }
    }

    /// Runs effects for a cell on the way: for the actor there, or else for the cell.
    fn pass_over(&mut self, who: EntityId, at: Pos, over: &[Effect], scene: &Scene) {
        if !over.is_empty() {
            let other = self.world.level.actor_at(at).filter(|&other| other != who);
            let scene = scene.with_own(who);
            self.run(over, &other.map_or_else(|| scene.at(at), |it| scene.with_target(it)));
        }
    }

    /// Runs the effects for what ended a movement. A charge without any strikes it.
    fn run_into(&mut self, who: EntityId, at: Pos, motion: &Motion, scene: &Scene) {
        let thing = || self.pile(at).find(|&thing| self.stops(thing, who));
        let inside = self.world.level.bounds().contains(at);
        let what = self.world.level.actor_at(at).or_else(|| if inside { thing() } else { None });
        if motion.how == Manner::Charge && motion.into.is_empty() {
            if let Some(Ok(strike)) = what.map(|it| self.resolve(who, Action::Strike(it))) {
                self.carry_out(who, strike);
            }
            return;
        }
        let scene = scene.with_own(who);
        let cell = if inside { Some(at) } else { self.pos(who) };
        let scene = match (what, cell) {
            (Some(what), _) => scene.with_target(what),
            (None, Some(cell)) => scene.at(cell),
            (None, None) => return,
        };
        self.run(&motion.into, &scene);
    }

    /// Pushes a target away from the scene's actor, as far as there is room. A negative number of
    /// cells pulls it.
    pub(crate) fn push_away(&mut self, who: EntityId, cells: i64, of: Subject, scene: &Scene) {
        let how = if cells < 0 { Manner::Pull } else { Manner::Push };
        let motion = Motion {
            of,
            to: Destination::default(),
            how,
            cells: None,
            radius: None,
            over: Vec::new(),
            into: Vec::new(),
        };
        let cells = u32::try_from(cells.unsigned_abs()).unwrap_or(MAX_REACH);
        if let Some((goal, cells)) = self.course_goal(who, &motion, Some(cells), scene) {
            self.follow_course(who, goal, cells, &motion, scene);
        }
    }

    /// Moves an entity to a random free cell.
    fn displace(&mut self, who: EntityId, radius: Option<&Formula>, scene: &Scene) {
        let Some(here) = self.pos(who) else { return };
        let radius = radius.map(|radius| self.reach(Some(radius), scene, 0));
        let bounds = self.world.level.bounds();
        self.charge_cells(bounds.area() as usize);
        let near = |at: Pos| radius.is_none_or(|radius| at.chebyshev(here) <= radius);
        let free: Vec<Pos> = bounds
            .cells()
            .filter(|&at| near(at) && self.is_free_for(who, at) && !self.is_pit(at))
            .collect();
        if let Some(&to) = self.world.rng.pick(&free) {
            self.relocate(who, to);
        }
    }
}
