//! A stable sort with one core for all types.
//!
//! The core sorts indices instead of items: it sorts short runs by insertion and then merges pairs
//! of runs. At the end, swaps bring the items into order. Only the comparison and the swap of two
//! items are compiled for each type.

#[cfg(test)]
mod tests;

/// The length of the runs that are sorted by insertion.
const RUN: usize = 16;

/// Sorts a list. Equal items keep their order.
pub fn sort<T: Ord>(list: &mut [T]) {
    arrange(list, |one, other| one > other);
}

/// Sorts a list by the keys that `key` returns. Items with equal keys keep their order.
pub fn sort_by_key<T, K: Ord>(list: &mut [T], mut key: impl FnMut(&T) -> K) {
    arrange(list, |one, other| key(one) > key(other));
}

/// Sorts a list by key, and keeps only the last item of each key.
pub(super) fn sort_and_dedup<T, K: Ord>(list: &mut Vec<T>, key: impl Fn(&T) -> &K) {
    let is_after = |one: &T, other: &T| key(one) > key(other);
    let kept = dedup_items(&mut List { items: list, is_after });
    list.truncate(kept);
}

/// The operations on a list that the core needs.
trait Items {
    fn len(&self) -> usize;
    /// Returns `true` if item `one` belongs after item `other`.
    fn is_after(&mut self, one: usize, other: usize) -> bool;
    fn swap(&mut self, one: usize, other: usize);
}

struct List<'l, T, F> {
    items: &'l mut [T],
    is_after: F,
}

impl<T, F: FnMut(&T, &T) -> bool> Items for List<'_, T, F> {
    fn len(&self) -> usize {
        self.items.len()
    }

    fn is_after(&mut self, one: usize, other: usize) -> bool {
        (self.is_after)(&self.items[one], &self.items[other])
    }

    fn swap(&mut self, one: usize, other: usize) {
        self.items.swap(one, other);
    }
}

fn arrange<T>(items: &mut [T], is_after: impl FnMut(&T, &T) -> bool) {
    arrange_items(&mut List { items, is_after });
}

#[inline(never)]
fn arrange_items(items: &mut dyn Items) {
    if (1..items.len()).any(|index| items.is_after(index - 1, index)) {
        let order = order(items);
        put_in_order(items, order);
    }
}

/// Moves the last item of each key to the front, in order, and returns their number.
#[inline(never)]
fn dedup_items(items: &mut dyn Items) -> usize {
    arrange_items(items);
    let mut kept = 0;
    for index in 1..items.len() {
        if items.is_after(index, kept) {
            kept += 1;
        }
        items.swap(kept, index);
    }
    items.len().min(kept + 1)
}

/// Returns the indices of the items in sorted order.
fn order(items: &mut dyn Items) -> Vec<usize> {
    let mut order: Vec<usize> = (0..items.len()).collect();
    order.chunks_mut(RUN).for_each(|run| insert_each(items, run));
    let mut merged = Vec::with_capacity(order.len());
    let mut length = RUN;
    while length < order.len() {
        for pair in order.chunks(length * 2) {
            let (left, right) = pair.split_at(length.min(pair.len()));
            merge(items, left, right, &mut merged);
        }
        std::mem::swap(&mut order, &mut merged);
        merged.clear();
        length *= 2;
    }
    order
}

fn insert_each(items: &mut dyn Items, run: &mut [usize]) {
    for end in 1..run.len() {
        for index in (1..=end).rev() {
            if !items.is_after(run[index - 1], run[index]) {
                break;
            }
            run.swap(index - 1, index);
        }
    }
}

fn merge(items: &mut dyn Items, mut left: &[usize], mut right: &[usize], merged: &mut Vec<usize>) {
    while let ([one, more_left @ ..], [other, more_right @ ..]) = (left, right) {
        if items.is_after(*one, *other) {
            merged.push(*other);
            right = more_right;
        } else {
            merged.push(*one);
            left = more_left;
        }
    }
    merged.extend_from_slice(left);
    merged.extend_from_slice(right);
}

/// Moves the items into order. Each index is part of one cycle of moves. An index whose item is in
/// place is marked by itself, so that no cycle is followed twice.
fn put_in_order(items: &mut dyn Items, mut order: Vec<usize>) {
    for start in 0..order.len() {
        let mut index = start;
        loop {
            let from = std::mem::replace(&mut order[index], index);
            if from == start {
                break;
            }
            items.swap(index, from);
            index = from;
        }
    }
}
