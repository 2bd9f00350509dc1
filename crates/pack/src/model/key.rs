use std::sync::Arc;

use serde::{Deserialize, Serialize};

use super::{Ability, Kind};
use crate::data::Keyword;
use crate::form::{Form, Record};
use crate::names::Id;

/// A key that this game adds: it uses an item, casts an ability or gives an order.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Key {
    /// The character. It takes precedence over the standard keys.
    pub key: char,
    /// The name in the list of controls.
    pub label: Arc<str>,
    /// Uses the first item of this kind in the bag.
    pub uses: Option<Id<Kind>>,
    /// Casts this ability.
    pub casts: Option<Id<Ability>>,
    /// Selects this place in the bag, counted from 0 without what is worn. The orders `use` and
    /// `drop` then apply to it; if one of them is given here, it is carried out at once.
    pub selects: Option<u32>,
    /// Gives this order.
    pub order: Order,
}

/// An order that needs no further input.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub enum Order {
    /// Let the turn pass.
    #[default]
    Wait,
    /// Take what lies here.
    Pickup,
    /// Take the way down.
    Descend,
    /// Take the way up.
    Ascend,
    /// Go north.
    North,
    /// Go east.
    East,
    /// Go south.
    South,
    /// Go west.
    West,
    /// Use what is selected.
    Use,
    /// Drop what is selected.
    Drop,
    /// Show what the keys do.
    Help,
}

impl Default for Key {
    fn default() -> Self {
        Self {
            key: '?',
            label: "".into(),
            uses: None,
            casts: None,
            selects: None,
            order: Order::default(),
        }
    }
}

impl Keyword for Order {
    const ALL: &'static [Self] = &[
        Self::Wait,
        Self::Pickup,
        Self::Descend,
        Self::Ascend,
        Self::North,
        Self::East,
        Self::South,
        Self::West,
        Self::Use,
        Self::Drop,
        Self::Help,
    ];
    const WORDS: &'static [&'static str] = &[
        "wait", "pickup", "descend", "ascend", "north", "east", "south", "west", "use", "drop",
        "help",
    ];
}

impl Record for Key {
    const NAME: &'static str = "key";
    const ABOUT: &'static str = "A key that this game adds: it uses an item, casts an ability or \
                                 gives an order.";

    fn fields(&mut self, form: &mut Form<'_, '_>) {
        form.needed(
            "key",
            "The character. It takes precedence over the standard keys.",
            &mut self.key,
        );
        form.needed("label", "The name in the list of controls.", &mut self.label);
        let about = "Uses the first item of this kind in the bag. Several kinds may share a key: the \
                     first that is at hand is used.";
        form.carried().field("use", about, &mut self.uses);
        let about = "Casts this ability. Who does not have it does not have the key, so the \
                     abilities of different heroes may share one.";
        form.field("cast", about, &mut self.casts);
        let about = "Selects this place in the bag, counted from 0 without what is worn. The \
                     orders `use` and `drop` then apply to it. If one of them is given with it, \
                     that is done at once, and `use` equips what can be worn.";
        form.field("select", about, &mut self.selects);
        form.word("order", "Gives this order.", &mut self.order);
    }

    fn flaw(&self) -> Option<&'static str> {
        let given = [self.uses.is_some(), self.casts.is_some(), self.selects.is_some()];
        let several = given.into_iter().filter(|it| *it).count() > 1;
        several.then_some("`use`, `cast` and `select` exclude each other; keep one")
    }
}
