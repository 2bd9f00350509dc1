//! Which events of a turn are animated.

use barrow_dice::Fixed;
use barrow_engine::{EntityId, Event, View};
use barrow_grid::{Color, Pos, Rect};
use barrow_small::Map;

use super::effect::{Missile, VisualEffect};
use super::slide::Slide;
use super::{
    BURST, FALL, FLASH, FLIGHT, FLINCH, LEAN, LONGEST_FLIGHT, Motion, NUMBER, REVEAL, SHAKE, STEP,
};
use crate::tile::SIDE;

/// An actor that moves farther than this at once did not walk, and is not animated.
const LEAP: u32 = 3;

/// The colors of numbers: damage to others, damage to the player, healing.
const HARM: Color = Color::new(255, 240, 200);
const OWN_HARM: Color = Color::new(255, 90, 80);
const HEALING: Color = Color::new(120, 255, 130);

/// How dark cells are before they are seen for the first time, or again.
const UNSEEN: u8 = 255;
const REMEMBERED: u8 = 120;

/// How long after a number the next one of the same actor rises, in milliseconds.
const NEXT_NUMBER: u64 = 200;

/// A loss of less than one part in this many of the player's life has no number.
const SLIGHT: i64 = 100;

/// A blow shakes the screen if it takes at least one part in this many of the player's life.
const HEAVY: i64 = 12;

/// What is gathered while the events of a turn are read.
struct TurnNotes {
    positions: Map<EntityId, Pos>,
    /// When blows fall: after projectiles have arrived.
    moment: u64,
    /// The changes of life, one for each blow.
    changes: Vec<(EntityId, Fixed)>,
}

