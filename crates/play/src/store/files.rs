use std::collections::BTreeMap;
use std::env;
use std::fs::{self, File, OpenOptions, TryLockError};
use std::io::{self, Write as _};
use std::num::NonZeroUsize;
use std::path::{Path, PathBuf};

use super::{Snapshots, Store, StoreError, previous};

/// A store of files in a folder.
#[derive(Debug)]
pub struct Files {
    folder: PathBuf,
    /// The locks. The system releases them when the program ends, however it ends.
    locks: BTreeMap<String, File>,
    snapshots: Option<Snapshots>,
}

/// The extension of files that are being written.
const UNFINISHED: &str = ".unfinished";
/// The extension of lock files.
const LOCK: &str = ".lock";

/// The number of commands between snapshots.
const USUAL_SNAPSHOTS: usize = 250;

impl Files {
    /// Makes a store in a folder, which is created when it is first needed.
    pub fn new(folder: &Path) -> Self {
        let snapshots = NonZeroUsize::new(USUAL_SNAPSHOTS).map(Snapshots::every);
        Self { folder: folder.into(), locks: BTreeMap::new(), snapshots }
    }

    /// Sets the number of commands between snapshots; 0 makes none.
    pub fn with_snapshots(self, every: usize) -> Self {
        Self { snapshots: NonZeroUsize::new(every).map(Snapshots::every), ..self }
    }

    /// Returns the usual folder of profiles: `$BARROW_PROFILE`, or a folder in the user's data.
    /// Returns `None` if the user has no home.
    pub fn usual_folder() -> Option<PathBuf> {
        let folder =
            |name: &str| env::var_os(name).map(PathBuf::from).filter(|it| it.is_absolute());
        let data =
            || folder("XDG_DATA_HOME").or_else(|| Some(folder("HOME")?.join(".local/share")));
        folder("BARROW_PROFILE").or_else(|| {
            let data = data().or_else(|| folder("APPDATA"))?;
            Some(data.join("barrow"))
        })
    }

    /// Returns the folder.
    pub fn folder(&self) -> &Path {
        &self.folder
    }

    fn path(&self, name: &str) -> Result<PathBuf, StoreError> {
        let plain = |part: &str| {
            !part.is_empty()
                && !part.starts_with('.')
                && part.chars().all(|it| it.is_ascii_alphanumeric() || "-_.~".contains(it))
        };
        if !name.split('/').all(plain) {
            return Err(StoreError::new(name, "this is not a valid file name"));
        }
        Ok(self.folder.join(name))
    }

    /// Returns the path of a file to be written, and creates its folder.
    fn made(&self, name: &str) -> Result<PathBuf, StoreError> {
        let path = self.path(name)?;
        if let Some(folder) = path.parent() {
            fs::create_dir_all(folder).map_err(|error| StoreError::new(name, error))?;
        }
        Ok(path)
    }

    /// Replaces a file, and returns its path. `last` is called with the new file before it gets the
    /// name.
    fn put(
        &self,
        name: &str,
        bytes: &[u8],
        last: impl FnOnce(&File) -> io::Result<()>,
    ) -> Result<PathBuf, StoreError> {
        let path = self.made(name)?;
        let fresh = self.made(&format!("{name}{UNFINISHED}"))?;
        let kept = self.path(&previous(name))?;
        replace(&path, &fresh, &kept, bytes, last).map_err(|error| {
            // A half-written file would only waste space.
            let _ = fs::remove_file(&fresh);
            StoreError::new(name, error)
        })?;
        Ok(path)
    }
}

impl Store for Files {
    fn read(&self, name: &str) -> Result<Option<Vec<u8>>, StoreError> {
        match fs::read(self.path(name)?) {
            Ok(bytes) => Ok(Some(bytes)),
            Err(error) if error.kind() == io::ErrorKind::NotFound => Ok(None),
            Err(error) => Err(StoreError::new(name, error)),
        }
    }

    fn list(&self) -> Result<Vec<String>, StoreError> {
        let mut names = Vec::new();
        gather(&self.folder, "", &mut names);
        names.retain(|name| !name.ends_with(UNFINISHED) && !name.ends_with(LOCK));
        names.sort_unstable();
        Ok(names)
    }

    fn append(&mut self, name: &str, bytes: &[u8]) -> Result<(), StoreError> {
        let path = self.made(name)?;
        let written = OpenOptions::new()
            .append(true)
            .create(true)
            .open(path)
            .and_then(|mut file| file.write_all(bytes));
        written.map_err(|error| StoreError::new(name, error))
    }

    fn replace(&mut self, name: &str, bytes: &[u8]) -> Result<(), StoreError> {
        let path = self.put(name, bytes, File::sync_all)?;
        // The new name is durable once its folder is synced. Some systems cannot do that; there it
        // becomes durable later.
        if let Some(folder) = path.parent()
            && let Ok(folder) = File::open(folder)
        {
            let _ = folder.sync_all();
        }
        Ok(())
    }

    fn begin(&mut self, name: &str, bytes: &[u8]) -> Result<(), StoreError> {
        self.put(name, bytes, |_| Ok(())).map(drop)
    }

    fn rename(&mut self, from: &str, to: &str) -> Result<(), StoreError> {
        let (from_path, to_path) = (self.path(from)?, self.made(to)?);
        fs::rename(from_path, to_path).map_err(|error| StoreError::new(from, error))
    }

