//! FNV-1a, a small hash that never changes. It names random streams, tells files and packs
//! apart, and finds damage. It does not protect against someone who wants a collision.

const START_64: u64 = 0xCBF2_9CE4_8422_2325;
const PRIME_64: u64 = 0x0000_0100_0000_01B3;
const START_32: u32 = 0x811C_9DC5;
const PRIME_32: u32 = 0x0100_0193;

/// A running 64-bit FNV-1a hash.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Fnv(u64);

impl Fnv {
    /// Returns the hash of no bytes.
    pub const fn new() -> Self {
        Self(START_64)
    }

    /// Returns the hash with `bytes` appended.
    #[must_use]
    pub const fn with(mut self, bytes: &[u8]) -> Self {
        // A loop by index: iterators are not `const`.
        let mut index = 0;
        while index < bytes.len() {
            self.0 = (self.0 ^ bytes[index] as u64).wrapping_mul(PRIME_64);
            index += 1;
        }
        self
    }

    /// Returns the hash of all bytes so far.
    pub const fn finish(self) -> u64 {
        self.0
    }
}

impl Default for Fnv {
    fn default() -> Self {
        Self::new()
    }
}

/// Returns the 64-bit FNV-1a hash of `bytes`.
pub const fn fnv64(bytes: &[u8]) -> u64 {
    Fnv::new().with(bytes).finish()
}

/// Returns the 32-bit FNV-1a hash of `bytes`.
pub fn fnv32(bytes: &[u8]) -> u32 {
    bytes.iter().fold(START_32, |hash, byte| (hash ^ u32::from(*byte)).wrapping_mul(PRIME_32))
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The published test vectors of FNV-1a.
    #[test]
    fn hashes_are_the_published_ones() {
        assert_eq!(fnv64(b""), 0xcbf2_9ce4_8422_2325);
        assert_eq!(fnv64(b"a"), 0xaf63_dc4c_8601_ec8c);
        assert_eq!(fnv64(b"foobar"), 0x8594_4171_f739_67e8);
        assert_eq!(fnv32(b""), 0x811c_9dc5);
        assert_eq!(fnv32(b"a"), 0xe40c_292c);
        assert_eq!(fnv32(b"foobar"), 0xbf9c_f968);
    }

    #[test]
    fn parts_hash_like_the_whole() {
        assert_eq!(Fnv::new().with(b"foo").with(b"").with(b"bar").finish(), fnv64(b"foobar"));
    }
}
