//! Picture files.

use barrow_render::Picture;
use gif::{Encoder, Frame, Repeat};

use crate::failure::Failure;

/// How finely a GIF distinguishes colors: 1 is slow and best, 30 is fast.
const GIF_SPEED: i32 = 10;

/// Returns the picture as a PNG.
pub fn png(picture: &Picture) -> Result<Vec<u8>, Failure> {
    encode_png(picture).map_err(|error| failed(&error))
}

fn encode_png(picture: &Picture) -> Result<Vec<u8>, png::EncodingError> {
    let side = |pixels: usize| u32::try_from(pixels).unwrap_or(u32::MAX);
    let mut file = Vec::new();
    let mut encoder = png::Encoder::new(&mut file, side(picture.width), side(picture.height));
    encoder.set_color(png::ColorType::Rgba);
    encoder.set_depth(png::BitDepth::Eight);
    encoder.write_header()?.write_image_data(&picture.bytes)?;
    Ok(file)
}

/// Returns pictures of one size as a GIF that loops forever; each is shown for `hundredths` of a
/// second.
pub fn gif(pictures: Vec<Picture>, hundredths: u16) -> Result<Vec<u8>, Failure> {
    encode_gif(pictures, hundredths).map_err(|error| failed(&error))
}

fn encode_gif(pictures: Vec<Picture>, hundredths: u16) -> Result<Vec<u8>, gif::EncodingError> {
    let side = |pixels: usize| u16::try_from(pixels).unwrap_or(u16::MAX);
    let (width, height) = pictures.first().map_or((1, 1), |it| (side(it.width), side(it.height)));
    let mut file = Vec::new();
    let mut encoder = Encoder::new(&mut file, width, height, &[])?;
    encoder.set_repeat(Repeat::Infinite)?;
    for mut picture in pictures {
        let mut frame = Frame::from_rgba_speed(width, height, &mut picture.bytes, GIF_SPEED);
        frame.delay = hundredths;
        encoder.write_frame(&frame)?;
    }
    drop(encoder);
    Ok(file)
}

fn failed(error: &dyn std::error::Error) -> Failure {
    Failure::Work(format!("cannot draw the picture: {error}"))
}
