use barrow_dice::Formula;
use barrow_pack::{Effect, Id, Menu, Portion, Subject};

use super::world::square;
use crate::ctx::Ctx;
use crate::entity::EntityId;
use crate::event::Event;
use crate::scene::Scene;
use crate::world::{Later, OpenMenu};

impl Ctx<'_> {
    /// Does one of several things, by weight.
    pub(crate) fn pick_one(&mut self, lots: &[Portion], scene: &Scene) {
        let weights: Vec<u32> =
            lots.iter().map(|lot| self.weight(lot.weight.as_ref(), scene)).collect();
        if let Some(place) = self.world.rng.weighted(&weights) {
            self.run(&lots[place].deed, scene);
        }
    }

    /// Does something to everyone around, each in turn the target.
    pub(crate) fn area(
        &mut self,
        radius: &Formula,
        at: Subject,
        spares: bool,
        effects: &[Effect],
        scene: &Scene,
    ) {
        let Some(center) = self.spot(scene, at) else { return };
        let radius = self.count(Some(radius), scene, 0);
        let spared = scene.subject(at).filter(|_| spares);
        self.run_around(center, radius, spared, effects, scene);
    }

    pub(crate) fn run_around(
        &mut self,
        center: barrow_grid::Pos,
        radius: u32,
        spared: Option<EntityId>,
        effects: &[Effect],
        scene: &Scene,
    ) {
        let cells = square(center, radius, self.world.level.bounds());
        let mut targets: Vec<EntityId> = Vec::new();
        for cell in cells {
            targets.extend(self.world.level.actor_at(cell));
            targets.extend(self.pile(cell));
        }
        for target in targets {
            if Some(target) != spared && self.entity(target).exists() {
                self.run(effects, &scene.with_target(target));
            }
        }
    }

    /// Does something after some turns; the cells are shown meanwhile.
    pub(crate) fn postpone(
        &mut self,
        turns: &Formula,
        radius: Option<&Formula>,
        effects: &[Effect],
        scene: &Scene,
    ) {
        let turns = self.count(Some(turns), scene, 1);
        let center = self.spot(scene, Subject::Target);
        let radius = radius.map(|radius| self.count(Some(radius), scene, 0));
        let area = center.zip(radius);
        if let Some((center, radius)) = area {
            let cells = square(center, radius, self.world.level.bounds());
            self.tell(center, Event::Announced { cells, turns });
        }
        let turn = self.world.turn + u64::from(turns);
        self.world.later.push(Later { turn, scene: *scene, area, effects: effects.to_vec() });
    }

    /// Does what is due this turn.
    pub(crate) fn do_later(&mut self) {
        let turn = self.world.turn;
        let due: Vec<Later> = self.world.later.extract_if(.., |it| it.turn <= turn).collect();
        for it in due {
            if it.scene.actor.is_some_and(|actor| !self.entity(actor).exists()) {
                continue;
            }
            match it.area {
                Some((center, radius)) => {
                    self.run_around(center, radius, it.scene.actor, &it.effects, &it.scene);
                }
                None => self.run(&it.effects, &it.scene),
            }
        }
    }

    /// Gives the player a choice.
    pub(crate) fn ask(&mut self, menu: Id<Menu>, scene: &Scene) {
        let player = self.world.players.iter().position(|it| Some(it.entity) == scene.player);
        if let Some(player) = player.and_then(|player| u8::try_from(player).ok())
            && self.world.choice.is_none()
        {
            self.world.choice = Some(OpenMenu { menu, player, scene: *scene });
            self.tell_all(Event::Asked { menu });
        }
    }
}
