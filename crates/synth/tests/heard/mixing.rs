//! Many sounds at once.

use barrow_dice::Seed;
use barrow_synth::{
    Bearing, Bus, Cue, Envelope, Layer, Library, Mixer, Order, Place, RATE, Sound, Span, digest,
};

use super::measure::{brightness, momentary, peak, power, steepest};
use super::{default_library, record};

/// Returns a tone that lasts for two seconds.
fn tone(pitch: i32, priority: u8) -> Sound {
    Sound {
        layers: vec![Layer {
            pitch: Span::exactly(pitch),
            envelope: Envelope {
                attack: Span::exactly(5),
                decay: Span::exactly(10),
                sustain: Span::exactly(100),
                hold: Span::exactly(2_000),
                release: Span::exactly(50),
            },
            ..Layer::default()
        }],
        level: Span::exactly(10),
        reverb: Span::exactly(0),
        priority,
        ..Sound::default()
    }
}

fn library(sounds: &[(&str, Sound)]) -> Library {
    let sounds = sounds.iter().map(|(name, sound)| ((*name).into(), sound.clone())).collect();
    Library { sounds, ..Library::default() }
}

/// Renders a second of a fight in a cave, with music and ambience, in pieces.
fn battle(piece: usize) -> [Vec<f32>; 2] {
    let mut mixer = Mixer::new(RATE, default_library());
    mixer.set_mood(Some("boss"), Seed(3));
    mixer.set_tension(800);
    mixer.set_ambience(Some("cave"), Seed(3));
    let mut sides = [Vec::new(), Vec::new()];
    // Things happen at the same samples, whatever the pieces.
    for moment in 0..10 {
        let bearing = Some(Bearing { east: moment - 5, south: 2, muffled: moment % 2 == 0 });
        let cue = Cue { bearing, seed: moment as u32, ..Cue::default() };
        for name in ["hit", "hurt", "gold", "door"] {
            mixer.play(name, &cue);
        }
        if moment == 5 {
            mixer.set_place(Place::Metal);
            mixer.set_volume(Bus::Music, 40);
            mixer.set_mood(Some("rest"), Seed(3));
        }
        let mut left = 4_801;
        while left > 0 {
            let count = piece.min(left);
            let (mut one, mut other) = (vec![0.0; count], vec![0.0; count]);
            mixer.render(&mut one, &mut other);
            sides[0].extend(one);
            sides[1].extend(other);
            left -= count;
        }
    }
    sides
}

#[test]
fn the_number_of_samples_per_request_does_not_matter() {
    let whole = battle(usize::MAX).map(|side| digest(&side));
    for piece in [1, 7, 64, 128, 1_000] {
        assert_eq!(battle(piece).map(|side| digest(&side)), whole, "pieces of {piece}");
    }
}

#[test]
fn sixteen_bit_samples_are_the_same_sound() {
    let start = || {
        let mut mixer = Mixer::new(RATE, default_library());
        mixer.play("bell", &Cue::default());
        mixer
    };
    let [left, right] = record(&mut start(), 0.5);
    let mut frames = vec![0; left.len() * 2];
    start().render_i16(&mut frames);
    for (index, frame) in frames.chunks(2).enumerate() {
        for (whole, sample) in frame.iter().zip([left[index], right[index]]) {
            assert!((f32::from(*whole) - sample * 32_767.0).abs() <= 0.51);
        }
    }
}

#[test]
fn whatever_is_played_peaks_stay_below_one_decibel() {
    let mut mixer = Mixer::new(RATE, default_library());
    mixer.set_mood(Some("boss"), Seed(1));
    mixer.set_tension(1000);
    for seed in 0..Mixer::VOICES as u32 * 4 {
        mixer.play("boss", &Cue { level: 400, seed, ..Cue::default() });
        mixer.play("critical", &Cue { level: 400, seed, ..Cue::default() });
        let [left, right] = record(&mut mixer, 0.02);
        assert!(peak(&left).max(peak(&right)) < 0.891);
    }
}

#[test]
fn there_are_24_voices_and_the_least_important_gives_way() {
    let library =
        library(&[("low", tone(200, 10)), ("mid", tone(300, 20)), ("high", tone(400, 30))]);
    let mut mixer = Mixer::new(RATE, library);
    let heard = |mixer: &Mixer, name: &str| {
        mixer.active_sounds().iter().filter(|it| &*it.name == name).count()
    };
    for _ in 0..4 {
        assert!(mixer.play("low", &Cue::default()));
    }
    for _ in 0..30 {
        mixer.play("mid", &Cue::default());
    }
    record(&mut mixer, 0.1);
    assert_eq!((heard(&mixer, "low"), heard(&mixer, "mid")), (0, 24));
    assert!(!mixer.play("low", &Cue::default()), "nobody gives way to it");
    for _ in 0..3 {
        assert!(mixer.play("high", &Cue::default()));
    }
    record(&mut mixer, 0.1);
    assert_eq!((heard(&mixer, "mid"), heard(&mixer, "high")), (21, 3));
}

#[test]
fn among_equals_the_oldest_sound_gives_way() {
    let library = library(&[("old", tone(200, 10)), ("new", tone(300, 10))]);
    let mut mixer = Mixer::new(RATE, library);
    for _ in 0..Mixer::VOICES {
        mixer.play("old", &Cue::default());
    }
    record(&mut mixer, 0.1);
    for round in 1..=4 {
        for _ in 0..6 {
            assert!(mixer.play("new", &Cue::default()));
        }
        record(&mut mixer, 0.1);
        let heard = mixer.active_sounds().iter().filter(|it| &*it.name == "new").count();
        assert_eq!(heard, round * 6);
    }
}

