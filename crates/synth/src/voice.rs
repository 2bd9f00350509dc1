use barrow_dice::Rng;

use crate::BLOCK;
use crate::grit::{Crusher, Drive, Repeats};
use crate::recipe::{Sound, limits};
use crate::tone::{Chorus, Start};
use crate::wave::Block;

/// A sound that is being heard.
pub struct Voice {
    chorus: Chorus,
    level: f32,
    drive: Option<Drive>,
    crusher: Option<Crusher>,
    repeats: Option<Repeats>,
    /// Samples since it began.
    age: u64,
    /// When it is over, in samples.
    end: f32,
    /// Set when it is stopped: the volume, and how much it falls in each block.
    fading: Option<(f32, f32)>,
}

impl Voice {
    /// How long a voice takes to fall silent when its end is cut, in seconds.
    const FADE: f32 = 0.012;

    /// Draws all numbers of a recipe and starts it. Numbers beyond the limits of recipes are
    /// moved into them.
    pub fn new(sound: &Sound, start: Start, rng: &mut Rng) -> Self {
        let tune = start.tune * limits::TUNE.draw(sound.pitch, rng) / 100.0;
        let start = Start { tune, ..start };
        let layers = &sound.layers[..sound.layers.len().min(limits::LAYERS)];
        let chorus = Chorus::new(layers, start, rng);
        let repeats = Repeats::new(&sound.echo, start.rate, rng);
        let end = chorus.end() + repeats.as_ref().map_or(0.0, Repeats::length);
        Self {
            chorus,
            level: limits::LEVEL.draw(sound.level, rng) / 100.0,
            drive: Drive::new(limits::SHARE.draw(sound.drive, rng)),
            crusher: Crusher::new(limits::SHARE.draw(sound.crush, rng)),
            repeats,
            age: 0,
            end,
            fading: None,
        }
    }

    /// Returns `true` if nothing more will be heard.
    pub fn is_over(&self) -> bool {
        self.age as f32 >= self.end || self.fading.is_some_and(|(volume, _)| volume <= 0.0)
    }

    /// Lets it fall silent within `samples`, or sooner if it is already falling.
    pub fn fade(&mut self, samples: f32) {
        let fall = BLOCK as f32 / samples.max(BLOCK as f32);
        let (volume, falling) = self.fading.unwrap_or((1.0, 0.0));
        self.fading = Some((volume, fall.max(falling)));
    }

    /// Lets it fall silent as fast as can be done without a click.
    pub fn cut(&mut self, rate: f32) {
        self.fade(Self::FADE * rate);
    }

    /// Returns its volume, which its samples do not have yet.
    pub const fn level(&self) -> f32 {
        self.level
    }

    /// Returns the next samples, at full volume.
    pub fn next(&mut self) -> Block {
        let time = self.age as f32;
        let mut block = [0.0; BLOCK];
        self.chorus.add(time, &mut block);
        if let Some(drive) = &self.drive {
            drive.run(&mut block);
        }
        if let Some(crusher) = &mut self.crusher {
            crusher.run(&mut block);
        }
        if let Some(repeats) = &mut self.repeats {
            repeats.run(&mut block);
        }
        self.fall(&mut block);
        self.age += BLOCK as u64;
        block
    }

    /// Turns the volume down if the voice was stopped.
    fn fall(&mut self, block: &mut Block) {
        let Some((volume, fall)) = &mut self.fading else { return };
        let step = *fall / BLOCK as f32;
        for (index, sample) in block.iter_mut().enumerate() {
            *sample *= (*volume - step * (index + 1) as f32).max(0.0);
        }
        *volume -= *fall;
    }
}
