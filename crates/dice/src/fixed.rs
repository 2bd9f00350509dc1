mod power;
mod text;

use std::ops::{Add, Div, Mul, Neg, Sub};

use serde::{Deserialize, Serialize};

pub use text::FixedError;

use crate::Chance;

/// A number with exactly four decimals, for everything that rules count.
///
/// The value is stored in ten-thousandths, so that a fraction is the same number in basis points
/// and as a [`Chance`]. Products and quotients are rounded to the nearest ten-thousandth, halves
/// away from zero. Results outside the range become its nearest end, and division by zero gives
/// zero, because a rule must not stop. The range is symmetric, so that every number has a negative.
#[derive(
    Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize,
)]
pub struct Fixed(i64);

const SCALE: i64 = 10_000;

impl Fixed {
    /// Zero, which also means "no".
    pub const ZERO: Self = Self(0);
    /// One, which also means "yes".
    pub const ONE: Self = Self(SCALE);
    /// The smallest number: about -922 trillion.
    pub const MIN: Self = Self(-i64::MAX);
    /// The largest number: about 922 trillion.
    pub const MAX: Self = Self(i64::MAX);
    /// The smallest number above zero.
    pub const STEP: Self = Self(1);

    /// Creates a number from ten-thousandths.
    pub const fn from_basis_points(points: i64) -> Self {
        if points < Self::MIN.0 { Self::MIN } else { Self(points) }
    }

    /// Returns the number in ten-thousandths.
    pub const fn basis_points(self) -> i64 {
        self.0
    }

    /// Creates a number from a whole number.
    pub const fn from_whole(whole: i64) -> Self {
        Self::from_basis_points(whole.saturating_mul(SCALE))
    }

    /// Returns the number as a whole number, rounded down.
    pub const fn to_whole(self) -> i64 {
        // The same as `div_euclid`, but the divisions are of unsigned numbers, which is faster.
        if self.0 < 0 { !(!self.0 / SCALE) } else { self.0 / SCALE }
    }

    /// Returns one for `true` and zero for `false`.
    pub const fn from_bool(truth: bool) -> Self {
        if truth { Self::ONE } else { Self::ZERO }
    }

    /// Returns `true` for every number except zero.
    pub const fn is_true(self) -> bool {
        self.0 != 0
    }

    /// Returns the number as a chance: zero and less is never, one and more is always.
    pub const fn to_chance(self) -> Chance {
        if self.0 <= 0 {
            Chance::NEVER
        } else if self.0 >= SCALE {
            Chance::ALWAYS
        } else {
            // It is between zero and the scale, so it fits.
            #[expect(clippy::cast_possible_truncation, clippy::cast_sign_loss)]
            Chance(self.0 as u32)
        }
    }

    /// Rounds down to a whole number.
    pub const fn floor(self) -> Self {
        Self::from_whole(self.to_whole())
    }

    /// Rounds up to a whole number.
    pub const fn ceil(self) -> Self {
        Self(-Self(-self.0).floor().0)
    }

    /// Rounds to the nearest whole number, halves away from zero.
    pub const fn round(self) -> Self {
        let half = if self.0 < 0 { -SCALE / 2 } else { SCALE / 2 };
        Self::from_whole(self.0.saturating_add(half) / SCALE)
    }

    /// Returns the absolute value.
    pub const fn abs(self) -> Self {
        Self(self.0.abs())
    }

    /// Returns one, zero or minus one.
    pub const fn sign(self) -> Self {
        Self(self.0.signum() * SCALE)
    }

    /// Returns the square root, rounded down to a ten-thousandth, or zero if the number is
    /// negative.
    pub fn sqrt(self) -> Self {
        let points = u128::from(self.0.max(0).unsigned_abs());
        signed(narrowed((points * u128::from(SCALE.unsigned_abs())).isqrt()), false)
    }

    /// Returns the quotient rounded down to a whole number, or zero if `other` is zero.
    pub const fn div_floor(self, other: Self) -> Self {
        if other.0 == 0 {
            return Self::ZERO;
        }
        let uneven = self.0 % other.0 != 0;
        let below = uneven && (self.0 < 0) != (other.0 < 0);
        Self::from_whole(self.0 / other.0 - below as i64)
    }

    /// Returns the remainder of [`div_floor`](Self::div_floor). It has the sign of `other`, and is
    /// zero if `other` is zero.
    pub const fn rem_floor(self, other: Self) -> Self {
        if other.0 == 0 {
            return Self::ZERO;
        }
        let rest = self.0 % other.0;
        if rest != 0 && (rest < 0) != (other.0 < 0) { Self(rest + other.0) } else { Self(rest) }
    }
}

impl From<i32> for Fixed {
    fn from(whole: i32) -> Self {
        Self::from_whole(whole.into())
    }
}

impl From<u32> for Fixed {
    fn from(whole: u32) -> Self {
        Self::from_whole(whole.into())
    }
}

impl From<Chance> for Fixed {
    fn from(chance: Chance) -> Self {
        Self(chance.0.into())
    }
}

impl Add for Fixed {
    type Output = Self;

    fn add(self, other: Self) -> Self {
        Self::from_basis_points(self.0.saturating_add(other.0))
    }
}

impl Sub for Fixed {
    type Output = Self;

    fn sub(self, other: Self) -> Self {
        Self::from_basis_points(self.0.saturating_sub(other.0))
    }
}

impl Neg for Fixed {
    type Output = Self;

    fn neg(self) -> Self {
        Self(-self.0)
    }
}

impl Mul for Fixed {
    type Output = Self;

