use std::collections::BTreeSet;

use barrow_dice::{Rng, Seed, Stream};
use barrow_engine::{Command, EntityId, Event, Seen, Turn, View};
use barrow_grid::Pos;
use barrow_pack::Way;

use crate::walk::{Caution, Chart, adjacency};

/// A bot that goes to the nearest gain and strikes what is near. It is never cautious: it does not
/// heal, rest, flee or look at the odds.
#[derive(Clone, Debug)]
pub struct Greedy {
    rng: Rng,
    chart: Chart,
    /// The items that it has equipped once.
    worn: BTreeSet<EntityId>,
}

/// One in this many commands is a random step, so that nothing holds it up forever.
const WHIM: u32 = 25;

impl Greedy {
    pub(super) fn new(seed: Seed) -> Self {
        let rng = seed.stream(Stream::named("greedy bot"), &[]);
        Self { rng, chart: Chart::default(), worn: BTreeSet::new() }
    }

    pub(super) fn observe(&mut self, view: &View<'_>, turn: &Turn) {
        if turn.events(view.player()).any(|it| matches!(it, Event::Arrived { .. })) {
            self.chart.forget();
        }
    }

    pub(super) fn choose(&mut self, view: &View<'_>, legal: &[Command]) -> Option<Command> {
        if view.menu().is_some() {
            return self.rng.pick(legal).cloned();
        }
        self.chart.update(view);
        if self.rng.below(WHIM) > 0
            && let Some(command) = self.gain(view, legal)
        {
            return Some(command);
        }
        let steps = legal.iter().filter(|it| matches!(it, Command::Move(_)));
        let steps: Vec<&Command> = steps.collect();
        self.rng.pick(&steps).copied().or(legal.first()).cloned()
    }

    /// Returns what brings the nearest gain.
    fn gain(&mut self, view: &View<'_>, legal: &[Command]) -> Option<Command> {
        let here = view.own()?.pos();
        let foes: Vec<Pos> = view.actors().filter(Seen::is_foe).map(|it| it.pos()).collect();
        let beside = adjacency(view).dirs().iter().find(|&&dir| foes.contains(&(here + dir)));
        let blow = beside.map(|&dir| Command::Move(dir)).filter(|it| legal.contains(it));
        if blow.is_some() {
            return blow;
        }
        if self.chart.wants(here) && legal.contains(&Command::Pickup) {
            return Some(Command::Pickup);
        }
        self.chart.ignore_item(here);
        let equip = self.equip(view, legal);
        if equip.is_some() {
            return equip;
        }
        let goals: Vec<(Pos, u16)> =
            self.chart.wanted().chain(foes).filter(|&at| at != here).map(|at| (at, 0)).collect();
        self.walk(view, legal, |chart| chart.step(view, Caution::None, &goals))
            .or_else(|| self.walk(view, legal, |chart| chart.explore(view, Caution::None)))
            .or_else(|| Some(Command::Descend).filter(|it| legal.contains(it)))
            .or_else(|| {
                let exits: Vec<(Pos, u16)> = self.chart.ways(Way::Down).map(|at| (at, 0)).collect();
                self.walk(view, legal, |chart| chart.step(view, Caution::None, &exits))
            })
    }

    /// Equips whatever it has not worn yet.
    fn equip(&mut self, view: &View<'_>, legal: &[Command]) -> Option<Command> {
        let item = view.bag().find(|it| {
            let equips = legal.contains(&Command::Equip { slot: it.slot });
            equips && !self.worn.contains(&it.item.id())
        })?;
        self.worn.insert(item.item.id());
        Some(Command::Equip { slot: item.slot })
    }

    /// Takes a step of a way, or finds another way if the step is not legal.
    fn walk(
        &mut self,
        view: &View<'_>,
        legal: &[Command],
        way: impl Fn(&mut Chart) -> Option<barrow_grid::Dir>,
    ) -> Option<Command> {
        let here = view.own()?.pos();
        // Each refusal closes a cell, so this ends.
        for _ in 0..8 {
            let dir = way(&mut self.chart)?;
            if legal.contains(&Command::Move(dir)) {
                return Some(Command::Move(dir));
            }
            self.chart.refuse(here + dir);
        }
        None
    }
}
