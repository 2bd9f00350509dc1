mod map;
mod serial;
mod set;
mod sort;

pub use map::{Iter, Map};
pub use set::Set;
pub use sort::{sort, sort_by_key};
