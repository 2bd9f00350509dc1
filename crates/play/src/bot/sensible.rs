mod going;
mod meeting;

use barrow_dice::{Fixed, Rng, Seed, Stream};
use barrow_engine::{Command, Event, Turn, View};
use barrow_grid::{BitGrid, Pos};
use barrow_pack::Policy;

use super::answer::{Answers, Mood};
use super::cards::Cards;
use super::dangers::Dangers;
use super::fight::{Foe, foes, life_share};
use super::items::Items;
use crate::walk::{Caution, Chart, is_bad, life};

/// A bot that explores, fights or flees depending on what it sees, uses its items and takes exits.
#[derive(Clone, Debug)]
#[expect(clippy::struct_excessive_bools, reason = "each is a mood of its own")]
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
    /// Known cells that it has not looked at again since it was stuck. Something may have appeared
    /// there.
    doubts: BitGrid,
    /// What the pack asks of it.
    policy: Policy,
    /// Whether it has gone back because the policy said so.
    retreated: bool,
    /// Whether it goes to another level for its quest.
    returns: bool,
    /// Whether the condition of its quest held in the last turn.
    quest_ready: bool,
    /// Whether it steps aside to drop something, to make room for what it has found.
    makes_room: bool,
    /// Until this turn it stays in the dark.
    hides_until: u64,
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
    /// The turn in which it last found a new cell.
    found: u64,
    /// Random steps left to take, to get out of a dead end.
    wander: u32,
    /// How often it was stuck on this level.
    times_stuck: u32,
}

/// A bot without progress for this many turns is stuck.
const STUCK_AFTER: u64 = 150;
/// A foe in sight counts as progress for this many turns after the last new cell.
const PACING: u64 = 300;
/// A bot that was stuck so often on a level takes risks, and leaves by any exit.
const BOLD: u32 = 2;
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
            doubts: BitGrid::default(),
            policy: Policy::default(),
            retreated: false,
            returns: false,
            quest_ready: false,
            makes_room: false,
            hides_until: 0,
        }
    }

    pub(super) fn follow(&mut self, policy: Policy) {
        self.policy = policy;
    }

    pub(super) fn observe(&mut self, view: &View<'_>, turn: &Turn) {
        self.dangers.listen(view, turn);
        self.answers.observe(view);
        if turn.events(view.player()).any(|it| matches!(it, Event::Arrived { .. })) {
            self.chart.forget();
            self.flights = 0;
            self.dangers = Dangers::default();
            self.target = None;
            self.doubts = BitGrid::default();
            self.makes_room = false;
            self.rest.turns = 0;
            let now = view.turn();
            self.progress = Progress { since: now, found: now, ..Progress::default() };
        }
        let carried = view.bag().map(|it| it.item.count() as usize + 1).sum();
        if carried != self.carried {
            self.carried = carried;
            self.chart.retry();
        }
    }

    pub(super) fn choose(&mut self, view: &View<'_>, legal: &[Command]) -> Option<Command> {
        if let Some(menu) = view.menu() {
            if let Some(aimed) = self.cards.answer(&menu, legal) {
                return Some(aimed);
            }
            let stuck = self.progress.times_stuck > 0;
            let mood = Mood { leaving: self.wants_to_leave(view), stuck };
            return self.answers.answer(view, legal, (&self.policy, mood), &mut self.rng);
        }
        if legal.len() < 2 {
            return legal.first().cloned();
        }
        self.chart.update(view);
        let foes = foes(view);
        self.watch(view, &foes);
        self.dangers.remember(view, &foes);
        self.watch_quest(view);
        let bold = self.is_bold();
        self.chart.fear(if bold { Vec::new() } else { self.dangers.fears(view, &foes) });
        self.chart.shun(if bold { Vec::new() } else { self.dangers.unsafe_cells(view) });
        let mut legal = self.dangers.harmless(view, legal);
        legal.retain(|it| !self.avoids(view, it));
        meeting::stay_out(view, &mut legal);
        let legal = &legal[..];
        let mut chosen = self.decide(view, legal, &foes);
        if chosen.is_none() {
            // The only way leads past the dangers.
            self.chart.shun(Vec::new());
            chosen = self.go_on(view, legal);
        }
        chosen.filter(|it| legal.contains(it)).or_else(|| self.anything(legal))
    }

    /// Returns `true` if a command uses an item or casts an ability that the policy avoids.
    fn avoids(&self, view: &View<'_>, command: &Command) -> bool {
        if self.policy.avoid.is_empty() {
            return false;
        }
        let name = if let Command::Use { slot } = command {
            view.bag().find(|it| it.slot == *slot).map(|it| it.item.name())
        } else if let Command::Cast { ability, .. } = command {
            let abilities = &view.pack().abilities;
            abilities.find(ability).map(|id| abilities.get(id).name.to_string())
        } else {
            None
        };
        let name = name.unwrap_or_default().to_lowercase();
        self.policy.avoid.iter().any(|word| name.contains(&word.to_lowercase()))
    }

    fn decide(&mut self, view: &View<'_>, legal: &[Command], foes: &[Foe<'_>]) -> Option<Command> {
        self.hide(view, legal, foes)
            .or_else(|| self.leave_danger(view, legal))
            .or_else(|| self.cards.play(view, legal, foes))
            .or_else(|| self.meet(view, legal, foes))
            .or_else(|| Items::heal(view, legal, 400))
            .or_else(|| Items::cure(view, legal))
            .or_else(|| Items::light(view, legal).filter(|_| view.turn() >= self.hides_until))
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
        if self.doubts.bounds() == view.visible().bounds() {
            self.doubts.subtract(view.visible());
        }
        let known = self.chart.known();
        if known > self.progress.known {
            self.progress.found = view.turn();
        }
        let fresh = view.turn() < self.progress.found + PACING;
        let meets = !foes.is_empty() && fresh && self.progress.times_stuck == 0;
        if known > self.progress.known || meets {
            self.progress = Progress { known, since: view.turn(), ..self.progress };
        } else if view.turn() > self.progress.since + STUCK_AFTER {
            self.progress.since = view.turn();
            self.progress.wander = WANDER << self.progress.times_stuck.min(4);
            self.progress.times_stuck += 1;
            self.chart.retry();
            self.chart.revisit();
            if self.doubts.is_empty() {
                self.doubts = self.chart.open().clone();
            }
        }
    }

    /// Visits known fixtures again once the condition of a quest holds.
    fn watch_quest(&mut self, view: &View<'_>) {
        let ready = self.answers.quest.as_ref().is_some_and(|it| view.holds(&it.when));
        if ready && !self.quest_ready {
            self.chart.revisit();
        }
        self.quest_ready = ready;
        // Its condition may depend on the floor; then going back is in vain.
        if !ready && std::mem::take(&mut self.returns) {
            self.answers.give_up();
        }
    }

    /// Returns `true` if the policy says to leave.
    fn wants_to_leave(&self, view: &View<'_>) -> bool {
        self.policy.leave_when.as_ref().is_some_and(|it| view.holds(it))
    }

    /// Returns `true` if it was stuck so often that it no longer avoids danger.
    const fn is_bold(&self) -> bool {
        self.progress.times_stuck >= BOLD
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
