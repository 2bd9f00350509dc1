use barrow_dice::Rng;

use crate::BLOCK;
use crate::draw::Draw;
use crate::envelope::{Envelope, Gate};
use crate::filter::Filter;
use crate::maths::ratio;
use crate::wave::{Block, Oscillator, Turning};
use crate::wobble::Wobble;
use barrow_sound::{Layer, Pass, limits};

/// How a sound starts.
#[derive(Clone, Copy, Debug)]
pub struct Start {
    /// Samples per second.
    pub rate: f32,
    /// The factor for all pitches.
    pub tune: f32,
    /// How long it is held.
    pub gate: Gate,
}

/// A layer that is playing.
pub struct Tone {
    oscillator: Oscillator,
    envelope: Envelope,
    rate: f32,
    pitch: f32,
    level: f32,
    /// When it begins, in samples.
    delay: f32,
    length: f32,
    slide: f32,
    vibrato: Option<Wobble>,
    tremolo: Option<Wobble>,
    jumps: Vec<i8>,
    /// The duration of each jump, in samples.
    every: f32,
    filter: Option<MovingFilter>,
    /// The volume at the end of the last block.
    gain: f32,
}

struct MovingFilter {
    pass: Pass,
    /// The frequency as a share of the sample rate.
    share: f32,
    resonance: f32,
    slide: f32,
    sway: Option<Wobble>,
    is_set: bool,
}

impl Tone {
    /// Draws all values of a layer and starts it.
    pub fn new(layer: &Layer, start: Start, rng: &mut Rng) -> Self {
        let Start { rate, tune, gate } = start;
        let pitch = (limits::PITCH.draw(layer.pitch, rng) * tune)
            .clamp(limits::PITCH.min as f32, limits::PITCH.max as f32);
        let envelope = Envelope::new(&layer.envelope, gate, rate, rng);
        let jumps = layer.arpeggio.steps.iter().take(limits::ARPEGGIO).copied().collect();
        Self {
            length: envelope.length(),
            oscillator: Oscillator::new(layer, pitch, rate, rng),
            envelope,
            rate,
            pitch,
            level: limits::LEVEL.draw(layer.level, rng) / 100.0,
            delay: limits::TIME.draw(layer.delay, rng) * rate / 1000.0,
            slide: limits::SLIDE.draw(layer.slide, rng),
            vibrato: Wobble::new(&layer.vibrato, limits::CENTS, rate, rng),
            tremolo: Wobble::new(&layer.tremolo, limits::SHARE, rate, rng),
            jumps,
            every: limits::JUMP.draw(layer.arpeggio.every, rng) * rate / 1000.0,
            filter: MovingFilter::new(layer, rate, rng),
            gain: 0.0,
        }
    }

    /// Returns when it ends, in samples after the start of the sound.
    pub fn end(&self) -> f32 {
        self.delay + self.length
    }

    /// Returns `true` if it plays in the block that begins at `time`.
    fn is_heard(&self, time: f32) -> bool {
        time + BLOCK as f32 > self.delay && time < self.end()
    }

    fn pitch_at(&mut self, time: f32) -> f32 {
        let mut semitones = self.slide * (time / self.length).min(1.0);
        if let Some(vibrato) = &mut self.vibrato {
            semitones += vibrato.next() * (1.0 / 100.0);
        }
        if !self.jumps.is_empty() {
            let jump = (time / self.every) as usize % self.jumps.len();
            semitones += f32::from(self.jumps[jump]);
        }
        if semitones == 0.0 { self.pitch } else { self.pitch * ratio(semitones) }
    }

    /// Fills the block that begins `time` samples after the start of the sound, before its
    /// filter, and returns the volume at both ends of the block.
    fn fill(&mut self, time: f32, block: &mut Block) -> [f32; 2] {
        let time = (time - self.delay).max(0.0);
        let pitch = self.pitch_at(time);
        let loudness = self.envelope.at(time);
        self.oscillator.fill(Turning { pitch, rate: self.rate, loudness }, block);
        [self.gain, self.next_gain(time + BLOCK as f32)]
    }

    fn next_gain(&mut self, time: f32) -> f32 {
        self.gain = self.level * self.envelope.at(time);
        if let Some(tremolo) = &mut self.tremolo {
            self.gain *= tremolo.next_share();
        }
        self.gain
    }
}

/// All layers of a sound.
///
/// A block has three parts: [`ToneBank::begin`] fills the layers, `filter::run_all` filters those of
/// all sounds together, and [`ToneBank::finish`] adds what came out.
pub struct ToneBank {
    plain: Vec<Tone>,
    filtered: Vec<FilteredTone>,
}

