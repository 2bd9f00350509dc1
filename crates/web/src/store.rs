//! Saves and the profile in the storage of a browser, which holds short texts by name, may be
//! full or denied at any call, and may be closed between any two.
//!
//! A text lies in parts, so that a turn does not write a long run again, and a head names
//! where they lie. The head is written last: whatever happens, it names something whole.
//!
//! ```text
//! t/saves/a-game.journal        2         the head: parts of the second time it was written
//! p/saves/a-game.journal/2/0    ...       its parts
//! p/saves/a-game.journal/2/1    ...
//! ```

mod place;
#[cfg(test)]
mod tests;

use std::rc::Rc;

use barrow_play::store::{Store, StoreError, previous};
use barrow_small::sort;

use self::place::Place;
use crate::host::Host;
use crate::packed;

/// A text that is longer is kept in several parts. Every turn writes the last one anew.
const PART: usize = 4 << 10;

/// A text that is done with is packed if it is longer.
const PACKED: usize = 4 << 10;

/// The storage of a browser as a store.
pub struct Kept {
    host: Rc<dyn Host>,
    /// The text that was added to last.
    open: Option<Open>,
}

/// The end of a text that is being added to.
struct Open {
    name: String,
    place: Place,
    /// The number of its last part.
    last: usize,
    /// What is in the last part.
    text: String,
}

impl Kept {
    /// The storage of a page.
    pub fn new(host: Rc<dyn Host>) -> Self {
        Self { host, open: None }
    }

    /// Whether the storage can be used at all: what is written can be read and removed.
    pub fn works(host: &dyn Host) -> bool {
        let trial = "trial";
        let kept = host.list().is_some() && host.write(trial, trial);
        let found = kept && host.read(trial).as_deref() == Some(trial);
        host.remove(trial) && found
    }

    /// Removes parts that no head names: they were left by a page that was closed in the
    /// midst of writing.
    pub fn sweep(&self) {
        let Some(names) = self.host.list() else { return };
        let Some(used) = self.used(&names) else { return };
        let parts: Vec<(&String, Place)> =
            names.iter().filter_map(|it| Some((it, Place::of_part(it)?))).collect();
        for (name, place) in &parts {
            // The newest may be another page's that is writing at this moment.
            let newer = |it: &Place| it.name == place.name && it.number > place.number;
            if !used.contains(place) && parts.iter().any(|(_, it)| newer(it)) {
                self.host.remove(name);
            }
        }
    }

    /// The places that heads name; nothing if one of them cannot be read just now.
    fn used(&self, names: &[String]) -> Option<Vec<Place>> {
        let mut used = Vec::new();
        for head in names {
            if let Some(name) = Place::name_of_head(head) {
                used.extend(Place::from_head(name, &self.host.read(head)?));
            }
        }
        Some(used)
    }

    /// Removes a text for good; false if it cannot be.
    pub fn remove(&mut self, name: &str) -> bool {
        let Ok(Some(place)) = self.place(name) else { return false };
        let removed = self.host.remove(&Place::head(name));
        if removed {
            self.clear(&place);
        }
        removed
    }

    /// Where a text lies; nothing if there is none.
    fn place(&self, name: &str) -> Result<Option<Place>, StoreError> {
        let head = Place::head(name);
        match self.host.read(&head) {
            Some(text) => Ok(Some(Place::from_head(name, &text).unwrap_or_else(|| {
                // A head that says nothing: what it named is lost, and reads as an empty text.
                Place { name: name.into(), number: 0, packed: false }
            }))),
            None if self.names()?.contains(&head) => Err(denied(name)),
            None => Ok(None),
        }
    }

    fn names(&self) -> Result<Vec<String>, StoreError> {
        self.host.list().ok_or_else(|| denied("storage"))
    }

    /// A place where nothing lies yet.
    fn free_place(&self, name: &str, packed: bool) -> Result<Place, StoreError> {
        let names = self.names()?;
        let places = names.iter().filter_map(|it| Place::of_part(it));
        let last = places.filter(|it| it.name == name).map(|it| it.number).max();
        // A head may name a number whose parts are gone.
        let head = self.place(name)?.filter(|it| it.name == name).map(|it| it.number);
        let number = last.max(head).unwrap_or_default() + 1;
        Ok(Place { name: name.into(), number, packed })
    }

    fn parts(&self, place: &Place) -> Result<Vec<String>, StoreError> {
        let parts: Vec<String> =
            (0..).map_while(|part| self.host.read(&place.part(part))).collect();
        // No more parts, or no more answers?
        if self.names()?.contains(&place.part(parts.len())) {
            return Err(denied(&place.name));
        }
        Ok(parts)
    }

