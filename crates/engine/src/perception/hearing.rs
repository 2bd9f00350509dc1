//! What players hear, and how long it stays on screen.

#[cfg(test)]
mod tests;

use std::fmt;
use std::sync::Arc;

use barrow_grid::{Adjacency, Dir, Metric, Pos};
use serde::{Deserialize, Serialize};

use crate::ctx::{Ctx, Reads};
use crate::event::{Event, Heard, Notice, Volume};

/// A noise that a player heard recently.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct HeardNoise {
    /// The description of the noise.
    pub text: String,
    /// How loud it was.
    pub volume: Volume,
    /// The direction it came from; `None` if from the player's own cell.
    pub towards: Option<Dir>,
    /// The number of rounds for which it is still shown.
    left: u32,
    /// The noise was heard since the last round, because of a player's own action. The round that
    /// first shows it does not count against it.
    is_new: bool,
}

/// A noise on its way to a player.
pub(crate) struct Noise<'n> {
    pub(crate) text: String,
    /// The name of its sound; empty for the usual one.
    pub(crate) sound: &'n Arc<str>,
    pub(crate) volume: Volume,
    pub(crate) towards: Option<Dir>,
    /// Whether the player sees where it is made.
    pub(crate) in_sight: bool,
}

impl Volume {
    /// Returns the volume of a noise at a distance, given the squared distance and the range.
    pub(crate) const fn at(distance_squared: u32, range: u32) -> Option<Self> {
        match distance_squared {
            far if far >= range * range => None,
            far if far < 9 => Some(Self::Deafening),
            far if 4 * far < range * range => Some(Self::Clear),
            _ => Some(Self::Faint),
        }
    }

    /// Returns the word for this volume.
    pub const fn word(self) -> &'static str {
        match self {
            Self::Deafening => "DEAFENING",
            Self::Clear => "Clear",
            Self::Faint => "Faint",
        }
    }
}

/// Writes `[Clear] A heavy thud to the East`.
impl fmt::Display for HeardNoise {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "[{}] {}", self.volume.word(), self.text)?;
        match self.towards {
            Some(dir) => write!(f, " to the {}", dir.word()),
            None => f.write_str(" right here"),
        }
    }
}

impl<W: Reads> Ctx<'_, W> {
    /// Returns the direction from which a listener hears something: one that can be walked in, or
    /// an exact diagonal.
    fn heard_towards(&self, here: Pos, source: Pos) -> Option<Dir> {
        let way = source - here;
        match self.adjacency() {
            Adjacency::Four if way.x.abs() != way.y.abs() => Dir::cardinal_towards(here, source),
            Adjacency::Four | Adjacency::Eight => Dir::towards(here, source),
        }
    }
}

impl Ctx<'_> {
    /// Lets every player within range hear a noise, with its volume and direction.
    pub(crate) fn make_noise(&mut self, text: &str, sound: &Arc<str>, source: Pos, range: u32) {
        for player in 0..self.world.players.len() {
            let listener = self.world.players[player].entity;
            let Some(here) = self.location(listener) else { continue };
            let metric = self.pack.rules.metrics.noise.unwrap_or(Metric::Circle);
            if let Some(volume) = Volume::at(metric.squared_length(source - here), range) {
                let towards = self.heard_towards(here, source);
                let in_sight = self.world.players[player].fog.visible().contains(source);
                self.hear(player, Noise { text: text.into(), sound, volume, towards, in_sight });
            }
        }
    }

    /// Lets a player hear a noise. Repeating the same noise only extends the time it is shown.
    pub(crate) fn hear(&mut self, player: usize, noise: Noise<'_>) {
        let left = self.pack.rules.noises_last;
        let Noise { text, sound, volume, towards, in_sight } = noise;
        let sound = Arc::clone(sound);
        let noise = Heard { text: text.clone(), volume, towards, sound, in_sight };
        let event = Event::Heard(Box::new(noise));
        self.world.notices.0.push(Notice { audience: 1 << player, event });
        let heard = &mut self.world.players[player].heard;
        heard.retain(|it| it.text != text || it.volume != volume || it.towards != towards);
        heard.push(HeardNoise { text, volume, towards, left, is_new: true });
    }

    /// Ages all noises and removes the old ones.
    pub(crate) fn age_noises(&mut self) {
        for heard in self.world.players.iter_mut().map(|it| &mut it.heard) {
            for noise in heard.iter_mut().filter(|it| !it.is_new) {
                noise.left = noise.left.saturating_sub(1);
            }
            heard.retain(|it| it.left > 0);
        }
    }

    /// Marks all noises as old at the end of a round.
    pub(crate) fn mark_noises_old(&mut self) {
        for noise in self.world.players.iter_mut().flat_map(|it| &mut it.heard) {
            noise.is_new = false;
        }
    }
}
