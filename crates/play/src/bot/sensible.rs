use barrow_dice::{Fixed, Rng, Seed, Stream};
use barrow_engine::{Command, EntityId, Event, Turn, View};
use barrow_grid::{Dir, Pos};
use barrow_pack::{Pickup, Way};

use super::answer::Answers;
use super::fight::{self, Foe, best_deed, foes, life_share, price};
use super::haunt::Haunts;
use super::kit::Kit;
use crate::walk::{Caution, Chart, adjacency, is_bad, life};

/// A bot that explores, fights or flees by what it sees, uses what it has and takes exits.
#[derive(Clone, Debug)]
pub struct Sensible {
    rng: Rng,
    chart: Chart,
    kit: Kit,
    answers: Answers,
    rest: Rest,
    drain: Drain,
    progress: Progress,
    haunts: Haunts,
    /// Turns of flight on this level: who is always followed must turn and fight.
    flights: u32,
    carried: usize,
    /// Turns that it has waited for a foe to come.
    waited: u32,
}

/// Whether rest heals here.
#[derive(Clone, Copy, Debug, Default)]
struct Rest {
    useless: bool,
    idle: u32,
    life: Fixed,
    /// Turns of rest on this level.
    turns: u32,
}

/// Whether to walk costs life: then there is no time to see everything.
#[derive(Clone, Copy, Debug, Default)]
struct Drain {
    turns: u32,
    losses: u32,
    life: Fixed,
}

/// Whether anything new comes of it all.
#[derive(Clone, Copy, Debug, Default)]
struct Progress {
    known: u32,
    since: u64,
    /// Steps to take at random, to get out of a rut.
    wander: u32,
    /// How often it was in a rut on this level.
    ruts: u32,
}

/// So many turns without anything new are a rut.
const RUT: u64 = 150;
/// Out of a rut lead so many steps at random.
const WANDER: u32 = 12;
/// Flight from one level's foes takes so many turns at the most.
const MOST_FLIGHTS: u32 = 60;
/// In haste, what lies so many steps away is still fetched; three times as far by the weak.
const FETCH: u16 = 24;
/// Rest on one level takes so many turns at the most.
const MOST_REST: u32 = 400;

impl Sensible {
    pub(super) fn new(seed: Seed) -> Self {
        Self {
            rng: seed.stream(Stream::named("sensible bot"), &[]),
            chart: Chart::default(),
            kit: Kit::default(),
            answers: Answers::default(),
            rest: Rest::default(),
            drain: Drain::default(),
            progress: Progress::default(),
            haunts: Haunts::default(),
            flights: 0,
            carried: 0,
            waited: 0,
        }
    }

    pub(super) fn told(&mut self, view: &View<'_>, turn: &Turn) {
        if turn.events(view.player()).any(|it| matches!(it, Event::Arrived { .. })) {
            self.chart.forget();
            self.flights = 0;
            self.haunts.forget();
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
        self.chart.look(view);
        let foes = foes(view);
        self.watch(view, &foes);
        self.be_afraid(view, &foes);
        let chosen = self.decide(view, legal, &foes);
        chosen.filter(|it| legal.contains(it)).or_else(|| self.anything(view, legal))
    }

    fn decide(&mut self, view: &View<'_>, legal: &[Command], foes: &[Foe<'_>]) -> Option<Command> {
        self.leave_danger(view, legal)
            .or_else(|| self.meet(view, legal, foes))
            .or_else(|| self.shake_off(view, legal))
            .or_else(|| Kit::heal(view, legal, 400))
            .or_else(|| Kit::cure(view, legal))
            .or_else(|| Kit::light(view, legal))
            .or_else(|| self.in_peace(view, legal, foes))
            .or_else(|| self.wander(view, legal))
            .or_else(|| self.go_on(view, legal))
    }

