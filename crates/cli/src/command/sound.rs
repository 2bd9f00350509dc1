use std::fmt::Write as _;
use std::path::PathBuf;
use std::time::Duration;

use barrow_dice::Nearest;
use barrow_pack::Pack;
use barrow_sound::{Cue, Library, Order};
use barrow_synth::{Mixer, RATE, wav};
use barrow_terminal::Speaker;
use clap::Args;

use crate::failure::Failure;
use crate::recording::render;
use crate::{output, start};

/// `barrow sound PACK`
#[derive(Args)]
pub struct Sound {
    /// The name of a game, or the folder of a pack
    pack: PathBuf,
    /// The sound to play; by default all are listed
    #[arg(conflicts_with_all = ["music", "ambience"])]
    cue: Option<String>,
    /// Play this mood
    #[arg(long, value_name = "MOOD", conflicts_with = "ambience")]
    music: Option<String>,
    /// Play this ambience
    #[arg(long, value_name = "NAME")]
    ambience: Option<String>,
    /// How many seconds of music or ambience
    #[arg(long, value_name = "N", default_value_t = 30, value_parser = clap::value_parser!(u32).range(1..=3600))]
    seconds: u32,
    /// How tense the music is
    #[arg(long, value_name = "T", default_value_t = 0, value_parser = clap::value_parser!(u16).range(0..=1000))]
    tension: u16,
    /// Which variation
    #[arg(long, value_name = "SEED", default_value_t = 1)]
    seed: u32,
    /// Write a WAV file instead of playing it
    #[arg(short, long, value_name = "FILE")]
    output: Option<PathBuf>,
}

impl Sound {
    pub fn run(self) -> Result<(), Failure> {
        let pack = start::pack(&self.pack)?;
        let library = pack.library();
        let Some((orders, seconds)) = self.orders(&library)? else {
            return output::print(list(&pack, &library).as_bytes());
        };
        let Some(file) = &self.output else {
            let speaker = Speaker::start(false, |name| std::env::var(name).ok());
            speaker.load(Some(&pack));
            for it in orders {
                speaker.order(it);
            }
            speaker.wait(Duration::from_secs(seconds.into()));
            return Ok(());
        };
        let mut mixer = Mixer::new(RATE, library);
        for it in &orders {
            mixer.obey(it);
        }
        let mut frames = Vec::new();
        render(&mut mixer, seconds * RATE, &mut frames);
        output::save(file, &wav(&frames, 2, RATE))?;
        let peak = frames.iter().map(|it| it.unsigned_abs()).max().unwrap_or(0);
        let percent = u32::from(peak) * 100 / 32_767;
        eprintln!("{seconds} s, the peak is at {percent} %");
        Ok(())
    }

    /// Returns what to play and for how long; `None` if nothing was asked for.
    fn orders(&self, library: &Library) -> Result<Option<(Vec<Order>, u32)>, Failure> {
        let seed = u64::from(self.seed);
        Ok(Some(if let Some(name) = &self.music {
            known("mood", name, &library.moods.keys().map(|it| &**it).collect::<Vec<_>>())?;
            let mood = Order::Mood { name: Some(name.as_str().into()), seed };
            (vec![Order::Tension(self.tension), mood], self.seconds)
        } else if let Some(name) = &self.ambience {
            known("ambience", name, &library.ambiences.keys().map(|it| &**it).collect::<Vec<_>>())?;
            let name = Some(name.as_str().into());
            (vec![Order::Ambience { name, place: None, seed }], self.seconds)
        } else if let Some(name) = &self.cue {
            known("sound", name, &library.sounds.keys().map(|it| &**it).collect::<Vec<_>>())?;
            let length = library.sounds[name.as_str()].length();
            let cue = Cue { seed: self.seed, ..Cue::default() };
            // The place echoes for a while.
            let seconds = u32::try_from(length / 1000 + 2).unwrap_or(2);
            (vec![Order::Play { sound: name.as_str().into(), cue }], seconds)
        } else {
            return Ok(None);
        }))
    }
}

fn known(what: &str, name: &str, names: &[&str]) -> Result<(), Failure> {
    if names.contains(&name) {
        return Ok(());
    }
    let mut nearest = Nearest::to(name);
    for it in names {
        nearest.consider(it);
    }
    let meant = nearest.found().map(|it| format!(" (did you mean `{it}`?)")).unwrap_or_default();
    Err(Failure::Usage(format!("there is no {what} `{name}`{meant}")))
}

/// Lists everything by name, those of the pack with a star.
fn list(pack: &Pack, library: &Library) -> String {
    let own = &pack.sounds;
    let star = |is_own: bool| if is_own { '*' } else { ' ' };
    let mut text = String::from("Sounds (* of this game), with their lengths:\n");
    for (name, sound) in &library.sounds {
        let mark = star(own.sounds.contains_key(name));
        let _ = writeln!(text, "{mark} {name:<20} {:>6} ms", sound.length());
    }
    text += "\nMusic (--music):\n";
    for (name, mood) in &library.moods {
        let mark = star(own.moods.contains_key(name));
        let (low, high) = (mood.tempo.low, mood.tempo.high);
        let _ = writeln!(text, "{mark} {name:<20} {low}-{high} beats a minute");
    }
    text += "\nAmbience (--ambience):\n";
    for (name, _) in &library.ambiences {
        let _ = writeln!(text, "{} {name}", star(own.ambiences.contains_key(name)));
    }
    text
}
