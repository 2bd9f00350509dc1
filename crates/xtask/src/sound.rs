use std::fs;
use std::path::Path;
use std::process::{Child, Command, Stdio};
use std::thread::sleep;
use std::time::Duration;

use crate::chore::{Outcome, cargo, root, target};
use crate::tools;

/// The samples per second of the recording.
const RATE: usize = 48_000;

/// Plays through a real `PulseAudio` server whose sink is heard by nobody, records what the sink
/// plays, and measures it: silence before, the bell, and its end.
pub fn run() -> Outcome {
    tools::need("pulseaudio", "pulseaudio")?;
    tools::need("parec", "pulseaudio-utils")?;
    cargo(["build", "--quiet", "--workspace", "--bin", "barrow"]).run()?;
    let folder = root().join(target()).join("sound");
    let _ = fs::remove_dir_all(&folder);
    fs::create_dir_all(&folder).map_err(|it| format!("{}: {it}", folder.display()))?;
    let server = Running(start(
        Command::new("pulseaudio").args([
            "-n",
            "--daemonize=no",
            "--exit-idle-time=-1",
            "-L",
            "module-null-sink sink_name=null",
            "-L",
            "module-native-protocol-unix",
        ]),
        &folder,
    )?);
    wait_for(&folder.join("pulse/native"))?;
    let file = fs::File::create(folder.join("heard.raw")).map_err(|it| it.to_string())?;
    let recorder = Running(start(
        Command::new("parec")
            .args(["--latency-msec=5", "-d", "null.monitor", "--rate=48000", "--channels=2"])
            .arg("--format=s16le")
            .stdout(file),
        &folder,
    )?);
    sleep(Duration::from_secs(1));
    let game = root().join(target()).join("debug/barrow");
    let mut played = start(Command::new(game).args(["sound", "kit", "bell"]), &folder)?;
    let done = played.wait().map_err(|it| it.to_string())?;
    sleep(Duration::from_millis(500));
    drop(recorder);
    drop(server);
    if !done.success() {
        return Err("`barrow sound kit bell` failed".into());
    }
    measure(&folder.join("heard.raw"))
}

/// A program that ends when this is dropped.
struct Running(Child);

impl Drop for Running {
    fn drop(&mut self) {
        let _ = self.0.kill();
        let _ = self.0.wait();
    }
}

fn start(command: &mut Command, folder: &Path) -> Result<Child, String> {
    let started = command
        .env("XDG_RUNTIME_DIR", folder)
        .env("HOME", folder)
        .env_remove("PULSE_SERVER")
        .env_remove("NO_SOUND")
        .env_remove("SSH_CONNECTION")
        .env_remove("SSH_TTY")
        .current_dir(root())
        .stdin(Stdio::null())
        .stderr(Stdio::null())
        .spawn();
    started.map_err(|it| format!("{command:?}: {it}"))
}

fn wait_for(socket: &Path) -> Outcome {
    for _ in 0..100 {
        if socket.exists() {
            return Ok(());
        }
        sleep(Duration::from_millis(100));
    }
    Err("PulseAudio did not start".into())
}

fn measure(file: &Path) -> Outcome {
    let bytes = fs::read(file).map_err(|it| it.to_string())?;
    let samples: Vec<i16> =
        bytes.chunks_exact(2).map(|it| i16::from_le_bytes([it[0], it[1]])).collect();
    let heard = |it: &i16| it.unsigned_abs() > 200;
    let Some(first) = samples.iter().position(heard) else {
        return Err(format!("nothing was heard in {} samples", samples.len()));
    };
    let last = samples.iter().rposition(heard).unwrap_or(first);
    let milliseconds = (last - first) / 2 * 1000 / RATE;
    let peak = samples.iter().map(|it| it.unsigned_abs()).max().unwrap_or(0);
    println!("heard for {milliseconds} ms, with a peak of {peak}");
    if milliseconds < 200 || !(1_000..29_204).contains(&peak) {
        return Err("that is not how a bell sounds".into());
    }
    Ok(())
}
