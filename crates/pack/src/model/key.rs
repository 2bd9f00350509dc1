use std::sync::Arc;

use serde::{Deserialize, Serialize};

use super::{Ability, Kind};
use crate::data::Keyword;
use crate::form::{Form, Record};
use crate::names::Id;

/// A key of the game's own, beside those that every game has.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Key {
    /// The character on it.
    pub key: char,
    /// What the list of controls calls it.
    pub label: Arc<str>,
    /// It uses the first thing of this kind in the bag.
    pub uses: Option<Id<Kind>>,
    /// Or it casts this.
    pub casts: Option<Id<Ability>>,
    /// Or it selects this place of the bag.
    pub selects: Option<u32>,
    /// Or it gives this order.
    pub order: Order,
}

/// An order that needs nothing further to be said.
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
    /// Lay down what is selected.
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
    const ABOUT: &'static str =
        "A key of the game's own: it uses a thing, casts an ability or gives an order.";

    fn fields(&mut self, form: &mut Form<'_, '_>) {
        form.needed("key", "The character on it; it comes before the usual keys.", &mut self.key);
        form.needed("label", "What the list of controls calls it.", &mut self.label);
        form.carried().field(
            "use",
            "The first thing of this kind in the bag is used.",
            &mut self.uses,
        );
        form.field("cast", "Or this is cast.", &mut self.casts);
        let about =
            "Or this place of the bag is selected, counted from 0: `use` and `drop` mean it.";
        form.field("select", about, &mut self.selects);
        form.word("order", "Or this order is given.", &mut self.order);
    }

    fn flaw(&self) -> Option<&'static str> {
        let given = [self.uses.is_some(), self.casts.is_some(), self.selects.is_some()];
        let several = given.into_iter().filter(|it| *it).count() > 1;
        several.then_some("`use`, `cast` and `select` exclude each other; keep one")
    }
}
