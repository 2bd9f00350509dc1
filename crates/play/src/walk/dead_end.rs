//! Why a walk cannot go on.

use barrow_engine::{Command, View};
use barrow_grid::{Dir, Pos};

use super::{Caution, Halt, Next, Walker};
use crate::words;

impl Walker {
    /// Returns why there is nothing to explore: all is seen, or the rest cannot be reached.
    pub(super) fn why_explored(&mut self, view: &View<'_>) -> Halt {
        if let Some(dir) = self.chart.explore_seen(view, Caution::Some) {
            return self.only_danger(view, dir);
        }
        if let Some(halt) = self.refusal.take() {
            return halt;
        }
        if self.chart.explore(view, Caution::Full).is_some() {
            return Halt::Dark;
        }
        let mut left = self.chart.unwanted().filter(|at| !self.dropped.contains(at));
        let left = left.find_map(|at| view.cell(at).thing);
        left.map_or(Halt::Explored, |it| Halt::LeftBehind(it.indefinite()))
    }

    /// Returns the first step and the name of the first danger on the last path that was measured.
    fn only_danger(&self, view: &View<'_>, dir: Dir) -> Halt {
        let at = self.chart.hazard(view);
        Halt::OnlyDanger(dir, at.map_or_else(String::new, |at| words::hazard(view, at)))
    }

    /// Stops a walk, but goes on to the cell beside a danger, where the player can be asked.
    pub(super) fn stop_beside(&self, here: Pos, why: Halt) -> Next {
        if let Halt::OnlyDanger(dir, _) = why
            && !self.chart.is_harmful(here + dir)
        {
            return Next::Play(Command::Move(dir));
        }
        Next::Stop(why)
    }

    /// Returns what is in the way to some cells.
    pub fn why_no_way(&mut self, view: &View<'_>, goals: &[(Pos, u16)]) -> Halt {
        if let Some(dir) = self.chart.step(view, Caution::Some, goals) {
            return self.only_danger(view, dir);
        }
        let at = self.chart.blocker(view, goals);
        let blocker = view.actors().find(|it| Some(it.pos()) == at);
        let named = blocker.map(|it| Halt::Blocked(it.indefinite()));
        named.or_else(|| self.refusal.take()).unwrap_or(Halt::NoWay)
    }
}
