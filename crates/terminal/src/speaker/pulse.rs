//! Linux: the protocol of `PulseAudio`, which `PipeWire` speaks too.

use std::future::Future;
use std::pin::pin;
use std::sync::Arc;
use std::task::{Context, Poll, Wake, Waker};
use std::thread::{self, Thread};

use pulseaudio::protocol::stream::{BufferAttr, StreamFlags};
use pulseaudio::protocol::{
    ChannelMap, ChannelVolume, DEFAULT_SINK, PlaybackStreamParams, SampleFormat, SampleSpec,
};
use pulseaudio::{AsPlaybackSource as _, Client, PlaybackStream};

use super::{Receiver, Source, Task};

/// The samples per second. The server converts them if its device wants others.
const RATE: u32 = 48_000;

/// The bytes of a frame: two samples of 16 bits.
const FRAME: usize = 4;

/// How much the server keeps ready: 50 ms. Less breaks up on a busy machine, more is heard late.
const TARGET: u32 = RATE / 20 * 4;

/// Plays until the returned value is dropped. Returns `None` if there is no server.
pub(super) fn open(tasks: Receiver<Task>) -> Option<(Client, PlaybackStream)> {
    let client = Client::from_env(c"barrow").ok()?;
    let mut source = Source::new(RATE, tasks);
    let mut frames = Vec::new();
    let fill = move |bytes: &mut [u8]| {
        let whole = bytes.len() / FRAME * FRAME;
        frames.resize(whole / 2, 0);
        source.fill(&mut frames);
        for (pair, sample) in bytes.chunks_exact_mut(2).zip(&frames) {
            pair.copy_from_slice(&sample.to_le_bytes());
        }
        // Zero would mean the end; a request for less than a frame gets silence.
        if whole == 0 {
            bytes.fill(0);
            return bytes.len();
        }
        whole
    };
    let params = PlaybackStreamParams {
        sample_spec: SampleSpec { format: SampleFormat::S16Le, channels: 2, sample_rate: RATE },
        channel_map: ChannelMap::stereo(),
        cvolume: Some(ChannelVolume::norm(2)),
        sink_name: Some(DEFAULT_SINK.to_owned()),
        buffer_attr: BufferAttr { target_length: TARGET, ..BufferAttr::default() },
        flags: StreamFlags { adjust_latency: true, ..StreamFlags::default() },
        ..PlaybackStreamParams::default()
    };
    let stream = wait_for(client.create_playback_stream(params, fill.as_playback_source())).ok()?;
    Some((client, stream))
}

/// Wakes the thread that waits.
struct Waiting(Thread);

impl Wake for Waiting {
    fn wake(self: Arc<Self>) {
        self.0.unpark();
    }
}

fn wait_for<T>(future: impl Future<Output = T>) -> T {
    let waker = Waker::from(Arc::new(Waiting(thread::current())));
    let mut future = pin!(future);
    loop {
        match future.as_mut().poll(&mut Context::from_waker(&waker)) {
            Poll::Ready(done) => return done,
            Poll::Pending => thread::park(),
        }
    }
}
