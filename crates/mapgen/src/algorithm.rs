pub(crate) mod arena;
pub(crate) mod bsp;
pub(crate) mod cellular;
pub(crate) mod digger;
pub(crate) mod divided_maze;
pub(crate) mod drunkard;
pub(crate) mod eller_maze;
pub(crate) mod icey_maze;
pub(crate) mod infernal;
pub(crate) mod layout;
mod maze;
pub(crate) mod packing;
pub(crate) mod rogue;
pub(crate) mod room_size;
pub(crate) mod rooms;
#[cfg(test)]
mod testing;
pub(crate) mod uniform;
pub(crate) mod wfc;

use barrow_dice::Nearest;
use serde::{Deserialize, Serialize};

use crate::builder::Site;
use crate::{Finish, Form, RecipeError};

/// How the rock is dug.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum Algorithm {
    /// Rooms thrown at random, each joined to the nearest one before it.
    Rooms(rooms::Rooms),
    /// The map halved again and again, a room in each part.
    Bsp(bsp::Bsp),
    /// As many small rooms as fit.
    Packing(packing::Packing),
    /// A cave dug by walkers without a plan.
    Drunkard(drunkard::Drunkard),
    /// A cave smoothed out of noise.
    Cellular(cellular::Cellular),
    /// A cave with pools of lava.
    Infernal(infernal::Infernal),
    /// Rooms and passages as a drawing has them.
    Layout(layout::Layout),
    /// Doorways, corridors and rooms grown from the walls of what is there.
    Digger(digger::Digger),
    /// Rooms spread evenly, joined two by two.
    Uniform(uniform::Uniform),
    /// A room in each field of a board, neighbours joined.
    Rogue(rogue::Rogue),
    /// One open room.
    Arena(arena::Arena),
    /// A maze of halls parted again and again.
    DividedMaze(divided_maze::DividedMaze),
    /// A maze of passages that grow from each other.
    IceyMaze(icey_maze::IceyMaze),
    /// A maze made row by row.
    EllerMaze(eller_maze::EllerMaze),
    /// Wave function collapse: like a drawn sample everywhere.
    Wfc(wfc::Wfc),
}

/// What every algorithm can do. One file each; see [`rooms`] for the pattern.
pub(crate) trait Method {
    /// Shows each parameter to the form.
    fn fill_in(&mut self, form: &mut dyn Form);

    /// Returns an error if two parameters contradict each other.
    fn check(&self) -> Result<(), RecipeError> {
        Ok(())
    }

    /// Returns the width and height of the smallest map that gives a usable level.
    fn min_size(&self) -> (u32, u32);

    /// Returns the longest side of a map on which the algorithm finishes in reasonable time.
    fn max_size(&self) -> u32 {
        1000
    }

    /// Returns the finish of a recipe that does not ask for another.
    fn default_finish(&self) -> Finish {
        Finish::default()
    }

    /// Returns `true` if the floor is always one region, whatever the parameters. The finish then
    /// skips looking for regions.
    fn joins_all(&self) -> bool {
        false
    }

    /// Digs into the solid rock of `site.plan`.
    fn dig(&self, site: &mut Site);
}

impl Algorithm {
    /// All algorithms as they come, in the order of the listing.
    pub fn all() -> Vec<Self> {
        vec![
            Self::Rooms(rooms::Rooms::default()),
            Self::Bsp(bsp::Bsp::default()),
            Self::Packing(packing::Packing::default()),
            Self::Drunkard(drunkard::Drunkard::default()),
            Self::Cellular(cellular::Cellular::default()),
            Self::Infernal(infernal::Infernal::default()),
            Self::Layout(layout::Layout::default()),
            Self::Digger(digger::Digger::default()),
            Self::Uniform(uniform::Uniform::default()),
            Self::Rogue(rogue::Rogue::default()),
            Self::Arena(arena::Arena),
            Self::DividedMaze(divided_maze::DividedMaze),
            Self::IceyMaze(icey_maze::IceyMaze::default()),
            Self::EllerMaze(eller_maze::EllerMaze::default()),
            Self::Wfc(wfc::Wfc::default()),
        ]
    }

