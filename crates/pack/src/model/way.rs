use std::sync::Arc;

use barrow_small::Map;
use barrow_source::Node;
use serde::{Deserialize, Serialize};

use crate::data::Named;
use crate::form::{Data, Form, Record, Shape};
use crate::names::{Id, Section};
use crate::reader::Reader;

/// A way of moving that a pack declares, such as swimming. At run time its number is enough.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct WayOfMoving {
    /// What it is, for authors.
    pub about: Arc<str>,
}

/// A set of ways of moving.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Moves(u16);

/// Who may enter the cell of something, and how long that takes.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Crossing {
    /// The ways of moving by which one may enter. If omitted, it depends on what it is.
    pub lets: Option<Moves>,
    /// How many times as long a step takes, by the number of the way. What is missing or 0 counts
    /// as 1.
    slow: Slowness,
}

#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
struct Slowness(Vec<u32>);

impl Moves {
    /// The ways that need no declaration, in the order of their numbers.
    pub(crate) const BUILT_IN: [&str; 2] = ["walk", "fly"];
    /// The maximum number of ways.
    pub const MAX: usize = 16;

    /// No way.
    pub const NONE: Self = Self(0);
    /// On foot.
    pub const WALK: Self = Self(1);
    /// Through the air.
    pub const FLY: Self = Self(2);
    /// Every way.
    pub const ALL: Self = Self(u16::MAX);

    /// Returns the ways of both sets.
    #[must_use]
    pub const fn and(self, other: Self) -> Self {
        Self(self.0 | other.0)
    }

    /// Returns the ways of this set that the other one does not have.
    #[must_use]
    pub const fn without(self, other: Self) -> Self {
        Self(self.0 & !other.0)
    }

    /// Returns whether the set has all ways of another.
    pub const fn contains(self, other: Self) -> bool {
        self.0 & other.0 == other.0
    }

    /// Returns whether the sets have a way in common.
    pub const fn meets(self, other: Self) -> bool {
        self.0 & other.0 != 0
    }

    /// Returns whether the set has the way of a number.
    pub const fn has(self, way: usize) -> bool {
        self.0 >> way & 1 == 1
    }
}

impl Default for Moves {
    fn default() -> Self {
        Self::WALK
    }
}

impl Crossing {
    /// The maximum factor of a slow step.
    pub const MAX_SLOW: u32 = 9;

    /// Returns how many times as long a step takes by the way of a number; 0 if it does not let
    /// one in. `usual` lists whom it lets in if it does not say.
    pub fn cost(&self, way: usize, usual: Moves) -> u32 {
        let open = self.lets.unwrap_or(usual).has(way);
        if open { self.slow.0.get(way).map_or(1, |&it| it.max(1)) } else { 0 }
    }

    /// Returns whether it keeps out those who walk.
    pub fn bars_walkers(&self) -> bool {
        self.lets.is_some_and(|lets| !lets.contains(Moves::WALK))
    }

    /// Returns whether it says nothing.
    pub fn is_empty(&self) -> bool {
        self.lets.is_none() && self.slow.0.is_empty()
    }

    pub(crate) fn fields(&mut self, form: &mut Form<'_, '_>) {
        let about = "The ways of moving by which one may enter its cell. If omitted, nobody if it \
                     is `solid`; terrain lets in those who walk or fly, and others everyone.";
        form.field("lets", about, &mut self.lets);
        let about = "How many times as long a step onto its cell takes, 1 to 9, by the way of \
                     moving.";
        form.field("slow", about, &mut self.slow);
    }
}

impl Named for WayOfMoving {
    const SECTION: Section = Section::Ways;
}

impl Record for WayOfMoving {
    const NAME: &'static str = "way";
    const ABOUT: &'static str = "A way of moving besides `walk` and `fly`, such as swimming.";

    fn fields(&mut self, form: &mut Form<'_, '_>) {
        form.bare("about", "What it is, for authors.", &mut self.about);
    }
}

impl Data for Moves {
    fn read(node: &Node, reader: &mut Reader<'_>) -> Option<Self> {
        let ways: Vec<Id<WayOfMoving>> = Data::read(node, reader)?;
        let bit = |it: &Id<WayOfMoving>| 1_u16.checked_shl(it.index().into()).unwrap_or(0);
        Some(Self(ways.iter().fold(0, |set, it| set | bit(it))))
    }

    fn shape() -> Shape {
        Vec::<Id<WayOfMoving>>::shape()
    }
}

impl Data for Slowness {
    fn read(node: &Node, reader: &mut Reader<'_>) -> Option<Self> {
        let factors: Map<Id<WayOfMoving>, u32> = Data::read(node, reader)?;
        let mut slow = vec![0; Moves::MAX];
        for (id, &factor) in &factors {
            if !(1..=Crossing::MAX_SLOW).contains(&factor) {
                let what = format!("a step takes 1 to {} times as long", Crossing::MAX_SLOW);
                reader.error(node.span, what);
            } else if let Some(slow) = slow.get_mut(usize::from(id.index())) {
                *slow = factor;
            }
        }
        Some(Self(slow))
    }

    fn shape() -> Shape {
        Map::<Id<WayOfMoving>, u32>::shape()
    }
}
