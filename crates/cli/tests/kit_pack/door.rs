//! A run of `barrow drive` on `packs/kit`.

use std::io::{BufRead, BufReader, Write};
use std::path::{Path, PathBuf};
use std::process::{Child, ChildStdin, ChildStdout, Command, Stdio};

use serde_json::Value;

/// Returns the folder of the pack.
pub fn pack() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../../packs/kit")
}

/// Returns `barrow` with some arguments and the folder of the pack.
pub fn barrow(verb: &str) -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_barrow"));
    command.arg(verb).arg(pack());
    command
}

/// A `barrow drive` that waits for commands.
pub struct Door {
    child: Child,
    input: ChildStdin,
    output: BufReader<ChildStdout>,
    /// The last answer.
    pub answer: Value,
}

impl Door {
    pub fn open(level: &str, seed: u64) -> Self {
        Self::with(&["--sure"], level, seed)
    }

    pub fn with(options: &[&str], level: &str, seed: u64) -> Self {
        let mut command = barrow("drive");
        command.args(options).args(["--level", level, "--seed", &seed.to_string()]);
        command.stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::null());
        let mut child = command.spawn().unwrap();
        let input = child.stdin.take().unwrap();
        let output = BufReader::new(child.stdout.take().unwrap());
        let mut door = Self { child, input, output, answer: Value::Null };
        door.read();
        door
    }

    /// Sends a command and reads the answer. Returns whether it was accepted.
    pub fn ask(&mut self, command: &str) -> bool {
        writeln!(self.input, "{command}").unwrap();
        self.input.flush().unwrap();
        self.read();
        self.answer["ok"] == true
    }

    fn read(&mut self) {
        let mut line = String::new();
        self.output.read_line(&mut line).unwrap();
        self.answer = serde_json::from_str(&line).unwrap_or_else(|it| panic!("{it}: {line}"));
    }

    pub fn level(&self) -> &str {
        self.answer["level"].as_str().unwrap()
    }

    /// Returns whether the run was won, or `None` while it lasts.
    pub fn end(&self) -> Option<bool> {
        self.answer["view"]["end"]["won"].as_bool()
    }
}

impl Drop for Door {
    fn drop(&mut self) {
        self.child.kill().ok();
        self.child.wait().ok();
    }
}
