//! Whose occasions there are, and who takes part in them. The table in `docs/grammar.md` says the
//! same, and a test of the engine plays every row of it.

use super::{Layer, Occasion};
use crate::scope::{Subject, Subjects};

/// What can have occasions.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Owner {
    /// A kind of terrain.
    Terrain,
    /// A kind of fixture.
    Fixture,
    /// A kind of item.
    Item,
    /// A kind of actor.
    Actor,
    /// A state.
    State,
    /// A field.
    Field,
    /// A type of room.
    Room,
    /// A level.
    Level,
    /// The game itself, in the section `pack`.
    Game,
}

/// What formulas and texts can ask about at some place of a pack.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Present {
    /// The subjects that are there. Some may be missing at times.
    pub subjects: Subjects,
    /// Whether there is a number at hand.
    pub amount: bool,
}

/// Everyone except the item.
const FEW: Subjects =
    Subjects::of([Subject::Own, Subject::Actor, Subject::Target, Subject::Player]);
/// Someone comes to a place, which is not a thing.
const COMER: Subjects = Subjects::of([Subject::Actor, Subject::Target, Subject::Player]);

impl Owner {
    /// All of them, in the order of the manual.
    pub const ALL: [Self; 9] = [
        Self::Terrain,
        Self::Fixture,
        Self::Item,
        Self::Actor,
        Self::State,
        Self::Field,
        Self::Room,
        Self::Level,
        Self::Game,
    ];

    /// Returns what messages call one.
    pub const fn one(self) -> &'static str {
        match self {
            Self::Terrain => "terrain",
            Self::Fixture => "a fixture",
            Self::Item => "an item",
            Self::Actor => "an actor",
            Self::State => "a state",
            Self::Field => "a field",
            Self::Room => "a room",
            Self::Level => "a level",
            Self::Game => "the game",
        }
    }

    /// Returns who takes part in an occasion; `None` if it never happens to such a thing.
    pub fn present(self, occasion: Occasion) -> Option<Present> {
        let subjects = match self {
            Self::Terrain => on_terrain(occasion),
            Self::Fixture | Self::Item | Self::Actor => self.on_thing(occasion),
            Self::State => in_state(occasion),
            Self::Field => in_field(occasion),
            // `self` is the centre of the room.
            Self::Room => super::Room::OCCASIONS.contains(&occasion).then_some(FEW),
            Self::Level | Self::Game => everywhere(occasion),
        };
        // A state "dies" by ending.
        let harm = [Occasion::Hit, Occasion::Struck, Occasion::Kill].contains(&occasion)
            || occasion == Occasion::Die && self != Self::State;
        let amount = harm || occasion == Occasion::Enter && self == Self::Room;
        subjects.map(|subjects| Present { subjects, amount })
    }

    /// Returns the words for all its occasions.
    pub(crate) fn occasions(self) -> impl Iterator<Item = &'static str> {
        let all = Occasion::ALL.into_iter().zip(Occasion::WORDS);
        all.filter(move |(it, _)| self.present(*it).is_some()).map(|(_, word)| word)
    }

    fn on_thing(self, occasion: Occasion) -> Option<Subjects> {
        let (item, actor) = (self == Self::Item, self == Self::Actor);
        // Occasions that reach an item through its carrier have the item as `item`.
        let shared = if item { Subjects::DEED } else { FEW };
        match occasion {
            Occasion::Spawn | Occasion::Turn | Occasion::Bump | Occasion::Open | Occasion::Seen => {
                Some(FEW)
            }
            Occasion::Die | Occasion::Kill => Some(shared),
            Occasion::Struck => Some(Subjects::DEED),
            Occasion::Enter | Occasion::Tread | Occasion::Leave => (!actor).then_some(FEW),
            Occasion::Pelted => (!actor).then_some(Subjects::DEED),
            Occasion::Step | Occasion::Cast | Occasion::Arrive | Occasion::Clear => {
                (item || actor).then_some(shared)
            }
            Occasion::Hit => (item || actor).then_some(Subjects::DEED),
            Occasion::Use
            | Occasion::Pickup
            | Occasion::Drop
            | Occasion::Equip
            | Occasion::Unequip
            | Occasion::Land => item.then_some(Subjects::DEED),
            Occasion::Start => None,
        }
    }
}

impl From<Layer> for Owner {
    fn from(layer: Layer) -> Self {
        match layer {
            Layer::Terrain => Self::Terrain,
            Layer::Fixture => Self::Fixture,
            Layer::Item => Self::Item,
            Layer::Actor => Self::Actor,
        }
    }
}

fn on_terrain(occasion: Occasion) -> Option<Subjects> {
    if occasion == Occasion::Bump {
        // `self` is the cell.
        return Some(FEW);
    }
    [Occasion::Enter, Occasion::Tread, Occasion::Leave].contains(&occasion).then_some(COMER)
}

fn in_state(occasion: Occasion) -> Option<Subjects> {
    if [Occasion::Hit, Occasion::Struck].contains(&occasion) {
        return Some(Subjects::DEED);
    }
    let own = [Occasion::Spawn, Occasion::Turn, Occasion::Die];
    let shared = [Occasion::Step, Occasion::Kill, Occasion::Cast];
    (own.contains(&occasion) || shared.contains(&occasion)).then_some(FEW)
}

fn in_field(occasion: Occasion) -> Option<Subjects> {
    if [Occasion::Spawn, Occasion::Turn].contains(&occasion) {
        // `self` is the cell.
        return Some(Subjects::of([Subject::Own, Subject::Target, Subject::Player]));
    }
    [Occasion::Enter, Occasion::Tread].contains(&occasion).then_some(COMER)
}

fn everywhere(occasion: Occasion) -> Option<Subjects> {
    if [Occasion::Leave, Occasion::Kill, Occasion::Die].contains(&occasion) {
        return Some(FEW);
    }
    let others = [Occasion::Start, Occasion::Arrive, Occasion::Turn, Occasion::Clear];
    others.contains(&occasion).then_some(Subjects::PLAYER)
}
