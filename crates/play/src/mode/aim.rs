use barrow_engine::{Command, Game, View};
use barrow_grid::{Dir, Pos, Rect, line};
use barrow_pack::{Aim, Id, Kind};
use barrow_small::sort_by_key;

/// What is aimed.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Shot {
    /// Something carried is thrown.
    Throw {
        /// Its place in the bag.
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
    /// Where at.
    pub at: Pos,
    /// What it is called.
    pub title: String,
    /// How far around it reaches.
    pub radius: u32,
    from: Pos,
    /// Those in reach, the nearest first.
    targets: Vec<Pos>,
}

impl Aiming {
    /// Aims at the nearest foe in reach, or else at the player's own feet.
    pub fn new(game: &Game, view: &View<'_>, shot: Shot, title: &str) -> Self {
        let from = view.own().map(|it| it.pos()).unwrap_or_default();
        let radius = radius(view, &shot);
        let mut aiming =
            Self { shot, at: from, title: title.into(), radius, from, targets: Vec::new() };
        let foes = view.actors().filter(barrow_engine::Seen::is_foe).map(|it| it.pos());
        let mut targets: Vec<Pos> =
            foes.filter(|&at| game.accepts(view.player(), &aiming.at(at)).is_ok()).collect();
        sort_by_key(&mut targets, |&at| (at.distance_squared(from), at));
        aiming.at = targets.first().copied().unwrap_or(from);
        aiming.targets = targets;
        aiming
    }

    /// Whether an ability has to be aimed at all.
    pub fn is_needed(aim: Aim) -> bool {
        matches!(aim, Aim::Target | Aim::Cell)
    }

    /// The command that it comes to.
    pub fn command(&self) -> Command {
        self.at(self.at)
    }

    fn at(&self, at: Pos) -> Command {
        match &self.shot {
            Shot::Throw { slot } => Command::Throw { slot: *slot, at },
            Shot::Cast { ability } => Command::Cast { ability: ability.clone(), at: Some(at) },
        }
    }

    /// Goes on to the next foe in reach, or back to the one before.
    pub fn cycle(&mut self, forward: bool) {
        let count = self.targets.len();
        let next = match self.targets.iter().position(|&at| at == self.at) {
            Some(here) if forward => (here + 1) % count,
            Some(here) => (here + count - 1) % count,
            None => 0,
        };
        self.at = self.targets.get(next).copied().unwrap_or(self.at);
    }

    /// Moves the aim by a cell, and stays on the level.
    pub fn step(&mut self, view: &View<'_>, dir: Dir, cells: i32) {
        let level = Rect::new(0, 0, view.width(), view.height());
        for _ in 0..cells {
            let next = self.at + dir;
            if level.contains(next) {
                self.at = next;
            }
        }
    }

    /// The cells on the way, without the player's own.
    pub fn line(&self, view: &View<'_>) -> Vec<Pos> {
        line(self.from, self.end(view)).skip(1).collect()
    }

    /// The cells that are struck, as far as they are seen.
    pub fn blast(&self, view: &View<'_>) -> Vec<Pos> {
        let (end, radius) = (self.end(view), i32::try_from(self.radius).unwrap_or(i32::MAX));
        let around = Rect::new(end.x, end.y, 1, 1).grown(radius);
        around.cells().filter(|&at| view.visible().contains(at)).collect()
    }

    /// Where it ends, as far as one knows: what is thrown stops at the first who stands in the
    /// way, and before the first wall.
    fn end(&self, view: &View<'_>) -> Pos {
        if matches!(self.shot, Shot::Cast { .. }) {
            return self.at;
        }
        let mut end = self.from;
        for at in line(self.from, self.at).skip(1) {
            if is_shut(view, at) {
                break;
            }
            end = at;
            if view.actors().any(|it| it.pos() == at) {
                break;
            }
        }
        end
    }
}

/// Whether nothing flies through a cell, as far as one knows.
fn is_shut(view: &View<'_>, at: Pos) -> bool {
    let (cell, pack) = (view.cell(at), view.pack());
    let solid = |kind: Id<Kind>| pack.kinds.get(kind).flags.contains(&pack.core.solid);
    let shut = cell.thing.is_some_and(|it| {
        let door = it.kind().is_some_and(|kind| pack.kinds.get(kind).door.is_some());
        if door { !it.is_open() } else { it.kind().is_some_and(solid) }
    });
    shut || cell.ground.is_some_and(solid)
}

fn radius(view: &View<'_>, shot: &Shot) -> u32 {
    match shot {
        Shot::Throw { slot } => {
            let thrown = view.bag().find(|it| it.slot == *slot);
            thrown.map_or(0, |it| view.reach_of_throw(&it))
        }
        Shot::Cast { ability } => {
            let id = view.pack().abilities.find(ability);
            id.map_or(0, |it| view.reach_of_cast(it))
        }
    }
}
