use serde_json::Value;

use crate::Outcome;
use crate::folder::Folder;

/// The service worker, where `FILES` and `VERSION` are declared to be filled in.
const WORKER: &str = "sw.js";
const FILES: &str = "const FILES = [];";
const VERSION: &str = "const VERSION = '';";

/// Fills the list of all files into the service worker, and a version that changes when any of
/// them does.
pub fn add(folder: &mut Folder) -> Outcome {
    let Some(worker) = folder.remove(WORKER) else {
        return Err(format!("web/{WORKER} is missing"));
    };
    let text = String::from_utf8_lossy(&worker).into_owned();
    for slot in [FILES, VERSION] {
        if !text.contains(slot) {
            return Err(format!("web/{WORKER} must contain `{slot}`"));
        }
    }
    let mut hash = hash(FIRST, &worker);
    for (path, bytes) in folder.iter() {
        hash = self::hash(self::hash(hash, path.as_bytes()), bytes);
    }
    let files: Value = folder.iter().map(|(path, _)| path).collect();
    let text = text
        .replace(FILES, &format!("const FILES = {files};"))
        .replace(VERSION, &format!("const VERSION = '{hash:016x}';"));
    folder.add(WORKER, text);
    Ok(())
}

/// Where FNV-1a begins.
const FIRST: u64 = 0xcbf2_9ce4_8422_2325;

fn hash(from: u64, bytes: &[u8]) -> u64 {
    let step = |hash: u64, byte: &u8| (hash ^ u64::from(*byte)).wrapping_mul(0x0000_0100_0000_01b3);
    bytes.iter().fold(from, step)
}
