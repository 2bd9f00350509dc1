//! Automatic walking: exploring, travelling, running, resting.
//!
//! A [`Walker`] returns the next command for a view, or stops with a reason. The caller that plays
//! the command reports the result with [`Walker::observe`] or [`Walker::refused`].

mod chart;
mod dead_end;
mod halt;
mod notice;
mod run;
#[cfg(test)]
mod tests;

use barrow_dice::Fixed;
use barrow_engine::{Carried, Command, EntityId, Event, Refusal, Seen, Turn, View};
use barrow_grid::{Dir, Pos};
use barrow_pack::{Pickup, Way};
use barrow_small::Set;

use crate::mode::compass;
use crate::words;

pub use chart::{Caution, Chart, adjacency, harms, is_bad, is_dangerous, is_harmful};
pub use halt::Halt;

/// What to do automatically.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Errand {
    /// See the whole level and collect items.
    Explore,
    /// Travel to a cell.
    Travel(Pos),
    /// Travel to the nearest known stairs up or down.
    Way(Way),
    /// Wait until all gauges are full, or something happens.
    Rest,
    /// Go straight on until there is something to see or to decide.
    Run(Dir),
}

/// What to do next.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Next {
    /// Play this command, and report the result.
    Play(Command),
    /// Stop, for this reason.
    Stop(Halt),
}

/// Walks automatically. An errand begins with what the view shows, and remembers what it meets
/// until its end.
#[derive(Clone, Debug, Default)]
pub struct Walker {
    chart: Chart,
    errand: Option<Errand>,
    /// Why the errand must stop early.
    halt: Option<Halt>,
    /// Why the last command was refused, if one was.
    refusal: Option<Halt>,
    /// The foes that were in view at the start, or were reported since.
    met: Set<EntityId>,
    /// Those of them who sleep. The walker stops when one wakes.
    sleepers: Set<EntityId>,
    /// Where the player dropped something on this level: exploring does not fetch it again.
    dropped: Set<Pos>,
    /// The messages since the start: the walker stops once for each text.
    texts: Set<String>,
    /// The states that a walk has stopped for before.
    states: Set<String>,
    /// The last command that was returned.
    last: Option<Command>,
    /// The player's position when the last command was given.
    from: Option<Pos>,
    /// Whether the cells beside a run were open at its last step.
    sides: [bool; 2],
    /// The items and stairs that were known at the start, or were reported since.
    sights: Set<Pos>,
    /// A number that changes with what the player carries and what is switched on.
    carried: usize,
    /// The life when the last command was given.
    life: Fixed,
    /// The number of turns so far.
    turns: u32,
    rest: Rest,
}

/// Keeps track of whether resting helps.
#[derive(Clone, Copy, Debug, Default)]
struct Rest {
    /// The sum of all gauges.
    sum: Fixed,
    /// The number of turns since the sum last rose.
    idle: u32,
}

/// The number of turns without improvement after which a rest stops.
const IDLE_TURNS: u32 = 20;

/// The maximum number of turns of an errand.
const MAX_TURNS: u32 = 2_000;

impl Walker {
    /// Returns what was known of the level when the walker last looked around.
    pub const fn chart(&self) -> &Chart {
        &self.chart
    }

    /// Looks around, and returns what is known of the level. Of earlier walks only what no view
    /// shows remains: which doors are locked, and where nothing could be seen from beside.
    pub fn survey(&mut self, view: &View<'_>) -> &Chart {
        let before = std::mem::take(&mut self.chart);
        self.chart.update(view);
        self.chart.inherit(before);
        &self.chart
    }

    /// Returns a question about the known danger of a step, if it is worth one.
    pub fn question(&mut self, view: &View<'_>, dir: Dir) -> Option<String> {
        let here = view.own()?.pos();
        let to = here + dir;
        // A blow is not a step, and a step that the game does not have is refused.
        let no_way = !adjacency(view).dirs().contains(&dir);
        if no_way || view.actors().any(|it| it.pos() == to) {
            return None;
        }
        let chart = self.survey(view);
        let harmful = chart.is_harmful(to) && !chart.is_harmful(here);
        if !chart.is_deadly(to) && !harmful {
            return None;
        }
        let why = words::peril(view, to)
            .unwrap_or_else(|| format!("There is {}.", words::hazard(view, to)));
        Some(format!("Really go {}? {why}", compass(dir)))
    }

    /// Returns the current errand.
    pub const fn errand(&self) -> Option<&Errand> {
        self.errand.as_ref()
    }

