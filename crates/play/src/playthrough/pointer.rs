//! Clicks: the same commands as keys, given by a cell.

use barrow_engine::Command;
use barrow_grid::{Dir, Fog, Pos};

use super::{Host, Mode, Playthrough, Request};
use crate::mode::Cursor;
use crate::walk::{Errand, adjacency};
use crate::words;

impl Playthrough {
    /// Describes a cell in a line. Returns an empty text for a cell that was never seen.
    pub fn hover(&self, at: Pos) -> String {
        let view = self.view();
        let unknown = view.cell(at).fog == Fog::Unexplored;
        if unknown { String::new() } else { words::look(&view, at).join(" ") }
    }

    /// Examines a cell.
    pub fn look_at(&mut self, at: Pos) {
        self.new_turns.clear();
        if !self.stop_walk() && matches!(self.mode, Mode::Command | Mode::Look(_)) && self.has(at) {
            self.mode = Mode::Look(Cursor { at });
        }
    }

    /// Handles a click on a cell: the player travels there or strikes an adjacent foe. In a mode
    /// with a cursor, the first click moves the cursor and a second one on the same cell confirms.
    pub fn click(&mut self, host: &dyn Host, at: Pos) -> Request {
        self.new_turns.clear();
        self.tips_grow_old();
        if self.stop_walk() || !self.has(at) {
            return Request::Stay;
        }
        match &mut self.mode {
            Mode::Command => self.click_map(host, at),
            Mode::Look(cursor) => cursor.at = at,
            Mode::Travel(cursor) if cursor.at != at => cursor.at = at,
            Mode::Travel(_) => {
                self.mode = Mode::Command;
                self.start(host, Errand::Travel(at));
            }
            Mode::Aim(aiming) if aiming.at != at => aiming.at = at,
            Mode::Aim(aiming) => {
                let command = aiming.command();
                self.shoot(host, command);
            }
            Mode::Direction => self.click_direction(host, at),
            // These modes choose lines, not cells.
            _ => {}
        }
        Request::Stay
    }

    /// Returns `true` if a cell is on the level.
    fn has(&self, at: Pos) -> bool {
        let view = self.view();
        (0..view.width()).contains(&at.x) && (0..view.height()).contains(&at.y)
    }

    fn click_map(&mut self, host: &dyn Host, at: Pos) {
        let view = self.view();
        let Some(here) = view.own().map(|it| it.pos()) else { return };
        let beside = adjacency(&view).distance(here, at) <= 1;
        match Dir::towards(here, at) {
            None => self.act_here(host),
            Some(dir) if beside => self.walk(host, dir),
            Some(_) => self.start(host, Errand::Travel(at)),
        }
    }

    /// Does what fits the player's own cell: picks up, takes the stairs, or waits.
    fn act_here(&mut self, host: &dyn Host) {
        let game = self.game();
        let fits = [Command::Pickup, Command::Descend, Command::Ascend];
        let fit = fits.into_iter().find(|it| game.accepts(self.player(), it).is_ok());
        self.issue(host, fit.unwrap_or(Command::Wait));
    }

    fn click_direction(&mut self, host: &dyn Host, at: Pos) {
        let Some(here) = self.view().own().map(|it| it.pos()) else { return };
        let dir = Dir::towards(here, at).filter(|_| here.chebyshev(at) == 1);
        if let Some(dir) = dir.filter(|dir| self.can_touch(*dir)) {
            self.mode = Mode::Command;
            self.issue(host, Command::Interact(dir));
        }
    }
}
