use std::fmt;

use barrow_json::{Value, json};
use barrow_small::Map;

use super::{PROFILE, Profile, update};
use crate::session::is_snapshot;
use crate::store::{Store, StoreError};

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

/// Imports an exported profile, and returns how many files were added or changed. Runs and scores
/// are added to those of the profile at hand. Saves, replays and morgue files that exist already
/// are not changed.
pub fn import(store: &mut dyn Store, text: &str) -> Result<usize, ImportError> {
    let (other, files) = read(text).map_err(ImportError::NotAnExport)?;
    let merged = other.map(|it| update(store, |own| own.merge(it)));
    let (numbers, mut taken) = match merged.transpose().map_err(ImportError::Store)? {
        Some((_, numbers, _)) => (numbers, 1),
        None => (Vec::new(), 0),
    };
    let present = store.list().map_err(ImportError::Store)?;
    for (name, text) in &files {
        let name = renumbered(name, &numbers);
        if !present.contains(&name) {
            taken += 1;
            store.replace(&name, text.as_bytes()).map_err(ImportError::Store)?;
        }
    }
    Ok(taken)
}

/// Returns the name of a file of a run that has another number here.
fn renumbered(name: &str, numbers: &[(u64, u64)]) -> String {
    let parts = name.split_once('/').and_then(|(folder, file)| {
        let (number, rest) = file.split_once('-')?;
        let number: u64 = number.parse().ok()?;
        let (_, own) = numbers.iter().find(|(other, _)| *other == number)?;
        Some(format!("{folder}/{own:05}-{rest}"))
    });
    parts.unwrap_or_else(|| name.to_owned())
}

/// Reads the profile and the other files of an export.
fn read(text: &str) -> Result<(Option<Profile>, Files), String> {
    let value: Value = Value::parse(text).map_err(|error| error.to_string())?;
    if value["barrow_export"].as_u64() != Some(1) {
        return Err("it does not say `\"barrow_export\": 1`".into());
    }
    let members = value["files"].as_object().into_iter().flatten();
    let mut files: Files =
        members.filter_map(|(name, it)| Some((name.clone(), it.as_str()?.to_owned()))).collect();
    let mut profile = None;
    if let Some(index) = files.iter().position(|(name, _)| name == PROFILE) {
        let value = Value::parse(&files.remove(index).1).map_err(|error| error.to_string())?;
        profile = Some(Profile::from_json(&value)?);
    }
    Ok((profile, files))
}

/// Names of files and what they contain.
type Files = Vec<(String, String)>;

impl fmt::Display for ImportError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::NotAnExport(why) => write!(f, "this is not an exported profile: {why}"),
            Self::Store(error) => write!(f, "{error}"),
        }
    }
}

impl std::error::Error for ImportError {}
