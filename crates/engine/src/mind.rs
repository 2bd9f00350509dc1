//! How actors decide. A mind reads the world and proposes an action; it changes nothing but what
//! it remembers. Draws come from a stream of its own, `World::mind_rng`.

mod company;
mod hearing;
mod quickest;
mod rounds;
mod step;
#[cfg(test)]
mod tests;

use barrow_dice::Formula;
use barrow_grid::Pos;
use barrow_pack::{Attribute, Behaviour, Deed, Id, Mind, Sense};

pub(crate) use self::quickest::Route;
pub(crate) use self::step::{adjacency, copy_walkable, is_walkable};

use crate::action::Action;
use crate::ctx::Ctx;
use crate::ctx::scene::Scene;
use crate::state::entity::EntityId;

/// How far a miner looks for something to dig at, unless its mind gives a distance.
const DEFAULT_SEARCH: u32 = 10;

/// What a mind decides from.
#[derive(Clone, Copy)]
pub(crate) struct Case {
    pub(crate) who: EntityId,
    pub(crate) here: Pos,
    /// The nearest foe.
    pub(crate) foe: Option<Foe>,
}

/// A foe of the deciding actor.
#[derive(Clone, Copy)]
pub(crate) struct Foe {
    id: EntityId,
    pub(crate) at: Pos,
    /// The number of steps to it if nothing is in the way.
    pub(crate) steps: u32,
    /// Whether there is no other foe.
    only: bool,
}