#[test]
fn a_replaced_sound_makes_no_click() {
    let library = library(&[
        ("low", tone(100, 10)),
        ("silent", Sound { level: Span::exactly(0), ..tone(100, 20) }),
    ]);
    let mut mixer = Mixer::new(RATE, library);
    for _ in 0..Mixer::VOICES {
        mixer.play("low", &Cue::default());
    }
    let [before, _] = record(&mut mixer, 0.5);
    for _ in 0..Mixer::VOICES {
        mixer.play("silent", &Cue::default());
    }
    let [after, _] = record(&mut mixer, 0.5);
    assert!(steepest(&after) <= steepest(&before[4_800..]) * 1.05, "{}", steepest(&after));
    assert!(peak(&after[4_800..]) < 0.001);
    mixer.silence();
    record(&mut mixer, 0.1);
    assert_eq!(mixer.active_sounds(), []);
}

#[test]
fn a_sound_is_panned_to_its_direction() {
    let heard = |bearing: Bearing| {
        let mut mixer = Mixer::new(RATE, default_library());
        mixer.set_place(Place::Outdoors);
        mixer.play("hit", &Cue { bearing: Some(bearing), ..Cue::default() });
        record(&mut mixer, 0.3)
    };
    let loudness = |sides: &[Vec<f32>; 2]| momentary(&[&sides[0], &sides[1]]);
    let near = heard(Bearing { east: 1, south: 0, muffled: false });
    let east = heard(Bearing { east: 12, south: 0, muffled: false });
    let behind = heard(Bearing { east: 12, south: 0, muffled: true });
    assert!(loudness(&near) > loudness(&east) + 6.0);
    assert!(power(&east[1]) > power(&east[0]) * 2.0, "the right hears more");
    assert!(brightness(&behind[1]) < brightness(&east[1]) * 0.8, "a wall swallows the highs");
    assert!(loudness(&behind) < loudness(&east) - 2.0);
}

#[test]
fn each_bus_has_its_volume_and_changes_without_a_click() {
    let library = library(&[("tone", tone(100, 10))]);
    let mut mixer = Mixer::new(RATE, library);
    mixer.play("tone", &Cue { bus: Bus::Interface, ..Cue::default() });
    let [before, _] = record(&mut mixer, 0.3);
    mixer.set_volume(Bus::Effects, 0);
    let [same, _] = record(&mut mixer, 0.3);
    mixer.set_volume(Bus::Interface, 0);
    let [after, _] = record(&mut mixer, 0.5);
    assert!((power(&same) / power(&before[4_800..]) - 1.0).abs() < 0.05);
    assert!(peak(&after[19_200..]) < 0.0001);
    assert!(steepest(&after) <= steepest(&before[4_800..]) * 1.05);
}

#[test]
fn important_sounds_duck_the_music() {
    let loudness = |ducked: bool| {
        let mut library = default_library();
        let silent = Sound { level: Span::exactly(0), duck: 80, ..tone(100, 100) };
        library.sounds.insert("silent".into(), silent);
        let mut mixer = Mixer::new(RATE, library);
        mixer.set_mood(Some("boss"), Seed(1));
        record(&mut mixer, 2.0);
        if ducked {
            mixer.play("silent", &Cue::default());
        }
        let now = record(&mut mixer, 1.5);
        record(&mut mixer, 4.0);
        let later = record(&mut mixer, 1.5);
        [now, later].map(|it| momentary(&[&it[0][24_000..], &it[1][24_000..]]))
    };
    let (free, ducked) = (loudness(false), loudness(true));
    assert!(ducked[0] < free[0] - 8.0, "{ducked:?} {free:?}");
    assert!((ducked[1] - free[1]).abs() < 1.0, "and comes back: {ducked:?} {free:?}");
}

#[test]
fn an_unknown_name_is_silent() {
    let mut mixer = Mixer::new(RATE, default_library());
    assert!(!mixer.play("kazoo", &Cue::default()));
    mixer.set_mood(Some("jolly"), Seed(1));
    mixer.set_ambience(Some("moon"), Seed(1));
    let [left, right] = record(&mut mixer, 0.5);
    assert!(peak(&left).max(peak(&right)) <= 0.0);
}

#[test]
fn other_rates_sound_the_same() {
    let loudness = |rate: u32| {
        let samples = barrow_synth::render(&default_library().sounds["bell"], 1, rate);
        (samples.len() as f64 / f64::from(rate), 10.0 * power(&samples).log10())
    };
    let (seconds, level) = loudness(RATE);
    for rate in [22_050, 44_100, 96_000] {
        let (other_seconds, other_level) = loudness(rate);
        assert!((seconds - other_seconds).abs() < 0.01 && (level - other_level).abs() < 0.3);
    }
}

/// A cue with a delay is heard that much later, and silence forgets those that wait.
#[test]
fn a_sound_may_play_later() {
    let mut mixer = Mixer::new(RATE, default_library());
    let later = Order::Play { sound: "bell".into(), cue: Cue { after: 100, ..Cue::default() } };
    mixer.obey(&later);
    let [left, _] = record(&mut mixer, 0.2);
    let first = left.iter().position(|it| it.abs() > 1e-4).unwrap();
    let milliseconds = first * 1000 / RATE as usize;
    assert!((95..115).contains(&milliseconds), "{milliseconds} ms");
    let mut mixer = Mixer::new(RATE, default_library());
    mixer.obey(&later);
    mixer.obey(&Order::Silence);
    let [left, _] = record(&mut mixer, 0.3);
    assert!(left.iter().all(|it| it.abs() < 1e-4));
}
