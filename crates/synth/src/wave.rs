//! Oscillators: each fills a block of samples at a given pitch.
//!
//! Saws and squares are made from parabolas: the difference of a parabola from sample to
//! sample is a saw whose overtones fade towards the limit of hearing, where a plain one would
//! fold back as noise. Except for noise and strings, no sample in these loops depends on the one
//! before, so that a compiler can compute several at once.

mod noise;
mod string;

use barrow_dice::Rng;

use crate::BLOCK;
use crate::draw::Draw;
use crate::maths::sine;
use barrow_sound::{Layer, Wave, limits};
use noise::{Brown, Pink};
pub use noise::{share, white};
use string::PluckedString;

/// A block of samples.
pub type Block = [f32; BLOCK];

/// The factor from a phase to half turns.
const HALF_TURNS: f32 = 1.0 / 2_147_483_648.0;

/// A running oscillator or noise.
pub enum Oscillator {
    /// A wave that is a function of its phase.
    Turning {
        shape: Shape,
        phase: u32,
    },
    /// A sine that is bent by another.
    Bent {
        phase: u32,
        other: u32,
        ratio: f32,
        strength: f32,
    },
    White(Rng),
    Pink(Pink),
    Brown(Brown),
    String(PluckedString),
}

/// The form of a wave.
#[derive(Clone, Copy)]
pub enum Shape {
    Sine,
    Triangle,
    Saw,
    /// With the length of its upper half, as a phase.
    Square(u32),
}

/// How fast an oscillator turns.
#[derive(Clone, Copy)]
pub struct Turning {
    /// Hertz.
    pub pitch: f32,
    /// Samples per second.
    pub rate: f32,
    /// The current loudness of the layer, which also scales the bend of `fm`.
    pub loudness: f32,
}

impl Oscillator {
    /// Starts the oscillator of a layer at `pitch` hertz.
    pub fn new(layer: &Layer, pitch: f32, rate: f32, rng: &mut Rng) -> Self {
        match layer.wave {
            Wave::Sine => Self::Turning { shape: Shape::Sine, phase: 0 },
            Wave::Triangle => Self::Turning { shape: Shape::Triangle, phase: 1 << 30 },
            Wave::Saw => Self::Turning { shape: Shape::Saw, phase: 0 },
            Wave::Square => {
                let duty = limits::DUTY.draw(layer.duty, rng) * (1.0 / 100.0);
                let upper = (duty * 4_294_967_296.0) as u32;
                Self::Turning { shape: Shape::Square(upper), phase: 0 }
            }
            Wave::Fm => {
                let ratio = limits::RATIO.draw(layer.ratio, rng) * (1.0 / 100.0);
                // A strength of 100 % bends by one radian, an established unit.
                let strength = limits::STRENGTH.draw(layer.strength, rng)
                    * (1.0 / 100.0 / std::f32::consts::PI);
                Self::Bent { phase: 0, other: 0, ratio, strength }
            }
            Wave::White => Self::White(Rng::new(rng.bits())),
            Wave::Pink => Self::Pink(Pink::new(rate, Rng::new(rng.bits()))),
            Wave::Brown => Self::Brown(Brown::new(rate, Rng::new(rng.bits()))),
            Wave::Pluck => {
                let bright = limits::SHARE.draw(layer.strength, rng) * (1.0 / 100.0);
                Self::String(PluckedString::new(pitch, bright, rate, rng))
            }
        }
    }

    /// Fills the block with the next samples.
    pub fn fill(&mut self, turning: Turning, out: &mut Block) {
        let share = (turning.pitch / turning.rate).min(0.45);
        let step = (share * 4_294_967_296.0) as u32;
        match self {
            Self::Turning { shape, phase } => {
                match *shape {
                    Shape::Sine => fill(*phase, step, out, sine),
                    Shape::Triangle => fill(*phase, step, out, triangle),
                    Shape::Saw => fill(*phase, step, out, saw(step)),
                    Shape::Square(upper) => fill(*phase, step, out, square(step, upper)),
                }
                *phase = phase.wrapping_add(step.wrapping_mul(BLOCK as u32));
            }
            Self::Bent { phase, other, ratio, strength } => {
                let other_share = (share * *ratio).min(0.45);
                let other_step = (other_share * 4_294_967_296.0) as u32;
                let depth = *strength * turning.loudness;
                for (index, sample) in (0_u32..).zip(out) {
                    let bend = sine(other.wrapping_add(other_step.wrapping_mul(index))) * depth;
                    let turned = phase.wrapping_add(step.wrapping_mul(index));
                    *sample = sine(turned.wrapping_add(phase_of(bend)));
                }
                *phase = phase.wrapping_add(step.wrapping_mul(BLOCK as u32));
                *other = other.wrapping_add(other_step.wrapping_mul(BLOCK as u32));
            }
            Self::White(rng) => noise::fill_white(rng, out),
            Self::Pink(pink) => pink.fill(out),
            Self::Brown(brown) => brown.fill(out),
            Self::String(string) => string.fill(share, out),
        }
    }
}

/// Returns the state of a filter, or 0 if it is inaudible, since denormal numbers are slow.
pub fn settled(state: f32) -> f32 {
    if state.abs() < 1e-15 { 0.0 } else { state }
}

#[inline]
fn fill(phase: u32, step: u32, out: &mut Block, wave: impl Fn(u32) -> f32) {
    // Four phases that turn side by side: many processors cannot multiply four whole numbers at once.
    let mut phases = [0, 1, 2, 3].map(|index| phase.wrapping_add(step.wrapping_mul(index)));
    for samples in out.as_chunks_mut::<4>().0 {
        *samples = phases.map(&wave);
        phases = phases.map(|phase| phase.wrapping_add(step.wrapping_mul(4)));
    }
}

fn half_turns(phase: u32) -> f32 {
    phase.cast_signed() as f32 * HALF_TURNS
}

fn triangle(phase: u32) -> f32 {
    half_turns(phase).abs() * 2.0 - 1.0
}

fn saw(step: u32) -> impl Fn(u32) -> f32 {
    let scale = 0.5 / (step.max(1) as f32 * HALF_TURNS);
    move |phase| {
        let (now, before) = (half_turns(phase), half_turns(phase.wrapping_sub(step)));
        (now * now - before * before) * scale
    }
}

/// Makes a square: a saw less a saw that is `upper` behind. Its mean is zero whatever the duty.
fn square(step: u32, upper: u32) -> impl Fn(u32) -> f32 {
    let saw = saw(step);
    move |phase| saw(phase) - saw(phase.wrapping_sub(upper))
}

/// Returns the phase of up to 256 half turns, forwards or backwards.
fn phase_of(half_turns: f32) -> u32 {
    ((half_turns * 8_388_608.0) as i32).cast_unsigned() << 8
}

#[cfg(test)]
mod tests;
