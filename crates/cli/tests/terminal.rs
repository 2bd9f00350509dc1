//! The game in a real terminal, as a person plays it, and in lines, as a script does.

#![cfg(unix)]
// Waiting for a screen has a time limit.
#![allow(clippy::disallowed_types)]

mod hearing;
mod killed;
mod lines;
mod place;
mod screen;
mod signals;
mod whole_run;
