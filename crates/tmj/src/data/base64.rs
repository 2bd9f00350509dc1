use crate::Problem;

/// Decodes base64 with padding. White space is ignored.
pub fn decode(text: &str) -> Result<Vec<u8>, Problem> {
    let text = text.trim_ascii_end();
    let digits = text.trim_end_matches('=');
    let mut bytes = Vec::with_capacity(digits.len() / 4 * 3 + 3);
    let (mut bits, mut count) = (0_u32, 0_usize);
    for byte in digits.bytes().filter(|it| !it.is_ascii_whitespace()) {
        bits = bits << 6 | u32::from(digit(byte)?);
        count += 1;
        if count.is_multiple_of(4) {
            bytes.extend_from_slice(&bits.to_be_bytes()[1..]);
            bits = 0;
        }
    }
    let padding = text.len() - digits.len();
    if !(count + padding).is_multiple_of(4) || padding > 2 {
        return Err(Problem::new(format!(
            "the base64 data is cut off: {count} characters are not a multiple of 4"
        )));
    }
    match padding {
        1 => bytes.extend_from_slice(&(bits << 6).to_be_bytes()[1..3]),
        2 => bytes.extend_from_slice(&(bits << 12).to_be_bytes()[1..2]),
        _ => {}
    }
    Ok(bytes)
}

fn digit(byte: u8) -> Result<u8, Problem> {
    match byte {
        b'A'..=b'Z' => Ok(byte - b'A'),
        b'a'..=b'z' => Ok(byte - b'a' + 26),
        b'0'..=b'9' => Ok(byte - b'0' + 52),
        b'+' => Ok(62),
        b'/' => Ok(63),
        _ => Err(Problem::new(format!(
            "the base64 data has an invalid character: '{}'",
            byte.escape_ascii()
        ))),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn check(text: &str, result: &str) {
        let shown = decode(text)
            .map_or_else(|problem| problem.reason, |bytes| bytes.escape_ascii().to_string());
        assert_eq!(shown, result, "{text}");
    }

    #[test]
    fn base64_is_read_with_any_padding() {
        check("", "");
        check("Zg==", "f");
        check("Zm8=", "fo");
        check("Zm9v", "foo");
        check("Zm9v\n YmFy\n", "foobar");
        check("//79/A==", "\\xff\\xfe\\xfd\\xfc");
    }

    #[test]
    fn damaged_base64_is_refused() {
        check("Zm9", "the base64 data is cut off: 3 characters are not a multiple of 4");
        check("Zg===", "the base64 data is cut off: 2 characters are not a multiple of 4");
        check("Zm9v====", "the base64 data is cut off: 4 characters are not a multiple of 4");
        check("Zm-v", "the base64 data has an invalid character: '-'");
        check("Z=g=", "the base64 data has an invalid character: '='");
    }
}
