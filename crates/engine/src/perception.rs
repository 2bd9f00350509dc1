//! What actors see and hear, and the light they see by.

pub(crate) mod hearing;
pub(crate) mod illusion;
pub(crate) mod light;
pub(crate) mod senses;
pub(crate) mod veil;
