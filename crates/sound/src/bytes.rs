//! Libraries and orders as bytes, for a page, whose mixer is a module of its own.

use barrow_dice::fnv64;
use barrow_small::read_trusted;

use crate::{Library, Order};

impl Library {
    /// Returns the library as bytes, for [`Library::from_bytes`] of the same version.
    pub fn to_bytes(&self) -> Vec<u8> {
        let body = postcard::to_allocvec(self).expect("writing to memory cannot fail");
        [&fnv64(&body).to_le_bytes()[..], &body].concat()
    }

    /// Reads a library from the bytes of [`Library::to_bytes`]. Returns `None` if they are damaged.
    pub fn from_bytes(bytes: &[u8]) -> Option<Self> {
        let (sum, body) = bytes.split_first_chunk()?;
        if fnv64(body) == u64::from_le_bytes(*sum) { read_trusted(body) } else { None }
    }
}

impl Order {
    /// Returns orders as bytes, for [`Order::read_all`] of the same version.
    pub fn write_all(orders: &[Self]) -> Vec<u8> {
        postcard::to_allocvec(orders).expect("writing to memory cannot fail")
    }

    /// Reads orders from the bytes of [`Order::write_all`]. Returns `None` if they make no sense.
    pub fn read_all(bytes: &[u8]) -> Option<Vec<Self>> {
        read_trusted(bytes)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{Bearing, Bus, Cue, Place, Sound};

    #[test]
    fn a_library_comes_back_and_a_damaged_one_does_not() {
        let mut library = Library::default();
        library.sounds.insert("creak".into(), Sound::default());
        let mut bytes = library.to_bytes();
        assert_eq!(Library::from_bytes(&bytes), Some(library));
        let last = bytes.len() - 1;
        bytes[last] ^= 1;
        assert_eq!(Library::from_bytes(&bytes), None);
        assert_eq!(Library::from_bytes(b"short"), None);
    }

    #[test]
    fn orders_come_back() {
        let bearing = Some(Bearing { east: -3, south: 70_000, muffled: true });
        let cue = Cue { bearing, semitones: -5, seed: u32::MAX, ..Cue::default() };
        let orders = [
            Order::Play { sound: "creak".into(), cue },
            Order::Mood { name: Some("boss".into()), seed: u64::MAX },
            Order::Tension(420),
            Order::Ambience { name: None, place: Some(Place::Cave), seed: 1 },
            Order::Volume { bus: Bus::Music, percent: 50 },
            Order::Silence,
        ];
        let bytes = Order::write_all(&orders);
        assert_eq!(Order::read_all(&bytes).as_deref(), Some(&orders[..]));
        assert_eq!(Order::read_all(&bytes[..bytes.len() - 1]), None);
    }
}
