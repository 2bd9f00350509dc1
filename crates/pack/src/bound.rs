//! A pack that was read and checked before, as bytes. To play it, no reader is needed.

mod reader;

use std::fmt;

use serde::Deserialize;

use crate::Pack;
use reader::Reader;

/// The first bytes of every bound pack. They name the version, since other versions have other
/// fields.
const MARK: &str = concat!("barrow pack ", env!("CARGO_PKG_VERSION"), "\n");

/// Why bytes are not a bound pack.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum BoundError {
    /// They are something else, or another version wrote them.
    Foreign,
    /// Their checksum does not match.
    Damaged,
}

impl Pack {
    /// Returns the pack as bytes, for [`Pack::from_bytes`] of the same version.
    pub fn to_bytes(&self) -> Vec<u8> {
        let body = postcard::to_allocvec(self).expect("memory takes all that is written");
        [MARK.as_bytes(), &checksum(&body).to_le_bytes(), &body].concat()
    }

    /// Reads a pack from the bytes of [`Pack::to_bytes`].
    pub fn from_bytes(bytes: &[u8]) -> Result<Self, BoundError> {
        let rest = bytes.strip_prefix(MARK.as_bytes()).ok_or(BoundError::Foreign)?;
        let (sum, body) = rest.split_first_chunk().ok_or(BoundError::Damaged)?;
        if checksum(body) != u64::from_le_bytes(*sum) {
            return Err(BoundError::Damaged);
        }
        let mut reader = Reader::new(body);
        let Ok(pack) = Self::deserialize(&mut reader);
        if reader.is_whole() { Ok(pack) } else { Err(BoundError::Damaged) }
    }
}

/// FNV-1a.
fn checksum(bytes: &[u8]) -> u64 {
    bytes.iter().fold(0xCBF2_9CE4_8422_2325, |sum, byte| {
        (sum ^ u64::from(*byte)).wrapping_mul(0x0000_0100_0000_01B3)
    })
}

impl fmt::Display for BoundError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::Foreign => "this is not a pack that this version bound; bind it again",
            Self::Damaged => "the bound pack is damaged; bind it again",
        })
    }
}

impl std::error::Error for BoundError {}
