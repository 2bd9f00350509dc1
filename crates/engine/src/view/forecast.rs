//! Forecasts: what an action would do, for looking at a foe or an item.
//!
//! No random numbers are drawn here: what depends on chance or on a condition becomes a span from
//! minimum to maximum. The forecast uses the same plans that actions carry out (`action/blow.rs`),
//! so the two cannot disagree.

mod ahead;
mod forecaster;
mod outcome;
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

/// What an action would do to someone.
///
/// Unless `more` is set, nothing else happens to this entity's attributes, states and life during
/// the action.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Forecast {
    /// What it adds to values; damage lowers life. A gauge stops at zero and at its maximum, which
    /// is not taken into account here.
    pub changes: Vec<(Id<Attribute>, Span)>,
    /// The changed values after the action.
    pub after: Vec<(Id<Attribute>, Span)>,
    /// What it adds to the maximum of gauges.
    pub raises: Vec<(Id<Attribute>, Span)>,
    /// The states that it may start.
    pub begins: Vec<Id<State>>,
    /// The states that it may end.
    pub ends: Vec<Id<State>>,
    /// Whether it may kill at once, however much life is left.
    pub kills: bool,
    /// Whether it does more than this: something that is not a number, or something that depends on
    /// others, such as the reactions of those hit beside the target.
    pub more: bool,
}

/// The forecast of a blow.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Odds {
    /// The chance to hit, 0 to 1. If the chance itself is random, this is its exact mean, or the
    /// middle between minimum and maximum if the mean takes too long to compute.
    pub chance: Fixed,
    /// What a hit does to the target.
    pub hit: Forecast,
    /// What a hit does to the attacker.
    pub own: Forecast,
    /// What a miss does to the target.
    pub miss: Forecast,
    /// What a miss does to the attacker.
    pub own_miss: Forecast,
}

/// A value now, and as it would be.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Comparison {
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
        self.plus(other.negated())
    }

    /// Returns the span of all products.
    fn times(self, other: Self) -> Self {
        let [a, b] = [self.min, self.max].map(|it| Self::new(it * other.min, it * other.max));
        let ordered = |it: Self| Self::new(it.min.min(it.max), it.min.max(it.max));
        ordered(a).or(ordered(b))
    }

    /// Returns the smallest span that contains both.
    fn or(self, other: Self) -> Self {
        Self::new(self.min.min(other.min), self.max.max(other.max))
    }

    fn clamp(self, min: Fixed, max: Fixed) -> Self {
        Self::new(self.min.clamp(min, max), self.max.clamp(min, max))
    }

    /// Returns the same numbers with the opposite sign.
    pub fn negated(self) -> Self {
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

impl Forecast {
    /// Returns what it adds to a value.
    pub fn change(&self, attribute: Id<Attribute>) -> Span {
        let found = self.changes.iter().find(|(it, _)| *it == attribute);
        found.map(|&(_, span)| span).unwrap_or_default()
    }
}
