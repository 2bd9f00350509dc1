use barrow_engine::View;
use barrow_grid::{Dir, Pos, Rect};
use barrow_pack::Layer;
use barrow_small::sort;

use crate::words::is_notable;

/// The cell that the player examines.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Cursor {
    /// The position of the cell.
    pub at: Pos,
}

impl Cursor {
    /// Starts at the most interesting thing in view, or at the player.
    pub fn new(view: &View<'_>) -> Self {
        let own = view.own().map(|it| it.pos()).unwrap_or_default();
        let foe = Self::sights(view).first().copied();
        let foe = foe.filter(|&at| view.noticed_actors().any(|it| it.pos() == at && it.is_foe()));
        Self { at: foe.unwrap_or(own) }
    }

    /// Moves the cursor, and keeps it on the level.
    pub fn step(&mut self, view: &View<'_>, dir: Dir, cells: i32) {
        self.at = step(view, self.at, dir, cells);
    }

    /// Moves to the next interesting cell, or to the one before.
    pub fn cycle(&mut self, view: &View<'_>, forward: bool) {
        self.at = next_of(&Self::sights(view), self.at, forward);
    }

    /// Returns the interesting cells: foes, other actors, then things, each group sorted by
    /// distance.
    pub fn sights(view: &View<'_>) -> Vec<Pos> {
        let own = view.own().map(|it| it.pos()).unwrap_or_default();
        let actors = view.noticed_actors().filter(|it| !it.is_self());
        let mut ranked: Vec<(u8, u32, Pos)> =
            actors.map(|it| (u8::from(!it.is_foe()), it.pos().chebyshev(own), it.pos())).collect();
        for at in view.explored() {
            let Some(thing) = view.cell(at).thing else { continue };
            let kind = thing.kind().map(|id| view.pack().kinds.get(id));
            if kind.is_some_and(|it| !is_notable(view, it)) {
                continue;
            }
            let plain = |it: &barrow_pack::Kind| it.layer == Layer::Fixture && it.stairs.is_none();
            let rank = if kind.is_some_and(plain) { 3 } else { 2 };
            ranked.push((rank, at.chebyshev(own), at));
        }
        sort(&mut ranked);
        ranked.dedup_by_key(|it| it.2);
        let mut cells: Vec<Pos> = Vec::with_capacity(ranked.len());
        for (_, _, at) in ranked {
            if !cells.contains(&at) {
                cells.push(at);
            }
        }
        cells
    }
}

/// Returns the cell that is reached from `at` without leaving the level.
pub(super) fn step(view: &View<'_>, at: Pos, dir: Dir, cells: i32) -> Pos {
    let level = Rect::new(0, 0, view.width(), view.height());
    (0..cells).fold(at, |at, _| {
        let next = at + dir;
        if level.contains(next) { next } else { at }
    })
}

/// Returns the cell after `at` in a list that begins again at its end, or the one before. If `at`
/// is not in the list, this is the first cell.
pub(super) fn next_of(cells: &[Pos], at: Pos, forward: bool) -> Pos {
    let count = cells.len();
    let next = match cells.iter().position(|&it| it == at) {
        Some(here) if forward => (here + 1) % count,
        Some(here) => (here + count - 1) % count,
        None => 0,
    };
    cells.get(next).copied().unwrap_or(at)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::stage::{begin, find, pack, run, view};

    #[test]
    fn the_cursor_finds_foes_before_nearer_friends() {
        let more = r#"{ "kinds": { "pal": { "extends": "rat", "look": { "glyph": "p" }, "side": "heroes" } } }"#;
        let run = begin(&pack("#@p.r#", "", r#", "legend": { "p": ["pal"] }"#, more), 7);
        assert_eq!(Cursor::sights(&view(&run)), [Pos::new(4, 0), Pos::new(2, 0)]);
    }

    /// Foes first, then what can be taken or leads on, then the rest of the place; each group from
    /// the nearest.
    #[test]
    fn the_cursor_goes_to_what_matters_first() {
        let map = "#@^k.>r.O#";
        let run = run(map);
        let order = ['r', 'O', 'k', '>', '^'].map(|glyph| find(map, glyph));
        assert_eq!(Cursor::sights(&view(&run)), order);
    }
}
