//! Any bytes are a journal, a torn journal or an error, and a journal that was read is written the
//! same.

#![no_main]

use barrow_engine::Journal;
use libfuzzer_sys::fuzz_target;

fuzz_target!(|bytes: &[u8]| match Journal::from_bytes(bytes) {
    Ok(read) => {
        let again = Journal::from_bytes(read.journal.to_text().as_bytes());
        assert_eq!(again.map(|it| (it.journal, it.torn)), Ok((read.journal, 0)));
    }
    Err(error) => drop(error.to_string()),
});
