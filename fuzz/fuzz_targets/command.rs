//! Any line is a command or an error, and a printed command parses to itself.

#![no_main]

use barrow_engine::Command;
use libfuzzer_sys::fuzz_target;

fuzz_target!(|line: &str| match line.parse::<Command>() {
    Ok(command) => {
        let printed = command.to_string();
        assert!(!printed.contains(['\n', '\r']));
        assert_eq!(printed.parse(), Ok(command));
    }
    Err(error) => drop(error.to_string()),
});
