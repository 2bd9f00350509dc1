//! Music is composed, not looped.

use std::collections::BTreeMap;

use barrow_dice::Seed;
use barrow_synth::{BARS, Library, Mixer, Mood, Note, Phrase, RATE, Role, compose};

use super::measure::{brightness, integrated, mean, peak, steepest};
use super::{default_library, record};

/// Returns the number of phrases in ten minutes.
fn phrases(mood: &Mood) -> u32 {
    let beats = 10 * mood.tempo.high as u32;
    beats / (u32::from(mood.beats) * BARS)
}

/// Returns the phrases of ten minutes.
pub fn ten_minutes(mood: &Mood, seed: u64) -> Vec<Phrase> {
    (0..phrases(mood)).map(|index| compose(mood, Seed(seed), index)).collect()
}

/// Returns how often the most frequent phrase is played.
pub fn most_repeated(phrases: &[Phrase]) -> usize {
    count(phrases.iter().map(score)).into_values().max().unwrap_or_default()
}

/// Returns a phrase without the loudness of its notes.
fn score(phrase: &Phrase) -> Vec<(usize, u32, u32, i32)> {
    phrase.notes.iter().map(|it| (it.part, it.step, it.length, it.pitch)).collect()
}

/// Returns what a listener recognizes of a bar: its rhythm, and how it goes up and down.
fn contour(notes: &[&Note], mood: &Mood) -> Vec<(u32, u32, i32)> {
    let steps = mood.steps();
    let first = notes.first().map_or(0, |it| it.pitch);
    notes.iter().map(|it| (it.step % steps, it.length, (it.pitch - first).signum())).collect()
}

fn count<T: Ord>(things: impl Iterator<Item = T>) -> BTreeMap<T, usize> {
    let mut counts = BTreeMap::new();
    for thing in things {
        *counts.entry(thing).or_insert(0) += 1;
    }
    counts
}

#[test]
fn ten_minutes_hardly_repeat_a_phrase_but_often_a_motif() {
    for (name, mood) in &default_library().moods {
        for seed in 0..5 {
            let all = ten_minutes(mood, seed);
            let repeated = most_repeated(&all);
            assert!(repeated <= 2, "{name}: a phrase comes {repeated} times");

            let tunes = mood.parts.iter().enumerate().filter(|(_, it)| it.role == Role::Melody);
            for (part, _) in tunes.take(1) {
                let bars = all.iter().flat_map(|phrase| {
                    (0..BARS).map(move |bar| {
                        let of_bar = |it: &&Note| it.part == part && it.step / mood.steps() == bar;
                        contour(&phrase.notes.iter().filter(of_bar).collect::<Vec<_>>(), mood)
                    })
                });
                let bars = count(bars.filter(|it| it.len() > 1));
                let known: usize = bars.values().filter(|&&it| it >= 3).sum();
                let share = known * 100 / bars.values().sum::<usize>();
                assert!((25..=95).contains(&share), "{name}: {share} % of bars are known");
            }
        }
    }
}

#[test]
fn each_seed_has_its_own_music_and_always_the_same() {
    for mood in default_library().moods.values() {
        let piece = |seed| {
            (0..16).map(|index| score(&compose(mood, Seed(seed), index))).collect::<Vec<_>>()
        };
        assert_eq!(piece(1), piece(1));
        assert_ne!(piece(1), piece(2));
    }
}

#[test]
fn every_second_phrase_closes() {
    for (name, mood) in &default_library().moods {
        for index in (1..40).step_by(2) {
            let last = compose(mood, Seed(4), index).chords[BARS as usize - 1];
            assert!(mood.chords[last].closes, "{name}, phrase {index}");
        }
    }
}

/// A melody comes home: the last note of a phrase that closes is the root of its chord.
#[test]
fn a_melody_that_closes_ends_on_the_root() {
    for (name, mood) in &default_library().moods {
        for index in (1..40).step_by(2) {
            let phrase = compose(mood, Seed(4), index);
            let chord = &mood.chords[phrase.chords[BARS as usize - 1]];
            let root = mood.scale.semitones(chord.degree.into());
            for (part, it) in mood.parts.iter().enumerate().filter(|it| it.1.role == Role::Melody) {
                let Some(last) = phrase.notes.iter().rfind(|it| it.part == part) else { continue };
                let above = last.pitch - 12 * i32::from(it.octave) - root;
                assert_eq!(above.rem_euclid(12), 0, "{name}, phrase {index}");
            }
        }
    }
}

#[test]
fn melodies_stay_within_a_singable_range() {
    for (name, mood) in &default_library().moods {
        for index in 0..60 {
            for note in compose(mood, Seed(9), index).notes {
                let part = &mood.parts[note.part];
                let above = note.pitch - 12 * i32::from(part.octave);
                if part.role == Role::Melody {
                    assert!((-12..=20).contains(&above), "{name}: {above}");
                }
                assert!(note.step < BARS * mood.steps());
            }
        }
    }
}

