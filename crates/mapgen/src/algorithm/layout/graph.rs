use std::fmt;
use std::sync::Arc;

use barrow_dice::Chance;
use serde::{Deserialize, Serialize};

/// A graph of rooms on a coarse grid. [`RoomGraph::parse`] reads one from a drawing,
/// [`RoomGraph::new`] makes one from lists.
///
/// Every passage is straight, passes no other room and crosses no other passage, and all rooms
/// are connected. So the graph can be dug as it is.
///
/// ```
/// use barrow_dice::Chance;
/// use barrow_mapgen::{Passage, RoomGraph, Slot};
///
/// let drawn = RoomGraph::parse("[Hub]---[1]", Chance::ALWAYS).unwrap();
/// let listed = RoomGraph::new(
///     vec![Slot::new("Hub", 0, 0), Slot::new("1", 1, 0)],
///     vec![Passage { slots: (0, 1), chance: Chance::ALWAYS }],
/// );
/// assert_eq!(listed, Ok(drawn));
/// ```
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct RoomGraph {
    slots: Vec<Slot>,
    passages: Vec<Passage>,
}

/// A place for a room in a graph.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Slot {
    /// The name, which no other slot of the graph has.
    pub name: Arc<str>,
    /// The column in the coarse grid.
    pub column: i32,
    /// The row in the coarse grid.
    pub row: i32,
    /// The type of its room. A slot without one is free and gets a type by chance.
    pub room_type: Option<Arc<str>>,
    /// The chance that the slot is used.
    pub chance: Chance,
}

/// A connection between two slots.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Passage {
    /// The indices of the slots.
    pub slots: (usize, usize),
    /// The chance that the passage is dug. It is also dug if its rooms could not reach each
    /// other without it.
    pub chance: Chance,
}

/// Why lists of slots and passages are not a room graph.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum GraphError {
    /// There is no slot.
    NoSlot,
    /// There are more than [`RoomGraph::MAX_SLOTS`] slots.
    TooManySlots,
    /// Two slots have the same name.
    SameName(Arc<str>),
    /// Two slots are in the same cell.
    SameCell(Arc<str>, Arc<str>),
    /// A column or row is negative or not below [`RoomGraph::MAX_SIDE`].
    Outside(Arc<str>),
    /// A passage has an index that no slot has.
    NoSuchSlot(usize),
    /// A passage leads from a slot to itself.
    ToItself(Arc<str>),
    /// Two slots are joined by two passages.
    Repeated(Arc<str>, Arc<str>),
    /// A passage joins slots that are neither in one row nor in one column.
    Crooked(Arc<str>, Arc<str>),
    /// A passage leads past a slot that lies between its two slots: the third one.
    Past(Arc<str>, Arc<str>, Arc<str>),
    /// Two passages cross each other; a slot of each.
    Crossing(Arc<str>, Arc<str>),
    /// No passages lead from the first slot to this one.
    Apart(Arc<str>),
}

impl Slot {
    /// Creates a slot that is always used. A name that is a number leaves the type of its room
    /// open; any other name is the type as well.
    pub fn new(name: &str, column: i32, row: i32) -> Self {
        let number = name.bytes().all(|it| it.is_ascii_digit());
        let room_type = (!number).then(|| name.into());
        Self { name: name.into(), column, row, room_type, chance: Chance::ALWAYS }
    }
}

impl RoomGraph {
    /// The maximum number of slots.
    pub const MAX_SLOTS: usize = 64;

    /// The maximum number of columns and of rows.
    pub const MAX_SIDE: i32 = 64;

    /// Creates a graph from lists. It has the passages sorted, each with its lower slot first.
    pub fn new(slots: Vec<Slot>, mut passages: Vec<Passage>) -> Result<Self, GraphError> {
        check_slots(&slots)?;
        for Passage { slots: ends, .. } in &mut passages {
            *ends = (ends.0.min(ends.1), ends.0.max(ends.1));
            if ends.1 >= slots.len() {
                return Err(GraphError::NoSuchSlot(ends.1));
            }
            if ends.0 == ends.1 {
                return Err(GraphError::ToItself(slots[ends.0].name.clone()));
            }
        }
        let graph = Self::sorted(slots, passages);
        graph.check_passages()?;
        match graph.apart() {
            Some(slot) => Err(GraphError::Apart(graph.slots[slot].name.clone())),
            None => Ok(graph),
        }
    }

    /// Sorts the passages. Nothing else is checked.
    pub(super) fn sorted(slots: Vec<Slot>, mut passages: Vec<Passage>) -> Self {
        barrow_small::sort_by_key(&mut passages, |it| it.slots);
        Self { slots, passages }
    }

    /// Returns the slots.
    pub fn slots(&self) -> &[Slot] {
        &self.slots
    }

    /// Returns the passages, each with its lower slot first.
    pub fn passages(&self) -> &[Passage] {
        &self.passages
    }