    /// Starts an errand. Foes in view prevent exploring and resting, but not travelling. Those
    /// who sleep prevent nothing until they wake.
    pub fn begin(&mut self, errand: Errand, view: &View<'_>) {
        self.survey(view);
        self.halt = None;
        self.refusal = None;
        self.texts.clear();
        self.turns = 0;
        self.last = None;
        self.life = life(view);
        self.rest = Rest { sum: gauges(view).0, idle: 0 };
        self.met = view.noticed_actors().filter(Seen::is_foe).map(|it| it.id()).collect();
        let (sleepers, awake): (Vec<_>, Vec<_>) =
            view.noticed_actors().filter(Seen::is_foe).partition(Seen::is_asleep);
        self.sleepers = sleepers.iter().map(Seen::id).collect();
        if matches!(errand, Errand::Explore | Errand::Rest) {
            self.halt = awake.first().map(|it| Halt::Watched(it.indefinite()));
        }
        self.sights = self.chart.sights().collect();
        self.errand = Some(errand);
    }

    /// Stops the errand.
    pub fn stop(&mut self) {
        self.errand = None;
    }

    /// Returns the next command of the errand, or why there is none.
    pub fn next(&mut self, view: &View<'_>) -> Next {
        let next = self.consider(view);
        match &next {
            Next::Stop(_) => self.errand = None,
            Next::Play(command) => {
                self.turns += 1;
                self.last = Some(command.clone());
                self.from = view.own().map(|it| it.pos());
                self.life = life(view);
            }
        }
        next
    }

    fn consider(&mut self, view: &View<'_>) -> Next {
        self.chart.update(view);
        if view.end().is_some() {
            return Next::Stop(Halt::Over);
        }
        if view.menu().is_some() {
            return Next::Stop(Halt::Asked);
        }
        self.notice_foes(view);
        self.notice_things(view);
        if let Some(halt) = self.halt.take() {
            return Next::Stop(halt);
        }
        if self.turns >= MAX_TURNS {
            return Next::Stop(Halt::Tired);
        }
        let Some(here) = view.own().map(|it| it.pos()) else { return Next::Stop(Halt::Over) };
        match self.errand.clone() {
            None => Next::Stop(Halt::Done),
            Some(Errand::Explore) => self.explore(view, here),
            Some(Errand::Travel(to)) => self.travel(view, here, &[to]),
            Some(Errand::Way(way)) => {
                let ways: Vec<Pos> = self.chart.ways(way).collect();
                if ways.is_empty() {
                    Next::Stop(Halt::NoneKnown)
                } else {
                    self.travel(view, here, &ways)
                }
            }
            Some(Errand::Rest) => self.rest(view),
            Some(Errand::Run(dir)) => self.run(view, here, dir),
        }
    }

    fn explore(&mut self, view: &View<'_>, here: Pos) -> Next {
        self.chart.pass_over(view);
        self.leave_dropped();
        if self.chart.wants(here) {
            match view.pack().rules.pickup {
                Pickup::Asked => return Next::Play(Command::Pickup),
                // An item that was not picked up by walking over it stays.
                Pickup::Walking => self.chart.ignore_item(here),
            }
        }
        if let Some(dir) = self.chart.explore_seen(view, Caution::Full) {
            return Next::Play(Command::Move(dir));
        }
        let why = self.why_explored(view);
        self.stop_beside(here, why)
    }

    fn travel(&mut self, view: &View<'_>, here: Pos, to: &[Pos]) -> Next {
        if to.contains(&here) {
            return Next::Stop(Halt::Arrived);
        }
        // A goal that was refused stays so.
        let open = to.iter().filter(|&&at| !self.chart.is_refused(at));
        let goals: Vec<(Pos, u16)> = open.map(|&at| (at, 0)).collect();
        if let Some(dir) = self.chart.step(view, Caution::Full, &goals) {
            return Next::Play(Command::Move(dir));
        }
        let why = self.why_no_way(view, &goals);
        self.stop_beside(here, why)
    }

    fn rest(&mut self, view: &View<'_>) -> Next {
        let (sum, full) = gauges(view);
        let better = sum > self.rest.sum;
        self.rest = Rest { sum, idle: if better { 0 } else { self.rest.idle + 1 } };
        let ill = view.states().any(|it| is_bad(view, it.state));
        if full && !ill {
            return Next::Stop(Halt::Rested);
        }
        if self.rest.idle > IDLE_TURNS && !ill {
            return Next::Stop(Halt::NoBetter);
        }
        Next::Play(Command::Wait)
    }

