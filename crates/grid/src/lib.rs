//! Maps of cells for roguelikes: positions, grids, field of view, light, fog of war and paths.
//!
//! The crate knows nothing about a particular game. It uses integers only, allocates only when a
//! buffer grows, and gives the same results on every machine.
//!
//! - Maps: [`Pos`], [`Dir`] and [`Rect`] name cells, [`Grid`] holds a value for each cell, and
//!   [`BitGrid`] is a set of cells, and a [`Shape`] one around a centre.
//! - Seeing: [`line`](line()), [`Sight`] (field of view and line of sight), [`LightMap`],
//!   [`FogOfWar`].
//! - Moving: [`PathFinder`] (from one cell to another), [`DistanceMap`] (from all cells to the
//!   nearest goal, also known as a Dijkstra map), [`NearMap`] (the same around one goal),
//!   [`Regions`] and [`flood`] (which cells are connected).
//!
//! # Example
//!
//! ```
//! use barrow_grid::{Adjacency, BitGrid, Grid, Opaque, PathFinder, Route, Sight};
//!
//! let map = Grid::from_picture(
//!     "
//!     #########
//!     #@..#..>#
//!     #...#...#
//!     #.......#
//!     #########
//!     ",
//! );
//! let (hero, stairs) = (map.find('@').unwrap(), map.find('>').unwrap());
//!
//! // The wall hides the stairs.
//! let walls = Opaque::from_grid(&map, |&glyph| glyph == '#');
//! assert!(!Sight::Shadow.sees(&walls, hero, stairs, 8));
//!
//! // The shortest path leads around it.
//! let open = BitGrid::from_grid(&map, |&glyph| glyph != '#');
//! let mut path = Vec::new();
//! let route = Route::new(Adjacency::Eight, hero, stairs);
//! assert_eq!(PathFinder::new().find(&open, route, &mut path), Some(6));
//! assert_eq!(path.last(), Some(&stairs));
//! ```

// Maps are far smaller than the range of an i32, and a checked conversion for each cell would cost
// more than the work on it.
#![allow(clippy::cast_possible_truncation, clippy::cast_possible_wrap, clippy::cast_sign_loss)]

// Maps.
mod bits;
mod dir;
mod grid;
mod pos;
mod rect;
mod shape;

// Seeing.
mod fog;
mod light;
mod line;
mod sight;

// Moving.
mod buckets;
mod cut;
mod distance;
mod fill;
mod near;
mod path;
mod region;

#[cfg(test)]
mod testing;

pub use bits::{AroundWord, BitGrid, Cells};
pub use cut::CutTest;
pub use dir::{Adjacency, Dir};
pub use distance::DistanceMap;
pub use fog::{Fog, FogOfWar};
pub use grid::Grid;
pub use light::{Beam, Color, Falloff, Glow, Light, LightMap, Scenery};
pub use line::line;
pub use near::NearMap;
pub use path::{PathFinder, Route};
pub use pos::Pos;
pub use rect::Rect;
pub use region::{Regions, flood, flood_into};
pub use shape::{Metric, Outline, Placed, Shape};
pub use sight::{Opaque, Sight};

/// Compiles the README's example as a test.
#[cfg(doctest)]
#[doc = include_str!("../README.md")]
struct Readme;
