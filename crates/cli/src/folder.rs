use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use std::{fs, io};

use barrow_pack::Files;

use crate::failure::Failure;

/// The maximum size of a file; a larger one is not part of a game that a person wrote.
const LARGEST: u64 = 8 << 20;

/// The maximum depth of folders, which ends a loop of links.
const DEEPEST: usize = 16;

/// The files in a folder, and what could not be read.
#[derive(Debug, Default)]
pub struct Folder {
    pub files: Files,
    /// What could not be read.
    pub missing: Vec<Missing>,
}

/// Something that could not be read.
#[derive(Debug)]
pub struct Missing {
    /// Whether the pack may need it: its own files, or folders that may contain some.
    pub needed: bool,
    /// Its name in the pack.
    pub name: String,
    /// The reason.
    pub what: String,
}

/// Reads all files in the folder of a pack. Hidden ones are left out.
pub fn read(folder: &Path) -> Result<Folder, Failure> {
    let shown = folder.display();
    match fs::metadata(folder) {
        Err(error) if error.kind() == io::ErrorKind::NotFound => {
            return Err(Failure::Usage(format!("there is no folder `{shown}`")));
        }
        Err(error) => return Err(Failure::Usage(format!("cannot look at `{shown}`: {error}"))),
        Ok(about) if !about.is_dir() => {
            return Err(Failure::Usage(format!(
                "`{shown}` is a file; a pack is a folder of files"
            )));
        }
        Ok(_) => {}
    }
    let mut walk = Walk::default();
    walk.enter(folder, "", &mut Vec::new());
    if !walk.files.keys().any(|name| Files::is_json_file(name)) && walk.missing.is_empty() {
        return Err(Failure::Usage(format!(
            "there is no .json file in `{shown}`, so it is not a pack; `barrow new` makes one"
        )));
    }
    Ok(Folder { files: Files::new(walk.files), missing: walk.missing })
}

#[derive(Default)]
struct Walk {
    files: BTreeMap<String, Vec<u8>>,
    missing: Vec<Missing>,
}

impl Walk {
    /// Reads a folder; `prefix` is the start of its files' names. The parent folders are known by
    /// their real paths, so that a link back to one of them is not followed.
    fn enter(&mut self, folder: &Path, prefix: &str, above: &mut Vec<PathBuf>) {
        let entered = fs::canonicalize(folder).and_then(|path| Ok((path, fs::read_dir(folder)?)));
        let (path, entries) = match entered {
            Ok(entered) => entered,
            Err(error) => return self.note(prefix, &error.to_string()),
        };
        if above.contains(&path) {
            return;
        }
        if above.len() == DEEPEST {
            return self.note(prefix, &format!("nested deeper than {DEEPEST} folders"));
        }
        above.push(path);
        for entry in entries {
            match entry {
                Ok(entry) => self.visit(&entry.path(), prefix, above),
                Err(error) => self.note(prefix, &error.to_string()),
            }
        }
        above.pop();
    }

    fn visit(&mut self, path: &Path, prefix: &str, above: &mut Vec<PathBuf>) {
        let Some(name) = path.file_name() else { return };
        let Some(name) = name.to_str() else {
            let what = "its name is not UTF-8; rename it";
            return self.note(&format!("{prefix}{}", name.display()), what);
        };
        if name.starts_with('.') {
            return;
        }
        let name = format!("{prefix}{name}");
        match fs::metadata(path) {
            Ok(about) if about.is_dir() => self.enter(path, &format!("{name}/"), above),
            Ok(about) if !about.is_file() => {}
            Ok(about) if about.len() > LARGEST => {
                self.note(&name, &format!("larger than {} MiB", LARGEST >> 20));
            }
            Ok(_) => match fs::read(path) {
                Ok(contents) => {
                    self.files.insert(name, contents);
                }
                Err(error) => self.note(&name, &error.to_string()),
            },
            Err(error) => self.note(&name, &error.to_string()),
        }
    }

    fn note(&mut self, name: &str, what: &str) {
        let name = if name.is_empty() { "./" } else { name };
        let needed = Files::is_json_file(name) || name.ends_with('/');
        self.missing.push(Missing { needed, name: name.into(), what: format!("not read: {what}") });
    }
}
