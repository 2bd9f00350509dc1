//! Mathematical functions from `+ - * /` alone.
//!
//! The results of maths libraries differ in their last bits from machine to machine; those of IEEE
//! arithmetic do not.

/// Returns the sine of a phase, where 2^32 is a full turn.
pub fn sine(phase: u32) -> f32 {
    sine_of_half_turns(phase.cast_signed() as f32 * (1.0 / 2_147_483_648.0))
}

/// Returns the sine of `x` half turns, for `x` in -1..=1.
///
/// A polynomial with the zeros of a sine at -1, 0 and 1; its coefficients are a least squares
/// fit, wrong by less than 0.000007 (-103 dB).
pub fn sine_of_half_turns(x: f32) -> f32 {
    let square = x * x;
    let inner =
        3.141_521_3 + square * (-2.024_777 + square * (0.517_508_04 + square * -0.063_707_05));
    x * (1.0 - square) * inner
}

/// Returns 2 to the power of `x`, for `x` in -126..=127; wrong by less than one in a million.
pub fn power_of_two(x: f32) -> f32 {
    let x = x.clamp(-126.0, 127.0);
    // Cutting decimals off rounds down only above zero.
    let whole = (x + 128.0) as i32 - 128;
    let part = x - whole as f32;
    let curve =
        0.306_848_27 + part * (0.066_688_58 + part * (0.010_871_858 + part * 0.001_877_941_2));
    let mantissa = 1.0 + part * (1.0 + (part - 1.0) * curve);
    mantissa * f32::from_bits(((whole + 127) as u32) << 23)
}

/// Returns the ratio of two frequencies that are `semitones` apart.
pub fn ratio(semitones: f32) -> f32 {
    power_of_two(semitones * (1.0 / 12.0))
}

/// Returns the tangent of `x` half turns, for `x` in 0..0.5.
pub fn tangent(x: f32) -> f32 {
    sine_of_half_turns(x) / sine_of_half_turns(0.5 - x)
}

/// Returns the square root: three steps of Newton's from a guess by the exponent.
pub fn root(square: f32) -> f32 {
    if square <= 0.0 {
        return 0.0;
    }
    let mut root = f32::from_bits((square.to_bits() >> 1) + 0x1FC0_0000);
    for _ in 0..3 {
        root = 0.5 * (root + square / root);
    }
    root
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_sine_is_accurate() {
        for step in 0..10_000_u32 {
            let phase = step * 429_496;
            let right = (f64::from(phase) / 4_294_967_296.0 * std::f64::consts::TAU).sin();
            assert!((f64::from(sine(phase)) - right).abs() < 1e-5, "{phase}");
        }
    }

    #[test]
    fn powers_of_two_are_right_to_a_millionth() {
        for step in -12_000..12_000 {
            let x = step as f32 / 100.0;
            let right = 2.0_f64.powf(f64::from(x));
            assert!((f64::from(power_of_two(x)) / right - 1.0).abs() < 1e-6, "{x}");
        }
        assert_eq!((ratio(12.0), ratio(-24.0)), (2.0, 0.25));
    }

    #[test]
    fn square_roots_are_accurate() {
        for square in [0.0, 1.0, 2.0, 25.0, 1e6, 8e18_f32] {
            assert!((root(square) - square.sqrt()).abs() <= square.sqrt() * 1e-5);
        }
    }

    #[test]
    fn tangents_are_accurate() {
        for step in 1..480 {
            let x = step as f32 / 1000.0;
            let right = (f64::from(x) * std::f64::consts::PI).tan();
            assert!((f64::from(tangent(x)) / right - 1.0).abs() < 1e-3, "{x}");
        }
    }
}
