use std::collections::BTreeMap;

use barrow_dice::{Fixed, Rng, Seed, Stream};
use barrow_engine::{Command, EntityId, Event, Turn, View, Volume};
use barrow_grid::{Dir, Pos, Rect};
use barrow_pack::{Pickup, Way};

use super::answer::Answers;
use super::fight::{self, Foe, best_deed, foes, life_share, price};
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
    /// Turns of flight on this level: who is always followed must turn and fight.
    flights: u32,
    carried: usize,
    /// Turns that it has waited for a foe to come.
    waited: u32,
    /// Those on this level who must not be met, where they were last seen.
    dangers: BTreeMap<EntityId, Danger>,
    /// Where noises came from, and when.
    noises: Vec<(Pos, u64)>,
    /// The unknown place that it is on its way to.
    target: Option<Pos>,
}

/// Someone who must not be met.
#[derive(Clone, Copy, Debug)]
struct Danger {
    at: Pos,
    /// When it was last seen.
    turn: u64,
    /// For so many turns it was seen there and did not move.
    still: u32,
    /// It was seen to move.
    moves: bool,
    /// It is more than a nuisance.
    serious: bool,
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

/// Who did not move for so many turns stays where it is.
const STILL: u32 = 6;
/// Who was seen so many turns ago may be at one's heels.
const CLINGS: u64 = 10;
/// Where someone was last seen is remembered for so many turns.
const FORGOTTEN: u64 = 30;
/// So many turns without anything new are a rut.
const RUT: u64 = 150;
/// Out of a rut lead so many steps at random.
const WANDER: u32 = 12;
/// Flight from one level's foes takes so many turns at the most.
const MOST_FLIGHTS: u32 = 80;
/// Who has no time goes so many steps for a thing.
const DETOUR: u16 = 14;
/// A way out that is farther than so many steps, with what is feared on the way, is none.
const FARTHEST_EXIT: u16 = 200;
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
            flights: 0,
            carried: 0,
            waited: 0,
            dangers: BTreeMap::new(),
            noises: Vec::new(),
            target: None,
        }
    }

    pub(super) fn told(&mut self, view: &View<'_>, turn: &Turn) {
        self.listen(view, turn);
        if turn.events(view.player()).any(|it| matches!(it, Event::Arrived { .. })) {
            self.chart.forget();
            self.flights = 0;
            self.dangers.clear();
            self.noises.clear();
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

    /// A noise close by, from where nothing is seen, is something to keep away from for a while.
    fn listen(&mut self, view: &View<'_>, turn: &Turn) {
        let Some(here) = view.own().map(|it| it.pos()) else { return };
        self.noises.retain(|(_, heard)| view.turn() < heard + CLINGS);
        for event in turn.events(view.player()) {
            let Event::Heard { volume: Volume::Deafening, towards: Some(dir), .. } = event else {
                continue;
            };
            let at = here + *dir + *dir;
            if !view.visible().contains(at) {
                self.noises.push((at, view.turn()));
            }
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
        self.remember(view, &foes);
        let fears = self.fears(view, &foes);
        self.chart.fear(fears);
        self.chart.shun(self.touch(view));
        let legal = &self.harmless(view, legal)[..];
        let mut chosen = self.decide(view, legal, &foes);
        if chosen.is_none() {
            // There is no way but past them.
            self.chart.shun(Vec::new());
            chosen = self.go_on(view, legal);
        }
        chosen.filter(|it| legal.contains(it)).or_else(|| self.anything(legal))
    }

    /// Notes where those are who must not be met: in the dark they are soon out of sight.
    fn remember(&mut self, view: &View<'_>, foes: &[Foe<'_>]) {
        let (now, life) = (view.turn(), life(view));
        for foe in foes.iter().filter(|foe| !foe.is_fightable() && foe.harms > Fixed::ZERO) {
            let (at, serious) = (foe.seen.pos(), foe.is_serious(life));
            let before = self.dangers.get(&foe.seen.id());
            let still = before.filter(|it| it.at == at).map_or(0, |it| it.still + 1);
            let moves = before.is_some_and(|it| it.moves || it.at != at);
            let danger = Danger { at, turn: now, still, moves, serious };
            self.dangers.insert(foe.seen.id(), danger);
        }
        self.dangers.retain(|_, it| {
            let gone = view.visible().contains(it.at) && it.turn < now;
            !gone && (it.still >= STILL || now < it.turn + FORGOTTEN)
        });
    }

    /// The cells of those who harm and cannot be fought, and the cells beside them: who keeps
    /// out of them, and walks on at the same pace, is not struck. In the dark behind one's lamp
    /// they are still there.
    fn touch(&self, view: &View<'_>) -> Vec<Pos> {
        let fresh = |it: &&Danger| it.still >= STILL || view.turn() < it.turn + CLINGS;
        let around = |it: &Danger| Dir::ALL.map(|dir| it.at + dir).into_iter().chain([it.at]);
        self.dangers.values().filter(fresh).flat_map(around).collect()
    }

    /// What the bot would rather not meet, and how much it goes out of its way.
    fn fears(&self, view: &View<'_>, foes: &[Foe<'_>]) -> Vec<(Pos, u8)> {
        let able = price(foes).is_some_and(|it| it + it < life(view));
        let feared = foes.iter().filter(|foe| !able && foe.harms > Fixed::ZERO);
        let fear = |foe: &Foe<'_>| if foe.is_serious(life(view)) { 64 } else { 2 };
        let seen = feared.map(|foe| (foe.seen.pos(), fear(foe)));
        let remembered = self.dangers.values().map(|it| (it.at, if it.serious { 160 } else { 2 }));
        let heard = self.noises.iter().map(|&(at, _)| (at, 64));
        seen.chain(remembered).chain(heard).collect()
    }

    fn decide(&mut self, view: &View<'_>, legal: &[Command], foes: &[Foe<'_>]) -> Option<Command> {
        self.leave_danger(view, legal)
            .or_else(|| self.meet(view, legal, foes))
            .or_else(|| Kit::heal(view, legal, 400))
            .or_else(|| Kit::cure(view, legal))
            .or_else(|| Kit::light(view, legal))
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

    /// Whether there is little life left and no hope of more: then depth is all that can still
    /// be won.
    fn is_weak(&self, view: &View<'_>) -> bool {
        let tired = self.rest.useless || self.rest.turns >= MOST_REST;
        tired && life_share(view) < 400
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
        let matters =
            |foe: &&Foe<'_>| foe.is_fightable() || foe.is_serious(life(view)) || foe.distance <= 2;
        let foes: Vec<Foe<'_>> = foes.iter().filter(matters).copied().collect();
        let foes = &foes[..];
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
        if !able && harms > Fixed::ZERO {
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
        let hold = self.hold(view, legal, foes);
        if hold.is_some() {
            return hold;
        }
        // From one who strikes from afar nobody gets away by walking.
        let caster = foes.iter().find(|foe| foe.casts && foe.is_fightable());
        let aim = if able { Some(nearest) } else { caster };
        let aim = aim.filter(|foe| foe.is_fightable() && harms > Fixed::ZERO)?;
        self.approach(view, legal, aim)
    }

    fn approach(&mut self, view: &View<'_>, legal: &[Command], foe: &Foe<'_>) -> Option<Command> {
        // Who comes the last step gets the first blow.
        if foe.distance == 2 && self.waited < 2 && !foe.casts {
            self.waited += 1;
            return Some(Command::Wait);
        }
        let goals = [(foe.seen.pos(), 0)];
        self.chart.fear(Vec::new());
        self.step(view, legal, Caution::Full, &goals)
            .or_else(|| fight::towards(view, foe.seen.pos()).map(Command::Move))
            .filter(|it| legal.contains(it))
    }

    /// Away from those who are too strong: by a way out, by magic; on foot only from those who
    /// cannot be fought, for the others come after.
    fn get_away(
        &mut self,
        view: &View<'_>,
        legal: &[Command],
        foes: &[Foe<'_>],
    ) -> Option<Command> {
        if legal.contains(&Command::Descend) {
            return Some(Command::Descend);
        }
        // Who was never seen to move is only to be kept away from.
        let stays = |foe: &Foe<'_>| {
            let known = self.dangers.get(&foe.seen.id());
            known.is_some_and(|it| !it.moves) && foe.distance > 3
        };
        let near = foes.iter().filter(|foe| foe.distance <= 6 && !stays(foe));
        let near: Vec<&Foe<'_>> = near.collect();
        let nearest = near.first()?;
        if nearest.distance <= 2
            && let Some(escape) = Kit::escape(view, legal)
        {
            return Some(escape);
        }
        let here = view.own()?.pos();
        let exits: Vec<(Pos, u16)> = self.chart.ways(Way::Down).map(|at| (at, 0)).collect();
        let reach = self.chart.measure(view, Caution::Full, &exits).get(here);
        if !exits.is_empty()
            && reach.is_some_and(|steps| steps < FARTHEST_EXIT)
            && let Some(step) = self.step(view, legal, Caution::Full, &exits)
        {
            return Some(step);
        }
        let fought = near.iter().all(|foe| foe.is_fightable());
        if fought || self.flights >= MOST_FLIGHTS {
            return None;
        }
        self.flights += 1;
        let threats: Vec<Pos> = near.iter().map(|foe| foe.seen.pos()).collect();
        let dir = self.chart.flee(view, &threats)?;
        Some(Command::Move(dir)).filter(|it| legal.contains(it))
    }

    /// To a place where many cannot come at once, and there to wait for them.
    fn hold(&mut self, view: &View<'_>, legal: &[Command], foes: &[Foe<'_>]) -> Option<Command> {
        let here = view.own()?.pos();
        let coming = foes.iter().filter(|foe| foe.harms > Fixed::ZERO && foe.distance <= 9);
        let nearest = foes.first()?.distance;
        if coming.count() < 2 || nearest < 2 || self.waited > 12 || foes.iter().any(|foe| foe.casts)
        {
            return None;
        }
        self.waited += 1;
        let ways = adjacency(view);
        if self.chart.room_at(here, ways) <= 2 {
            return Some(Command::Wait);
        }
        let reach = i32::try_from(nearest.min(6)).unwrap_or(6);
        let around = Rect::new(here.x - reach, here.y - reach, 2 * reach + 1, 2 * reach + 1);
        let narrow = around
            .cells()
            .filter(|&at| self.chart.open().contains(at) && self.chart.room_at(at, ways) <= 2);
        let goals: Vec<(Pos, u16)> = narrow.map(|at| (at, 0)).collect();
        self.step(view, legal, Caution::Full, &goals)
    }

    /// What there is time for while no foe is in view.
    fn in_peace(
        &mut self,
        view: &View<'_>,
        legal: &[Command],
        foes: &[Foe<'_>],
    ) -> Option<Command> {
        if foes.iter().any(|foe| foe.harms > Fixed::ZERO && foe.is_fightable()) {
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
            .or_else(|| if self.is_hasty() { Kit::refresh(view, legal) } else { None })
            .or_else(|| self.kit.try_out(view, legal))
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

    fn wander(&mut self, legal: &[Command]) -> Option<Command> {
        if self.progress.wander == 0 {
            return None;
        }
        self.progress.wander -= 1;
        let steps: Vec<&Command> =
            legal.iter().filter(|it| matches!(it, Command::Move(_))).collect();
        self.rng.pick(&steps).map(|it| (*it).clone())
    }

    /// Explores, and leaves when there is nothing left to see or no time to see it.
    fn go_on(&mut self, view: &View<'_>, legal: &[Command]) -> Option<Command> {
        let exit_known = self.chart.ways(Way::Down).next().is_some();
        if self.is_weak(view) || self.is_hasty() && exit_known {
            let first = if self.is_hasty() { self.gather(view, legal) } else { None };
            let leave = first
                .or_else(|| self.leave_by(view, legal, Way::Down))
                .or_else(|| self.make_for(view, legal, Way::Down));
            if leave.is_some() {
                return leave;
            }
        }
        let hurried = if self.is_hasty() { self.hurry(view, legal) } else { None };
        hurried
            .or_else(|| self.explore(view, legal))
            .or_else(|| self.visit(view, legal))
            .or_else(|| self.leave_by(view, legal, Way::Down))
            .or_else(|| self.leave_by(view, legal, Way::Up))
            .or_else(|| self.force(view, legal))
    }

    /// To things that lie near the way.
    fn gather(&mut self, view: &View<'_>, legal: &[Command]) -> Option<Command> {
        let here = view.own()?.pos();
        let wanted = self.chart.wanted().filter(|&at| at != here).map(|at| (at, 0));
        let wanted: Vec<(Pos, u16)> = wanted.collect();
        let steps = self.chart.measure(view, Caution::Full, &wanted).get(here)?;
        if steps > DETOUR { None } else { self.step(view, legal, Caution::Full, &wanted) }
    }

    /// Explores without seeing to every corner: to one promising place after the other.
    fn hurry(&mut self, view: &View<'_>, legal: &[Command]) -> Option<Command> {
        if let Some(step) = self.gather(view, legal) {
            return Some(step);
        }
        for _ in 0..4 {
            let caution = self.caution();
            let kept = self.target.filter(|&at| self.chart.is_unknown(at));
            let at = kept.or_else(|| self.chart.promising(view, caution))?;
            self.target = Some(at);
            if let Some(step) = self.step(view, legal, caution, &[(at, 0)]) {
                return Some(step);
            }
            self.chart.refuse(at);
        }
        None
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

    /// To a way that was seen from afar, through what is unknown.
    fn make_for(&mut self, view: &View<'_>, legal: &[Command], way: Way) -> Option<Command> {
        let here = view.own()?.pos();
        let exits: Vec<(Pos, u16)> = self.chart.ways(way).map(|at| (at, 0)).collect();
        if exits.is_empty() {
            return None;
        }
        for _ in 0..8 {
            let dir = self.chart.venture(view, self.caution(), &exits)?;
            if legal.contains(&Command::Move(dir)) {
                return Some(Command::Move(dir));
            }
            self.chart.refuse(here + dir);
        }
        None
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
    fn anything(&mut self, legal: &[Command]) -> Option<Command> {
        let steps = legal.iter().filter(|it| matches!(it, Command::Move(_) | Command::Wait));
        let steps: Vec<&Command> = steps.collect();
        let step = self.rng.pick(&steps).map(|it| (*it).clone());
        step.or_else(|| self.rng.pick(legal).cloned())
    }

    /// The legal commands without steps into those whom it harms to touch.
    fn harmless(&self, view: &View<'_>, legal: &[Command]) -> Vec<Command> {
        let here = view.own().map(|it| it.pos()).unwrap_or_default();
        let hurts = |at: Pos| self.dangers.values().any(|it| it.at == at);
        let fine = |it: &&Command| !matches!(it, Command::Move(dir) if hurts(here + *dir));
        let fine: Vec<Command> = legal.iter().filter(fine).cloned().collect();
        if fine.is_empty() { legal.to_vec() } else { fine }
    }
}
