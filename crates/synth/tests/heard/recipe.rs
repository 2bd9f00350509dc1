//! What each key of a recipe does to the sound.

use barrow_synth::{
    Arpeggio, Echo, Envelope, Filter, Layer, Pass, RATE, Sound, Span, Wave, Wobble, render,
};

use super::measure::{brightness, power};

/// Returns a sine of 440 Hz that lasts for a second.
fn layer() -> Layer {
    Layer {
        pitch: Span::exactly(440),
        envelope: Envelope {
            attack: Span::exactly(5),
            decay: Span::exactly(10),
            sustain: Span::exactly(100),
            hold: Span::exactly(965),
            release: Span::exactly(20),
        },
        ..Layer::default()
    }
}

fn heard(sound: &Sound) -> Vec<f32> {
    render(sound, 1, RATE)
}

fn of(layer: Layer) -> Vec<f32> {
    heard(&Sound { layers: vec![layer], level: Span::exactly(50), ..Sound::default() })
}

/// Returns the pitch within a part of a tenth of a second, by the times it passes zero.
fn pitch(samples: &[f32], tenth: usize) -> f64 {
    let part = &samples[tenth * 4_800..(tenth + 1) * 4_800];
    part.windows(2).filter(|it| it[0] < 0.0 && it[1] >= 0.0).count() as f64 * 10.0
}

fn is_about(is: f64, should: f64) -> bool {
    (is / should - 1.0).abs() < 0.06
}

#[test]
fn a_slide_ends_as_many_semitones_away_as_it_says() {
    let up = of(Layer { slide: Span::exactly(12), ..layer() });
    assert!(is_about(pitch(&up, 0), 455.0), "{}", pitch(&up, 0));
    assert!(is_about(pitch(&up, 9), 855.0), "{}", pitch(&up, 9));
    let down = of(Layer { slide: Span::exactly(-12), ..layer() });
    assert!(is_about(pitch(&down, 9), 227.0), "{}", pitch(&down, 9));
}

#[test]
fn an_arpeggio_jumps_and_a_vibrato_comes_back() {
    let arpeggio = Arpeggio { steps: vec![0, 12, 7], every: Span::exactly(200) };
    let jumps = of(Layer { arpeggio, ..layer() });
    for (tenth, should) in [(0, 440.0), (2, 880.0), (4, 659.0), (6, 440.0)] {
        assert!(is_about(pitch(&jumps, tenth), should), "{tenth}: {}", pitch(&jumps, tenth));
    }
    // Two and a half turns a second: up in the first and down in the third tenth.
    let vibrato =
        Wobble { depth: Span::exactly(200), rate: Span::exactly(150), ..Wobble::default() };
    let moved = of(Layer { vibrato, ..layer() });
    assert!(pitch(&moved, 0) > 455.0 && pitch(&moved, 2) < 425.0);
    assert!(is_about(pitch(&moved, 4), pitch(&moved, 0)));
}

#[test]
fn a_tremolo_is_heard_in_the_volume() {
    let tremolo =
        Wobble { depth: Span::exactly(100), rate: Span::exactly(150), ..Wobble::default() };
    let moved = of(Layer { tremolo, ..layer() });
    let loud = |tenth: usize| power(&moved[tenth * 4_800..(tenth + 1) * 4_800]);
    assert!(loud(3) > 4.0 * loud(1), "{} {}", loud(3), loud(1));
}

#[test]
fn a_filter_slides_and_sways() {
    let filter = |slide, sway| Filter {
        pass: Pass::Low,
        pitch: Span::exactly(400),
        slide: Span::exactly(slide),
        resonance: Span::exactly(20),
        sway,
    };
    let bright = |filter: Filter| {
        let noise = of(Layer { wave: Wave::White, filter, ..layer() });
        [1, 5, 9].map(|tenth| brightness(&noise[tenth * 4_800..(tenth + 1) * 4_800]))
    };
    let still = bright(filter(0, Wobble::default()));
    assert!(is_about(still[0] / still[2], 1.0) || (still[0] / still[2]).log2().abs() < 0.3);
    let opened = bright(filter(36, Wobble::default()));
    assert!(opened[0] < opened[1] && opened[2] > 2.0 * opened[0], "{opened:?}");
    let sway = Wobble { depth: Span::exactly(24), rate: Span::exactly(75), ..Wobble::default() };
    let swayed = bright(filter(0, sway));
    assert!(swayed[0] > 1.5 * swayed[1], "{swayed:?}");
}

#[test]
fn drive_and_crush_add_overtones() {
    let with = |drive, crush| {
        let sound = Sound {
            layers: vec![layer()],
            level: Span::exactly(50),
            drive: Span::exactly(drive),
            crush: Span::exactly(crush),
            ..Sound::default()
        };
        brightness(&heard(&sound)[4_800..38_400])
    };
    let plain = with(0, 0);
    assert!(is_about(plain, 440.0), "{plain}");
    assert!(with(80, 0) > 1.3 * plain, "{}", with(80, 0));
    assert!(with(0, 60) > 1.3 * plain, "{}", with(0, 60));
}

#[test]
fn an_echo_repeats_and_gets_softer() {
    let short =
        Layer { envelope: Envelope { hold: Span::exactly(60), ..layer().envelope }, ..layer() };
    let echo = Echo { delay: Span::exactly(400), level: Span::exactly(50) };
    let sound = Sound { layers: vec![short], level: Span::exactly(50), echo, ..Sound::default() };
    let samples = heard(&sound);
    let loud = |from: usize| power(&samples[from..from + 4_800]);
    let [first, pause, second, third] = [0, 9_600, 19_200, 38_400].map(loud);
    assert!(pause < first / 1_000.0, "{pause}");
    assert!((second / first - 0.25).abs() < 0.02, "{second} of {first}");
    assert!((third / second - 0.25).abs() < 0.02, "{third} of {second}");
}

#[test]
fn a_layer_waits_and_two_are_heard_together() {
    let late = Layer { delay: Span::exactly(500), pitch: Span::exactly(880), ..layer() };
    let sound = Sound { layers: vec![layer(), late], level: Span::exactly(30), ..Sound::default() };
    let samples = heard(&sound);
    assert!(is_about(pitch(&samples, 2), 440.0));
    assert!(is_about(power(&samples[28_800..43_200]), 2.0 * power(&samples[4_800..19_200])));
    assert!(is_about(pitch(&samples, 12), 880.0));
}