    /// Keeps away from those it would rather not meet, in view or not long out of it.
    fn be_afraid(&mut self, view: &View<'_>, foes: &[Foe<'_>]) {
        let Some(here) = view.own().map(|own| own.pos()) else { return };
        self.chart.fear(Vec::new());
        let distances = self.chart.measure(view, Caution::Some, &[(here, 0)]);
        self.haunts.note(view, &fears(view, foes), distances);
        self.chart.fear(self.haunts.fears(view.turn()).collect());
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
        if known > self.progress.known || !foes.is_empty() && self.progress.ruts == 0 {
            self.progress = Progress { known, since: view.turn(), ..self.progress };
        } else if view.turn() > self.progress.since + RUT {
            self.progress.since = view.turn();
            self.progress.wander = WANDER << self.progress.ruts.min(4);
            self.progress.ruts += 1;
            self.chart.retry();
        }
    }

    /// Whether walking costs life.
    const fn is_hasty(&self) -> bool {
        self.drain.turns > 12 && self.drain.losses * 2 > self.drain.turns
    }

    /// How much the bot is ready to suffer on its way.
    const fn caution(&self) -> Caution {
        if self.progress.ruts > 0 { Caution::Some } else { Caution::Full }
    }

    /// A step out of what harms, or out of cells where something is about to happen.
    fn leave_danger(&mut self, view: &View<'_>, legal: &[Command]) -> Option<Command> {
        let here = view.own()?.pos();
        let announced: Vec<Pos> = view.announced().flat_map(|it| it.cells).collect();
        if !self.chart.is_harmful(here) && !announced.contains(&here) {
            return None;
        }
        let safe = |dir: &&Dir| {
            let at = here + **dir;
            self.chart.open().contains(at)
                && !self.chart.is_harmful(at)
                && !announced.contains(&at)
                && legal.contains(&Command::Move(**dir))
        };
        let dirs: Vec<Dir> = adjacency(view).dirs().iter().filter(safe).copied().collect();
        if let Some(&dir) = self.rng.pick(&dirs) {
            return Some(Command::Move(dir));
        }
        let goals: Vec<(Pos, u16)> = self
            .chart
            .open()
            .iter()
            .filter(|&at| !self.chart.is_harmful(at) && !announced.contains(&at))
            .map(|at| (at, 0))
            .collect();
        self.step(view, legal, Caution::Some, &goals)
    }

    /// What to do about foes in view.
    fn meet(&mut self, view: &View<'_>, legal: &[Command], foes: &[Foe<'_>]) -> Option<Command> {
        let nearest = foes.first()?;
        let harms = foes.iter().fold(Fixed::ZERO, |sum, foe| sum + foe.harms);
        let deed = best_deed(view, legal, foes);
        let price = price(foes);
        let able = price.is_some_and(|price| price < life(view) * Fixed::from_basis_points(8500));
        let close = nearest.distance <= 2;
        if harms > Fixed::ZERO && (life_share(view) < 350 || harms + harms >= life(view)) && close {
            let heal = Kit::heal(view, legal, 500);
            if heal.is_some() {
                return heal;
            }
        }
        if !able && is_grave(view, harms) {
            let away = self.get_away(view, legal, foes);
            if away.is_some() {
                return away;
            }
        }
        if nearest.distance <= 1 {
            self.waited = 0;
        }
        if let Some(deed) = deed {
            let ranged = !matches!(deed.command, Command::Move(_));
            if ranged || able || close {
                return Some(deed.command);
            }
        }
        if able && nearest.harmed > Fixed::ZERO && harms > Fixed::ZERO {
            return self.approach(view, legal, nearest);
        }
        None
    }

    fn approach(&mut self, view: &View<'_>, legal: &[Command], foe: &Foe<'_>) -> Option<Command> {
        // Who comes the last step gets the first blow.
        if foe.distance == 2 && self.waited < 2 {
            self.waited += 1;
            return Some(Command::Wait);
        }
        let goals = [(foe.seen.pos(), 0)];
        self.chart.fear(Vec::new());
        self.step(view, legal, Caution::Full, &goals)
            .or_else(|| fight::towards(view, foe.seen.pos()).map(Command::Move))
            .filter(|it| legal.contains(it))
    }

    /// Away from those who are too strong: by a way out, by magic, on foot.
    fn get_away(
        &mut self,
        view: &View<'_>,
        legal: &[Command],
        foes: &[Foe<'_>],
    ) -> Option<Command> {
        if legal.contains(&Command::Descend) {
            return Some(Command::Descend);
        }
        let near: Vec<&Foe<'_>> = foes.iter().filter(|foe| foe.distance <= 6).collect();
        let nearest = near.first()?;
        if nearest.distance <= 2 {
            let escape = Kit::escape(view, legal);
            if escape.is_some() {
                return escape;
            }
        }
        let exits: Vec<(Pos, u16)> = self.chart.ways(Way::Down).map(|at| (at, 0)).collect();
        let here = view.own()?.pos();
        let distances = self.chart.measure(view, Caution::Full, &exits);
        let near_exit = distances.get(here).is_some_and(|steps| steps < 120);
        if !exits.is_empty() && near_exit {
            let step = self.step(view, legal, Caution::Full, &exits);
            if step.is_some() {
                return step;
            }
        }
        let own_speed = view.own()?.speed();
        let faster = near.iter().any(|foe| foe.seen.speed() > own_speed);
        let lost = faster && nearest.distance <= 2 && nearest.harmed > Fixed::ZERO;
        if lost || self.flights >= MOST_FLIGHTS {
            return None;
        }
        self.flights += 1;
        let threats: Vec<Pos> = near.iter().map(|foe| foe.seen.pos()).collect();
        let dir = self.chart.flee(view, &threats)?;
        Some(Command::Move(dir)).filter(|it| legal.contains(it))
    }

    /// On, away from who is out of sight and close behind.
    fn shake_off(&mut self, view: &View<'_>, legal: &[Command]) -> Option<Command> {
        let here = view.own()?.pos();
        let pursuers = self.haunts.pursuers(view.turn());
        let close = pursuers.iter().any(|&at| adjacency(view).distance(here, at) <= 3);
        if !close || self.flights >= MOST_FLIGHTS {
            return None;
        }
        self.flights += 1;
        let exits: Vec<(Pos, u16)> = self.chart.ways(Way::Down).map(|at| (at, 0)).collect();
        let out = self.step(view, legal, Caution::Full, &exits);
        out.or_else(|| {
            let dir = self.chart.explore(view, Caution::Full)?;
            let away = |at: &Pos| (here + dir).manhattan(*at) > here.manhattan(*at);
            Some(Command::Move(dir)).filter(|it| pursuers.iter().all(away) && legal.contains(it))
        })
        .or_else(|| {
            let dir = self.chart.flee(view, &pursuers)?;
            Some(Command::Move(dir)).filter(|it| legal.contains(it))
        })
    }

    /// What there is time for while no foe is in view.
    fn in_peace(
        &mut self,
        view: &View<'_>,
        legal: &[Command],
        foes: &[Foe<'_>],
    ) -> Option<Command> {
        if foes.iter().any(|foe| foe.harms > Fixed::ZERO) {
            return None;
        }
        let here = view.own()?.pos();
        if self.chart.wants(here) && view.pack().rules.pickup == Pickup::Asked {
            if legal.contains(&Command::Pickup) {
                return Some(Command::Pickup);
            }
            self.chart.leave(here);
        } else {
            // What walking over it did not take stays.
            self.chart.leave(here);
        }
        self.kit
            .dress(view, legal)
            .or_else(|| self.kit.try_out(view, legal))
            .or_else(|| Kit::make_room(view, legal))
            .or_else(|| self.rest(view))
    }

    fn rest(&mut self, view: &View<'_>) -> Option<Command> {
        let now = life(view);
        if now > self.rest.life {
            self.rest.idle = 0;
        }
        self.rest.life = now;
        let tired = self.rest.useless || self.rest.turns >= MOST_REST;
        if tired || self.is_hasty() || life_share(view) >= 750 {
            return None;
        }
        self.rest.idle += 1;
        self.rest.turns += 1;
        if self.rest.idle > 15 {
            self.rest.useless = true;
        }
        Some(Command::Wait)
    }

    fn wander(&mut self, view: &View<'_>, legal: &[Command]) -> Option<Command> {
        if self.progress.wander == 0 {
            return None;
        }
        self.progress.wander -= 1;
        let steps: Vec<&Command> =
            legal.iter().filter(|it| matches!(it, Command::Move(_))).collect();
        let steps: Vec<&Command> =
            steps.into_iter().filter(|it| !self.runs_into_someone(view, it)).collect();
        self.rng.pick(&steps).map(|it| (*it).clone())
    }

    /// Whether a step leads into someone.
    fn runs_into_someone(&self, view: &View<'_>, command: &Command) -> bool {
        let here = view.own().map(|own| own.pos());
        let Some((dir, here)) =
            (if let Command::Move(dir) = command { Some(*dir) } else { None }).zip(here)
        else {
            return false;
        };
        self.chart.is_taken(here + dir) || self.haunts.pursuers(view.turn()).contains(&(here + dir))
    }

    /// Explores, and leaves when there is nothing left to see or no time to see it.
    fn go_on(&mut self, view: &View<'_>, legal: &[Command]) -> Option<Command> {
        if self.is_hasty() {
            let leave = self.fetch(view, legal).or_else(|| self.leave_by(view, legal, Way::Down));
            if leave.is_some() {
                return leave;
            }
        }
        self.explore(view, legal)
            .or_else(|| self.visit(view, legal))
            .or_else(|| self.leave_by(view, legal, Way::Down))
            .or_else(|| self.leave_by(view, legal, Way::Up))
            .or_else(|| self.force(view, legal))
    }

    /// A step to something wanted that lies near by.
    fn fetch(&mut self, view: &View<'_>, legal: &[Command]) -> Option<Command> {
        let here = view.own()?.pos();
        let goals: Vec<(Pos, u16)> =
            self.chart.wanted().filter(|&at| at != here).map(|at| (at, 0)).collect();
        let steps = self.chart.measure(view, Caution::Full, &goals).get(here)?;
        let reach = if life_share(view) < 500 { 3 * FETCH } else { FETCH };
        let near = !goals.is_empty() && steps <= reach;
        near.then(|| self.step(view, legal, Caution::Full, &goals))?
    }

    fn explore(&mut self, view: &View<'_>, legal: &[Command]) -> Option<Command> {
        let here = view.own()?.pos();
        // Each refusal closes a cell, so this ends.
        for _ in 0..16 {
            let dir = self.chart.explore(view, self.caution())?;
            if legal.contains(&Command::Move(dir)) {
                return Some(Command::Move(dir));
            }
            self.chart.refuse(here + dir);
        }
        None
    }

    /// Walks into what may answer, once each.
    fn visit(&mut self, view: &View<'_>, legal: &[Command]) -> Option<Command> {
        if life_share(view) < 600 {
            return None;
        }
        let here = view.own()?.pos();
        let curios: Vec<(Pos, u16)> = self.chart.curios().map(|at| (at, 0)).collect();
        let beside = adjacency(view)
            .dirs()
            .iter()
            .find(|&&dir| curios.iter().any(|(at, _)| *at == here + dir));
        if let Some(&dir) = beside {
            self.chart.refuse(here + dir);
            return Some(Command::Move(dir)).filter(|it| legal.contains(it));
        }
        self.step(view, legal, self.caution(), &curios)
    }

    fn leave_by(&mut self, view: &View<'_>, legal: &[Command], way: Way) -> Option<Command> {
        let command = match way {
            Way::Down => Command::Descend,
            Way::Up => Command::Ascend,
        };
        if legal.contains(&command) {
            return Some(command);
        }
        let here = view.own()?.pos();
        let exits = self.chart.ways(way).filter(|&at| at != here).map(|at| (at, 0));
        let exits: Vec<(Pos, u16)> = exits.collect();
        let careful = self.step(view, legal, Caution::Full, &exits);
        careful.or_else(|| self.step(view, legal, Caution::Some, &exits))
    }

    /// Goes on where it hurts, and pushes or breaks what is in the way.
    fn force(&mut self, view: &View<'_>, legal: &[Command]) -> Option<Command> {
        if let Some(dir) = self.chart.explore(view, Caution::Some) {
            return Some(Command::Move(dir)).filter(|it| legal.contains(it));
        }
        self.progress.since = self.progress.since.saturating_sub(10);
        None
    }

    fn step(
        &mut self,
        view: &View<'_>,
        legal: &[Command],
        caution: Caution,
        goals: &[(Pos, u16)],
    ) -> Option<Command> {
        let here = view.own()?.pos();
        for _ in 0..8 {
            let dir = self.chart.step(view, caution, goals)?;
            if legal.contains(&Command::Move(dir)) {
                return Some(Command::Move(dir));
            }
            self.chart.refuse(here + dir);
        }
        None
    }

    /// A step, or whatever else is legal, at random.
    fn anything(&mut self, view: &View<'_>, legal: &[Command]) -> Option<Command> {
        let steps = legal.iter().filter(|it| matches!(it, Command::Move(_) | Command::Wait));
        let steps = steps.filter(|it| !self.runs_into_someone(view, it));
        let steps: Vec<&Command> = steps.collect();
        let step = self.rng.pick(&steps).map(|it| (*it).clone());
        step.or_else(|| self.rng.pick(legal).cloned())
    }
}

/// Whether so much harm a turn is worth a flight.
fn is_grave(view: &View<'_>, harms: Fixed) -> bool {
    harms * Fixed::from_whole(20) >= life(view)
}

/// The foes in view that the bot would rather not meet.
fn fears(view: &View<'_>, foes: &[Foe<'_>]) -> Vec<(EntityId, Pos)> {
    let able = price(foes).is_some_and(|it| it + it < life(view));
    let feared = foes.iter().filter(|foe| !able && is_grave(view, foe.harms));
    feared.map(|foe| (foe.seen.id(), foe.seen.pos())).collect()
}
