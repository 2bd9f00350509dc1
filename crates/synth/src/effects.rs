//! Effects on a whole sound: overdrive, bit crushing, echo.

use barrow_dice::Rng;

use crate::draw::Draw;
use crate::wave::Block;
use barrow_sound::{Echo, limits};

/// Overdrive: compresses peaks, which adds overtones.
pub struct Drive {
    gain: f32,
    scale: f32,
}

impl Drive {
    /// Returns `None` for 0 percent.
    pub fn new(percent: f32) -> Option<Self> {
        if percent <= 0.0 {
            return None;
        }
        let gain = 1.0 + percent * 0.15;
        // A sample at half of full volume keeps its value.
        let half = gain * 0.5;
        Some(Self { gain, scale: 0.5 * (1.0 + half) / half })
    }

    pub fn run(&self, block: &mut Block) {
        for sample in block {
            let driven = *sample * self.gain;
            *sample = self.scale * driven / (1.0 + driven.abs());
        }
    }
}

/// Bit crushing: holds samples for a while and rounds them coarsely.
pub struct Crusher {
    steps: f32,
    hold: u32,
    left: u32,
    held: f32,
}

impl Crusher {
    /// Returns `None` for 0 percent.
    pub fn new(percent: f32) -> Option<Self> {
        if percent <= 0.0 {
            return None;
        }
        let share = percent / 100.0;
        // From 128 steps and one sample to 4 steps and 24 samples.
        Some(Self {
            steps: 4.0 + 124.0 * (1.0 - share) * (1.0 - share),
            hold: 1 + (share * 23.0) as u32,
            left: 0,
            held: 0.0,
        })
    }

    pub fn run(&mut self, block: &mut Block) {
        for sample in block {
            if self.left == 0 {
                self.left = self.hold;
                // Rounding towards zero keeps silence silent.
                self.held = (*sample * self.steps) as i32 as f32 / self.steps;
            }
            self.left -= 1;
            *sample = self.held;
        }
    }
}

/// A running echo.
pub struct EchoLine {
    ring: Vec<f32>,
    at: usize,
    level: f32,
    length: f32,
}

impl EchoLine {
    /// Draws the values of an echo. Returns `None` if it has no repetitions.
    pub fn new(echo: &Echo, rate: f32, rng: &mut Rng) -> Option<Self> {
        if echo.level.is_zero() {
            return None;
        }
        let level = limits::FEEDBACK.draw(echo.level, rng) / 100.0;
        let delay = (limits::REPEAT.draw(echo.delay, rng) * rate / 1000.0) as usize;
        let mut repeats = 0.0_f32;
        let mut volume = level;
        while volume >= 0.001 {
            volume *= level;
            repeats += 1.0;
        }
        let longest = limits::LENGTH.max as f32 * rate / 1000.0;
        let length = (repeats * delay as f32).min(longest);
        Some(Self { ring: vec![0.0; delay.max(1)], at: 0, level, length })
    }

    /// Returns how long repetitions last after the sound, in samples.
    pub const fn length(&self) -> f32 {
        self.length
    }

    pub fn run(&mut self, block: &mut Block) {
        for sample in block {
            *sample += self.ring[self.at] * self.level;
            self.ring[self.at] = *sample;
            self.at = if self.at + 1 == self.ring.len() { 0 } else { self.at + 1 };
        }
    }
}
