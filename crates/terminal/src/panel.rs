//! The parts of the screen that show a run.

mod bag;
mod foes;
mod layout;
mod log;
mod map;
mod minimap;
mod side;
mod status;

pub use bag::{held, held_rows};
pub use foes::foe_lines;
pub use layout::{Layout, MINIMAP, Wanted};
pub use log::{heard_lines, log_lines};
pub use map::{Camera, Mark, draw_map, draw_marks, tint};
pub use minimap::minimap;
pub use side::sidebar;
pub use status::{status_bar, status_rows};
