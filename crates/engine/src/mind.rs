//! Minds read and propose; they change nothing but what they remember.

use barrow_grid::{Adjacency, Dir, Pos, Route, greedy_step};
use barrow_pack::{Behaviour, Deed, Sense};

use crate::action::Action;
use crate::ctx::Ctx;
use crate::entity::EntityId;
use crate::scene::Scene;

/// A path longer than this is not looked for; the step is greedy then.
const FARTHEST: u32 = 30;

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
        self.foes_of(who).min_by_key(|&(id, at)| (at.chebyshev(here), id))
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
                (here.chebyshev(at) == 1 && self.may_step(here, at)).then_some(Action::Strike(foe))
            }
            Deed::Approach { within, sense, greedy, memory } => {
                let goal = self.noticed(who, *sense, within.as_ref(), memory.as_ref(), foe)?;
                self.step_to(who, goal, *greedy)
            }
            Deed::Flee { within } => {
                let (_, at) = foe.filter(|&(_, at)| self.sees(who, at))?;
                let within = self.wits_count(within.as_ref(), who, u32::MAX);
                if at.chebyshev(here) > within { None } else { self.step_from(who, at) }
            }
            Deed::KeepAway { near, far } => {
                let (_, at) = foe.filter(|&(_, at)| self.sees(who, at))?;
                let (near, far) =
                    (self.wits_count(Some(near), who, 0), self.wits_count(Some(far), who, 0));
                match at.chebyshev(here) {
                    distance if distance < near => self.step_from(who, at),
                    distance if distance > far => self.step_to(who, at, false),
                    _ => None,
                }
            }
            Deed::Cast { ability } => {
                let at = foe.map(|(_, at)| at);
                let able =
                    self.can_pay(who, *ability).is_ok() && self.aim(who, *ability, at).is_ok();
                able.then_some(Action::Cast(*ability, at))
            }
            Deed::Shoot { range } => {
                let (_, at) = foe.filter(|&(_, at)| self.sees(who, at))?;
                let missile = self
                    .actor(who)?
                    .bag
                    .iter()
                    .copied()
                    .find(|&it| self.kind(it).strike.is_some())?;
                let range = self
                    .wits_count(range.as_ref(), who, u32::MAX)
                    .min(self.throw_range(who, missile));
                (at.chebyshev(here) <= range).then_some(Action::Throw(missile, at))
            }
            Deed::Guard { radius } => {
                let home = self.actor(who)?.home;
                let radius = self.wits_count(Some(radius), who, 0);
                if home.chebyshev(here) <= radius { None } else { self.step_to(who, home, false) }
            }
            Deed::Wander { careful } => self.wander(who, *careful),
            Deed::Ambush { within } => {
                let near = self.wits_count(Some(within), who, 0);
                if self.entity(who).on || foe.is_some_and(|(_, at)| at.chebyshev(here) <= near) {
                    self.entity_mut(who).on = true;
                    return None;
                }
                Some(Action::Wait)
            }
            Deed::Mine { flag, within } => {
                let within = self.wits_count(within.as_ref(), who, 10);
                self.mine(who, *flag, within)
            }
            Deed::Wait => Some(Action::Wait),
        }
    }

    fn wits_count(
        &mut self,
        formula: Option<&barrow_dice::Formula>,
        who: EntityId,
        default: u32,
    ) -> u32 {
        let Some(formula) = formula else { return default };
        let mut wits = self.world.wits.clone();
        let number = self.sheet().number(formula, &Scene::of(who), &mut wits);
        self.world.wits = wits;
        u32::try_from(number.to_whole().max(0)).unwrap_or(u32::MAX)
    }

    /// Where someone would go to meet a foe: where it is, if it is noticed, else where it was
    /// last noticed.
    fn noticed(
        &mut self,
        who: EntityId,
        sense: Sense,
        within: Option<&barrow_dice::Formula>,
        memory: Option<&barrow_dice::Formula>,
        foe: Option<(EntityId, Pos)>,
    ) -> Option<Pos> {
        let here = self.pos(who)?;
        let within = self.wits_count(within, who, u32::MAX);
        let noticed =
            foe.filter(|&(_, at)| here.chebyshev(at) <= within).filter(|&(_, at)| match sense {
                Sense::Always => true,
                Sense::Sight => self.sees(who, at),
                Sense::Light => self.is_lit(at) && self.sees(who, at),
            });
        if let Some((_, at)) = noticed {
            if memory.is_some() {
                let turns = self.wits_count(memory, who, 0);
                self.actor_mut(who).memory = Some((at, self.world.turn + u64::from(turns)));
            }
            return Some(at);
        }
        let (at, until) = self.actor(who)?.memory?;
        (until >= self.world.turn && at != here).then_some(at)
    }

    /// The cells that a mind would step on. Those of friends count as closed, the goal's never.
    fn step_to(&mut self, who: EntityId, goal: Pos, greedy: bool) -> Option<Action> {
        let here = self.pos(who)?;
        let adjacency = self.adjacency();
        let mut open = std::mem::take(&mut self.world.paths.open);
        open.copy_from(&self.world.level.solid);
        open.invert();
        for &other in &self.world.actors {
            if let Some(at) = self.pos(other).filter(|&at| at != goal && at != here) {
                open.remove(at);
            }
        }
        self.close_harmful(who, goal, &mut open);
        let route = Route::new(adjacency, here, goal).within(FARTHEST);
        let dir = if greedy {
            self.tied_step(&open, route)
        } else {
            let mut finder = std::mem::take(&mut self.world.paths.finder);
            let dir = finder.step_towards(&open, route);
            self.world.paths.finder = finder;
            dir
        };
        self.world.paths.open = open;
        dir.map(Action::Walk)
    }

    /// The step that comes nearest to the goal; of equals, one by the mind's own dice.
    fn tied_step(&mut self, open: &barrow_grid::BitGrid, route: Route) -> Option<Dir> {
        let best = greedy_step(open, route)?;
        let distance = |dir: Dir| route.adjacency.distance(route.start + dir, route.goal);
        let ties: Vec<Dir> = route
            .adjacency
            .dirs()
            .iter()
            .copied()
            .filter(|&dir| distance(dir) == distance(best) && open.contains(route.start + dir))
            .collect();
        self.world.wits.pick(&ties).copied().or(Some(best))
    }

    pub(crate) const fn adjacency(&self) -> Adjacency {
        if self.pack.rules.four_ways { Adjacency::Four } else { Adjacency::Eight }
    }

    fn may_step(&self, from: Pos, to: Pos) -> bool {
        !self.pack.rules.four_ways || from.manhattan(to) == 1
    }

    /// Pits and harmful fields are closed to those who would suffer from them.
    fn close_harmful(&self, who: EntityId, goal: Pos, open: &mut barrow_grid::BitGrid) {
        if !self.is(who, self.pack.core.floating) && self.world.level.has_pits {
            let pits: Vec<Pos> = open.iter().filter(|&at| self.is_pit(at)).collect();
            for at in pits {
                open.remove(at);
            }
        }
        for (id, _) in self.pack.fields.iter().filter(|(_, field)| field.harmful) {
            for at in self.world.level.fields[usize::from(id.index())]
                .cells
                .iter()
                .filter(|&at| at != goal)
            {
                open.remove(at);
            }
        }
    }

    pub(crate) fn is_pit(&self, at: Pos) -> bool {
        self.pack.kinds.get(self.world.level.ground[at]).flags.contains(&self.pack.core.pit)
    }

    /// A step that leads away from a place, if one does.
    fn step_from(&mut self, who: EntityId, from: Pos) -> Option<Action> {
        let here = self.pos(who)?;
        let distance = |at: Pos| at.distance_squared(from);
        let mut best: Vec<Dir> = Vec::new();
        let mut farthest = distance(here);
        for &dir in self.adjacency().dirs() {
            let to = here + dir;
            if !self.world.level.is_free(to) || self.is_pit(to) || distance(to) < farthest {
                continue;
            }
            if distance(to) > farthest {
                farthest = distance(to);
                best.clear();
            }
            best.push(dir);
        }
        self.world.wits.pick(&best).copied().filter(|_| farthest > distance(here)).map(Action::Walk)
    }

    fn wander(&mut self, who: EntityId, careful: bool) -> Option<Action> {
        let here = self.pos(who)?;
        let free = |dir: &Dir| {
            let to = here + *dir;
            self.world.level.is_free(to) && !(careful && (self.is_pit(to) || self.harms(to)))
        };
        let ways: Vec<Dir> = self.adjacency().dirs().iter().copied().filter(free).collect();
        self.world.wits.pick(&ways).copied().map(Action::Walk)
    }

    fn harms(&self, at: Pos) -> bool {
        self.pack
            .fields
            .iter()
            .any(|(id, field)| field.harmful && self.world.level.field_at(id, at) > 0)
    }

    /// Strikes what it digs at, or goes there.
    fn mine(
        &mut self,
        who: EntityId,
        flag: barrow_pack::Id<barrow_pack::Attribute>,
        within: u32,
    ) -> Option<Action> {
        let here = self.pos(who)?;
        let things = self.world.entities.iter().enumerate();
        let found = things
            .map(|(index, it)| (EntityId(u32::try_from(index).unwrap_or(u32::MAX)), it))
            .filter(|(id, it)| it.actor.is_none() && self.is(*id, flag))
            .filter_map(|(id, it)| Some((id, it.pos()?)))
            .filter(|&(_, at)| at.chebyshev(here) <= within)
            .min_by_key(|&(id, at)| (at.chebyshev(here), id));
        let (what, at) = found?;
        if at.chebyshev(here) == 1 {
            Some(Action::Strike(what))
        } else {
            self.step_to(who, at, false)
        }
    }
}
