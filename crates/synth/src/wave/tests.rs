use super::*;
use crate::Span;

const RATE: f32 = 48_000.0;

fn second_of(layer: &Layer) -> Vec<f32> {
    let pitch = layer.pitch.low as f32;
    let mut oscillator = Oscillator::new(layer, pitch, RATE, &mut Rng::new(1));
    let mut samples = Vec::new();
    let mut block = [0.0; BLOCK];
    for _ in 0..48_000 / BLOCK {
        oscillator.fill(Turning { pitch, rate: RATE, loudness: 1.0 }, &mut block);
        samples.extend_from_slice(&block);
    }
    samples
}

fn mean(samples: &[f32]) -> f32 {
    samples.iter().sum::<f32>() / samples.len() as f32
}

/// Returns the amplitude of one frequency.
fn amplitude(samples: &[f32], pitch: f32) -> f32 {
    let turn = std::f32::consts::TAU * pitch / RATE;
    let (mut sine, mut cosine) = (0.0, 0.0);
    for (index, sample) in samples.iter().enumerate() {
        sine += sample * (turn * index as f32).sin();
        cosine += sample * (turn * index as f32).cos();
    }
    2.0 * sine.hypot(cosine) / samples.len() as f32
}

fn check_overtones(wave: Wave, expected: [f32; 4]) {
    let samples = second_of(&Layer { wave, pitch: Span::exactly(440), ..Layer::default() });
    for (number, expected) in (1_u8..).zip(expected) {
        let heard = amplitude(&samples, 440.0 * f32::from(number));
        assert!((heard - expected).abs() < 0.01, "{wave:?} {number}: {heard}");
    }
    assert!(mean(&samples).abs() < 0.01, "{wave:?}");
}

#[test]
fn each_wave_has_its_overtones() {
    let pi = std::f32::consts::PI;
    check_overtones(Wave::Sine, [1.0, 0.0, 0.0, 0.0]);
    check_overtones(Wave::Triangle, [8.0 / pi / pi, 0.0, 8.0 / pi / pi / 9.0, 0.0]);
    check_overtones(Wave::Saw, [2.0 / pi, 1.0 / pi, 2.0 / pi / 3.0, 0.5 / pi]);
    check_overtones(Wave::Square, [4.0 / pi, 0.0, 4.0 / pi / 3.0, 0.0]);
}

#[test]
fn a_narrow_square_has_a_mean_of_zero() {
    let layer = Layer { wave: Wave::Square, duty: Span::exactly(10), ..Layer::default() };
    assert!(mean(&second_of(&layer)).abs() < 0.01);
}

#[test]
fn a_high_saw_has_little_aliasing() {
    let samples =
        second_of(&Layer { wave: Wave::Saw, pitch: Span::exactly(5_000), ..Layer::default() });
    // Its tenth overtone lies at 50 kHz and would be heard at 2 kHz.
    assert!(amplitude(&samples, 2_000.0) < 0.02);
}

#[test]
fn a_string_is_in_tune() {
    for pitch in [82, 220, 440, 1_000] {
        let layer = Layer { wave: Wave::Pluck, pitch: Span::exactly(pitch), ..Layer::default() };
        let samples = second_of(&layer);
        let pitch = pitch as f32;
        // A quarter of a semitone beside, a second long wave would cancel itself out.
        let (right, beside) = (amplitude(&samples, pitch), amplitude(&samples, pitch * 1.015));
        assert!(right > beside * 2.0, "{pitch}: {right} {beside}");
    }
}

#[test]
fn the_colors_of_noise_have_their_slopes() {
    let fall = |wave| {
        let samples = second_of(&Layer { wave, ..Layer::default() });
        let power = |from: u32| {
            (0..60)
                .map(|step| amplitude(&samples, from as f32 * (1.0 + step as f32 / 60.0)).powi(2))
                .sum::<f32>()
        };
        // From 200 Hz to 3,200 Hz: four octaves.
        10.0 * (power(200) / power(3_200)).log10() / 4.0
    };
    for (wave, expected) in [(Wave::White, 0.0), (Wave::Pink, 3.0), (Wave::Brown, 6.0)] {
        let heard = fall(wave);
        assert!((heard - expected).abs() < 0.8, "{wave:?}: {heard} dB an octave");
    }
}

#[test]
fn a_bent_sine_has_sidebands() {
    let layer = Layer {
        wave: Wave::Fm,
        pitch: Span::exactly(1_000),
        ratio: Span::exactly(30),
        strength: Span::exactly(100),
        ..Layer::default()
    };
    let samples = second_of(&layer);
    // The Bessel functions J0(1) and J1(1).
    assert!((amplitude(&samples, 1_000.0) - 0.765).abs() < 0.01);
    assert!((amplitude(&samples, 1_300.0) - 0.440).abs() < 0.01);
    assert!((amplitude(&samples, 700.0) - 0.440).abs() < 0.01);
}
