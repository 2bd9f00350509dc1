use std::time::SystemTime;

use barrow_dice::{Seed, Stream};
use barrow_play::settings::Settings;

use crate::desk::Machine;

/// The machine that this runs on.
pub struct Here;

impl Machine for Here {
    fn fresh_seed(&mut self) -> Seed {
        let nanoseconds = u64::try_from(now().as_nanos() % u128::from(u64::MAX));
        let seed = Seed(nanoseconds.unwrap_or_default());
        Seed(u64::from(seed.stream(Stream::named("new seed"), &[]).bits()))
    }

    fn today(&self) -> (u16, u8, u8) {
        day(now().as_secs() / 86_400)
    }

    fn variable(&self, name: &str) -> Option<String> {
        std::env::var(name).ok()
    }

    fn keep_settings(&mut self, _settings: &Settings) -> Result<(), String> {
        Ok(())
    }
}

fn now() -> std::time::Duration {
    SystemTime::now().duration_since(SystemTime::UNIX_EPOCH).unwrap_or_default()
}

/// The day of the calendar, so many days after the first of January 1970.
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
    fn days_are_counted_as_the_calendar_does() {
        assert_eq!(day(0), (1970, 1, 1));
        assert_eq!(day(59), (1970, 3, 1));
        assert_eq!(day(10_957), (2000, 1, 1));
        assert_eq!(day(11_016), (2000, 2, 29));
        assert_eq!(day(19_722), (2023, 12, 31));
        assert_eq!(day(20_772), (2026, 11, 15));
    }
}
