//! What someone tries to do, and what becomes of it. Players and minds come through the same
//! door.

mod cast;
mod door;
mod item;
mod stairs;
mod strike;
mod throw;
mod walk;

use barrow_grid::{Dir, Pos};
use barrow_pack::{Ability, Id, Way};

use crate::ctx::Ctx;
use crate::entity::EntityId;
use crate::refusal::Refusal;

/// Something to try.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Action {
    Walk(Dir),
    /// Walk into something that does not give way.
    Bump(EntityId, Dir),
    Push(EntityId, Dir),
    Strike(EntityId),
    Open(EntityId),
    Close(EntityId),
    Pickup,
    Use(EntityId),
    Drop(EntityId),
    Equip(EntityId),
    Unequip(EntityId),
    Throw(EntityId, Pos),
    Cast(Id<Ability>, Option<Pos>),
    Take(Way),
    Wait,
}

/// What became of an attempt.
pub(crate) enum Outcome {
    /// It happened.
    Done,
    /// It cannot be; nothing changed, nothing was drawn.
    Refused(Refusal),
    /// It means something else here: walking into a door is opening it.
    Instead(Action),
}

/// Redirects are written in Rust, so a circle of them is our bug.
const MOST_REDIRECTS: u32 = 8;

impl Ctx<'_> {
    /// Follows redirects until the action happens or cannot.
    pub(crate) fn perform(&mut self, who: EntityId, mut action: Action) -> Result<(), Refusal> {
        for _ in 0..MOST_REDIRECTS {
            match self.attempt(who, action) {
                Outcome::Done => return Ok(()),
                Outcome::Refused(why) => return Err(why),
                Outcome::Instead(next) => action = next,
            }
        }
        unreachable!("actions lead to each other in a circle: {action:?}")
    }

    fn attempt(&mut self, who: EntityId, action: Action) -> Outcome {
        match action {
            Action::Walk(dir) => self.walk(who, dir),
            Action::Bump(into, dir) => self.bump(who, into, dir),
            Action::Push(what, dir) => self.push(who, what, dir),
            Action::Strike(whom) => self.strike(who, whom),
            Action::Open(door) => self.open(who, door),
            Action::Close(door) => self.close(door),
            Action::Pickup => self.pick_up(who),
            Action::Use(item) => self.use_item(who, item),
            Action::Drop(item) => self.drop_item(who, item),
            Action::Equip(item) => self.equip(who, item),
            Action::Unequip(item) => self.unequip(who, item),
            Action::Throw(item, at) => self.throw(who, item, at),
            Action::Cast(ability, at) => self.cast(who, ability, at),
            Action::Take(way) => self.take_stairs(who, way),
            Action::Wait => Outcome::Done,
        }
    }
}
