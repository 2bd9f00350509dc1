use std::fmt;
use std::ops::{Add, Sub};

/// The largest whole part of a [`Fixed`] in a file. It is far beyond the cells of any map.
const MAX_WHOLE: i64 = 2_000_000_000;

/// A decimal number in thousandths: a position or length in pixels, an angle in degrees, a
/// fraction.
///
/// More than three decimals in a file are rounded, halves away from zero. Numbers in a file are
/// between minus and plus two billion.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Fixed {
    /// The number times 1,000.
    pub thousandths: i64,
}

impl Fixed {
    /// Zero.
    pub const ZERO: Self = Self::from_whole(0);
    /// One.
    pub const ONE: Self = Self::from_whole(1);

    /// Creates a number from a whole number.
    pub const fn from_whole(whole: i32) -> Self {
        Self { thousandths: whole as i64 * 1000 }
    }

    /// Parses a JSON number. Returns `None` if the text is not a number, or too large.
    pub fn from_text(text: &str) -> Option<Self> {
        thousandths(text).map(|thousandths| Self { thousandths })
    }

    /// Rounds down to a whole number.
    pub fn floor(self) -> i32 {
        clamp(self.thousandths.div_euclid(1000))
    }

    /// Rounds to the nearest whole number, halves away from zero.
    pub fn round(self) -> i32 {
        clamp(divide_rounded(self.thousandths, 1000))
    }

    /// Returns the product, rounded to thousandths.
    pub fn times(self, other: Self) -> Self {
        let product = i128::from(self.thousandths) * i128::from(other.thousandths);
        let rounded = (product.abs() + 500) / 1000 * product.signum();
        let limit = if product < 0 { i64::MIN } else { i64::MAX };
        Self { thousandths: i64::try_from(rounded).unwrap_or(limit) }
    }

    /// Returns half of the number, rounded down to thousandths.
    pub(crate) const fn half(self) -> Self {
        Self { thousandths: self.thousandths.div_euclid(2) }
    }
}

impl Add for Fixed {
    type Output = Self;

    fn add(self, other: Self) -> Self {
        Self { thousandths: self.thousandths.saturating_add(other.thousandths) }
    }
}

impl Sub for Fixed {
    type Output = Self;

    fn sub(self, other: Self) -> Self {
        Self { thousandths: self.thousandths.saturating_sub(other.thousandths) }
    }
}

impl fmt::Display for Fixed {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let sign = if self.thousandths < 0 { "-" } else { "" };
        let size = self.thousandths.unsigned_abs();
        write!(f, "{sign}{}", size / 1000)?;
        match size % 1000 {
            0 => Ok(()),
            rest => write!(f, ".{}", format!("{rest:03}").trim_end_matches('0')),
        }
    }
}

/// A position or a distance in pixels, or a factor for each of the two axes.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct Point {
    /// The horizontal part, to the right.
    pub x: Fixed,
    /// The vertical part, downwards.
    pub y: Fixed,
}

impl Add for Point {
    type Output = Self;

    fn add(self, other: Self) -> Self {
        Self { x: self.x + other.x, y: self.y + other.y }
    }
}

impl fmt::Display for Point {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "({}, {})", self.x, self.y)
    }
}

/// A number of any size and precision, stored as the digits in the file.
///
/// The text is always a JSON number.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Decimal {
    text: String,
}

impl Decimal {
    /// Creates a number from a text that a JSON parser has accepted as a number.
    pub(crate) fn from_json(text: &str) -> Self {
        Self { text: text.to_owned() }
    }

    /// Returns the digits as in the file: `1.5`, `-0.25`, `1e-05`.
    pub fn text(&self) -> &str {
        &self.text
    }

    /// Returns the number rounded to thousandths, or `None` if it is too large.
    pub fn fixed(&self) -> Option<Fixed> {
        Fixed::from_text(&self.text)
    }
}

impl fmt::Display for Decimal {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.text)
    }
}