    /// Learns the result of the last command; `view` is the state after it.
    pub fn observe(&mut self, view: &View<'_>, turn: &Turn) {
        let weight =
            |it: Carried<'_>| 2 * it.item.count() as usize + 2 + usize::from(it.on == Some(true));
        let carried = view.bag().map(weight).sum();
        if carried != self.carried {
            self.carried = carried;
            self.chart.retry();
        }
        let own = view.own().map(|it| it.id());
        for event in turn.events(view.player()) {
            if matches!(event, Event::Arrived { .. }) {
                self.chart.forget();
                self.dropped.clear();
            }
            self.notice_dropped(view, event, own);
            if let Some(halt) = self.interruption(view, event, own) {
                self.halt.get_or_insert(halt);
            }
        }
        let lost = self.life - life(view);
        // A loss of one percent can be the price of every step.
        if lost * Fixed::from_whole(100) > max_life(view) {
            self.halt.get_or_insert(Halt::Hurt);
        }
    }

    fn interruption(
        &mut self,
        view: &View<'_>,
        event: &Event,
        own: Option<EntityId>,
    ) -> Option<Halt> {
        // All other events do not matter to a walk.
        #[expect(clippy::wildcard_enum_match_arm, reason = "see above")]
        match event {
            Event::Ended { .. } => Some(Halt::Over),
            Event::Asked { .. } => Some(Halt::Asked),
            Event::Arrived { .. } => Some(Halt::NewLevel),
            Event::Hit { whom, .. } | Event::Missed { whom, .. } if Some(*whom) == own => {
                Some(Halt::Attacked)
            }
            Event::Began { who, state } if Some(*who) == own => {
                let label = view.pack().states.get(*state).label.to_string();
                // A state that does no harm, such as standing in grass, stops only once.
                let stops = self.states.insert(label.clone()) || is_bad(view, *state);
                stops.then_some(Halt::State(label))
            }
            Event::Announced { .. } => Some(Halt::Announced),
            Event::Said { text, usual: false } if self.stops_for_messages() => {
                self.texts.insert(text.clone()).then(|| Halt::Message(text.clone()))
            }
            Event::Heard(it) if it.volume != barrow_engine::Volume::Faint => {
                self.texts.insert(it.text.clone()).then(|| Halt::Noise(it.text.clone()))
            }
            _ => None,
        }
    }

    /// Returns `true` if a message stops the walk. A message about picking something up is
    /// expected.
    fn stops_for_messages(&self) -> bool {
        !matches!(self.last, Some(Command::Pickup))
    }

    /// Learns that the last command was refused. The errand tries another way.
    pub fn refused(&mut self, refusal: &Refusal) {
        self.refusal = Some(Halt::Refused(refusal.to_string()));
        match (&self.last, self.from) {
            (Some(Command::Move(dir)), Some(from)) => self.chart.refuse(from + *dir),
            (Some(Command::Pickup), Some(from)) => self.chart.ignore_item(from),
            _ => self.halt = self.refusal.take(),
        }
    }

    /// Notes that a round passed before the last command could be carried out.
    pub const fn waited(&mut self) {
        self.from = None;
    }

    /// Returns the first step of the path to a cell and the length of the path.
    pub fn way_to(&mut self, view: &View<'_>, to: Pos) -> Option<(Dir, u16)> {
        self.survey(view);
        let here = view.own()?.pos();
        let distances = self.chart.measure(view, Caution::Full, &[(to, 0)]);
        Some((distances.downhill(here)?, distances.get(here).unwrap_or_default()))
    }
}

/// Returns the player's life.
pub fn life(view: &View<'_>) -> Fixed {
    own_gauge(view, |value| value.now)
}

/// Returns the player's maximum life.
pub fn max_life(view: &View<'_>) -> Fixed {
    own_gauge(view, |value| value.max)
}

fn own_gauge(view: &View<'_>, read: fn(barrow_engine::Value) -> Fixed) -> Fixed {
    let life = view.pack().rules.life;
    let own = view.own();
    let found = own.and_then(|own| own.gauges().find(|(id, _)| *id == life));
    found.map_or(Fixed::ZERO, |(_, value)| read(value))
}

/// Returns the sum of all gauges, and whether all are full.
fn gauges(view: &View<'_>) -> (Fixed, bool) {
    let Some(own) = view.own() else { return (Fixed::ZERO, true) };
    own.gauges().fold((Fixed::ZERO, true), |(sum, full), (_, value)| {
        (sum + value.now, full && value.now >= value.max)
    })
}
