//! All integration tests of this crate in one program, which is built and linked once.

mod bound;
mod grammar;
mod hostile;
mod loading;
mod manual;
mod mechanisms;
mod mistakes;
mod tutorial;
