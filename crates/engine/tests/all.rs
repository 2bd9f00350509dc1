//! All integration tests of this crate in one program, which is built and linked once.

mod crawl;
mod dark_floor;
mod darkdelve;
mod kit;
mod kit_pack;
mod runs;
