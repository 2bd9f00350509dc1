use std::fmt;
use std::str::FromStr;

use super::{Fixed, SCALE};

/// Why a text is not a number.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum FixedError {
    /// The text is not written like a number.
    Form,
    /// The number has too many decimals.
    TooFine,
    /// The number is outside the range.
    TooLarge,
}

impl FromStr for Fixed {
    type Err = FixedError;

    /// Parses `12`, `-0.25` or `25%`, without rounding.
    fn from_str(text: &str) -> Result<Self, FixedError> {
        let (negative, digits) = text.strip_prefix('-').map_or((false, text), |it| (true, it));
        let (digits, decimals) = digits.strip_suffix('%').map_or((digits, 4), |it| (it, 2));
        let (whole, fraction) = digits.split_once('.').unwrap_or((digits, "0"));
        let all_digits = |it: &str| !it.is_empty() && it.bytes().all(|it| it.is_ascii_digit());
        if !all_digits(whole) || !all_digits(fraction) {
            return Err(FixedError::Form);
        }
        if fraction.len() > decimals {
            return Err(FixedError::TooFine);
        }
        let points: i64 =
            format!("{whole}{fraction:0<decimals$}").parse().map_err(|_| FixedError::TooLarge)?;
        Ok(Self(if negative { -points } else { points }))
    }
}

impl fmt::Display for Fixed {
    /// Writes the number without trailing zeros; a whole number has no decimals.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (scale, points) = (SCALE.unsigned_abs(), self.0.unsigned_abs());
        let sign = if self.0 < 0 { "-" } else { "" };
        write!(f, "{sign}{}", points / scale)?;
        match format!("{:04}", points % scale).trim_end_matches('0') {
            "" => Ok(()),
            decimals => write!(f, ".{decimals}"),
        }
    }
}

impl fmt::Display for FixedError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Form => f.write_str("a number is written `12`, `-0.25` or `25%`"),
            Self::TooFine => {
                f.write_str("a number has at most four decimals, a percentage at most two")
            }
            Self::TooLarge => write!(f, "a number is at most {}", Fixed::MAX),
        }
    }
}

impl std::error::Error for FixedError {}

#[cfg(test)]
mod tests {
    use super::*;

    fn check(text: &str, points: i64, shown: &str) {
        let number: Fixed = text.parse().unwrap();
        assert_eq!(number.basis_points(), points, "{text}");
        assert_eq!(number.to_string(), shown);
        assert_eq!(shown.parse(), Ok(number));
    }

    #[test]
    fn decimals_are_read_exactly() {
        check("0", 0, "0");
        check("12", 120_000, "12");
        check("0.3", 3_000, "0.3");
        check("-0.01", -100, "-0.01");
        check("1.2345", 12_345, "1.2345");
        check("007.50", 75_000, "7.5");
        check("25%", 2_500, "0.25");
        check("-12.5%", -1_250, "-0.125");
        check("0.01%", 1, "0.0001");
        check("100%", 10_000, "1");
        check("922337203685477.5807", i64::MAX, "922337203685477.5807");
        check("-922337203685477.5807", -i64::MAX, "-922337203685477.5807");
        check("-0", 0, "0");
    }

    #[test]
    fn inexact_numbers_are_refused() {
        for text in ["", "-", "%", "1e3", ".5", "5.", "+1", "--1", "1 %", "1_000", "0x1", "\u{663}"]
        {
            assert_eq!(text.parse::<Fixed>(), Err(FixedError::Form), "{text}");
        }
        for text in ["0.00001", "0.30000", "12.345%"] {
            assert_eq!(text.parse::<Fixed>(), Err(FixedError::TooFine), "{text}");
        }
        for text in ["922337203685477.5808", "99999999999999999999"] {
            assert_eq!(text.parse::<Fixed>(), Err(FixedError::TooLarge), "{text}");
        }
    }
}
