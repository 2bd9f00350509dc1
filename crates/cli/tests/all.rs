//! All integration tests of this crate in one program, which is built and linked once.

mod browser;
mod generate;
mod kit_pack;
mod names;
mod packs;
mod profile;
mod protocol;
mod serve;
mod sound;
mod terminal;
