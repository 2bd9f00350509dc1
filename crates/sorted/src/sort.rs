//! Stable sorting with one core for all types.
//!
//! The core sorts places, not items: runs of a few by insertion, then runs in pairs by merging.
//! Only in the end are the items put where they belong, by swaps. What is compiled for a type is
//! how two items compare and how two are swapped.

#[cfg(test)]
mod tests;

use std::cmp::Ordering;

/// Places that are sorted by insertion before any are merged.
const RUN: usize = 16;

/// Sorts a list; those that are equal keep their order.
pub fn sort<T: Ord>(list: &mut [T]) {
    arrange(list, |one, other| one > other);
}

/// Sorts a list as a function compares; those that are equal keep their order.
pub fn sort_by<T>(list: &mut [T], mut compare: impl FnMut(&T, &T) -> Ordering) {
    arrange(list, |one, other| compare(one, other).is_gt());
}

/// Sorts a list by what a function tells of each; those that are equal keep their order.
pub fn sort_by_key<T, K: Ord>(list: &mut [T], mut key: impl FnMut(&T) -> K) {
    arrange(list, |one, other| key(one) > key(other));
}

/// What the core knows of a list.
trait Items {
    fn len(&self) -> usize;
    /// Whether one item belongs behind another.
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
    if (1..items.len()).any(|place| items.is_behind(place - 1, place)) {
        let order = order(items);
        put_in_order(items, order);
    }
}

/// The places of the items, from the one that belongs first.
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
        for place in (1..=end).rev() {
            if !items.is_behind(run[place - 1], run[place]) {
                break;
            }
            run.swap(place - 1, place);
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

/// Every place belongs to one circle of places that hand their items on. A place that has its
/// item is noted as its own, so that no circle is gone round twice.
fn put_in_order(items: &mut dyn Items, mut order: Vec<usize>) {
    for start in 0..order.len() {
        let mut place = start;
        loop {
            let from = std::mem::replace(&mut order[place], place);
            if from == start {
                break;
            }
            items.swap(place, from);
            place = from;
        }
    }
}
