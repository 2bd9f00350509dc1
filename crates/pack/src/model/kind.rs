use std::sync::Arc;

use barrow_dice::Formula;
use barrow_small::Map;
use serde::{Deserialize, Serialize};

use super::flaw::{KIND_OR_TABLE, one_of_two};
use super::{
    Ability, Attribute, AttributeKind, Bag, Crossing, Door, Flight, Holding, Hooks, Item, Lamp,
    Look, Lots, Mind, Moves, Needs, Stairs, State, Title, Touch, Voice,
};
use crate::data::{Keyword, Named};
use crate::form::{Form, Record};
use crate::names::{Id, Section};
use crate::scope::Subjects;
use crate::template::Template;

/// What a thing is: an actor, an item, a fixture or a piece of terrain.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[expect(clippy::struct_excessive_bools, reason = "each is a key that authors write by itself")]
pub struct Kind {
    /// The name. If omitted, the key. It may show values of the thing, as in `sword +{plus}`.
    pub name: Title,
    /// The name is a proper name and takes no article.
    pub proper: bool,
    /// It is a substance, such as water: "some", not "a".
    pub mass: bool,
    /// The description when the player looks at it.
    pub about: Arc<str>,
    /// What is shown beside its name in lists, such as what it is about to do.
    pub status: Template,
    /// What it is, and where it stands in a cell.
    pub layer: Layer,
    /// How it looks.
    pub look: Look,
    /// The flags it has, sorted.
    pub flags: Vec<Id<Attribute>>,
    /// The numbers and gauges it has.
    pub values: Map<Id<Attribute>, Start>,
    /// Modifiers of its own values.
    pub changes: Vec<Modifier>,
    /// The side it is on. Actors of different sides are foes.
    pub side: Arc<str>,
    /// How it decides. An actor without a mind never acts.
    pub mind: Option<Id<Mind>>,
    /// What wakes it while it is asleep, besides harm.
    pub wakes: Option<Wakes>,
    /// What its blow does; for a weapon, what a blow with it does.
    pub strike: Option<Strike>,
    /// For an item: what it does to whatever its carrier walks into.
    pub touch: Option<Touch>,
    /// An actor with this flag strikes it by walking into it, even if it is not a foe.
    pub breaks: Option<Id<Attribute>>,
    /// Walking into it takes no time.
    pub free_bump: bool,
    /// The abilities it can cast. For an item: what its carrier can cast, paid by the item as far
    /// as it has the attribute.
    pub abilities: Vec<Id<Ability>>,
    /// The states it is immune to.
    pub immune: Vec<Id<State>>,
    /// It can be opened and closed.
    pub door: Option<Door>,
    /// It leads to another level.
    pub stairs: Option<Stairs>,
    /// It flies where it faces.
    pub flight: Option<Flight>,
    /// It gives light.
    pub light: Option<Lamp>,
    /// It can be carried.
    pub item: Option<Item>,
    /// Modifiers of its wearer's values.
    pub wear: Vec<Modifier>,
    /// What it carries at the start.
    pub stock: Vec<Stock>,
    /// Its bags besides the inventory.
    pub bags: Map<Id<Bag>, Holding>,
    /// Its ways of moving, without `fly`: that is the flag `floating`.
    pub moves: Moves,
    /// Who may enter its cell, and how long that takes.
    pub crossing: Crossing,
    /// Careful actors do not enter its cell.
    pub harmful: bool,
    /// The table that its loot is drawn from when it dies.
    pub drops: Option<Id<Lots>>,
    /// For a hero: it can be chosen only if this holds.
    pub needs: Option<Needs>,
    /// How to get this hero, shown while it cannot be chosen.
    pub hint: Arc<str>,
    /// How it sounds.
    pub sounds: Option<Arc<Voice>>,
    /// What happens on which occasion.
    pub on: Hooks,
}

