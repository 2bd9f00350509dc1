//! Minds read and propose; they change nothing but what they remember.

mod step;
#[cfg(test)]
mod tests;
mod trail;

use barrow_dice::Formula;
use barrow_grid::Pos;
use barrow_pack::{Attribute, Behaviour, Deed, Id, Sense};

pub(crate) use self::trail::Trails;

use crate::action::Action;
use crate::ctx::Ctx;
use crate::entity::EntityId;
use crate::scene::Scene;

/// How far one who digs looks for something to dig at, unless it is told.
const USUAL_SEARCH: u32 = 10;

impl Ctx<'_> {
    /// The first behaviour with an opinion decides.
    pub(crate) fn decide(&mut self, who: EntityId) -> Action {
        let Some(mind) = self.kind(who).mind else { return Action::Wait };
        let behaviours = &self.pack.minds.get(mind).behaviours;
        let foe = self.nearest_foe(who);
        for behaviour in behaviours {
            if !self.is_inclined(who, behaviour, foe) {
                continue;
            }
            if let Some(action) = self.propose(who, &behaviour.deed, foe) {
                return action;
            }
        }
        Action::Wait
    }

    fn nearest_foe(&self, who: EntityId) -> Option<(EntityId, Pos)> {
        let here = self.pos(who)?;
        self.foes_of(who).min_by_key(|&(id, at)| (self.steps_between(here, at), id))
    }

    /// The nearest foe of whom something holds; often it is the nearest of all.
    fn foe_who(
        &self,
        who: EntityId,
        nearest: Option<(EntityId, Pos)>,
        holds: impl Fn(Pos) -> bool,
    ) -> Option<Pos> {
        let (nearest, at) = nearest?;
        if holds(at) {
            return Some(at);
        }
        let here = self.pos(who)?;
        let others = self.foes_of(who).filter(|&(id, at)| id != nearest && holds(at));
        others.min_by_key(|&(id, at)| (self.steps_between(here, at), id)).map(|(_, at)| at)
    }

    fn is_inclined(
        &mut self,
        who: EntityId,
        behaviour: &Behaviour,
        foe: Option<(EntityId, Pos)>,
    ) -> bool {
        if behaviour.when.is_none() && behaviour.chance.is_none() {
            return true;
        }
        let scene = Scene { target: foe.map(|(foe, _)| foe), ..Scene::of(who) };
        let scene = self.with_player(scene);
        let mut wits = self.world.wits.clone();
        let number = |ctx: &Self, formula, wits: &mut _| ctx.sheet().number(formula, &scene, wits);
        let holds = behaviour.when.as_ref().is_none_or(|it| number(self, it, &mut wits).is_true());
        let chance = behaviour.chance.as_ref().map(|it| number(self, it, &mut wits).to_chance());
        let inclined = holds && chance.is_none_or(|chance| wits.happens(chance));
        self.world.wits = wits;
        inclined
    }

    fn propose(
        &mut self,
        who: EntityId,
        deed: &Deed,
        foe: Option<(EntityId, Pos)>,
    ) -> Option<Action> {
        let here = self.pos(who)?;
        match deed {
            Deed::Strike => {
                let (foe, at) = foe?;
                (self.steps_between(here, at) == 1).then_some(Action::Strike(foe))
            }
            Deed::StrikeBack => {
                let foe = self.actor(who)?.foe?;
                let at = self.pos(foe)?;
                (self.steps_between(here, at) == 1).then_some(Action::Strike(foe))
            }
            Deed::Approach { within, sense, greedy, detour, memory } => {
                let goal = self.noticed(who, *sense, within.as_ref(), memory.as_ref(), foe)?;
                match greedy {
                    true => self.straight_on(who, goal, detour.as_ref()),
                    false => self.step_to(who, goal),
                }
            }
            Deed::Flee { within } => {
                let within = self.wits_count(within.as_ref(), who, u32::MAX);
                let near = |at| self.steps_between(here, at) <= within;
                let at = self.foe_who(who, foe, |at| near(at) && self.sees(who, at))?;
                self.step_from(who, at)
            }
            Deed::KeepAway { near, far } => self.keep_away(who, near, far, foe),
            Deed::Cast { ability } => {
                let at = foe.map(|(_, at)| at);
                let able =
                    self.can_pay(who, *ability).is_ok() && self.aim(who, *ability, at).is_ok();
                able.then_some(Action::Cast(*ability, at))
            }
            Deed::Shoot { range } => self.shoot(who, range.as_ref(), foe),
            Deed::Guard { radius } => {
                let home = self.actor(who)?.home;
                let radius = self.wits_count(Some(radius), who, 0);
                let strayed = self.steps_between(here, home) > radius;
                if strayed { self.step_to(who, home) } else { None }
            }
            Deed::Wander { careful, four } => self.wander(who, *careful, *four),
            Deed::Ambush { within } => self.lie_in_wait(who, within, foe),
            Deed::Mine { flag, within } => {
                let within = self.wits_count(within.as_ref(), who, USUAL_SEARCH);
                self.mine(who, *flag, within)
            }
            Deed::Wait => Some(Action::Wait),
        }
    }

    fn wits_count(&mut self, formula: Option<&Formula>, who: EntityId, default: u32) -> u32 {
        let Some(formula) = formula else { return default };
        let mut wits = self.world.wits.clone();
        let number = self.sheet().number(formula, &Scene::of(who), &mut wits);
        self.world.wits = wits;
        u32::try_from(number.to_whole().max(0)).unwrap_or(u32::MAX)
    }

    /// A greedy step. Who is barred may take the way around, and keeps to it for a while: to
    /// turn back at once would lead into the same corner again.
    fn straight_on(
        &mut self,
        who: EntityId,
        goal: Pos,
        detour: Option<&Formula>,
    ) -> Option<Action> {
        if self.actor(who)?.detour < self.world.turn {
            let step = self.greedy_step(who, goal);
            if step.is_some() || detour.is_none() {
                return step;
            }
            let turns = self.wits_count(detour, who, 0);
            if turns == 0 {
                return None;
            }
            self.actor_mut(who).detour = self.world.turn + u64::from(turns) - 1;
        }
        self.step_around(who, goal)
    }

    /// Where someone would go to meet a foe: where it is, if it is noticed, else where it was
    /// last noticed.
    fn noticed(
        &mut self,
        who: EntityId,
        sense: Sense,
        within: Option<&Formula>,
        memory: Option<&Formula>,
        foe: Option<(EntityId, Pos)>,
    ) -> Option<Pos> {
        let here = self.pos(who)?;
        let within = self.wits_count(within, who, u32::MAX);
        let near = |at| self.steps_between(here, at) <= within;
        let noticed = self.foe_who(who, foe, |at| match sense {
            Sense::Always => near(at),
            Sense::Sight => near(at) && self.sees(who, at),
            Sense::Light => near(at) && self.is_lit(at) && self.sees(who, at),
        });
        if let Some(at) = noticed {
            if memory.is_some() {
                let turns = self.wits_count(memory, who, 0);
                self.actor_mut(who).memory = Some((at, self.world.turn + u64::from(turns)));
            }
            return Some(at);
        }
        let (at, until) = self.actor(who)?.memory?;
        (until >= self.world.turn && at != here).then_some(at)
    }

    fn keep_away(
        &mut self,
        who: EntityId,
        near: &Formula,
        far: &Formula,
        foe: Option<(EntityId, Pos)>,
    ) -> Option<Action> {
        let here = self.pos(who)?;
        let at = self.foe_who(who, foe, |at| self.sees(who, at))?;
        let near = self.wits_count(Some(near), who, 0);
        let far = self.wits_count(Some(far), who, 0);
        match self.steps_between(here, at) {
            distance if distance < near => self.step_from(who, at),
            distance if distance > far => self.step_to(who, at),
            _ => None,
        }
    }

    /// Throws the first thing it carries that can hurt.
    fn shoot(
        &mut self,
        who: EntityId,
        range: Option<&Formula>,
        foe: Option<(EntityId, Pos)>,
    ) -> Option<Action> {
        let here = self.pos(who)?;
        let at = self.foe_who(who, foe, |at| self.sees(who, at))?;
        let bag = &self.actor(who)?.bag;
        let missile = bag.iter().copied().find(|&it| self.kind(it).strike.is_some())?;
        let range = self.wits_count(range, who, u32::MAX).min(self.throw_range(who, missile));
        (here.chebyshev(at) <= range).then_some(Action::Throw(missile, at))
    }

    /// Lies still until a foe comes near; from then on it is awake.
    fn lie_in_wait(
        &mut self,
        who: EntityId,
        within: &Formula,
        foe: Option<(EntityId, Pos)>,
    ) -> Option<Action> {
        let here = self.pos(who)?;
        let within = self.wits_count(Some(within), who, 0);
        let roused = foe.is_some_and(|(_, at)| self.steps_between(here, at) <= within);
        if roused {
            self.entity_mut(who).on = true;
        }
        if self.entity(who).on { None } else { Some(Action::Wait) }
    }

    /// Strikes what it digs at, or goes there.
    fn mine(&mut self, who: EntityId, flag: Id<Attribute>, within: u32) -> Option<Action> {
        let here = self.pos(who)?;
        let cells = crate::effect::square(here, within, self.world.level.bounds());
        let things = cells.into_iter().flat_map(|at| self.pile(at).map(move |id| (id, at)));
        let found = things
            .filter(|&(id, _)| self.is(id, flag))
            .min_by_key(|&(id, at)| (self.steps_between(here, at), id));
        let (what, at) = found?;
        if self.steps_between(here, at) == 1 {
            Some(Action::Strike(what))
        } else {
            self.step_to(who, at)
        }
    }
}
