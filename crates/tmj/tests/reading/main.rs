//! Reads whole files: compares intact ones with dumps and damaged ones with messages.

mod damaged;
mod dump;
mod golden;
mod mutated;