/// Returns tempo, notes per second, and brightness.
pub fn character(library: &Library, name: &str) -> [f64; 3] {
    let mood = &library.moods[name];
    let tempo = f64::from(mood.tempo.low + mood.tempo.high) / 2.0;
    let notes: usize = (0..8).map(|index| compose(mood, Seed(1), index).notes.len()).sum();
    let seconds = f64::from(8 * BARS * u32::from(mood.beats)) * 60.0 / tempo;
    let mut mixer = Mixer::new(RATE, library.clone());
    mixer.set_mood(Some(name), Seed(1));
    let [left, _] = record(&mut mixer, 8.0);
    [tempo, notes as f64 / seconds, brightness(&left)]
}

/// Returns how many octaves two moods are apart in tempo, density and brightness together.
pub fn distance(one: [f64; 3], other: [f64; 3]) -> f64 {
    one.iter().zip(other).map(|(one, other)| (one / other).log2().abs()).sum()
}

#[test]
fn moods_differ_in_tempo_density_and_brightness() {
    let library = default_library();
    let moods: Vec<_> =
        library.moods.keys().map(|name| (name, character(&library, name))).collect();
    for (index, (one, character)) in moods.iter().enumerate() {
        for (other, others) in &moods[..index] {
            assert!(
                distance(*character, *others) > 0.5,
                "{one} {character:?} and {other} {others:?}"
            );
        }
    }
    let of = |name: &str| moods.iter().find(|it| &**it.0 == name).unwrap().1;
    let order = ["death", "title", "explore", "depths", "abyss", "boss"].map(|name| of(name)[0]);
    assert!(order.is_sorted(), "the deeper, the faster: {order:?}");
    assert!(of("boss")[1] > 3.0 * of("rest")[1], "a boss is busier than a shop");
    assert!(of("abyss")[2] > 1.2 * of("title")[2]);
}

#[test]
fn music_is_softer_than_effects_and_never_clips() {
    for name in default_library().moods.keys() {
        for tension in [0, 1000] {
            let mut mixer = Mixer::new(RATE, default_library());
            mixer.set_mood(Some(name), Seed(2));
            mixer.set_tension(tension);
            let [left, right] = record(&mut mixer, 10.0);
            let loudness = integrated(&[&left, &right]);
            assert!((-30.0..-20.0).contains(&loudness), "{name}: {loudness} LUFS");
            assert!(peak(&left).max(peak(&right)) < 0.84, "{name} needs the limiter");
            assert!(mean(&left).abs() < 0.001);
        }
    }
}

#[test]
fn tension_adds_parts() {
    let voices = |tension| {
        let mut mixer = Mixer::new(RATE, default_library());
        mixer.set_mood(Some("explore"), Seed(2));
        mixer.set_tension(tension);
        let mut names: Vec<String> = Vec::new();
        for _ in 0..100 {
            record(&mut mixer, 0.2);
            names.extend(mixer.active_sounds().iter().map(|it| it.name.to_string()));
        }
        names.sort_unstable();
        names.dedup();
        names
    };
    let (calm, tense) = (voices(0), voices(1000));
    assert!(!calm.contains(&"drum".to_string()) && tense.contains(&"drum".to_string()));
    assert!(tense.contains(&"strings".to_string()), "{tense:?}");
}

#[test]
fn moods_change_at_a_bar_with_a_crossfade() {
    let mut mixer = Mixer::new(RATE, default_library());
    mixer.set_mood(Some("explore"), Seed(2));
    record(&mut mixer, 3.1);
    let has = |mixer: &Mixer, name: &str| mixer.active_sounds().iter().any(|it| &*it.name == name);
    mixer.set_mood(Some("boss"), Seed(2));
    record(&mut mixer, 0.05);
    assert!(!has(&mixer, "grind"), "not before the bar ends");
    let [change, _] = record(&mut mixer, 3.0);
    assert!(has(&mixer, "grind"));
    let [after, _] = record(&mut mixer, 6.0);
    assert!(steepest(&change) < steepest(&after) * 1.2, "no click between them");
    assert!(!has(&mixer, "harp") && !has(&mixer, "flute"), "the old one is gone");
    mixer.set_mood(None, Seed(2));
    record(&mut mixer, 12.0);
    assert_eq!(mixer.active_sounds(), []);
}

#[test]
fn the_same_mood_continues() {
    let piece = |again: bool| {
        let mut mixer = Mixer::new(RATE, default_library());
        mixer.set_mood(Some("rest"), Seed(2));
        record(&mut mixer, 2.0);
        if again {
            mixer.set_mood(Some("rest"), Seed(2));
        }
        record(&mut mixer, 2.0)
    };
    assert_eq!(piece(false), piece(true));
}
