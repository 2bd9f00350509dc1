//! All that is heard at a time, mixed for two ears.

mod band;
mod bus;
mod playing;

use std::sync::Arc;

use barrow_dice::{Seed, Stream};

pub use bus::Bus;
pub use playing::Sounding;

use crate::BLOCK;
use crate::ambience::{Ambience, Surroundings};
use crate::bearing::{Bearing, Placing};
use crate::envelope::Gate;
use crate::library::Library;
use crate::limiter::Limiter;
use crate::maths::ratio;
use crate::recipe::limits;
use crate::reverb::{Place, Reverb};
use crate::wav::whole;
use crate::wave::Block;
use band::Band;
use bus::Volumes;
use playing::{Entrance, Stage};

/// How a sound is to be played.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Cue {
    /// What it belongs to.
    pub bus: Bus,
    /// Where it comes from; nothing if it has no place, such as a menu's click.
    pub bearing: Option<Bearing>,
    /// How much higher it is than its recipe says.
    pub semitones: i8,
    /// The volume in percent.
    pub level: u16,
    /// What its ranges are drawn from.
    pub seed: u32,
}

impl Default for Cue {
    fn default() -> Self {
        Self { bus: Bus::Effects, bearing: None, semitones: 0, level: 100, seed: 0 }
    }
}

/// Plays sounds, music and ambience.
///
/// What it gives depends on what it is told and on the sample at which it is told, not on how
/// many samples are asked for at a time. What it is told is heard from the next block of 64
/// samples on.
pub struct Mixer {
    rate: f32,
    library: Library,
    stage: Stage,
    volumes: Volumes,
    band: Band,
    surroundings: Option<Surroundings>,
    /// The answer of the place, and of the hall in which the music is played.
    reverb: Reverb,
    hall: Reverb,
    limiter: Limiter,
    /// The last block, and how many of its samples were taken.
    block: [Block; 2],
    taken: usize,
}

/// What voices are added to.
struct Sum {
    left: Block,
    right: Block,
    send: Block,
}

impl Sum {
    const fn new() -> Self {
        Self { left: [0.0; BLOCK], right: [0.0; BLOCK], send: [0.0; BLOCK] }
    }
}

impl Mixer {
    /// How many sounds are heard at a time, notes of music among them.
    pub const VOICES: usize = Stage::VOICES;

    /// How long an ambience takes to go, in seconds.
    const LEAVE: f32 = 1.5;
    /// How long everything takes to fall silent, in seconds.
    const SILENCE: f32 = 0.02;

    /// Makes a mixer for so many samples in a second, from 8,000 to 192,000.
    pub fn new(rate: u32, library: Library) -> Self {
        let rate = rate.clamp(8_000, 192_000) as f32;
        Self {
            rate,
            library,
            stage: Stage::default(),
            volumes: Volumes::default(),
            band: Band::default(),
            surroundings: None,
            reverb: Reverb::new(Place::default(), rate),
            hall: Reverb::new(Place::Hall, rate),
            limiter: Limiter::new(rate),
            block: [[0.0; BLOCK]; 2],
            taken: BLOCK,
        }
    }

    /// Returns what it can play.
    pub const fn library(&self) -> &Library {
        &self.library
    }

    /// Plays a sound. Returns `false` if there is none of that name, or if more important
    /// sounds leave no voice for it.
    pub fn play(&mut self, name: &str, cue: &Cue) -> bool {
        self.enter(Entrance {
            bus: cue.bus,
            placing: cue.bearing.map_or(Placing::CENTRE, Bearing::placing),
            level: f32::from(cue.level) / 100.0,
            tune: ratio(cue.semitones.into()),
            seed: cue.seed,
            ..Entrance::new(name.into())
        })
    }

    /// Changes the music at the next bar, with a crossfade; nothing, and an unknown name, let
    /// it fade away. The same mood goes on. The seed decides what is composed.
    pub fn set_mood(&mut self, name: Option<&str>, seed: Seed) {
        let found = name.and_then(|name| {
            let mood = self.library.moods.get(name)?;
            Some((Arc::from(name), mood.clone()))
        });
        self.band.change(found, seed, self.rate);
    }

    /// Sets the tension, from 0 to 1000: which parts of the music play from the next bar on.
    pub fn set_tension(&mut self, tension: u32) {
        self.band.tension = tension;
    }

