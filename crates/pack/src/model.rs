//! The contents of a pack, as the engine reads them. Each record is also a chapter of the manual:
//! authors read the texts in `fields`.

mod ability;
mod attribute;
mod bag;
mod between;
mod effect;
mod ending;
mod field;
mod fixture;
mod flaw;
mod flight;
mod hooks;
mod illusion;
mod item;
mod key;
mod kind;
mod layout;
mod level;
mod links;
mod look;
mod menu;
mod mind;
mod placement;
mod policy;
mod room;
mod routine;
mod rules;
mod selection;
mod shape;
mod side;
mod state;
mod table;
mod title;
mod touch;
mod veil;
mod zone;

pub use ability::{Ability, Aim};
pub use attribute::{Attribute, AttributeKind, Warning};
pub use bag::{Bag, BagName, Holding};
pub use between::{Keeps, Needs, RunModifier};
pub use effect::{
    Cells, Destination, DoorChange, Effect, Guard, HarmType, Leaf, Manner, Motion, Nature, Nest,
    Portion, Pours, Reveal, Scatter, TransferTo, ValueChange,
};
pub use ending::{Ending, Hint};
pub use field::{Field, Fuel, Life, Reaction, Residue, Spread, Thinning};
pub use fixture::{Door, Falloff, Lamp, Stairs, Way};
pub use flight::Flight;
pub use hooks::{Hooks, Occasion};
pub use illusion::Illusion;
pub use item::{Item, KnownBy, Need, NeedsTo, Slot, Stacks, Switch, Unknown};
pub use key::{Key, Order};
pub use kind::{Kind, Layer, Modifier, Start, Stock, Strike, Wakes};
pub(crate) use layout::weight;
pub use layout::{GraphShare, RoomLayout, TemplateShare};
pub use level::{Ground, Legend, Level, Overrides};
pub use links::{LinkTarget, LinkTargets, Links};
pub use look::{Flip, Look, LookCase, LookFrame, WornOn};
pub use menu::{Answer, Menu, Showing};
pub use mind::{Behaviour, Deed, Mind, Sense, Whom};
pub use placement::{Placement, Site};
pub use policy::Policy;
pub(crate) use room::joined;
pub use room::{Graph, Room, RoomHooks, RoomTemplate, WaveSample};
pub use routine::Routine;
pub use rules::{Pickup, Row, Rules, ScorePart, SightRule, Weapons};
pub use selection::{Selection, Sorting, Source, What};
pub use shape::{CellShape, Extent, Metrics, Whole};
pub use side::Side;
pub use state::{Stacking, State};
pub use table::{Entry, Lots, WordList};
pub use title::Title;
pub use touch::Touch;
pub use veil::{Veil, VeilOf, VeilShows};
pub use zone::Zone;
