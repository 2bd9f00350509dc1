//! Running: straight on, until there is something to see or to decide.

use barrow_engine::{Command, View};
use barrow_grid::{Dir, Pos};
use barrow_pack::Layer;

use super::{Halt, Next, Walker};

impl Walker {
    /// Returns the next step of a run. The first step is like any other, so that the player learns
    /// why it fails; later ones stop wherever a careful player would.
    pub(super) fn run(&mut self, view: &View<'_>, here: Pos, dir: Dir) -> Next {
        let sides = [-2, 2].map(|eighths| self.chart.open().contains(here + dir.turned(eighths)));
        if self.turns > 0 {
            let stays = self.from == Some(here);
            let opens = sides.iter().zip(self.sides).any(|(&now, before)| now && !before);
            if stays || opens || is_worth_a_stop(view, here) || self.is_barred(here, here + dir) {
                return Next::Stop(Halt::Done);
            }
        }
        self.sides = sides;
        Next::Play(Command::Move(dir))
    }

    /// Returns `true` if a run stops before a cell: it is occupied, a closed door, or harmful.
    fn is_barred(&self, here: Pos, next: Pos) -> bool {
        let chart = &self.chart;
        let harmful = chart.is_harmful(next) && !chart.is_harmful(here);
        !chart.open().contains(next) || chart.is_shut(next) || chart.is_taken(next) || harmful
    }
}

/// Returns `true` if a run stops on a cell: in a door, on stairs, on an item.
fn is_worth_a_stop(view: &View<'_>, here: Pos) -> bool {
    let Some(thing) = view.cell(here).thing else { return false };
    let kind = thing.kind().map(|id| view.pack().kinds.get(id));
    kind.is_none_or(|it| it.layer == Layer::Item || it.stairs.is_some() || it.door.is_some())
}
