use std::ffi::OsStr;
use std::path::{Path, PathBuf};
use std::process::{Command, ExitCode, ExitStatus, Stdio};

/// How a chore ended. The error says what went wrong and what to do.
pub type Outcome = Result<(), String>;

/// A command that runs in the root folder. It is announced on stderr, since its output may be for
/// a program.
pub struct Chore {
    command: Command,
    shown: String,
}

/// Makes a chore of `cargo` with these arguments.
pub fn cargo<const N: usize>(arguments: [&str; N]) -> Chore {
    Chore::new(&std::env::var("CARGO").unwrap_or_else(|_| "cargo".into()))
        .shown_as("cargo")
        .args(arguments)
}

impl Chore {
    pub fn new(program: &str) -> Self {
        let mut command = Command::new(program);
        command.current_dir(root());
        Self { command, shown: program.into() }
    }

    fn shown_as(mut self, name: &str) -> Self {
        self.shown = name.into();
        self
    }

    pub fn args(mut self, arguments: impl IntoIterator<Item = impl AsRef<OsStr>>) -> Self {
        for argument in arguments {
            self.shown = format!("{} {}", self.shown, argument.as_ref().display());
            self.command.arg(argument);
        }
        self
    }

    pub fn env(mut self, key: &str, value: &str) -> Self {
        self.shown = format!("{key}={value} {}", self.shown);
        self.command.env(key, value);
        self
    }

    /// Runs it, with its output on ours.
    pub fn run(mut self) -> Outcome {
        let status = self.status()?;
        if status.success() { Ok(()) } else { Err(format!("`{}` failed ({status})", self.shown)) }
    }

    /// Runs it and returns its exit code, for a program that explains its failures itself.
    pub fn exit_code(mut self) -> Result<ExitCode, String> {
        let code = self.status()?.code().and_then(|code| u8::try_from(code).ok());
        Ok(code.map_or(ExitCode::FAILURE, ExitCode::from))
    }

    /// Runs it and returns what it printed.
    pub fn output(mut self) -> Result<String, String> {
        eprintln!("$ {}", self.shown);
        let ran = self.command.stderr(Stdio::inherit()).output();
        let ran = ran.map_err(|error| self.cannot_start(&error))?;
        if !ran.status.success() {
            return Err(format!("`{}` failed ({})", self.shown, ran.status));
        }
        Ok(String::from_utf8_lossy(&ran.stdout).into_owned())
    }

    fn status(&mut self) -> Result<ExitStatus, String> {
        eprintln!("$ {}", self.shown);
        self.command.status().map_err(|error| self.cannot_start(&error))
    }

    fn cannot_start(&self, error: &std::io::Error) -> String {
        format!("`{}` cannot start: {error}", self.shown)
    }
}

/// Builds a program of the workspace and returns its path. The features are those of the whole
/// workspace, so that the tests and all programs share the same builds of the libraries.
pub fn program(name: &str) -> Result<String, String> {
    cargo(["build", "--quiet", "--workspace", "--bin", name]).run()?;
    Ok(from_root(&target().join("debug").join(name)))
}

/// Returns cargo's target folder, relative to the root unless it is absolute.
pub fn target() -> PathBuf {
    target_of("")
}

/// Returns cargo's target folder for the workspace in `folder`.
pub fn target_of(folder: &str) -> PathBuf {
    std::env::var_os("CARGO_TARGET_DIR")
        .map_or_else(|| Path::new(folder).join("target"), PathBuf::from)
}

/// Returns the root folder of the workspace.
pub fn root() -> PathBuf {
    let here = Path::new(env!("CARGO_MANIFEST_DIR"));
    here.ancestors().nth(2).unwrap_or(here).to_path_buf()
}

/// Returns the absolute path of a path relative to the root.
pub fn from_root(path: &Path) -> String {
    root().join(path).display().to_string()
}
