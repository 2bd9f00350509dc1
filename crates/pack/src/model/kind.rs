use std::sync::Arc;

use barrow_dice::Formula;
use barrow_sorted::Map;
use serde::{Deserialize, Serialize};

use super::{
    Ability, Attribute, AttributeKind, Hooks, Item, Level, Look, Lots, Mind, State, Touch,
};
use crate::data::{Color, Keyword, Named};
use crate::form::{Form, Record};
use crate::names::{Id, Section};
use crate::scope::Subjects;
use crate::template::Template;

/// What a thing is.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[expect(clippy::struct_excessive_bools, reason = "each is a key that authors write by itself")]
pub struct Kind {
    /// What it is called.
    pub name: Arc<str>,
    /// It has a name of its own and takes no article.
    pub proper: bool,
    /// It is a mass, like water: "some", not "a".
    pub mass: bool,
    /// What a look at it tells.
    pub about: Arc<str>,
    /// Where it stands in a cell.
    pub layer: Layer,
    /// How it looks.
    pub look: Look,
    /// What it is, in the order of the attributes.
    pub flags: Vec<Id<Attribute>>,
    /// What it has.
    pub values: Map<Id<Attribute>, Start>,
    /// What of that is different while something holds.
    pub changes: Vec<Modifier>,
    /// Whom it is with; those of another side are foes.
    pub side: Arc<str>,
    /// How it decides.
    pub mind: Option<Id<Mind>>,
    /// What its blow does.
    pub strike: Option<Strike>,
    /// What it does, when carried, to what its carrier walks into.
    pub touch: Option<Touch>,
    /// Whoever has this flag and walks into it strikes it, though it is no foe.
    pub breaks: Option<Id<Attribute>>,
    /// To walk into it takes no time.
    pub free_bump: bool,
    /// What it can cast.
    pub abilities: Vec<Id<Ability>>,
    /// States that never take hold of it.
    pub immune: Vec<Id<State>>,
    /// It can be opened and closed.
    pub door: Option<Door>,
    /// It leads to another level.
    pub stairs: Option<Stairs>,
    /// It gives light.
    pub light: Option<Lamp>,
    /// It can be carried.
    pub item: Option<Item>,
    /// What it changes while it is worn.
    pub wear: Vec<Modifier>,
    /// What it carries at first.
    pub stock: Vec<Stock>,
    /// Careful minds stay out of its cell.
    pub harmful: bool,
    /// What it leaves when it dies.
    pub drops: Option<Id<Lots>>,
    /// What happens when.
    pub on: Hooks,
}

/// Where a thing stands in a cell.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
pub enum Layer {
    /// The ground itself; every cell has one.
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

/// The value of an attribute when a thing comes into being.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Start {
    /// Its value; of a gauge also the most, unless that is given.
    pub now: Formula,
    /// The most of a gauge.
    pub most: Option<Formula>,
}

/// What a blow does.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Strike {
    /// The chance to hit; without it, every blow lands.
    pub chance: Option<Formula>,
    /// What a hit does.
    pub deed: Vec<super::Effect>,
    /// What a miss does.
    pub miss: Vec<super::Effect>,
    /// What a hit tells.
    pub say: Template,
    /// It is dealt to whatever is in the way and would be changed by it.
    pub touches: bool,
}

/// Something that can be opened.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[expect(clippy::struct_excessive_bools, reason = "each is a key that authors write by itself")]
pub struct Door {
    /// Whether it stands open at first.
    pub open: bool,
    /// Whether it is locked at first.
    pub locked: bool,
    /// What unlocks it.
    pub keys: Vec<Id<Kind>>,
    /// It is locked in a colour of its own, and so is its key.
    pub colored: bool,
    /// The key is used up.
    pub consumes: bool,
    /// Who unlocks it walks in at once.
    pub enters: bool,
    /// It is open while this holds, and locked while it does not.
    pub while_: Option<Formula>,
}

/// Something that leads elsewhere.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Stairs {
    /// Which link of the level it follows.
    pub way: Way,
    /// A level of its own choosing, in place of the link.
    pub level: Option<Id<Level>>,
    /// Stepping on it is enough.
    pub at_once: bool,
}

/// The ways that stairs lead.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub enum Way {
    /// Deeper.
    #[default]
    Down,
    /// Back.
    Up,
}

