use barrow_dice::Fnv;
use serde_json::Value;

use crate::Outcome;
use crate::folder::Folder;

/// The service worker, in which `FILES` and `VERSION` are filled in.
const WORKER: &str = "sw.js";
const FILES: &str = "const FILES = [];";
const VERSION: &str = "const VERSION = '';";

/// Fills the list of all files into the service worker, and a version that changes with any of
/// them.
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
    let mut hash = Fnv::new().with(&worker);
    for (path, bytes) in folder.iter() {
        hash = hash.with(path.as_bytes()).with(bytes);
    }
    let version = hash.finish();
    let files: Value = folder.iter().map(|(path, _)| path).collect();
    let text = text
        .replace(FILES, &format!("const FILES = {files};"))
        .replace(VERSION, &format!("const VERSION = '{version:016x}';"));
    folder.add(WORKER, text);
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn made(page: &str) -> String {
        let mut folder = Folder::default();
        folder.add("index.html", page);
        folder.add(WORKER, format!("{VERSION}\n{FILES}\n"));
        add(&mut folder).expect("both slots are there");
        String::from_utf8_lossy(folder.get(WORKER).expect("it was made")).into_owned()
    }

    #[test]
    fn the_worker_knows_every_file_and_changes_with_each() {
        assert!(made("one").ends_with("\nconst FILES = [\"index.html\"];\n"), "{}", made("one"));
        assert_eq!(made("one"), made("one"));
        assert_ne!(made("one"), made("two"));
    }

    #[test]
    fn a_worker_without_its_slots_is_reported() {
        let mut folder = Folder::default();
        folder.add(WORKER, "self.onfetch = null;");
        let told = add(&mut folder).expect_err("nothing to fill in");
        assert_eq!(told, "web/sw.js must contain `const FILES = [];`");
    }
}