    /// Returns the number of columns and rows of the coarse grid.
    pub fn size(&self) -> (i32, i32) {
        let columns = self.slots.iter().map(|slot| slot.column + 1).max();
        let rows = self.slots.iter().map(|slot| slot.row + 1).max();
        (columns.unwrap_or(0), rows.unwrap_or(0))
    }

    /// Returns the index of the slot with this name.
    pub fn find(&self, name: &str) -> Option<usize> {
        self.slots.iter().position(|slot| &*slot.name == name)
    }

    /// Returns the first slot that cannot be reached from slot 0.
    pub(super) fn apart(&self) -> Option<usize> {
        let ends = self.passages.iter().map(|it| it.slots);
        let reached = reach(1, u64::MAX, &ends);
        (0..self.slots.len()).find(|&slot| reached >> slot & 1 == 0)
    }

    fn check_passages(&self) -> Result<(), GraphError> {
        let name = |slot: usize| self.slots[slot].name.clone();
        let repeated = self.passages.windows(2).find(|pair| pair[0].slots == pair[1].slots);
        if let Some(&[Passage { slots: (one, other), .. }, _]) = repeated {
            return Err(GraphError::Repeated(name(one), name(other)));
        }
        for (index, &Passage { slots: (one, other), .. }) in self.passages.iter().enumerate() {
            if !self.is_straight(one, other) {
                return Err(GraphError::Crooked(name(one), name(other)));
            }
            if let Some(between) = self.between(one, other) {
                return Err(GraphError::Past(name(one), name(other), name(between)));
            }
            if let Some(earlier) = self.crossed_by(index) {
                return Err(GraphError::Crossing(name(one), name(self.passages[earlier].slots.0)));
            }
        }
        Ok(())
    }

    pub(super) fn is_straight(&self, one: usize, other: usize) -> bool {
        let (one, other) = (&self.slots[one], &self.slots[other]);
        one.row == other.row || one.column == other.column
    }

    /// Returns a slot that lies between two others in one row or column.
    pub(super) fn between(&self, one: usize, other: usize) -> Option<usize> {
        let inside = |value: i32, a: i32, b: i32| (a.min(b)..=a.max(b)).contains(&value);
        let (a, b) = (&self.slots[one], &self.slots[other]);
        (0..self.slots.len()).find(|&index| {
            let slot = &self.slots[index];
            index != one
                && index != other
                && inside(slot.column, a.column, b.column)
                && inside(slot.row, a.row, b.row)
        })
    }

    /// Returns the index of an earlier passage that crosses a passage.
    pub(super) fn crossed_by(&self, passage: usize) -> Option<usize> {
        (0..passage).find(|&earlier| {
            let ends = |index: usize| {
                let (one, other) = self.passages[index].slots;
                (&self.slots[one], &self.slots[other])
            };
            crosses(ends(passage), ends(earlier)) || crosses(ends(earlier), ends(passage))
        })
    }
}

fn check_slots(slots: &[Slot]) -> Result<(), GraphError> {
    if slots.is_empty() {
        return Err(GraphError::NoSlot);
    }
    if slots.len() > RoomGraph::MAX_SLOTS {
        return Err(GraphError::TooManySlots);
    }
    let inside = 0..RoomGraph::MAX_SIDE;
    for (index, slot) in slots.iter().enumerate() {
        if !inside.contains(&slot.column) || !inside.contains(&slot.row) {
            return Err(GraphError::Outside(slot.name.clone()));
        }
        for earlier in &slots[..index] {
            if earlier.name == slot.name {
                return Err(GraphError::SameName(slot.name.clone()));
            }
            if (earlier.column, earlier.row) == (slot.column, slot.row) {
                return Err(GraphError::SameCell(earlier.name.clone(), slot.name.clone()));
            }
        }
    }
    Ok(())
}

/// Returns `true` if a passage along a row crosses one along a column between their ends.
fn crosses((west, east): (&Slot, &Slot), (north, south): (&Slot, &Slot)) -> bool {
    let strictly = |value: i32, a: i32, b: i32| a.min(b) < value && value < a.max(b);
    west.row == east.row
        && north.column == south.column
        && strictly(north.column, west.column, east.column)
        && strictly(west.row, north.row, south.row)
}

/// Returns the slots that passages connect to those in `from`, all of them sets with a bit for
/// each slot. Only slots in `allowed` are passed.
pub(super) fn reach(
    from: u64,
    allowed: u64,
    passages: &(impl Iterator<Item = (usize, usize)> + Clone),
) -> u64 {
    let mut reached = from & allowed;
    loop {
        let before = reached;
        for (one, other) in passages.clone() {
            let both = (reached >> one | reached >> other) & 1;
            reached |= (both << one | both << other) & allowed;
        }
        if reached == before {
            return reached;
        }
    }
}

