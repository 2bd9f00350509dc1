//! Every sound of every pack, and what a run of it sounds like, as samples.

use std::sync::Arc;

use barrow_dice::Seed;
use barrow_engine::{Run, Setup, Turn};
use barrow_play::bot::{Bot, Skill};
use barrow_play::sound::Listener;
use barrow_synth::{Mixer, RATE, digest_of};

use crate::digest::Digest;
use crate::shipped;

/// How many turns of a run are heard, and how many frames each has.
const TURNS: usize = 20;
const FRAMES: usize = RATE as usize / 8;

/// Digests every sample of the sounds of a pack, and the mix of a run.
pub fn heard(pack: &str) -> u64 {
    let mut digest = Digest::new();
    let Some(pack) = shipped::read(pack) else { return 0 };
    let library = pack.library();
    for (name, sound) in &library.sounds {
        digest.text(name);
        digest.number(digest_of(sound, 1).cast_signed());
    }
    let setup = Setup { seed: Seed(7), heroes: vec![String::new()], ..Setup::default() };
    let Ok((mut run, first)) = Run::new(Arc::clone(&pack), &setup) else { return 0 };
    let mut bot = Bot::new(Skill::Sensible, Seed(7));
    let mut listener = Listener::new(Seed(7));
    let mut mixer = Mixer::new(RATE, library);
    play(&run, &first, &mut listener, &mut mixer, &mut digest);
    for _ in 0..TURNS {
        let Some(view) = run.game().view(0) else { break };
        let Some(command) = bot.choose(&view, &run.game().legal(0)) else { break };
        let Ok(turn) = run.step(0, &command) else { break };
        play(&run, &turn, &mut listener, &mut mixer, &mut digest);
        if let Some(view) = run.game().view(0) {
            bot.observe(&view, &turn);
        }
    }
    digest.finish()
}

fn play(run: &Run, turn: &Turn, listener: &mut Listener, mixer: &mut Mixer, digest: &mut Digest) {
    let Some(view) = run.game().view(0) else { return };
    for order in listener.hear(turn.events(0), &view) {
        mixer.obey(&order);
    }
    let mut frames = vec![0; FRAMES * 2];
    mixer.render_i16(&mut frames);
    for sample in frames {
        digest.number(sample);
    }
}
