//! Stable sorting with one core for all types.
//!
//! The core sorts indices, not items: short runs by insertion, then pairs of runs by merging. At
//! the end it swaps the items into place. Only comparing and swapping two items is compiled for
//! each type.

#[cfg(test)]
mod tests;

/// The length of the runs that are sorted by insertion.
const RUN: usize = 16;

/// Sorts a list. Equal items keep their order.
pub fn sort<T: Ord>(list: &mut [T]) {
    arrange(list, |one, other| one > other);
}

/// Sorts a list by a key of each item. Items with equal keys keep their order.
pub fn sort_by_key<T, K: Ord>(list: &mut [T], mut key: impl FnMut(&T) -> K) {
    arrange(list, |one, other| key(one) > key(other));
}

/// Sorts a list by a key of each item, and keeps only the last item of each key.
pub(super) fn settle<T, K: Ord>(list: &mut Vec<T>, key: impl Fn(&T) -> &K) {
    let is_behind = |one: &T, other: &T| key(one) > key(other);
    let kept = settle_items(&mut List { items: list, is_behind });
    list.truncate(kept);
}

/// A list, as the core sees it.
trait Items {
    fn len(&self) -> usize;
    /// Returns whether the item at `one` belongs behind the item at `other`.
    fn is_behind(&mut self, one: usize, other: usize) -> bool;
    fn swap(&mut self, one: usize, other: usize);
}

struct List<'l, T, F> {
    items: &'l mut [T],
    is_behind: F,
}

impl<T, F: FnMut(&T, &T) -> bool> Items for List<'_, T, F> {
    fn len(&self) -> usize {
        self.items.len()
    }

    fn is_behind(&mut self, one: usize, other: usize) -> bool {
        (self.is_behind)(&self.items[one], &self.items[other])
    }

    fn swap(&mut self, one: usize, other: usize) {
        self.items.swap(one, other);
    }
}

fn arrange<T>(items: &mut [T], is_behind: impl FnMut(&T, &T) -> bool) {
    arrange_items(&mut List { items, is_behind });
}

#[inline(never)]
fn arrange_items(items: &mut dyn Items) {
    if (1..items.len()).any(|index| items.is_behind(index - 1, index)) {
        let order = order(items);
        put_in_order(items, order);
    }
}

/// Sorts the items and moves repeats to the end. Returns the number of the others.
#[inline(never)]
fn settle_items(items: &mut dyn Items) -> usize {
    arrange_items(items);
    let mut kept = 0;
    for index in 1..items.len() {
        if items.is_behind(index, kept) {
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
            if !items.is_behind(run[index - 1], run[index]) {
                break;
            }
            run.swap(index - 1, index);
        }
    }
}

fn merge(items: &mut dyn Items, mut left: &[usize], mut right: &[usize], merged: &mut Vec<usize>) {
    while let ([one, more_left @ ..], [other, more_right @ ..]) = (left, right) {
        if items.is_behind(*one, *other) {
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

/// Moves each item to its index in `order`, cycle by cycle. An index that has its item points to
/// itself, so that no cycle is walked twice.
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
