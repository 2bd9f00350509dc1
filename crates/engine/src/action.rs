//! What actors do. Players and minds use the same actions.
//!
//! An action is first considered, which reads the world and changes nothing: it may go ahead, be
//! refused, or become another action. Only then is it carried out, and that cannot fail. So a
//! refusal never costs a turn or a draw, and the list of legal commands is right by construction.

pub(crate) mod advance;
mod aimed;
mod announce;
pub(crate) mod blow;
pub(crate) mod cast;
mod door;
mod item;
mod stairs;
mod strike;
pub(crate) mod throw;
mod touch;
mod walk;
pub(crate) mod ways;

use barrow_grid::{Dir, Pos};
use barrow_pack::{Ability, Id, Way};

use crate::ctx::{Ctx, ReadCtx, Reads};
use crate::refusal::Refusal;
use crate::state::entity::EntityId;
use crate::state::world::Question;

/// Something that an actor tries to do.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Action {
    Walk(Dir),
    /// Turn towards a cell that cannot be entered.
    Turn(Dir),
    /// Walk into a thing that blocks the way.
    Bump(EntityId, Dir),
    /// Walk into solid ground.
    BumpGround(Pos),
    Push(EntityId, Dir),
    /// Change a thing in the way with a blow or with a carried item.
    Touch(EntityId, Dir),
    Swap(EntityId),
    Strike(EntityId),
    Open(EntityId),
    Close(EntityId),
    Pickup,
    Use(EntityId),
    /// Use an item on a thing.
    UseOn(EntityId, EntityId),
    /// Ask what to use an item on.
    AskUse(EntityId),
    Drop(EntityId),
    Equip(EntityId),
    Unequip(EntityId),
    Throw(EntityId, Pos),
    Cast(Id<Ability>, Option<Pos>),
    /// Cast an ability on a thing.
    CastOn(Id<Ability>, EntityId),
    /// Ask what to cast an ability on.
    AskCast(Id<Ability>),
    Take(Way),
    /// Tell friends within this many cells where a foe is.
    Alert(Pos, u32),
    /// Fly on, as a projectile.
    Advance,
    Wait,
}

/// The result of considering an action.
pub(crate) enum Verdict {
    /// The action can be carried out.
    Go,
    /// The action is refused.
    Refuse(Refusal),
    /// The action becomes another one: walking into a door opens it.
    Instead(Action),
}

/// The maximum length of a chain of redirects. They are written in Rust, so a circle is our bug.
const MAX_REDIRECTS: u32 = 8;

impl<W: Reads> Ctx<'_, W> {
    /// Returns the action that is carried out in the end, after all redirects.
    pub(crate) fn resolve(&self, who: EntityId, action: Action) -> Result<Action, Refusal> {
        let look = self.look();
        // Most of what minds propose, besides steps, are blows, and most blows are possible.
        if let Action::Strike(whom) = action
            && look.may_strike(who, whom)
        {
            return Ok(action);
        }
        let resolved = look.resolved(who, action);
        match (action, resolved) {
            (Action::Walk(dir), Err(why)) => look.turn_instead(who, dir, why),
            (_, resolved) => resolved,
        }
    }

    /// Returns whether an action takes no time.
    pub(crate) fn is_free(&self, action: Action) -> bool {
        match action {
            Action::Drop(_) => self.pack.rules.free_drops,
            Action::Bump(into, _) => self.kind(into).free_bump,
            Action::Use(item) | Action::UseOn(item, _) => self.is_used_freely(item),
            Action::AskUse(_) | Action::AskCast(_) => true,
            Action::Walk(_)
            | Action::Turn(_)
            | Action::BumpGround(_)
            | Action::Push(..)
            | Action::Touch(..)
            | Action::Swap(_)
            | Action::Strike(_)
            | Action::Open(_)
            | Action::Close(_)
            | Action::Pickup
            | Action::Equip(_)
            | Action::Unequip(_)
            | Action::Throw(..)
            | Action::Cast(..)
            | Action::CastOn(..)
            | Action::Take(_)
            | Action::Alert(..)
            | Action::Advance
            | Action::Wait => false,
        }
    }
}

