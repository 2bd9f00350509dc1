//! All integration tests of this crate in one program, which is built and linked once.

mod goldens;
mod look;
mod outlines;
mod palettes;
mod pictures;
mod stage;