impl fmt::Display for GraphError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let max = RoomGraph::MAX_SIDE;
        match self {
            Self::NoSlot => f.write_str("the graph has no slot"),
            Self::TooManySlots => {
                write!(f, "the graph has more than {} slots", RoomGraph::MAX_SLOTS)
            }
            Self::SameName(name) => write!(f, "two slots are called `{name}`"),
            Self::SameCell(one, other) => write!(f, "`{one}` and `{other}` are in the same cell"),
            Self::Outside(name) => {
                write!(f, "the column and row of `{name}` must be from 0 to {}", max - 1)
            }
            Self::NoSuchSlot(index) => {
                write!(f, "a passage leads to slot {index}, which does not exist")
            }
            Self::ToItself(name) => write!(f, "a passage leads from `{name}` to itself"),
            Self::Repeated(one, other) => write!(f, "`{one}` and `{other}` are joined twice"),
            Self::Crooked(one, other) => write!(
                f,
                "`{one}` and `{other}` are joined, so they must be in one row or in one column"
            ),
            Self::Past(one, other, between) => {
                write!(f, "the passage from `{one}` to `{other}` leads past `{between}`")
            }
            Self::Crossing(one, other) => {
                write!(f, "the passages at `{one}` and at `{other}` cross each other")
            }
            Self::Apart(name) => write!(f, "no passages lead from the first slot to `{name}`"),
        }
    }
}

impl std::error::Error for GraphError {}

#[cfg(test)]
mod tests {
    use super::*;

    /// Slots as `name column row`, passages as index pairs.
    fn graph(slots: &[(&str, i32, i32)], passages: &[(usize, usize)]) -> Result<RoomGraph, String> {
        let slots = slots.iter().map(|&(name, column, row)| Slot::new(name, column, row));
        let passages = passages.iter().map(|&slots| Passage { slots, chance: Chance::ALWAYS });
        RoomGraph::new(slots.collect(), passages.collect()).map_err(|error| error.to_string())
    }

    #[test]
    fn a_graph_is_made_from_lists() {
        let graph = graph(&[("Hub", 0, 0), ("1", 2, 0), ("2", 0, 3)], &[(2, 0), (1, 0)]).unwrap();
        assert_eq!(graph.size(), (3, 4));
        assert_eq!(graph.passages()[0].slots, (0, 1));
        assert_eq!(graph.passages()[1].slots, (0, 2));
        assert_eq!(graph.slots()[0].room_type.as_deref(), Some("Hub"));
        assert_eq!(graph.slots()[1].room_type, None);
        assert_eq!(graph.find("2"), Some(2));
    }

    /// Slots, passages and the expected message.
    type Case<'a> = (&'a [(&'a str, i32, i32)], &'a [(usize, usize)], &'a str);

    #[test]
    fn mistakes_in_lists_are_reported() {
        let cross = [("a", 1, 0), ("b", 0, 1), ("c", 2, 1), ("d", 1, 2), ("e", 0, 0)];
        let cases: [Case; 11] = [
            (&[], &[], "the graph has no slot"),
            (&[("a", 0, 0), ("a", 1, 0)], &[(0, 1)], "two slots are called `a`"),
            (&[("a", 0, 0), ("b", 0, 0)], &[(0, 1)], "`a` and `b` are in the same cell"),
            (&[("a", -1, 0)], &[], "the column and row of `a` must be from 0 to 63"),
            (&[("a", 0, 0)], &[(0, 1)], "a passage leads to slot 1, which does not exist"),
            (&[("a", 0, 0)], &[(0, 0)], "a passage leads from `a` to itself"),
            (&[("a", 0, 0), ("b", 1, 0)], &[(0, 1), (1, 0)], "`a` and `b` are joined twice"),
            (
                &[("a", 0, 0), ("b", 1, 1)],
                &[(0, 1)],
                "`a` and `b` are joined, so they must be in one row or in one column",
            ),
            (
                &[("a", 0, 0), ("b", 1, 0), ("c", 2, 0)],
                &[(0, 1), (0, 2)],
                "the passage from `a` to `c` leads past `b`",
            ),
            (
                &cross,
                &[(0, 3), (1, 2), (0, 4), (1, 4)],
                "the passages at `b` and at `a` cross each other",
            ),
            (
                &[("a", 0, 0), ("b", 1, 0), ("c", 2, 0)],
                &[(0, 1)],
                "no passages lead from the first slot to `c`",
            ),
        ];
        for (slots, passages, message) in cases {
            assert_eq!(graph(slots, passages), Err(message.into()));
        }
        let many: Vec<(String, i32)> = (0..65).map(|slot| (slot.to_string(), slot)).collect();
        let many: Vec<(&str, i32, i32)> =
            many.iter().map(|(name, index)| (name.as_str(), index % 10, index / 10)).collect();
        assert_eq!(graph(&many, &[]), Err("the graph has more than 64 slots".into()));
    }
}
