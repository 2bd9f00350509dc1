//! Dungeon algorithms: a [`Recipe`] and a stream of random numbers give a [`Plan`].
//!
//! The same recipe and stream give the same plan on every machine. Every algorithm ends: its
//! steps are bounded by the size of the map and by its parameters. A [`Builder`] keeps its
//! working memory, so that building plan after plan allocates nothing.

// A map is far smaller than an i32 can count; see the same note in `barrow-grid`.
#![allow(clippy::cast_possible_truncation, clippy::cast_possible_wrap, clippy::cast_sign_loss)]

mod algorithm;
mod automaton;
mod builder;
mod carve;
mod finish;
mod form;
mod link;
mod plan;
mod recipe;
mod template;
mod turn;

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
pub use algorithm::layout::drawing::{Drawing, DrawingError, DrawingMistake, Node};
pub use algorithm::layout::{Layout, LayoutError, RoomType, Shape};
pub use algorithm::packing::Packing;
pub use algorithm::rogue::Rogue;
pub use algorithm::room_size::RoomSize;
pub use algorithm::rooms::{Exit, Rooms};
pub use algorithm::uniform::Uniform;
pub use algorithm::wfc::{Sample, Wfc};
pub use builder::Builder;
pub use carve::{Bend, Join};
pub use finish::{Finish, Regions};
pub use form::{Form, Parameter, SettingError};
pub use plan::{Corridor, Mark, Plan, Role, Room, Terrain};
pub use recipe::{Recipe, RecipeError};
pub use template::{Template, TemplateError, TemplateMistake};

/// The examples of the READMEs are tests.
#[cfg(doctest)]
#[doc = include_str!("../README.md")]
#[doc = include_str!("../../../README.md")]
struct Readme;
