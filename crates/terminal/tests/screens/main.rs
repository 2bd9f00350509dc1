//! The core of the terminal front end, played with keys and read as text.

mod cells;
mod endings;
mod first;
mod foes;
mod frames;
mod museum;
mod pictures;
mod play;
mod readme;
mod sound;
mod stage;
mod together;
mod whole;
mod words;
