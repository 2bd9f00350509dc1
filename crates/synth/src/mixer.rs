//! Mixes everything that plays at a time to stereo.

mod music_player;
mod playing;
mod volumes;

use std::sync::Arc;

use barrow_dice::{Seed, Stream};
use barrow_sound::{Ambience, Bus, Cue, Library, Order, Place, limits};

pub use playing::ActiveSound;

use crate::BLOCK;
use crate::ambience::AmbiencePlayer;
use crate::bearing::Placement;
use crate::draw::Draw;
use crate::envelope::Gate;
use crate::limiter::Limiter;
use crate::maths::ratio;
use crate::recording::Recording;
use crate::reverb::Reverb;
use crate::wav::to_i16;
use crate::wave::Block;
use music_player::MusicPlayer;
use playing::{NewSound, Voices};
use volumes::Volumes;

/// Plays sounds, music and ambience.
///
/// Its output depends on the calls and on the sample at which each is made, not on how many samples
/// are requested at a time. A call takes effect with the next block of 64 samples.
pub struct Mixer {
    rate: f32,
    library: Library,
    /// Recordings that play in place of recipes, by the names of these.
    recordings: Vec<(Arc<str>, Recording)>,
    voices: Voices,
    volumes: Volumes,
    music: MusicPlayer,
    surroundings: Option<AmbiencePlayer>,
    /// Sounds that play later, with the blocks until then.
    waiting: Vec<(u32, NewSound)>,
    /// The reverb of the place, and of the hall for the music.
    reverb: Reverb,
    hall: Reverb,
    limiter: Limiter,
    /// The last block, and how many of its samples were taken.
    block: [Block; 2],
    taken: usize,
}

/// The sum of voices: left, right, and what goes into the reverb.
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
    /// The maximum number of sounds at a time, notes of music included.
    pub const VOICES: usize = Voices::VOICES;

    /// The maximum number of sounds that play later.
    const WAITING: usize = 64;
    /// The duration of the fade of an ambience, in seconds.
    const FADE_SECONDS: f32 = 1.5;
    /// The duration of the fade of [`Mixer::silence`], in seconds.
    const SILENCE_SECONDS: f32 = 0.02;

    /// Makes a mixer with this many samples per second, from 8,000 to 192,000.
    pub fn new(rate: u32, library: Library) -> Self {
        let rate = rate.clamp(8_000, 192_000) as f32;
        Self {
            rate,
            library,
            recordings: Vec::new(),
            voices: Voices::default(),
            volumes: Volumes::default(),
            music: MusicPlayer::default(),
            surroundings: None,
            waiting: Vec::new(),
            reverb: Reverb::new(Place::default(), rate),
            hall: Reverb::new(Place::Hall, rate),
            limiter: Limiter::new(rate),
            block: [[0.0; BLOCK]; 2],
            taken: BLOCK,
        }
    }

    /// Returns its library.
    pub const fn library(&self) -> &Library {
        &self.library
    }

    /// Fades everything out, and plays from this library from now on.
    pub fn load(&mut self, library: Library) {
        self.silence();
        self.library = library;
        self.recordings.clear();
    }

    /// Plays a recording in place of the recipe of that name, from now on.
    pub fn record(&mut self, name: &str, recording: Recording) {
        self.recordings.retain(|(other, _)| **other != *name);
        self.recordings.push((name.into(), recording));
    }

    /// Does what an order says.
    pub fn obey(&mut self, order: &Order) {
        match order {
            Order::Play { sound, cue } => {
                self.play(sound, cue);
            }
            Order::Mood { name, seed } => self.set_mood(name.as_deref(), Seed(*seed)),
            Order::Tension(tension) => self.set_tension((*tension).into()),
            Order::Ambience { name, place, seed } => {
                self.set_ambience(name.as_deref(), Seed(*seed));
                if let Some(place) = place {
                    self.set_place(*place);
                }
            }
            Order::Volume { bus, percent } => self.set_volume(*bus, *percent),
            Order::Silence => self.silence(),
        }
    }

    /// Plays a sound. Returns `false` if there is no sound with that name, or if more important
    /// sounds leave no voice for it.
    pub fn play(&mut self, name: &str, cue: &Cue) -> bool {
        let new_sound = NewSound {
            bus: cue.bus,
            placement: cue.bearing.map_or(Placement::CENTER, Placement::of),
            level: f32::from(cue.level) / 100.0,
            tune: ratio(cue.semitones.into()),
            seed: cue.seed,
            ..NewSound::new(name.into())
        };
        let blocks = (f32::from(cue.after) * self.rate / (1000.0 * BLOCK as f32)) as u32;
        if blocks == 0 {
            return self.start(new_sound);
        }
        let known = self.library.sounds.contains_key(name) && self.waiting.len() < Self::WAITING;
        if known {
            self.waiting.push((blocks, new_sound));
        }
        known
    }

    /// Changes the music at the next bar, with a crossfade. `None` and an unknown name fade it out;
    /// the current mood continues. The seed decides what is composed.
    pub fn set_mood(&mut self, name: Option<&str>, seed: Seed) {
        let found = name.and_then(|name| {
            let mood = self.library.moods.get(name)?;
            Some((Arc::from(name), mood.clone()))
        });
        self.music.change(found, seed, self.rate);
    }

    /// Sets the tension from 0 to 1000, which decides which parts play from the next bar on.
    pub fn set_tension(&mut self, tension: u32) {
        self.music.tension = tension;
    }

    /// Changes the ambience. `None` and an unknown name fade it out.
    pub fn set_ambience(&mut self, name: Option<&str>, seed: Seed) {
        self.voices.leave(Bus::Ambience, Self::FADE_SECONDS * self.rate);
        let ambience = name.and_then(|name| self.library.ambiences.get(name)).cloned();
        self.surroundings = ambience.map(|ambience| {
            self.reverb.change(ambience.place);
            self.start_beds(&ambience, seed);
            AmbiencePlayer::new(ambience, seed, self.rate)
        });
    }

    /// Changes the reverb of the place.
    pub fn set_place(&mut self, place: Place) {
        self.reverb.change(place);
    }

    /// Sets the volume of a bus in percent; 0 is silent.
    pub fn set_volume(&mut self, bus: Bus, percent: u8) {
        self.volumes.set(bus, percent);
    }

    /// Fades everything out at once, without a click.
    pub fn silence(&mut self) {
        self.surroundings = None;
        self.waiting.clear();
        self.music.leave(Self::SILENCE_SECONDS * self.rate);
        self.voices.cut(self.rate);
    }

    /// Returns the sounds that are playing, in no particular order.
    pub fn active_sounds(&self) -> Vec<ActiveSound> {
        self.voices.active_sounds()
    }

    /// Writes the next samples of both channels, as many as fit into both.
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

    /// Writes the next samples, left and right interleaved, as 16-bit numbers.
    pub fn render_i16(&mut self, frames: &mut [i16]) {
        for frame in frames.chunks_exact_mut(2) {
            let [left, right] = self.ready();
            (frame[0], frame[1]) = (to_i16(left[0]), to_i16(right[0]));
            self.taken += 1;
        }
    }

    /// Returns the rest of the block, which is at least one sample. Makes the next block if needed.
    fn ready(&mut self) -> [&[f32]; 2] {
        if self.taken == BLOCK {
            self.block = self.next_block();
            self.taken = 0;
        }
        let [left, right] = &self.block;
        [&left[self.taken..], &right[self.taken..]]
    }

    fn next_block(&mut self) -> [Block; 2] {
        self.start_waiting();
        self.start_events();
        self.start_notes();
        let ducked = self.voices.ducked();
        self.volumes.advance(ducked, self.rate);
        let (mut world, mut music) = (Sum::new(), Sum::new());
        self.voices.mix(&self.volumes, &self.music, &mut world, &mut music);
        self.reverb.run(&world.send, &mut world.left, &mut world.right);
        self.hall.run(&music.send, &mut music.left, &mut music.right);
        let both = |one: &Block, other: &Block| std::array::from_fn(|at| one[at] + other[at]);
        self.limiter.run([both(&world.left, &music.left), both(&world.right, &music.right)])
    }
}

