//! The contents of a pack, as the engine reads them. Each record is also a chapter of the manual:
//! authors read the texts in `fields`.

mod ability;
mod attribute;
mod bag;
mod between;
mod effect;
mod ending;
mod field;
mod flaw;
mod hooks;
mod illusion;
mod item;
mod key;
mod kind;
mod level;
mod look;
mod menu;
mod mind;
mod routine;
mod rules;
mod selection;
mod state;
mod table;
mod touch;
mod veil;
mod zone;

pub use ability::{Ability, Aim};
pub use attribute::{Attribute, AttributeKind, Warning};
pub use bag::{Bag, BagName, Holding};
pub use between::{Keeps, Needs, RunModifier};
pub use effect::{
    CellShape, Cells, Destination, DoorChange, Effect, HarmType, Leaf, Nature, Nest, Portion,
    Reveal, ValueChange,
};
pub use ending::{Ending, Hint};
pub use field::{Field, Life, Reaction, Residue, Spread, Thinning};
pub use hooks::{Hooks, Occasion};
pub use illusion::Illusion;
pub use item::{Item, Slot, Switch, Unknown};
pub use key::{Key, Order};
pub use kind::{Door, Falloff, Kind, Lamp, Layer, Modifier, Stairs, Start, Stock, Strike, Way};
pub use level::{Ground, Legend, Level, Links, Overrides, Placement, Site};
pub use look::{Flip, Look, LookCase, LookFrame, WornOn};
pub use menu::{Answer, Menu, Showing};
pub use mind::{Behaviour, Deed, Mind, Sense};
pub use routine::Routine;
pub use rules::{Pickup, Row, Rules, ScorePart, SightRule, Weapons};
pub use selection::{Selection, Sorting, Source, What};
pub use state::{Stacking, State};
pub use table::{Entry, Lots, WordList};
pub use touch::Touch;
pub use veil::{Veil, VeilOf, VeilShows};
pub use zone::Zone;
