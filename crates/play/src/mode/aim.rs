use barrow_engine::{Command, Game, Trajectory, View};
use barrow_grid::{Dir, Pos};
use barrow_pack::Aim;
use barrow_small::sort_by_key;

use super::cursor;

/// What is aimed.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Shot {
    /// Something carried is thrown.
    Throw {
        /// Its slot in the bag.
        slot: u8,
    },
    /// An ability is cast.
    Cast {
        /// Its name.
        ability: String,
    },
}

/// An aim being taken.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Aiming {
    /// What is aimed.
    pub shot: Shot,
    /// The cell that it is aimed at.
    pub at: Pos,
    /// Its name.
    pub title: String,
    /// The foes in reach, the nearest first.
    targets: Vec<Pos>,
}

/// The number of cells ahead where an aim begins if there is no foe.
const AHEAD: i32 = 5;

impl Aiming {
    /// Aims at the nearest foe in reach, or else straight ahead, away from the player.
    pub fn new(game: &Game, view: &View<'_>, shot: Shot, title: &str) -> Self {
        let from = view.own().map(|it| it.pos()).unwrap_or_default();
        let mut aiming = Self { shot, at: from, title: title.into(), targets: Vec::new() };
        let foes = view.noticed_actors().filter(barrow_engine::Seen::is_foe).map(|it| it.pos());
        let mut targets: Vec<Pos> =
            foes.filter(|&at| game.accepts(view.player(), &aiming.at(at)).is_ok()).collect();
        sort_by_key(&mut targets, |&at| (at.distance_squared(from), at));
        let accepted = |at: &Pos| game.accepts(view.player(), &aiming.at(*at)).is_ok();
        let ahead = view.own().map(|it| it.facing().offset()).unwrap_or_default();
        let cells = (1..=AHEAD).map(|far| from + Pos::new(ahead.x * far, ahead.y * far));
        let ahead = cells.take_while(accepted).last();
        aiming.at = targets.first().copied().or(ahead).unwrap_or(from);
        aiming.targets = targets;
        aiming
    }

    /// Returns the number of foes in reach.
    pub const fn targets(&self) -> usize {
        self.targets.len()
    }

    /// Returns whether an ability has to be aimed at all.
    pub fn is_needed(aim: Aim) -> bool {
        matches!(aim, Aim::Target | Aim::Cell)
    }

    /// Returns the command for this aim.
    pub fn command(&self) -> Command {
        self.at(self.at)
    }

    fn at(&self, at: Pos) -> Command {
        match &self.shot {
            Shot::Throw { slot } => Command::Throw { slot: *slot, at },
            Shot::Cast { ability } => Command::Cast { ability: ability.clone(), at: Some(at) },
        }
    }

    /// Aims at the next foe in reach, or at the previous one.
    pub fn cycle(&mut self, forward: bool) {
        self.at = cursor::next_of(&self.targets, self.at, forward);
    }

    /// Moves the aim by some cells, and stays on the level.
    pub fn step(&mut self, view: &View<'_>, dir: Dir, cells: i32) {
        self.at = cursor::step(view, self.at, dir, cells);
    }

    /// Returns how it would fly and which cells it would hit, as far as the player knows.
    pub fn trajectory(&self, view: &View<'_>) -> Trajectory {
        let known = match &self.shot {
            Shot::Throw { slot } => {
                let thrown = view.bag().find(|it| it.slot == *slot);
                thrown.map(|it| view.throw_at(&it, self.at))
            }
            Shot::Cast { ability } => {
                let id = view.pack().abilities.find(ability);
                id.map(|it| view.cast_at(it, self.at))
            }
        };
        known.unwrap_or_default()
    }
}
