//! The game in a real terminal, as a person plays it, and in lines, as a script does.

#![cfg(unix)]

mod killed;
mod lines;
mod place;
mod screen;
mod signals;
mod whole_run;
