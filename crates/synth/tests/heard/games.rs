//! The shipped games, each with its own sounds, moods and ambience.

#![expect(clippy::unwrap_used, reason = "a helper of tests may panic like a test")]

use std::fs;
use std::path::{Path, PathBuf};

use barrow_dice::Seed;
use barrow_pack::{Files, Pack, load};
use barrow_play::settings::Settings;
use barrow_synth::{Bearing, Cue, Library, Mixer, Order, RATE, Sound, render};

use super::measure::{brightness, integrated, mean, momentary, peak, small_speaker, steepest};
use super::music::{character, distance, most_repeated, ten_minutes};
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
pub fn games() -> Vec<(String, std::sync::Arc<Pack>)> {
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

/// A player hears the game's own sounds beside those that it leaves as they are.
#[test]
fn the_sounds_that_a_game_plays_are_within_six_units() {
    for (game, pack) in games() {
        let library = pack.library();
        let usual = super::sounds::effects(&library).map(|(name, _)| name);
        let own = effects(&pack.sounds).into_iter().map(|(name, _)| name);
        let mut heard: Vec<(f64, &str)> = Vec::new();
        for name in usual.chain(own).filter(|it| !SOFT.contains(it)) {
            let mut loudness: Vec<f64> = (1..=3)
                .map(|seed| momentary(&[&render(&library.sounds[name], seed, RATE)]))
                .collect();
            loudness.sort_by(f64::total_cmp);
            heard.push((loudness[1], name));
        }
        heard.sort_by(|one, other| one.0.total_cmp(&other.0));
        let (softest, loudest) = (heard[0], heard[heard.len() - 1]);
        assert!(loudest.0 - softest.0 < 6.0, "{game}: {softest:.1?} {loudest:.1?}");
    }
}

/// Laptops and phones hardly play what is low. What matters has some middle.
#[test]
fn every_effect_is_heard_on_a_small_speaker() {
    let mut lost = Vec::new();
    for (game, pack) in games() {
        let library = pack.library();
        let usual = super::sounds::effects(&library).filter(|_| game == "crawl");
        for (name, sound) in usual.chain(effects(&pack.sounds)) {
            let heard = momentary(&[&small_speaker(&render(sound, 1, RATE))]);
            if heard < -30.0 && !SOFT.contains(&name) {
                lost.push(format!("{game} {name}: {heard:.1} LUFS"));
            }
        }
    }
    assert!(lost.is_empty(), "{}", lost.join("\n"));
}

/// The page of sounds has a button for instruments and beds too: none of them startles.
#[test]
fn nothing_that_a_game_can_play_is_much_louder_than_the_rest() {
    let mut wrong = Vec::new();
    for (game, pack) in games() {
        for (name, sound) in &pack.library().sounds {
            let heard = momentary(&[&render(sound, 1, RATE)]);
            if heard > -18.0 {
                wrong.push(format!("{game} {name}: {heard:.1} LUFS"));
            }
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

/// At the volumes that a player begins with, the music of a fight is under the blows, own steps are
/// softer than these, and the place is under the music.
#[test]
fn in_a_fight_blows_are_heard_above_music_and_steps() {
    let mut wrong = Vec::new();
    for (game, pack) in games() {
        let library = pack.library();
        let begin = || {
            let mut mixer = Mixer::new(RATE, library.clone());
            Settings::default().loudness().iter().for_each(|it| mixer.obey(it));
            record(&mut mixer, 0.2);
            mixer
        };
        let effect = |name: &str, east: i32, level: u16| {
            let mut mixer = begin();
            let bearing = Some(Bearing { east, south: 0, muffled: false });
            mixer.play(name, &Cue { bearing, level, seed: 1, ..Cue::default() });
            let [left, right] = record(&mut mixer, 1.0);
            momentary(&[&left, &right])
        };
        let lasting = |order: Order| {
            let mut mixer = begin();
            mixer.obey(&Order::Tension(700));
            mixer.obey(&order);
            let [left, right] = record(&mut mixer, 12.0);
            integrated(&[&left, &right])
        };
        let blow = effect("hit", 1, 100);
        let heard = [("step", effect("step", 0, 45)), ("hurt", effect("hurt", 0, 100))];
        let [step, hurt] = heard.map(|it| it.1);
        let boss = lasting(Order::Mood { name: Some("boss".into()), seed: 3 });
        let cave = lasting(Order::Ambience { name: Some("cave".into()), place: None, seed: 3 });
        if blow < step + 4.0 || hurt < blow || blow < boss + 3.0 || boss < cave + 3.0 {
            wrong.push(format!(
                "{game}: blow {blow:.1}, {heard:.1?}, boss {boss:.1}, cave {cave:.1}"
            ));
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

/// Every game has its own character, and its moods can be told apart.
#[test]
fn the_moods_of_a_game_differ_from_each_other_and_from_other_games() {
    let mut wrong = Vec::new();
    let mut exploring: Vec<(String, [f64; 3])> = Vec::new();
    for (game, pack) in games() {
        let library = pack.library();
        let all: Vec<_> = library.moods.keys().map(|it| (it, character(&library, it))).collect();
        for (index, (one, heard)) in all.iter().enumerate() {
            for (other, others) in &all[..index] {
                let apart = distance(*heard, *others);
                if apart < 0.4 {
                    wrong.push(format!(
                        "{game}: {one} {heard:.1?} is like {other} {others:.1?}: {apart:.2}"
                    ));
                }
            }
            if &***one == "explore" && pack.sounds.moods.contains_key(*one) {
                exploring.push((game.clone(), *heard));
            }
        }
    }
    assert!(exploring.len() >= 5, "{exploring:?}");
    for (index, (one, heard)) in exploring.iter().enumerate() {
        for (other, others) in &exploring[..index] {
            let apart = distance(*heard, *others);
            if apart < 0.5 {
                wrong.push(format!(
                    "{one} {heard:.1?} sounds like {other} {others:.1?}: {apart:.2}"
                ));
            }
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

#[test]
fn the_moods_of_games_are_about_equally_loud_and_clean_when_calm_and_tense() {
    let mut wrong = Vec::new();
    for (game, pack) in games() {
        let library = pack.library();
        for name in pack.sounds.moods.keys() {
            for tension in [0, 1000] {
                let mut mixer = Mixer::new(RATE, library.clone());
                mixer.set_mood(Some(name), Seed(5));
                mixer.set_tension(tension);
                let [left, right] = record(&mut mixer, 12.0);
                let loudness = integrated(&[&left, &right]);
                let (top, lean) = (peak(&left).max(peak(&right)), mean(&left));
                let is_clean = top < 0.84 && lean.abs() < 0.001 && steepest(&left) < 0.5;
                if !is_clean || !(-31.0..-19.0).contains(&loudness) {
                    wrong.push(format!(
                        "{game} {name}, tension {tension}: {loudness:.1} LUFS, peak {top:.2}, mean {lean:.4}"
                    ));
                }
            }
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

#[test]
fn ten_minutes_of_a_games_music_hardly_repeat_a_phrase() {
    for (game, pack) in games() {
        for (name, mood) in &pack.sounds.moods {
            let repeated = most_repeated(&ten_minutes(mood, 3));
            assert!(repeated <= 2, "{game} {name}: a phrase comes {repeated} times");
        }
    }
}

/// A place is softer than what happens in it, and the places of a game sound different.
#[test]
fn the_places_of_games_are_soft_clean_and_different() {
    let mut wrong = Vec::new();
    for (game, pack) in games() {
        let mut heard: Vec<(&str, f64, f64)> = Vec::new();
        for name in pack.sounds.ambiences.keys() {
            let mut mixer = Mixer::new(RATE, pack.library());
            mixer.set_ambience(Some(name), Seed(7));
            let [left, right] = record(&mut mixer, 15.0);
            let (loudness, bright) = (integrated(&[&left, &right]), brightness(&left));
            let top = peak(&left).max(peak(&right));
            if top > 0.6 || mean(&left).abs() > 0.001 || !(-40.0..-27.0).contains(&loudness) {
                wrong.push(format!("{game} {name}: {loudness:.1} LUFS, peak {top:.2}"));
            }
            heard.push((name, loudness, bright));
        }
        for (index, one) in heard.iter().enumerate() {
            for other in &heard[..index] {
                if (one.2 / other.2).log2().abs() < 0.1 {
                    wrong.push(format!("{game}: {one:.1?} sounds like {other:.1?}"));
                }
            }
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}
