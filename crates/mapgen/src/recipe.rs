use std::fmt;
use std::ops::RangeInclusive;

use serde::{Deserialize, Serialize};

use crate::algorithm::Algorithm;
use crate::form::{Listing, Setting};
use crate::{Finish, Form, LayoutError, Parameter, SettingError};

/// All that decides a plan but the dice.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Recipe {
    /// Columns of the map.
    pub width: u32,
    /// Rows of the map.
    pub height: u32,
    /// How the rock is dug, with its parameters.
    pub algorithm: Algorithm,
    /// What is done to it afterwards.
    pub finish: Finish,
}

/// Why a recipe cannot be followed.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum RecipeError {
    /// No algorithm of that name; a name that may have been meant.
    UnknownAlgorithm {
        /// The name asked for.
        name: String,
        /// A name that may have been meant.
        nearest: Option<&'static str>,
    },
    /// The map is smaller than the algorithm needs with these parameters, or larger than it
    /// takes.
    Size {
        /// `width` or `height`.
        side: &'static str,
        /// What was asked for.
        asked: u32,
        /// What is possible.
        possible: RangeInclusive<u32>,
    },
    /// Two parameters contradict each other.
    Contradiction(&'static str),
    /// The drawings and types of a layout do not agree.
    Layout(LayoutError),
    /// Nothing can be learnt from the sample; what is wrong with it.
    Sample(String),
}

impl Recipe {
    /// The recipe of an algorithm: 80 x 50, and the finish that is usual for it.
    pub fn new(algorithm: Algorithm) -> Self {
        let finish = algorithm.method().usual_finish();
        Self { width: 80, height: 50, algorithm, finish }
    }

    /// The recipe of the algorithm of that name, as it comes. Hyphens and underscores in the
    /// name count alike.
    pub fn named(name: &str) -> Result<Self, RecipeError> {
        Algorithm::named(name).map(Self::new)
    }

    /// Sets a parameter from text.
    pub fn set(&mut self, name: &str, value: &str) -> Result<(), SettingError> {
        let mut setting = Setting::new(name, value);
        self.fill_in(&mut setting);
        setting.outcome()
    }

    /// All parameters with their present values.
    pub fn parameters(&self) -> Vec<Parameter> {
        let mut listing = Listing::default();
        self.clone().fill_in(&mut listing);
        listing.parameters
    }

    /// Shows every parameter to a form, which may change it.
    pub fn fill_in(&mut self, form: &mut dyn Form) {
        self.algorithm.method_mut().fill_in(form);
        self.finish.fill_in(form);
    }

    /// Whether it can be followed.
    pub fn check(&self) -> Result<(), RecipeError> {
        let method = self.algorithm.method();
        method.check()?;
        let (least_width, least_height) = method.least_size();
        // A start and an exit need two cells within the outermost ring of rock.
        let (least_width, least_height) = (least_width.max(4), least_height.max(3));
        let fits = |side, asked, least| {
            let possible = least..=method.most_size();
            if possible.contains(&asked) {
                Ok(())
            } else {
                Err(RecipeError::Size { side, asked, possible })
            }
        };
        fits("width", self.width, least_width)?;
        fits("height", self.height, least_height)
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
                let (least, most) = (possible.start(), possible.end());
                write!(
                    f,
                    "the map's {side} is {asked}; with these parameters it must be {least} to {most}"
                )
            }
            Self::Contradiction(what) => f.write_str(what),
            Self::Layout(error) => error.fmt(f),
            Self::Sample(what) => f.write_str(what),
        }
    }
}

impl std::error::Error for RecipeError {}
