use barrow_sound::Bus;

use crate::BLOCK;

/// The volumes of all buses, which change slowly enough not to click.
pub struct Volumes {
    asked: [f32; 4],
    now: [f32; 4],
    /// The volume of the music beside important sounds.
    ducking: f32,
}

impl Default for Volumes {
    fn default() -> Self {
        Self { asked: [1.0; 4], now: [1.0; 4], ducking: 1.0 }
    }
}

impl Volumes {
    /// The durations of most of a volume change, and of most of the ducking, in seconds.
    const MOVE: f32 = 0.02;
    const DUCK: f32 = 0.04;
    /// The duration in which the music returns, in seconds.
    const RETURN: f32 = 0.7;

    /// Sets a volume. Percentages are squared, so that half of them sounds about half as loud.
    pub fn set(&mut self, bus: Bus, percent: u8) {
        let share = f32::from(percent.min(100)) / 100.0;
        self.asked[bus as usize] = share * share;
    }

    /// Advances by one block; the music moves towards `ducked`.
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
