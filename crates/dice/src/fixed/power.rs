use super::{Fixed, SCALE, narrowed, signed};

impl Fixed {
    /// Raises the number to a power.
    pub fn power(self, times: u32) -> Self {
        Self::ONE.compounded(self, times)
    }

    /// Multiplies the number by `rate`, `times` times, and rounds once at the end.
    ///
    /// Results up to a billion are correct to the last decimal, and whole numbers up to the end of
    /// the range.
    pub fn compounded(self, rate: Self, times: u32) -> Self {
        if times == 0 {
            return self;
        }
        if rate.0 == 0 {
            return Self::ZERO;
        }
        let negative = (self.0 < 0) != (rate.0 < 0 && times % 2 == 1);
        signed(Size::of(rate).power(times).of_points(self.0.unsigned_abs()), negative)
    }
}

/// A positive number with 64 significant bits: `digits` x 2^`exponent`, with the highest bit of
/// `digits` set. Products are truncated to 64 bits.
#[derive(Clone, Copy)]
struct Size {
    digits: u64,
    exponent: i64,
}

impl Size {
    const ONE: Self = Self { digits: 1 << 63, exponent: -63 };

    fn of(number: Fixed) -> Self {
        let points = u128::from(number.0.unsigned_abs());
        // Shifted up as far as possible, so that the quotient has more than 64 bits.
        let room = points.leading_zeros();
        Self::cut((points << room) / u128::from(SCALE.unsigned_abs()), -i64::from(room))
    }

    #[expect(clippy::cast_possible_truncation, reason = "the shift leaves 64 bits")]
    fn cut(digits: u128, exponent: i64) -> Self {
        let excess = 64 - digits.leading_zeros();
        Self { digits: (digits >> excess) as u64, exponent: exponent + i64::from(excess) }
    }

    fn times(self, other: Self) -> Self {
        let digits = u128::from(self.digits) * u128::from(other.digits);
        Self::cut(digits, self.exponent + other.exponent)
    }

    /// Raises the number to a power by squaring. `times` has 32 bits, so exponents fit easily.
    fn power(self, mut times: u32) -> Self {
        let (mut square, mut result) = (self, Self::ONE);
        while times > 0 {
            if times % 2 == 1 {
                result = result.times(square);
            }
            square = square.times(square);
            times /= 2;
        }
        result
    }

    /// Multiplies a number of points by this number and rounds to the nearest point.
    fn of_points(self, points: u64) -> u64 {
        let product = u128::from(points) * u128::from(self.digits);
        let size = match -self.exponent {
            // The number is at least 2^64, but zero points stay zero.
            ..0 => product.saturating_mul(1 << 64),
            // Points have 63 bits, so the product has at most 127 and the half can be added.
            shift @ 0..128 => (product + ((1 << shift) >> 1)) >> shift,
            128.. => 0,
        };
        narrowed(size)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn check(start: &str, rate: &str, times: u32, result: &str) {
        let [start, rate] = [start, rate].map(|it| it.parse::<Fixed>().unwrap());
        assert_eq!(start.compounded(rate, times).to_string(), result, "{rate}^{times}");
    }

    /// Computed with exact fractions.
    #[test]
    fn powers_are_right_to_four_decimals() {
        let cases = [
            ("0.987", 1, "0.987"),
            ("0.987", 2, "0.9742"),
            ("0.987", 7, "0.9125"),
            ("0.987", 40, "0.5925"),
            ("0.987", 100, "0.2702"),
            ("0.987", 200, "0.073"),
            ("0.9999", 50_000, "0.0067"),
            ("1.1", 50, "117.3909"),
            ("1.1", 200, "189905276.4605"),
            ("1.0001", 100_000, "22015.456"),
            ("1.5", 5, "7.5938"),
            ("-0.5", 5, "-0.0313"),
            ("0.0001", 2, "0"),
            ("99999.9999", 2, "9999999980"),
        ];
        for (rate, times, result) in cases {
            check("1", rate, times, result);
        }
    }

    #[test]
    fn powers_of_whole_numbers_are_exact() {
        check("1", "2", 49, "562949953421312");
        check("1", "3", 31, "617673396283947");
        check("1", "10", 14, "100000000000000");
        check("1", "-2", 3, "-8");
    }

    #[test]
    fn compounding_rounds_once() {
        check("95", "0.987", 40, "56.2872");
        check("85", "0.987", 13, "71.7038");
        check("-50", "0.99", 1, "-49.5");
        check("12345.6789", "0.75", 9, "926.9714");
        check("100", "1.07", 30, "761.2255");
        check("0.0001", "2", 60, "115292150460684.6976");
        check("922337203685477", "0.5", 3, "115292150460684.625");
        check("80", "-0.9", 3, "-58.32");
    }

    #[test]
    fn powers_end_where_the_range_ends() {
        let (max, ever) = ("922337203685477.5807", u32::MAX);
        check("1", "2", 50, max);
        check("1", "10", 15, max);
        check("1", max, ever, max);
        check("1", "-3", ever, &format!("-{max}"));
        check("0", max, ever, "0");
        check("1", "0.5", ever, "0");
        check("1", "0.0001", ever, "0");
        check("1", "-1", ever, "-1");
        check("7", "0", 0, "7");
        check("7", "0", 3, "0");
        check("0.0001", max, 1, "92233720368.5478");
    }
}
