//! What actors do together.

use barrow_dice::Formula;
use barrow_grid::Pos;
use barrow_pack::{Attribute, Id, Sense, Template, Whom};

use super::Case;
use crate::action::Action;
use crate::ctx::scene::Scene;
use crate::ctx::{Ctx, Reads};
use crate::state::entity::{EntityId, Wits};

/// How many turns friends who were alerted go to where the foe was.
const ALERT_LASTS: u64 = 10;

/// How near an actor comes to its leader, unless its mind says so.
const DEFAULT_NEAR: u32 = 2;

impl<W: Reads> Ctx<'_, W> {
    pub(super) fn wits(&self, who: EntityId) -> Option<&Wits> {
        self.actor(who)?.wits.as_deref()
    }

    /// Returns the actors on the same side, without the actor itself.
    fn friends_of(&self, who: EntityId) -> impl Iterator<Item = (EntityId, Pos)> {
        let own = self.party(who);
        let parties = self.world.roster.parties.iter();
        let members = parties.filter(move |(party, _)| own != 0 && *party == own);
        let members = members.flat_map(|(_, members)| members).copied();
        members.filter(move |&it| it != who).filter_map(|it| Some((it, self.pos(it)?)))
    }

    /// Returns the friends in a square who do not know where a foe is.
    fn unaware_friends(&self, who: EntityId, radius: u32, foe: Pos) -> Vec<EntityId> {
        let Some(here) = self.pos(who) else { return Vec::new() };
        let turn = self.world.turn;
        let knows = |it: EntityId| {
            let memory = self.actor(it).and_then(|actor| actor.memory);
            !self.is_asleep(it)
                && (memory.is_some_and(|(_, until)| until >= turn) || self.sees(it, foe))
        };
        let near = self.friends_of(who).filter(|(_, at)| at.chebyshev(here) <= radius);
        let minded = near.filter(|&(it, _)| self.kind(it).mind.is_some() && !self.is_player(it));
        minded.map(|(it, _)| it).filter(|&it| !knows(it)).collect()
    }

    /// Returns whom an actor follows.
    #[cold]
    pub(super) fn leader_of(
        &self,
        case: &Case,
        whom: Whom,
        flag: Option<Id<Attribute>>,
    ) -> Option<EntityId> {
        let who = case.who;
        let nearest = |all: &mut dyn Iterator<Item = EntityId>| {
            let placed =
                all.filter_map(|it| Some((self.steps_between(case.here, self.pos(it)?), it)));
            placed.min().map(|(_, it)| it)
        };
        let mut players = self.world.players.iter().map(|it| it.entity);
        if whom == Whom::Player {
            return nearest(&mut players);
        }
        let leader = self.wits(who).and_then(|it| it.leader);
        leader.filter(|&it| self.pos(it).is_some()).or_else(|| {
            let flagged = |flag| {
                nearest(&mut self.friends_of(who).map(|it| it.0).filter(|&it| self.is(it, flag)))
            };
            let friend = flag.and_then(flagged);
            friend.or_else(|| nearest(&mut players.filter(|&it| self.are_friends(who, it))))
        })
    }
}

impl Ctx<'_> {
    pub(crate) fn wits_mut(&mut self, who: EntityId) -> &mut Wits {
        self.actor_mut(who).wits.get_or_insert_default()
    }

    /// Makes the actor of an effect the leader of the actor that the effect has created.
    pub(crate) fn set_leader(&mut self, made: Option<EntityId>, scene: &Scene) {
        let Some(made) = made.filter(|&it| self.facts.leads && self.is_actor(it)) else { return };
        let own = scene.own.filter(|&it| self.is_actor(it));
        self.wits_mut(made).leader = own.or(scene.actor);
    }

    /// Returns a step towards a leader that is not near.
    #[cold]
    pub(super) fn follow(
        &mut self,
        case: &Case,
        leader: EntityId,
        near: Option<&Formula>,
        far: Option<&Formula>,
    ) -> Option<Action> {
        let &Case { who, here, .. } = case;
        let at = self.pos(leader)?;
        let near = self.count_for_mind(near, who, DEFAULT_NEAR).max(1);
        let far = self.count_for_mind(far, who, u32::MAX);
        let steps = self.steps_between(here, at);
        if steps > near && steps <= far { self.step_to(who, here, at) } else { None }
    }

    /// Returns a step towards the side of a foe where the fewest friends are.
    #[cold]
    pub(super) fn surround(
        &mut self,
        case: &Case,
        sense: Sense,
        within: Option<&Formula>,
    ) -> Option<Action> {
        let &Case { who, here, .. } = case;
        let foe = self.approach_goal(case, sense, within, None)?;
        if self.steps_between(here, foe) <= 1 {
            return None;
        }
        let friends: Vec<Pos> = self.friends_of(who).map(|(_, at)| at).collect();
        let crowd = |at: Pos| friends.iter().filter(|it| it.chebyshev(at) <= 1).count();
        let sides = self.adjacency().dirs().iter().map(|&dir| foe + dir);
        let free = sides.filter(|&at| self.is_free_for(who, at) && !self.is_pit(at));
        let side = free.min_by_key(|&at| (crowd(at), self.steps_between(here, at)));
        match side {
            Some(side) => self.step_around(who, side),
            None => self.step_to(who, here, foe),
        }
    }

    /// Proposes to call friends who do not know of a foe in sight.
    #[cold]
    pub(super) fn alert(
        &mut self,
        case: &Case,
        radius: &Formula,
        say: &Template,
    ) -> Option<Action> {
        let who = case.who;
        let foe = self.nearest_foe_at(case, |at| self.sees(who, at))?;
        let radius = self.count_for_mind(Some(radius), who, 0);
        if self.unaware_friends(who, radius, foe).is_empty() {
            return None;
        }
        self.say_of(who, say, &self.scene_of(who));
        Some(Action::Alert(foe, radius))
    }

    /// Tells friends where a foe is.
    pub(crate) fn call_friends(&mut self, who: EntityId, foe: Pos, radius: u32) {
        let turn = self.world.turn;
        for friend in self.unaware_friends(who, radius, foe) {
            self.wake_up(friend);
            self.actor_mut(friend).memory = Some((foe, turn + ALERT_LASTS));
            self.wits_mut(friend).clue = Some((foe, turn));
        }
    }
}
