//! Phrases of four bars, made from a mood and a seed.
//!
//! Music comes in sections of eight phrases with three themes, in the order of [`FORM`]. A
//! theme is a walk of chords and two motifs; the first theme of every other section is the
//! main theme of the run. Each time a theme returns it is varied, so that a listener recognizes it
//! and yet hears something new. Phrases come in pairs: the first ends openly, the second closes, its
//! melody on the root of the last chord.

use barrow_dice::{Rng, Seed, Stream};
use barrow_sound::{Mood, Part, Role, Scale};

use super::melody::{self, Motif};
use super::pattern::{self, Beat};

/// How many bars a phrase has.
pub const BARS: u32 = 4;

/// Which theme each phrase of a section has.
const FORM: [u32; 8] = [0, 0, 1, 0, 2, 2, 1, 0];

/// A note to be played.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Note {
    /// Which part plays it.
    pub part: usize,
    /// When, in steps since the beginning of the phrase.
    pub step: u32,
    /// How many steps it is held.
    pub length: u32,
    /// Its pitch, in semitones above the keynote.
    pub pitch: i32,
    /// Its loudness, in percent.
    pub force: u32,
}

/// Four bars of music.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Phrase {
    /// The chord of each bar.
    pub chords: [usize; BARS as usize],
    /// All notes, by their step.
    pub notes: Vec<Note>,
}

/// What a phrase is made of, the same each time it returns.
pub struct Theme {
    chords: [usize; BARS as usize],
    /// The chord of the last bar when the phrase closes.
    close: usize,
    /// Which of the two motifs each of the first three bars has.
    plan: [usize; 3],
    /// The seed of the motifs and patterns of each part.
    seed: Seed,
}

/// Composes phrase number `index` of a mood. The same seed gives the same phrase.
pub fn compose(mood: &Mood, seed: Seed, index: u32) -> Phrase {
    if mood.chords.is_empty() {
        return Phrase::default();
    }
    let theme = Theme::new(mood, seed, theme_of(index));
    let closes = index % 2 == 1;
    let mut phrase = Phrase { chords: theme.chords, notes: Vec::new() };
    if closes {
        phrase.chords[BARS as usize - 1] = theme.close;
    }
    for (number, part) in mood.parts.iter().enumerate() {
        let mut rng = seed.stream(Stream::named("part"), &[index, number as u32]);
        if rng.below(100) < u32::from(part.rests) {
            continue;
        }
        let mut writer = Writer { mood, part, number, theme: &theme, closes, rng };
        writer.write(&mut phrase);
    }
    phrase.notes.sort_by_key(|note| note.step);
    phrase
}

fn theme_of(index: u32) -> u32 {
    let (section, phrase) = (index / FORM.len() as u32, index as usize % FORM.len());
    match FORM[phrase] {
        0 if section % 2 == 0 => 0,
        letter => 1 + section * 3 + letter,
    }
}

impl Theme {
    fn new(mood: &Mood, seed: Seed, number: u32) -> Self {
        let mut rng = seed.stream(Stream::named("theme"), &[number]);
        let mut chords = [0; BARS as usize];
        for bar in 1..chords.len() {
            chords[bar] = follower(mood, chords[bar - 1], &mut rng, |_| true);
        }
        let before = chords[chords.len() - 2];
        let close = follower(mood, before, &mut rng, |chord| mood.chords[chord].closes);
        let plans = [[0, 0, 1], [0, 1, 0], [0, 1, 1], [0, 0, 0]];
        let plan = plans[rng.below(plans.len() as u32) as usize];
        Self { chords, close, plan, seed: Seed(rng.wide_bits()) }
    }
}

/// Draws the chord after another among those that fit. Returns the first that fits if none has a
/// weight, and the tonic if none fits.
fn follower(mood: &Mood, chord: usize, rng: &mut Rng, fits: impl Fn(usize) -> bool) -> usize {
    let fitting = || (0..mood.chords.len()).filter(|&next| fits(next));
    let weight = |next: usize| mood.chords[chord].next.get(next).copied().map_or(0, u32::from);
    let sum = fitting().map(weight).sum();
    let mut drawn = rng.below(sum);
    let first = fitting().next().unwrap_or(0);
    if sum == 0 {
        return first;
    }
    for next in fitting() {
        if drawn < weight(next) {
            return next;
        }
        drawn -= weight(next);
    }
    first
}

/// Writes the notes of one part.
struct Writer<'m> {
    mood: &'m Mood,
    part: &'m Part,
    number: usize,
    theme: &'m Theme,
    closes: bool,
    rng: Rng,
}

