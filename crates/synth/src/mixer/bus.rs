use serde::{Deserialize, Serialize};

use crate::BLOCK;

/// What a sound belongs to. Each has its own volume.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Bus {
    /// What happens in the world.
    #[default]
    Effects,
    /// What a place sounds like.
    Ambience,
    /// Music.
    Music,
    /// Menus and messages.
    Interface,
}

impl Bus {
    /// Every bus, in the order of their numbers.
    pub const ALL: [Self; 4] = [Self::Effects, Self::Ambience, Self::Music, Self::Interface];
}

/// The volumes of all buses, which move slowly enough to make no sound themselves.
pub struct Volumes {
    asked: [f32; 4],
    now: [f32; 4],
    /// How far the music steps back for something important.
    ducking: f32,
}

impl Default for Volumes {
    fn default() -> Self {
        Self { asked: [1.0; 4], now: [1.0; 4], ducking: 1.0 }
    }
}

impl Volumes {
    /// Seconds in which a volume, and the music that steps back, go most of their way.
    const MOVE: f32 = 0.02;
    const DUCK: f32 = 0.04;
    /// Seconds in which the music comes back.
    const RETURN: f32 = 0.7;

    /// Sets a volume. Percents are squared: half of them sounds about half as loud.
    pub fn set(&mut self, bus: Bus, percent: u8) {
        let share = f32::from(percent.min(100)) / 100.0;
        self.asked[bus as usize] = share * share;
    }

    /// Moves on by a block; the music moves towards `ducked`.
    pub fn advance(&mut self, ducked: f32, rate: f32) {
        let share = |seconds: f32| BLOCK as f32 / (seconds * rate + BLOCK as f32);
        for (now, asked) in self.now.iter_mut().zip(self.asked) {
            let next = *now + (asked - *now) * share(Self::MOVE);
            *now = if (next - asked).abs() < 1e-4 { asked } else { next };
        }
        let seconds = if ducked < self.ducking { Self::DUCK } else { Self::RETURN };
        self.ducking += (ducked - self.ducking) * share(seconds);
    }

    /// Returns the volume of a bus.
    pub const fn of(&self, bus: Bus) -> f32 {
        match bus {
            Bus::Music => self.now[bus as usize] * self.ducking,
            Bus::Effects | Bus::Ambience | Bus::Interface => self.now[bus as usize],
        }
    }
}