/// How sounds start.
impl Mixer {
    fn start(&mut self, new_sound: NewSound) -> bool {
        let Some(sound) = self.library.sounds.get(&*new_sound.name) else { return false };
        let recording = self.recordings.iter().find(|(name, _)| *name == new_sound.name);
        self.voices.start(new_sound, sound, recording.map(|it| &it.1), self.rate)
    }

    fn start_waiting(&mut self) {
        for (blocks, _) in &mut self.waiting {
            *blocks -= 1;
        }
        let due: Vec<NewSound> =
            self.waiting.extract_if(.., |it| it.0 == 0).map(|(_, new_sound)| new_sound).collect();
        for new_sound in due {
            self.start(new_sound);
        }
    }

    fn start_beds(&mut self, ambience: &Ambience, seed: Seed) {
        let mut rng = seed.stream(Stream::named("beds"), &[]);
        for bed in &ambience.beds {
            self.start(NewSound {
                bus: Bus::Ambience,
                placement: Placement::panned(limits::PAN.draw(bed.pan, &mut rng) / 100.0),
                level: limits::LEVEL.draw(bed.level, &mut rng) / 100.0,
                gate: Gate::Endless,
                seed: rng.bits(),
                ..NewSound::new(bed.sound.clone())
            });
        }
    }

    fn start_events(&mut self) {
        let Some(surroundings) = &mut self.surroundings else { return };
        for due in surroundings.advance() {
            self.start(NewSound {
                bus: Bus::Ambience,
                placement: Placement::of(due.bearing),
                level: due.level,
                seed: due.seed,
                ..NewSound::new(due.sound)
            });
        }
    }

    fn start_notes(&mut self) {
        for (deck, due) in self.music.advance(self.rate) {
            self.start(NewSound {
                bus: Bus::Music,
                placement: Placement::panned(due.pan),
                level: due.level,
                tune: due.tune,
                gate: Gate::Samples(due.length),
                seed: due.seed,
                deck,
                ..NewSound::new(due.sound)
            });
        }
    }
}
