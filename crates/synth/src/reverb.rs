//! The reverb of a place: many echoes that grow dense and dull.
//!
//! Eight delay lines feed each other through a matrix that keeps their energy; the loss of each line
//! decides how long the reverb lasts. Short all-pass delays before them blur the first echoes. Every
//! delay is at least a block long, so that a whole block is read, mixed and written at once.

use barrow_sound::Place;

use crate::BLOCK;
use crate::maths::{power_of_two, root};
use crate::wave::{Block, share};

/// The parameters of a place's reverb.
struct Response {
    /// The lengths of the delay lines, as a factor.
    size: f32,
    /// Seconds until it has fallen by 60 dB.
    decay: f32,
    /// The frequency above which walls absorb, in hertz.
    bright: f32,
    /// Seconds until the first echo.
    predelay: f32,
    /// Its volume relative to a lasting sound.
    level: f32,
}

impl Response {
    const fn of(place: Place) -> Self {
        let (size, decay, bright, predelay, level) = match place {
            Place::Outdoors => (1.3, 0.35, 2_500.0, 0.030, 0.12),
            Place::Room => (0.45, 0.5, 5_000.0, 0.004, 0.38),
            Place::Corridor => (0.6, 1.1, 4_000.0, 0.008, 0.45),
            Place::Hall => (1.2, 2.4, 4_500.0, 0.020, 0.50),
            Place::Cave => (1.7, 3.6, 2_200.0, 0.045, 0.65),
            Place::Metal => (0.3, 1.8, 12_000.0, 0.003, 0.40),
        };
        Self { size, decay, bright, predelay, level }
    }
}

const LINES: usize = 8;
/// The lengths of the lines in milliseconds. No two have a small common multiple.
const LENGTHS: [f32; LINES] = [31.3, 36.7, 41.9, 44.3, 51.1, 57.7, 63.1, 70.9];
/// The lengths of the blurring delays in milliseconds.
const BLURS: [f32; 3] = [4.3, 7.1, 11.9];

/// A running reverb.
pub struct Reverb {
    rate: f32,
    place: Place,
    next: Option<Place>,
    predelay: DelayLine,
    blurs: [DelayLine; 3],
    lines: [DelayLine; LINES],
    losses: [f32; LINES],
    damping: f32,
    low: [f32; LINES],
    /// How loud it is.
    level: f32,
    /// How far it has faded in, from 0 to 1.
    fade: f32,
    /// Blocks since anything was heard.
    quiet: u32,
}

impl Reverb {
    /// How much of its volume a reverb gains or loses in a block while places change.
    const FADE: f32 = 0.02;
    /// The volume below which nothing is heard (-120 dB).
    const SILENCE: f32 = 0.000_001;

    /// Makes the reverb of a place.
    pub fn new(place: Place, rate: f32) -> Self {
        let response = Response::of(place);
        let ring = |milliseconds: f32| DelayLine::new((milliseconds * rate / 1000.0) as usize);
        let lines = LENGTHS.map(|length| ring(length * response.size));
        let losses: [f32; LINES] = std::array::from_fn(|line| {
            let seconds = lines[line].samples.len() as f32 / rate;
            // 60 dB are a factor of a thousand, 2 to the power of 9.966.
            power_of_two(-9.965_784 * seconds / response.decay)
        });
        // Echoes add up, so a longer reverb would be louder without this.
        let kept = losses.map(|loss| loss * loss).iter().sum::<f32>() / LINES as f32;
        let power = LINES as f32 * kept / (1.0 - kept);
        Self {
            rate,
            place,
            next: None,
            predelay: ring(response.predelay * 1000.0),
            blurs: BLURS.map(|length| ring(length * (0.5 + 0.5 * response.size))),
            lines,
            losses,
            damping: share(response.bright, rate),
            low: [0.0; LINES],
            level: response.level / root(power),
            fade: 1.0,
            quiet: u32::MAX,
        }
    }

    /// Changes the place: the old reverb fades out, then the new one fades in.
    pub fn change(&mut self, place: Place) {
        self.next = Some(place);
    }

    /// Adds the reverb of `send` to both channels.
    pub fn run(&mut self, send: &Block, left: &mut Block, right: &mut Block) {
        let from = self.fade;
        self.move_on();
        let is_silent = send.iter().all(|sample| sample.abs() < Self::SILENCE);
        if is_silent && self.quiet > self.blocks() {
            return;
        }
        let mut input = *send;
        self.predelay.delay(&mut input);
        for blur in &mut self.blurs {
            blur.blur(&mut input);
        }
        let mut taps = [[0.0; LINES]; BLOCK];
        for (line, ring) in self.lines.iter().enumerate() {
            let samples = ring.read();
            for (taps, sample) in taps.iter_mut().zip(samples) {
                taps[line] = sample;
            }
        }
        let loudest = self.mix(&input, &mut taps, from, left, right);
        for (line, ring) in self.lines.iter_mut().enumerate() {
            ring.write(&std::array::from_fn(|index| taps[index][line]));
        }
        self.quiet =
            if is_silent && loudest < Self::SILENCE { self.quiet.saturating_add(1) } else { 0 };
        if self.quiet > self.blocks() {
            *self = Self { next: self.next, fade: self.fade, ..Self::new(self.place, self.rate) };
        }
    }