    fn mul(self, other: Self) -> Self {
        let (ours, theirs) = (self.0.unsigned_abs(), other.0.unsigned_abs());
        signed(ratio(ours, theirs, SCALE.unsigned_abs()), (self.0 < 0) != (other.0 < 0))
    }
}

impl Div for Fixed {
    type Output = Self;

    fn div(self, other: Self) -> Self {
        if other.0 == 0 {
            return Self::ZERO;
        }
        let (ours, theirs) = (self.0.unsigned_abs(), other.0.unsigned_abs());
        signed(ratio(ours, SCALE.unsigned_abs(), theirs), (self.0 < 0) != (other.0 < 0))
    }
}

/// Returns `left * right / divisor`, rounded to the nearest, halves up.
#[inline]
fn ratio(left: u64, right: u64, divisor: u64) -> u64 {
    let half = divisor / 2;
    // Nearly all numbers in a game are small, and a 128-bit division costs ten times as much.
    match left.checked_mul(right).and_then(|product| product.checked_add(half)) {
        Some(product) => product / divisor,
        None => wide_ratio(left, right, divisor),
    }
}

#[cold]
#[inline(never)]
fn wide_ratio(left: u64, right: u64, divisor: u64) -> u64 {
    let product = u128::from(left) * u128::from(right);
    narrowed((product + u128::from(divisor / 2)) / u128::from(divisor))
}

fn narrowed(size: u128) -> u64 {
    u64::try_from(size).unwrap_or(u64::MAX)
}

/// Returns the number with this absolute value in ten-thousandths and this sign.
#[inline]
fn signed(size: u64, negative: bool) -> Fixed {
    let size = i64::try_from(size).unwrap_or(i64::MAX);
    Fixed(if negative { -size } else { size })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn number(text: &str) -> Fixed {
        text.parse().unwrap()
    }

    fn check(shown: &str, expected: Fixed) {
        assert_eq!(expected.to_string(), shown);
    }

    #[test]
    fn products_and_quotients_round_halves_away_from_zero() {
        check("0.0001", number("0.01") * number("0.005"));
        check("-0.0001", number("-0.01") * number("0.005"));
        check("0", number("0.01") * number("0.0049"));
        check("0.3333", number("1") / number("3"));
        check("-0.6667", number("2") / number("-3"));
        check("0.0001", number("1") / number("20000"));
        check("-0.0001", number("1") / number("-20000"));
        check("0", number("1") / number("20001"));
    }

    #[test]
    fn rounding_to_whole_numbers() {
        let cases = [
            ("2.5", "2", "3", "3"),
            ("-2.5", "-3", "-2", "-3"),
            ("2.4999", "2", "3", "2"),
            ("-2.4999", "-3", "-2", "-2"),
            ("-0.0001", "-1", "0", "0"),
            ("7", "7", "7", "7"),
        ];
        for (text, floor, ceil, round) in cases {
            check(floor, number(text).floor());
            check(ceil, number(text).ceil());
            check(round, number(text).round());
            assert_eq!(number(text).to_whole().to_string(), floor);
        }
    }

    #[test]
    fn whole_division_rounds_down_and_its_rest_has_the_sign_of_the_divisor() {
        let cases = [
            ("17", "5", "3", "2"),
            ("-17", "5", "-4", "3"),
            ("17", "-5", "-4", "-3"),
            ("-17", "-5", "3", "-2"),
            ("1", "0.3", "3", "0.1"),
            ("15", "5", "3", "0"),
            ("5", "0", "0", "0"),
        ];
        for (text, by, times, rest) in cases {
            check(times, number(text).div_floor(number(by)));
            check(rest, number(text).rem_floor(number(by)));
        }
    }

    #[test]
    fn roots_round_down() {
        for (text, root) in [("2", "1.4142"), ("144", "12"), ("0.0001", "0.01"), ("-4", "0")] {
            check(root, number(text).sqrt());
        }
        check("30370004.9997", Fixed::MAX.sqrt());
    }

    #[test]
    fn results_saturate_at_the_ends_of_the_range() {
        let (min, max, two) = (Fixed::MIN, Fixed::MAX, Fixed::from_whole(2));
        assert_eq!((max + max, max - min, max * two, max / Fixed::STEP), (max, max, max, max));
        assert_eq!((min + min, min - max, min * two, min / Fixed::STEP), (min, min, min, min));
        assert_eq!((-min, -max, min.abs()), (max, min, max));
        assert_eq!((max.ceil(), min.floor(), max.div_floor(Fixed::STEP)), (max, min, max));
        assert_eq!(Fixed::from_basis_points(i64::MIN), min);
        assert_eq!((Fixed::from_whole(i64::MAX), Fixed::from_whole(i64::MIN)), (max, min));
        assert_eq!(max / Fixed::ZERO, Fixed::ZERO);
    }

    /// Covers the boundary between the fast 64-bit path and the 128-bit one.
    #[test]
    fn wide_products_are_exact() {
        check("922337203685477.58", number("92233720368547.758") * Fixed::from_whole(10));
        check("400000000000", number("200000") * number("2000000"));
        check("184467440737095.5162", number("429496.7296") * number("429496729.6"));
        check("123456789012345.6789", number("123456789012345.6789") / Fixed::ONE);
        check("2.5", number("500000000000000") / number("200000000000000"));
    }

    #[test]
    fn a_fraction_is_a_chance() {
        assert_eq!(number("25%").to_chance(), Chance::percent(25));
        assert_eq!(Fixed::from(Chance::percent(25)), number("0.25"));
        assert_eq!(
            (number("-1").to_chance(), number("7").to_chance()),
            (Chance::NEVER, Chance::ALWAYS)
        );
    }
}
