//! A loaded pack as bytes. A program that plays it needs no reader of JSON, formulas or maps.

use std::fmt;

use barrow_dice::fnv64;
use barrow_small::read_trusted;

use crate::Pack;

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
        let body = postcard::to_allocvec(self).expect("writing to memory cannot fail");
        [MARK.as_bytes(), &fnv64(&body).to_le_bytes(), &body].concat()
    }

    /// Reads a pack from the bytes of [`Pack::to_bytes`].
    pub fn from_bytes(bytes: &[u8]) -> Result<Self, BoundError> {
        let rest = bytes.strip_prefix(MARK.as_bytes()).ok_or(BoundError::Foreign)?;
        let (sum, body) = rest.split_first_chunk().ok_or(BoundError::Damaged)?;
        if fnv64(body) != u64::from_le_bytes(*sum) {
            return Err(BoundError::Damaged);
        }
        read_trusted(body).ok_or(BoundError::Damaged)
    }
}

impl fmt::Display for BoundError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::Foreign => "this version did not bind this pack; bind it again",
            Self::Damaged => "the bound pack is damaged; bind it again",
        })
    }
}

impl std::error::Error for BoundError {}
