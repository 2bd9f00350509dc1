//! The core of the terminal front end, played with keys and read as text.

mod frames;
mod stage;
