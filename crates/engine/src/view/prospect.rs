//! What a deed would do, told before it is done: what a look at a foe or an item answers.
//!
//! Nothing is drawn and nothing is decided here: what depends on chance or on a condition is
//! told as a span from the minimum to the maximum. The plans that are forecast are those that
//! actions carry out (`action/blow.rs`), so a forecast cannot speak of another blow.

mod ahead;
mod outcome;
mod seer;
#[cfg(test)]
mod tests;

use barrow_dice::Fixed;
use barrow_pack::{Attribute, Id, State};

/// All numbers from a minimum to a maximum.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Span {
    /// The minimum.
    pub min: Fixed,
    /// The maximum.
    pub max: Fixed,
}

/// What a deed would do to someone.
///
/// Unless `more` is set, nothing else happens to the attributes, the states and the life of
/// that one while the deed is done.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Prospect {
    /// What it adds to values; harm lowers life. A gauge stops at zero and at its maximum, which
    /// is not taken into account here.
    pub changes: Vec<(Id<Attribute>, Span)>,
    /// The values that it changes, as they are afterwards.
    pub after: Vec<(Id<Attribute>, Span)>,
    /// What it adds to the maximum of gauges.
    pub raises: Vec<(Id<Attribute>, Span)>,
    /// The states that it may begin.
    pub begins: Vec<Id<State>>,
    /// The states that it may end.
    pub ends: Vec<Id<State>>,
    /// It may kill at once, however much life is left.
    pub kills: bool,
    /// It does more than can be told: something that is no matter of numbers, or something
    /// that depends on others, such as those hit beside the target and what they do about it.
    pub more: bool,
}

/// What a blow promises.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Odds {
    /// The chance to hit, 0 to 1: the exact mean where the chance itself is random. If that
    /// takes too long to work out, the middle between the minimum and the maximum.
    pub chance: Fixed,
    /// What a hit does to the one who is struck.
    pub hit: Prospect,
    /// What a hit does to the one who strikes.
    pub own: Prospect,
    /// What a miss does to the one who is missed.
    pub miss: Prospect,
    /// What a miss does to the one who misses.
    pub own_miss: Prospect,
}

/// A value now, and as it would be.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Compared {
    /// The attribute.
    pub attribute: Id<Attribute>,
    /// The value now; the maximum of a gauge.
    pub now: Fixed,
    /// The value as it would be.
    pub then: Fixed,
}

impl Span {
    pub(crate) const ZERO: Self = Self::point(Fixed::ZERO);

    pub(crate) const fn new(min: Fixed, max: Fixed) -> Self {
        Self { min, max }
    }

    pub(crate) const fn point(value: Fixed) -> Self {
        Self::new(value, value)
    }

    fn plus(self, other: Self) -> Self {
        Self::new(self.min + other.min, self.max + other.max)
    }

    fn minus(self, other: Self) -> Self {
        self.plus(other.negative())
    }

    /// Returns the span that holds both.
    fn or(self, other: Self) -> Self {
        Self::new(self.min.min(other.min), self.max.max(other.max))
    }

    fn clamp(self, min: Fixed, max: Fixed) -> Self {
        Self::new(self.min.clamp(min, max), self.max.clamp(min, max))
    }

    /// Returns the same numbers with the opposite sign.
    pub fn negative(self) -> Self {
        Self::new(Fixed::ZERO - self.max, Fixed::ZERO - self.min)
    }

    /// Returns the number halfway between the minimum and the maximum.
    pub fn middle(self) -> Fixed {
        (self.min + self.max) / Fixed::from_whole(2)
    }

    fn can_be_true(self) -> bool {
        self.min.is_true() || self.max.is_true()
    }

    fn can_be_false(self) -> bool {
        self.min <= Fixed::ZERO && Fixed::ZERO <= self.max
    }
}

impl Prospect {
    /// Returns what it adds to a value.
    pub fn change(&self, attribute: Id<Attribute>) -> Span {
        let found = self.changes.iter().find(|(it, _)| *it == attribute);
        found.map(|&(_, span)| span).unwrap_or_default()
    }
}
