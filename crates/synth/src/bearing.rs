use std::f32::consts::FRAC_1_SQRT_2;

use crate::maths::{root, sine_of_half_turns};
use crate::wave::{Block, settled, share};

/// Where a sound comes from, as cells of the map, seen from who hears it.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Bearing {
    /// Cells to the east; west is below zero.
    pub east: i32,
    /// Cells to the south; north is below zero.
    pub south: i32,
    /// No line of sight leads there, so it is dull.
    pub muffled: bool,
}

/// How a sound is heard from where it is.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Placing {
    /// The volume on the left.
    pub left: f32,
    /// The volume on the right.
    pub right: f32,
    /// The volume that the place answers to.
    pub send: f32,
    /// The frequency above which it is dull, in hertz; nothing if it is clear.
    pub dull: Option<f32>,
}

impl Placing {
    /// In the middle, at full volume.
    pub const CENTRE: Self =
        Self { left: FRAC_1_SQRT_2, right: FRAC_1_SQRT_2, send: 1.0, dull: None };

    /// Places something `pan` to the right, from -1 to 1, at full volume.
    pub fn panned(pan: f32) -> Self {
        let quarter = (pan.clamp(-1.0, 1.0) + 1.0) * 0.25;
        // Equal power: what leaves one side reaches the other.
        let (left, right) = (sine_of_half_turns(0.5 - quarter), sine_of_half_turns(quarter));
        Self { left, right, send: 1.0, dull: None }
    }
}

impl Bearing {
    /// Cells at which a sound has half its volume.
    const HALF: f32 = 5.0;
    /// Cells from which on air makes it dull.
    const CLEAR: f32 = 6.0;
    /// The frequency that walls let through, in hertz.
    const WALL: f32 = 700.0;

    /// Returns how it is heard.
    pub fn placing(self) -> Placing {
        let (east, south) = (self.east as f32, self.south as f32);
        let distance = root(east * east + south * south);
        // What is near is not all on one side.
        let pan = 0.9 * east / (distance + 1.5);
        let volume = Self::HALF / (Self::HALF + distance);
        let volume = if self.muffled { volume * 0.7 } else { volume };
        let air = (distance > Self::CLEAR).then(|| 14_000.0 * Self::CLEAR / distance);
        let dull = if self.muffled { Some(Self::WALL) } else { air };
        let panned = Placing::panned(pan);
        Placing {
            left: panned.left * volume,
            right: panned.right * volume,
            // The answer of a place falls more slowly than the sound itself.
            send: 2.0 * Self::HALF / (2.0 * Self::HALF + distance),
            dull,
        }
    }
}

/// Two one-pole filters in a row, for what is far or behind a wall.
#[derive(Clone, Debug)]
pub struct Dullness {
    share: f32,
    first: f32,
    second: f32,
}

impl Dullness {
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

    fn heard(east: i32, south: i32, muffled: bool) -> Placing {
        Bearing { east, south, muffled }.placing()
    }

    #[test]
    fn east_is_right_and_far_is_soft() {
        let (here, east, west) = (heard(0, 0, false), heard(4, 0, false), heard(-4, 0, false));
        assert!((here.left - Placing::CENTRE.left).abs() < 1e-5);
        assert!((here.left - here.right).abs() < 1e-5);
        assert!(east.right > 2.0 * east.left);
        assert!((west.left - east.right).abs() < 1e-5);
        let north = heard(0, -20, false);
        assert!((north.left - north.right).abs() < 1e-5);
        assert!((north.left / here.left - 0.2).abs() < 0.01);
        assert!(north.send > north.left);
    }

    #[test]
    fn walls_and_air_make_it_dull() {
        assert_eq!(heard(2, 2, false).dull, None);
        assert!(heard(0, 30, false).dull.unwrap() < 3_000.0);
        assert_eq!(heard(1, 0, true).dull, Some(Bearing::WALL));
    }

    #[test]
    fn nothing_is_too_far_away() {
        assert!(heard(i32::MIN, i32::MAX, false).left < 0.001);
    }
}
