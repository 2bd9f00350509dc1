use std::sync::Arc;

use barrow_dice::{Rng, Seed, Stream};
use serde::{Deserialize, Serialize};

use crate::bearing::Bearing;
use crate::recipe::{Checker, limits};
use crate::reverb::Place;
use crate::{BLOCK, Span};

/// The background sound of a place.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct Ambience {
    /// The reverb of the place.
    pub place: Place,
    /// Sounds that last.
    pub beds: Vec<Bed>,
    /// Sounds that come now and then.
    pub events: Vec<AmbientEvent>,
}

/// A sound that lasts as long as the player is there. Its layers need a `sustain`.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct Bed {
    /// The name of a sound.
    pub sound: Arc<str>,
    /// The volume in percent.
    pub level: Span,
    /// Its stereo position, from -100 (left) to 100 (right).
    pub pan: Span,
}

/// A sound that comes now and then, from a random direction.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct AmbientEvent {
    /// The name of a sound.
    pub sound: Arc<str>,
    /// The time between two occurrences, in milliseconds.
    pub every: Span,
    /// How far away it is, in cells.
    pub distance: Span,
    /// The volume in percent.
    pub level: Span,
}

impl Default for Bed {
    fn default() -> Self {
        Self { sound: "".into(), level: Span::exactly(100), pan: Span::default() }
    }
}

impl Default for AmbientEvent {
    fn default() -> Self {
        Self {
            sound: "".into(),
            every: Span::new(4_000, 12_000),
            distance: Span::new(4, 12),
            level: Span::exactly(100),
        }
    }
}

impl Ambience {
    pub(crate) fn check_with(&self, checker: &mut Checker) {
        checker.list("beds", &self.beds, limits::LIST, |it, bed| {
            it.span("level", bed.level, limits::LEVEL);
            it.span("pan", bed.pan, limits::PAN);
        });
        checker.list("events", &self.events, limits::LIST, |it, event| {
            it.span("every", event.every, limits::PAUSE);
            it.span("distance", event.distance, limits::DISTANCE);
            it.span("level", event.level, limits::LEVEL);
        });
    }
}

/// An ambient event that starts now.
#[derive(Clone, Debug, PartialEq)]
pub struct DueEvent {
    /// The name of its sound.
    pub sound: Arc<str>,
    /// Where it comes from.
    pub bearing: Bearing,
    /// Its volume.
    pub level: f32,
    /// The seed of its sound.
    pub seed: u32,
}

/// Plays an ambience.
pub struct AmbiencePlayer {
    ambience: Ambience,
    /// For each event, its random generator and the samples until it starts.
    waiting: Vec<(Rng, f32)>,
    rate: f32,
}

impl AmbiencePlayer {
    /// Starts an ambience.
    pub fn new(ambience: Ambience, seed: Seed, rate: f32) -> Self {
        let waiting = (0_u32..)
            .zip(&ambience.events)
            .map(|(number, event)| {
                let mut rng = seed.stream(Stream::named("ambience"), &[number]);
                // The first one comes sooner, so that the player recognizes the place.
                let wait = pause(event, rate, &mut rng) * 0.4;
                (rng, wait)
            })
            .collect();
        Self { ambience, waiting, rate }
    }

    /// Returns the events that start with the next block, and advances by one block.
    pub fn advance(&mut self) -> Vec<DueEvent> {
        let mut due = Vec::new();
        for (event, (rng, wait)) in self.ambience.events.iter().zip(&mut self.waiting) {
            *wait -= BLOCK as f32;
            if *wait > 0.0 {
                continue;
            }
            let distance = limits::DISTANCE.draw(event.distance, rng) as i32;
            let east = rng.between(-distance..=distance);
            let south = if rng.below(2) == 0 { 1 } else { -1 } * (distance - east.abs());
            due.push(DueEvent {
                sound: event.sound.clone(),
                bearing: Bearing { east, south, muffled: false },
                level: limits::LEVEL.draw(event.level, rng) / 100.0,
                seed: rng.bits(),
            });
            *wait += pause(event, self.rate, rng);
        }
        due
    }
}

fn pause(event: &AmbientEvent, rate: f32, rng: &mut Rng) -> f32 {
    limits::PAUSE.draw(event.every, rng) * rate / 1000.0
}
