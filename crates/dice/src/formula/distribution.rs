use barrow_small::sort_by_key;

use super::Variable;
use super::code::{Binary, Op, Ternary, Unary, Visitor, end_of_roll, index, visit};
use crate::{Chance, Fixed};

/// The maximum number of different outcomes of a formula that is worked out.
const MAX_OUTCOMES: usize = 2_000;

/// All values that a formula can give, in rising order, each with the number of equally likely
/// cases that lead to it.
///
/// It is exact: every draw of a formula is made once, so its parts are independent of each
/// other.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Distribution(Vec<(Fixed, u128)>);

impl Distribution {
    /// Works out what the code gives with these values; `None` if there are too many cases.
    pub(super) fn of(ops: &[Op], value: &dyn Fn(Variable) -> Fixed) -> Option<Self> {
        visit(ops, &mut Cases { value })
    }

    /// Returns how likely something is whose chance has this distribution, rounded to the
    /// nearest basis point.
    pub(super) fn mean_chance(&self) -> Option<Fixed> {
        let total = self.total()?;
        let certain = u128::from(Chance::ALWAYS.0);
        let mut sum: u128 = 0;
        for &(value, cases) in &self.0 {
            let likely = u128::from(value.to_chance().0).checked_mul(cases)?;
            sum = sum.checked_add(likely)?;
        }
        let points = sum.checked_add(total / 2)? / total;
        i64::try_from(points.min(certain)).ok().map(Fixed::from_basis_points)
    }

    fn point(value: Fixed) -> Self {
        Self(vec![(value, 1)])
    }

    /// Makes a distribution of outcomes in any order.
    fn from_outcomes(mut outcomes: Vec<(Fixed, u128)>) -> Option<Self> {
        outcomes.retain(|&(_, cases)| cases > 0);
        sort_by_key(&mut outcomes, |&(value, _)| value);
        let mut merged: Vec<(Fixed, u128)> = Vec::new();
        for (value, cases) in outcomes {
            match merged.last_mut() {
                Some((last, count)) if *last == value => *count = count.checked_add(cases)?,
                _ => merged.push((value, cases)),
            }
        }
        let common = merged.iter().fold(0, |common, &(_, cases)| gcd(common, cases));
        if merged.len() > MAX_OUTCOMES || common == 0 {
            return None;
        }
        for (_, cases) in &mut merged {
            *cases /= common;
        }
        Some(Self(merged))
    }

    fn total(&self) -> Option<u128> {
        self.0.iter().try_fold(0_u128, |sum, &(_, cases)| sum.checked_add(cases))
    }

    fn map(&self, of: impl Fn(Fixed) -> Fixed) -> Option<Self> {
        Self::from_outcomes(self.0.iter().map(|&(value, cases)| (of(value), cases)).collect())
    }

    /// Combines every value with every value of another draw.
    fn with(&self, other: &Self, of: impl Fn(Fixed, Fixed) -> Fixed) -> Option<Self> {
        if self.0.len() * other.0.len() > MAX_OUTCOMES * 10 {
            return None;
        }
        let mut outcomes = Vec::with_capacity(self.0.len() * other.0.len());
        for &(left, some) in &self.0 {
            for &(right, others) in &other.0 {
                outcomes.push((of(left, right), some.checked_mul(others)?));
            }
        }
        Self::from_outcomes(outcomes)
    }

    /// Combines several distributions, each with the number of cases that lead to it.
    fn mixed(parts: &[(u128, Self)]) -> Option<Self> {
        let mut common: u128 = 1;
        for (_, part) in parts {
            let total = part.total()?;
            common = (common / gcd(common, total)).checked_mul(total)?;
        }
        let mut outcomes = Vec::new();
        for (cases, part) in parts {
            let scale = cases.checked_mul(common / part.total()?)?;
            for &(value, own) in &part.0 {
                outcomes.push((value, own.checked_mul(scale)?));
            }
            if outcomes.len() > MAX_OUTCOMES * 10 {
                return None;
            }
        }
        Self::from_outcomes(outcomes)
    }