    /// The algorithm of that name, as it comes.
    pub fn named(name: &str) -> Result<Self, RecipeError> {
        let wanted = name.replace('_', "-");
        let mut nearest = Nearest::to(name);
        for algorithm in Self::all() {
            if algorithm.name() == wanted {
                return Ok(algorithm);
            }
            nearest.consider(algorithm.name());
        }
        Err(RecipeError::UnknownAlgorithm { name: name.into(), nearest: nearest.found() })
    }

    /// The same algorithm with its usual parameters.
    pub fn as_it_comes(&self) -> Self {
        Self::named(self.name()).expect("it is in the list")
    }

    /// Its name.
    pub const fn name(&self) -> &'static str {
        match self {
            Self::Rooms(_) => "rooms",
            Self::Bsp(_) => "bsp",
            Self::Packing(_) => "packing",
            Self::Drunkard(_) => "drunkard",
            Self::Cellular(_) => "cellular",
            Self::Infernal(_) => "infernal",
            Self::Layout(_) => "layout",
            Self::Digger(_) => "digger",
            Self::Uniform(_) => "uniform",
            Self::Rogue(_) => "rogue",
            Self::Arena(_) => "arena",
            Self::DividedMaze(_) => "divided-maze",
            Self::IceyMaze(_) => "icey-maze",
            Self::EllerMaze(_) => "eller-maze",
            Self::Wfc(_) => "wfc",
        }
    }

    /// What its levels are like, in a line.
    pub const fn about(&self) -> &'static str {
        match self {
            Self::Rooms(_) => {
                "rooms thrown at random, joined by corridors to the nearest: the classic"
            }
            Self::Bsp(_) => "the map halved again and again, a room in each part, evenly spread",
            Self::Packing(_) => "as many small rooms as fit, joined in the order they were dug",
            Self::Drunkard(_) => "one ragged cave, dug by walkers that stagger about",
            Self::Cellular(_) => "a natural cave, smoothed out of noise by a cellular automaton",
            Self::Infernal(_) => "a natural cave with pools of lava",
            Self::Layout(_) => "typed rooms and passages as a small drawing has them",
            Self::Digger(_) => "rooms and corridors grown outwards from the walls of what is there",
            Self::Uniform(_) => "rooms spread evenly, then joined two by two",
            Self::Rogue(_) => "three by three rooms with corridors between neighbours: the oldest",
            Self::Arena(_) => "one open room",
            Self::DividedMaze(_) => "a maze of long walls, by halving again and again",
            Self::IceyMaze(_) => "a maze of growing passages, from wild to regular",
            Self::EllerMaze(_) => "a maze made row by row",
            Self::Wfc(_) => "wave function collapse: a level that looks like a drawn sample",
        }
    }

    pub(crate) const fn method(&self) -> &dyn Method {
        match self {
            Self::Rooms(method) => method,
            Self::Bsp(method) => method,
            Self::Packing(method) => method,
            Self::Drunkard(method) => method,
            Self::Cellular(method) => method,
            Self::Infernal(method) => method,
            Self::Layout(method) => method,
            Self::Digger(method) => method,
            Self::Uniform(method) => method,
            Self::Rogue(method) => method,
            Self::Arena(method) => method,
            Self::DividedMaze(method) => method,
            Self::IceyMaze(method) => method,
            Self::EllerMaze(method) => method,
            Self::Wfc(method) => method,
        }
    }

    pub(crate) const fn method_mut(&mut self) -> &mut dyn Method {
        match self {
            Self::Rooms(method) => method,
            Self::Bsp(method) => method,
            Self::Packing(method) => method,
            Self::Drunkard(method) => method,
            Self::Cellular(method) => method,
            Self::Infernal(method) => method,
            Self::Layout(method) => method,
            Self::Digger(method) => method,
            Self::Uniform(method) => method,
            Self::Rogue(method) => method,
            Self::Arena(method) => method,
            Self::DividedMaze(method) => method,
            Self::IceyMaze(method) => method,
            Self::EllerMaze(method) => method,
            Self::Wfc(method) => method,
        }
    }
}
