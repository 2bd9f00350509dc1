/// The remainder of each byte value for the polynomial of gzip.
const TABLE: [u32; 256] = {
    let mut table = [0; 256];
    let mut index = 0;
    let mut byte = 0;
    while index < 256 {
        let mut value: u32 = byte;
        let mut bit = 0;
        while bit < 8 {
            value = value >> 1 ^ (0xedb8_8320 & (value & 1).wrapping_neg());
            bit += 1;
        }
        table[index] = value;
        index += 1;
        byte += 1;
    }
    table
};

/// Returns the checksum that is at the end of gzip data.
pub fn crc32(bytes: &[u8]) -> u32 {
    !bytes
        .iter()
        .fold(u32::MAX, |crc, &byte| TABLE[usize::from(crc.to_le_bytes()[0] ^ byte)] ^ crc >> 8)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_checksum_matches_published_values() {
        assert_eq!(crc32(b""), 0);
        assert_eq!(crc32(b"123456789"), 0xcbf4_3926);
    }
}
