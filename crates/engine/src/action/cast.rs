use barrow_dice::Fixed;
use barrow_grid::Pos;
use barrow_pack::{Ability, Aim, Id};

use super::Verdict;
use crate::ctx::{Ctx, Reads};
use crate::entity::EntityId;
use crate::event::Event;
use crate::refusal::Refusal;
use crate::scene::Scene;
use crate::world::Later;

impl<W: Reads> Ctx<'_, W> {
    pub(super) fn consider_cast(
        &self,
        who: EntityId,
        ability: Id<Ability>,
        at: Option<Pos>,
    ) -> Verdict {
        let able = self.can_pay(who, ability).and_then(|()| self.aim(who, ability, at));
        able.map_or_else(Verdict::Refuse, |_| Verdict::Go)
    }

    /// Whether the caster can pay, without paying or drawing.
    pub(crate) fn can_pay(&self, who: EntityId, ability: Id<Ability>) -> Result<(), Refusal> {
        let scene = Scene::of(who);
        let waits = self.actor(who).map_or(&[][..], |actor| &actor.waits);
        let until = waits.iter().find(|(it, _)| *it == ability).map_or(0, |&(_, until)| until);
        if until > self.world.turn {
            return Err(Refusal::NotYet(until - self.world.turn));
        }
        for (&attribute, price) in &self.pack.abilities.get(ability).cost {
            if self.value(who, attribute) < self.expected(price, &scene) {
                return Err(Refusal::Lacks(self.label(attribute)));
            }
        }
        Ok(())
    }

    fn label(&self, attribute: Id<barrow_pack::Attribute>) -> String {
        let label = &self.pack.attributes.get(attribute).label;
        if label.is_empty() {
            self.pack.attributes.name(attribute).into()
        } else {
            label.to_string()
        }
    }

    /// The cell that an ability is aimed at.
    pub(crate) fn aim(
        &self,
        who: EntityId,
        ability: Id<Ability>,
        at: Option<Pos>,
    ) -> Result<Pos, Refusal> {
        let here = self.pos(who).ok_or(Refusal::Helpless)?;
        let what = self.pack.abilities.get(ability);
        let range = what.range.as_ref().map(|it| self.expected(it, &Scene::of(who)).to_whole());
        let within = |at: Pos| range.is_none_or(|range| i64::from(here.chebyshev(at)) <= range);
        let sees = |at: Pos| self.sees(who, at);
        match what.aim {
            Aim::Own => Ok(here),
            Aim::Nearest => {
                let foes = self.foes_of(who).filter(|&(_, at)| within(at) && sees(at));
                let nearest = foes.min_by_key(|&(id, at)| (at.chebyshev(here), id));
                nearest.map(|(_, at)| at).ok_or(Refusal::NoTarget)
            }
            Aim::Target => {
                let at = at.ok_or(Refusal::NoAim)?;
                // Out of sight comes first: the refusal must not tell who stands there.
                if !within(at) || !sees(at) {
                    return Err(Refusal::OutOfReach);
                }
                self.world.level.actor_at(at).map(|_| at).ok_or(Refusal::NoTarget)
            }
            Aim::Cell => {
                let at = at.ok_or(Refusal::NoAim)?;
                if within(at) && sees(at) { Ok(at) } else { Err(Refusal::OutOfReach) }
            }
        }
    }
}

impl Ctx<'_> {
    pub(super) fn cast(&mut self, who: EntityId, ability: Id<Ability>, at: Option<Pos>) {
        let scene = Scene::of(who);
        let Ok(aimed) = self.aim(who, ability, at) else { return };
        let what = self.pack.abilities.get(ability);
        for (&attribute, price) in &what.cost {
            let price = self.number(price, &scene);
            self.change(who, attribute, Fixed::ZERO - price, &scene);
        }
        let wait = self.count(what.cooldown.as_ref(), &scene, 0);
        if wait > 0 {
            let until = self.world.turn + u64::from(wait);
            let waits = &mut self.actor_mut(who).waits;
            waits.retain(|(it, _)| *it != ability);
            waits.push((ability, until));
        }
        let tell = self.count(what.tell.as_ref(), &scene, 0);
        if tell == 0 {
            self.unleash(who, ability, aimed);
        } else {
            self.announce(who, ability, aimed, tell);
        }
    }

    /// Lets an ability happen to all it reaches.
    pub(crate) fn unleash(&mut self, who: EntityId, ability: Id<Ability>, at: Pos) {
        let what = self.pack.abilities.get(ability);
        let from = self.pos(who).unwrap_or(at);
        self.tell_of(who, Event::Cast { who, ability, from, to: at });
        let scene =
            self.with_player(Scene { actor: Some(who), own: Some(who), ..Scene::default() });
        let radius = self.count(what.radius.as_ref(), &scene, 0);
        let first = self.world.level.actor_at(at).unwrap_or(who);
        self.say(&what.say, &scene.with_target(first));
        if what.radius.is_some() {
            let spared = (what.aim != Aim::Own).then_some(who);
            self.run_around(at, radius, spared, &what.deed, &scene);
        } else if let Some(target) = self.world.level.actor_at(at) {
            self.run(&what.deed, &scene.with_target(target));
        } else {
            self.run(&what.deed, &scene.at(at));
        }
    }

    /// Shows the cells that an ability will reach, and lets it happen there later.
    fn announce(&mut self, who: EntityId, ability: Id<Ability>, at: Pos, turns: u32) {
        let what = self.pack.abilities.get(ability);
        let scene =
            self.with_player(Scene { actor: Some(who), own: Some(who), ..Scene::default() });
        let radius = self.count(what.radius.as_ref(), &scene, 0);
        let target = self.world.level.actor_at(at);
        self.say(&what.tells, &target.map_or(scene.at(at), |target| scene.with_target(target)));
        let cells = crate::effect::square(at, radius, self.world.level.bounds());
        self.tell(at, Event::Announced { cells, turns });
        self.world.later.push(Later {
            turn: self.world.turn + u64::from(turns),
            scene,
            area: Some((at, radius)),
            effects: what.deed.clone(),
        });
    }

    /// Casts without cost, at the scene's target.
    pub(crate) fn cast_free(&mut self, ability: Id<Ability>, scene: &Scene) {
        let at = self.spot(scene, barrow_pack::Subject::Target);
        if let (Some(who), Some(at)) = (scene.actor, at) {
            self.unleash(who, ability, at);
        }
    }
}