    fn uniform(low: i32, high: i32) -> Option<Self> {
        // An empty range gives its start.
        let high = high.max(low);
        let count = i64::from(high) - i64::from(low) + 1;
        if usize::try_from(count).ok()? > MAX_OUTCOMES {
            return None;
        }
        Some(Self((low..=high).map(|it| (it.into(), 1)).collect()))
    }
}

fn gcd(mut one: u128, mut other: u128) -> u128 {
    while other != 0 {
        (one, other) = (other, one % other);
    }
    one
}

/// Follows the distribution of every value through the code.
struct Cases<'a> {
    value: &'a dyn Fn(Variable) -> Fixed,
}

impl Visitor for Cases<'_> {
    type Value = Option<Distribution>;

    fn constant(&mut self, constant: Fixed) -> Self::Value {
        Some(Distribution::point(constant))
    }

    fn variable(&mut self, variable: Variable) -> Self::Value {
        Some(Distribution::point((self.value)(variable)))
    }

    fn dice(&mut self, count: u16, sides: u16) -> Self::Value {
        let die = Distribution::uniform(1, sides.into())?;
        let mut sum = Distribution::point(Fixed::ZERO);
        for _ in 0..count {
            sum = sum.with(&die, |left, right| left + right)?;
        }
        Some(sum)
    }

    fn chance(&mut self, share: Self::Value) -> Self::Value {
        let certain = u128::from(Chance::ALWAYS.0);
        let mut outcomes = Vec::new();
        for (value, cases) in share?.0 {
            let likely = u128::from(value.to_chance().0);
            outcomes.push((Fixed::ONE, cases.checked_mul(likely)?));
            outcomes.push((Fixed::ZERO, cases.checked_mul(certain - likely)?));
        }
        Distribution::from_outcomes(outcomes)
    }

    fn roll(&mut self, low: Self::Value, high: Self::Value) -> Self::Value {
        let (low, high) = (low?, high?);
        if low.0.len() * high.0.len() > MAX_OUTCOMES {
            return None;
        }
        let mut parts = Vec::new();
        for &(low, some) in &low.0 {
            for &(high, others) in &high.0 {
                let roll = Distribution::uniform(end_of_roll(low), end_of_roll(high))?;
                parts.push((some.checked_mul(others)?, roll));
            }
        }
        Distribution::mixed(&parts)
    }

    fn pick(&mut self, values: Vec<Self::Value>) -> Self::Value {
        let even: Option<Vec<_>> = values.into_iter().map(|it| Some((1, it?))).collect();
        Distribution::mixed(&even?)
    }

    fn nth(&mut self, number: Self::Value, values: Vec<Self::Value>) -> Self::Value {
        let value = |number| values[index(number, values.len())].clone();
        let parts: Option<Vec<_>> =
            number?.0.iter().map(|&(number, cases)| Some((cases, value(number)?))).collect();
        Distribution::mixed(&parts?)
    }

    fn unary(&mut self, unary: Unary, value: Self::Value) -> Self::Value {
        value?.map(|it| unary.of(it))
    }

    fn binary(&mut self, binary: Binary, left: Self::Value, right: Self::Value) -> Self::Value {
        left?.with(&right?, |left, right| binary.of(left, right))
    }

    fn ternary(&mut self, ternary: Ternary, values: [Self::Value; 3]) -> Self::Value {
        let [first, second, third] = values;
        let (second, third) = (second?, third?);
        if second.0.len() * third.0.len() > MAX_OUTCOMES {
            return None;
        }
        let mut parts = Vec::new();
        let first = first?;
        for &(second, some) in &second.0 {
            for &(third, others) in &third.0 {
                let part = first.map(|it| ternary.of([it, second, third]))?;
                parts.push((some.checked_mul(others)?, part));
            }
        }
        Distribution::mixed(&parts)
    }

    fn choose(&mut self, [condition, then, otherwise]: [Self::Value; 3]) -> Self::Value {
        let condition = condition?;
        let total = condition.total()?;
        let holds = condition.0.iter().filter(|(value, _)| value.is_true());
        let holds: u128 = holds.map(|&(_, cases)| cases).sum();
        if holds == 0 {
            return otherwise;
        }
        if holds == total {
            return then;
        }
        Distribution::mixed(&[(holds, then?), (total - holds, otherwise?)])
    }
}
