//! Measures how long a second of sound takes: 24 voices in a cave, with music.
//! `cargo run --release -p barrow-synth --example speed`.

// It measures time and tells it.
#![allow(clippy::disallowed_types, clippy::print_stdout, clippy::float_arithmetic)]
#![allow(clippy::cast_precision_loss)]

use std::time::Instant;

use barrow_dice::Seed;
use barrow_synth::{Bearing, Cue, Library, Mixer, Place, RATE, defaults};

const SECONDS: u32 = 10;
const RUNS: usize = 7;

fn main() {
    let read = "the defaults are well formed";
    let library = Library {
        sounds: serde_json::from_str(defaults::SOUNDS).expect(read),
        moods: serde_json::from_str(defaults::MOODS).expect(read),
        ambiences: serde_json::from_str(defaults::AMBIENCES).expect(read),
    };
    measure("nothing", &library, |_, _| {});
    measure("music", &library, |mixer, block| {
        if block == 0 {
            mixer.set_mood(Some("boss"), Seed(1));
            mixer.set_tension(1000);
        }
    });
    let names: Vec<_> =
        library.sounds.keys().filter(|it| !it.starts_with("bed_")).cloned().collect();
    measure("24 voices, reverb, music", &library, |mixer, block| {
        if block == 0 {
            mixer.set_mood(Some("boss"), Seed(1));
            mixer.set_tension(1000);
            mixer.set_place(Place::Cave);
        }
        let mut count = block;
        while mixer.active_sounds().len() < Mixer::VOICES {
            let name = &names[count as usize * 7 % names.len()];
            let bearing = Some(Bearing { east: 3, south: 4, muffled: count % 3 == 0 });
            mixer.play(name, &Cue { bearing, seed: count, level: 30, ..Cue::default() });
            count += 1;
        }
    });
}

/// Renders in quanta of 128, as a browser does. All runs are the same, so the shortest time of
/// each quantum is what it takes when nothing else needs the processor.
fn measure(what: &str, library: &Library, mut each: impl FnMut(&mut Mixer, u32)) {
    let mut shortest = vec![f64::MAX; (RATE * SECONDS / 128) as usize];
    let mut voices = 0;
    for _ in 0..RUNS {
        let mut mixer = Mixer::new(RATE, library.clone());
        let (mut left, mut right) = ([0.0; 128], [0.0; 128]);
        for (block, shortest) in (0..).zip(&mut shortest) {
            each(&mut mixer, block);
            voices += mixer.active_sounds().len();
            let start = Instant::now();
            mixer.render(&mut left, &mut right);
            *shortest = shortest.min(start.elapsed().as_secs_f64());
        }
    }
    let voices = voices as f64 / (shortest.len() * RUNS) as f64;
    let milliseconds = shortest.iter().sum::<f64>() / f64::from(SECONDS) * 1000.0;
    println!("{what:<26} {milliseconds:6.2} ms a second of sound, {voices:4.1} voices");
}