/// Where a thing stands in a cell.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
pub enum Layer {
    /// The ground; every cell has one.
    Terrain,
    /// Stands on a cell and never acts.
    Fixture,
    /// Lies on a cell or in a bag.
    Item,
    /// Acts.
    #[default]
    Actor,
}

impl Keyword for Layer {
    const ALL: &'static [Self] = &[Self::Terrain, Self::Fixture, Self::Item, Self::Actor];
    const WORDS: &'static [&'static str] = &["terrain", "fixture", "item", "actor"];
}

/// The value of an attribute when a thing is created.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Start {
    /// The value. For a gauge this is also the maximum, unless `max` is given.
    pub now: Formula,
    /// The maximum of a gauge.
    pub max: Option<Formula>,
}

/// What wakes an actor that is asleep. Its nearest foe is the target.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Wakes {
    /// The chance to wake in a round in which a noise reaches it.
    pub noise: Option<Formula>,
    /// The chance to wake in a round in which it could see a foe.
    pub sight: Option<Formula>,
}

/// What a blow does. The attacker is the actor, the defender the target.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Strike {
    /// The chance to hit. If omitted, every blow hits.
    pub chance: Option<Formula>,
    /// The effects of a hit.
    pub deed: Vec<super::Effect>,
    /// The effects of a miss.
    pub miss: Vec<super::Effect>,
    /// The message of a hit.
    pub say: Template,
    /// It also strikes what is in the way without being a foe, if it would change a value of it or
    /// open or close it.
    pub touches: bool,
    /// It is no attack, so minds do not throw the item that has it.
    pub harmless: bool,
}

/// A change of a value while an item is worn, a state lasts or a condition holds.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Modifier {
    /// The attribute. Adding 1 sets a flag; for a gauge, the maximum changes.
    pub attribute: Id<Attribute>,
    /// The amount to add.
    pub by: Option<Formula>,
    /// The factor to multiply by, after everything is added.
    pub times: Option<Formula>,
    /// It applies only while this holds.
    pub when: Option<Formula>,
    /// The reason on the sheet. If omitted, the name of where it comes from.
    pub label: Arc<str>,
}

/// Something that is carried from the start.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Stock {
    /// The kind.
    pub kind: Option<Id<Kind>>,
    /// A table to draw from, instead of `kind`.
    pub table: Option<Id<Lots>>,
    /// How many. If omitted, one.
    pub count: Option<Formula>,
    /// The chance for each. If omitted, always.
    pub chance: Option<Formula>,
    /// It is equipped at once.
    pub worn: bool,
}

/// What messages call a modifier.
pub(super) const MODIFIER: &str = "a modifier";

impl Named for Kind {
    const SECTION: Section = Section::Kinds;
}

impl Kind {
    /// Returns `true` if it can take part in what its carrier does: worn, switched on or `passive`.
    pub fn can_be_at_work(&self) -> bool {
        let facet = self.item.as_ref();
        facet.is_some_and(|it| it.slot.is_some() || it.switch.is_some() || it.passive)
    }

    /// Lists the fields that say what it is called.
    fn fields_of_name(&mut self, form: &mut Form<'_, '_>) {
        form.without_amount("a name").field(
            "name",
            "The name. If omitted, the key. It may show values of the thing: `sword +{plus}`.",
            &mut self.name,
        );
        form.field("proper", "The name is a proper name and takes no article.", &mut self.proper);
        let about = "It is a substance, such as water: \"some\", not \"a\".";
        form.field("mass", about, &mut self.mass);
        form.field("about", "The description when the player looks at it.", &mut self.about);
        let about = "What is shown beside its name in lists, such as what it is about to do.";
        form.without_amount("a status").field("status", about, &mut self.status);
    }