    /// Changes what the place sounds like; nothing, and an unknown name, let it fade away.
    pub fn set_ambience(&mut self, name: Option<&str>, seed: Seed) {
        self.stage.leave(Bus::Ambience, Self::LEAVE * self.rate);
        let ambience = name.and_then(|name| self.library.ambiences.get(name)).cloned();
        self.surroundings = ambience.map(|ambience| {
            self.reverb.change(ambience.place);
            self.start_beds(&ambience, seed);
            Surroundings::new(ambience, seed, self.rate)
        });
    }

    /// Changes how the place answers.
    pub fn set_place(&mut self, place: Place) {
        self.reverb.change(place);
    }

    /// Sets the volume of a bus in percent; nothing of it is heard at 0.
    pub fn set_volume(&mut self, bus: Bus, percent: u8) {
        self.volumes.set(bus, percent);
    }

    /// Lets everything fall silent at once, but without a click.
    pub fn silence(&mut self) {
        self.surroundings = None;
        self.band.leave(Self::SILENCE * self.rate);
        self.stage.cut(self.rate);
    }

    /// Returns who is heard, in no particular order.
    pub fn sounding(&self) -> Vec<Sounding> {
        self.stage.sounding()
    }

    /// Writes the next samples of both sides, as many as both have room for.
    pub fn render(&mut self, left: &mut [f32], right: &mut [f32]) {
        let count = left.len().min(right.len());
        let mut done = 0;
        while done < count {
            let [from_left, from_right] = self.ready();
            let size = from_left.len().min(count - done);
            left[done..done + size].copy_from_slice(&from_left[..size]);
            right[done..done + size].copy_from_slice(&from_right[..size]);
            self.taken += size;
            done += size;
        }
    }

    /// Writes the next samples, left and right in turn, as whole numbers.
    pub fn render_whole(&mut self, frames: &mut [i16]) {
        for frame in frames.chunks_exact_mut(2) {
            let [left, right] = self.ready();
            (frame[0], frame[1]) = (whole(left[0]), whole(right[0]));
            self.taken += 1;
        }
    }

    /// Returns what is left of the block, which is at least a sample; makes the next if needed.
    fn ready(&mut self) -> [&[f32]; 2] {
        if self.taken == BLOCK {
            self.block = self.next_block();
            self.taken = 0;
        }
        let [left, right] = &self.block;
        [&left[self.taken..], &right[self.taken..]]
    }

    fn next_block(&mut self) -> [Block; 2] {
        self.start_events();
        self.start_notes();
        let ducked = self.stage.ducked();
        self.volumes.advance(ducked, self.rate);
        let (mut world, mut music) = (Sum::new(), Sum::new());
        self.stage.mix(&self.volumes, &self.band, &mut world, &mut music);
        self.reverb.run(&world.send, &mut world.left, &mut world.right);
        self.hall.run(&music.send, &mut music.left, &mut music.right);
        let both = |one: &Block, other: &Block| std::array::from_fn(|at| one[at] + other[at]);
        self.limiter.run([both(&world.left, &music.left), both(&world.right, &music.right)])
    }
}

/// How sounds reach the stage.
impl Mixer {
    fn enter(&mut self, entrance: Entrance) -> bool {
        match self.library.sounds.get(&*entrance.name) {
            Some(sound) => self.stage.enter(entrance, sound, self.rate),
            None => false,
        }
    }

    fn start_beds(&mut self, ambience: &Ambience, seed: Seed) {
        let mut rng = seed.stream(Stream::named("beds"), &[]);
        for bed in &ambience.beds {
            self.enter(Entrance {
                bus: Bus::Ambience,
                placing: Placing::panned(limits::PAN.draw(bed.pan, &mut rng) / 100.0),
                level: limits::LEVEL.draw(bed.level, &mut rng) / 100.0,
                gate: Gate::Endless,
                seed: rng.bits(),
                ..Entrance::new(bed.sound.clone())
            });
        }
    }

    fn start_events(&mut self) {
        let Some(surroundings) = &mut self.surroundings else { return };
        for due in surroundings.advance() {
            self.enter(Entrance {
                bus: Bus::Ambience,
                placing: due.bearing.placing(),
                level: due.level,
                seed: due.seed,
                ..Entrance::new(due.sound)
            });
        }
    }

    fn start_notes(&mut self) {
        for (deck, due) in self.band.advance(self.rate) {
            self.enter(Entrance {
                bus: Bus::Music,
                placing: Placing::panned(due.pan),
                level: due.level,
                tune: due.tune,
                gate: Gate::Samples(due.length),
                seed: due.seed,
                deck,
                ..Entrance::new(due.sound)
            });
        }
    }
}
