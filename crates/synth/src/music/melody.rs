use std::sync::Arc;

use barrow_dice::Rng;
use barrow_sound::{Chord, Scale};

use super::pattern::{self, Beat};

/// A motif of a melody: a rhythm, and how it goes up and down.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Motif {
    /// Each note, and how many steps of the scale it is above the one before.
    notes: Vec<(Beat, i32)>,
}

/// How far a melody goes down and up from its start, in steps of the scale.
const LOWEST: i32 = -4;
const HIGHEST: i32 = 8;

impl Motif {
    /// Draws a motif: one of the rhythms, mostly small steps, and a step back after a leap.
    pub fn new(patterns: &[Arc<str>], steps: u32, rng: &mut Rng) -> Self {
        let chosen = rng.below(patterns.len() as u32) as usize;
        let rhythm = pattern::read(patterns.get(chosen).map_or("", |it| it), steps);
        let mut before: i32 = 0;
        let notes = rhythm.into_iter().map(|beat| {
            let step = if before.abs() > 2 { -before.signum() } else { step(rng) };
            before = step;
            (beat, step)
        });
        Self { notes: notes.collect() }
    }

    /// Returns the motif unchanged, or changed in one way.
    pub fn varied(&self, steps: u32, rng: &mut Rng) -> Self {
        let mut motif = self.clone();
        let count = motif.notes.len() as u32;
        match rng.below(100) {
            0..14 => motif.notes.iter_mut().for_each(|(_, step)| *step = -*step),
            14..30 => motif.drop_note(rng.below(count) as usize),
            30..48 => motif.split_longest(),
            48..62 => {
                if let Some((_, last)) = motif.notes.last_mut() {
                    *last = step(rng);
                }
            }
            62..70 => motif.push_back(steps),
            _ => {}
        }
        motif
    }

    /// Removes a note, but never the first.
    fn drop_note(&mut self, index: usize) {
        if index > 0 && index < self.notes.len() {
            self.notes.remove(index);
        }
    }

    /// Splits the longest note in two; the second half is a step higher.
    fn split_longest(&mut self) {
        let Some(index) = (0..self.notes.len()).max_by_key(|&it| self.notes[it].0.length) else {
            return;
        };
        let beat = self.notes[index].0;
        let half = beat.length / 2;
        if half == 0 {
            return;
        }
        self.notes[index].0.length = half;
        let second = Beat { step: beat.step + half, length: beat.length - half, strong: false };
        self.notes.insert(index + 1, (second, 1));
    }

    /// Begins the last note half a beat late.
    fn push_back(&mut self, steps: u32) {
        if let Some((beat, _)) = self.notes.last_mut()
            && beat.step + 2 < steps
        {
            beat.step += 2;
            beat.length = beat.length.saturating_sub(2).max(1);
        }
    }

    /// Returns the end of a phrase: the motif's first half, then a long note.
    pub fn cadence(&self, steps: u32, closes: bool) -> Self {
        let half = steps / 2;
        let mut notes: Vec<_> =
            self.notes.iter().filter(|(beat, _)| beat.step < half).copied().collect();
        if let Some((beat, _)) = notes.last_mut() {
            beat.length = beat.length.min(half - beat.step);
        }
        let length = if closes { half - 1 } else { half / 2 + 1 };
        notes.push((Beat { step: half, length, strong: true }, if closes { -1 } else { 1 }));
        Self { notes }
    }
}

/// Draws how far a melody moves.
fn step(rng: &mut Rng) -> i32 {
    const STEPS: [i32; 16] = [1, 1, 1, -1, -1, -1, -1, 1, 0, 2, 2, -2, -2, 3, 4, -3];
    STEPS[rng.below(STEPS.len() as u32) as usize]
}

/// Plays a motif over a chord; notes on a beat belong to the chord. `degree` is the current note of
/// the melody, in steps of the scale above the keynote.
pub fn play(motif: &Motif, chord: &Chord, degree: &mut i32) -> Vec<(Beat, i32)> {
    let mut played = Vec::new();
    for &(beat, step) in &motif.notes {
        let mut next = *degree + step;
        if !(LOWEST..=HIGHEST).contains(&next) {
            next = *degree - step;
        }
        if beat.step % 4 == 0 {
            next = nearest_tone(chord, next, step);
        }
        *degree = next.clamp(LOWEST - 2, HIGHEST + 2);
        played.push((beat, *degree));
    }
    played
}

/// Returns the note of the chord that is nearest, in any octave; of two, the one in the direction in
/// which the melody moves.
fn nearest_tone(chord: &Chord, degree: i32, step: i32) -> i32 {
    let up = if step > 0 { 1 } else { -1 };
    let near = (0..7).flat_map(|away| [degree + away * up, degree - away * up]);
    let mut tones = near.filter(|step| chord.tones.iter().any(|tone| is_tone(chord, *tone, *step)));
    tones.next().unwrap_or(degree)
}

/// Returns the root of the chord that is nearest, within the range of melodies.
pub fn nearest_root(chord: &Chord, degree: i32) -> i32 {
    let roots = (LOWEST - 2..=HIGHEST + 2).filter(|step| is_tone(chord, 0, *step));
    roots.min_by_key(|step| (step - degree).abs()).unwrap_or(degree)
}

/// Returns whether a step of the scale is this tone of the chord, in any octave.
fn is_tone(chord: &Chord, tone: i8, step: i32) -> bool {
    (step - i32::from(chord.degree) - i32::from(tone)).rem_euclid(Scale::NOTES) == 0
}
