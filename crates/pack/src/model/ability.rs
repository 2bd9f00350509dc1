use std::sync::Arc;

use barrow_dice::Formula;
use barrow_sorted::Map;
use serde::{Deserialize, Serialize};

use super::{Attribute, AttributeKind, Effect, Look};
use crate::data::{Keyword, Named};
use crate::form::{Form, Record};
use crate::names::{Id, Section};
use crate::scope::Subjects;
use crate::template::Template;

/// Something that can be cast.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Ability {
    /// What it is called.
    pub name: Arc<str>,
    /// What it does, in words.
    pub about: Arc<str>,
    /// What it costs.
    pub cost: Map<Id<Attribute>, Formula>,
    /// Turns until it can be cast again.
    pub cooldown: Option<Formula>,
    /// How far it reaches.
    pub range: Option<Formula>,
    /// Whom it is aimed at.
    pub aim: Aim,
    /// It strikes all others within so many cells of where it is aimed.
    pub radius: Option<Formula>,
    /// Turns that pass between the announcement and the deed.
    pub tell: Option<Formula>,
    /// What the announcement says.
    pub tells: Template,
    /// What is told when it happens.
    pub say: Template,
    /// How it looks on its way to where it is aimed.
    pub missile: Option<Look>,
    /// What it does to each target.
    pub deed: Vec<Effect>,
}

/// Whom an ability is aimed at.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub enum Aim {
    /// The caster.
    #[default]
    Own,
    /// The nearest foe in sight.
    Nearest,
    /// A foe in sight, chosen.
    Target,
    /// A cell in sight, chosen.
    Cell,
}

impl Keyword for Aim {
    const ALL: &'static [Self] = &[Self::Own, Self::Nearest, Self::Target, Self::Cell];
    const WORDS: &'static [&'static str] = &["self", "nearest", "target", "cell"];
}

impl Named for Ability {
    const SECTION: Section = Section::Abilities;
}

impl Record for Ability {
    const NAME: &'static str = "ability";
    const ABOUT: &'static str = "Something that can be cast. The caster is the actor.";
    const SUBJECTS: Option<Subjects> = Some(Subjects::DEED);

    fn fields(&mut self, form: &mut Form<'_, '_>) {
        form.field("name", "What it is called; without it, its key.", &mut self.name);
        form.field("about", "What it does, in words.", &mut self.about);
        form.only(AttributeKind::COUNTED).field(
            "cost",
            "What it costs the caster.",
            &mut self.cost,
        );
        form.field("cooldown", "Turns until it can be cast again.", &mut self.cooldown);
        form.field("range", "How far it reaches; without it, as far as one sees.", &mut self.range);
        form.word("aim", "Whom it is aimed at.", &mut self.aim);
        form.field(
            "radius",
            "It reaches all but the caster within so many cells of the aim.",
            &mut self.radius,
        );
        form.field("tell", "Turns between the announcement and the deed.", &mut self.tell);
        form.field("tells", "What the announcement says.", &mut self.tells);
        form.field("say", "What is told when it happens.", &mut self.say);
        let about = "How it looks on its way to where it is aimed; without it, as a spark.";
        form.field("missile", about, &mut self.missile);
        form.needed("do", "What it does to each target.", &mut self.deed);
    }
}
