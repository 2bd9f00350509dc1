use std::sync::Arc;

use barrow_dice::Formula;
use barrow_small::Map;
use serde::{Deserialize, Serialize};

use super::{Attribute, AttributeKind, Effect, Extent, Look, Selection, SoundName};
use crate::data::{Keyword, Named};
use crate::form::{Form, Record};
use crate::names::{Id, Section};
use crate::scope::Subjects;
use crate::template::Template;

/// Something that can be cast. The caster is the actor.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Ability {
    /// The name. If omitted, the key.
    pub name: Arc<str>,
    /// A description for the player.
    pub about: Arc<str>,
    /// What the caster pays.
    pub cost: Map<Id<Attribute>, Formula>,
    /// The number of turns until it can be cast again.
    pub cooldown: Option<Formula>,
    /// The range in cells. If omitted, as far as the caster sees.
    pub range: Option<Formula>,
    /// What it is aimed at.
    pub aim: Aim,
    /// It cannot be aimed at the caster's own cell.
    pub apart: bool,
    /// The things to choose from, for the aim `item`. If omitted, what the caster carries.
    pub among: Option<Arc<Selection>>,
    /// Which cells around the target cell it affects, with everyone there except the caster.
    pub extent: Extent,
    /// The number of turns between the announcement and the effect.
    pub tell: Option<Formula>,
    /// The text of the announcement.
    pub tells: Template,
    /// Moving the caster does not cancel the announcement.
    pub steady: bool,
    /// The message when it takes effect.
    pub say: Template,
    /// How the projectile looks in flight. If omitted, it looks like a spark.
    pub missile: Option<Look>,
    /// What is heard when it is cast. If omitted, a chime.
    pub sound: SoundName,
    /// The effects on each target.
    pub deed: Vec<Effect>,
}

/// What an ability is aimed at.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub enum Aim {
    /// The caster.
    #[default]
    Own,
    /// The nearest visible foe.
    Nearest,
    /// A visible foe that the player chooses.
    Target,
    /// A visible cell that the player chooses.
    Cell,
    /// A thing that the player chooses from `among`.
    Item,
}

impl Keyword for Aim {
    const ALL: &'static [Self] = &[Self::Own, Self::Nearest, Self::Target, Self::Cell, Self::Item];
    const WORDS: &'static [&'static str] = &["self", "nearest", "target", "cell", "item"];
}

impl Named for Ability {
    const SECTION: Section = Section::Abilities;
}

impl Ability {
    /// Lists the fields that say where it can be aimed and whom it affects.
    fn fields_of_aim(&mut self, form: &mut Form<'_, '_>) {
        form.field(
            "range",
            "The range in cells. If omitted, as far as the caster sees.",
            &mut self.range,
        );
        form.word("aim", "What it is aimed at.", &mut self.aim);
        let about = "It cannot be aimed at the caster's own cell.";
        form.field("apart", about, &mut self.apart);
        let about = "The things to choose from, for the aim `item`. If omitted, what the caster \
                     carries.";
        form.field("among", about, &mut self.among);
        form.field(
            "radius",
            "It affects everyone except the caster within this many cells of the target cell.",
            &mut self.extent.radius,
        );
        let mut shape = self.extent.shape.take().map(|it| *it);
        let about = "It affects everyone except the caster in these cells, instead of a radius.";
        form.field("shape", about, &mut shape);
        self.extent.shape = shape.map(Box::new);
    }
}

impl Record for Ability {
    const NAME: &'static str = "ability";
    const ABOUT: &'static str = "Something that can be cast. The caster is the actor.";
    const SUBJECTS: Option<Subjects> = Some(Subjects::DEED);

    fn fields(&mut self, form: &mut Form<'_, '_>) {
        form.field("name", "The name. If omitted, the key.", &mut self.name);
        form.field("about", "A description for the player.", &mut self.about);
        form.only(AttributeKind::COUNTED).field("cost", "What the caster pays.", &mut self.cost);
        form.field(
            "cooldown",
            "The number of turns until it can be cast again.",
            &mut self.cooldown,
        );
        self.fields_of_aim(form);
        form.field(
            "tell",
            "The number of turns between the announcement and the effect. The caster does nothing \
             else until then.",
            &mut self.tell,
        );
        form.field("tells", "The text of the announcement.", &mut self.tells);
        let about = "Moving the caster does not cancel the announcement.";
        form.field("steady", about, &mut self.steady);
        form.field("say", "The message when it takes effect.", &mut self.say);
        let about = "How the projectile looks in flight. If omitted, it looks like a spark.";
        form.field("missile", about, &mut self.missile);
        let about = "What is heard when it is cast. If omitted, `chime`.";
        form.field("sound", about, &mut self.sound);
        form.needed("do", "The effects on each target.", &mut self.deed);
    }

    fn flaw(&self) -> Option<&'static str> {
        let item = self.aim == Aim::Item;
        if self.among.is_some() && !item {
            return Some("`among` is for the aim `item`");
        }
        let reaches = self.range.is_some() || self.extent.is_given() || self.tell.is_some();
        let reaches =
            (item && reaches).then_some("the aim `item` has no `range`, `shape` or `tell`");
        reaches.or_else(|| self.extent.flaw())
    }
}
