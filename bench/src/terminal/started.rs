use std::fs;
use std::io::{Read as _, Write as _};
use std::path::Path;
use std::sync::mpsc::{Receiver, channel};
use std::thread;
use std::time::{Duration, Instant};

use portable_pty::{Child, CommandBuilder, MasterPty, PtySize, native_pty_system};

use super::Start;
use super::program::Program;

/// A screen has settled when nothing was written for this long.
const SILENCE: Duration = Duration::from_millis(250);

/// How long to wait for a first screen: crawl makes its databases first.
const PATIENCE: Duration = Duration::from_secs(90);

/// Bytes that a program wrote, and when.
type Written = (Instant, Vec<u8>);

/// Starts a program in a terminal of 80x24, waits until its screen has settled, and ends it.
pub fn start(program: &Program, folder: &Path, pass: usize) -> Result<Start, String> {
    let home = folder.join(program.name.replace([' ', ','], "-"));
    fs::create_dir_all(&home).map_err(|error| error.to_string())?;
    let size = PtySize { rows: 24, cols: 80, pixel_width: 0, pixel_height: 0 };
    let failed = |error: Box<dyn std::error::Error + Send + Sync>| error.to_string();
    let pair = native_pty_system().openpty(size).map_err(|error| failed(error.into()))?;
    let output = pair.master.try_clone_reader().map_err(|error| failed(error.into()))?;
    let writes = listen(output);
    let began = Instant::now();
    let child = pair.slave.spawn_command(command(program, &home, pass));
    let mut child = child.map_err(|error| failed(error.into()))?;
    drop(pair.slave);
    let settled = settle(&writes, program.shows);
    let memory = child.process_id().and_then(resident);
    leave(&mut *child, &*pair.master, program.leave);
    let (first, last) = settled?;
    let since = |at: Instant| at.duration_since(began).as_secs_f64() * 1e3;
    Ok(Start {
        name: program.name.into(),
        ours: program.ours,
        first: since(first),
        settled: since(last),
        memory: memory.ok_or("its memory is not told: there is no /proc")?,
    })
}

fn command(program: &Program, home: &Path, pass: usize) -> CommandBuilder {
    let home = home.display().to_string();
    // A peer that was not left properly finds no run of its name the next time.
    let own = format!("{}x{pass}", std::process::id());
    let mut command = CommandBuilder::new(&program.path);
    for argument in program.arguments {
        command.arg(argument.replace("{home}", &home).replace("{own}", &own));
    }
    command.env_clear();
    let usual = [("HOME", &*home), ("TERM", "xterm-256color"), ("LANG", "C.UTF-8")];
    for (name, value) in usual.iter().chain(program.variables) {
        command.env(name, value);
    }
    command.env("PATH", std::env::var_os("PATH").unwrap_or_default());
    command
}

/// Forwards what comes from a terminal, with the time.
fn listen(mut output: Box<dyn std::io::Read + Send>) -> Receiver<Written> {
    let (sender, receiver) = channel();
    thread::spawn(move || {
        let mut bytes = [0; 1 << 12];
        while let Ok(length @ 1..) = output.read(&mut bytes) {
            if sender.send((Instant::now(), bytes[..length].to_vec())).is_err() {
                break;
            }
        }
    });
    receiver
}

/// Waits until the screen has settled. Returns when the first and the last byte came.
fn settle(writes: &Receiver<Written>, shows: &str) -> Result<(Instant, Instant), String> {
    let (first, mut all) = writes.recv_timeout(PATIENCE).map_err(|_| "it shows nothing")?;
    let mut last = first;
    while let Ok((at, bytes)) = writes.recv_timeout(SILENCE) {
        last = at;
        all.extend(bytes);
    }
    let text = String::from_utf8_lossy(&all);
    if text.contains(shows) {
        Ok((first, last))
    } else {
        Err(format!("`{shows}` does not show on its first screen"))
    }
}

/// Returns the memory of a process in megabytes.
fn resident(process: u32) -> Option<f64> {
    let status = fs::read_to_string(format!("/proc/{process}/status")).ok()?;
    let line = status.lines().find_map(|it| it.strip_prefix("VmRSS:"))?;
    let kilobytes: f64 = line.trim().trim_end_matches(" kB").parse().ok()?;
    Some(kilobytes / 1e3)
}

/// Ends a program with its own keys, or kills it.
fn leave(child: &mut dyn Child, terminal: &dyn MasterPty, keys: &str) {
    if let Ok(mut keyboard) = terminal.take_writer() {
        let _ = keyboard.write_all(keys.as_bytes());
        let _ = keyboard.flush();
    }
    let until = Instant::now() + Duration::from_secs(1);
    while !keys.is_empty() && Instant::now() < until {
        if matches!(child.try_wait(), Ok(Some(_))) {
            return;
        }
        thread::sleep(Duration::from_millis(5));
    }
    let _ = child.kill();
    let _ = child.wait();
}
