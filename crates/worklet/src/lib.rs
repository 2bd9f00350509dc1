//! The mixer of the page. Browsers make sound in a thread of its own, an `AudioWorklet`, which gets
//! this module: recipes, synth and mixer, and nothing of the games.
//!
//! The module that plays a game decides what is heard (`barrow_play::sound`) and sends orders as
//! bytes; `web/worklet.js` hands them on and asks for samples.

// Samples are floats.
#![allow(clippy::float_arithmetic)]

pub mod bindings;

use barrow_dice::Seed;
use barrow_synth::{Bus, Cue, Library, Mixer, Order, Recording};

/// Plays what a page orders.
pub struct Player {
    mixer: Mixer,
    /// Both channels, the left one first.
    samples: Vec<f32>,
}

/// What can be heard by its name.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum What {
    /// A sound, once.
    Sound,
    /// A mood.
    Mood,
    /// An ambience.
    Ambience,
}

impl Player {
    /// Makes a player with this many samples per second, which knows no sound yet.
    pub fn new(rate: u32) -> Self {
        Self { mixer: Mixer::new(rate, Library::default()), samples: Vec::new() }
    }

    /// Plays from the library in `bytes` from now on. Returns `false` if they are damaged.
    pub fn load(&mut self, bytes: &[u8]) -> bool {
        let library = Library::from_bytes(bytes);
        let read = library.is_some();
        self.mixer.load(library.unwrap_or_default());
        read
    }

    /// Carries orders out.
    pub fn obey(&mut self, bytes: &[u8]) {
        for order in Order::read_all(bytes).unwrap_or_default() {
            self.mixer.obey(&order);
        }
    }

    /// Plays something by its name; an unknown name fades music and ambience out.
    pub fn play(&mut self, what: What, name: &str, seed: u32) {
        match what {
            What::Sound => {
                self.mixer.play(name, &Cue { seed, ..Cue::default() });
            }
            What::Mood => self.mixer.set_mood(Some(name), Seed(seed.into())),
            What::Ambience => self.mixer.set_ambience(Some(name), Seed(seed.into())),
        }
    }

    /// Plays a recording in place of a recipe from now on. The bytes are the name, `length` bytes
    /// long, and the samples.
    pub fn record(&mut self, bytes: &[u8], length: usize, rate: u32) {
        let Some((name, samples)) = bytes.split_at_checked(length) else { return };
        let samples: Vec<f32> =
            samples.as_chunks().0.iter().map(|it| f32::from_le_bytes(*it)).collect();
        self.mixer.record(&String::from_utf8_lossy(name), Recording::new(&samples, rate));
    }

    /// Sets the tension of the music, from 0 to 1000.
    pub fn set_tension(&mut self, tension: u32) {
        self.mixer.set_tension(tension);
    }

    /// Sets the volume of a bus by its index in [`Bus::ALL`], in percent.
    pub fn set_volume(&mut self, bus: usize, percent: u8) {
        if let Some(bus) = Bus::ALL.get(bus) {
            self.mixer.set_volume(*bus, percent);
        }
    }

    /// Fades everything out at once.
    pub fn silence(&mut self) {
        self.mixer.silence();
    }

    /// Returns the next samples of both channels, those of the left one first.
    pub fn render(&mut self, count: usize) -> &[f32] {
        self.samples.resize(count * 2, 0.0);
        let (left, right) = self.samples.split_at_mut(count);
        self.mixer.render(left, right);
        &self.samples
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn player() -> Player {
        let mut player = Player::new(48_000);
        assert!(player.load(&barrow_pack::default_library().to_bytes()));
        player
    }

    fn loudest(player: &mut Player) -> f32 {
        player.render(4_800).iter().fold(0.0, |peak, it| it.abs().max(peak))
    }

    #[test]
    fn orders_are_heard() {
        let mut player = player();
        assert!(loudest(&mut player) < 1e-6);
        let order = Order::Play { sound: "bell".into(), cue: Cue::default() };
        player.obey(&Order::write_all(&[order]));
        assert!(loudest(&mut player) > 0.05);
        player.silence();
        for _ in 0..40 {
            player.render(4_800);
        }
        assert!(loudest(&mut player) < 1e-4);
    }

    #[test]
    fn sounds_moods_and_ambiences_are_heard_by_name() {
        for (what, name) in [(What::Sound, "door"), (What::Mood, "boss"), (What::Ambience, "cave")]
        {
            let mut player = player();
            player.play(what, name, 3);
            let peak = (0..20).map(|_| loudest(&mut player)).fold(0.0, f32::max);
            assert!(peak > 0.003, "{name}: {peak}");
            let mut other = self::player();
            other.play(what, "nothing of that name", 3);
            assert!(loudest(&mut other) < 1e-6, "{name}");
        }
    }

    #[test]
    fn a_volume_of_zero_is_silent() {
        let mut player = player();
        for bus in 0..=Bus::ALL.len() {
            player.set_volume(bus, 0);
        }
        // A volume moves slowly enough not to click.
        for _ in 0..5 {
            loudest(&mut player);
        }
        player.play(What::Sound, "bell", 1);
        assert!(loudest(&mut player) < 1e-6);
    }

    #[test]
    fn a_recording_is_heard_in_place_of_a_recipe() {
        let mut player = player();
        let samples = vec![[0.5_f32, -0.5].map(f32::to_le_bytes); 2_400];
        player.record(
            &[b"step".as_slice(), samples.as_flattened().as_flattened()].concat(),
            4,
            48_000,
        );
        player.play(What::Sound, "step", 1);
        // In the middle, each side has 0.707 of it; the reverb adds some.
        let peak = loudest(&mut player);
        assert!((0.3..0.45).contains(&peak), "{peak}");
        player.record(b"st", 4, 48_000);
    }

    #[test]
    fn damaged_bytes_are_silent() {
        let mut player = player();
        assert!(!player.load(b"not a library"));
        player.obey(b"not orders");
        player.play(What::Sound, "bell", 1);
        assert!(loudest(&mut player) < 1e-6);
    }
}
