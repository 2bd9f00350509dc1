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

/// Digs the rock of a map, by one of these generators with its parameters.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[expect(missing_docs, reason = "each variant is documented by its type")]
pub enum Algorithm {
    Rooms(rooms::Rooms),
    Bsp(bsp::Bsp),
    Packing(packing::Packing),
    Drunkard(drunkard::Drunkard),
    Cellular(cellular::Cellular),
    Infernal(infernal::Infernal),
    Layout(layout::Layout),
    Digger(digger::Digger),
    Uniform(uniform::Uniform),
    Rogue(rogue::Rogue),
    Arena(arena::Arena),
    DividedMaze(divided_maze::DividedMaze),
    IceyMaze(icey_maze::IceyMaze),
    EllerMaze(eller_maze::EllerMaze),
    Wfc(wfc::Wfc),
}

/// Borrows the parameters in an [`Algorithm`], mutably if it is borrowed so.
macro_rules! method_of {
    ($algorithm:expr) => {
        match $algorithm {
            Algorithm::Rooms(method) => method,
            Algorithm::Bsp(method) => method,
            Algorithm::Packing(method) => method,
            Algorithm::Drunkard(method) => method,
            Algorithm::Cellular(method) => method,
            Algorithm::Infernal(method) => method,
            Algorithm::Layout(method) => method,
            Algorithm::Digger(method) => method,
            Algorithm::Uniform(method) => method,
            Algorithm::Rogue(method) => method,
            Algorithm::Arena(method) => method,
            Algorithm::DividedMaze(method) => method,
            Algorithm::IceyMaze(method) => method,
            Algorithm::EllerMaze(method) => method,
            Algorithm::Wfc(method) => method,
        }
    };
}

/// An algorithm in the listing.
pub(crate) struct Row {
    /// The name, as recipes and the command line write it.
    pub(crate) name: &'static str,
    /// Describes its levels in one line.
    pub(crate) about: &'static str,
}

/// A dungeon algorithm. Each has a file of its own, and a line in [`Algorithm`], in
/// `method_of` and in [`Algorithm::all`]; see [`rooms`] for the pattern.
pub(crate) trait Method {
    /// Returns its row of the listing.
    fn row(&self) -> Row;

    /// Shows each parameter to the form. Some algorithms have none.
    fn fill_in(&mut self, _form: &mut dyn Form) {}

    /// Returns an error if two parameters contradict each other.
    fn check(&self) -> Result<(), RecipeError> {
        Ok(())
    }

    /// Returns the width and height of the smallest map that gives a usable level. The default is
    /// enough for a hall or a maze.
    fn min_size(&self) -> (u32, u32) {
        (5, 5)
    }

    /// Returns the longest side of a map on which the algorithm finishes in reasonable time.
    fn max_size(&self) -> u32 {
        1000
    }

    /// Returns the finish of a recipe that does not ask for another.
    fn default_finish(&self) -> Finish {
        Finish::default()
    }

    /// Returns `true` if the floor is always one region, whatever the parameters, as it is with
    /// most algorithms. The finish then skips looking for regions.
    fn joins_all(&self) -> bool {
        true
    }

    /// Digs into the solid rock of `site.plan`.
    fn dig(&self, site: &mut Site);
}

impl Algorithm {
    /// Returns all algorithms with their default parameters, in the order of the listing.
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

    /// Returns the algorithm of that name with its default parameters.
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

    /// Returns the same algorithm with its default parameters.
    pub fn with_defaults(&self) -> Self {
        Self::named(self.name()).expect("every algorithm is in the list")
    }

    /// Returns the name, as recipes and the command line write it.
    pub fn name(&self) -> &'static str {
        self.method().row().name
    }

    /// Returns a line that describes its levels.
    pub fn about(&self) -> &'static str {
        self.method().row().about
    }

    pub(crate) const fn method(&self) -> &dyn Method {
        method_of!(self)
    }

    pub(crate) const fn method_mut(&mut self) -> &mut dyn Method {
        method_of!(self)
    }
}
