use std::sync::Arc;

use barrow_dice::Formula;
use serde::{Deserialize, Serialize};

use super::{Attribute, AttributeKind};
use crate::data::Named;
use crate::form::{Form, Record};
use crate::names::{Id, Section};
use crate::scope::Subjects;
use crate::template::Template;

/// What can be done with a thing that is carried.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[expect(clippy::struct_excessive_bools, reason = "each is a key that authors write by itself")]
pub struct Item {
    /// Where it is worn.
    pub slot: Option<Id<Slot>>,
    /// What using it is called; without it, it cannot be used.
    pub verb: Arc<str>,
    /// It is gone once used.
    pub consumed: bool,
    /// It can be switched on and off.
    pub switch: Option<Switch>,
    /// Several of it count as one burden.
    pub stacks: bool,
    /// What it is called until it is known.
    pub unknown: Option<Unknown>,
    /// What it is called once it is known, where that is more than its name.
    pub called: Template,
    /// What is told once using it has worked, by the name it had before.
    pub works: Template,
    /// What is told when using it changes nothing; then it is neither used up nor known.
    pub fails: Template,
    /// What must hold to put it on or to use it.
    pub needs: Option<Formula>,
    /// Turns it takes to put it on.
    pub delay: Option<Formula>,
    /// How far it can be thrown; without it, by the pack's rule.
    pub range: Option<Formula>,
    /// It breaks when it was thrown and comes down.
    pub fragile: bool,
    /// It breaks when it was thrown and hits; where it misses, it comes down beside.
    pub shatters: bool,
    /// It is not left behind at death.
    pub kept: bool,
    /// It is put on when it is taken, where nothing is worn yet.
    pub eager: bool,
    /// What it changes when worn, it changes when merely carried.
    pub passive: bool,
}

/// A thing that runs while it is on, and drains.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Switch {
    /// The gauge of the thing that drains; at zero it goes out.
    pub drains: Option<Id<Attribute>>,
    /// How much each turn.
    pub by: Option<Formula>,
}

/// What a thing is called until its kind is known.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Unknown {
    /// The name; its words are drawn once a run.
    pub name: Template,
}

/// A place where things are worn.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Slot {
    /// What the panel calls it.
    pub label: Arc<str>,
    /// A blow is struck with what is worn here.
    pub weapon: bool,
}

impl Named for Slot {
    const SECTION: Section = Section::Slots;
}

impl Record for Item {
    const NAME: &'static str = "item";
    const ABOUT: &'static str =
        "What can be done with a thing that is carried. Its carrier is the actor.";
    const SUBJECTS: Option<Subjects> = Some(Subjects::CARRIED);

    fn fields(&mut self, form: &mut Form<'_, '_>) {
        form.field("slot", "Where it is worn.", &mut self.slot);
        form.field("verb", "What using it is called; without it, it has no use.", &mut self.verb);
        form.field("consumed", "It is gone once used.", &mut self.consumed);
        form.field("switch", "It can be switched on and off.", &mut self.switch);
        form.field("stacks", "Several of it count as one burden.", &mut self.stacks);
        form.field("unknown", "What it is called until it is known.", &mut self.unknown);
        form.field(
            "called",
            "What it is called once known, in place of its name; words are drawn once a run.",
            &mut self.called,
        );
        form.field("works", "What is told once using it has worked.", &mut self.works);
        form.field(
            "fails",
            "What is told when using it changes nothing; it is then neither used up nor known.",
            &mut self.fails,
        );
        form.field("needs", "What must hold to put it on or to use it.", &mut self.needs);
        form.field("delay", "Turns it takes to put it on.", &mut self.delay);
        form.field("range", "How far it can be thrown.", &mut self.range);
        form.field("fragile", "It breaks when it was thrown and comes down.", &mut self.fragile);
        form.field(
            "shatters",
            "It breaks when it was thrown and hits; where it misses, it comes down beside.",
            &mut self.shatters,
        );
        form.field("kept", "It is not left behind at death.", &mut self.kept);
        form.field(
            "eager",
            "It is put on when it is taken, where nothing is worn yet.",
            &mut self.eager,
        );
        form.field(
            "passive",
            "What `wear` tells holds as soon as it is carried.",
            &mut self.passive,
        );
    }
}

impl Record for Switch {
    const NAME: &'static str = "switch";
    const ABOUT: &'static str =
        "A thing that runs while it is on: its light shines, its wear holds.";

    fn fields(&mut self, form: &mut Form<'_, '_>) {
        form.only(&[AttributeKind::Gauge]).field(
            "drains",
            "The gauge that drains; at zero it goes out.",
            &mut self.drains,
        );
        form.field("by", "How much each turn; without it, one.", &mut self.by);
    }
}

impl Record for Unknown {
    const NAME: &'static str = "unknown";
    const ABOUT: &'static str = "What a thing is called until its kind is known.";

    fn fields(&mut self, form: &mut Form<'_, '_>) {
        form.main("name", "The name; its words are drawn once a run.", &mut self.name);
    }
}

impl Record for Slot {
    const NAME: &'static str = "slot";
    const ABOUT: &'static str = "A place where things are worn.";

    fn fields(&mut self, form: &mut Form<'_, '_>) {
        form.field("label", "What the panel calls it; without it, its name.", &mut self.label);
        form.field("weapon", "A blow is struck with what is worn here.", &mut self.weapon);
    }
}
