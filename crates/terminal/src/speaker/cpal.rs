//! macOS, Windows and others: the sound of the system.

use cpal::traits::{DeviceTrait as _, HostTrait as _, StreamTrait as _};
use cpal::{BufferSize, Stream, StreamConfig};

use super::{RATE, Source};

/// Plays a source until what is returned is dropped. Returns `None` if there is no device that
/// plays our samples.
pub(super) fn open(mut source: Source) -> Option<Stream> {
    let device = cpal::default_host().default_output_device()?;
    let config = StreamConfig { channels: 2, sample_rate: RATE, buffer_size: BufferSize::Default };
    let mut frames = Vec::new();
    let fill = move |samples: &mut [f32], _: &cpal::OutputCallbackInfo| {
        frames.resize(samples.len() / 2 * 2, 0);
        source.fill(&mut frames);
        for (sample, frame) in samples.iter_mut().zip(&frames) {
            *sample = f32::from(*frame) / 32_768.0;
        }
    };
    let stream = device.build_output_stream(config, fill, |_| {}, None).ok()?;
    stream.play().ok()?;
    Some(stream)
}
