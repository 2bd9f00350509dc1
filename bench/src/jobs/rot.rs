//! rot.js, which runs in node and times itself, pass by pass, between the passes of the others.

use std::fs;
use std::io::{BufRead, BufReader, Write};
use std::ops::Range;
use std::path::{Path, PathBuf};
use std::process::{Child, ChildStdin, ChildStdout, Command, Stdio};
use std::time::Duration;

use super::generation::examine;
use crate::contest::{Answer, Contestant, Work};

const PACKAGE: &str = "rot-js@2.2.1";

/// Returns a generator of rot.js, by its name in the script.
pub fn contestant(name: &'static str, generator: &'static str) -> Contestant {
    let prepare =
        move || -> Result<Box<dyn Work>, String> { Ok(Box::new(Node::start(generator)?)) };
    Contestant { name, ours: false, elsewhere: true, prepare: Box::new(prepare) }
}

/// A node process that answers each line with a line.
struct Node {
    generator: &'static str,
    child: Child,
    requests: ChildStdin,
    answers: BufReader<ChildStdout>,
}

impl Node {
    fn start(generator: &'static str) -> Result<Self, String> {
        let mut child = Command::new("node")
            .args(["-e", include_str!("rot.js")])
            .current_dir(install()?)
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .spawn()
            .map_err(|error| format!("node does not start: {error}"))?;
        let requests = child.stdin.take().expect("it was piped");
        let answers = BufReader::new(child.stdout.take().expect("it was piped"));
        Ok(Self { generator, child, requests, answers })
    }

    fn ask(&mut self, verb: &str, numbers: &[usize]) -> String {
        let numbers: Vec<String> = numbers.iter().map(ToString::to_string).collect();
        let request = format!("{verb} {} {}\n", self.generator, numbers.join(" "));
        self.requests.write_all(request.as_bytes()).expect("node lives as long as we do");
        let mut answer = String::new();
        self.answers.read_line(&mut answer).expect("node lives as long as we do");
        answer.trim_end().to_owned()
    }
}

impl Work for Node {
    fn time(&mut self, operations: Range<usize>, repeats: usize) -> Duration {
        let answer = self.ask("time", &[operations.start, operations.end, repeats]);
        let milliseconds: f64 = answer.parse().expect("the script answers with a number");
        Duration::from_secs_f64(milliseconds / 1000.0)
    }

    fn answer(&mut self, operation: usize) -> Option<Answer> {
        let map = self.ask("show", &[operation]);
        Some(examine(&map.bytes().map(|it| it == b'.').collect::<Vec<_>>()))
    }
}

impl Drop for Node {
    fn drop(&mut self) {
        // Whether it has ended already or cannot be ended, there is nothing more to do.
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

/// Returns the folder of the package, which npm fetches the first time.
fn install() -> Result<PathBuf, String> {
    let folder = target_folder()?.join("bench-npm");
    if !folder.join("node_modules/rot-js/package.json").exists() {
        fs::create_dir_all(&folder).map_err(|error| format!("{}: {error}", folder.display()))?;
        eprintln!("fetching {PACKAGE} with npm into {}", folder.display());
        fetch(&folder)?;
    }
    Ok(folder)
}

fn fetch(folder: &Path) -> Result<(), String> {
    let status = Command::new("npm")
        .args(["install", "--no-save", "--no-audit", "--no-fund", "--prefix", ".", PACKAGE])
        .current_dir(folder)
        .stdout(Stdio::null())
        .status()
        .map_err(|error| format!("npm does not start: {error}"))?;
    if status.success() { Ok(()) } else { Err(format!("npm could not fetch {PACKAGE}")) }
}

/// Returns the build folder: this program is in its `release` or `debug`.
fn target_folder() -> Result<PathBuf, String> {
    let program = std::env::current_exe().map_err(|error| error.to_string())?;
    program
        .parent()
        .and_then(Path::parent)
        .map(Path::to_path_buf)
        .ok_or_else(|| "this program is in no build folder".to_owned())
}
