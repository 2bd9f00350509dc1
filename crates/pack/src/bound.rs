//! A pack that was read and checked before, as bytes: what plays it then needs no reader.

mod reader;

use std::fmt;

use barrow_dice::fnv64;
use serde::Deserialize;

use crate::Pack;
use reader::Reader;

/// What every bound pack begins with: what it is, and who wrote it. Another version may have
/// other fields.
const MARK: &str = concat!("barrow pack ", env!("CARGO_PKG_VERSION"), "\n");

/// Why bytes are no pack.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum BoundError {
    /// They are something else, or were written by another version.
    Foreign,
    /// They are not as they were written.
    Damaged,
}

impl Pack {
    /// The pack as bytes, for [`Pack::from_bytes`] of the same version.
    pub fn to_bytes(&self) -> Vec<u8> {
        let body = postcard::to_allocvec(self).expect("memory takes all that is written");
        [MARK.as_bytes(), &fnv64(&body).to_le_bytes(), &body].concat()
    }

    /// The pack that was written as these bytes.
    pub fn from_bytes(bytes: &[u8]) -> Result<Self, BoundError> {
        let rest = bytes.strip_prefix(MARK.as_bytes()).ok_or(BoundError::Foreign)?;
        let (sum, body) = rest.split_first_chunk().ok_or(BoundError::Damaged)?;
        if fnv64(body) != u64::from_le_bytes(*sum) {
            return Err(BoundError::Damaged);
        }
        let mut reader = Reader::new(body);
        let Ok(pack) = Self::deserialize(&mut reader);
        if reader.is_whole() { Ok(pack) } else { Err(BoundError::Damaged) }
    }
}

impl fmt::Display for BoundError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::Foreign => "this is no pack that this version has bound; make it again",
            Self::Damaged => "the bound pack is damaged; make it again",
        })
    }
}

impl std::error::Error for BoundError {}
