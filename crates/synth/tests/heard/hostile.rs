//! Hostile recipes.

use barrow_synth::{
    Arpeggio, Echo, Envelope, Filter, Layer, Library, Mood, Part, Pass, RATE, Sound, Span, Wave,
    Wobble, compose, render,
};

const FAR: Span = Span::new(i32::MIN, i32::MAX);

fn hostile_layer(wave: Wave) -> Layer {
    let wobble = Wobble { depth: FAR, rate: FAR, random: true };
    Layer {
        wave,
        pitch: FAR,
        duty: FAR,
        ratio: FAR,
        strength: FAR,
        level: FAR,
        delay: FAR,
        envelope: Envelope { attack: FAR, decay: FAR, sustain: FAR, hold: FAR, release: FAR },
        slide: FAR,
        vibrato: wobble.clone(),
        tremolo: wobble.clone(),
        arpeggio: Arpeggio { steps: vec![i8::MIN; 1_000], every: FAR },
        filter: Filter { pass: Pass::Band, pitch: FAR, slide: FAR, resonance: FAR, sway: wobble },
    }
}

fn problems(sound: &Sound) -> Vec<String> {
    sound.check().iter().map(ToString::to_string).collect()
}

#[test]
fn the_worst_recipe_ends_and_has_only_finite_samples() {
    let waves = [
        Wave::Sine,
        Wave::Triangle,
        Wave::Saw,
        Wave::Square,
        Wave::White,
        Wave::Pink,
        Wave::Brown,
        Wave::Pluck,
        Wave::Fm,
    ];
    for wave in waves {
        let sound = Sound {
            layers: vec![hostile_layer(wave); 1_000],
            level: FAR,
            pitch: FAR,
            drive: FAR,
            crush: FAR,
            echo: Echo { delay: FAR, level: FAR },
            reverb: FAR,
            priority: 255,
            duck: 255,
        };
        for seed in 0..4 {
            let samples = render(&sound, seed, RATE);
            assert!(samples.len() < 60 * RATE as usize, "{wave:?} lasts {}", samples.len());
            assert!(samples.iter().all(|it| it.is_finite()), "{wave:?}");
        }
        assert!(sound.check().len() > 10);
    }
}

#[test]
fn problems_name_the_field_and_what_would_be_right() {
    let sound = Sound {
        layers: vec![Layer {
            pitch: Span::exactly(5),
            envelope: Envelope { attack: Span::exactly(9_000), ..Envelope::default() },
            slide: Span::new(12, -12),
            ..Layer::default()
        }],
        duck: 200,
        ..Sound::default()
    };
    assert_eq!(
        problems(&sound),
        [
            "layers[0].pitch: 5 is too small: at least 20 Hz",
            "layers[0].slide: [12, -12] begins above its end",
            "layers[0].envelope.attack: 9000 is too large: at most 5000 ms",
            "duck: 200 is too large: at most 100 %",
        ]
    );
    assert_eq!(problems(&Sound::default()), ["layers: a sound needs at least one layer"]);
    let many = Sound { layers: vec![Layer::default(); 9], ..Sound::default() };
    assert_eq!(problems(&many), ["layers: 9 are too many: at most 8"]);
}

#[test]
fn a_recipe_that_lasts_too_long_is_reported() {
    let echo = Echo { delay: Span::exactly(1_000), level: Span::exactly(80) };
    let sound = Sound { layers: vec![Layer::default()], echo, ..Sound::default() };
    assert_eq!(problems(&sound), [": 30202 ms with all repeats are too long: at most 20000 ms"]);
}

#[test]
fn bad_patterns_and_names_of_a_mood_are_reported() {
    let part = Part {
        sound: "kazoo".into(),
        patterns: vec!["x-".into(), "x..............?".into(), "................".into()],
        ..Part::default()
    };
    let mut library = Library::default();
    library.moods.insert("odd".into(), Mood { parts: vec![part], ..Mood::default() });
    let problems: Vec<_> = library.check().iter().map(ToString::to_string).collect();
    assert_eq!(
        problems,
        [
            "moods.odd.chords: a mood needs at least one chord",
            "moods.odd.parts[0].patterns[0]: `x-` has 2 steps: a bar has 16",
            "moods.odd.parts[0].patterns[1]: `?` means nothing: use x, X, - and .",
            "moods.odd.parts[0].patterns[2]: `................` has no note",
            "moods.odd.parts[0].sound: there is no sound `kazoo`",
        ]
    );
    let empty = compose(&library.moods["odd"], barrow_dice::Seed(1), 0);
    assert_eq!(empty.notes, []);
}
