use std::io::Write as _;
use std::path::Path;

use crate::failure::Failure;

/// Writes an answer to standard output.
pub fn print(answer: &[u8]) -> Result<(), Failure> {
    let mut out = std::io::stdout().lock();
    let written = out.write_all(answer).and_then(|()| out.flush());
    written.map_err(|error| Failure::writing("standard output", &error))
}

/// Writes a colored answer to standard output. The colors are removed in a file or pipe, or under
/// `NO_COLOR`.
pub fn print_styled(answer: &str) -> Result<(), Failure> {
    let mut out = anstream::stdout().lock();
    let written = out.write_all(answer.as_bytes()).and_then(|()| out.flush());
    written.map_err(|error| Failure::writing("standard output", &error))
}

/// Writes an answer to a file; `-` is standard output.
pub fn save(path: &Path, answer: &[u8]) -> Result<(), Failure> {
    if path == Path::new("-") {
        return print(answer);
    }
    std::fs::write(path, answer)
        .map_err(|error| Failure::writing(&path.display().to_string(), &error))
}
