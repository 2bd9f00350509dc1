//! Whole runs of a small pack that uses most of what there is.

mod journals;
mod legal;
mod small;
