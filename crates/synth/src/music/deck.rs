use std::sync::Arc;

use barrow_dice::{Rng, Seed, Stream};
use barrow_sound::{Mood, Role, limits};

use super::{BARS, Phrase, compose};
use crate::BLOCK;
use crate::draw::Draw;
use crate::maths::ratio;

/// A note that starts now.
#[derive(Clone, Debug, PartialEq)]
pub struct DueNote {
    /// The name of its sound.
    pub sound: Arc<str>,
    /// The factor for the pitches of its sound.
    pub tune: f32,
    /// How long it is held, in samples.
    pub length: f32,
    /// Its volume.
    pub level: f32,
    /// Its stereo position, from -1 (left) to 1 (right).
    pub pan: f32,
    /// The seed of its sound.
    pub seed: u32,
}

/// Plays a mood, phrase after phrase.
pub struct Deck {
    mood: Mood,
    seed: Seed,
    rng: Rng,
    /// The keynote as a MIDI number.
    key: i32,
    /// How long a step is, in samples.
    step_length: f32,
    /// The current phrase, its number, and how many of its notes were played.
    phrase: Phrase,
    index: u32,
    played: usize,
    /// The next step of the phrase, and the samples until then.
    step: u32,
    wait: f32,
    /// Which parts play in this bar.
    playing: Vec<bool>,
    /// The volume, and how much it changes in a block.
    volume: f32,
    change: f32,
}

impl Deck {
    /// Starts a mood with phrase number `index`.
    pub fn new(mood: Mood, seed: Seed, index: u32, rate: f32) -> Self {
        let mut rng = seed.stream(Stream::named("mood"), &[]);
        let tempo = limits::TEMPO.draw(mood.tempo, &mut rng);
        let key = limits::KEY.draw(mood.key, &mut rng) as i32;
        let phrase = compose(&mood, seed, index);
        Self {
            seed,
            rng: seed.stream(Stream::named("notes"), &[index]),
            key,
            step_length: rate * 15.0 / tempo,
            phrase,
            index,
            played: 0,
            step: 0,
            wait: 0.0,
            playing: vec![false; mood.parts.len()],
            volume: 1.0,
            change: 0.0,
            mood,
        }
    }

    /// Returns its volume.
    pub fn volume(&self) -> f32 {
        self.volume * f32::from(self.mood.level.min(limits::LEVEL.max as u16)) / 100.0
    }

    /// Returns how long a bar is, in samples.
    pub fn bar_length(&self) -> f32 {
        self.step_length * self.mood.steps() as f32
    }

    /// Returns `true` if a bar begins with the next block.
    pub fn is_at_bar(&self) -> bool {
        self.wait <= 0.0 && self.step.is_multiple_of(self.mood.steps())
    }

    /// Fades in within `samples`.
    pub fn fade_in(&mut self, samples: f32) {
        (self.volume, self.change) = (0.0, BLOCK as f32 / samples.max(BLOCK as f32));
    }

    /// Fades out within `samples`.
    pub fn fade_out(&mut self, samples: f32) {
        self.change = -(BLOCK as f32) / samples.max(BLOCK as f32);
    }

    /// Returns `true` if it has faded out.
    pub fn is_over(&self) -> bool {
        self.change < 0.0 && self.volume <= 0.0
    }

    /// Returns the notes that start with the next block, and advances by one block.
    pub fn advance(&mut self, tension: u32) -> Vec<DueNote> {
        self.volume = (self.volume + self.change).clamp(0.0, 1.0);
        let mut due = Vec::new();
        while self.wait <= 0.0 {
            if self.step.is_multiple_of(self.mood.steps()) {
                self.choose_parts(tension);
            }
            self.take_notes(&mut due);
            self.wait += self.step_length;
            self.step += 1;
            if self.step == BARS * self.mood.steps() {
                self.index = self.index.wrapping_add(1);
                self.phrase = compose(&self.mood, self.seed, self.index);
                (self.step, self.played) = (0, 0);
            }
        }
        self.wait -= BLOCK as f32;
        due
    }

    fn choose_parts(&mut self, tension: u32) {
        let tension = tension.min(limits::TENSION.max as u32) as i32;
        for (plays, part) in self.playing.iter_mut().zip(&self.mood.parts) {
            *plays = (part.tension.low..=part.tension.high).contains(&tension);
        }
    }

    fn take_notes(&mut self, due: &mut Vec<DueNote>) {
        while let Some(note) = self.phrase.notes.get(self.played)
            && note.step <= self.step
        {
            self.played += 1;
            let part = &self.mood.parts[note.part];
            // Every note draws once, whether it is played or not, so that the tension does not
            // change how others sound.
            let seed = self.rng.bits();
            if !self.playing[note.part] {
                continue;
            }
            let semitones = (self.key + note.pitch - 69) as f32;
            let level = f32::from(part.level.min(limits::LEVEL.max as u16)) / 100.0;
            due.push(DueNote {
                sound: part.sound.clone(),
                tune: if part.role == Role::Drum { 1.0 } else { ratio(semitones) },
                length: note.length as f32 * self.step_length,
                level: level * note.force as f32 / 100.0,
                pan: f32::from(part.pan) / 100.0,
                seed,
            });
        }
    }
}
