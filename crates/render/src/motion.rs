//! What moves after a turn, as a function of the moment.
//!
//! A turn is over at once; what is seen of it takes a little longer. [`Motion::turn`] notes what
//! there is to show, and every question after it names a moment, in thousandths of a second from
//! any beginning. Nothing here reads a clock, so a picture from the middle of a step is as
//! repeatable as any other.

mod note;
mod show;
mod slide;

use barrow_engine::{EntityId, Event, View};
use barrow_grid::{BitGrid, Pos};
use barrow_small::Map;

use show::Timed;
pub(crate) use show::{Missile, Show};
pub(crate) use slide::Slide;

/// A step from cell to cell.
pub(crate) const STEP: u64 = 100;
/// A flash on whom a blow hits.
const FLASH: u64 = 120;
/// A number that rises.
const NUMBER: u64 = 600;
/// A cell of a flight, and the longest flight.
const FLIGHT: u64 = 25;
const LONGEST_FLIGHT: u64 = 300;
/// The dead fade.
const FALL: u64 = 250;
/// A burst of light.
const BURST: u64 = 200;
/// Newly seen cells come out of the dark.
const REVEAL: u64 = 150;
/// The screen shakes.
const SHAKE: u64 = 160;
/// How far someone leans into a blow, in pixels.
const LEAN: i32 = 5;

/// What there is to show of the last turns, until it is over.
#[derive(Clone, Debug, Default)]
pub struct Motion {
    /// Nothing moves: who asked for less motion sees each turn as it is when it is over.
    still: bool,
    slides: Map<EntityId, Slide>,
    leans: Map<EntityId, Slide>,
    shows: Vec<Timed>,
    shake: Option<(u64, i32)>,
    ends: u64,
    known: Known,
}

/// What the player knew when the last turn was over.
#[derive(Clone, Debug, Default)]
struct Known {
    level: Option<(i32, String)>,
    visible: BitGrid,
    explored: BitGrid,
}

impl Motion {
    /// Whether anything moves from now on; if not, what does is over.
    pub fn set_still(&mut self, still: bool) {
        self.still = still;
        if still {
            self.finish();
        }
    }

    /// Whether nothing moves.
    pub const fn is_still(&self) -> bool {
        self.still
    }

    /// Takes in a turn: the view after it, and what happened as the player perceived it.
    pub fn turn<'e>(&mut self, view: &View<'_>, events: impl Iterator<Item = &'e Event>, now: u64) {
        self.forget_past(now);
        let level = Some((view.floor(), view.title().to_owned()));
        if self.known.level != level {
            self.finish();
            self.known = Known::default();
        }
        if !self.still {
            self.note_turn(view, events, now);
            self.note_sight(view, now);
        }
        self.known.level = level;
        self.known.visible.clone_from(view.visible());
        self.known.explored.clone_from(view.explored());
    }

    /// Ends all that moves: the next picture shows the turn as it is.
    pub fn finish(&mut self) {
        let known = std::mem::take(&mut self.known);
        *self = Self { still: self.still, known, ..Self::default() };
    }

    /// Whether something still moves at a moment.
    pub const fn is_moving(&self, now: u64) -> bool {
        now < self.ends
    }

    /// The moment from which on nothing moves.
    pub const fn ends(&self) -> u64 {
        self.ends
    }

    /// How many pixels off its cell something is drawn; nothing while it stands on it.
    pub fn offset(&self, who: EntityId, now: u64) -> Option<Pos> {
        let slide = self.slides.get(&who).and_then(|it| it.offset(now));
        let lean = self.leans.get(&who).and_then(|it| it.lean(now));
        match (slide, lean) {
            (Some(slide), Some(lean)) => Some(slide + lean),
            (slide, lean) => slide.or(lean),
        }
    }

    /// How white someone flashes, of 255.
    pub fn flash(&self, who: EntityId, now: u64) -> Option<u8> {
        let is_it = |show: &Show| matches!(show, Show::Flash { whom } if *whom == who);
        let timed = self.shows.iter().filter(|it| is_it(&it.show));
        timed.filter_map(|it| it.left(now)).max().map(|left| (left * 255 / 1000) as u8)
    }

    /// How many pixels the whole picture is off its place.
    pub fn shake(&self, now: u64) -> Pos {
        /// Where a shake goes, one place after the other.
        const WAY: [(i32, i32); 6] = [(1, 0), (-1, 1), (0, -1), (1, 1), (-1, 0), (0, 1)];
        let Some((began, strength)) = self.shake else { return Pos::default() };
        let Some(past) = now.checked_sub(began).filter(|it| *it < SHAKE) else {
            return Pos::default();
        };
        let (x, y) = WAY[(past / 25) as usize % WAY.len()];
        let left = 1 + (strength - 1) * (SHAKE - past) as i32 / SHAKE as i32;
        Pos::new(x * left, y * left)
    }

    /// What there is to show at a moment beside what stands on cells.
    pub(crate) fn shows(&self, now: u64) -> impl Iterator<Item = (&Show, u64)> {
        self.shows.iter().filter_map(move |it| it.left(now).map(|left| (&it.show, left)))
    }

    /// Lets the camera slide as well.
    pub(crate) fn lasts_until(&mut self, moment: u64) {
        self.ends = self.ends.max(moment);
    }

    fn forget_past(&mut self, now: u64) {
        self.slides.retain(|_, it| it.ends() > now);
        self.leans.retain(|_, it| it.ends() > now);
        self.shows.retain(|it| it.ends() > now);
    }

    fn add(&mut self, began: u64, lasts: u64, show: Show) {
        self.shows.push(Timed { began, lasts, show });
        self.lasts_until(began + lasts);
    }
}
