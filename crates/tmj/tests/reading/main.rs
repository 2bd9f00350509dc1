//! Whole files read: sound ones against dumps, damaged ones against messages.

mod damaged;
mod dump;
mod golden;
mod mutated;
