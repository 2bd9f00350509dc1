//! Where actors go that see no foe.

use barrow_dice::{Formula, Rng, Stream};
use barrow_grid::Pos;
use barrow_pack::{Attribute, Id};

use super::Case;
use crate::action::Action;
use crate::ctx::{Ctx, Reads};
use crate::state::entity::{At, EntityId};

const PATROL: Stream = Stream::named("patrol");

/// How many cells a patrol without posts draws before it stays where it is.
const MAX_DRAWS: u32 = 40;

/// A patrol without posts goes at least this far, if it can.
const MIN_LEG: u32 = 5;

impl<W: Reads> Ctx<'_, W> {
    fn patrol_rng(&self, who: EntityId, leg: u32) -> Rng {
        let floor = self.world.level.floor.cast_unsigned();
        self.world.seed.stream(PATROL, &[floor, who.number(), leg])
    }

    /// Returns the cells of all items and fixtures with a flag, in order of creation.
    fn posts(&self, flag: Id<Attribute>) -> Vec<Pos> {
        let things = self.world.entities.iter().zip(0..);
        let posts = things.filter_map(|(entity, id)| match entity.at {
            At::Cell(at)
                if !self.is_actor(EntityId::new(id)) && self.is(EntityId::new(id), flag) =>
            {
                Some(at)
            }
            At::Cell(_) | At::Bag(_) | At::Named(_) | At::Gone => None,
        });
        posts.collect()
    }

    /// Returns the place of a leg of a patrol.
    fn next_post(
        &self,
        who: EntityId,
        here: Pos,
        leg: u32,
        flag: Option<Id<Attribute>>,
    ) -> Option<Pos> {
        if let Some(flag) = flag {
            let posts = self.posts(flag);
            let count = u32::try_from(posts.len()).ok().filter(|&count| count > 0)?;
            // Several guards of the same posts begin at different ones.
            let first = self.patrol_rng(who, 0).below(count);
            return posts.get((first.wrapping_add(leg) % count) as usize).copied();
        }
        let mut rng = self.patrol_rng(who, leg);
        let bounds = self.world.level.bounds();
        let mut drawn = (0..MAX_DRAWS).map(|_| {
            let x = rng.below(bounds.width.unsigned_abs()).cast_signed();
            let y = rng.below(bounds.height.unsigned_abs()).cast_signed();
            Pos::new(bounds.x + x, bounds.y + y)
        });
        drawn.find(|&at| {
            let far = self.steps_between(here, at) >= MIN_LEG;
            far && self.is_free_for(who, at) && !self.is_pit(at)
        })
    }
}

impl Ctx<'_> {
    /// Returns a step to where the actor last noticed a foe. Near that place it looks around.
    #[cold]
    pub(super) fn search(&mut self, case: &Case, turns: &Formula) -> Option<Action> {
        let &Case { who, here, .. } = case;
        let (at, since) = self.wits(who)?.clue?;
        let turns = self.count_for_mind(Some(turns), who, 0);
        if since + u64::from(turns) < self.world.turn {
            return None;
        }
        let step =
            if self.steps_between(here, at) > 1 { self.step_to(who, here, at) } else { None };
        step.or_else(|| self.wander(who, true, false))
    }

    /// Returns a step home if the actor has not noticed a foe for some turns.
    #[cold]
    pub(super) fn disengage(&mut self, case: &Case, turns: &Formula) -> Option<Action> {
        let &Case { who, here, .. } = case;
        let (_, since) = self.wits(who)?.clue?;
        let turns = self.count_for_mind(Some(turns), who, 0);
        if since + u64::from(turns) >= self.world.turn {
            return None;
        }
        let home = self.actor(who)?.home;
        let step = if here == home { None } else { self.step_to(who, here, home) };
        let actor = self.actor_mut(who);
        (actor.foe, actor.memory) = (None, None);
        if step.is_none() {
            self.wits_mut(who).clue = None;
        }
        step
    }

    /// Returns a step to the next place of a patrol.
    #[cold]
    pub(super) fn patrol(&mut self, case: &Case, flag: Option<Id<Attribute>>) -> Option<Action> {
        let &Case { who, here, .. } = case;
        let before = self.wits(who).and_then(|it| it.patrol);
        let (mut goal, mut leg) = before.unwrap_or((here, 0));
        let taken = self.world.level.actor_at(goal).is_some();
        if self.steps_between(here, goal) <= u32::from(taken) {
            leg = leg.wrapping_add(1);
            goal = self.next_post(who, here, leg, flag)?;
        }
        let step = self.step_to(who, here, goal);
        // A place that cannot be reached counts as visited.
        let goal = if step.is_some() { goal } else { here };
        self.wits_mut(who).patrol = Some((goal, leg));
        step
    }
}
