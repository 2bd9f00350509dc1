use std::fmt;
use std::io;
use std::process::ExitCode;

/// Why a subcommand failed.
#[derive(Debug)]
pub enum Failure {
    /// The request was wrong; the text says what would be right.
    Usage(String),
    /// The work itself failed.
    Work(String),
    /// The work failed, and the answer has said so.
    Reported,
    /// The reader of the output has gone, as in `barrow gen rooms | head`. This is not reported.
    Closed,
}

impl Failure {
    pub fn exit_code(&self) -> ExitCode {
        match self {
            Self::Usage(_) => ExitCode::from(2),
            Self::Work(_) | Self::Reported => ExitCode::from(1),
            Self::Closed => ExitCode::SUCCESS,
        }
    }

    /// Makes the failure of writing to `target`.
    pub fn writing(target: &str, error: &io::Error) -> Self {
        if error.kind() == io::ErrorKind::BrokenPipe {
            return Self::Closed;
        }
        Self::Work(format!("cannot write {target}: {error}"))
    }
}

impl fmt::Display for Failure {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Usage(what) | Self::Work(what) => f.write_str(what),
            Self::Reported => f.write_str("see above"),
            Self::Closed => f.write_str("the output was closed"),
        }
    }
}