impl Writer<'_> {
    fn write(&mut self, phrase: &mut Phrase) {
        if self.part.role == Role::Melody {
            return self.write_melody(phrase);
        }
        let usual = self.usual_pattern();
        let mut played = 0;
        for bar in 0..BARS {
            let rhythm = self.rhythm_of(bar, usual);
            for (index, beat) in rhythm.iter().enumerate() {
                let is_last = index + 1 == rhythm.len();
                for step in self.steps_for(bar, phrase, played, is_last) {
                    self.push(phrase, bar, *beat, step);
                }
                played += 1;
            }
        }
    }

    /// Returns the usual pattern of the theme, or sometimes another.
    fn usual_pattern(&mut self) -> usize {
        let count = self.part.patterns.len() as u32;
        let mut theme = self.theme.seed.stream(Stream::named("pattern"), &[self.number as u32]);
        let usual = theme.below(count);
        if self.rng.below(100) < 35 { self.rng.below(count) as usize } else { usual as usize }
    }

    /// Returns the rhythm of a bar; the last bar may be a fill.
    fn rhythm_of(&mut self, bar: u32, usual: usize) -> Vec<Beat> {
        let count = self.part.patterns.len() as u32;
        let is_fill = bar + 1 == BARS && self.rng.below(100) < 50;
        let chosen = if is_fill { self.rng.below(count) as usize } else { usual };
        let pattern = self.part.patterns.get(chosen).map_or("", |it| it);
        pattern::read(pattern, self.mood.steps())
    }

    /// Returns the steps of the scale to be played together, above the keynote.
    fn steps_for(&mut self, bar: u32, phrase: &Phrase, played: usize, is_last: bool) -> Vec<i32> {
        let chord = &self.mood.chords[phrase.chords[bar as usize]];
        let root = i32::from(chord.degree);
        let tones = || chord.tones.iter().map(|&tone| root + i32::from(tone));
        match self.part.role {
            Role::Chords => tones().map(near_keynote).collect(),
            Role::Arpeggio => {
                let count = chord.tones.len().max(1);
                let mut order = self.theme.seed.stream(Stream::named("order"), &[]);
                let index = match order.below(3) {
                    0 => played % count,
                    1 => count - 1 - played % count,
                    _ => bounced(played, count),
                };
                tones().nth(index).into_iter().collect()
            }
            Role::Bass if is_last && self.rng.below(100) < 30 => {
                let next = phrase.chords[(bar as usize + 1) % BARS as usize];
                let target = i32::from(self.mood.chords[next].degree);
                let leading = [root + 4, target - 1, target + 1];
                vec![near_keynote(leading[self.rng.below(3) as usize])]
            }
            Role::Bass => vec![near_keynote(root)],
            Role::Melody | Role::Drone | Role::Drum => vec![0],
        }
    }

    fn write_melody(&mut self, phrase: &mut Phrase) {
        let steps = self.mood.steps();
        let mut theme = self.theme.seed.stream(Stream::named("motif"), &[self.number as u32]);
        let motifs = [(); 2].map(|()| Motif::new(&self.part.patterns, steps, &mut theme));
        let mut degree = 0;
        for bar in 0..BARS {
            let chord = &self.mood.chords[phrase.chords[bar as usize]];
            let motif = match self.theme.plan.get(bar as usize) {
                Some(&which) => motifs[which].varied(steps, &mut self.rng),
                None => motifs[1].cadence(steps, self.closes),
            };
            let mut notes = melody::play(&motif, chord, &mut degree);
            if bar + 1 == BARS
                && self.closes
                && let Some((_, last)) = notes.last_mut()
            {
                *last = melody::nearest_root(chord, *last);
            }
            for (beat, step) in notes {
                self.push(phrase, bar, beat, step);
            }
        }
    }

    fn push(&mut self, phrase: &mut Phrase, bar: u32, beat: Beat, step: i32) {
        let base = if beat.strong { 100 } else { 78 };
        phrase.notes.push(Note {
            part: self.number,
            step: bar * self.mood.steps() + beat.step,
            length: beat.length,
            pitch: self.mood.scale.semitones(step) + 12 * i32::from(self.part.octave),
            force: base + self.rng.below(13),
        });
    }
}

/// Moves a step of the scale to within an octave around the keynote.
const fn near_keynote(step: i32) -> i32 {
    (step + 3).rem_euclid(Scale::NOTES) - 3
}

/// Returns an index that goes up and down through `count` items.
const fn bounced(played: usize, count: usize) -> usize {
    let round = if count > 1 { 2 * (count - 1) } else { 1 };
    let index = played % round;
    if index < count { index } else { round - index }
}
