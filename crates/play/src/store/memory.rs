use barrow_small::{Map, Set};

use super::{Store, StoreError, previous};

/// A store in memory: for tests, and for playing without saves.
#[derive(Clone, Debug, Default)]
pub struct Memory {
    texts: Map<String, Vec<u8>>,
    locks: Set<String>,
    /// How many bytes can still be written before everything fails, as on a full disk; for tests.
    pub room: Option<usize>,
}

impl Memory {
    /// Returns the store as the next start of the program finds it: without locks, and with room.
    pub fn reopened(&self) -> Self {
        Self { texts: self.texts.clone(), ..Self::default() }
    }

    /// Returns how many of `wanted` bytes can be written, and counts them.
    fn take_room(&mut self, wanted: usize) -> usize {
        let Some(room) = &mut self.room else { return wanted };
        let taken = wanted.min(*room);
        *room -= taken;
        taken
    }

    fn check_room(&self, name: &str) -> Result<(), StoreError> {
        if self.room == Some(0) { Err(StoreError::new(name, "no space left")) } else { Ok(()) }
    }
}

impl Store for Memory {
    fn read(&self, name: &str) -> Result<Option<Vec<u8>>, StoreError> {
        Ok(self.texts.get(name).cloned())
    }

    fn list(&self) -> Result<Vec<String>, StoreError> {
        Ok(self.texts.keys().cloned().collect())
    }

    fn append(&mut self, name: &str, bytes: &[u8]) -> Result<(), StoreError> {
        let taken = self.take_room(bytes.len());
        self.texts.get_or_insert_with(name.into(), Vec::new).extend(&bytes[..taken]);
        if taken < bytes.len() { Err(StoreError::new(name, "no space left")) } else { Ok(()) }
    }

    fn replace(&mut self, name: &str, bytes: &[u8]) -> Result<(), StoreError> {
        if self.take_room(bytes.len()) < bytes.len() {
            return Err(StoreError::new(name, "no space left"));
        }
        if let Some(before) = self.texts.insert(name.into(), bytes.into()) {
            self.texts.insert(previous(name), before);
        }
        Ok(())
    }

    fn rename(&mut self, from: &str, to: &str) -> Result<(), StoreError> {
        self.check_room(from)?;
        let text = self.texts.remove(from).ok_or_else(|| StoreError::new(from, "not found"))?;
        self.texts.insert(to.into(), text);
        Ok(())
    }

    fn lock(&mut self, name: &str, _wait: bool) -> Result<bool, StoreError> {
        self.locks.insert(name.into());
        Ok(true)
    }

    fn unlock(&mut self, name: &str) {
        self.locks.remove(name);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_full_disk_refuses_whatever_writes_and_keeps_what_it_has() {
        let mut disk = Memory { room: Some(4), ..Memory::default() };
        disk.replace("a", b"four").unwrap();
        assert!(disk.append("a", b"!").is_err());
        assert!(disk.replace("a", b"!").is_err());
        assert!(disk.rename("a", "b").is_err());
        assert_eq!(disk.read("a").unwrap(), Some(b"four".to_vec()));
        disk.room = Some(1);
        disk.rename("a", "b").unwrap();
        assert!(disk.append("b", b"!?").is_err(), "only a part of it fits");
        assert_eq!(disk.read("b").unwrap(), Some(b"four!".to_vec()));
    }
}
