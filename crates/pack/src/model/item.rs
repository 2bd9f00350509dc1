mod needs;
mod stacks;

pub use needs::{Need, NeedsTo};
pub use stacks::Stacks;

use std::sync::Arc;

use barrow_dice::Formula;
use barrow_small::Map;
use serde::{Deserialize, Serialize};

use super::{Attribute, AttributeKind, BagName, Selection};
use crate::data::{Keyword, Named};
use crate::form::{Form, Record};
use crate::names::{Id, Section};
use crate::scope::Subjects;
use crate::template::Template;

/// What can be done with an item. Its carrier is the actor.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[expect(clippy::struct_excessive_bools, reason = "each is a key that authors write by itself")]
pub struct Item {
    /// What its name stands for, if that is a code.
    pub means: Arc<str>,
    /// The slot it is worn in.
    pub slot: Option<Id<Slot>>,
    /// The verb for using it, such as `drink`. If omitted, `use`.
    pub verb: Arc<str>,
    /// What using it costs its user.
    pub cost: Map<Id<Attribute>, Formula>,
    /// The bag from which it is used. If omitted, the inventory.
    pub from: BagName,
    /// The bag it goes to after it was used.
    pub to: Option<BagName>,
    /// Using it takes no time.
    pub free: bool,
    /// The things that it can be used on; the user chooses one, which is the target.
    pub aim: Option<Arc<Selection>>,
    /// It is used up.
    pub consumed: bool,
    /// It can be switched on and off.
    pub switch: Option<Switch>,
    /// Several of them form a stack, which takes the room of one.
    pub stacks: Stacks,
    /// Its name until it is identified.
    pub unknown: Option<Unknown>,
    /// Its name once it is identified, if that differs from `name`. Words are drawn once a run.
    pub called: Template,
    /// The message when using it has worked.
    pub works: Template,
    /// The message when using it changes nothing. It is then neither used up nor identified.
    pub fails: Template,
    /// The condition for equipping or using it.
    pub needs: Option<Formula>,
    /// More conditions, each for one thing that can be done with it.
    pub needs_to: NeedsTo,
    /// While this holds, it cannot be taken off.
    pub sticks: Option<Formula>,
    /// The number of turns that equipping it takes.
    pub delay: Option<Formula>,
    /// How far it can be thrown, in cells.
    pub range: Option<Formula>,
    /// It breaks when it lands after a throw.
    pub fragile: bool,
    /// It breaks when a throw hits someone or a wall. When a throw misses, it lands beside the
    /// target.
    pub shatters: bool,
    /// It is not dropped when its carrier dies.
    pub kept: bool,
    /// It is equipped when it is picked up or moved to the bag, if its slot is empty; then even a
    /// full bag has room for it.
    pub eager: bool,
    /// If it is eager, it is equipped even if something is worn there, and it needs room.
    pub replaces: bool,
    /// It takes part and its `wear` modifiers apply while it is merely carried.
    pub passive: bool,
}

/// An item that can be switched on. Its light shines and its `wear` modifiers apply only while it
/// is on.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Switch {
    /// The gauge that drains. At zero it goes out.
    pub drains: Option<Id<Attribute>>,
    /// The amount each turn. If omitted, 1.
    pub by: Option<Formula>,
}

/// The name of an item until it is identified.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Unknown {
    /// The name. Its words are drawn once a run.
    pub name: Template,
    /// What becomes known when it is identified.
    pub by: KnownBy,
}

/// What becomes known when an item is identified.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub enum KnownBy {
    /// All items of its kind.
    #[default]
    Kind,
    /// Only this item.
    Item,
}

impl Keyword for KnownBy {
    const ALL: &'static [Self] = &[Self::Kind, Self::Item];
    const WORDS: &'static [&'static str] = &["kind", "item"];
}

/// A slot for equipment.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Slot {
    /// The name on the panel. If omitted, the key.
    pub label: Arc<str>,
    /// What is worn here is the weapon.
    pub weapon: bool,
    /// It can be exchanged, but not emptied.
    pub needs_one: bool,
}

impl Named for Slot {
    const SECTION: Section = Section::Slots;
}

impl Item {
    /// Lists the fields of how it is used.
    fn fields_of_use(&mut self, form: &mut Form<'_, '_>) {
        form.field(
            "verb",
            "The verb for using it, such as `drink`. If omitted, `use`.",
            &mut self.verb,
        );
        form.only(AttributeKind::COUNTED).field(
            "cost",
            "What using it costs its user.",
            &mut self.cost,
        );
        form.field(
            "from",
            "The bag from which it is used. If omitted, the inventory.",
            &mut self.from,
        );
        form.field("to", "The bag it goes to after it was used.", &mut self.to);
        form.field("free", "Using it takes no time.", &mut self.free);
        form.field(
            "aim",
            "The things that it can be used on. The user chooses one, which is the target of \
             `use`.",
            &mut self.aim,
        );
        form.field("consumed", "It is used up.", &mut self.consumed);
    }

