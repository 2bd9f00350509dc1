use std::borrow::Borrow;
use std::fmt;

use crate::Map;

/// A set that keeps its items in a sorted list.
#[derive(Clone, PartialEq, Eq)]
pub struct Set<T> {
    items: Map<T, ()>,
}

impl<T> Set<T> {
    /// Creates an empty set.
    pub const fn new() -> Self {
        Self { items: Map::new() }
    }

    /// Returns the number of items.
    pub const fn len(&self) -> usize {
        self.items.len()
    }

    /// Returns `true` if the set has no items.
    pub const fn is_empty(&self) -> bool {
        self.items.is_empty()
    }

    /// Removes all items.
    pub fn clear(&mut self) {
        self.items.clear();
    }

    /// Returns the items in ascending order.
    pub fn iter(&self) -> impl ExactSizeIterator<Item = &T> + DoubleEndedIterator {
        self.items.keys()
    }
}

impl<T: Ord> Set<T> {
    /// Returns `true` if the set contains the item.
    pub fn contains<Q: Ord + ?Sized>(&self, item: &Q) -> bool
    where
        T: Borrow<Q>,
    {
        self.items.contains_key(item)
    }

    /// Adds an item and returns `true` if it is new.
    pub fn insert(&mut self, item: T) -> bool {
        self.items.insert(item, ()).is_none()
    }

    /// Removes an item and returns `true` if the set contained it.
    pub fn remove<Q: Ord + ?Sized>(&mut self, item: &Q) -> bool
    where
        T: Borrow<Q>,
    {
        self.items.remove(item).is_some()
    }
}

impl<T> Default for Set<T> {
    fn default() -> Self {
        Self::new()
    }
}

impl<T: fmt::Debug> fmt::Debug for Set<T> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_set().entries(self.iter()).finish()
    }
}

impl<T: Ord> FromIterator<T> for Set<T> {
    fn from_iter<I: IntoIterator<Item = T>>(items: I) -> Self {
        Self { items: items.into_iter().map(|item| (item, ())).collect() }
    }
}
