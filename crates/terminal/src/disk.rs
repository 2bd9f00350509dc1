//! Where the settings file is, and how to write a file safely.

use std::fs::{self, File};
use std::io::{self, Write as _};
use std::path::{Path, PathBuf};

/// Returns the path of the settings file, in the folder that the environment names or the default
/// one.
pub fn settings_file(variable: impl Fn(&str) -> Option<String>) -> Option<PathBuf> {
    let absolute = |name: &str| variable(name).map(PathBuf::from).filter(|it| it.is_absolute());
    let usual = || Some(absolute("HOME")?.join(".config"));
    Some(absolute("XDG_CONFIG_HOME").or_else(usual)?.join("barrow/settings.conf"))
}

/// Writes a file so that, whatever happens, either the old or the new one is there.
pub fn replace(path: &Path, contents: &[u8]) -> io::Result<()> {
    let folder = path.parent().unwrap_or(Path::new("."));
    fs::create_dir_all(folder)?;
    let name = path.file_name().unwrap_or_default().to_string_lossy();
    // The process id is part of the name, so that two processes do not share a temporary file.
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

    fn check(variables: &[(&str, &str)], path: Option<&str>) {
        let find = |name: &str| variables.iter().find(|(it, _)| *it == name);
        let found = settings_file(|name| find(name).map(|(_, value)| (*value).to_string()));
        assert_eq!(found.as_deref(), path.map(Path::new));
    }

    #[test]
    fn the_environment_decides_where_settings_are() {
        let home = ("HOME", "/home/ada");
        check(&[home], Some("/home/ada/.config/barrow/settings.conf"));
        check(&[home, ("XDG_CONFIG_HOME", "/etc/ada")], Some("/etc/ada/barrow/settings.conf"));
        // A relative path is ignored, as the XDG specification says.
        check(&[home, ("XDG_CONFIG_HOME", "x")], Some("/home/ada/.config/barrow/settings.conf"));
        check(&[], None);
    }
}
