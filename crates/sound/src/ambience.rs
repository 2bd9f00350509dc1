use std::sync::Arc;

use serde::{Deserialize, Serialize};

use crate::recipe::{Checker, Problem, limits};
use crate::{Place, Span};

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
    /// Returns everything that is wrong with it.
    pub fn check(&self) -> Vec<Problem> {
        let mut checker = Checker::default();
        self.check_with(&mut checker);
        checker.into_problems()
    }

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
