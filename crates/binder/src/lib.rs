//! Reads and checks packs that come to a page as files, and binds them for the module that plays.
//!
//! The readers are as large as the player, and few visitors need them. So they are a module of
//! their own, which the page loads only when it is given a folder.

pub mod bindings;

use std::collections::BTreeMap;
use std::sync::Arc;

use barrow_pack::{Files, Pack};
use serde_json::Value;

/// Binds the pack in `{"files": {"path": "text"}}`. The error is the whole report, as `barrow
/// check` prints it.
pub fn bind(text: &str) -> Result<Vec<u8>, String> {
    read_pack(text).map(|pack| pack.to_bytes())
}

/// Returns what can be heard in the pack in `{"files": {"path": "text"}}`, for the page's mixer.
pub fn sounds(text: &str) -> Result<Vec<u8>, String> {
    read_pack(text).map(|pack| pack.library().to_bytes())
}

fn read_pack(text: &str) -> Result<Arc<Pack>, String> {
    let loaded = barrow_pack::load(Files::new(files(text)?));
    loaded.pack.ok_or_else(|| loaded.report.render(&loaded.files))
}

fn files(text: &str) -> Result<BTreeMap<String, Vec<u8>>, String> {
    let value: Value =
        serde_json::from_str(text).map_err(|error| format!("The files are not JSON: {error}"))?;
    let files = value["files"].as_object().ok_or("There are no `files`.")?;
    let read = |(name, it): (&String, &Value)| {
        let text = it.as_str().ok_or_else(|| format!("`{name}` is not text."))?;
        Ok((name.clone(), text.as_bytes().to_vec()))
    };
    files.iter().map(read).collect()
}

#[cfg(test)]
mod tests {
    use std::fs;
    use std::path::Path;

    use barrow_pack::load;
    use barrow_shelf::ShippedPack;
    use serde_json::{Map, json};

    use super::*;

    fn shipped() -> Vec<ShippedPack> {
        let packs = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../packs");
        barrow_shelf::shipped_packs(&packs).expect("the packs are there")
    }

    fn texts(shipped: &ShippedPack) -> Vec<(String, String)> {
        let read = |path| fs::read_to_string(path).expect("packs are text");
        shipped.files.iter().map(|(name, path)| (name.clone(), read(path))).collect()
    }

    fn as_request(texts: &[(String, String)]) -> String {
        let files: Map<String, Value> =
            texts.iter().map(|(name, text)| (name.clone(), text.as_str().into())).collect();
        json!({ "files": files }).to_string()
    }

    fn as_files(texts: &[(String, String)]) -> Files {
        let bytes = texts.iter().map(|(name, text)| (name.clone(), text.clone().into_bytes()));
        Files::new(bytes.collect())
    }

    #[test]
    fn a_bound_pack_equals_the_pack_that_was_files() {
        for shipped in shipped() {
            let texts = texts(&shipped);
            let bytes = bind(&as_request(&texts)).expect("it is shipped");
            let mut bound = Pack::from_bytes(&bytes).expect("it was bound");
            let read = load(as_files(&texts)).pack.expect("it is shipped");
            // Sounds are loaded later, by themselves.
            bound.sounds = read.sounds.clone();
            assert_eq!(bound, *read, "{}", shipped.name);
            assert_eq!(sounds(&as_request(&texts)), Ok(read.library().to_bytes()));
        }
    }

    #[test]
    fn mistakes_are_reported_as_by_the_reader() {
        for shipped in shipped() {
            let mut texts = texts(&shipped);
            for (_, text) in &mut texts {
                text.truncate(text.trim_end().len() - 1);
            }
            let loaded = load(as_files(&texts));
            let report = loaded.report.render(&loaded.files);
            assert!(report.contains(".json:"), "{report}");
            assert_eq!(bind(&as_request(&texts)), Err(report), "{}", shipped.name);
        }
    }

    #[test]
    fn a_bad_list_of_files_is_refused() {
        let told = |text| bind(text).expect_err("it is not a list of files");
        assert!(told("{").starts_with("The files are not JSON: "), "{}", told("{"));
        assert_eq!(told("{}"), "There are no `files`.");
        assert_eq!(told(r#"{"files": {"pack.json": 7}}"#), "`pack.json` is not text.");
    }
}
