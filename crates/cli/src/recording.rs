use barrow_engine::{Game, Turn};
use barrow_play::settings::Settings;
use barrow_play::sound::Listener;
use barrow_synth::{Mixer, RATE, wav};

use crate::failure::Failure;

/// How many turns a second a recording has, unless the game is in real time, and how many seconds
/// follow the last.
const TURNS: u32 = 3;
const LAST: u32 = 4;

/// The maximum length of a recording in seconds: an hour.
const LONGEST: u32 = 3_600;

/// What a run sounds like for its first player, at the volumes that a player begins with.
pub struct Recording {
    mixer: Mixer,
    listener: Listener,
    /// The frames of a turn.
    turn: u32,
    frames: Vec<i16>,
}

impl Recording {
    pub fn new(game: &Game) -> Self {
        let mut mixer = Mixer::new(RATE, game.pack().library());
        Settings::default().loudness().iter().for_each(|it| mixer.obey(it));
        let turn = RATE / game.pack().rules.ticks.unwrap_or(TURNS).clamp(1, RATE);
        Self { mixer, listener: Listener::new(game.seed()), turn, frames: Vec::new() }
    }

    /// Adds a turn.
    pub fn hear(&mut self, game: &Game, turn: &Turn) -> Result<(), Failure> {
        // The players at a machine hear what the one hears whose turn it is.
        let player = game.next_player().unwrap_or_default();
        let Some(view) = game.view(player) else { return Ok(()) };
        for order in self.listener.hear(turn.events(player), &view) {
            self.mixer.obey(&order);
        }
        render(&mut self.mixer, self.turn, &mut self.frames);
        if self.frames.len() > (LONGEST * RATE * 2) as usize {
            let text = "the run is longer than an hour; add --turn N to hear its beginning";
            return Err(Failure::Usage(text.into()));
        }
        Ok(())
    }

    /// Returns the file.
    pub fn finish(mut self) -> Vec<u8> {
        render(&mut self.mixer, RATE * LAST, &mut self.frames);
        wav(&self.frames, 2, RATE)
    }
}

/// Appends what a mixer plays next.
pub fn render(mixer: &mut Mixer, count: u32, frames: &mut Vec<i16>) {
    let begin = frames.len();
    frames.resize(begin + count as usize * 2, 0);
    mixer.render_i16(&mut frames[begin..]);
}
