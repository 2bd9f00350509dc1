//! Where to go, and what to do on the way.

use std::cmp::Ordering;

use barrow_dice::Fixed;
use barrow_engine::{Command, View};
use barrow_grid::{Dir, Pos};
use barrow_pack::{Pickup, Way};

use super::{MAX_REST, Sensible};
use crate::bot::fight::{Foe, life_share};
use crate::bot::items::Items;
use crate::walk::{Caution, adjacency, life};

/// How far a bot in a hurry goes out of its way for an item.
const DETOUR: u16 = 14;

impl Sensible {
    /// Returns what to do while no foe is in view.
    pub(super) fn in_peace(
        &mut self,
        view: &View<'_>,
        legal: &[Command],
        foes: &[Foe<'_>],
    ) -> Option<Command> {
        if foes.iter().any(|foe| foe.deals > Fixed::ZERO && foe.is_fightable()) {
            return None;
        }
        let here = view.own()?.pos();
        let asked = view.pack().rules.pickup == Pickup::Asked;
        if asked && self.chart.wants(here) && legal.contains(&Command::Pickup) {
            self.makes_room = false;
            return Some(Command::Pickup);
        }
        if let Some(command) = self.make_room(view, legal, here) {
            return Some(command);
        }
        // An item that was not picked up by walking over it stays.
        self.chart.ignore_item(here);
        self.items
            .equip_better(view, legal, &self.policy)
            .or_else(|| if self.is_hasty() { Items::refresh(view, legal) } else { None })
            .or_else(|| self.items.try_out(view, legal))
            .or_else(|| self.rest(view))
    }

    /// Steps aside and drops the least useful item, if there is no room for what lies here.
    fn make_room(&mut self, view: &View<'_>, legal: &[Command], here: Pos) -> Option<Command> {
        let junk = self.items.junk(view, legal);
        if !self.chart.wants(here) {
            let drops = std::mem::take(&mut self.makes_room);
            if drops && junk.is_some() {
                self.chart.ignore_item(here);
            }
            return junk.filter(|_| drops);
        }
        let known = view.things().any(|it| it.pos() == here && Items::has_alike(view, &it));
        if self.makes_room || junk.is_none() || known {
            self.makes_room = false;
            return None;
        }
        self.makes_room = true;
        let chart = &self.chart;
        let aside = |dir: &&Dir| {
            let at = here + **dir;
            let fine = chart.open().contains(at) && !chart.is_harmful(at) && !chart.wants(at);
            fine && legal.contains(&Command::Move(**dir))
        };
        adjacency(view).dirs().iter().find(aside).copied().map(Command::Move)
    }

    fn rest(&mut self, view: &View<'_>) -> Option<Command> {
        let now = life(view);
        if now > self.rest.life {
            self.rest.idle = 0;
        }
        self.rest.life = now;
        let tired = self.rest.useless || self.rest.turns >= MAX_REST;
        let below =
            self.policy.rest_below.map_or(750, |it| (it * Fixed::from_whole(1000)).to_whole());
        if tired || self.is_hasty() || life_share(view) >= below {
            return None;
        }
        self.rest.idle += 1;
        self.rest.turns += 1;
        if self.rest.idle > 15 {
            self.rest.useless = true;
        }
        Some(Command::Wait)
    }

    pub(super) fn wander(&mut self, legal: &[Command]) -> Option<Command> {
        if self.progress.wander == 0 {
            return None;
        }
        self.progress.wander -= 1;
        let steps: Vec<&Command> =
            legal.iter().filter(|it| matches!(it, Command::Move(_))).collect();
        self.rng.pick(&steps).map(|it| (*it).clone())
    }

    /// Explores, and leaves when there is nothing left to see or no time to see it.
    pub(super) fn go_on(&mut self, view: &View<'_>, legal: &[Command]) -> Option<Command> {
        let pursued = self.pursue(view, legal);
        if pursued.is_some() {
            return pursued;
        }
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
        // What a fixture offers may help against a foe that is too strong.
        let helped = if self.dangers.any() { self.visit(view, legal, true) } else { None };
        let seen = hurried
            .or(helped)
            .or_else(|| self.explore(view, legal))
            .or_else(|| self.visit(view, legal, false))
            .or_else(|| self.look_again(view, legal));
        if seen.is_some() || self.retreated && self.wants_to_leave(view) {
            return seen;
        }
        self.leave_by(view, legal, Way::Down)
            .or_else(|| self.leave_by(view, legal, Way::Up))
            .or_else(|| self.force(view, legal))
    }

    /// Goes where a quest or the policy leads, or away from a level on which it is stuck.
    fn pursue(&mut self, view: &View<'_>, legal: &[Command]) -> Option<Command> {
        if let Some(quest) = self.answers.quest.as_ref().filter(|_| self.quest_ready) {
            let (title, floor) = &quest.level;
            let way = match floor.cmp(&view.floor()) {
                Ordering::Equal if title == view.title() => return self.visit(view, legal, true),
                Ordering::Less | Ordering::Equal => Way::Up,
                Ordering::Greater => Way::Down,
            };
            self.returns = true;
            return self.leave_by(view, legal, way);
        }
        if self.wants_to_leave(view) {
            // Where nothing leads back up, leaving means going on.
            let way = if self.chart.ways(Way::Up).next().is_some() { Way::Up } else { Way::Down };
            let back = self.leave_by(view, legal, way);
            self.retreated |= back == Some(Command::Ascend);
            return back;
        }
        if !self.is_bold() {
            return None;
        }
        let down = self.leave_by(view, legal, Way::Down);
        down.or_else(|| self.leave_by(view, legal, Way::Up))
    }

    /// Goes to items near the way.
    fn gather(&mut self, view: &View<'_>, legal: &[Command]) -> Option<Command> {
        let here = view.own()?.pos();
        let wanted = self.chart.wanted().filter(|&at| at != here).map(|at| (at, 0));
        let wanted: Vec<(Pos, u16)> = wanted.collect();
        let steps = self.chart.measure(view, Caution::Full, &wanted).get(here)?;
        if steps > DETOUR { None } else { self.step(view, legal, Caution::Full, &wanted) }
    }

    /// Explores roughly: from one promising cell to the next, without looking into every corner.
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

    /// Goes to see known cells again, after it was stuck.
    fn look_again(&mut self, view: &View<'_>, legal: &[Command]) -> Option<Command> {
        let goals: Vec<(Pos, u16)> = self.doubts.iter().map(|at| (at, 0)).collect();
        self.step(view, legal, self.caution(), &goals)
    }

    /// Walks into fixtures that may react, once each; with `menus`, only into those with a menu.
    fn visit(&mut self, view: &View<'_>, legal: &[Command], menus: bool) -> Option<Command> {
        if life_share(view) < 600 && self.progress.times_stuck == 0 && !self.quest_ready {
            return None;
        }
        let here = view.own()?.pos();
        let curios: Vec<(Pos, u16)> = self
            .chart
            .curios()
            .filter(|&at| !menus || self.chart.has_menu(at))
            .map(|at| (at, 0))
            .collect();
        let beside = adjacency(view)
            .dirs()
            .iter()
            .find(|&&dir| curios.iter().any(|(at, _)| *at == here + dir));
        if let Some(&dir) = beside {
            self.chart.visit(here + dir);
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

    /// Goes to an exit that was seen from a distance, through unknown cells.
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

    /// Goes on through harm, and pushes or breaks what is in the way.
    fn force(&mut self, view: &View<'_>, legal: &[Command]) -> Option<Command> {
        if let Some(dir) = self.chart.explore(view, Caution::Some) {
            return Some(Command::Move(dir)).filter(|it| legal.contains(it));
        }
        self.progress.since = self.progress.since.saturating_sub(10);
        None
    }

    pub(super) fn step(
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
}
