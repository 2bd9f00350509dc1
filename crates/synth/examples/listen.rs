//! Writes every default sound, mood and ambience as a WAV file into a folder:
//! `cargo run --release -p barrow-synth --example listen -- FOLDER [SECONDS]`.

use std::path::{Path, PathBuf};
use std::{env, fs, io};

use barrow_dice::Seed;
use barrow_synth::{Cue, Library, Mixer, RATE, defaults, render, to_i16, wav};

fn main() -> io::Result<()> {
    let folder = PathBuf::from(env::args().nth(1).unwrap_or_else(|| "target/sounds".into()));
    let seconds = env::args().nth(2).and_then(|it| it.parse().ok()).unwrap_or(20);
    fs::create_dir_all(&folder)?;
    let library = library();
    for (name, sound) in &library.sounds {
        let samples: Vec<i16> = render(sound, 1, RATE).into_iter().map(to_i16).collect();
        write(&folder, &format!("sound-{name}"), &samples, 1)?;
        let mut mixer = Mixer::new(RATE, library.clone());
        mixer.play(name, &Cue { seed: 1, ..Cue::default() });
        write(&folder, &format!("placed-{name}"), &record(&mut mixer, 3), 2)?;
    }
    for name in library.moods.keys() {
        for tension in [0, 1000] {
            let mut mixer = Mixer::new(RATE, library.clone());
            mixer.set_mood(Some(name), Seed(7));
            mixer.set_tension(tension);
            let name = format!("mood-{name}-{tension}");
            write(&folder, &name, &record(&mut mixer, seconds), 2)?;
        }
    }
    for name in library.ambiences.keys() {
        let mut mixer = Mixer::new(RATE, library.clone());
        mixer.set_ambience(Some(name), Seed(7));
        write(&folder, &format!("place-{name}"), &record(&mut mixer, seconds), 2)?;
    }
    Ok(())
}

fn library() -> Library {
    let read = "the defaults are well formed";
    Library {
        sounds: serde_json::from_str(defaults::SOUNDS).expect(read),
        moods: serde_json::from_str(defaults::MOODS).expect(read),
        ambiences: serde_json::from_str(defaults::AMBIENCES).expect(read),
    }
}

fn record(mixer: &mut Mixer, seconds: usize) -> Vec<i16> {
    let mut frames = vec![0; RATE as usize * 2 * seconds];
    mixer.render_i16(&mut frames);
    frames
}

fn write(folder: &Path, name: &str, frames: &[i16], channels: u16) -> io::Result<()> {
    fs::write(folder.join(format!("{name}.wav")), wav(frames, channels, RATE))
}
