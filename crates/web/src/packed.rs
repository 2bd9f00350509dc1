//! Bytes as short texts: compressed, with a checksum, in characters that a URL may contain.

use barrow_dice::fnv32;
use barrow_small::{compress, decompress};

const LETTERS: &[u8; 64] = b"ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_";

/// A text that would unpack to more bytes is refused: it was made to fill the memory.
const MAX: usize = 1 << 20;

/// Packs bytes into a text.
pub fn pack(bytes: &[u8]) -> String {
    let mut packed = compress(bytes);
    packed.extend(fnv32(&packed).to_be_bytes());
    encode(&packed)
}

/// Returns the bytes of a packed text, or `None` if it is damaged.
pub fn unpack(text: &str) -> Option<Vec<u8>> {
    let packed = decode(text)?;
    let (compressed, sum) = packed.split_last_chunk::<4>()?;
    if fnv32(compressed) != u32::from_be_bytes(*sum) {
        return None;
    }
    decompress(compressed, MAX)
}

fn encode(bytes: &[u8]) -> String {
    let mut text = String::with_capacity(bytes.len().div_ceil(3) * 4);
    for three in bytes.chunks(3) {
        let mut word = [0; 4];
        word[1..=three.len()].copy_from_slice(three);
        let bits = u32::from_be_bytes(word);
        for index in 0..=three.len() {
            let letter = bits >> (18 - 6 * index) & 63;
            text.push(char::from(LETTERS[letter as usize]));
        }
    }
    text
}

fn decode(text: &str) -> Option<Vec<u8>> {
    let mut bytes = Vec::with_capacity(text.len() / 4 * 3 + 2);
    for four in text.as_bytes().chunks(4) {
        let mut bits = 0;
        for index in 0..4 {
            let letter = four.get(index).copied().unwrap_or(b'A');
            bits = bits << 6 | value(letter)?;
        }
        let count = four.len().checked_sub(1).filter(|it| *it > 0)?;
        bytes.extend(&bits.to_be_bytes()[1..=count]);
    }
    // The unused bits of the last letter must be zero.
    (encode(&bytes) == text).then_some(bytes)
}

fn value(letter: u8) -> Option<u32> {
    let index = LETTERS.iter().position(|it| *it == letter)?;
    u32::try_from(index).ok()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn all_lengths_and_all_bytes_survive_a_round_trip() {
        for length in 0..300 {
            let bytes: Vec<u8> = (0..=255).cycle().step_by(7).take(length).collect();
            assert_eq!(decode(&encode(&bytes)), Some(bytes.clone()), "{length}");
            assert_eq!(unpack(&pack(&bytes)), Some(bytes), "{length}");
        }
    }

    #[test]
    fn a_text_that_was_cut_or_changed_is_refused() {
        let text = pack(b"Here lies one who went on through the door that was left open.");
        for end in 0..text.len() {
            assert_eq!(unpack(&text[..end]), None, "cut at {end}");
            let mut changed = text.clone().into_bytes();
            changed[end] = if changed[end] == b'x' { b'y' } else { b'x' };
            let changed = String::from_utf8(changed).unwrap();
            assert_eq!(unpack(&changed), None, "changed at {end}");
        }
        for strange in ["", "A", "====", "päck", "\u{0}\u{0}\u{0}\u{0}\u{0}", "AAAAAAAAAAAA"] {
            assert_eq!(unpack(strange), None, "{strange:?}");
        }
    }

    #[test]
    fn repetitions_compress_well() {
        assert!(pack("move north\n".repeat(1000).as_bytes()).len() < 200);
    }
}
