//! The plane a roguelike is played on: positions, grids, and what can be seen and reached.
//!
//! Nothing here knows a game. Everything counts in integers, allocates only when a buffer
//! first grows, and answers the same on every machine.

// A plane is far smaller than an i32 can count, and a checked conversion for each cell would
// cost more than the work on it.
#![allow(clippy::cast_possible_truncation, clippy::cast_possible_wrap, clippy::cast_sign_loss)]

mod bits;
mod buckets;
mod dir;
mod distance;
mod fill;
mod fog;
mod grid;
mod light;
mod line;
mod near;
mod path;
mod pos;
mod rect;
mod region;
mod sight;
#[cfg(test)]
mod testing;

pub use bits::{AroundWord, BitGrid, Cells};
pub use dir::{Adjacency, Dir};
pub use distance::DistanceMap;
pub use fog::{Fog, Memory};
pub use grid::Grid;
pub use light::{Beam, Color, Falloff, Glow, Light, LightMap, Scenery};
pub use line::line;
pub use near::NearMap;
pub use path::{PathFinder, Route, greedy_step};
pub use pos::Pos;
pub use rect::Rect;
pub use region::{Regions, flood, flood_into};
pub use sight::{Opaque, Sight};

/// The example of the README is a test.
#[cfg(doctest)]
#[doc = include_str!("../README.md")]
struct Readme;
