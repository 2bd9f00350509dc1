//! macOS, Windows and others: the sound of the system.

#![allow(clippy::float_arithmetic, reason = "these systems want samples as floats")]

use cpal::traits::{DeviceTrait as _, HostTrait as _, StreamTrait as _};
use cpal::{BufferSize, OutputCallbackInfo, Stream, StreamConfig};

use super::{Receiver, Source, Task};

/// Plays until the returned value is dropped. Returns `None` if no device takes our samples.
pub(super) fn open(tasks: Receiver<Task>) -> Option<Stream> {
    let device = cpal::default_host().default_output_device()?;
    // The rate is the device's own: not every system converts samples.
    let sample_rate = device.default_output_config().ok()?.sample_rate();
    let config = StreamConfig { channels: 2, sample_rate, buffer_size: BufferSize::Default };
    let mut source = Source::new(sample_rate, tasks);
    let mut frames = Vec::new();
    let fill = move |samples: &mut [f32], _: &OutputCallbackInfo| {
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
