/// Returns a WAV file of 16-bit samples; those of several channels are interleaved.
///
/// A file holds at most 4 GB; further samples are left out.
pub fn wav(frames: &[i16], channels: u16, rate: u32) -> Vec<u8> {
    const HEAD: usize = 44;
    let longest = (u32::MAX as usize - HEAD) / 2;
    let frames = &frames[..frames.len().min(longest)];
    let size = frames.len() as u32 * 2;
    let frame = u32::from(channels) * 2;
    let mut file = Vec::with_capacity(HEAD + size as usize);
    file.extend(b"RIFF");
    file.extend((size + HEAD as u32 - 8).to_le_bytes());
    file.extend(b"WAVEfmt ");
    file.extend(16_u32.to_le_bytes());
    file.extend(1_u16.to_le_bytes());
    file.extend(channels.to_le_bytes());
    file.extend(rate.to_le_bytes());
    file.extend((rate * frame).to_le_bytes());
    file.extend((frame as u16).to_le_bytes());
    file.extend(16_u16.to_le_bytes());
    file.extend(b"data");
    file.extend(size.to_le_bytes());
    file.extend(frames.iter().flat_map(|sample| sample.to_le_bytes()));
    file
}

/// Converts a sample to 16 bits.
pub fn to_i16(sample: f32) -> i16 {
    // A cast rounds towards zero, so half a step is added first.
    let scaled = sample * 32_767.0;
    (if scaled < 0.0 { scaled - 0.5 } else { scaled + 0.5 }) as i16
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn samples_are_rounded_and_kept_within_bounds() {
        let heard = [0.0, 1.0, -1.0, 0.000_02, -0.000_02, 2.0].map(to_i16);
        assert_eq!(heard, [0, 32_767, -32_767, 1, -1, 32_767]);
    }

    #[test]
    fn a_file_has_a_valid_header() {
        let file = wav(&[1, -1, 256, 0], 2, 48_000);
        assert_eq!(file.len(), 44 + 8);
        assert_eq!(&file[..4], b"RIFF");
        assert_eq!(file[4..8], 44_u32.to_le_bytes());
        assert_eq!(file[22..24], [2, 0]);
        assert_eq!(file[28..32], 192_000_u32.to_le_bytes());
        assert_eq!(file[40..], [8, 0, 0, 0, 1, 0, 255, 255, 0, 1, 0, 0]);
    }
}
