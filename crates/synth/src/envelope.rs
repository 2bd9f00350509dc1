use barrow_dice::Rng;

use crate::draw::Draw;
use barrow_sound::{self as recipe, limits};

/// How long a sound is held.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Gate {
    /// For the time in the recipe.
    Recipe,
    /// Until this many samples after the start. Attack and decay are included.
    Samples(f32),
    /// Until it is stopped.
    Endless,
}

/// The volume of a layer as a function of time. Times are in samples.
#[derive(Clone, Debug)]
pub struct Envelope {
    attack: f32,
    decay: f32,
    sustain: f32,
    hold: f32,
    release: f32,
}

impl Envelope {
    /// The shortest rise and fall, in milliseconds: shorter ones click.
    const SHORTEST_RISE: f32 = 1.5;
    const SHORTEST_FALL: f32 = 8.0;
    /// A number of samples that is never reached.
    const ENDLESS: f32 = 1e12;

    /// Draws the times of a recipe.
    pub fn new(recipe: &recipe::Envelope, gate: Gate, rate: f32, rng: &mut Rng) -> Self {
        let mut time = |span, min: f32| limits::TIME.draw(span, rng).max(min) * rate / 1000.0;
        let attack = time(recipe.attack, Self::SHORTEST_RISE);
        let decay = time(recipe.decay, Self::SHORTEST_FALL);
        let hold = time(recipe.hold, 0.0);
        let release = time(recipe.release, Self::SHORTEST_FALL);
        let sustain = limits::SHARE.draw(recipe.sustain, rng) / 100.0;
        let hold = match gate {
            _ if sustain <= 0.0 => 0.0,
            Gate::Recipe => hold,
            Gate::Samples(samples) => (samples - attack - decay).max(0.0),
            Gate::Endless => Self::ENDLESS,
        };
        Self { attack, decay, sustain, hold, release }
    }

    /// Returns how long it lasts, in samples.
    pub fn length(&self) -> f32 {
        let to_sustain = self.attack + self.decay;
        if self.sustain <= 0.0 { to_sustain } else { to_sustain + self.hold + self.release }
    }

    /// Returns the volume at `time`, from 0 to 1.
    pub fn at(&self, time: f32) -> f32 {
        if time < self.attack {
            return (time / self.attack).max(0.0);
        }
        let time = time - self.attack;
        if time < self.decay {
            // A cube falls like a ringing object does, and reaches its end.
            let left = 1.0 - time / self.decay;
            return self.sustain + (1.0 - self.sustain) * left * left * left;
        }
        let time = time - self.decay - self.hold;
        if time < 0.0 {
            return self.sustain;
        }
        let left = (1.0 - time / self.release).max(0.0);
        self.sustain * left * left
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Span;

    fn envelope(sustain: i32, gate: Gate) -> Envelope {
        let recipe = recipe::Envelope {
            attack: Span::exactly(10),
            decay: Span::exactly(100),
            sustain: Span::exactly(sustain),
            hold: Span::exactly(50),
            release: Span::exactly(40),
        };
        Envelope::new(&recipe, gate, 1000.0, &mut Rng::new(1))
    }

    #[test]
    fn it_attacks_decays_sustains_and_releases() {
        let envelope = envelope(50, Gate::Recipe);
        let heard = [0.0, 5.0, 10.0, 60.0, 110.0, 159.0, 180.0, 200.0].map(|it| envelope.at(it));
        assert_eq!(heard, [0.0, 0.5, 1.0, 0.5625, 0.5, 0.5, 0.125, 0.0]);
        assert_eq!(envelope.length(), 200.0);
    }

    #[test]
    fn without_sustain_it_ends_with_the_decay() {
        assert_eq!(envelope(0, Gate::Recipe).length(), 110.0);
        assert_eq!(envelope(0, Gate::Endless).length(), 110.0);
    }

    #[test]
    fn a_note_is_as_long_as_its_gate() {
        assert_eq!(envelope(50, Gate::Samples(500.0)).length(), 540.0);
        assert!(envelope(50, Gate::Endless).length() > 1e9);
    }
}
