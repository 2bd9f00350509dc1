use barrow_dice::Rng;

use crate::BLOCK;
use crate::draw::Draw;
use crate::effects::{Crusher, Drive, EchoLine};
use crate::filter::Filter;
use crate::recording::{Playback, Recording};
use crate::tone::{Start, ToneBank};
use crate::wave::Block;
use barrow_sound::{Sound, limits};

/// Where the samples of a voice come from.
enum Source {
    Recipe(ToneBank),
    Recording(Playback),
}

/// A sound that is playing.
pub struct Voice {
    source: Source,
    /// The current block.
    block: Block,
    level: f32,
    drive: Option<Drive>,
    crusher: Option<Crusher>,
    repeats: Option<EchoLine>,
    /// Samples since it began.
    age: u64,
    /// When it is over, in samples.
    end: f32,
    /// The volume and how much it falls in each block, once it is being stopped.
    fading: Option<(f32, f32)>,
}

impl Voice {
    /// The duration of the fade when it is cut off, in seconds.
    const FADE: f32 = 0.012;

    /// Draws all values of a recipe, clamped to the limits, and starts it.
    pub fn new(sound: &Sound, start: Start, rng: &mut Rng) -> Self {
        let tune = start.tune * limits::TUNE.draw(sound.pitch, rng) / 100.0;
        let start = Start { tune, ..start };
        let layers = &sound.layers[..sound.layers.len().min(limits::LAYERS)];
        let tones = ToneBank::new(layers, start, rng);
        let repeats = EchoLine::new(&sound.echo, start.rate, rng);
        let end = tones.end() + repeats.as_ref().map_or(0.0, EchoLine::length);
        Self {
            source: Source::Recipe(tones),
            block: [0.0; BLOCK],
            level: limits::LEVEL.draw(sound.level, rng) / 100.0,
            drive: Drive::new(limits::SHARE.draw(sound.drive, rng)),
            crusher: Crusher::new(limits::SHARE.draw(sound.crush, rng)),
            repeats,
            age: 0,
            end,
            fading: None,
        }
    }

    /// Starts a recording, without any effect.
    pub fn recorded(recording: &Recording, start: Start) -> Self {
        let playback = Playback::new(recording, start.rate, start.tune);
        Self {
            end: playback.length(),
            source: Source::Recording(playback),
            block: [0.0; BLOCK],
            level: 1.0,
            drive: None,
            crusher: None,
            repeats: None,
            age: 0,
            fading: None,
        }
    }

    /// Returns `true` if it has ended.
    pub fn is_over(&self) -> bool {
        self.age as f32 >= self.end || self.fading.is_some_and(|(volume, _)| volume <= 0.0)
    }

    /// Fades it out within `samples`, or sooner if it is already fading.
    pub fn fade(&mut self, samples: f32) {
        let fall = BLOCK as f32 / samples.max(BLOCK as f32);
        let (volume, falling) = self.fading.unwrap_or((1.0, 0.0));
        self.fading = Some((volume, fall.max(falling)));
    }

    /// Fades it out as fast as possible without a click.
    pub fn cut(&mut self, rate: f32) {
        self.fade(Self::FADE * rate);
    }

    /// Returns its volume, which its samples do not include.
    pub const fn level(&self) -> f32 {
        self.level
    }

    /// Begins the next block, up to its filters.
    pub fn begin(&mut self) {
        self.block = [0.0; BLOCK];
        match &mut self.source {
            Source::Recipe(tones) => tones.begin(self.age as f32, &mut self.block),
            Source::Recording(playback) => playback.add(&mut self.block),
        }
    }

    /// Returns what must be filtered before the block can be finished.
    pub fn filters(&mut self) -> impl Iterator<Item = &mut Filter> {
        let tones = match &mut self.source {
            Source::Recipe(tones) => Some(tones),
            Source::Recording(_) => None,
        };
        tones.into_iter().flat_map(ToneBank::filters)
    }

    /// Finishes the block that was begun and filtered, and returns it at full volume.
    pub fn finish(&mut self) -> &mut Block {
        let block = &mut self.block;
        if let Source::Recipe(tones) = &mut self.source {
            tones.finish(block);
        }
        if let Some(drive) = &self.drive {
            drive.run(block);
        }
        if let Some(crusher) = &mut self.crusher {
            crusher.run(block);
        }
        if let Some(repeats) = &mut self.repeats {
            repeats.run(block);
        }
        self.fall();
        self.age += BLOCK as u64;
        &mut self.block
    }

    /// Turns the volume down if the voice was stopped.
    fn fall(&mut self) {
        let Some((volume, fall)) = &mut self.fading else { return };
        let step = *fall / BLOCK as f32;
        for (index, sample) in self.block.iter_mut().enumerate() {
            *sample *= (*volume - step * (index + 1) as f32).max(0.0);
        }
        *volume -= *fall;
    }
}
