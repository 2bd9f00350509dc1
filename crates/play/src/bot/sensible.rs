mod going;
mod meeting;

use barrow_dice::{Fixed, Rng, Seed, Stream};
use barrow_engine::{Command, Event, Turn, View};
use barrow_grid::Pos;

use super::answer::Answers;
use super::cards::Cards;
use super::dangers::Dangers;
use super::fight::{Foe, foes, life_share};
use super::items::Items;
use crate::walk::{Caution, Chart, is_bad, life};

/// A bot that explores, fights or flees depending on what it sees, uses its items and takes exits.
#[derive(Clone, Debug)]
pub struct Sensible {
    rng: Rng,
    chart: Chart,
    items: Items,
    cards: Cards,
    answers: Answers,
    rest: Rest,
    drain: Drain,
    progress: Progress,
    /// Turns spent fleeing on this level. A bot that is always followed must turn and fight.
    flights: u32,
    /// A number that changes with what it carries.
    carried: usize,
    /// Turns spent waiting for a foe to come closer.
    waited: u32,
    /// The actors of this level to keep away from.
    dangers: Dangers,
    /// The unknown cell that it is heading for.
    target: Option<Pos>,
}

/// Keeps track of whether resting heals on this level.
#[derive(Clone, Copy, Debug, Default)]
struct Rest {
    useless: bool,
    /// Turns of rest since the life last rose.
    idle: u32,
    /// The life when it last rested.
    life: Fixed,
    /// Turns of rest on this level.
    turns: u32,
}

/// Keeps track of whether walking costs life, so that there is no time to see everything.
#[derive(Clone, Copy, Debug, Default)]
struct Drain {
    /// Turns without foes and bad states.
    turns: u32,
    /// How many of them cost life.
    losses: u32,
    /// The life in the last turn.
    life: Fixed,
}

/// Keeps track of whether the bot still discovers anything.
#[derive(Clone, Copy, Debug, Default)]
struct Progress {
    /// The number of cells known.
    known: u32,
    /// The turn of the last progress.
    since: u64,
    /// Random steps left to take, to get out of a dead end.
    wander: u32,
    /// How often it was stuck on this level.
    times_stuck: u32,
}

/// A bot without progress for this many turns is stuck.
const STUCK_AFTER: u64 = 150;
/// How many random steps a stuck bot takes.
const WANDER: u32 = 12;
/// The maximum number of turns of rest on one level.
const MAX_REST: u32 = 400;

impl Sensible {
    pub(super) fn new(seed: Seed) -> Self {
        Self {
            rng: seed.stream(Stream::named("sensible bot"), &[]),
            chart: Chart::default(),
            items: Items::default(),
            cards: Cards::default(),
            answers: Answers::default(),
            rest: Rest::default(),
            drain: Drain::default(),
            progress: Progress::default(),
            flights: 0,
            carried: 0,
            waited: 0,
            dangers: Dangers::default(),
            target: None,
        }
    }

    pub(super) fn observe(&mut self, view: &View<'_>, turn: &Turn) {
        self.dangers.listen(view, turn);
        if turn.events(view.player()).any(|it| matches!(it, Event::Arrived { .. })) {
            self.chart.forget();
            self.flights = 0;
            self.dangers = Dangers::default();
            self.target = None;
            self.rest.turns = 0;
            self.progress = Progress { since: view.turn(), ..Progress::default() };
        }
        let carried = view.bag().map(|it| it.item.count() as usize + 1).sum();
        if carried != self.carried {
            self.carried = carried;
            self.chart.retry();
        }
    }

    pub(super) fn choose(&mut self, view: &View<'_>, legal: &[Command]) -> Option<Command> {
        if view.menu().is_some() {
            return self.answers.answer(view, legal, &mut self.rng);
        }
        if legal.len() < 2 {
            return legal.first().cloned();
        }
        self.chart.update(view);
        let foes = foes(view);
        self.watch(view, &foes);
        self.dangers.remember(view, &foes);
        self.chart.fear(self.dangers.fears(view, &foes));
        self.chart.shun(self.dangers.unsafe_cells(view));
        let legal = &self.dangers.harmless(view, legal)[..];
        let mut chosen = self.decide(view, legal, &foes);
        if chosen.is_none() {
            // The only way leads past the dangers.
            self.chart.shun(Vec::new());
            chosen = self.go_on(view, legal);
        }
        chosen.filter(|it| legal.contains(it)).or_else(|| self.anything(legal))
    }

    fn decide(&mut self, view: &View<'_>, legal: &[Command], foes: &[Foe<'_>]) -> Option<Command> {
        self.leave_danger(view, legal)
            .or_else(|| self.cards.play(view, legal))
            .or_else(|| self.meet(view, legal, foes))
            .or_else(|| Items::heal(view, legal, 400))
            .or_else(|| Items::cure(view, legal))
            .or_else(|| Items::light(view, legal))
            .or_else(|| self.in_peace(view, legal, foes))
            .or_else(|| self.wander(legal))
            .or_else(|| self.go_on(view, legal))
    }

    /// Learns from how life and knowledge change.
    fn watch(&mut self, view: &View<'_>, foes: &[Foe<'_>]) {
        let now = life(view);
        let ill = view.states().any(|it| is_bad(view, it.state));
        if foes.is_empty() && !ill {
            self.drain.turns += 1;
            self.drain.losses += u32::from(now < self.drain.life);
        }
        self.drain.life = now;
        let known = self.chart.known();
        if known > self.progress.known || !foes.is_empty() && self.progress.times_stuck == 0 {
            self.progress = Progress { known, since: view.turn(), ..self.progress };
        } else if view.turn() > self.progress.since + STUCK_AFTER {
            self.progress.since = view.turn();
            self.progress.wander = WANDER << self.progress.times_stuck.min(4);
            self.progress.times_stuck += 1;
            self.chart.retry();
        }
    }

    /// Returns `true` if walking costs life.
    const fn is_hasty(&self) -> bool {
        self.drain.turns > 12 && self.drain.losses * 2 > self.drain.turns
    }

    /// Returns `true` if little life is left and none can be gained, so that only depth still
    /// counts.
    fn is_weak(&self, view: &View<'_>) -> bool {
        let tired = self.rest.useless || self.rest.turns >= MAX_REST;
        tired && life_share(view) < 400
    }

    /// Returns how much harm the bot accepts on its way.
    const fn caution(&self) -> Caution {
        if self.progress.times_stuck > 0 { Caution::Some } else { Caution::Full }
    }

    /// Returns a random step, or any other legal command.
    fn anything(&mut self, legal: &[Command]) -> Option<Command> {
        let steps = legal.iter().filter(|it| matches!(it, Command::Move(_) | Command::Wait));
        let steps: Vec<&Command> = steps.collect();
        let step = self.rng.pick(&steps).map(|it| (*it).clone());
        step.or_else(|| self.rng.pick(legal).cloned())
    }
}