/// A layer with its filter, and whether it is heard in this block.
struct FilteredTone {
    tone: Tone,
    filter: Filter,
    is_heard: bool,
}

impl ToneBank {
    /// Starts all layers.
    pub fn new(layers: &[Layer], start: Start, rng: &mut Rng) -> Self {
        let tones = layers.iter().map(|layer| Tone::new(layer, start, rng));
        let (filtered, plain): (Vec<_>, Vec<_>) = tones.partition(|tone| tone.filter.is_some());
        let filtered = filtered.into_iter().map(|tone| FilteredTone {
            tone,
            filter: Filter::default(),
            is_heard: false,
        });
        Self { plain, filtered: filtered.collect() }
    }

    /// Returns when the last of them ends, in samples after the start of the sound.
    pub fn end(&self) -> f32 {
        let filtered = self.filtered.iter().map(|it| &it.tone);
        self.plain.iter().chain(filtered).map(Tone::end).fold(0.0, f32::max)
    }

    /// Begins the block that begins `time` samples after the start of the sound: adds what needs no
    /// filter.
    pub fn begin(&mut self, time: f32, out: &mut Block) {
        for tone in self.plain.iter_mut().filter(|tone| tone.is_heard(time)) {
            let mut block = [0.0; BLOCK];
            let [from, to] = tone.fill(time, &mut block);
            add_ramped(&block, from, to, out);
        }
        for layer in &mut self.filtered {
            layer.begin(time);
        }
    }

    /// Returns the filters that are heard in this block.
    pub fn filters(&mut self) -> impl Iterator<Item = &mut Filter> {
        self.filtered.iter_mut().filter(|it| it.is_heard).map(|it| &mut it.filter)
    }

    /// Adds what was filtered.
    pub fn finish(&self, out: &mut Block) {
        const SILENCE: &Block = &[0.0; BLOCK];
        for layers in self.filtered.chunks(4) {
            let [one, two, three, four]: [&Block; 4] = std::array::from_fn(|index| {
                let heard = layers.get(index).filter(|it| it.is_heard);
                heard.map_or(SILENCE, |it| &it.filter.block)
            });
            for (index, out) in out.iter_mut().enumerate() {
                *out += (one[index] + two[index]) + (three[index] + four[index]);
            }
        }
    }
}

/// Adds a block to `out`, with a volume that moves from `from` to `to`.
pub fn add_ramped(block: &Block, from: f32, to: f32, out: &mut Block) {
    let rise = (to - from) / BLOCK as f32;
    if rise == 0.0 {
        // Most volumes rest, and then a multiplication is enough.
        for (sample, out) in block.iter().zip(out) {
            *out += sample * from;
        }
        return;
    }
    for (index, (sample, out)) in block.iter().zip(out).enumerate() {
        *out += sample * (from + rise * (index + 1) as f32);
    }
}

impl FilteredTone {
    fn begin(&mut self, time: f32) {
        let Self { tone, filter, is_heard } = self;
        *is_heard = tone.is_heard(time);
        if !*is_heard {
            return;
        }
        let [from, to] = tone.fill(time, &mut filter.block);
        (filter.gain, filter.rise) = (from, (to - from) / BLOCK as f32);
        if let Some(moving) = &mut tone.filter {
            moving.set((time - tone.delay) / tone.length, filter);
        }
    }
}

impl MovingFilter {
    fn new(layer: &Layer, rate: f32, rng: &mut Rng) -> Option<Self> {
        let recipe = &layer.filter;
        if recipe.pass == Pass::All {
            return None;
        }
        Some(Self {
            pass: recipe.pass,
            share: limits::PITCH.draw(recipe.pitch, rng) / rate,
            resonance: limits::SHARE.draw(recipe.resonance, rng) / 100.0,
            slide: limits::SLIDE.draw(recipe.slide, rng),
            sway: Wobble::new(&recipe.sway, limits::SWAY, rate, rng),
            is_set: false,
        })
    }

    /// Moves to where it is after this `part` of the layer.
    fn set(&mut self, part: f32, filter: &mut Filter) {
        if self.is_set && self.slide == 0.0 && self.sway.is_none() {
            return;
        }
        let mut semitones = self.slide * part.clamp(0.0, 1.0);
        if let Some(sway) = &mut self.sway {
            semitones += sway.next();
        }
        let share = if semitones == 0.0 { self.share } else { self.share * ratio(semitones) };
        filter.set(self.pass, share, self.resonance);
        self.is_set = true;
    }
}
