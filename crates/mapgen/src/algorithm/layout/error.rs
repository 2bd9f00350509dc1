use std::fmt;
use std::ops::RangeInclusive;
use std::sync::Arc;

/// Why a layout cannot be built.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum LayoutError {
    /// No shape has a weight above zero.
    NoShape,
    /// The weights of shapes or of types are too large to add up.
    Weights,
    /// A graph lacks the slot of the start.
    NoStart {
        /// The shape.
        shape: Arc<str>,
        /// The expected name.
        start: Arc<str>,
    },
    /// A graph has too many columns or rows for the largest map.
    TooLarge {
        /// The shape.
        shape: Arc<str>,
    },
    /// The types ask for more or fewer rooms than a graph has free slots.
    Count {
        /// The shape.
        shape: Arc<str>,
        /// The number of its free slots, without and with optional ones.
        free: RangeInclusive<u32>,
        /// The sum of the counts of all types.
        typed: u32,
    },
}

impl fmt::Display for LayoutError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::NoShape => f.write_str("no layout has a weight above zero"),
            Self::Weights => f.write_str("the weights are too large; make them smaller"),
            Self::NoStart { shape, start } => {
                write!(f, "layout `{shape}` has no room [{start}] for the start")
            }
            Self::TooLarge { shape } => write!(
                f,
                "layout `{shape}` has too many columns or rows for rooms of this size; draw it \
                 smaller or make `min_side` smaller"
            ),
            Self::Count { shape, free, typed } => {
                let (min, max) = (free.start(), free.end());
                let to = if min == max { String::new() } else { format!(" to {max}") };
                write!(
                    f,
                    "layout `{shape}` has {min}{to} free rooms, but the types' counts add up to \
                     {typed}"
                )
            }
        }
    }
}

impl std::error::Error for LayoutError {}
