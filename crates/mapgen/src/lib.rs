//! Dungeon algorithms: a [`Recipe`] and a random number generator give a [`Plan`].
//!
//! The same recipe and generator give the same plan on every machine. Every algorithm terminates:
//! its steps are bounded by the size of the map and by its parameters. A [`Builder`] keeps its
//! working memory from one plan to the next.
//!
//! - A [`Recipe`] has an [`Algorithm`], which digs rooms, caves or mazes, and a [`Finish`], which
//!   connects regions, adds loops, templates and doors, and chooses the start and the exits.
//! - Drawings can be passed in: a [`Template`] is a room, a [`Sample`] is what wave function
//!   collapse imitates, a [`RoomGraph`] is what a [`Layout`] builds.
//! - A [`Form`] lists or changes the parameters of a recipe.
//! - [`Obstacles`] check what is placed on a plan: solids, locked doors and keys.
//!
//! ```
//! use barrow_dice::Rng;
//! use barrow_mapgen::{Builder, Plan, Recipe};
//!
//! let mut recipe = Recipe::named("bsp")?;
//! (recipe.width, recipe.height) = (40, 20);
//! recipe.set("doors", "100%")?;
//!
//! let mut plan = Plan::default();
//! Builder::default().build(&recipe, &mut Rng::new(7), &mut plan)?;
//! assert!(plan.floor.contains(plan.start) && plan.rooms.len() > 1);
//! println!("{}", plan.picture());
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

// A map is far smaller than an `i32` can count; see the same note in `barrow-grid`.
#![allow(clippy::cast_possible_truncation, clippy::cast_possible_wrap, clippy::cast_sign_loss)]

mod algorithm;
mod automaton;
mod builder;
mod carve;
mod finish;
mod form;
mod link;
mod obstacles;
mod orientation;
mod plan;
mod recipe;
mod template;

pub use algorithm::Algorithm;
pub use algorithm::arena::Arena;
pub use algorithm::bsp::Bsp;
pub use algorithm::cellular::{Cellular, Topology};
pub use algorithm::digger::Digger;
pub use algorithm::divided_maze::DividedMaze;
pub use algorithm::drunkard::Drunkard;
pub use algorithm::eller_maze::EllerMaze;
pub use algorithm::icey_maze::IceyMaze;
pub use algorithm::infernal::Infernal;
pub use algorithm::layout::drawing::{DrawingError, DrawingMistake};
pub use algorithm::layout::error::LayoutError;
pub use algorithm::layout::graph::{GraphError, Passage, RoomGraph, Slot};
pub use algorithm::layout::{Layout, RoomType, Shape, Spot};
pub use algorithm::packing::Packing;
pub use algorithm::rogue::Rogue;
pub use algorithm::room_size::RoomSize;
pub use algorithm::rooms::{Exit, Rooms};
pub use algorithm::uniform::Uniform;
pub use algorithm::wfc::{Sample, Wfc};
pub use builder::Builder;
pub use carve::{Bend, Join};
pub use finish::{Finish, Regions};
pub use form::{Choice, Form, Parameter, SettingError};
pub use obstacles::{Flaws, Key, LockedDoor, Obstacles};
pub use plan::{Corridor, Mark, Plan, Role, Room, Terrain};
pub use recipe::{Recipe, RecipeError};
pub use template::{Template, TemplateError, TemplateMistake, TemplateSet};

/// Tests the examples in the READMEs.
#[cfg(doctest)]
#[doc = include_str!("../README.md")]
#[doc = include_str!("../../../README.md")]
struct Readme;
