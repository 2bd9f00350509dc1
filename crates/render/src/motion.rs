//! The animation after a turn, as a function of time.
//!
//! A turn is over at once; its animation takes a little longer. [`Motion::turn`] records what to
//! show, and every call after it names a time in milliseconds from any origin. Nothing here reads a
//! clock, so a picture from the middle of a step is as repeatable as any other.

mod effect;
mod note;
mod slide;

use barrow_engine::{EntityId, Event, View};
use barrow_grid::{BitGrid, Pos};
use barrow_small::Map;

use effect::TimedEffect;
pub(crate) use effect::{Missile, VisualEffect};
pub(crate) use slide::Slide;

/// The duration of a step from cell to cell.
pub(crate) const STEP: u64 = 100;
/// The duration of a flash after a hit.
const FLASH: u64 = 60;
/// The duration of a rising number.
const NUMBER: u64 = 600;
/// The duration of one cell of a projectile's flight, and the maximum of a whole flight.
const FLIGHT: u64 = 40;
const LONGEST_FLIGHT: u64 = 400;
/// The duration of the fading of a dead actor.
const FALL: u64 = 280;
/// The duration of a burst of light.
const BURST: u64 = 200;
/// The duration of newly seen cells coming out of the dark.
const REVEAL: u64 = 150;
/// The duration of a shake of the screen.
const SHAKE: u64 = 160;
/// How far an attacker leans into a blow, in pixels.
const LEAN: i32 = 3;
/// How far the one who is hit shrinks back, in pixels.
const FLINCH: i32 = 2;

/// The running animations.
#[derive(Clone, Debug, Default)]
pub struct Motion {
    /// Whether animations are off, so that each turn is shown in its final state.
    still: bool,
    /// Actors on their way between cells.
    slides: Map<EntityId, Slide>,
    /// Attackers that lean into a blow, and those who shrink back from it.
    leans: Map<EntityId, Slide>,
    effects: Vec<TimedEffect>,
    /// When the screen began to shake, and how strongly.
    shake: Option<(u64, i32)>,
    /// The time at which all animations are over.
    ends: u64,
    known: Known,
}

/// What the player knew after the last turn.
#[derive(Clone, Debug, Default)]
struct Known {
    level: Option<(i32, String)>,
    visible: BitGrid,
    explored: BitGrid,
}

impl Motion {
    /// Turns animations on or off; turning them off ends the running ones.
    pub fn set_still(&mut self, still: bool) {
        self.still = still;
        if still {
            self.finish();
        }
    }

    /// Returns `true` if animations are off.
    pub const fn is_still(&self) -> bool {
        self.still
    }

    /// Adds a turn: the view after it, and its events as the player perceived them.
    pub fn turn<'e>(&mut self, view: &View<'_>, events: impl Iterator<Item = &'e Event>, now: u64) {
        self.forget_past(now);
        let level = (view.floor(), view.title());
        if self.known.level.as_ref().map(|(floor, title)| (*floor, title.as_str())) != Some(level) {
            self.finish();
            self.known = Known::default();
        }
        if !self.still {
            self.note_turn(view, events, now);
            self.note_sight(view, now);
        }
        self.saw(view);
    }

    /// Remembers what the player has been shown: the next turn fades in only what is new.
    pub(crate) fn saw(&mut self, view: &View<'_>) {
        self.known.level = Some((view.floor(), view.title().to_owned()));
        self.known.visible.clone_from(view.visible());
        self.known.explored.clone_from(view.explored());
    }

    /// Ends all animations: the next picture shows the final state.
    pub fn finish(&mut self) {
        let known = std::mem::take(&mut self.known);
        *self = Self { still: self.still, known, ..Self::default() };
    }

    /// Returns `true` if an animation runs at this time.
    pub const fn is_moving(&self, now: u64) -> bool {
        now < self.ends
    }

    /// Returns the time at which all animations are over.
    pub const fn ends(&self) -> u64 {
        self.ends
    }

    /// Returns the offset of an actor from its cell in pixels, or `None` if it stands on it.
    pub fn offset(&self, who: EntityId, now: u64) -> Option<Pos> {
        let slide = self.slides.get(&who).and_then(|it| it.offset(now));
        let lean = self.leans.get(&who).and_then(|it| it.lean(now));
        match (slide, lean) {
            (Some(slide), Some(lean)) => Some(slide + lean),
            (slide, lean) => slide.or(lean),
        }
    }

    /// Returns `true` if an actor flashes.
    pub fn flashes(&self, who: EntityId, now: u64) -> bool {
        let is_it =
            |effect: &VisualEffect| matches!(effect, VisualEffect::Flash { whom } if *whom == who);
        self.effects.iter().any(|it| is_it(&it.effect) && it.left(now).is_some())
    }

    /// Returns the offset of the whole picture in pixels.
    pub fn shake(&self, now: u64) -> Pos {
        /// The offsets of a shake, in order.
        const WAY: [(i32, i32); 6] = [(1, 0), (-1, 1), (0, -1), (1, 1), (-1, 0), (0, 1)];
        let Some((began, strength)) = self.shake else { return Pos::default() };
        let Some(past) = now.checked_sub(began).filter(|it| *it < SHAKE) else {
            return Pos::default();
        };
        let (x, y) = WAY[(past / 25) as usize % WAY.len()];
        let left = 1 + (strength - 1) * (SHAKE - past) as i32 / SHAKE as i32;
        Pos::new(x * left, y * left)
    }

    /// Returns the effects at this time that are not bound to an actor.
    pub(crate) fn effects(&self, now: u64) -> impl Iterator<Item = (&VisualEffect, u64)> {
        self.effects.iter().filter_map(move |it| it.left(now).map(|left| (&it.effect, left)))
    }

    /// Keeps the animation running at least until a time.
    pub(crate) fn lasts_until(&mut self, moment: u64) {
        self.ends = self.ends.max(moment);
    }

    fn forget_past(&mut self, now: u64) {
        self.slides.retain(|_, it| it.ends() > now);
        self.leans.retain(|_, it| it.ends() > now);
        self.effects.retain(|it| it.ends() > now);
    }

    fn add(&mut self, began: u64, lasts: u64, effect: VisualEffect) {
        self.effects.push(TimedEffect { began, lasts, effect });
        self.lasts_until(began + lasts);
    }
}
