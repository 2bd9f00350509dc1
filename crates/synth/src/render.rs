use barrow_dice::{Fnv, Rng};

use crate::BLOCK;
use crate::envelope::Gate;
use crate::filter::run_all;
use crate::limiter::DcBlocker;
use crate::tone::Start;
use crate::voice::Voice;
use barrow_sound::Sound;

/// The sample rate of golden digests and of files.
pub const RATE: u32 = 48_000;

/// Returns the samples of one sound, mono and without reverb, at `rate` samples per second.
pub fn render(sound: &Sound, seed: u32, rate: u32) -> Vec<f32> {
    let rate = rate.clamp(8_000, 192_000) as f32;
    let start = Start { rate, tune: 1.0, gate: Gate::Recipe };
    let mut voice = Voice::new(sound, start, &mut Rng::new(seed));
    let mut blocker = DcBlocker::new(rate);
    let mut samples = Vec::new();
    while !voice.is_over() {
        voice.begin();
        run_all(voice.filters());
        let level = voice.level();
        let mut block = voice.finish().map(|sample| sample * level);
        blocker.remove(&mut block);
        samples.extend_from_slice(&block);
    }
    debug_assert_eq!(samples.len() % BLOCK, 0, "voices give whole blocks");
    samples
}

/// Returns a digest of every sample of a sound at [`RATE`], which is equal on every machine.
pub fn digest_of(sound: &Sound, seed: u32) -> u64 {
    digest(&render(sound, seed, RATE))
}

/// Returns a digest of samples, to the last bit.
pub fn digest(samples: &[f32]) -> u64 {
    let with = |digest: Fnv, sample: &f32| digest.with(&sample.to_bits().to_le_bytes());
    samples.iter().fold(Fnv::new(), with).finish()
}