    /// Writes a text to a place, all of it or nothing.
    fn write(&self, place: &Place, text: &str) -> Result<(), StoreError> {
        for (part, piece) in pieces(text).enumerate() {
            if !self.host.write(&place.part(part), piece) {
                for it in 0..part {
                    self.host.remove(&place.part(it));
                }
                return Err(full(&place.name));
            }
        }
        Ok(())
    }

    fn write_head(&self, name: &str, place: &Place) -> Result<(), StoreError> {
        if self.host.write(&Place::head(name), &place.to_head(name)) {
            Ok(())
        } else {
            Err(full(name))
        }
    }

    /// Removes what lies at a place, unless a head still names it.
    fn clear(&self, place: &Place) {
        let Some(names) = self.host.list() else { return };
        if self.used(&names).is_none_or(|it| it.contains(place)) {
            return;
        }
        let is_its = |name: &&String| Place::of_part(name).is_some_and(|it| it == *place);
        for part in names.iter().filter(is_its) {
            self.host.remove(part);
        }
    }

    /// The end of a text, to add to it; it begins if there is none.
    fn open(&mut self, name: &str) -> Result<Open, StoreError> {
        let found = self.place(name)?;
        let known =
            self.open.take().filter(|it| it.name == name && Some(&it.place) == found.as_ref());
        if let Some(open) = known {
            return Ok(open);
        }
        let place = match found {
            Some(place) if !place.packed => place,
            Some(_) | None => {
                let text = self.read(name)?.unwrap_or_default();
                let text = String::from_utf8_lossy(&text).into_owned();
                let place = self.free_place(name, false)?;
                self.write(&place, &text)?;
                self.write_head(name, &place)?;
                place
            }
        };
        let mut parts = self.parts(&place)?;
        let text = parts.pop().unwrap_or_default();
        let last = parts.len();
        Ok(Open { name: name.into(), place, last, text })
    }
}

impl Store for Kept {
    fn read(&self, name: &str) -> Result<Option<Vec<u8>>, StoreError> {
        let Some(place) = self.place(name)? else { return Ok(None) };
        let text = self.parts(&place)?.concat();
        let unpacked = if place.packed { packed::unpack(&text) } else { None };
        // What cannot be unpacked is damaged, and whoever reads it says so.
        Ok(Some(unpacked.unwrap_or_else(|| text.into_bytes())))
    }

    fn list(&self) -> Result<Vec<String>, StoreError> {
        let names = self.names()?;
        let heads = names.iter().filter_map(|it| Place::name_of_head(it));
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
        if !self.host.write(&open.place.part(open.last), &open.text) {
            return Err(full(name));
        }
        self.open = Some(open);
        Ok(())
    }

    fn replace(&mut self, name: &str, bytes: &[u8]) -> Result<(), StoreError> {
        let text = text(name, bytes)?;
        let (before, aside) = (self.place(name)?, previous(name));
        let place = self.free_place(name, false)?;
        let older = self.place(&aside)?;
        let written = self.write(&place, text).and_then(|()| {
            before.iter().try_for_each(|it| self.write_head(&aside, it))?;
            self.write_head(name, &place)
        });
        if written.is_err() {
            match older {
                Some(older) => _ = self.write_head(&aside, &older),
                None => _ = self.host.remove(&Place::head(&aside)),
            }
            self.clear(&place);
        } else if let Some(older) = older.filter(|_| before.is_some()) {
            self.clear(&older);
        }
        written
    }

    fn rename(&mut self, from: &str, to: &str) -> Result<(), StoreError> {
        text(to, b"")?;
        let old = self.place(from)?.ok_or_else(|| StoreError::new(from, "not found"))?;
        let bytes = self.read(from)?.unwrap_or_default();
        let overwritten = self.place(to)?;
        // What gets another name is done with: it is packed where there is room for both.
        let place = self.free_place(to, true)?;
        let packs = bytes.len() > PACKED && self.write(&place, &packed::pack(&bytes)).is_ok();
        let moved = if packs { &place } else { &old };
        if let Err(error) = self.write_head(to, moved) {
            self.clear(&place);
            return Err(error);
        }
        if !self.host.remove(&Place::head(from)) {
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

/// The pieces of a text that fit a part each; an empty text has one.
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
    std::str::from_utf8(bytes).map_err(|_| StoreError::new(name, "it is no text"))
}

fn full(name: &str) -> StoreError {
    StoreError::new(name, "this browser's storage is full or was denied")
}

fn denied(name: &str) -> StoreError {
    StoreError::new(name, "this browser's storage cannot be used")
}
