//! Animations after a turn: projectiles, blows, numbers, flashes.

use std::time::Duration;

use barrow_dice::Fixed;
use barrow_engine::{Event, Turn, View};
use barrow_grid::{Pos, Rect, line};
use barrow_play::palette::Role;
use barrow_play::settings::Motion;

use crate::panel::Mark;

/// A frame of an animation.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Frame {
    /// The marks over the map.
    pub marks: Vec<Mark>,
    /// How long it is shown.
    pub lasts: Duration,
}

/// The duration of a projectile on one cell.
const FLIGHT: Duration = Duration::from_millis(18);
/// The duration of a blow, a number or a flash.
const IMPACT: Duration = Duration::from_millis(90);
/// The maximum number of frames of a turn.
const MAX_FRAMES: usize = 24;

/// Returns the frames of a turn, in order.
pub fn frames(view: &View<'_>, turn: &Turn, motion: Motion) -> Vec<Frame> {
    let mut frames = Vec::new();
    let mut impact = Vec::new();
    for event in turn.events(view.player()) {
        match event {
            Event::Threw { kind, from, to, .. } => {
                let glyph = view.glimpse(*kind).glyph();
                fly(view, *from, *to, glyph, motion, &mut frames);
            }
            Event::Cast { from, to, .. } if from != to => {
                fly(view, *from, *to, '*', motion, &mut frames);
            }
            Event::Changed { who, attribute, by, .. }
                if *attribute == view.pack().rules.life && *by < Fixed::ZERO =>
            {
                let at = view.actors().find(|it| it.id() == *who);
                let at = at.filter(|it| !it.is_self() || !is_slight(view, *by));
                impact.extend(at.map(|it| number(it.pos(), *by, it.is_self())));
            }
            Event::Died { at, .. } if view.visible().contains(*at) => {
                impact.push(Mark { at: *at, text: "%".into(), role: Role::Bad });
            }
            Event::Flashed { at, radius } => impact.extend(flash(view, *at, *radius)),
            _ => {}
        }
    }
    if motion == Motion::Reduced {
        frames.clear();
    }
    frames.truncate(MAX_FRAMES);
    if !impact.is_empty() {
        frames.push(Frame { marks: impact, lasts: IMPACT });
    }
    frames
}

fn fly(view: &View<'_>, from: Pos, to: Pos, glyph: char, motion: Motion, frames: &mut Vec<Frame>) {
    if motion != Motion::Full {
        return;
    }
    for at in line(from, to).skip(1).filter(|&at| view.visible().contains(at)) {
        let mark = Mark { at, text: glyph.to_string(), role: Role::Warning };
        frames.push(Frame { marks: vec![mark], lasts: FLIGHT });
    }
}

/// Returns whether a loss is less than a hundredth of the player's life: what a step costs is no
/// blow, and has no number.
fn is_slight(view: &View<'_>, by: Fixed) -> bool {
    let life = view.pack().rules.life;
    let gauge = view.own().and_then(|own| own.gauges().find(|(id, _)| *id == life));
    gauge.is_some_and(|(_, it)| (Fixed::ZERO - by).to_whole() * 100 < it.max.to_whole())
}

/// Returns the mark with the damage of a blow.
fn number(at: Pos, by: Fixed, own: bool) -> Mark {
    let lost = (Fixed::ZERO - by).to_whole().max(1);
    Mark { at, text: lost.to_string(), role: if own { Role::Bad } else { Role::Warning } }
}

fn flash(view: &View<'_>, at: Pos, radius: u32) -> Vec<Mark> {
    let reach = i32::try_from(radius).unwrap_or(i32::MAX).min(40);
    let cells = Rect::new(at.x, at.y, 1, 1).grown(reach).cells();
    let near = cells.filter(|it| it.chebyshev(at) == radius && view.visible().contains(*it));
    near.map(|at| Mark { at, text: "*".into(), role: Role::Title }).collect()
}