impl Motion {
    pub(super) fn note_turn<'e>(
        &mut self,
        view: &View<'_>,
        events: impl Iterator<Item = &'e Event>,
        now: u64,
    ) {
        let events: Vec<&Event> = events.collect();
        let dead = events.iter().filter_map(|event| {
            if let Event::Died { who, at, .. } = event { Some((*who, *at)) } else { None }
        });
        let positions = view.actors().map(|it| (it.id(), it.pos())).chain(dead).collect();
        let mut notes = TurnNotes { positions, moment: now, changes: Vec::new() };
        for event in events {
            self.note(view, event, now, &mut notes);
        }
        self.note_numbers(view, &notes);
    }

    fn note(&mut self, view: &View<'_>, event: &Event, now: u64, notes: &mut TurnNotes) {
        if let Event::Moved { who, from, to } = *event {
            self.note_step(who, from, to, now);
        } else if let Event::Hit { who, whom } = *event {
            self.note_lean(who, whom, LEAN, notes);
            self.note_lean(whom, who, -FLINCH, notes);
            self.add(notes.moment, FLASH, VisualEffect::Flash { whom });
        } else if let Event::Missed { who, whom } = *event {
            self.note_lean(who, whom, LEAN, notes);
        } else if let Event::Changed { who, attribute, by, .. } = *event
            && attribute == view.pack().rules.life
        {
            notes.changes.push((who, by));
        } else if let Event::Died { kind, at, .. } = *event {
            if view.visible().contains(at) {
                self.add(notes.moment, FALL, VisualEffect::Fall { kind, at });
            }
        } else if let Event::Threw { kind, from, to, .. } = *event {
            self.note_flight(Missile::Thing(kind), from, to, notes);
        } else if let Event::Cast { ability, from, to, .. } = *event {
            self.note_flight(Missile::Spell(ability), from, to, notes);
        } else if let Event::Flashed { at, radius } = *event {
            self.note_burst(view, at, radius, notes.moment);
        }
    }

    /// Slides an actor to its new cell. One that is still sliding continues from where it is.
    fn note_step(&mut self, who: EntityId, from: Pos, to: Pos, now: u64) {
        if from.chebyshev(to) > LEAP {
            self.slides.remove(&who);
            return;
        }
        let before = self.slides.get(&who).and_then(|it| it.offset(now)).unwrap_or_default();
        let cells = from - to;
        let side = SIDE as i32;
        let from = before + Pos::new(cells.x * side, cells.y * side);
        self.slides.insert(who, Slide { from, began: now, lasts: STEP });
        self.lasts_until(now + STEP);
    }

    /// Moves an actor some pixels towards a neighbour and back.
    fn note_lean(&mut self, who: EntityId, whom: EntityId, pixels: i32, notes: &TurnNotes) {
        let Some((&from, &to)) = notes.positions.get(&who).zip(notes.positions.get(&whom)) else {
            return;
        };
        if from.chebyshev(to) != 1 {
            return;
        }
        let cells = to - from;
        let from = Pos::new(cells.x * pixels, cells.y * pixels);
        self.leans.insert(who, Slide { from, began: notes.moment, lasts: STEP });
        self.lasts_until(notes.moment + STEP);
    }

    fn note_flight(&mut self, what: Missile, from: Pos, to: Pos, notes: &mut TurnNotes) {
        let cells = u64::from(from.chebyshev(to));
        if cells == 0 {
            return;
        }
        let lasts = (cells * FLIGHT).min(LONGEST_FLIGHT);
        self.add(notes.moment, lasts, VisualEffect::Flight { what, from, to });
        notes.moment += lasts;
    }

    fn note_burst(&mut self, view: &View<'_>, at: Pos, radius: u32, moment: u64) {
        let reach = i32::try_from(radius).unwrap_or(i32::MAX).min(40);
        let near = Rect::new(at.x, at.y, 1, 1).grown(reach).cells();
        let round = |it: &Pos| it.distance_squared(at) <= radius * radius + radius;
        let cells = near.filter(round).filter(|it| view.visible().contains(*it)).collect();
        self.add(moment, BURST, VisualEffect::Burst { cells });
    }

    fn note_numbers(&mut self, view: &View<'_>, notes: &TurnNotes) {
        let own = view.own().map(|it| it.id());
        let life = view.pack().rules.life;
        let gauge = view.own().and_then(|own| own.gauges().find(|(id, _)| *id == life));
        let max = gauge.map_or(0, |(_, value)| value.max.to_whole());
        let mut lost = 0;
        for (index, &(who, by)) in notes.changes.iter().enumerate() {
            let harm = (Fixed::ZERO - by).to_whole();
            let is_own = own == Some(who);
            let (text, color) = match harm {
                0 => continue,
                // The cost of a step is no blow.
                1.. if is_own && harm * SLIGHT < max => continue,
                1.. if is_own => (harm.to_string(), OWN_HARM),
                1.. => (harm.to_string(), HARM),
                _ => (format!("+{}", -harm), HEALING),
            };
            let Some(&at) = notes.positions.get(&who) else { continue };
            // A second blow at the same actor is told after the first, not over it.
            let earlier = notes.changes[..index].iter().filter(|it| it.0 == who).count() as u64;
            let moment = notes.moment + earlier * NEXT_NUMBER;
            self.add(moment, NUMBER, VisualEffect::Number { at, text, color });
            lost += if is_own { harm.max(0) } else { 0 };
        }
        self.note_shake(lost, max, notes.moment);
    }

    /// Shakes the screen after a heavy blow to the player.
    fn note_shake(&mut self, lost: i64, max: i64, moment: u64) {
        if max > 0 && lost > 0 && lost * HEAVY >= max {
            let strength = (1 + lost * 6 / max).clamp(1, 4) as i32;
            self.shake = Some((moment, strength));
            self.lasts_until(moment + SHAKE);
        }
    }

    /// Records the cells that were not visible before.
    pub(super) fn note_sight(&mut self, view: &View<'_>, now: u64) {
        let known = &self.known;
        let fresh = view.visible().iter().filter(|at| !known.visible.contains(*at));
        let (again, first): (Vec<Pos>, Vec<Pos>) =
            fresh.partition(|at| known.explored.contains(*at));
        for (cells, dark) in [(first, UNSEEN), (again, REMEMBERED)] {
            if !cells.is_empty() {
                self.add(now, REVEAL, VisualEffect::Reveal { cells, dark });
            }
        }
    }
}
