//! Turns what a player may know into pixels.
//!
//! A [`Stage`] turns a view into a [`Scene`]: which tiles lie on each cell and which move between
//! cells. A [`Compositor`] turns that into a [`Picture`], and touches only the cells that changed
//! since the last one. [`Motion`] animates a turn, a [`Camera`] says which part of the level a
//! screen shows, and a [`Painter`] does it all for a page. Nothing here draws at random, reads a
//! clock or knows a screen, so a picture is the same to the bit in a page, in a file and in a test.

// Pixels and tiles are far fewer than an i32 can count, and a checked conversion for each would
// cost more than the work on it.
#![allow(clippy::cast_possible_truncation, clippy::cast_possible_wrap, clippy::cast_sign_loss)]

mod camera;
mod compositor;
mod dye;
mod font;
mod gradient;
mod marks;
mod minimap;
mod motion;
mod painter;
mod picture;
mod scene;
mod stage;
mod tile;
mod tileset;

pub use camera::Camera;
pub use compositor::Compositor;
pub use dye::{Dye, Memory, Shades};
pub use marks::{Mark, MarkKind};
pub use minimap::minimap;
pub use motion::Motion;
pub use painter::Painter;
pub use picture::Picture;
pub use scene::{CELL_SPRITES, Corners, LooseSprite, Scene, Sprite};
pub use stage::light::loud;
pub use stage::{Stage, Style, camera};
pub use tile::{SIDE, Tile, TileId};
pub use tileset::{TILES, Tileset, TilesetError};

/// The example of the README is a test.
#[cfg(doctest)]
#[doc = include_str!("../README.md")]
struct Readme;