    fn lock(&mut self, name: &str, wait: bool) -> Result<bool, StoreError> {
        if self.locks.contains_key(name) {
            return Ok(true);
        }
        let path = self.made(&format!("{name}{LOCK}"))?;
        let failed = |error: io::Error| StoreError::new(name, error);
        let open = OpenOptions::new().create(true).truncate(false).write(true).open(path);
        let file = open.map_err(failed)?;
        if wait {
            file.lock().map_err(failed)?;
        } else {
            match file.try_lock() {
                Ok(()) => {}
                Err(TryLockError::WouldBlock) => return Ok(false),
                Err(TryLockError::Error(error)) => return Err(failed(error)),
            }
        }
        self.locks.insert(name.into(), file);
        Ok(true)
    }

    fn unlock(&mut self, name: &str) {
        self.locks.remove(name);
    }

    fn snapshots(&self) -> Option<Snapshots> {
        self.snapshots
    }
}

/// Writes a temporary file and renames it, so that there is a complete file at any moment. The old
/// one stays under another name.
fn replace(
    path: &Path,
    fresh: &Path,
    kept: &Path,
    bytes: &[u8],
    last: impl FnOnce(&File) -> io::Result<()>,
) -> io::Result<()> {
    let mut file = File::create(fresh)?;
    file.write_all(bytes)?;
    last(&file)?;
    drop(file);
    if path.exists() {
        match fs::remove_file(kept) {
            Err(error) if error.kind() != io::ErrorKind::NotFound => return Err(error),
            Ok(()) | Err(_) => {}
        }
        // Not every file system has links.
        fs::hard_link(path, kept).or_else(|_| fs::copy(path, kept).map(|_| ()))?;
    }
    fs::rename(fresh, path)
}

fn gather(folder: &Path, prefix: &str, names: &mut Vec<String>) {
    let Ok(entries) = fs::read_dir(folder) else { return };
    for entry in entries.flatten() {
        let file_name = entry.file_name();
        let Some(file_name) = file_name.to_str() else { continue };
        let name = format!("{prefix}{file_name}");
        match entry.file_type() {
            Ok(kind) if kind.is_dir() => gather(&entry.path(), &format!("{name}/"), names),
            Ok(_) => names.push(name),
            Err(_) => {}
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Makes an empty folder for a test.
    fn fresh(name: &str) -> PathBuf {
        let folder = env::temp_dir().join(format!("barrow-store-{name}-{}", std::process::id()));
        let _ = fs::remove_dir_all(&folder);
        folder
    }

    #[test]
    fn the_usual_folder_does_not_depend_on_where_the_program_runs() {
        assert!(Files::usual_folder().is_none_or(|it| it.is_absolute()));
    }

    #[test]
    fn a_replaced_file_is_kept_as_the_previous_one() {
        let folder = fresh("replace");
        let mut store = Files::new(&folder);
        assert_eq!((store.read("a.txt"), store.list()), (Ok(None), Ok(Vec::new())));
        store.append("saves/a.txt", b"one ").unwrap();
        store.append("saves/a.txt", b"two").unwrap();
        store.replace("saves/a.txt", b"three").unwrap();
        store.replace("saves/a.txt", b"four").unwrap();
        assert_eq!(store.list().unwrap(), ["saves/a.txt", "saves/a.txt.previous"]);
        assert_eq!(store.read("saves/a.txt.previous").unwrap().unwrap(), b"three");
        store.rename("saves/a.txt", "kept/b.txt").unwrap();
        assert_eq!(store.read("kept/b.txt").unwrap().unwrap(), b"four");
        fs::remove_dir_all(folder).unwrap();
    }

    #[test]
    fn a_failed_replacement_changes_nothing_and_leaves_no_unfinished_file() {
        let folder = fresh("half");
        let mut store = Files::new(&folder);
        store.begin("a", b"one").unwrap();
        // A folder has the name of the backup.
        fs::create_dir_all(folder.join("a.previous")).unwrap();
        assert!(store.begin("a", b"two").is_err());
        assert_eq!(store.read("a").unwrap().unwrap(), b"one");
        assert!(!folder.join("a.unfinished").exists());
        fs::remove_dir_all(folder).unwrap();
    }

    #[test]
    fn a_name_has_one_owner_at_a_time() {
        let folder = fresh("lock");
        let (mut one, mut other) = (Files::new(&folder), Files::new(&folder));
        assert_eq!(one.lock("profile", false), Ok(true));
        assert_eq!(other.lock("profile", false), Ok(false));
        one.unlock("profile");
        assert_eq!(other.lock("profile", false), Ok(true));
        drop(other);
        assert_eq!(one.lock("profile", true), Ok(true));
        fs::remove_dir_all(folder).unwrap();
    }

    #[test]
    fn names_do_not_lead_out_of_the_folder() {
        let mut store = Files::new(&fresh("names"));
        for name in ["../a", "/a", "a//b", "", ".hidden", "a b", "a/../b"] {
            assert!(store.append(name, b"x").is_err(), "{name}");
            assert!(store.read(name).is_err(), "{name}");
        }
    }

    #[test]
    fn a_folder_that_cannot_be_written_is_reported() {
        let folder = fresh("file");
        fs::write(&folder, "a file, no folder").unwrap();
        let told = Files::new(&folder).append("a", b"x").unwrap_err();
        assert!(told.to_string().starts_with("`a` cannot be stored or read: "), "{told}");
        fs::remove_file(folder).unwrap();
    }
}
