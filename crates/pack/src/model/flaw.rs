//! Flaws that several records have in common.

pub(super) const KIND_OR_TABLE: [&str; 2] =
    ["say what: give `kind` or `table`", "`kind` and `table` exclude each other; keep one"];

/// Returns the first flaw if both of two fields are left out, the second if both are given.
pub(super) const fn one_of_two(
    first: bool,
    second: bool,
    flaws: [&'static str; 2],
) -> Option<&'static str> {
    match (first, second) {
        (false, false) => Some(flaws[0]),
        (true, true) => Some(flaws[1]),
        _ => None,
    }
}
