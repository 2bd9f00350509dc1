use barrow_engine::EntityId;
use barrow_grid::{Color, Pos};
use barrow_pack::{Ability, Id, Kind};

/// An effect that is shown for a while.
#[derive(Clone, Debug)]
pub(crate) struct TimedEffect {
    pub(crate) began: u64,
    pub(crate) lasts: u64,
    pub(crate) effect: VisualEffect,
}

/// The kinds of effects.
#[derive(Clone, Debug)]
pub(crate) enum VisualEffect {
    /// An actor was hit.
    Flash { whom: EntityId },
    /// An actor died.
    Fall { kind: Id<Kind>, at: Pos },
    /// An actor lost or gained something.
    Number { at: Pos, text: String, color: Color },
    /// A projectile flies.
    Flight { what: Missile, from: Pos, to: Pos },
    /// Cells light up.
    Burst { cells: Vec<Pos> },
    /// Cells come out of the dark; `dark` is how dark they were, of 255.
    Reveal { cells: Vec<Pos>, dark: u8 },
}

/// A projectile.
#[derive(Clone, Copy, Debug)]
pub(crate) enum Missile {
    /// An item.
    Thing(Id<Kind>),
    /// An ability.
    Spell(Id<Ability>),
}

impl TimedEffect {
    pub(crate) const fn ends(&self) -> u64 {
        self.began + self.lasts
    }

    /// Returns how much of its time is left, in thousandths; `None` before and after it.
    pub(crate) fn left(&self, now: u64) -> Option<u64> {
        let past = now.checked_sub(self.began).filter(|it| *it < self.lasts)?;
        Some((self.lasts - past) * 1000 / self.lasts)
    }
}