    /// Lists the fields with its flags, numbers and gauges.
    fn fields_of_values(&mut self, form: &mut Form<'_, '_>) {
        form.only(&[AttributeKind::Flag]).field(
            "is",
            "The flags it has. \"-flag\" removes an inherited flag.",
            &mut self.flags,
        );
        form.only(AttributeKind::COUNTED).field(
            "has",
            "The numbers and gauges it has.",
            &mut self.values,
        );
        let about = "Modifiers of its own values.";
        form.without_amount(MODIFIER).field("changes", about, &mut self.changes);
    }

    /// Lists the fields that say what it does, and what can be done to it.
    fn fields_of_conduct(&mut self, form: &mut Form<'_, '_>) {
        let about = "The side it is on. Actors of different sides are foes.";
        form.field("side", about, &mut self.side);
        form.field("mind", "How it decides. An actor without a mind never acts.", &mut self.mind);
        let about = "What wakes it while it is `asleep`, besides harm.";
        form.field("wakes", about, &mut self.wakes);
        let about = "What its blow does; for a weapon, what a blow with it does.";
        form.field("strike", about, &mut self.strike);
        let about = "For an item: what it does to whatever its carrier walks into.";
        form.field("touch", about, &mut self.touch);
        form.only(&[AttributeKind::Flag]).field(
            "breaks",
            "An actor with this flag strikes it by walking into it, even if it is not a foe.",
            &mut self.breaks,
        );
        form.field("free_bump", "Walking into it takes no time.", &mut self.free_bump);
        form.field(
            "abilities",
            "The abilities it can cast. For an item: what its carrier can cast, paid by the item \
             as far as it has the attribute.",
            &mut self.abilities,
        );
        form.field("immune", "The states it is immune to.", &mut self.immune);
    }

    /// Lists the fields of what is carried, and of who carries it.
    fn fields_of_belongings(&mut self, form: &mut Form<'_, '_>) {
        let rules = "the rules of an item";
        form.without_amount(rules).field("item", "It can be carried.", &mut self.item);
        let about = "Modifiers of its wearer's values. The wearer is `self`, this is the `item`.";
        form.among(Subjects::WORN).without_amount(MODIFIER).field("wear", about, &mut self.wear);
        form.field("stock", "What it carries at the start.", &mut self.stock);
        form.field("bags", "Its bags besides the inventory.", &mut self.bags);
    }
}

impl Record for Kind {
    const NAME: &'static str = "kind";
    const ABOUT: &'static str =
        "What a thing is: an actor, an item, a fixture or a piece of terrain.";

    fn fields(&mut self, form: &mut Form<'_, '_>) {
        self.fields_of_name(form);
        form.word("as", "What it is, and where it stands in a cell.", &mut self.layer);
        form.field("look", "How it looks.", &mut self.look);
        form.field("sounds", "How it sounds.", &mut self.sounds);
        self.fields_of_values(form);
        self.fields_of_conduct(form);
        form.field("door", "It can be opened and closed.", &mut self.door);
        form.field("stairs", "It leads to another level.", &mut self.stairs);
        form.field("flight", "It flies where it faces, as a projectile.", &mut self.flight);
        form.field("light", "It gives light.", &mut self.light);
        self.fields_of_belongings(form);
        let about = "Its ways of moving. If omitted, it walks. A `floating` actor also flies.";
        form.field("moves", about, &mut self.moves);
        self.crossing.fields(form);
        let about = "Careful actors do not enter its cell. A fixture of this kind is never placed in \
                     the only way, unless the author drew it there.";
        form.field("harmful", about, &mut self.harmful);
        form.carried().field(
            "drops",
            "The table that its loot is drawn from when it dies.",
            &mut self.drops,
        );
        let about = "For a hero: it can be chosen only if this holds.";
        form.field("needs", about, &mut self.needs);
        let about = "How to get this hero, shown while it cannot be chosen.";
        form.field("hint", about, &mut self.hint);
        let owner = self.layer.into();
        let about = "What happens on which occasion.";
        form.occasions_of(owner).field("on", about, &mut self.on);
    }
}

