use std::sync::Arc;

use barrow_dice::Rng;

use super::Sum;
use super::band::Band;
use super::bus::{Bus, Volumes};
use crate::BLOCK;
use crate::bearing::{Dullness, Placing};
use crate::envelope::Gate;
use crate::recipe::{Sound, limits};
use crate::tone::Start;
use crate::voice::Voice;
use crate::wave::Block;

/// A sound that is heard, for those who want to know.
#[derive(Clone, Debug, PartialEq)]
pub struct Sounding {
    /// Which sound.
    pub name: Arc<str>,
    /// What it belongs to.
    pub bus: Bus,
    /// How it is heard from where it is.
    pub placing: Placing,
    /// Its volume before that.
    pub level: f32,
}

/// A sound that is to be heard.
pub struct Entrance {
    pub name: Arc<str>,
    pub bus: Bus,
    pub placing: Placing,
    /// The volume, where 1 is what the recipe says.
    pub level: f32,
    /// What its pitches are multiplied with.
    pub tune: f32,
    pub gate: Gate,
    /// What its ranges are drawn from.
    pub seed: u32,
    /// Which deck of music it belongs to.
    pub deck: u32,
}

impl Entrance {
    /// Returns an effect in the middle, as its recipe says.
    pub fn new(name: Arc<str>) -> Self {
        Self {
            name,
            bus: Bus::Effects,
            placing: Placing::CENTRE,
            level: 1.0,
            tune: 1.0,
            gate: Gate::Recipe,
            seed: 0,
            deck: 0,
        }
    }
}

/// A voice on the stage.
struct Playing {
    heard: Sounding,
    voice: Voice,
    priority: u8,
    /// How far the music steps back for it.
    duck: f32,
    /// How many sounds came before it.
    number: u64,
    deck: u32,
    dullness: Option<Dullness>,
    /// The volumes at the end of the last block; nothing before the first.
    gains: Option<[f32; 3]>,
    /// What takes its voice once it has fallen silent.
    next: Option<Box<Playing>>,
}

impl Playing {
    fn new(entrance: Entrance, sound: &Sound, rate: f32) -> Self {
        let Entrance { name, bus, placing, level, tune, gate, seed, deck } = entrance;
        let mut rng = Rng::new(seed);
        let voice = Voice::new(sound, Start { rate, tune, gate }, &mut rng);
        let reverb = limits::SHARE.draw(sound.reverb, &mut rng) / 100.0;
        let placing = Placing { send: placing.send * reverb, ..placing };
        let level = level.clamp(0.0, limits::LEVEL.max as f32 / 100.0);
        Self {
            heard: Sounding { name, bus, placing, level },
            voice,
            priority: sound.priority,
            duck: f32::from(sound.duck.min(100)) / 100.0,
            number: 0,
            deck,
            dullness: placing.dull.map(|corner| Dullness::new(corner, rate)),
            gains: None,
            next: None,
        }
    }

    /// Returns how important what holds the voice, or waits for it, is. Of equals, the oldest
    /// gives way first, and what has not even begun last.
    fn claim(&self) -> (u8, bool, u64) {
        let last = self.next.as_deref().unwrap_or(self);
        (last.priority, self.next.is_some(), last.number)
    }

    fn mix(&mut self, volume: f32, sum: &mut Sum) {
        let mut block = self.voice.next();
        if let Some(dullness) = &mut self.dullness {
            dullness.run(&mut block);
        }
        let Placing { left, right, send, .. } = self.heard.placing;
        let volume = volume * self.heard.level * self.voice.level();
        let to = [left * volume, right * volume, send * volume];
        let from = self.gains.replace(to).unwrap_or(to);
        add(&block, from[0], to[0], &mut sum.left);
        add(&block, from[1], to[1], &mut sum.right);
        add(&block, from[2], to[2], &mut sum.send);
    }
}

fn add(block: &Block, from: f32, to: f32, out: &mut Block) {
    let rise = (to - from) / BLOCK as f32;
    for (index, (sample, out)) in block.iter().zip(out).enumerate() {
        *out += sample * (from + rise * (index + 1) as f32);
    }
}

/// All voices that are heard.
#[derive(Default)]
pub struct Stage {
    playing: Vec<Playing>,
    /// How many sounds came so far.
    count: u64,
}

impl Stage {
    pub const VOICES: usize = 24;

    /// Gives a sound a voice. If there is no room, the least important and oldest one that is not more
    /// important falls silent for it; if there is none, returns `false`.
    pub fn enter(&mut self, entrance: Entrance, sound: &Sound, rate: f32) -> bool {
        self.count += 1;
        let playing = Playing { number: self.count, ..Playing::new(entrance, sound, rate) };
        if self.playing.len() < Self::VOICES {
            self.playing.push(playing);
            return true;
        }
        let victim = self.playing.iter_mut().min_by_key(|it| it.claim());
        let Some(victim) = victim.filter(|it| it.claim().0 <= playing.priority) else {
            return false;
        };
        victim.voice.cut(rate);
        victim.next = Some(Box::new(playing));
        true
    }

    /// Returns what the most important sounds leave of the music's volume.
    pub fn ducked(&self) -> f32 {
        1.0 - self.playing.iter().map(|it| it.duck).fold(0.0, f32::max)
    }

    /// Lets all of a bus fall silent.
    pub fn leave(&mut self, bus: Bus, samples: f32) {
        for playing in self.playing.iter_mut().filter(|it| it.heard.bus == bus) {
            playing.voice.fade(samples);
        }
    }

    /// Lets everything fall silent at once.
    pub fn cut(&mut self, rate: f32) {
        for playing in &mut self.playing {
            playing.voice.cut(rate);
            playing.next = None;
        }
    }

    pub fn sounding(&self) -> Vec<Sounding> {
        let last = |it: &Playing| it.next.as_ref().map_or(&it.heard, |next| &next.heard).clone();
        self.playing.iter().map(last).collect()
    }

    /// Adds a block of every voice to the sum of the world or of the music.
    pub fn mix(&mut self, volumes: &Volumes, band: &Band, world: &mut Sum, music: &mut Sum) {
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
