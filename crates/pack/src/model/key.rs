use std::sync::Arc;

use super::{Ability, Kind};
use crate::data::Keyword;
use crate::form::{Form, Record};
use crate::names::Id;

/// A key of the game's own, beside those that every game has.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Key {
    /// The character on it.
    pub key: char,
    /// What the list of controls calls it.
    pub label: Arc<str>,
    /// It uses the first thing of this kind in the bag.
    pub uses: Option<Id<Kind>>,
    /// Or it casts this.
    pub casts: Option<Id<Ability>>,
    /// Or it gives this order.
    pub order: Order,
}

/// An order that needs nothing further to be said.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
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
}

impl Default for Key {
    fn default() -> Self {
        Self { key: '?', label: "".into(), uses: None, casts: None, order: Order::default() }
    }
}

impl Keyword for Order {
    const ALL: &'static [Self] = &[Self::Wait, Self::Pickup, Self::Descend, Self::Ascend];
    const WORDS: &'static [&'static str] = &["wait", "pickup", "descend", "ascend"];
}

impl Record for Key {
    const NAME: &'static str = "key";
    const ABOUT: &'static str =
        "A key of the game's own: it uses a thing, casts an ability or gives an order.";

    fn fields(&mut self, form: &mut Form<'_, '_>) {
        form.needed("key", "The character on it; it comes before the usual keys.", &mut self.key);
        form.needed("label", "What the list of controls calls it.", &mut self.label);
        form.field("use", "The first thing of this kind in the bag is used.", &mut self.uses);
        form.field("cast", "Or this is cast.", &mut self.casts);
        form.word("order", "Or this order is given.", &mut self.order);
    }

    fn flaw(&self) -> Option<&'static str> {
        let both = self.uses.is_some() && self.casts.is_some();
        both.then_some("`use` and `cast` exclude each other; keep one")
    }
}
