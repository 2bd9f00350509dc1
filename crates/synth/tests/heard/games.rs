//! The shipped games, each with its own sounds, moods and ambience.

#![expect(clippy::unwrap_used, reason = "a helper of tests may panic like a test")]

use std::fs;
use std::path::{Path, PathBuf};

use barrow_dice::Seed;
use barrow_pack::{Files, Pack, load};
use barrow_synth::{Library, Mixer, RATE, Sound, render};

use super::measure::{brightness, integrated, mean, momentary, peak, steepest};
use super::record;

fn collect(folder: &Path, prefix: &str, into: &mut Vec<(String, Vec<u8>)>) {
    for entry in fs::read_dir(folder).unwrap().map(|it| it.unwrap().path()) {
        let name = format!("{prefix}{}", entry.file_name().unwrap().display());
        if entry.is_dir() {
            collect(&entry, &format!("{name}/"), into);
        } else {
            into.push((name, fs::read(&entry).unwrap()));
        }
    }
}

/// Returns all shipped games by name.
fn games() -> Vec<(String, std::sync::Arc<Pack>)> {
    let folder = PathBuf::from(concat!(env!("CARGO_MANIFEST_DIR"), "/../../packs"));
    let mut all = Vec::new();
    for path in fs::read_dir(folder).unwrap().map(|it| it.unwrap().path()).filter(|it| it.is_dir())
    {
        let mut files = Vec::new();
        collect(&path, "", &mut files);
        let name = path.file_name().unwrap().display().to_string();
        let pack = load(Files::new(files.into_iter().collect())).pack.expect("it is shipped");
        all.push((name, pack));
    }
    all.sort_by(|one, other| one.0.cmp(&other.0));
    all
}

/// Returns the sounds that are played by themselves: neither instruments nor beds.
fn effects(library: &Library) -> Vec<(&str, &Sound)> {
    let parts = library.moods.values().flat_map(|it| it.parts.iter().map(|it| &*it.sound));
    let beds = library.ambiences.values().flat_map(|it| it.beds.iter().map(|it| &*it.sound));
    let played: Vec<&str> = parts.chain(beds).collect();
    let own = library.sounds.iter().map(|(name, sound)| (&**name, sound));
    own.filter(|(name, _)| !played.contains(name)).collect()
}

/// Sounds that only belong to an ambience may be soft.
const SOFT: [&str; 2] = ["hum", "tick_tock"];

#[test]
fn the_sounds_of_games_are_equally_loud_and_clean() {
    let mut wrong = Vec::new();
    for (game, pack) in games() {
        assert_eq!(pack.library().check(), [], "{game}");
        for (name, sound) in effects(&pack.sounds) {
            let mut loudness = Vec::new();
            for seed in 1..=3 {
                let samples = render(sound, seed, RATE);
                loudness.push(momentary(&[&samples]));
                let (top, lean) = (peak(&samples), mean(&samples));
                let first = samples.iter().take(3).fold(0.0_f32, |it, at| it.max(at.abs()));
                if top * 0.7072 > 0.89 || lean.abs() > 0.002 || first > 0.2 * top {
                    wrong.push(format!("{game} {name}: peak {top}, mean {lean}, first {first}"));
                }
            }
            loudness.sort_by(f64::total_cmp);
            let heard = loudness[1];
            if !SOFT.contains(&name) && !(-25.0..-19.0).contains(&heard) {
                wrong.push(format!("{game} {name}: {heard:.1} LUFS"));
            }
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

/// Every game has its own character: no two games sound alike while nothing happens.
#[test]
fn the_music_of_games_differs_and_is_about_equally_loud() {
    let mut told: Vec<(String, f64, f64)> = Vec::new();
    let mut wrong = Vec::new();
    for (game, pack) in games() {
        let mut mixer = Mixer::new(RATE, pack.library());
        mixer.set_mood(Some("explore"), Seed(5));
        mixer.set_tension(300);
        let [left, right] = record(&mut mixer, 20.0);
        let (loudness, bright) = (integrated(&[&left, &right]), brightness(&left));
        assert!(peak(&left) < 0.8913 && steepest(&left) < 0.5, "{game}");
        if !(-32.0..-16.0).contains(&loudness) {
            wrong.push(format!("{game}: {loudness:.1} LUFS"));
        }
        if !pack.sounds.moods.is_empty() {
            told.push((game, bright, loudness));
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
    assert!(told.len() >= 5, "{told:?}");
    for (index, one) in told.iter().enumerate() {
        for other in &told[index + 1..] {
            let tone = (one.1 / other.1).max(other.1 / one.1);
            assert!(tone > 1.02, "{one:?} sounds like {other:?}");
        }
    }
}
