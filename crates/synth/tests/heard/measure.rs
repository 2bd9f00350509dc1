//! Measures of sound. Loudness is that of EBU R 128, at 48 kHz.

use barrow_synth::RATE;

/// A filter of the second order.
struct Biquad {
    b: [f64; 3],
    a: [f64; 2],
    state: [f64; 2],
}

impl Biquad {
    fn next(&mut self, input: f64) -> f64 {
        let out = self.b[0] * input + self.state[0];
        self.state[0] = self.b[1] * input - self.a[0] * out + self.state[1];
        self.state[1] = self.b[2] * input - self.a[1] * out;
        out
    }
}

/// Returns a sound after the two filters of ITU-R BS.1770, which model the ear.
fn k_weighted(samples: &[f32]) -> Vec<f64> {
    let mut head = Biquad {
        b: [1.535_124_859_586_97, -2.691_696_189_406_38, 1.198_392_810_852_85],
        a: [-1.690_659_293_182_41, 0.732_480_774_215_85],
        state: [0.0; 2],
    };
    let mut low_cut = Biquad {
        b: [1.0, -2.0, 1.0],
        a: [-1.990_047_454_833_98, 0.990_072_250_366_21],
        state: [0.0; 2],
    };
    samples.iter().map(|&it| low_cut.next(head.next(it.into()))).collect()
}

fn decibels(power: f64) -> f64 {
    -0.691 + 10.0 * (power + 1e-12).log10()
}

/// Returns the power of windows of 400 ms, one every 10 ms, including those that overlap the sound
/// only in part.
fn windows(sides: &[&[f32]]) -> Vec<f64> {
    let (length, hop) = (RATE as usize * 4 / 10, RATE as usize / 100);
    let count = sides[0].len();
    let mut sums = vec![0.0; length + 1];
    let weighted: Vec<_> = sides.iter().map(|side| k_weighted(side)).collect();
    for index in 0..count + length {
        let power: f64 = weighted.iter().filter_map(|side| side.get(index)).map(|it| it * it).sum();
        sums.push(sums[sums.len() - 1] + power);
    }
    (0..=count + length)
        .step_by(hop)
        .map(|end| (sums[end + length] - sums[end]) / length as f64)
        .collect()
}

/// Returns the loudness of the loudest 400 ms, in LUFS.
pub fn momentary(sides: &[&[f32]]) -> f64 {
    decibels(windows(sides).into_iter().fold(0.0, f64::max))
}

/// Returns the loudness of a whole piece without its pauses, in LUFS.
pub fn integrated(sides: &[&[f32]]) -> f64 {
    let windows = windows(sides);
    // Those at both ends are filled up with silence.
    let whole = &windows[40..windows.len() - 40];
    let mean_above = |gate: f64| {
        let loud: Vec<f64> =
            whole.iter().step_by(10).copied().filter(|&it| decibels(it) > gate).collect();
        decibels(loud.iter().sum::<f64>() / loud.len().max(1) as f64)
    };
    mean_above((mean_above(-70.0) - 10.0).max(-70.0))
}

/// Returns what a small speaker plays of a sound, such as that of a phone: hardly anything below
/// 300 Hz.
pub fn small_speaker(samples: &[f32]) -> Vec<f32> {
    let turn = std::f64::consts::TAU * 300.0 / f64::from(RATE);
    // The two halves of a Butterworth filter of the fourth order.
    let mut halves = [0.541_196_1, 1.306_563].map(|quality| {
        let (cos, alpha) = (turn.cos(), turn.sin() / (2.0 * quality));
        let norm = 1.0 + alpha;
        let outer = f64::midpoint(1.0, cos) / norm;
        Biquad {
            b: [outer, -2.0 * outer, outer],
            a: [-2.0 * cos / norm, (1.0 - alpha) / norm],
            state: [0.0; 2],
        }
    });
    let through =
        |it: &f32| halves.iter_mut().fold(f64::from(*it), |it, half| half.next(it)) as f32;
    samples.iter().map(through).collect()
}

pub fn peak(samples: &[f32]) -> f32 {
    samples.iter().fold(0.0, |peak, it| peak.max(it.abs()))
}

/// Returns the largest step from sample to sample.
pub fn steepest(samples: &[f32]) -> f32 {
    samples.windows(2).fold(0.0, |steepest, it| steepest.max((it[0] - it[1]).abs()))
}

pub fn mean(samples: &[f32]) -> f32 {
    samples.iter().sum::<f32>() / samples.len() as f32
}

pub fn power(samples: &[f32]) -> f64 {
    samples.iter().map(|&it| f64::from(it).powi(2)).sum::<f64>() / samples.len() as f64
}

/// Returns the middle of the spectrum in hertz: the root of the mean square of all frequencies,
/// weighted by power. The brighter a sound, the larger the steps from sample to sample.
pub fn brightness(samples: &[f32]) -> f64 {
    let steps: Vec<f32> = samples.windows(2).map(|it| it[1] - it[0]).collect();
    let ratio = (power(&steps) / power(samples)).sqrt();
    f64::from(RATE) / std::f64::consts::PI * (ratio / 2.0).min(1.0).asin()
}

/// A sine of 997 Hz at full volume on one channel has -3 dBFS, which is the definition of LUFS.
#[test]
fn loudness_is_that_of_the_standard() {
    let sine = |pitch: f64| -> Vec<f32> {
        let turn = std::f64::consts::TAU * pitch / f64::from(RATE);
        (0..RATE * 3).map(|index| (turn * f64::from(index)).sin() as f32).collect()
    };
    let heard = sine(997.0);
    assert!((momentary(&[&heard]) + 3.01).abs() < 0.05, "{}", momentary(&[&heard]));
    assert!((integrated(&[&heard]) + 3.01).abs() < 0.1, "{}", integrated(&[&heard]));
    assert!((momentary(&[&heard, &heard]) - 0.0).abs() < 0.05);
    let heard = |pitch: f64| momentary(&[&small_speaker(&sine(pitch))]);
    assert!(heard(2_000.0) > -2.0 && (-55.0..-40.0).contains(&heard(80.0)), "{}", heard(80.0));
    assert!((brightness(&sine(1_500.0)) - 1_500.0).abs() < 1.0);
}
