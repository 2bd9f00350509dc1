//! Where things are kept: the folders that the XDG rules name, and writing that a crash cannot
//! leave half done.

use std::fs::{self, File};
use std::io::{self, Write as _};
use std::path::{Path, PathBuf};

/// The folders of this player.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Folders {
    /// Settings.
    pub config: PathBuf,
    /// Runs, scores, what was achieved.
    pub data: PathBuf,
}

impl Folders {
    /// The folders that the environment names, or the usual ones below the home folder.
    pub fn find(variable: impl Fn(&str) -> Option<String>) -> Option<Self> {
        let absolute = |name: &str| variable(name).map(PathBuf::from).filter(|it| it.is_absolute());
        let home = absolute("HOME");
        let folder = |name: &str, usual: &str| {
            let base = absolute(name).or_else(|| Some(home.as_ref()?.join(usual)))?;
            Some(base.join("barrow"))
        };
        Some(Self {
            config: folder("XDG_CONFIG_HOME", ".config")?,
            data: folder("XDG_DATA_HOME", ".local/share")?,
        })
    }

    /// The file of settings.
    pub fn settings(&self) -> PathBuf {
        self.config.join("settings.conf")
    }
}

/// Writes a whole file so that, whatever happens, the old or the new one is there.
pub fn replace(path: &Path, contents: &[u8]) -> io::Result<()> {
    let folder = path.parent().unwrap_or(Path::new("."));
    fs::create_dir_all(folder)?;
    let name = path.file_name().unwrap_or_default().to_string_lossy();
    // The process is part of the name: two that write at once do not share a file.
    let beside = folder.join(format!(".{name}.{}", std::process::id()));
    let written = File::create(&beside).and_then(|mut file| {
        file.write_all(contents)?;
        file.sync_data()
    });
    let done = written.and_then(|()| fs::rename(&beside, path));
    if done.is_err() {
        let _ = fs::remove_file(&beside);
    }
    done
}

#[cfg(test)]
mod tests {
    use super::*;

    fn find(variables: &[(&str, &str)]) -> Option<Folders> {
        let find = |name: &str| variables.iter().find(|(it, _)| *it == name);
        Folders::find(|name| find(name).map(|(_, value)| (*value).to_string()))
    }

    #[test]
    fn folders_follow_the_environment() {
        let usual = find(&[("HOME", "/home/ada")]).unwrap();
        assert_eq!(usual.settings(), Path::new("/home/ada/.config/barrow/settings.conf"));
        assert_eq!(usual.data, Path::new("/home/ada/.local/share/barrow"));
        let named = find(&[("HOME", "/home/ada"), ("XDG_DATA_HOME", "/data")]).unwrap();
        assert_eq!(named.data, Path::new("/data/barrow"));
        let relative = find(&[("HOME", "/home/ada"), ("XDG_DATA_HOME", "data")]).unwrap();
        assert_eq!(relative.data, usual.data, "a relative path is ignored, as the rules say");
        assert_eq!(find(&[]), None);
    }
}