impl Keyword for Way {
    const ALL: &'static [Self] = &[Self::Down, Self::Up];
    const WORDS: &'static [&'static str] = &["down", "up"];
}

/// Light that a thing gives.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Lamp {
    /// How far it reaches.
    pub radius: Formula,
    /// Its colour.
    pub color: Option<Color>,
    /// How bright it is, 0 to 1.
    pub intensity: Option<Formula>,
    /// The angle of its cone in degrees; without it, all around.
    pub angle: Option<u32>,
    /// How it weakens with distance.
    pub falloff: Falloff,
}

/// How light weakens with distance.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub enum Falloff {
    /// Not at all, up to its edge.
    #[default]
    Flat,
    /// Evenly, to nothing at its edge.
    Linear,
}

impl Keyword for Falloff {
    const ALL: &'static [Self] = &[Self::Flat, Self::Linear];
    const WORDS: &'static [&'static str] = &["flat", "linear"];
}

/// A change of a value that holds while something else does.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Modifier {
    /// The attribute.
    pub attribute: Id<Attribute>,
    /// What is added.
    pub by: Option<Formula>,
    /// What it is multiplied by, after all that is added.
    pub times: Option<Formula>,
    /// Only when this holds.
    pub when: Option<Formula>,
}

/// Something that is carried from the beginning.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Stock {
    /// What.
    pub kind: Id<Kind>,
    /// How many.
    pub count: Option<Formula>,
    /// How likely.
    pub chance: Option<Formula>,
    /// It is put on at once.
    pub worn: bool,
}

impl Named for Kind {
    const SECTION: Section = Section::Kinds;
}

impl Record for Kind {
    const NAME: &'static str = "kind";
    const ABOUT: &'static str =
        "What a thing is: an actor, an item, a fixture or a piece of ground.";

    fn fields(&mut self, form: &mut Form<'_, '_>) {
        form.field("name", "What it is called; without it, its key.", &mut self.name);
        form.field("proper", "It has a name of its own and takes no article.", &mut self.proper);
        form.field("mass", "It is a mass, like water: \"some\", not \"a\".", &mut self.mass);
        form.field("about", "What a look at it tells.", &mut self.about);
        form.word("as", "Where it stands in a cell.", &mut self.layer);
        form.field("look", "How it looks.", &mut self.look);
        form.only(&[AttributeKind::Flag]).field(
            "is",
            "The flags it has; \"-flag\" takes an inherited one away.",
            &mut self.flags,
        );
        form.only(AttributeKind::COUNTED).field(
            "has",
            "The numbers and gauges it has.",
            &mut self.values,
        );
        let about = "What of that is different while something holds of it.";
        form.field("changes", about, &mut self.changes);
        form.field("side", "Whom it is with; those of another side are foes.", &mut self.side);
        form.field("mind", "How it decides; without one it never acts.", &mut self.mind);
        form.field("strike", "What its blow does, or a blow with it.", &mut self.strike);
        let about = "What it does, when carried, to what its carrier walks into.";
        form.field("touch", about, &mut self.touch);
        form.only(&[AttributeKind::Flag]).field(
            "breaks",
            "Whoever has this flag and walks into it strikes it, though it is no foe.",
            &mut self.breaks,
        );
        form.field("free_bump", "To walk into it takes no time.", &mut self.free_bump);
        form.field(
            "abilities",
            "What it can cast; of an item, what its carrier can cast. The item pays what it has.",
            &mut self.abilities,
        );
        form.field("immune", "States that never take hold of it.", &mut self.immune);
        form.field("door", "It can be opened and closed.", &mut self.door);
        form.field("stairs", "It leads to another level.", &mut self.stairs);
        form.field("light", "It gives light.", &mut self.light);
        form.field("item", "It can be carried.", &mut self.item);
        form.field("wear", "What it changes while it is worn.", &mut self.wear);
        form.field("stock", "What it carries at first.", &mut self.stock);
        form.field("harmful", "Careful minds stay out of its cell.", &mut self.harmful);
        form.carried().field("drops", "What it leaves when it dies.", &mut self.drops);
        form.field("on", "What happens when.", &mut self.on);
    }
}

impl Record for Start {
    const NAME: &'static str = "start";
    const ABOUT: &'static str = "The value of an attribute when a thing comes into being.";

