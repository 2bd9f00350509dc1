pub(crate) mod rooms;

use crate::builder::Site;
use crate::form::Nearest;
use crate::{Finish, Form, RecipeError};

/// How the rock is dug.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Algorithm {
    /// Rooms thrown at random, each joined to the nearest one before it.
    Rooms(rooms::Rooms),
}

/// What every algorithm can do. One file each; see [`rooms`] for the pattern.
pub(crate) trait Method {
    /// Shows each parameter to the form.
    fn fill_in(&mut self, form: &mut dyn Form);

    /// Whether the parameters agree with each other.
    fn check(&self) -> Result<(), RecipeError> {
        Ok(())
    }

    /// The smallest map, width and height, on which it gives a level worth the name.
    fn least_size(&self) -> (u32, u32);

    /// The longest side of a map on which it ends in reasonable time.
    fn most_size(&self) -> u32 {
        1000
    }

    /// What is done afterwards unless the recipe says otherwise.
    fn usual_finish(&self) -> Finish {
        Finish::default()
    }

    /// Digs into the solid rock of the site's plan.
    fn dig(&self, site: &mut Site);
}

impl Algorithm {
    /// All algorithms as they come, in the order of the listing.
    pub fn all() -> Vec<Self> {
        vec![Self::Rooms(rooms::Rooms::default())]
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

    /// Its name.
    pub const fn name(&self) -> &'static str {
        match self {
            Self::Rooms(_) => "rooms",
        }
    }

    /// What its levels are like, in a line.
    pub const fn about(&self) -> &'static str {
        match self {
            Self::Rooms(_) => {
                "rooms thrown at random, joined by corridors to the nearest: the classic"
            }
        }
    }

    pub(crate) const fn method(&self) -> &dyn Method {
        match self {
            Self::Rooms(method) => method,
        }
    }

    pub(crate) const fn method_mut(&mut self) -> &mut dyn Method {
        match self {
            Self::Rooms(method) => method,
        }
    }
}
