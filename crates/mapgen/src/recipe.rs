use std::fmt;
use std::ops::RangeInclusive;

use serde::{Deserialize, Serialize};

use crate::algorithm::Algorithm;
use crate::form::{Listing, Setting};
use crate::{Finish, Form, LayoutError, Parameter, SettingError};

/// Everything that determines a plan, except the random numbers.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Recipe {
    /// The number of columns.
    pub width: u32,
    /// The number of rows.
    pub height: u32,
    /// How the rock is dug.
    pub algorithm: Algorithm,
    /// What is done afterwards.
    pub finish: Finish,
}

/// Why a recipe cannot be used.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum RecipeError {
    /// There is no algorithm with this name.
    UnknownAlgorithm {
        /// The unknown name.
        name: String,
        /// A similar name that exists.
        nearest: Option<&'static str>,
    },
    /// The map is too small or too large for the algorithm with these parameters.
    Size {
        /// `width` or `height`.
        side: &'static str,
        /// The requested length.
        asked: u32,
        /// The possible lengths.
        possible: RangeInclusive<u32>,
    },
    /// Two parameters contradict each other.
    Contradiction(&'static str),
    /// The drawings and room types of a layout do not match.
    Layout(LayoutError),
    /// The sample cannot be used; the text says why.
    Sample(String),
}

impl Recipe {
    /// Creates a recipe with a map of 80 x 50 and the default finish of the algorithm.
    pub fn new(algorithm: Algorithm) -> Self {
        let finish = algorithm.method().default_finish();
        Self { width: 80, height: 50, algorithm, finish }
    }

    /// Creates the default recipe of the algorithm with this name. Hyphens and underscores are
    /// interchangeable.
    pub fn named(name: &str) -> Result<Self, RecipeError> {
        Algorithm::named(name).map(Self::new)
    }

    /// Sets a parameter from text.
    pub fn set(&mut self, name: &str, value: &str) -> Result<(), SettingError> {
        let mut setting = Setting::new(name, value);
        self.fill_in(&mut setting);
        setting.outcome()
    }

    /// Returns all parameters with their current values.
    pub fn parameters(&self) -> Vec<Parameter> {
        let mut listing = Listing::default();
        self.clone().fill_in(&mut listing);
        listing.parameters
    }

    /// Passes every parameter to a form, which may change it.
    pub fn fill_in(&mut self, form: &mut dyn Form) {
        self.algorithm.method_mut().fill_in(form);
        self.finish.fill_in(form);
    }

    /// Returns an error if the recipe cannot be used.
    pub fn check(&self) -> Result<(), RecipeError> {
        let method = self.algorithm.method();
        method.check()?;
        self.finish.check()?;
        let (min_width, min_height) = method.min_size();
        // The start and the exit need two cells inside the outermost ring.
        let (min_width, min_height) = (min_width.max(4), min_height.max(3));
        let fits = |side, asked, min| {
            let possible = min..=method.max_size();
            if possible.contains(&asked) {
                Ok(())
            } else {
                Err(RecipeError::Size { side, asked, possible })
            }
        };
        fits("width", self.width, min_width)?;
        fits("height", self.height, min_height)
    }
}

impl fmt::Display for RecipeError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::UnknownAlgorithm { name, nearest: Some(nearest) } => {
                write!(f, "no algorithm `{name}` (did you mean `{nearest}`?)")
            }
            Self::UnknownAlgorithm { name, nearest: None } => write!(f, "no algorithm `{name}`"),
            Self::Size { side, asked, possible } => {
                let (min, max) = (possible.start(), possible.end());
                write!(
                    f,
                    "the map's {side} is {asked}; with these parameters it must be {min} to {max}"
                )
            }
            Self::Contradiction(what) => f.write_str(what),
            Self::Layout(error) => error.fmt(f),
            Self::Sample(what) => f.write_str(what),
        }
    }
}

impl std::error::Error for RecipeError {}
