use std::cmp::Reverse;

use super::*;

/// Sorts words by their letters alone; their numbers show which came first.
#[track_caller]
fn check(before: &str, after: &str) {
    let mut words: Vec<&str> = before.split(' ').collect();
    sort_by_key(&mut words, |word| word.trim_end_matches(char::is_numeric));
    assert_eq!(words.join(" "), after);
}

#[test]
fn equal_items_keep_their_order() {
    check("b1 a1 b2 a2 c1 a3", "a1 a2 a3 b1 b2 c1");
    check("rat1 rat2 bat1 rat3", "bat1 rat1 rat2 rat3");
    check("a1 a2 a3", "a1 a2 a3");
    check("c b a", "a b c");
    check("alone", "alone");
}

/// Returns pseudo-random numbers below a bound.
fn numbers(seed: u32, count: u32, bound: u32) -> Vec<u32> {
    let mut state = seed;
    let next = || {
        state = state.wrapping_mul(1_664_525).wrapping_add(1_013_904_223);
        (state >> 8) % bound
    };
    std::iter::repeat_with(next).take(count as usize).collect()
}

#[test]
fn lists_of_every_length_are_sorted_as_the_standard_library_sorts_them() {
    for length in (0..140_u32).chain([255, 256, 257, 1_000, 4_097]) {
        for bound in [1, 2, 7, 100, 1_000_000] {
            let keys = numbers(length * 31 + bound, length, bound);
            // With its index, each item is unique, so that a wrong order of two equal keys is
            // noticed.
            let mut ours: Vec<(u32, usize)> = keys.into_iter().zip(0..).collect();
            let mut theirs = ours.clone();
            sort_by_key(&mut ours, |it| it.0);
            theirs.sort_by_key(|it| it.0);
            assert_eq!(ours, theirs, "{length} items below {bound}");
            sort_by_key(&mut ours, |it| Reverse(it.0));
            theirs.sort_by_key(|it| Reverse(it.0));
            assert_eq!(ours, theirs, "{length} items below {bound}, downwards");
        }
    }
}

#[test]
fn items_that_own_memory_are_moved_and_none_is_lost() {
    let mut ours: Vec<String> = numbers(5, 300, 90).iter().map(ToString::to_string).collect();
    let mut theirs = ours.clone();
    sort(&mut ours);
    theirs.sort();
    assert_eq!(ours, theirs);
}

/// A contradictory comparison gives some order of the same items.
#[test]
fn a_contradictory_order_loses_no_items() {
    let mut items: Vec<u32> = (0..100).collect();
    let mut flips = numbers(9, 100_000, 2).into_iter();
    sort_by_key(&mut items, |_| flips.next().unwrap());
    sort(&mut items);
    assert_eq!(items, (0..100).collect::<Vec<_>>());
}
