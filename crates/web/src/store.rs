//! Saves and the profile in the storage of a browser, which holds short texts by name. Any call may
//! fail because the storage is full or denied, and the page may be closed between any two calls.
//!
//! A file is stored in parts, so that a turn does not write a long run again. A head names the
//! version whose parts are valid. The head is written last, so that it always names something
//! complete.
//!
//! ```text
//! t/saves/a-game.journal        2         the head: parts of the second time it was written
//! p/saves/a-game.journal/2/0    ...       its parts
//! p/saves/a-game.journal/2/1    ...
//! ```

#[cfg(test)]
mod tests;
mod version;

use std::rc::Rc;

use barrow_play::store::{Store, StoreError, previous};
use barrow_small::sort;

use self::version::Version;
use crate::host::Host;
use crate::packed;

/// The maximum length of a part. Every turn writes the last part again.
const PART: usize = 4 << 10;

/// A finished file that is longer than this is packed.
const PACKED: usize = 4 << 10;

/// The storage of a browser as a store.
pub struct BrowserStore {
    host: Rc<dyn Host>,
    /// The file that was appended to last.
    open: Option<Open>,
}

/// The end of a file that is being appended to.
struct Open {
    name: String,
    version: Version,
    /// The number of its last part.
    last: usize,
    /// The content of the last part.
    text: String,
}

impl BrowserStore {
    /// Makes a store of a page's storage.
    pub fn new(host: Rc<dyn Host>) -> Self {
        Self { host, open: None }
    }

    /// Returns `true` if the storage works: what is written can be read and removed.
    pub fn works(host: &dyn Host) -> bool {
        let trial = "trial";
        let kept = host.list().is_some() && host.write(trial, trial);
        let found = kept && host.read(trial).as_deref() == Some(trial);
        host.remove(trial) && found
    }

    /// Removes parts that no head names. A page that was closed while it was writing left them.
    pub fn sweep(&self) {
        let Some(names) = self.host.list() else { return };
        let Some(used) = self.used(&names) else { return };
        let parts: Vec<(&String, Version)> =
            names.iter().filter_map(|it| Some((it, Version::of_part(it)?))).collect();
        for (name, version) in &parts {
            // The newest version may belong to another page that is writing right now.
            let newer = |it: &Version| it.name == version.name && it.number > version.number;
            if !used.contains(version) && parts.iter().any(|(_, it)| newer(it)) {
                self.host.remove(name);
            }
        }
    }

    /// Returns the versions that heads name, or `None` if one of them cannot be read now.
    fn used(&self, names: &[String]) -> Option<Vec<Version>> {
        let mut used = Vec::new();
        for head in names {
            if let Some(name) = Version::name_of_head(head) {
                used.extend(Version::from_head(name, &self.host.read(head)?));
            }
        }
        Some(used)
    }

    /// Deletes a file. Returns `false` if it cannot be deleted.
    pub fn remove(&mut self, name: &str) -> bool {
        let Ok(Some(version)) = self.version(name) else { return false };
        let removed = self.host.remove(&Version::head(name));
        if removed {
            self.clear(&version);
        }
        removed
    }

    /// Returns the version of a file, or `None` if there is no such file.
    fn version(&self, name: &str) -> Result<Option<Version>, StoreError> {
        let head = Version::head(name);
        match self.host.read(&head) {
            Some(text) => Ok(Some(Version::from_head(name, &text).unwrap_or_else(|| {
                // An invalid head: its content is lost, and reads as an empty text.
                Version { name: name.into(), number: 0, packed: false }
            }))),
            None if self.names()?.contains(&head) => Err(denied(name)),
            None => Ok(None),
        }
    }

    fn names(&self) -> Result<Vec<String>, StoreError> {
        self.host.list().ok_or_else(|| denied("storage"))
    }

    /// Returns a version that is not used yet.
    fn free_version(&self, name: &str, packed: bool) -> Result<Version, StoreError> {
        let names = self.names()?;
        let versions = names.iter().filter_map(|it| Version::of_part(it));
        let last = versions.filter(|it| it.name == name).map(|it| it.number).max();
        // A head may name a version whose parts are gone.
        let head = self.version(name)?.filter(|it| it.name == name).map(|it| it.number);
        let number = last.max(head).unwrap_or_default() + 1;
        Ok(Version { name: name.into(), number, packed })
    }

    fn parts(&self, version: &Version) -> Result<Vec<String>, StoreError> {
        let parts: Vec<String> =
            (0..).map_while(|part| self.host.read(&version.part(part))).collect();
        // Are there no more parts, or does the storage not answer?
        if self.names()?.contains(&version.part(parts.len())) {
            return Err(denied(&version.name));
        }
        Ok(parts)
    }

    /// Writes the parts of a version, all of them or none.
    fn write(&self, version: &Version, text: &str) -> Result<(), StoreError> {
        for (part, piece) in pieces(text).enumerate() {
            if !self.host.write(&version.part(part), piece) {
                for it in 0..part {
                    self.host.remove(&version.part(it));
                }
                return Err(full(&version.name));
            }
        }
        Ok(())
    }

    fn write_head(&self, name: &str, version: &Version) -> Result<(), StoreError> {
        if self.host.write(&Version::head(name), &version.to_head(name)) {
            Ok(())
        } else {
            Err(full(name))
        }
    }

