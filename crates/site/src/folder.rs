use std::collections::BTreeMap;
use std::io::Write as _;
use std::path::Path;
use std::{fs, io};

use brotli::BrotliCompress;
use brotli::enc::BrotliEncoderParams;
use brotli::enc::backward_references::BrotliEncoderMode;
use flate2::Compression;
use flate2::write::GzEncoder;

use crate::Outcome;

/// The files of the page by path, before they are written.
#[derive(Default)]
pub struct Folder {
    files: BTreeMap<String, Vec<u8>>,
}

impl Folder {
    pub fn add(&mut self, path: impl Into<String>, bytes: impl Into<Vec<u8>>) {
        self.files.insert(path.into(), bytes.into());
    }

    /// Removes a file that was only needed to make another one.
    pub fn remove(&mut self, path: &str) -> Option<Vec<u8>> {
        self.files.remove(path)
    }

    /// Returns the contents of a file.
    pub fn get(&self, path: &str) -> Option<&[u8]> {
        self.files.get(path).map(Vec::as_slice)
    }

    /// Returns all files, sorted by path.
    pub fn iter(&self) -> impl Iterator<Item = (&str, &[u8])> {
        self.files.iter().map(|(path, bytes)| (path.as_str(), bytes.as_slice()))
    }

    /// Adds the files below a folder that the filter accepts.
    pub fn take(&mut self, from: &Path, wanted: fn(&str) -> bool) -> Outcome {
        self.take_below(from, "", wanted).map_err(|error| failed(from, &error))
    }

    fn take_below(
        &mut self,
        from: &Path,
        prefix: &str,
        wanted: fn(&str) -> bool,
    ) -> io::Result<()> {
        for entry in fs::read_dir(from)? {
            let entry = entry?;
            let path = format!("{prefix}{}", entry.file_name().display());
            let inner = format!("{path}/");
            if entry.file_type()?.is_dir() && path != "node_modules" {
                self.take_below(&entry.path(), &inner, wanted)?;
            } else if wanted(&path) {
                self.add(path, fs::read(entry.path())?);
            }
        }
        Ok(())
    }

    /// Changes the text of all files with this ending.
    pub fn change(&mut self, ending: &str, change: fn(&str) -> String) {
        for (_, bytes) in self.files.iter_mut().filter(|(path, _)| kind(path) == ending) {
            *bytes = change(&String::from_utf8_lossy(bytes)).into_bytes();
        }
    }

    /// Adds a compressed copy of each file that gets smaller, for servers that send those.
    pub fn pack(&mut self) {
        let mut packed = Vec::new();
        for (path, bytes) in &self.files {
            for (ending, small) in [("gz", gzip(bytes)), ("br", brotli(kind(path), bytes))] {
                if small.len() * 10 < bytes.len() * 9 {
                    packed.push((format!("{path}.{ending}"), small));
                }
            }
        }
        self.files.extend(packed);
    }

    /// Returns how many bytes a browser downloads for a file.
    pub fn weight(&self, path: &str) -> usize {
        let packed = self.get(&format!("{path}.br"));
        packed.or_else(|| self.get(path)).map_or(0, <[u8]>::len)
    }

    /// Writes all files. Leaves unchanged files alone and removes files that do not belong.
    pub fn write(&self, to: &Path) -> Outcome {
        let empty = fs::read_dir(to).map_or(true, |mut entries| entries.next().is_none());
        if !empty && !to.join("index.html").is_file() {
            return Err(format!("{} contains something else; choose another folder", to.display()));
        }
        write_all(to, &self.files).map_err(|error| failed(to, &error))
    }
}

/// Returns the ending of a file name.
pub fn kind(path: &str) -> &str {
    path.rsplit_once('.').map_or("", |(_, kind)| kind)
}

fn gzip(bytes: &[u8]) -> Vec<u8> {
    let mut writer = GzEncoder::new(Vec::new(), Compression::best());
    let packed = writer.write_all(bytes).and_then(|()| writer.finish());
    packed.expect("memory takes all that is written")
}

fn brotli(kind: &str, bytes: &[u8]) -> Vec<u8> {
    let mut packed = Vec::new();
    // Repeats in wasm are often as many bytes apart as those in fonts: 0.4 % smaller.
    let mode = match kind {
        "wasm" => BrotliEncoderMode::BROTLI_MODE_FONT,
        _ => BrotliEncoderMode::BROTLI_MODE_GENERIC,
    };
    let best =
        BrotliEncoderParams { quality: 11, lgwin: 24, mode, ..BrotliEncoderParams::default() };
    let done = BrotliCompress(&mut &*bytes, &mut packed, &best);
    done.expect("memory takes all that is written");
    packed
}

fn write_all(to: &Path, files: &BTreeMap<String, Vec<u8>>) -> io::Result<()> {
    fs::create_dir_all(to)?;
    remove_others(to, "", files)?;
    for (path, bytes) in files {
        let file = to.join(path);
        if fs::read(&file).is_ok_and(|old| old == *bytes) {
            continue;
        }
        fs::create_dir_all(file.parent().unwrap_or(to))?;
        fs::write(file, bytes)?;
    }
    Ok(())
}

fn remove_others(folder: &Path, prefix: &str, files: &BTreeMap<String, Vec<u8>>) -> io::Result<()> {
    for entry in fs::read_dir(folder)? {
        let entry = entry?;
        let path = format!("{prefix}{}", entry.file_name().display());
        if entry.file_type()?.is_dir() {
            remove_others(&entry.path(), &format!("{path}/"), files)?;
        } else if !files.contains_key(&path) {
            fs::remove_file(entry.path())?;
        }
    }
    Ok(())
}

fn failed(path: &Path, error: &io::Error) -> String {
    format!("{}: {error}", path.display())
}
