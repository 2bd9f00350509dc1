//! Tips: what is explained to the player, once, when it first matters. Only front ends know of them:
//! no rule and no journal does.

mod moment;
#[cfg(test)]
mod tests;

use barrow_engine::{Advised, View};
use barrow_pack::{Commanded, Id, Level, Moment, Tip};
use barrow_small::Set;

use self::moment::{About, Sight};
use super::{Host, Playthrough};
use crate::mode::MessageKind;
use crate::profile;

/// How many commands a tip stays on the screen.
const LASTS: u32 = 12;
/// How many commands pass before the next tip, unless it matters at once.
const PAUSE: u32 = 3;

/// What was explained, and what is on the screen.
#[derive(Debug, Default)]
pub(super) struct Tips {
    /// The tips that need no telling again, in this game or in any.
    told: Set<String>,
    /// The lines on the screen.
    shown: Vec<Line>,
    /// The level and the floor that they were told on.
    place: Option<(Id<Level>, i32)>,
    /// How many commands were given since.
    age: u32,
}

/// The parts of a line, until the device in use is known.
type Line = Vec<Part>;

#[derive(Clone, Debug, PartialEq, Eq)]
enum Part {
    Text(String),
    Command(Commanded, bool),
}

fn line(parts: Vec<Advised<'_>>) -> Line {
    let owned = |part| match part {
        Advised::Text(text) => Part::Text(text),
        Advised::Command(what, capital) => Part::Command(what.clone(), capital),
    };
    parts.into_iter().map(owned).collect()
}

impl Playthrough {
    /// Returns the lines that explain what to do, worded for the device in use.
    pub fn tips(&self, host: &dyn Host) -> Vec<String> {
        if !host.settings().hints || self.tips.age >= LASTS {
            return Vec::new();
        }
        self.tips.shown.iter().filter_map(|line| self.worded(host, line)).collect()
    }

    /// Shows the opening lines of a new run.
    pub(super) fn open_with_tips(&mut self, host: &dyn Host) {
        self.tips.told = told_before(host);
        if host.settings().hints {
            let opening = self.view().opening().map(line).collect();
            self.show_tips(host, opening);
        }
    }

    /// Remembers what was explained in earlier runs.
    pub(super) fn recall_tips(&mut self, host: &dyn Host) {
        self.tips.told = told_before(host);
        self.tips.age = LASTS;
    }

    /// Counts a command of the player's, after which tips make way.
    pub(super) const fn tips_grow_old(&mut self) {
        self.tips.age = self.tips.age.saturating_add(1);
    }

    /// Shows the next tip that matters now, if there is one. What was told of another level makes way.
    pub(super) fn tell_tip(&mut self, host: &dyn Host) {
        if self.tips.place != Some(self.tip_place()) {
            self.tips.age = LASTS;
        }
        if !host.settings().hints || self.session.is_none() || self.view().end().is_some() {
            return;
        }
        let view = self.view();
        let due = view.pack().tips.iter().find_map(|(id, tip)| {
            let patient = self.tips.age < PAUSE && !is_urgent(tip.at);
            if tip.off || patient || self.tips.told.contains(&name_of(&view, id, tip)) {
                return None;
            }
            let it = self.matters(&view, tip)?;
            let line = line(view.advice(&tip.text, it));
            // A game that has no such command does without the tip.
            self.worded(host, &line).map(|_| (name_of(&view, id, tip), line))
        });
        let Some((name, line)) = due else { return };
        self.tips.told.insert(name.clone());
        self.show_tips(host, vec![line]);
        // A tip that cannot be remembered is told again in the next run.
        let _ = profile::update(&mut *host.store(), |profile| profile.tips.insert(name));
    }

    fn show_tips(&mut self, host: &dyn Host, lines: Vec<Line>) {
        let now = self.game().turn();
        let told: Vec<String> = lines.iter().filter_map(|it| self.worded(host, it)).collect();
        for text in told {
            self.seat.log.add(now, MessageKind::Tip, &text);
        }
        self.tips.shown = lines;
        self.tips.place = Some(self.tip_place());
        self.tips.age = 0;
    }

    fn tip_place(&self) -> (Id<Level>, i32) {
        (self.view().level_id(), self.view().floor())
    }

    /// Returns whether a tip matters now, and whom it is about.
    fn matters<'g>(&'g self, view: &View<'g>, tip: &Tip) -> Option<About> {
        if !tip.when.as_ref().is_none_or(|it| view.holds(it)) {
            return None;
        }
        let here = view.own()?.pos();
        Sight { game: self.game(), view, here }.has_come(tip.at)
    }

    /// Returns a line with its commands as they are given on the device in use, or `None` if the
    /// game lacks one of them.
    fn worded(&self, host: &dyn Host, line: &[Part]) -> Option<String> {
        let part = |part: &Part| match part {
            Part::Text(text) => Some(text.clone()),
            Part::Command(what, capital) => self.asked_by(host, what, *capital),
        };
        line.iter().map(part).collect()
    }
}

/// Returns whether a tip would come too late if it waited.
const fn is_urgent(at: Moment) -> bool {
    matches!(
        at,
        Moment::Foe
            | Moment::Beside
            | Moment::Underfoot
            | Moment::OnStairs
            | Moment::Hurt
            | Moment::Announced
            | Moment::Card
    )
}

/// Returns the name under which a tip is remembered.
fn name_of(view: &View<'_>, id: Id<Tip>, tip: &Tip) -> String {
    let name = view.pack().tips.name(id);
    if tip.own { format!("{}: {name}", view.pack().rules.title) } else { name.into() }
}

fn told_before(host: &dyn Host) -> Set<String> {
    profile::load(&mut *host.store()).map(|(profile, _)| profile.tips).unwrap_or_default()
}
