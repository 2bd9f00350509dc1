use std::fs;
use std::path::{Path, PathBuf};

/// A home folder for a test, which is removed afterwards.
pub struct Place {
    folder: PathBuf,
}

/// The pack that the tests play.
pub const PACK: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/../../tests/packs/small");

impl Place {
    pub fn new(name: &str) -> Self {
        let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join(format!("terminal-{name}"));
        fs::remove_dir_all(&folder).ok();
        fs::create_dir_all(&folder).expect("the folder of a test");
        Self { folder }
    }

    /// Returns the environment variables that say where files are stored.
    pub fn variables(&self) -> [(&'static str, String); 5] {
        let home = self.folder.display().to_string();
        [
            ("HOME", home.clone()),
            ("XDG_CONFIG_HOME", format!("{home}/config")),
            ("XDG_DATA_HOME", format!("{home}/data")),
            ("TERM", "xterm-256color".into()),
            ("LANG", "C.UTF-8".into()),
        ]
    }

    /// Returns the saved run.
    pub fn save(&self) -> PathBuf {
        self.folder.join("data/barrow/saves/the-small-barrow.journal")
    }

    /// Returns the names of all files in a stored folder.
    pub fn kept(&self, folder: &str) -> Vec<String> {
        let entries = fs::read_dir(self.folder.join("data/barrow").join(folder));
        let names = entries.into_iter().flatten().flatten();
        let mut names: Vec<String> =
            names.map(|it| it.file_name().to_string_lossy().into_owned()).collect();
        names.sort();
        names
    }
}

impl Drop for Place {
    fn drop(&mut self) {
        fs::remove_dir_all(&self.folder).ok();
    }
}
