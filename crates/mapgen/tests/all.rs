//! All integration tests of this crate in one program, which is built and linked once.

mod any_parameters;
mod finish;
mod goldens;
mod layout;
mod parameters;
mod properties;
