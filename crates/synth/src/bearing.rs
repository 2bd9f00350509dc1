use std::f32::consts::FRAC_1_SQRT_2;

use barrow_sound::Bearing;

use crate::maths::{root, sine_of_half_turns};
use crate::wave::{Block, settled, share};

/// How loud and how clear a sound is for the listener.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Placement {
    /// The volume on the left.
    pub left: f32,
    /// The volume on the right.
    pub right: f32,
    /// The volume that goes into the reverb.
    pub send: f32,
    /// The cutoff frequency of its low-pass filter in hertz, if it has one.
    pub dull: Option<f32>,
}

impl Placement {
    /// The center, at full volume.
    pub const CENTER: Self =
        Self { left: FRAC_1_SQRT_2, right: FRAC_1_SQRT_2, send: 1.0, dull: None };

    /// Returns a stereo position from -1 (left) to 1 (right), at full volume.
    pub fn panned(pan: f32) -> Self {
        let quarter = (pan.clamp(-1.0, 1.0) + 1.0) * 0.25;
        // Equal power: the sum of the powers of both sides is constant.
        let (left, right) = (sine_of_half_turns(0.5 - quarter), sine_of_half_turns(quarter));
        Self { left, right, send: 1.0, dull: None }
    }
}

impl Placement {
    /// The distance at which a sound has half its volume, in cells.
    const HALF: f32 = 5.0;
    /// The distance from which air dampens high frequencies, in cells.
    const CLEAR: f32 = 6.0;
    /// The cutoff frequency of walls, in hertz.
    const WALL: f32 = 700.0;

    /// Returns how a sound from there is heard.
    pub fn of(bearing: Bearing) -> Self {
        let (east, south) = (bearing.east as f32, bearing.south as f32);
        let distance = root(east * east + south * south);
        // Near sounds are not completely on one side.
        let pan = 0.9 * east / (distance + 1.5);
        let volume = Self::HALF / (Self::HALF + distance);
        let volume = if bearing.muffled { volume * 0.7 } else { volume };
        let air = (distance > Self::CLEAR).then(|| 14_000.0 * Self::CLEAR / distance);
        let dull = if bearing.muffled { Some(Self::WALL) } else { air };
        let panned = Self::panned(pan);
        Self {
            left: panned.left * volume,
            right: panned.right * volume,
            // The reverb falls more slowly with distance than the sound itself.
            send: 2.0 * Self::HALF / (2.0 * Self::HALF + distance),
            dull,
        }
    }
}

/// Two one-pole low-pass filters in a row, for sounds that are far away or behind a wall.
#[derive(Clone, Debug)]
pub struct LowPass {
    share: f32,
    first: f32,
    second: f32,
}

impl LowPass {
    pub fn new(corner: f32, rate: f32) -> Self {
        Self { share: share(corner, rate), first: 0.0, second: 0.0 }
    }

    pub fn run(&mut self, block: &mut Block) {
        for sample in block {
            self.first += (*sample - self.first) * self.share;
            self.second += (self.first - self.second) * self.share;
            *sample = self.second;
        }
        self.first = settled(self.first);
        self.second = settled(self.second);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn heard(east: i32, south: i32, muffled: bool) -> Placement {
        Placement::of(Bearing { east, south, muffled })
    }

    #[test]
    fn east_is_right_and_far_is_soft() {
        let (here, east, west) = (heard(0, 0, false), heard(4, 0, false), heard(-4, 0, false));
        assert!((here.left - Placement::CENTER.left).abs() < 1e-5);
        assert!((here.left - here.right).abs() < 1e-5);
        assert!(east.right > 2.0 * east.left);
        assert!((west.left - east.right).abs() < 1e-5);
        let north = heard(0, -20, false);
        assert!((north.left - north.right).abs() < 1e-5);
        assert!((north.left / here.left - 0.2).abs() < 0.01);
        assert!(north.send > north.left);
    }

    #[test]
    fn walls_and_distance_dampen_high_frequencies() {
        assert_eq!(heard(2, 2, false).dull, None);
        assert!(heard(0, 30, false).dull.unwrap() < 3_000.0);
        assert_eq!(heard(1, 0, true).dull, Some(Placement::WALL));
    }

    #[test]
    fn any_distance_is_allowed() {
        assert!(heard(i32::MIN, i32::MAX, false).left < 0.001);
    }
}
