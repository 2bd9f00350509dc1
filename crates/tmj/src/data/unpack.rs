//! Decompression with a limit on the size of the output.

use miniz_oxide::inflate::{self, DecompressError, TINFLStatus};
use ruzstd::decoding::FrameDecoder;
use ruzstd::decoding::errors::FrameDecoderError;

use super::crc::crc32;
use crate::Problem;

/// The window that every Zstandard decoder should support: memory that a frame may request whatever
/// its content is.
const WINDOW: usize = 1 << 23;

const GZIP_EXTRA: u8 = 1 << 2;
const GZIP_NAME: u8 = 1 << 3;
const GZIP_COMMENT: u8 = 1 << 4;
const GZIP_HEADER_CHECK: u8 = 1 << 1;

pub fn zlib(packed: &[u8], size: usize) -> Result<Vec<u8>, Problem> {
    inflate::decompress_to_vec_zlib_with_limit(packed, size)
        .map_err(|error| inflate_problem("zlib", &error, size))
}

pub fn gzip(packed: &[u8], size: usize) -> Result<Vec<u8>, Problem> {
    let (deflated, check, length) = gzip_parts(packed).ok_or_else(|| damaged("gzip"))?;
    let bytes = inflate::decompress_to_vec_with_limit(deflated, size)
        .map_err(|error| inflate_problem("gzip", &error, size))?;
    let whole = u32::try_from(bytes.len()) == Ok(length) && crc32(&bytes) == check;
    if whole { Ok(bytes) } else { Err(damaged("gzip")) }
}

pub fn zstd(packed: &[u8], size: usize) -> Result<Vec<u8>, Problem> {
    let mut decoder = FrameDecoder::new();
    decoder.set_max_window_size(u64::try_from(size.max(WINDOW)).unwrap_or(u64::MAX));
    let mut bytes = vec![0; size];
    let length =
        decoder.decode_all(packed, &mut bytes).map_err(|error| zstd_problem(&error, size))?;
    bytes.truncate(length);
    Ok(bytes)
}

/// Splits gzip data into the compressed part, the checksum and the length.
fn gzip_parts(packed: &[u8]) -> Option<(&[u8], u32, u32)> {
    let ([0x1f, 0x8b, 8, flags, ..], mut rest) = packed.split_first_chunk::<10>()? else {
        return None;
    };
    if flags & GZIP_EXTRA != 0 {
        let (length, after) = rest.split_first_chunk::<2>()?;
        rest = after.get(usize::from(u16::from_le_bytes(*length))..)?;
    }
    for text in [GZIP_NAME, GZIP_COMMENT] {
        if flags & text != 0 {
            let end = rest.iter().position(|&byte| byte == 0)?;
            rest = &rest[end + 1..];
        }
    }
    if flags & GZIP_HEADER_CHECK != 0 {
        rest = rest.get(2..)?;
    }
    let (rest, length) = rest.split_last_chunk::<4>()?;
    let (deflated, check) = rest.split_last_chunk::<4>()?;
    Some((deflated, u32::from_le_bytes(*check), u32::from_le_bytes(*length)))
}

fn inflate_problem(name: &str, error: &DecompressError, size: usize) -> Problem {
    if error.status == TINFLStatus::HasMoreOutput {
        return too_much(name, size);
    }
    damaged(name)
}

fn zstd_problem(error: &FrameDecoderError, size: usize) -> Problem {
    use FrameDecoderError::{TargetTooSmall, WindowSizeTooBig};
    if matches!(error, TargetTooSmall | WindowSizeTooBig { .. }) {
        return too_much("zstd", size);
    }
    damaged("zstd")
}

fn damaged(name: &str) -> Problem {
    Problem::new(format!("the {name} data is damaged; save the map in Tiled again"))
}

fn too_much(name: &str, size: usize) -> Problem {
    let tiles = size / 4;
    Problem::new(format!("the {name} data unpacks to more than the {tiles} tiles of its size"))
}
