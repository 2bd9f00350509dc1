use std::fmt;

use barrow_json::{Value, json};
use barrow_small::Map;

use super::{PROFILE, Profile};
use crate::session::is_snapshot;
use crate::store::{Store, StoreError, set_aside};

/// Why a profile was not imported.
#[derive(Debug)]
pub enum ImportError {
    /// The text is not an exported profile.
    NotAnExport(String),
    /// It cannot be stored or read.
    Store(StoreError),
}

/// Returns a whole store as one text: the profile, saves, replays and morgue files. Snapshots are
/// left out, since the saves contain everything.
pub fn export(store: &dyn Store) -> Result<String, StoreError> {
    let mut files = Map::new();
    for name in store.list()?.into_iter().filter(|name| !is_snapshot(name)) {
        // A file that is not text was not written by this program.
        if let Some(bytes) = store.read(&name)?
            && let Ok(text) = String::from_utf8(bytes)
        {
            files.insert(name, Value::Text(text));
        }
    }
    Ok(format!("{:#}\n", json!({ "barrow_export": 1, "files": files })))
}

/// Imports an exported profile, and returns how many files were added. The old profile is set
/// aside. Saves, replays and morgue files that exist already are not changed.
pub fn import(store: &mut dyn Store, text: &str) -> Result<usize, ImportError> {
    let files = read(text).map_err(ImportError::NotAnExport)?;
    let present = store.list().map_err(ImportError::Store)?;
    let mut taken = 0;
    store.lock(PROFILE, true).map_err(ImportError::Store)?;
    let done = files.iter().try_for_each(|(name, text)| {
        if name == PROFILE && present.contains(name) {
            set_aside(store, PROFILE)?;
        } else if present.contains(name) {
            return Ok(());
        }
        taken += 1;
        store.replace(name, text.as_bytes())
    });
    store.unlock(PROFILE);
    done.map(|()| taken).map_err(ImportError::Store)
}

fn read(text: &str) -> Result<Vec<(String, String)>, String> {
    let value: Value = Value::parse(text).map_err(|error| error.to_string())?;
    if value["barrow_export"].as_u64() != Some(1) {
        return Err("it does not say `\"barrow_export\": 1`".into());
    }
    let members = value["files"].as_object().into_iter().flatten();
    let files: Vec<(String, String)> =
        members.filter_map(|(name, it)| Some((name.clone(), it.as_str()?.to_owned()))).collect();
    let profile = files.iter().find(|(name, _)| name == PROFILE);
    if let Some((_, text)) = profile {
        let value = Value::parse(text).map_err(|error| error.to_string())?;
        Profile::from_json(&value)?;
    }
    Ok(files)
}

impl fmt::Display for ImportError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::NotAnExport(why) => write!(f, "this is not an exported profile: {why}"),
            Self::Store(error) => write!(f, "{error}"),
        }
    }
}

impl std::error::Error for ImportError {}
