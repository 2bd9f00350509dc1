use barrow_engine::EntityId;
use barrow_grid::{Color, Pos};
use barrow_pack::{Ability, Id, Kind};

/// Something that is shown for a while.
#[derive(Clone, Debug)]
pub(crate) struct Timed {
    pub(crate) began: u64,
    pub(crate) lasts: u64,
    pub(crate) show: Show,
}

/// What is shown.
#[derive(Clone, Debug)]
pub(crate) enum Show {
    /// Someone was hit.
    Flash { whom: EntityId },
    /// Someone died there.
    Fall { kind: Id<Kind>, at: Pos },
    /// What someone lost or won.
    Number { at: Pos, text: String, color: Color },
    /// Something flies.
    Flight { what: Missile, from: Pos, to: Pos },
    /// Cells light up.
    Burst { cells: Vec<Pos> },
    /// Cells come out of the dark; `dark` is how dark they were, of 255.
    Reveal { cells: Vec<Pos>, dark: u8 },
}

/// What flies.
#[derive(Clone, Copy, Debug)]
pub(crate) enum Missile {
    /// A thing.
    Thing(Id<Kind>),
    /// What was cast.
    Spell(Id<Ability>),
}

impl Timed {
    pub(crate) const fn ends(&self) -> u64 {
        self.began + self.lasts
    }

    /// How much of its time is left, in thousandths; nothing before and after it.
    pub(crate) fn left(&self, now: u64) -> Option<u64> {
        let past = now.checked_sub(self.began).filter(|it| *it < self.lasts)?;
        Some((self.lasts - past) * 1000 / self.lasts)
    }
}
