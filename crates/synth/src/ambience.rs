use std::sync::Arc;

use barrow_dice::{Rng, Seed, Stream};
use barrow_sound::{Ambience, AmbientEvent, Bearing, limits};

use crate::BLOCK;
use crate::draw::Draw;

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
