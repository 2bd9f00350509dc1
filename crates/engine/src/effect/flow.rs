//! Effects that contain effects, and choices.

use std::sync::Arc;

use barrow_dice::Formula;
use barrow_grid::Pos;
use barrow_pack::{Effect, Extent, Id, Portion, Routine, Subject};

use crate::ctx::Ctx;
use crate::ctx::scene::{Arguments, Scene};
use crate::event::Event;
use crate::record::digest;
use crate::state::entity::EntityId;
use crate::state::world::{Area, Delayed};

/// The maximum number of delayed effects.
const MAX_DELAYED: usize = 1_000;

impl Ctx<'_> {
    /// Runs one of several lists of effects, drawn by weight.
    pub(crate) fn pick_one(&mut self, lots: &[Portion], scene: &Scene) {
        if let Some(lot) = self.draw_weighted(lots, |lot| lot.weight.as_ref(), scene) {
            self.run(&lot.deed, scene);
        }
    }

    /// Runs a routine. The values of its parameters are computed once, here.
    pub(crate) fn call(&mut self, routine: Id<Routine>, with: &[Formula], scene: &Scene) {
        let mut arguments = Arguments::default();
        for (argument, formula) in arguments.iter_mut().zip(with) {
            *argument = self.number(formula, scene);
        }
        self.run(&self.pack.routines.get(routine).deed, &Scene { arguments, ..*scene });
    }

    /// Runs effects for everything around a subject. Each thing is the target in turn.
    pub(crate) fn area(
        &mut self,
        extent: &Extent,
        at: Subject,
        spares: bool,
        effects: &[Effect],
        scene: &Scene,
    ) {
        let Some(center) = self.spot(scene, at) else { return };
        let cells = self.cells_in(extent, self.area_metric(), center, scene);
        let excepted = scene.subject(at).filter(|_| spares);
        self.run_on(&cells, excepted, effects, scene);
    }

    /// Runs effects for all actors and things on some cells, except for one.
    pub(crate) fn run_on(
        &mut self,
        cells: &[Pos],
        excepted: Option<EntityId>,
        effects: &[Effect],
        scene: &Scene,
    ) {
        let mut targets: Vec<EntityId> = Vec::new();
        for &cell in cells {
            targets.extend(self.world.level.actor_at(cell));
            targets.extend(self.pile(cell));
        }
        for target in targets {
            if Some(target) != excepted && self.entity(target).exists() {
                self.run(effects, &scene.with_target(target));
            }
        }
    }

    /// Runs effects after some turns. Players see the cells until then.
    pub(crate) fn run_later(
        &mut self,
        turns: &Formula,
        extent: &Extent,
        effects: &Arc<Vec<Effect>>,
        scene: &Scene,
    ) {
        let turns = self.count(Some(turns), scene, 1);
        let center = self.spot(scene, Subject::Target);
        let area = center.filter(|_| extent.is_given());
        let area = area.map(|center| self.announced_area(extent, center, scene));
        let turn = self.world.turn + u64::from(turns);
        let effects_digest = digest::of_effects(effects.iter());
        let effects = Arc::clone(effects);
        self.delay(Delayed { turn, scene: *scene, area, ability: None, effects, effects_digest });
    }

    /// Returns the cells that a delayed effect will reach. They stay the same even if its actor
    /// moves.
    pub(crate) fn announced_area(&mut self, extent: &Extent, center: Pos, scene: &Scene) -> Area {
        let shape = self.shape(extent, self.area_metric(), scene);
        let cells = self.cells_of(shape, center, scene.actor);
        self.charge_cells(cells.len());
        Area { center, shape, cells }
    }

    /// Delays effects, and shows players where it will happen.
    pub(crate) fn delay(&mut self, delayed: Delayed) {
        if self.world.delayed.len() >= MAX_DELAYED {
            return;
        }
        self.note_change();
        if let Some(area) = &delayed.area {
            let (center, cells) = (area.center, area.cells.clone());
            let turns = delayed.turn.saturating_sub(self.world.turn);
            let turns = u32::try_from(turns).unwrap_or(u32::MAX);
            self.tell(center, Event::Announced { cells, turns });
        }
        self.world.delayed.push(delayed);
    }

    /// Runs the delayed effects that are due, except for those of actors that have died.
    pub(crate) fn run_due_effects(&mut self) {
        let turn = self.world.turn;
        let due: Vec<Delayed> = self.world.delayed.extract_if(.., |it| it.turn <= turn).collect();
        for it in due {
            let dead = |who| self.is_actor(who) && !self.entity(who).exists();
            if it.scene.own.is_some_and(dead) {
                continue;
            }
            match (it.ability, &it.area) {
                (Some(ability), _) => self.fulfil(ability, &it),
                (None, Some(area)) => {
                    self.charge_cells(area.cells.len());
                    self.run_on(&area.cells, None, &it.effects, &it.scene);
                }
                (None, None) => self.run(&it.effects, &it.scene),
            }
        }
    }
}
