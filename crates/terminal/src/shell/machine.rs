use std::fs;
use std::io::ErrorKind;
use std::path::PathBuf;
use std::time::{Duration, SystemTime};

use barrow_dice::{Seed, Stream};
use barrow_play::settings::Settings;
use barrow_play::store::{Files, Memory, Store};

use crate::context::Machine;
use crate::disk::{replace, settings_file};

/// The machine that the program runs on.
pub struct LocalMachine {
    /// The path of the settings file, if there is one.
    settings: Option<PathBuf>,
    /// The folder of runs and the profile, if there is one.
    data: Option<PathBuf>,
    /// The number of commands between snapshots, if the environment sets it.
    snapshots: Option<usize>,
}

impl LocalMachine {
    /// Reads the folders from the environment.
    pub fn new() -> Self {
        Self {
            settings: settings_file(|name| std::env::var(name).ok()),
            data: Files::usual_folder(),
            snapshots: std::env::var("BARROW_SNAPSHOTS").ok().and_then(|it| it.parse().ok()),
        }
    }

    /// Returns the settings, and the problems of their file.
    pub fn settings(&self) -> (Settings, Vec<String>) {
        let Some(path) = &self.settings else { return Default::default() };
        let text = match fs::read_to_string(path) {
            Ok(text) => text,
            Err(error) if error.kind() == ErrorKind::NotFound => return Default::default(),
            Err(error) => {
                let problem = format!("cannot read {}: {error}", path.display());
                return (Settings::default(), vec![problem]);
            }
        };
        let (settings, problems) = Settings::read(&text);
        let told = problems.iter().map(|it| format!("{}:{}: {}", path.display(), it.line, it.what));
        (settings, told.collect())
    }
}

impl Machine for LocalMachine {
    fn fresh_seed(&mut self) -> Seed {
        let nanoseconds = u64::try_from(now().as_nanos() % u128::from(u64::MAX));
        let seed = Seed(nanoseconds.unwrap_or_default());
        Seed(u64::from(seed.stream(Stream::named("new seed"), &[]).bits()))
    }

    fn today(&self) -> (u16, u8, u8) {
        today()
    }

    fn clock(&self) -> Option<Duration> {
        Some(now())
    }

    fn now(&self) -> String {
        let seconds = now().as_secs();
        let (year, month, day) = day(seconds / 86_400);
        let (hour, minute) = (seconds / 3600 % 24, seconds / 60 % 60);
        format!("{year}-{month:02}-{day:02} {hour:02}:{minute:02} UTC")
    }

    fn store(&self) -> Box<dyn Store> {
        match &self.data {
            Some(folder) => {
                let files = Files::new(folder);
                Box::new(match self.snapshots {
                    Some(every) => files.with_snapshots(every),
                    None => files,
                })
            }
            None => Box::new(Memory::default()),
        }
    }

    fn variable(&self, name: &str) -> Option<String> {
        std::env::var(name).ok()
    }

    fn keep_settings(&mut self, settings: &Settings) -> Result<(), String> {
        let Some(path) = &self.settings else {
            return Err("settings cannot be saved: HOME is not a folder".into());
        };
        replace(path, settings.write().as_bytes())
            .map_err(|error| format!("settings cannot be saved in {}: {error}", path.display()))
    }
}

fn now() -> Duration {
    SystemTime::now().duration_since(SystemTime::UNIX_EPOCH).unwrap_or_default()
}

/// Returns the date this many days after 1 January 1970.
/// Returns the UTC date: year, month, day.
pub fn today() -> (u16, u8, u8) {
    day(now().as_secs() / 86_400)
}

fn day(mut days: u64) -> (u16, u8, u8) {
    let leap =
        |year: u16| year.is_multiple_of(4) && !year.is_multiple_of(100) || year.is_multiple_of(400);
    let mut year = 1970;
    while days >= 365 + u64::from(leap(year)) {
        days -= 365 + u64::from(leap(year));
        year += 1;
    }
    let february = 28 + u64::from(leap(year));
    let mut month = 1;
    for length in [31, february, 31, 30, 31, 30, 31, 31, 30, 31, 30] {
        if days < length {
            break;
        }
        days -= length;
        month += 1;
    }
    (year, month, u8::try_from(days + 1).unwrap_or(1))
}

#[cfg(test)]
mod tests {
    use super::day;

    #[test]
    fn days_become_calendar_dates() {
        assert_eq!(day(0), (1970, 1, 1));
        assert_eq!(day(59), (1970, 3, 1));
        assert_eq!(day(10_957), (2000, 1, 1));
        assert_eq!(day(11_016), (2000, 2, 29));
        assert_eq!(day(19_722), (2023, 12, 31));
        assert_eq!(day(20_772), (2026, 11, 15));
    }
}