impl Ctx<'_> {
    /// Returns the action of the first behaviour that proposes one.
    pub(crate) fn decide(&mut self, who: EntityId, mind: Id<Mind>) -> Action {
        let Some(here) = self.pos(who) else { return Action::Wait };
        let foe = self.nearest_foe(who, here);
        if let Some(action) = self.plain_hunt(who, here, foe, mind) {
            return action;
        }
        let case = Case { who, here, foe };
        if self.facts.mind(mind).tracks {
            self.track(&case);
        }
        for behaviour in &self.pack.minds.get(mind).behaviours {
            if self.draw_inclination(&case, behaviour)
                && let Some(action) = self.propose(&case, &behaviour.deed)
            {
                return action;
            }
        }
        Action::Wait
    }

    #[inline]
    fn nearest_foe(&self, who: EntityId, here: Pos) -> Option<Foe> {
        let own = self.party(who);
        let Some(id) = self.world.roster.only_foe_of(own) else {
            return self.nearest_of_foes(own, here);
        };
        let foe = |at| Foe { id, at, steps: self.steps_between(here, at), only: true };
        self.pos(id).map(foe)
    }

    pub(crate) fn nearest_of_foes(&self, own: u16, here: Pos) -> Option<Foe> {
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

    /// Returns the cell of the nearest foe whose cell meets a condition.
    fn nearest_foe_at(&self, case: &Case, holds: impl Fn(Pos) -> bool) -> Option<Pos> {
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

    /// Draws whether the condition and the chance of a behaviour let it propose something.
    fn draw_inclination(&mut self, case: &Case, behaviour: &Behaviour) -> bool {
        if behaviour.when.is_none() {
            // Most behaviours have no condition, and chances that are plain numbers.
            let Some(chance) = &behaviour.chance else { return true };
            if let Some(chance) = chance.constant() {
                return self.world.mind_rng.happens(chance.to_chance());
            }
        }
        let scene = Scene { target: case.foe.map(|foe| foe.id), ..Scene::of(case.who) };
        let scene = self.with_player(scene);
        let mut rng = self.world.mind_rng.clone();
        let number = |ctx: &Self, formula, rng: &mut _| ctx.sheet().number(formula, &scene, rng);
        let holds = behaviour.when.as_ref().is_none_or(|it| number(self, it, &mut rng).is_true());
        let chance = behaviour.chance.as_ref().map(|it| number(self, it, &mut rng).to_chance());
        let inclined = holds && chance.is_none_or(|chance| rng.happens(chance));
        self.world.mind_rng = rng;
        inclined
    }

    /// Returns the action that a deed leads to, if any. Deeds that few minds have are `#[cold]`, so
    /// that their code is kept apart from that of the others.
    fn propose(&mut self, case: &Case, deed: &Deed) -> Option<Action> {
        let &Case { who, here, ref foe } = case;
        match deed {
            Deed::Strike => match foe {
                Some(foe) if foe.steps == 1 => Some(Action::Strike(foe.id)),
                Some(_) | None => None,
            },
            Deed::StrikeBack { follow } => self.strike_back(who, here, *follow),
            Deed::Approach { within, sense, greedy, detour, memory } => {
                let goal = match (foe, sense, within, memory) {
                    // Most hunters always know where their foe is.
                    (Some(foe), Sense::Always, None, None) => foe.at,
                    _ => self.approach_goal(case, *sense, within.as_ref(), memory.as_ref())?,
                };
                if *greedy {
                    self.greedy_approach(who, goal, detour.as_ref())
                } else {
                    self.step_to(who, here, goal)
                }
            }
            Deed::Surround { within, sense } => self.surround(case, *sense, within.as_ref()),
            Deed::Search { turns } => self.search(case, turns),
            Deed::Flee { within } => self.flee(case, within.as_ref()),
            Deed::KeepAway { near, far } => self.keep_away(case, near, far),
            Deed::Cast { ability } => {
                let at = foe.as_ref().map(|foe| foe.at);
                // The target is checked first: most foes are out of range.
                let able = self.look().aim(who, *ability, at).is_ok()
                    && self.look().can_pay(who, *ability).is_ok();
                able.then_some(Action::Cast(*ability, at))
            }
            Deed::Shoot { range } => self.shoot(case, range.as_ref()),
            Deed::Alert { radius, say } => self.alert(case, radius, say),
            Deed::Advance => Some(Action::Advance),
            Deed::Guard { radius } => self.return_home(case, radius),
            Deed::Disengage { turns } => self.disengage(case, turns),
            Deed::Patrol { flag } => self.patrol(case, *flag),
            Deed::Follow { whom, flag, near, far } => {
                let leader = self.leader_of(case, *whom, *flag)?;
                self.follow(case, leader, near.as_ref(), far.as_ref())
            }
            Deed::Wander { careful, four } => self.wander(who, *careful, *four),
            Deed::Ambush { within } => self.lie_in_wait(case, within),
            Deed::Mine { flag, within } => {
                let within = self.count_for_mind(within.as_ref(), who, DEFAULT_SEARCH);
                self.mine(who, *flag, within)
            }
            Deed::Wait => Some(Action::Wait),
        }
    }

    fn strike_back(&mut self, who: EntityId, here: Pos, follow: bool) -> Option<Action> {
        let foe = self.actor(who)?.foe?;
        let at = self.pos(foe)?;
        match self.steps_between(here, at) {
            1 => Some(Action::Strike(foe)),
            _ if follow => self.step_to(who, here, at),
            _ => None,
        }
    }

    fn flee(&mut self, case: &Case, within: Option<&Formula>) -> Option<Action> {
        let &Case { who, here, .. } = case;
        let within = self.count_for_mind(within, who, u32::MAX);
        let near = |at| self.steps_between(here, at) <= within;
        let at = self.nearest_foe_at(case, |at| near(at) && self.sees(who, at))?;
        self.step_from(who, at)
    }

    /// Returns a step home if the actor is farther from it than `radius`.
    fn return_home(&mut self, case: &Case, radius: &Formula) -> Option<Action> {
        let &Case { who, here, .. } = case;
        let home = self.actor(who)?.home;
        let radius = self.count_for_mind(Some(radius), who, 0);
        let strayed = self.steps_between(here, home) > radius;
        if strayed { self.step_to(who, here, home) } else { None }
    }

    /// Returns the whole value of a formula, at least zero; `default` if there is none. Draws from
    /// the stream of minds.
    fn count_for_mind(&mut self, formula: Option<&Formula>, who: EntityId, default: u32) -> u32 {
        let Some(formula) = formula else { return default };
        let number = formula.constant().unwrap_or_else(|| {
            let mut rng = self.world.mind_rng.clone();
            let number = self.sheet().number(formula, &Scene::of(who), &mut rng);
            self.world.mind_rng = rng;
            number
        });
        u32::try_from(number.to_whole().max(0)).unwrap_or(u32::MAX)
    }

    /// Returns a greedy step. If there is none, an actor with a `detour` walks around the obstacle
    /// for that many turns, since its next greedy step would lead back into the same corner.
    fn greedy_approach(
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
            let turns = self.count_for_mind(detour, who, 0);
            if turns == 0 {
                return None;
            }
            self.actor_body_mut(who).detour = self.world.turn + u64::from(turns) - 1;
        }
        self.step_around(who, goal)
    }

    /// Returns the cell of the nearest foe that the actor notices, or else the cell where it last
    /// noticed one.
    fn approach_goal(
        &mut self,
        case: &Case,
        sense: Sense,
        within: Option<&Formula>,
        memory: Option<&Formula>,
    ) -> Option<Pos> {
        let &Case { who, here, .. } = case;
        let within = within.map(|within| self.count_for_mind(Some(within), who, 0));
        let near = |at| within.is_none_or(|within| self.steps_between(here, at) <= within);
        let noticed = self.nearest_foe_at(case, |at| match sense {
            Sense::Always => near(at),
            Sense::Sight => near(at) && self.sees(who, at),
            Sense::Light => near(at) && self.is_lit(at) && self.sees(who, at),
        });
        if let Some(at) = noticed {
            if memory.is_some() {
                let turns = self.count_for_mind(memory, who, 0);
                self.actor_body_mut(who).memory = Some((at, self.world.turn + u64::from(turns)));
            }
            return Some(at);
        }
        let (at, until) = self.actor(who)?.memory?;
        (until >= self.world.turn && at != here).then_some(at)
    }

    /// Returns a step away from a foe that is too near, or towards one that is too far.
    fn keep_away(&mut self, case: &Case, near: &Formula, far: &Formula) -> Option<Action> {
        let Case { who, here, .. } = *case;
        let at = self.nearest_foe_at(case, |at| self.sees(who, at))?;
        let near = self.count_for_mind(Some(near), who, 0);
        let far = self.count_for_mind(Some(far), who, 0);
        match self.steps_between(here, at) {
            distance if distance < near => self.step_from(who, at),
            distance if distance > far => self.step_to(who, here, at),
            _ => None,
        }
    }

    /// Throws the first thing in the bag that is made to strike with.
    fn shoot(&mut self, case: &Case, range: Option<&Formula>) -> Option<Action> {
        let Case { who, here, .. } = *case;
        let at = self.nearest_foe_at(case, |at| self.has_clear_shot(who, at))?;
        let bag = &self.actor(who)?.bag;
        let harms = |it: &EntityId| self.kind(*it).strike.as_ref().is_some_and(|it| !it.harmless);
        let missile = bag.iter().copied().find(harms)?;
        let range = self.count_for_mind(range, who, u32::MAX).min(self.throw_range(who, missile));
        let near = self.throw_metric().is_within(here, at, range);
        near.then_some(Action::Throw(missile, at))
    }

    /// Waits until a foe comes near. From then on the actor is awake, and this proposes nothing.
    fn lie_in_wait(&mut self, case: &Case, within: &Formula) -> Option<Action> {
        let who = case.who;
        let within = self.count_for_mind(Some(within), who, 0);
        if case.foe.is_some_and(|foe| foe.steps <= within) {
            self.entity_mut(who).active = true;
        }
        if self.entity(who).active { None } else { Some(Action::Wait) }
    }

    /// Strikes the nearest thing with a flag, or goes there.
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