    /// Removes the parts of a version, unless a head still names it.
    fn clear(&self, version: &Version) {
        let Some(names) = self.host.list() else { return };
        if self.used(&names).is_none_or(|it| it.contains(version)) {
            return;
        }
        let is_its = |name: &&String| Version::of_part(name).is_some_and(|it| it == *version);
        for part in names.iter().filter(is_its) {
            self.host.remove(part);
        }
    }

    /// Returns the end of a file to append to it, and creates the file if there is none.
    fn open(&mut self, name: &str) -> Result<Open, StoreError> {
        let found = self.version(name)?;
        let known =
            self.open.take().filter(|it| it.name == name && Some(&it.version) == found.as_ref());
        if let Some(open) = known {
            return Ok(open);
        }
        let version = match found {
            Some(version) if !version.packed => version,
            Some(_) | None => {
                let text = self.read(name)?.unwrap_or_default();
                let text = String::from_utf8_lossy(&text).into_owned();
                let version = self.free_version(name, false)?;
                self.write(&version, &text)?;
                self.write_head(name, &version)?;
                version
            }
        };
        let mut parts = self.parts(&version)?;
        let text = parts.pop().unwrap_or_default();
        let last = parts.len();
        Ok(Open { name: name.into(), version, last, text })
    }
}

impl Store for BrowserStore {
    fn read(&self, name: &str) -> Result<Option<Vec<u8>>, StoreError> {
        let Some(version) = self.version(name)? else { return Ok(None) };
        let text = self.parts(&version)?.concat();
        let unpacked = if version.packed { packed::unpack(&text) } else { None };
        // A text that cannot be unpacked is damaged, and its reader will report it.
        Ok(Some(unpacked.unwrap_or_else(|| text.into_bytes())))
    }

    fn list(&self) -> Result<Vec<String>, StoreError> {
        let names = self.names()?;
        let heads = names.iter().filter_map(|it| Version::name_of_head(it));
        let mut texts: Vec<String> = heads.map(String::from).collect();
        sort(&mut texts);
        Ok(texts)
    }

    fn append(&mut self, name: &str, bytes: &[u8]) -> Result<(), StoreError> {
        let more = text(name, bytes)?;
        let mut open = self.open(name)?;
        if open.text.len() + more.len() > PART && !open.text.is_empty() {
            open.last += 1;
            open.text.clear();
        }
        open.text.push_str(more);
        if !self.host.write(&open.version.part(open.last), &open.text) {
            return Err(full(name));
        }
        self.open = Some(open);
        Ok(())
    }

    fn replace(&mut self, name: &str, bytes: &[u8]) -> Result<(), StoreError> {
        let text = text(name, bytes)?;
        let (before, aside) = (self.version(name)?, previous(name));
        let version = self.free_version(name, false)?;
        let older = self.version(&aside)?;
        let written = self.write(&version, text).and_then(|()| {
            before.iter().try_for_each(|it| self.write_head(&aside, it))?;
            self.write_head(name, &version)
        });
        if written.is_err() {
            match older {
                Some(older) => _ = self.write_head(&aside, &older),
                None => _ = self.host.remove(&Version::head(&aside)),
            }
            self.clear(&version);
        } else if let Some(older) = older.filter(|_| before.is_some()) {
            self.clear(&older);
        }
        written
    }

    fn rename(&mut self, from: &str, to: &str) -> Result<(), StoreError> {
        text(to, b"")?;
        let old = self.version(from)?.ok_or_else(|| StoreError::new(from, "not found"))?;
        let bytes = self.read(from)?.unwrap_or_default();
        let overwritten = self.version(to)?;
        // A renamed file is finished, and is packed if there is room for both.
        let version = self.free_version(to, true)?;
        let packs = bytes.len() > PACKED && self.write(&version, &packed::pack(&bytes)).is_ok();
        let moved = if packs { &version } else { &old };
        if let Err(error) = self.write_head(to, moved) {
            self.clear(&version);
            return Err(error);
        }
        if !self.host.remove(&Version::head(from)) {
            return Err(denied(from));
        }
        overwritten.iter().chain([&old]).for_each(|it| self.clear(it));
        Ok(())
    }

    fn lock(&mut self, name: &str, _wait: bool) -> Result<bool, StoreError> {
        Ok(self.host.lock(name))
    }

    fn unlock(&mut self, name: &str) {
        self.host.unlock(name);
    }
}

/// Splits a text into parts; an empty text has one.
fn pieces(text: &str) -> impl Iterator<Item = &str> {
    let mut rest = Some(text);
    std::iter::from_fn(move || {
        let left = rest?;
        let mut cut = PART.min(left.len());
        while !left.is_char_boundary(cut) {
            cut -= 1;
        }
        let (piece, after) = left.split_at(cut);
        rest = (!after.is_empty()).then_some(after);
        Some(piece)
    })
}

fn text<'b>(name: &str, bytes: &'b [u8]) -> Result<&'b str, StoreError> {
    std::str::from_utf8(bytes).map_err(|_| StoreError::new(name, "it is not text"))
}

fn full(name: &str) -> StoreError {
    StoreError::new(name, "this browser's storage is full or was denied")
}

fn denied(name: &str) -> StoreError {
    StoreError::new(name, "this browser's storage cannot be used")
}