    /// Lists the fields of what it is called, and of what players are told when they use it.
    fn fields_of_names(&mut self, form: &mut Form<'_, '_>) {
        form.field("unknown", "Its name until it is identified.", &mut self.unknown);
        form.field(
            "called",
            "Its name once it is identified, if that differs from `name`. Words are drawn once a \
             run.",
            &mut self.called,
        );
        form.field("works", "The message when using it has worked.", &mut self.works);
        form.field(
            "fails",
            "The message when using it changes nothing. It is then neither used up nor identified.",
            &mut self.fails,
        );
    }

    /// Lists the fields of how it is thrown.
    fn fields_of_throw(&mut self, form: &mut Form<'_, '_>) {
        form.field("range", "How far it can be thrown, in cells.", &mut self.range);
        form.field("fragile", "It breaks when it lands after a throw.", &mut self.fragile);
        form.field(
            "shatters",
            "It breaks when a throw with its `strike` hits someone, or a wall. When a throw misses, \
             it lands beside the target.",
            &mut self.shatters,
        );
    }

    /// Lists the fields of how it is carried.
    fn fields_of_carrying(&mut self, form: &mut Form<'_, '_>) {
        form.field("kept", "It is not dropped when its carrier dies.", &mut self.kept);
        form.field(
            "eager",
            "It is equipped when it is picked up or moved to the bag, if its slot is empty; then \
             even a full bag has room for it.",
            &mut self.eager,
        );
        let about = "If it is `eager`, it is equipped even if something is worn in its slot, which \
                     is then only carried. It needs room like other items.";
        form.field("replaces", about, &mut self.replaces);
        form.field(
            "passive",
            "It takes part in what its carrier does, and its `wear` modifiers apply, while it is \
             merely carried.",
            &mut self.passive,
        );
    }
}

impl Record for Item {
    const NAME: &'static str = "item";
    const ABOUT: &'static str = "What can be done with an item. Its carrier is the actor.";
    const SUBJECTS: Option<Subjects> = Some(Subjects::CARRIED);

    fn fields(&mut self, form: &mut Form<'_, '_>) {
        let about = "What its name stands for, if that is a code: shown beside it where there is \
                     room.";
        form.field("means", about, &mut self.means);
        form.field("slot", "The slot it is worn in.", &mut self.slot);
        self.fields_of_use(form);
        form.field("switch", "It can be switched on and off.", &mut self.switch);
        form.field(
            "stacks",
            "`true` if several of them form a stack, which takes the room of one; or a formula \
             for the largest stack.",
            &mut self.stacks,
        );
        self.fields_of_names(form);
        form.field("needs", "The condition for equipping or using it.", &mut self.needs);
        form.field(
            "needs_to",
            "More conditions, each for one thing that can be done with it.",
            &mut self.needs_to,
        );
        form.field(
            "sticks",
            "While this holds, it cannot be taken off, dropped or thrown.",
            &mut self.sticks,
        );
        form.field("delay", "The number of turns that equipping it takes.", &mut self.delay);
        self.fields_of_throw(form);
        self.fields_of_carrying(form);
    }

    fn flaw(&self) -> Option<&'static str> {
        let both = self.consumed && self.to.is_some();
        let both = both.then_some("an item that is `consumed` goes nowhere: leave out `to`");
        both.or_else(|| self.aim.as_ref()?.flaw_for_things())
    }
}

impl Record for Switch {
    const NAME: &'static str = "switch";
    const ABOUT: &'static str = "An item that can be switched on. Its light shines and its `wear` \
                                 modifiers apply only while it is on.";

    fn fields(&mut self, form: &mut Form<'_, '_>) {
        form.only(&[AttributeKind::Gauge]).field(
            "drains",
            "The gauge that drains. At zero it goes out.",
            &mut self.drains,
        );
        form.field("by", "The amount each turn. If omitted, 1.", &mut self.by);
    }
}

impl Record for Unknown {
    const NAME: &'static str = "unknown";
    const ABOUT: &'static str = "The name of an item until it is identified.";

    fn fields(&mut self, form: &mut Form<'_, '_>) {
        form.main("name", "The name. Its words are drawn once a run.", &mut self.name);
        form.word(
            "by",
            "What becomes known when it is identified: all of its `kind`, or only this `item`.",
            &mut self.by,
        );
    }
}

impl Record for Slot {
    const NAME: &'static str = "slot";
    const ABOUT: &'static str = "A slot for equipment.";

    fn fields(&mut self, form: &mut Form<'_, '_>) {
        form.field("label", "The name on the panel. If omitted, the key.", &mut self.label);
        form.field("weapon", "What is worn here is the weapon.", &mut self.weapon);
        form.field(
            "needs_one",
            "What is worn here can be exchanged, but not taken off.",
            &mut self.needs_one,
        );
    }
}
