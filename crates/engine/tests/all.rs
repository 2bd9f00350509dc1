//! All integration tests of this crate in one program, which is built and linked once.

mod arena;
mod crawl;
mod dark_floor;
mod darkdelve;
mod deck;
mod descent;
mod kit;
mod kit_pack;
mod runs;
mod shipped;
