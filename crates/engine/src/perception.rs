//! What actors see and hear, and what lights their way.

pub(crate) mod hearing;
pub(crate) mod illusion;
pub(crate) mod light;
pub(crate) mod senses;
