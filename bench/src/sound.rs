//! How long a second of sound takes, natively and in wasm: 24 voices in a cave, with music.

use std::io::Write;
use std::path::Path;
use std::process::{Command, Stdio};
use std::time::Instant;

use barrow_dice::Seed;
use barrow_pack::default_library;
use barrow_synth::{Bearing, Bus, Cue, Library, Mixer, Order, Place, RATE};
use serde::Serialize;

use crate::limits::Limit;

/// The seconds that are made in each pass.
const SECONDS: u32 = 10;

/// The samples of a piece: as many as a browser asks for.
const PIECE: usize = 128;

/// What a mixer is told and when, so that both do the same work.
#[derive(Serialize)]
struct Script {
    rate: u32,
    piece: usize,
    passes: u32,
    sounds: Vec<u8>,
    /// The orders before each piece, as bytes.
    orders: Vec<Vec<u8>>,
}

/// The results of a script.
struct Outcome {
    /// The time for a second of sound.
    milliseconds: f64,
    /// A digest of all samples of a pass.
    digest: u32,
}

/// Measures a second of sound. Adds a note for what cannot be measured here.
pub fn measure(word: &str, quick: bool, notes: &mut Vec<String>) -> Vec<Limit> {
    let name = "sound: a second of 24 voices, reverb and music";
    let in_wasm = format!("{name}, in wasm");
    if !in_wasm.contains(word) {
        return Vec::new();
    }
    let script = script(&default_library(), if quick { 1 } else { 15 });
    let native = play(&script);
    let limit = |name: &str, amount, max| Limit { name: name.into(), amount, max, unit: "ms" };
    let mut limits = vec![limit(name, native.milliseconds, 10.0)];
    match play_in_wasm(&script) {
        Ok(wasm) if wasm.digest == native.digest => {
            limits.push(limit(&in_wasm, wasm.milliseconds, 20.0));
        }
        Ok(_) => notes.push("wasm makes other samples than native code".into()),
        Err(why) => notes.push(format!("sound in wasm is not measured: {why}")),
    }
    limits
}

/// Writes down what keeps all voices of a mixer busy.
fn script(library: &Library, passes: u32) -> Script {
    let names: Vec<_> = library.sounds.keys().filter(|it| !it.starts_with("bed_")).collect();
    let mut mixer = Mixer::new(RATE, library.clone());
    let (mut left, mut right) = ([0.0; PIECE], [0.0; PIECE]);
    let mut orders = vec![
        Order::Mood { name: Some("boss".into()), seed: Seed(1).0 },
        Order::Tension(1000),
        Order::Ambience { name: None, place: Some(Place::Cave), seed: 1 },
    ];
    let pieces = (0..RATE * SECONDS / PIECE as u32).map(|piece| {
        orders.iter().for_each(|it| mixer.obey(it));
        let mut count = piece;
        while mixer.active_sounds().len() < Mixer::VOICES {
            let bearing = Some(Bearing { east: 3, south: 4, muffled: count % 3 == 0 });
            let cue = Cue { bearing, seed: count, level: 30, bus: Bus::Effects, ..Cue::default() };
            let sound = names[count as usize * 7 % names.len()].clone();
            let order = Order::Play { sound, cue };
            mixer.obey(&order);
            orders.push(order);
            count += 1;
        }
        mixer.render(&mut left, &mut right);
        Order::write_all(&std::mem::take(&mut orders))
    });
    let orders = pieces.collect();
    Script { rate: RATE, piece: PIECE, passes, sounds: library.to_bytes(), orders }
}

/// Plays the script. All passes do the same, so the shortest time of each piece is what it takes
/// when nothing else needs the processor.
fn play(script: &Script) -> Outcome {
    let library = Library::from_bytes(&script.sounds).expect("it was written a moment ago");
    let mut shortest = vec![f64::MAX; script.orders.len()];
    let mut digest = 0;
    for _ in 0..script.passes {
        digest = 0x811C_9DC5_u32;
        let mut mixer = Mixer::new(script.rate, library.clone());
        let (mut left, mut right) = ([0.0; PIECE], [0.0; PIECE]);
        for (orders, shortest) in script.orders.iter().zip(&mut shortest) {
            let orders = Order::read_all(orders).expect("they were written a moment ago");
            orders.iter().for_each(|it| mixer.obey(it));
            let start = Instant::now();
            mixer.render(&mut left, &mut right);
            *shortest = shortest.min(start.elapsed().as_secs_f64());
            for sample in left.iter().chain(&right) {
                digest = (digest ^ sample.to_bits()).wrapping_mul(0x0100_0193);
            }
        }
    }
    let milliseconds = shortest.iter().sum::<f64>() / f64::from(SECONDS) * 1e3;
    Outcome { milliseconds, digest }
}

/// Plays the script with the page's mixer, in node.
fn play_in_wasm(script: &Script) -> Result<Outcome, String> {
    let module = std::env::var("BARROW_WORKLET").unwrap_or_default();
    if !Path::new(&module).is_file() {
        return Err("BARROW_WORKLET must name the page's mixer, barrow_worklet.wasm".into());
    }
    let mut node = Command::new("node")
        .args(["-e", include_str!("sound.js"), &module])
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .spawn()
        .map_err(|error| format!("node does not start: {error}"))?;
    let text = serde_json::to_vec(script).map_err(|error| error.to_string())?;
    let mut requests = node.stdin.take().ok_or("node reads nothing")?;
    requests.write_all(&text).map_err(|error| format!("node stopped: {error}"))?;
    drop(requests);
    let answer = node.wait_with_output().map_err(|error| error.to_string())?;
    let answer = String::from_utf8_lossy(&answer.stdout).into_owned();
    let parsed = answer.trim().split_once(' ').and_then(|(milliseconds, digest)| {
        Some(Outcome { milliseconds: milliseconds.parse().ok()?, digest: digest.parse().ok()? })
    });
    parsed.ok_or_else(|| format!("node answered `{}`", answer.trim()))
}