    fn fields(&mut self, form: &mut Form<'_, '_>) {
        form.main(
            "now",
            "Its value; of a gauge also the most, unless that is given.",
            &mut self.now,
        );
        form.field("max", "The most of a gauge.", &mut self.most);
    }
}

impl Record for Strike {
    const NAME: &'static str = "strike";
    const ABOUT: &'static str =
        "What a blow does. The striker is the actor, the struck the target.";
    const SUBJECTS: Option<Subjects> = Some(Subjects::DEED);

    fn fields(&mut self, form: &mut Form<'_, '_>) {
        form.field("chance", "The chance to hit; without it, every blow lands.", &mut self.chance);
        form.needed("do", "What a hit does.", &mut self.deed);
        form.field("miss", "What a miss does.", &mut self.miss);
        form.field("say", "What a hit tells.", &mut self.say);
        let about = "It is dealt also to what is in the way and is no foe, if it would change a \
                     value or a door of it.";
        form.field("touches", about, &mut self.touches);
    }
}

impl Record for Door {
    const NAME: &'static str = "door";
    const ABOUT: &'static str = "Something that can be opened. Closed, it is solid and opaque.";

    fn fields(&mut self, form: &mut Form<'_, '_>) {
        form.field("open", "Whether it stands open at first.", &mut self.open);
        form.field("locked", "Whether it is locked at first.", &mut self.locked);
        form.carried().field("keys", "What unlocks it.", &mut self.keys);
        form.field(
            "colored",
            "It is locked in a colour of its own, as its key is.",
            &mut self.colored,
        );
        form.field("consumes", "The key is used up.", &mut self.consumes);
        form.field("enters", "Who unlocks it walks in at once.", &mut self.enters);
        form.field(
            "while",
            "It is open while this holds and locked while it does not; nobody opens it by hand.",
            &mut self.while_,
        );
    }
}

impl Record for Stairs {
    const NAME: &'static str = "stairs";
    const ABOUT: &'static str = "Something that leads to another level.";

    fn fields(&mut self, form: &mut Form<'_, '_>) {
        form.word("way", "Which link of the level it follows.", &mut self.way);
        form.field("level", "A level of its own choosing, in place of the link.", &mut self.level);
        form.field(
            "at_once",
            "Stepping on it is enough; otherwise one descends.",
            &mut self.at_once,
        );
    }
}

impl Record for Lamp {
    const NAME: &'static str = "light";
    const ABOUT: &'static str =
        "Light that a thing gives. A cone follows the facing of who carries it.";

    fn fields(&mut self, form: &mut Form<'_, '_>) {
        form.main("radius", "How far it reaches; cells strictly nearer are lit.", &mut self.radius);
        form.field("color", "Its colour; without it, white.", &mut self.color);
        form.field("intensity", "How bright it is, 0 to 1; without it, 1.", &mut self.intensity);
        form.field("angle", "The angle of its cone in degrees.", &mut self.angle);
        form.word("falloff", "How it weakens with distance.", &mut self.falloff);
    }
}

impl Record for Modifier {
    const NAME: &'static str = "modifier";
    const ABOUT: &'static str =
        "A change of a value that holds while a thing is worn, a state lasts or a condition holds.";

    fn fields(&mut self, form: &mut Form<'_, '_>) {
        form.needed(
            "attribute",
            "What is changed: a flag is set by adding 1, of a gauge the most is changed.",
            &mut self.attribute,
        );
        form.field("by", "What is added.", &mut self.by);
        form.field("times", "What it is multiplied by, after all is added.", &mut self.times);
        form.field("when", "Only when this holds.", &mut self.when);
    }

    fn flaw(&self) -> Option<&'static str> {
        let idle = self.by.is_none() && self.times.is_none();
        idle.then_some("it changes nothing: give `by` or `times`")
    }
}

impl Record for Stock {
    const NAME: &'static str = "stock";
    const ABOUT: &'static str = "Something that is carried from the beginning.";

    fn fields(&mut self, form: &mut Form<'_, '_>) {
        form.carried().main("kind", "The kind.", &mut self.kind);
        form.field("count", "How many; without it, one.", &mut self.count);
        form.field("chance", "How likely each is.", &mut self.chance);
        form.field("worn", "It is put on at once.", &mut self.worn);
    }
}
