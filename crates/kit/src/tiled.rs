//! Levels drawn in Tiled, rewritten as drawings of our own form.
//!
//! Tiles and objects of a map name kinds of the pack. The map becomes the rows, the legend and
//! the places that an author could have written instead, so nothing after this knows Tiled.

mod chart;
mod level;
mod objects;
mod tiles;

pub(crate) use chart::Chart;
pub use level::{Drawing, Known, Variant, draw};
