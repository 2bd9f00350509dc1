//! How long a second of sound takes: 24 voices in a cave, with music.

use std::time::Instant;

use barrow_dice::Seed;
use barrow_pack::default_library;
use barrow_synth::{Bearing, Cue, Library, Mixer, Place, RATE};

use crate::limits::Limit;

/// The seconds that are made in each pass.
const SECONDS: u32 = 10;

/// Measures a second of sound.
pub fn measure(word: &str, quick: bool) -> Option<Limit> {
    let name = "sound: a second of 24 voices with reverb and music";
    if !name.contains(word) {
        return None;
    }
    let library = default_library();
    let amount = milliseconds(&library, if quick { 1 } else { 15 });
    Some(Limit { name: name.into(), amount, most: 10.0, unit: "ms" })
}

/// Makes sound in pieces of 128 samples, as a browser does. All passes do the same, so the
/// shortest time of each piece is what it takes when nothing else needs the processor.
fn milliseconds(library: &Library, passes: u32) -> f64 {
    let pieces = (RATE * SECONDS / 128) as usize;
    let mut shortest = vec![f64::MAX; pieces];
    let names: Vec<_> = library.sounds.keys().filter(|it| !it.starts_with("bed_")).collect();
    for _ in 0..passes {
        let mut mixer = Mixer::new(RATE, library.clone());
        mixer.set_mood(Some("boss"), Seed(1));
        mixer.set_tension(1000);
        mixer.set_place(Place::Cave);
        let (mut left, mut right) = ([0.0; 128], [0.0; 128]);
        for (piece, shortest) in (0..).zip(&mut shortest) {
            let mut count = piece;
            while mixer.active_sounds().len() < Mixer::VOICES {
                let name = names[count as usize * 7 % names.len()];
                let bearing = Some(Bearing { east: 3, south: 4, muffled: count % 3 == 0 });
                mixer.play(name, &Cue { bearing, seed: count, level: 30, ..Cue::default() });
                count += 1;
            }
            let start = Instant::now();
            mixer.render(&mut left, &mut right);
            *shortest = shortest.min(start.elapsed().as_secs_f64());
        }
    }
    shortest.iter().sum::<f64>() / f64::from(SECONDS) * 1e3
}
