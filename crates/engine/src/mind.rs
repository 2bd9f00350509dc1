//! Minds read and propose; they change nothing but what they remember.

mod step;
#[cfg(test)]
mod tests;
mod trail;

use barrow_dice::Formula;
use barrow_grid::Pos;
use barrow_pack::{Ability, Attribute, Behaviour, Deed, Id, Mind, Sense};

pub(crate) use self::trail::Trails;

use crate::action::Action;
use crate::ctx::Ctx;
use crate::ctx::scene::Scene;
use crate::state::entity::EntityId;

/// How far one who digs looks for something to dig at, unless it is told.
const USUAL_SEARCH: u32 = 10;

/// What a mind decides from. It holds until something is done: minds only propose.
#[derive(Clone, Copy)]
struct Case {
    who: EntityId,
    here: Pos,
    /// The nearest one.
    foe: Option<Foe>,
}

#[derive(Clone, Copy)]
struct Foe {
    id: EntityId,
    at: Pos,
    /// How many steps away it is, were nothing in the way.
    steps: u32,
    /// There is no other foe.
    only: bool,
}

impl Ctx<'_> {
    /// The first behaviour with an opinion decides.
    pub(crate) fn decide(&mut self, who: EntityId, mind: &Mind) -> Action {
        let Some(here) = self.pos(who) else { return Action::Wait };
        let foe = self.nearest_foe(who, here);
        let mut behaviours = mind.behaviours.as_slice();
        // Most minds think of a blow first, and seldom can deal one. Many of them know nothing
        // else than to go to their foe.
        if let [first, rest @ ..] = behaviours
            && let Some(foe) = &foe
            && foe.steps != 1
            && is_plain_blow(first)
        {
            if let [last] = rest
                && is_plain_hunt(last)
                && !self.world.is_sleepless()
            {
                return self.step_to(who, here, foe.at).unwrap_or(Action::Wait);
            }
            behaviours = rest;
        }
        let case = Case { who, here, foe };
        for behaviour in behaviours {
            if self.is_inclined(&case, behaviour)
                && let Some(action) = self.propose(&case, &behaviour.deed)
            {
                return action;
            }
        }
        Action::Wait
    }

    fn nearest_foe(&self, who: EntityId, here: Pos) -> Option<Foe> {
        let own = self.party(who);
        if let Some(id) = self.world.roster.only_foe_of(own) {
            let foe = |at| Foe { id, at, steps: self.steps_between(here, at), only: true };
            return self.pos(id).map(foe);
        }
        let mut nearest: Option<Foe> = None;
        for (party, members) in &self.world.roster.parties {
            if own == 0 || *party == 0 || *party == own {
                continue;
            }
            for &id in members {
                let Some(at) = self.pos(id) else { continue };
                let steps = self.steps_between(here, at);
                match &mut nearest {
                    Some(foe) if (foe.steps, foe.id) < (steps, id) => foe.only = false,
                    Some(foe) => *foe = Foe { id, at, steps, only: false },
                    None => nearest = Some(Foe { id, at, steps, only: true }),
                }
            }
        }
        nearest
    }

    /// The nearest foe of whom something holds; often it is the nearest of all.
    fn foe_who(&self, case: &Case, holds: impl Fn(Pos) -> bool) -> Option<Pos> {
        let foe = case.foe.as_ref()?;
        if holds(foe.at) {
            return Some(foe.at);
        }
        if foe.only {
            return None;
        }
        let others = self.foes_of(case.who).filter(|&(id, at)| id != foe.id && holds(at));
        let steps = |at| self.steps_between(case.here, at);
        others.min_by_key(|&(id, at)| (steps(at), id)).map(|(_, at)| at)
    }

    fn is_inclined(&mut self, case: &Case, behaviour: &Behaviour) -> bool {
        if behaviour.when.is_none() {
            // Most have no condition, and chances that are plain numbers.
            let Some(chance) = &behaviour.chance else { return true };
            if let Some(chance) = chance.constant() {
                return self.world.wits.happens(chance.to_chance());
            }
        }
        self.weigh_up(case, behaviour)
    }

    /// Whether a condition and a chance that are no plain numbers let a behaviour be thought of.
    #[inline(never)]
    fn weigh_up(&mut self, case: &Case, behaviour: &Behaviour) -> bool {
        let scene = Scene { target: case.foe.map(|foe| foe.id), ..Scene::of(case.who) };
        let scene = self.with_player(scene);
        let mut wits = self.world.wits.clone();
        let number = |ctx: &Self, formula, wits: &mut _| ctx.sheet().number(formula, &scene, wits);
        let holds = behaviour.when.as_ref().is_none_or(|it| number(self, it, &mut wits).is_true());
        let chance = behaviour.chance.as_ref().map(|it| number(self, it, &mut wits).to_chance());
        let inclined = holds && chance.is_none_or(|chance| wits.happens(chance));
        self.world.wits = wits;
        inclined
    }

    // What few do is kept apart: else it would cost the others registers.
    fn propose(&mut self, case: &Case, deed: &Deed) -> Option<Action> {
        let &Case { who, here, ref foe } = case;
        match deed {
            Deed::Strike => match foe {
                Some(foe) if foe.steps == 1 => Some(Action::Strike(foe.id)),
                Some(_) | None => None,
            },
            Deed::StrikeBack => self.strike_back(who, here),
            Deed::Approach { within, sense, greedy, detour, memory } => {
                let goal = self.noticed(case, *sense, within.as_ref(), memory.as_ref())?;
                match greedy {
                    true => self.straight_on(who, goal, detour.as_ref()),
                    false => self.step_to(who, here, goal),
                }
            }
            Deed::Flee { within } => self.flee(case, within.as_ref()),
            Deed::KeepAway { near, far } => self.keep_away(case, near, far),
            Deed::Cast { ability } => {
                let at = foe.as_ref().map(|foe| foe.at);
                self.is_able(who, *ability, at).then_some(Action::Cast(*ability, at))
            }
            Deed::Shoot { range } => self.shoot(case, range.as_ref()),
            Deed::Guard { radius } => self.return_home(case, radius),
            Deed::Wander { careful, four } => self.wander(who, *careful, *four),
            Deed::Ambush { within } => self.lie_in_wait(case, within),
            Deed::Mine { flag, within } => {
                let within = self.wits_count(within.as_ref(), who, USUAL_SEARCH);
                self.mine(who, *flag, within)
            }
            Deed::Wait => Some(Action::Wait),
        }
    }

    #[inline(never)]
    fn strike_back(&self, who: EntityId, here: Pos) -> Option<Action> {
        let foe = self.actor(who)?.foe?;
        let at = self.pos(foe)?;
        (self.steps_between(here, at) == 1).then_some(Action::Strike(foe))
    }

    #[inline(never)]
    fn flee(&mut self, case: &Case, within: Option<&Formula>) -> Option<Action> {
        let &Case { who, here, .. } = case;
        let within = self.wits_count(within, who, u32::MAX);
        let near = |at| self.steps_between(here, at) <= within;
        let at = self.foe_who(case, |at| near(at) && self.sees(who, at))?;
        self.step_from(who, at)
    }

    #[inline(never)]
    fn is_able(&self, who: EntityId, ability: Id<Ability>, at: Option<Pos>) -> bool {
        // Most are too far off.
        self.aim(who, ability, at).is_ok() && self.can_pay(who, ability).is_ok()
    }

    /// Goes back to where it began, if it has gone too far from there.
    #[inline(never)]
    fn return_home(&mut self, case: &Case, radius: &Formula) -> Option<Action> {
        let &Case { who, here, .. } = case;
        let home = self.actor(who)?.home;
        let radius = self.wits_count(Some(radius), who, 0);
        let strayed = self.steps_between(here, home) > radius;
        if strayed { self.step_to(who, here, home) } else { None }
    }

    fn wits_count(&mut self, formula: Option<&Formula>, who: EntityId, default: u32) -> u32 {
        let Some(formula) = formula else { return default };
        let number = formula.constant().unwrap_or_else(|| {
            let mut wits = self.world.wits.clone();
            let number = self.sheet().number(formula, &Scene::of(who), &mut wits);
            self.world.wits = wits;
            number
        });
        u32::try_from(number.to_whole().max(0)).unwrap_or(u32::MAX)
    }

    /// A greedy step. Who is barred may take the way around, and keeps to it for a while: to
    /// turn back at once would lead into the same corner again.
    #[inline(never)]
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
        case: &Case,
        sense: Sense,
        within: Option<&Formula>,
        memory: Option<&Formula>,
    ) -> Option<Pos> {
        let &Case { who, here, ref foe } = case;
        if let (Sense::Always, None, None, Some(foe)) = (sense, within, memory, foe) {
            return Some(foe.at);
        }
        let within = within.map(|within| self.wits_count(Some(within), who, 0));
        let near = |at| within.is_none_or(|within| self.steps_between(here, at) <= within);
        let noticed = self.foe_who(case, |at| match sense {
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

    #[inline(never)]
    fn keep_away(&mut self, case: &Case, near: &Formula, far: &Formula) -> Option<Action> {
        let Case { who, here, .. } = *case;
        let at = self.foe_who(case, |at| self.sees(who, at))?;
        let near = self.wits_count(Some(near), who, 0);
        let far = self.wits_count(Some(far), who, 0);
        match self.steps_between(here, at) {
            distance if distance < near => self.step_from(who, at),
            distance if distance > far => self.step_to(who, here, at),
            _ => None,
        }
    }

    /// Throws the first thing it carries that can hurt.
    #[inline(never)]
    fn shoot(&mut self, case: &Case, range: Option<&Formula>) -> Option<Action> {
        let Case { who, here, .. } = *case;
        let at = self.foe_who(case, |at| self.sees(who, at))?;
        let bag = &self.actor(who)?.bag;
        let missile = bag.iter().copied().find(|&it| self.kind(it).strike.is_some())?;
        let range = self.wits_count(range, who, u32::MAX).min(self.throw_range(who, missile));
        (here.chebyshev(at) <= range).then_some(Action::Throw(missile, at))
    }

    /// Lies still until a foe comes near; from then on it is awake.
    #[inline(never)]
    fn lie_in_wait(&mut self, case: &Case, within: &Formula) -> Option<Action> {
        let who = case.who;
        let within = self.wits_count(Some(within), who, 0);
        if case.foe.is_some_and(|foe| foe.steps <= within) {
            self.entity_mut(who).on = true;
        }
        if self.entity(who).on { None } else { Some(Action::Wait) }
    }

    /// Strikes what it digs at, or goes there.
    #[inline(never)]
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
            self.step_to(who, here, at)
        }
    }
}

/// Whether a behaviour is to strike, whatever else. One with a condition may draw.
const fn is_plain_blow(behaviour: &Behaviour) -> bool {
    matches!(behaviour.deed, Deed::Strike) && behaviour.when.is_none() && behaviour.chance.is_none()
}

/// Whether a behaviour is to go to the nearest foe, whatever else.
const fn is_plain_hunt(behaviour: &Behaviour) -> bool {
    let always = matches!(
        behaviour.deed,
        Deed::Approach { within: None, sense: Sense::Always, greedy: false, memory: None, .. }
    );
    always && behaviour.when.is_none() && behaviour.chance.is_none()
}