/// Converts a decimal text to thousandths, with rounding. It uses no floats, so that every machine
/// reads the same number.
fn thousandths(text: &str) -> Option<i64> {
    let (sign, text) = text.strip_prefix('-').map_or((1, text), |rest| (-1, rest));
    let (mantissa, exponent) = text.split_once(['e', 'E']).unwrap_or((text, "0"));
    let (whole, fraction) = mantissa.split_once('.').unwrap_or((mantissa, ""));
    let digits = [whole, fraction].concat();
    if digits.is_empty() || !digits.bytes().all(|it| it.is_ascii_digit()) {
        return None;
    }
    let significant = digits.trim_start_matches('0');
    if significant.is_empty() {
        return Some(0);
    }
    let leading_zeros = i64::try_from(digits.len() - significant.len()).ok()?;
    let point = i64::try_from(whole.len()).ok()? - leading_zeros;
    let kept = point.saturating_add(power(exponent)?).saturating_add(3);
    // The largest number of thousandths has thirteen digits.
    if kept > 13 {
        return None;
    }
    let Ok(kept) = usize::try_from(kept) else { return Some(0) };
    let size = rounded(significant.as_bytes(), kept);
    (size <= MAX_WHOLE * 1000).then_some(sign * size)
}

/// Returns the number made of the first `kept` digits, padded with zeros; rounds up if the next
/// digit is five or more.
fn rounded(digits: &[u8], kept: usize) -> i64 {
    let digit = |index| digits.get(index).map_or(0, |&it| i64::from(it - b'0'));
    let number = (0..kept).fold(0, |number, index| number * 10 + digit(index));
    number + i64::from(digit(kept) >= 5)
}

/// Parses the exponent of a decimal text. An exponent out of range becomes a very large or very
/// small one.
fn power(text: &str) -> Option<i64> {
    let digits = text.trim_start_matches(['+', '-']);
    if text.len() - digits.len() > 1 || !digits.bytes().all(|it| it.is_ascii_digit()) {
        return None;
    }
    let beyond = if text.starts_with('-') { -1_000_000_000_000 } else { 1_000_000_000_000 };
    (!digits.is_empty()).then(|| text.parse().unwrap_or(beyond))
}

const fn divide_rounded(number: i64, by: i64) -> i64 {
    let size = number.unsigned_abs().saturating_add(by.unsigned_abs() / 2) / by.unsigned_abs();
    size.cast_signed() * number.signum()
}

fn clamp(number: i64) -> i32 {
    i32::try_from(number).unwrap_or(if number < 0 { i32::MIN } else { i32::MAX })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn check(text: &str, shown: &str) {
        let read = Fixed::from_text(text).map_or("none".to_owned(), |it| it.to_string());
        assert_eq!(read, shown, "{text}");
    }

    #[test]
    fn decimals_are_read_exactly_and_rounded_at_the_third_place() {
        check("0", "0");
        check("-0.0", "0");
        check("53.333333333333336", "53.333");
        check("0.0005", "0.001");
        check("-0.0005", "-0.001");
        check("0.00049999999999999999999999999999999", "0");
        check("-12.5", "-12.5");
        check("7.1e1", "71");
        check("7125E-2", "71.25");
        check("1e-05", "0");
        check("5e-4", "0.001");
        check("0.000000000000000000012e21", "12");
        check("2000000000", "2000000000");
    }

    #[test]
    fn huge_numbers_are_refused() {
        check("2000000000.001", "none");
        check("-1e300", "none");
        check("1e99999999999999999999", "none");
        check("1e-99999999999999999999", "0");
        check("0e99999999999999999999", "0");
        for text in ["", "-", ".", "1e", "e1", "1e+-1", "0x1", "１"] {
            check(text, "none");
        }
    }

    #[test]
    fn halves_round_away_from_zero() {
        for (text, floor, round) in
            [("2.5", 2, 3), ("-2.5", -3, -3), ("-2.4", -3, -2), ("0.999", 0, 1)]
        {
            let number = Fixed::from_text(text).unwrap();
            assert_eq!((number.floor(), number.round()), (floor, round), "{text}");
        }
        let half = Fixed::from_text("0.5").unwrap();
        assert_eq!(half.times(half).to_string(), "0.25");
        assert_eq!(half.times(Fixed { thousandths: -1 }).to_string(), "-0.001");
    }
}