impl Record for Start {
    const NAME: &'static str = "start";
    const ABOUT: &'static str = "The value of an attribute when a thing is created.";

    fn fields(&mut self, form: &mut Form<'_, '_>) {
        form.main(
            "now",
            "The value. For a gauge this is also the maximum, unless `max` is given.",
            &mut self.now,
        );
        form.field("max", "The maximum of a gauge.", &mut self.max);
    }
}

impl Record for Wakes {
    const NAME: &'static str = "wakes";
    const ABOUT: &'static str = "What wakes an actor that is `asleep`, besides harm. Its nearest \
                                 foe is the target. Waking takes its turn.";
    const SUBJECTS: Option<Subjects> = Some(Subjects::DEED);

    fn fields(&mut self, form: &mut Form<'_, '_>) {
        let about = "The chance to wake in a round in which a noise reaches it. If omitted, 0.";
        form.field("noise", about, &mut self.noise);
        let about = "The chance to wake in a round in which a foe is in sight. If omitted, 0.";
        form.field("sight", about, &mut self.sight);
    }

    fn flaw(&self) -> Option<&'static str> {
        let never = self.noise.is_none() && self.sight.is_none();
        never.then_some("nothing wakes it: give `noise` or `sight`, or leave out `wakes`")
    }
}

impl Record for Strike {
    const NAME: &'static str = "strike";
    const ABOUT: &'static str =
        "What a blow does. The attacker is the actor, the defender the target.";
    const SUBJECTS: Option<Subjects> = Some(Subjects::DEED);

    fn fields(&mut self, form: &mut Form<'_, '_>) {
        form.field("chance", "The chance to hit. If omitted, every blow hits.", &mut self.chance);
        form.needed("do", "The effects of a hit.", &mut self.deed);
        form.field("miss", "The effects of a miss.", &mut self.miss);
        form.field("say", "The message of a hit.", &mut self.say);
        let about = "It also strikes what is in the way without being a foe, if it would change a \
                     value of it or open or close it.";
        form.field("touches", about, &mut self.touches);
        let about = "It is no attack: minds do not `shoot` with this item.";
        form.field("harmless", about, &mut self.harmless);
    }
}

impl Record for Modifier {
    const NAME: &'static str = "modifier";
    const ABOUT: &'static str = "A change of a value while an item is worn, a state lasts or a \
                                 condition holds.";

    fn fields(&mut self, form: &mut Form<'_, '_>) {
        form.needed(
            "attribute",
            "The attribute. Adding 1 sets a flag; for a gauge, the maximum changes.",
            &mut self.attribute,
        );
        form.field("by", "The amount to add.", &mut self.by);
        form.field(
            "times",
            "The factor to multiply by, after everything is added.",
            &mut self.times,
        );
        form.field("when", "It applies only while this holds.", &mut self.when);
        form.field(
            "label",
            "The reason on the sheet. If omitted, the name of where it comes from.",
            &mut self.label,
        );
    }

    fn flaw(&self) -> Option<&'static str> {
        let idle = self.by.is_none() && self.times.is_none();
        idle.then_some("it changes nothing: give `by` or `times`")
    }
}

impl Record for Stock {
    const NAME: &'static str = "stock";
    const ABOUT: &'static str = "Something that is carried from the start.";

    fn fields(&mut self, form: &mut Form<'_, '_>) {
        form.carried().bare("kind", "The kind.", &mut self.kind);
        let about = "A table to draw from, instead of `kind`.";
        form.carried().field("table", about, &mut self.table);
        form.field("count", "How many. If omitted, one.", &mut self.count);
        form.field("chance", "The chance for each. If omitted, always.", &mut self.chance);
        form.field("worn", "It is equipped at once.", &mut self.worn);
    }

    fn flaw(&self) -> Option<&'static str> {
        one_of_two(self.kind.is_some(), self.table.is_some(), KIND_OR_TABLE)
    }
}