impl ReadCtx<'_> {
    fn resolved(self, who: EntityId, mut action: Action) -> Result<Action, Refusal> {
        for _ in 0..MAX_REDIRECTS {
            match self.consider(who, action) {
                Verdict::Go => return Ok(action),
                Verdict::Refuse(why) => return Err(why),
                Verdict::Instead(next) => action = next,
            }
        }
        unreachable!("actions lead to each other in a circle")
    }

    fn consider(&self, who: EntityId, action: Action) -> Verdict {
        match action {
            Action::Walk(dir) => self.consider_walk(who, dir),
            Action::Bump(into, dir) => self.consider_bump(who, into, dir),
            Action::BumpGround(at) => self.consider_ground(at),
            Action::Push(what, dir) => self.consider_push(what, dir),
            Action::Strike(whom) => self.consider_strike(who, whom),
            Action::Open(door) => self.consider_open(who, door),
            Action::Close(door) => self.consider_close(door),
            Action::Pickup => self.consider_pickup(who),
            Action::Use(item) => self.consider_use(who, item),
            Action::Equip(item) => self.consider_equip(who, item),
            Action::Unequip(item) => self.consider_unequip(who, item),
            Action::Throw(item, at) => self.consider_throw(who, item, at),
            Action::Cast(ability, at) => self.consider_cast(who, ability, at),
            Action::Take(way) => self.consider_stairs(who, way),
            Action::Drop(item) => self.consider_drop(who, item),
            Action::Turn(_)
            | Action::Touch(..)
            | Action::Swap(_)
            | Action::UseOn(..)
            | Action::AskUse(_)
            | Action::CastOn(..)
            | Action::AskCast(_)
            | Action::Alert(..)
            | Action::Advance
            | Action::Wait => Verdict::Go,
        }
    }
}

impl Ctx<'_> {
    /// Carries out an action and returns what it became, or why it is refused.
    pub(crate) fn perform(&mut self, who: EntityId, action: Action) -> Result<Action, Refusal> {
        if let Action::Walk(dir) = action
            && self.stroll(who, dir)
        {
            return Ok(action);
        }
        let resolved = self.resolve(who, action)?;
        // Only a state leads someone astray, and most actors have none.
        let stumbles = self.entity(who).has_states();
        let intended = if stumbles { self.direction(who, action) } else { None };
        let Some(dir) = intended.and_then(|dir| self.stray(who, dir)) else {
            self.carry_out(who, resolved);
            return Ok(resolved);
        };
        if let Ok(stumble) = self.resolve(who, Action::Walk(dir)) {
            self.carry_out(who, stumble);
        }
        // A stumble takes a turn, whatever it leads to.
        Ok(Action::Wait)
    }

    /// Returns the direction of a step or a blow.
    fn direction(&self, who: EntityId, action: Action) -> Option<Dir> {
        if let Action::Walk(dir) = action {
            return Some(dir);
        }
        let Action::Strike(whom) = action else { return None };
        let ends = self.pos(who).zip(self.pos(whom));
        ends.and_then(|(from, to)| Dir::from_offset(to - from))
    }

    pub(crate) fn carry_out(&mut self, who: EntityId, action: Action) {
        match action {
            Action::Walk(dir) => self.walk(who, dir),
            Action::Turn(dir) => self.entity_mut(who).facing = dir,
            Action::Bump(into, _) => self.bump(who, into),
            Action::BumpGround(at) => self.bump_ground(who, at),
            Action::Push(what, dir) => self.push(who, what, dir),
            Action::Swap(with) => {
                if let Some(to) = self.pos(with) {
                    self.pay_for_step(who, to);
                }
                self.swap(who, with);
            }
            Action::Touch(what, dir) => self.touch_and_enter(who, what, dir),
            Action::Strike(whom) => {
                self.strike(who, whom);
                self.touch(who, whom);
            }
            Action::Open(door) => self.open(who, door),
            Action::Close(door) => self.swing(door, false, Some(who)),
            Action::Pickup => self.take_one(who),
            Action::Use(item) => self.use_item(who, item, None),
            Action::UseOn(item, on) => self.use_item(who, item, Some(on)),
            Action::AskUse(item) => self.ask_aim(who, Question::Use(item)),
            Action::Drop(item) => self.drop_item(who, item),
            Action::Equip(item) => self.equip(who, item),
            Action::Unequip(item) => self.unequip(who, item),
            Action::Throw(item, at) => self.throw(who, item, at),
            Action::Cast(ability, at) => self.cast(who, ability, at),
            Action::CastOn(ability, on) => self.cast_on(who, ability, on),
            Action::AskCast(ability) => self.ask_aim(who, Question::Cast(ability)),
            Action::Take(way) => self.take_stairs(who, way),
            Action::Alert(foe, radius) => self.call_friends(who, foe, radius),
            Action::Advance => self.advance(who),
            Action::Wait => {}
        }
    }
}
