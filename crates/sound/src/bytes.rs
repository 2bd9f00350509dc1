//! Libraries and orders as bytes, for a page, whose mixer is a module of its own.

use std::sync::Arc;

use barrow_dice::fnv64;
use barrow_small::read_trusted;

use crate::{Bearing, Bus, Cue, Library, Order, Place};

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

/// How many numbers an order has at most.
const NUMBERS: usize = 8;
/// The length of a name where there is none.
const NAMELESS: u16 = u16::MAX;

/// Orders have a form of their own, since the module that plays must be small: what kind it is, the
/// length of its name, the name, and as many numbers as any order has.
impl Order {
    /// Returns orders as bytes, for [`Order::read_all`] of the same version.
    pub fn write_all(orders: &[Self]) -> Vec<u8> {
        let mut bytes = Vec::new();
        for order in orders {
            let (kind, name, numbers) = order.parts();
            let length = name.map_or(NAMELESS, |it| u16::try_from(it.len()).unwrap_or(NAMELESS));
            let name = name.filter(|_| length != NAMELESS).unwrap_or_default();
            bytes.push(kind);
            bytes.extend(length.to_le_bytes());
            bytes.extend(name.as_bytes());
            for number in numbers {
                bytes.extend(number.to_le_bytes());
            }
        }
        bytes
    }

    /// Reads orders from the bytes of [`Order::write_all`]. Returns `None` if they make no sense.
    pub fn read_all(mut bytes: &[u8]) -> Option<Vec<Self>> {
        let mut orders = Vec::new();
        while let Some((kind, rest)) = bytes.split_first() {
            let (length, rest) = rest.split_first_chunk()?;
            let length = u16::from_le_bytes(*length);
            let taken = if length == NAMELESS { 0 } else { usize::from(length) };
            let (name, rest) = rest.split_at_checked(taken)?;
            let name = str::from_utf8(name).ok().filter(|_| length != NAMELESS);
            let (numbers, rest) = rest.split_at_checked(NUMBERS * 8)?;
            let mut numbers = numbers.as_chunks().0.iter().map(|it| i64::from_le_bytes(*it));
            orders.push(Self::from_parts(*kind, name, || numbers.next().unwrap_or(0))?);
            bytes = rest;
        }
        Some(orders)
    }

    fn parts(&self) -> (u8, Option<&str>, [i64; NUMBERS]) {
        let mut all = [0; NUMBERS];
        let (kind, name) = match self {
            Self::Play { sound, cue } => {
                let at = cue.bearing.unwrap_or_default();
                let placed = i64::from(cue.bearing.is_some()) + i64::from(at.muffled);
                all = [
                    cue.bus as i64,
                    placed,
                    at.east.into(),
                    at.south.into(),
                    cue.semitones.into(),
                    cue.level.into(),
                    cue.after.into(),
                    cue.seed.into(),
                ];
                (0, Some(&**sound))
            }
            Self::Mood { name, seed } => {
                all[0] = seed.cast_signed();
                (1, name.as_deref())
            }
            Self::Tension(tension) => {
                all[0] = (*tension).into();
                (2, None)
            }
            Self::Ambience { name, place, seed } => {
                all[0] = seed.cast_signed();
                all[1] = place.map_or(-1, |it| it as i64);
                (3, name.as_deref())
            }
            Self::Volume { bus, percent } => {
                all[0] = *bus as i64;
                all[1] = (*percent).into();
                (4, None)
            }
            Self::Silence => (5, None),
        };
        (kind, name, all)
    }

    fn from_parts(kind: u8, name: Option<&str>, mut next: impl FnMut() -> i64) -> Option<Self> {
        let bus = |at: i64| Bus::ALL.get(usize::try_from(at).ok()?).copied();
        let named = name.map(Arc::from);
        Some(match kind {
            0 => {
                let (bus, placed) = (bus(next())?, next());
                let bearing = Bearing {
                    east: next().try_into().ok()?,
                    south: next().try_into().ok()?,
                    muffled: placed == 2,
                };
                let cue = Cue {
                    bus,
                    bearing: (placed > 0).then_some(bearing),
                    semitones: next().try_into().ok()?,
                    level: next().try_into().ok()?,
                    after: next().try_into().ok()?,
                    seed: next().try_into().ok()?,
                };
                Self::Play { sound: named?, cue }
            }
            1 => Self::Mood { name: named, seed: next().cast_unsigned() },
            2 => Self::Tension(next().try_into().ok()?),
            3 => {
                let seed = next().cast_unsigned();
                let place = usize::try_from(next()).ok().and_then(|it| Place::ALL.get(it));
                Self::Ambience { name: named, place: place.copied(), seed }
            }
            4 => Self::Volume { bus: bus(next())?, percent: next().try_into().ok()? },
            5 => Self::Silence,
            _ => return None,
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Sound;

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
            Order::Mood { name: None, seed: 0 },
            Order::Ambience { name: None, place: Some(Place::Cave), seed: 1 },
            Order::Ambience { name: Some("".into()), place: None, seed: 1 },
            Order::Play { sound: "".into(), cue: Cue { bus: Bus::Interface, ..Cue::default() } },
            Order::Volume { bus: Bus::Music, percent: 50 },
            Order::Silence,
        ];
        let bytes = Order::write_all(&orders);
        assert_eq!(Order::read_all(&bytes).as_deref(), Some(&orders[..]));
        assert_eq!(Order::read_all(&bytes[..bytes.len() - 1]), None);
        assert_eq!(Order::read_all(&[9; 80]), None);
    }
}
