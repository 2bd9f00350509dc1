//! The default sounds, each alone.

use std::{env, fs};

use barrow_synth::{Bus, Cue, Library, Mixer, RATE, Sound, digest_of, render};

use super::measure::{mean, momentary, peak};
use super::{default_library, record};

/// The names of sounds that packs use.
const NEEDED: &str = "step swing hit hurt pickup gold door stairs death level_up chest trap boss \
    boss_defeated critical step_wood step_water sizzle click select open close refuse warn gas \
    fire splash push locked unlock throw hunger low_life thud gulp munch blade gate bell chime roar \
    rustle bubble drip";

/// Returns the sounds of effects and interface, which a player hears one by one.
pub fn effects(library: &Library) -> impl Iterator<Item = (&str, &Sound)> {
    NEEDED.split_whitespace().filter(|&it| it != "drip").map(|name| (name, &library.sounds[name]))
}

#[test]
fn the_default_set_is_complete_and_valid() {
    let library = default_library();
    assert_eq!(library.check(), []);
    for name in NEEDED.split_whitespace() {
        assert!(library.sounds.contains_key(name), "{name} is missing");
    }
    assert_eq!(library.moods.len(), 8);
    assert_eq!(library.ambiences.len(), 5);
}

/// Compares a digest of every sample; `BARROW_BLESS=1` rewrites them.
#[test]
fn every_sound_matches_its_golden_digest() {
    let path = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/goldens/digests.txt");
    let lines: Vec<String> = default_library()
        .sounds
        .iter()
        .map(|(name, sound)| format!("{name} {:016x}\n", digest_of(sound, 1)))
        .collect();
    let digests = lines.concat();
    if env::var_os("BARROW_BLESS").is_some() {
        fs::write(path, &digests).unwrap();
    }
    let golden = fs::read_to_string(path).unwrap_or_default().replace("\r\n", "\n");
    assert_eq!(digests, golden, "(BARROW_BLESS=1 accepts this)");
}

#[test]
fn a_seed_gives_the_same_sound_and_another_seed_another() {
    let library = default_library();
    let step = &library.sounds["step"];
    assert_eq!(digest_of(step, 5), digest_of(step, 5));
    let mut digests: Vec<u64> = (0..50).map(|seed| digest_of(step, seed)).collect();
    digests.sort_unstable();
    digests.dedup();
    assert_eq!(digests.len(), 50, "no two steps sound alike");
}

#[test]
fn effects_are_within_six_loudness_units_of_each_other() {
    let library = default_library();
    let mut heard: Vec<(f64, &str)> = Vec::new();
    for (name, sound) in effects(&library) {
        // Ranges differ from seed to seed; the middle of a few is what a player remembers.
        let mut loudness: Vec<f64> =
            (1..=5).map(|seed| momentary(&[&render(sound, seed, RATE)])).collect();
        loudness.sort_by(f64::total_cmp);
        heard.push((loudness[2], name));
    }
    heard.sort_by(|one, other| one.0.total_cmp(&other.0));
    let (softest, loudest) = (heard[0], heard[heard.len() - 1]);
    assert!(loudest.0 - softest.0 < 6.0, "{softest:?} {loudest:?}");
    assert!(
        (-25.5..-23.0).contains(&softest.0) && (-21.0..-18.5).contains(&loudest.0),
        "{heard:?}"
    );
}

#[test]
fn no_effect_needs_the_limiter() {
    let library = default_library();
    for (name, sound) in effects(&library) {
        for seed in 1..=5 {
            let peak = peak(&render(sound, seed, RATE));
            // -1 dBFS in the middle, where each side has 0.707 of it.
            assert!(peak * 0.7072 < 0.85, "{name}, seed {seed}: {peak}");
        }
    }
}

/// No sound jumps at its beginning or end, and none has a constant offset.
#[test]
fn no_sound_clicks_or_has_an_offset() {
    for (name, sound) in &default_library().sounds {
        for seed in 1..=3 {
            let samples = render(sound, seed, RATE);
            let peak = peak(&samples);
            // A rise takes four tenths of a millisecond at least, overdrive or not.
            for (index, sample) in samples.iter().take(20).enumerate() {
                let risen = (index + 1) as f32 / 20.0;
                assert!(sample.abs() <= peak * risen, "{name} begins with {sample} at {index}");
            }
            let end = &samples[samples.len() - 16..];
            assert!(end.iter().all(|it| it.abs() < 0.004), "{name} ends with {end:?}");
            assert!(mean(&samples).abs() < 0.002, "{name} leans by {}", mean(&samples));
        }
    }
}

/// Compares the length of each in milliseconds.
#[test]
fn sounds_have_the_intended_length() {
    let library = default_library();
    for (name, shortest, longest) in [
        ("step", 40, 120),
        ("click", 10, 40),
        ("swing", 150, 300),
        ("hit", 100, 250),
        ("door", 450, 900),
        ("gulp", 300, 600),
        ("level_up", 1_000, 2_000),
        ("death", 2_000, 4_000),
    ] {
        let samples = render(&library.sounds[name], 1, RATE);
        let milliseconds = samples.len() * 1000 / RATE as usize;
        assert!((shortest..=longest).contains(&milliseconds), "{name}: {milliseconds} ms");
    }
}

#[test]
fn a_higher_cue_sounds_higher() {
    let mut pitches = Vec::new();
    for semitones in [0, 12] {
        let mut mixer = Mixer::new(RATE, default_library());
        let cue = Cue { semitones, bus: Bus::Interface, ..Cue::default() };
        assert!(mixer.play("click", &cue));
        let [left, _] = record(&mut mixer, 0.05);
        pitches.push(super::measure::brightness(&left));
    }
    assert!(pitches[1] > pitches[0] * 1.5, "{pitches:?}");
}
