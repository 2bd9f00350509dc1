use barrow_dice::Fixed;
use barrow_grid::Pos;
use barrow_pack::{Ability, Attribute, Id, Kind, Menu, State};
use serde::{Deserialize, Serialize};

use crate::state::entity::EntityId;

/// Something that happened.
#[derive(Clone, Debug, PartialEq, Eq)]
#[expect(missing_docs, reason = "the variant explains its fields")]
pub enum Event {
    /// Someone moved from one cell to another.
    Moved { who: EntityId, from: Pos, to: Pos },
    /// A blow landed.
    Hit { who: EntityId, whom: EntityId },
    /// A blow missed.
    Missed { who: EntityId, whom: EntityId },
    /// A value changed.
    Changed { who: EntityId, attribute: Id<Attribute>, by: Fixed, now: Fixed },
    /// Someone or something died.
    Died { who: EntityId, kind: Id<Kind>, at: Pos },
    /// Something was created.
    Appeared { who: EntityId, kind: Id<Kind>, at: Pos },
    /// Something left the world.
    Vanished { who: EntityId, at: Pos },
    /// Something turned into something else.
    Became { who: EntityId, kind: Id<Kind> },
    /// A state began.
    Began { who: EntityId, state: Id<State> },
    /// A state ended.
    Ceased { who: EntityId, state: Id<State> },
    /// An item was picked up.
    Took { who: EntityId, item: EntityId },
    /// An item was dropped.
    Dropped { who: EntityId, item: EntityId },
    /// An item was equipped.
    Equipped { who: EntityId, item: EntityId },
    /// An item was unequipped.
    Unequipped { who: EntityId, item: EntityId },
    /// An item was used.
    Used { who: EntityId, item: EntityId },
    /// Something flew from one cell to another.
    Threw { who: EntityId, kind: Id<Kind>, from: Pos, to: Pos },
    /// An ability was cast.
    Cast { who: EntityId, ability: Id<Ability>, from: Pos, to: Pos },
    /// Something will happen on these cells, in this many turns.
    Announced { cells: Vec<Pos>, turns: u32 },
    /// A door opened or closed.
    Swung { who: EntityId, open: bool },
    /// A noise was heard.
    Heard(Box<Heard>),
    /// A sound should be played.
    Cue { name: std::sync::Arc<str>, at: Option<Pos> },
    /// Cells were lit up.
    Flashed { at: Pos, radius: u32 },
    /// A message was shown. A `usual` one is about a common event, such as picking something up.
    Said { text: String, usual: bool },
    /// A level was entered.
    Arrived { floor: i32 },
    /// A menu opened.
    Asked { menu: Option<Id<Menu>> },
    /// An achievement was recorded in the player's profile.
    Awarded { name: std::sync::Arc<str> },
    /// The run ended.
    Ended { won: bool, text: String },
}

/// A noise that was heard. Noises are rare, and every event takes as much space as the largest.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Heard {
    /// What is heard, in words.
    pub text: String,
    /// How loud it is.
    pub volume: Volume,
    /// The direction it comes from; `None` if it is here.
    pub towards: Option<barrow_grid::Dir>,
    /// The name of its sound.
    pub sound: std::sync::Arc<str>,
    /// Whether its source is a cell in sight.
    pub in_sight: bool,
}

/// How loud a noise is to its listener.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum Volume {
    /// Closer than three cells to the source.
    Deafening,
    /// Closer than half of the noise's range.
    Clear,
    /// Closer than the noise's range.
    Faint,
}

/// An event and the players who perceive it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Notice {
    /// The players, one bit each.
    pub audience: u8,
    /// What they perceive.
    pub event: Event,
}

// A turn has many of them, and its list should fit what allocators hand out fastest: a kilobyte.
const _: () = assert!(size_of::<Notice>() <= 40);

/// The events of the step that is being played. A clone starts empty: games are copied between
/// steps, and then there are none.
#[derive(Debug, Default)]
pub(crate) struct Notices(pub(crate) Vec<Notice>);

impl Clone for Notices {
    fn clone(&self) -> Self {
        Self::default()
    }
}

/// What one step brought about.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Turn {
    /// The events in order.
    pub notices: Vec<Notice>,
    /// The first effects of the turn that did not happen because there were too many.
    pub cut_short: Option<CutShort>,
}

/// Effects that did not happen, because the round had used up its budget or they were nested too
/// deeply. This is a fault of the pack.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct CutShort {
    /// The kind whose rule it was, if it was one of a kind.
    pub kind: Option<Id<Kind>>,
    /// Whether they were nested too deeply.
    pub nested: bool,
}

impl Turn {
    /// Returns the events that one player perceives.
    pub fn events(&self, player: u8) -> impl Iterator<Item = &Event> {
        self.notices.iter().filter(move |it| it.audience >> player & 1 == 1).map(|it| &it.event)
    }
}