    /// Turns the outputs of the lines into their inputs, and adds the reverb to both channels.
    /// Returns the loudest sample.
    fn mix(
        &mut self,
        input: &Block,
        taps: &mut [[f32; LINES]; BLOCK],
        from: f32,
        left: &mut Block,
        right: &mut Block,
    ) -> f32 {
        let rise = (self.fade - from) / BLOCK as f32;
        let mut loudest = 0.0_f32;
        for (index, taps) in taps.iter_mut().enumerate() {
            for ((tap, low), loss) in taps.iter_mut().zip(&mut self.low).zip(self.losses) {
                *low += (*tap - *low) * self.damping;
                *tap = *low * loss;
            }
            let heard = *taps;
            let even = (heard[0] + heard[2]) + (heard[4] + heard[6]);
            let odd = (heard[1] + heard[3]) + (heard[5] + heard[7]);
            // Mirroring at the mean keeps the energy.
            let mirrored = (even + odd) * (2.0 / LINES as f32);
            for (line, tap) in taps.iter_mut().enumerate() {
                let sent = if line % 4 < 2 { input[index] } else { -input[index] };
                *tap += sent - mirrored;
            }
            let level = self.level * (from + rise * (index + 1) as f32);
            let even_heard = (heard[0] - heard[2]) + (heard[4] - heard[6]);
            let odd_heard = (heard[1] - heard[3]) + (heard[5] - heard[7]);
            left[index] += level * (even_heard + 0.3 * (heard[1] + heard[5]));
            right[index] += level * (odd_heard + 0.3 * (heard[0] + heard[4]));
            loudest = loudest.max(even.abs()).max(odd.abs());
        }
        loudest
    }

    /// Advances a change of place.
    fn move_on(&mut self) {
        match self.next {
            None => self.fade = (self.fade + Self::FADE).min(1.0),
            Some(place) if place == self.place => self.next = None,
            Some(_) if self.fade > 0.0 => self.fade = (self.fade - Self::FADE).max(0.0),
            Some(place) => *self = Self { fade: 0.0, ..Self::new(place, self.rate) },
        }
    }

    /// Returns the number of blocks of the longest way through the lines.
    fn blocks(&self) -> u32 {
        let longest = self.lines[LINES - 1].samples.len() + self.predelay.samples.len();
        (longest / BLOCK) as u32 + 8
    }
}

/// A delay of a fixed length of at least a block.
struct DelayLine {
    samples: Vec<f32>,
    at: usize,
}

impl DelayLine {
    fn new(length: usize) -> Self {
        Self { samples: vec![0.0; length.max(BLOCK)], at: 0 }
    }

    /// Returns the block that comes out next.
    fn read(&self) -> Block {
        let mut block = [0.0; BLOCK];
        let first = BLOCK.min(self.samples.len() - self.at);
        block[..first].copy_from_slice(&self.samples[self.at..self.at + first]);
        block[first..].copy_from_slice(&self.samples[..BLOCK - first]);
        block
    }

    /// Writes a block where the last one was read, and advances.
    fn write(&mut self, block: &Block) {
        let length = self.samples.len();
        let first = BLOCK.min(length - self.at);
        self.samples[self.at..self.at + first].copy_from_slice(&block[..first]);
        self.samples[..BLOCK - first].copy_from_slice(&block[first..]);
        self.at = (self.at + BLOCK) % length;
    }

    fn delay(&mut self, block: &mut Block) {
        let delayed = self.read();
        self.write(block);
        *block = delayed;
    }

    /// Spreads each sample over many, with all frequencies equally loud (an all-pass filter).
    fn blur(&mut self, block: &mut Block) {
        const GAIN: f32 = 0.6;
        let delayed = self.read();
        let mut stored = [0.0; BLOCK];
        for index in 0..BLOCK {
            let out = delayed[index] - GAIN * block[index];
            stored[index] = block[index] + GAIN * out;
            block[index] = out;
        }
        self.write(&stored);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Returns the energy of the reverb of a click, for each tenth of a second.
    fn answer(place: Place) -> Vec<f32> {
        let mut reverb = Reverb::new(place, 48_000.0);
        let mut heard = Vec::new();
        for block in 0..48_000 * 6 / BLOCK {
            let (mut left, mut right) = ([0.0; BLOCK], [0.0; BLOCK]);
            let mut send = [0.0; BLOCK];
            send[0] = if block == 0 { 1.0 } else { 0.0 };
            reverb.run(&send, &mut left, &mut right);
            heard.extend(left.iter().zip(right).map(|(left, right)| left * left + right * right));
        }
        heard.chunks(4_800).map(|chunk| chunk.iter().sum()).collect()
    }

    #[test]
    fn each_place_lasts_as_long_as_it_should() {
        for place in Place::ALL {
            let heard = answer(place);
            let decay = Response::of(place).decay;
            let last = 1 + (decay * 10.0) as usize;
            let seconds = (last - 1) as f32 / 10.0;
            let fall = 10.0 * (heard[1] / heard[last]).log10() * decay / seconds;
            // Absorption by walls only makes it shorter.
            assert!((55.0..150.0).contains(&fall), "{place:?} falls by {fall} dB");
            assert_eq!(heard.iter().rev().take(5).sum::<f32>(), 0.0, "{place:?} ends");
        }
    }

    #[test]
    fn a_change_of_place_is_heard_without_a_jump() {
        let mut reverb = Reverb::new(Place::Room, 48_000.0);
        let mut heard = Vec::new();
        for block in 0..2_000 {
            let (mut left, mut right) = ([0.0; BLOCK], [0.0; BLOCK]);
            let send = std::array::from_fn(|index| {
                crate::maths::sine(((block * BLOCK + index) as u32).wrapping_mul(10_000_000)) * 0.1
            });
            if block == 500 {
                reverb.change(Place::Cave);
            }
            reverb.run(&send, &mut left, &mut right);
            heard.extend(left);
        }
        let largest = heard.windows(2).map(|it| (it[0] - it[1]).abs()).fold(0.0, f32::max);
        assert!(largest < 0.03, "{largest}");
    }
}
