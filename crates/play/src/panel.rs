//! The content of the panels beside the map, as data. It all comes from what the pack declares, so
//! that a new number needs no code. Front ends draw it.

mod bag;
mod cards;
mod log;
mod side;
mod status;
#[cfg(test)]
mod tests;

pub use bag::{Held, bag, carried_name, meaning, selected};
pub use cards::{Playable, playables};
pub use log::message_role;
pub use side::{Row, Section, foes, key_section, sidebar};
pub use status::{Figure, RunSummary, figure, status, whose_turn};
