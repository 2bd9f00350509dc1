use std::sync::Arc;

use barrow_dice::Rng;
use barrow_sound::{Bus, Sound, limits};

use super::Sum;
use super::music_player::MusicPlayer;
use super::volumes::Volumes;
use crate::bearing::{LowPass, Placement};
use crate::draw::Draw;
use crate::envelope::Gate;
use crate::filter::run_all;
use crate::recording::Recording;
use crate::tone::{Start, add_ramped};
use crate::voice::Voice;

/// A sound that is playing, as reported to callers.
#[derive(Clone, Debug, PartialEq)]
pub struct ActiveSound {
    /// The name of the sound.
    pub name: Arc<str>,
    /// Its bus.
    pub bus: Bus,
    /// How it is heard at its position.
    pub placement: Placement,
    /// Its own volume.
    pub level: f32,
}

/// A sound to be started.
pub struct NewSound {
    pub name: Arc<str>,
    pub bus: Bus,
    pub placement: Placement,
    /// The volume, where 1 is that of the recipe.
    pub level: f32,
    /// The factor for its pitches.
    pub tune: f32,
    pub gate: Gate,
    /// The seed of its ranges.
    pub seed: u32,
    /// The number of its deck, if it is a note.
    pub deck: u32,
}

impl NewSound {
    /// Returns an effect in the center, as in its recipe.
    pub fn new(name: Arc<str>) -> Self {
        Self {
            name,
            bus: Bus::Effects,
            placement: Placement::CENTER,
            level: 1.0,
            tune: 1.0,
            gate: Gate::Recipe,
            seed: 0,
            deck: 0,
        }
    }
}

/// A voice that is playing.
struct Playing {
    heard: ActiveSound,
    voice: Voice,
    priority: u8,
    /// How much softer the music gets for it.
    duck: f32,
    /// Its number among all sounds so far.
    number: u64,
    deck: u32,
    low_pass: Option<LowPass>,
    /// The volumes at the end of the last block; `None` before the first.
    gains: Option<[f32; 3]>,
    /// The sound that takes its voice once it has faded out.
    next: Option<Box<Playing>>,
}

impl Playing {
    fn new(new_sound: NewSound, sound: &Sound, recording: Option<&Recording>, rate: f32) -> Self {
        let NewSound { name, bus, placement, level, tune, gate, seed, deck } = new_sound;
        let mut rng = Rng::new(seed);
        let start = Start { rate, tune, gate };
        let voice = match recording {
            Some(recording) => Voice::recorded(recording, start),
            None => Voice::new(sound, start, &mut rng),
        };
        let reverb = limits::SHARE.draw(sound.reverb, &mut rng) / 100.0;
        let placement = Placement { send: placement.send * reverb, ..placement };
        let level = level.clamp(0.0, limits::LEVEL.max as f32 / 100.0);
        Self {
            heard: ActiveSound { name, bus, placement, level },
            voice,
            priority: sound.priority,
            duck: f32::from(sound.duck.min(100)) / 100.0,
            number: 0,
            deck,
            low_pass: placement.dull.map(|corner| LowPass::new(corner, rate)),
            gains: None,
            next: None,
        }
    }

    /// Returns the importance of the sound that has the voice or waits for it. Among equals, the
    /// oldest gives way first, and one that has not started last.
    fn importance(&self) -> (u8, bool, u64) {
        let last = self.next.as_deref().unwrap_or(self);
        (last.priority, self.next.is_some(), last.number)
    }

    /// Adds the block that was begun and filtered.
    fn mix(&mut self, volume: f32, sum: &mut Sum) {
        let Placement { left, right, send, .. } = self.heard.placement;
        let volume = volume * self.heard.level * self.voice.level();
        let to = [left * volume, right * volume, send * volume];
        let from = self.gains.replace(to).unwrap_or(to);
        let block = self.voice.finish();
        if let Some(low_pass) = &mut self.low_pass {
            low_pass.run(block);
        }
        add_ramped(block, from[0], to[0], &mut sum.left);
        add_ramped(block, from[1], to[1], &mut sum.right);
        add_ramped(block, from[2], to[2], &mut sum.send);
    }
}

/// All voices that are playing.
#[derive(Default)]
pub struct Voices {
    playing: Vec<Playing>,
    /// The number of sounds so far.
    count: u64,
}

impl Voices {
    pub const VOICES: usize = 24;

    /// Gives a sound a voice. If there is no free voice, the least important and oldest sound gives
    /// way, unless all are more important; then this returns `false`. A recording plays in place of
    /// the recipe.
    pub fn start(
        &mut self,
        new_sound: NewSound,
        sound: &Sound,
        recording: Option<&Recording>,
        rate: f32,
    ) -> bool {
        self.count += 1;
        let playing = Playing::new(new_sound, sound, recording, rate);
        let playing = Playing { number: self.count, ..playing };
        if self.playing.len() < Self::VOICES {
            self.playing.push(playing);
            return true;
        }
        let victim = self.playing.iter_mut().min_by_key(|it| it.importance());
        let Some(victim) = victim.filter(|it| it.importance().0 <= playing.priority) else {
            return false;
        };
        victim.voice.cut(rate);
        victim.next = Some(Box::new(playing));
        true
    }

    /// Returns the volume of the music beside the sounds that duck it.
    pub fn ducked(&self) -> f32 {
        1.0 - self.playing.iter().map(|it| it.duck).fold(0.0, f32::max)
    }

    /// Fades all sounds of a bus out.
    pub fn leave(&mut self, bus: Bus, samples: f32) {
        for playing in self.playing.iter_mut().filter(|it| it.heard.bus == bus) {
            playing.voice.fade(samples);
        }
    }

    /// Fades everything out at once.
    pub fn cut(&mut self, rate: f32) {
        for playing in &mut self.playing {
            playing.voice.cut(rate);
            playing.next = None;
        }
    }

    pub fn active_sounds(&self) -> Vec<ActiveSound> {
        let last = |it: &Playing| it.next.as_ref().map_or(&it.heard, |next| &next.heard).clone();
        self.playing.iter().map(last).collect()
    }

    /// Adds a block of every voice to the sum of the world or of the music.
    pub fn mix(&mut self, volumes: &Volumes, band: &MusicPlayer, world: &mut Sum, music: &mut Sum) {
        for playing in &mut self.playing {
            playing.voice.begin();
        }
        run_all(self.playing.iter_mut().flat_map(|it| it.voice.filters()));
        for playing in &mut self.playing {
            let volume = volumes.of(playing.heard.bus);
            if playing.heard.bus == Bus::Music {
                playing.mix(volume * band.volume_of(playing.deck), music);
            } else {
                playing.mix(volume, world);
            }
            if playing.voice.is_over()
                && let Some(next) = playing.next.take()
            {
                *playing = *next;
            }
        }
        self.playing.retain(|playing| !playing.voice.is_over());
    }
}
