use barrow_dice::Formula;
use barrow_source::Node;
use serde::{Deserialize, Serialize};

use super::{Ability, Attribute, AttributeKind};
use crate::data::{Keyword, Named};
use crate::form::{Choice, Data, Form, Shape, read_choice};
use crate::names::{Id, Section};
use crate::reader::Reader;
use crate::scope::Subjects;

/// How an actor decides: the first behaviour that has something to propose.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Mind {
    /// In order.
    pub behaviours: Vec<Behaviour>,
    /// Whoever has let a turn pass may do something in the next, though nothing has changed.
    pub restless: bool,
}

/// Something an actor may want to do, and when.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Behaviour {
    /// What.
    pub deed: Deed,
    /// Only when this holds; the nearest foe is the target.
    pub when: Option<Formula>,
    /// Only so often.
    pub chance: Option<Formula>,
}

/// What a behaviour proposes.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[expect(missing_docs, reason = "each field is told in `fields`, where authors read it")]
pub enum Deed {
    /// Strike a foe next to it.
    Strike,
    /// Strike who harmed it last.
    StrikeBack,
    /// Go to the nearest foe it senses.
    Approach {
        within: Option<Formula>,
        sense: Sense,
        greedy: bool,
        detour: Option<Formula>,
        memory: Option<Formula>,
    },
    /// Go away from foes.
    Flee { within: Option<Formula> },
    /// Keep a distance from the nearest foe.
    KeepAway { near: Formula, far: Formula },
    /// Cast.
    Cast { ability: Id<Ability> },
    /// Throw something it carries.
    Shoot { range: Option<Formula> },
    /// Stay near the place it began, and go back there.
    Guard { radius: Formula },
    /// Take a random step.
    Wander { careful: bool, four: bool },
    /// Lie still until a foe comes near.
    Ambush { within: Formula },
    /// Dig at what can be broken.
    Mine { flag: Id<Attribute>, within: Option<Formula> },
    /// Let the turn pass.
    Wait,
}

/// How an actor notices its foes.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub enum Sense {
    /// It sees them, as far as its sight reaches.
    #[default]
    Sight,
    /// It sees them where light falls on them.
    Light,
    /// It always knows.
    Always,
}

impl Keyword for Sense {
    const ALL: &'static [Self] = &[Self::Sight, Self::Light, Self::Always];
    const WORDS: &'static [&'static str] = &["sight", "light", "always"];
}

impl Named for Mind {
    const SECTION: Section = Section::Minds;
}

impl Data for Mind {
    fn read(node: &Node, reader: &mut Reader<'_>) -> Option<Self> {
        let behaviours: Vec<Behaviour> = Vec::read(node, reader)?;
        let restless = is_restless(&behaviours);
        Some(Self { behaviours, restless })
    }

    fn shape() -> Shape {
        Vec::<Behaviour>::shape()
    }
}

impl Data for Behaviour {
    fn read(node: &Node, reader: &mut Reader<'_>) -> Option<Self> {
        read_choice(node, reader)
    }

    fn shape() -> Shape {
        Shape::Record(Self::NAME)
    }
}

/// Whether someone who comes as far as any behaviour that may change its mind by itself comes
/// there always: nothing before it lets the turn pass.
fn is_restless(behaviours: &[Behaviour]) -> bool {
    let passes = |it: &Behaviour| matches!(it.deed, Deed::Wait | Deed::Ambush { .. });
    let asked = behaviours.iter().position(passes).map_or(behaviours, |end| &behaviours[..=end]);
    asked.iter().any(Behaviour::is_restless)
}

impl Behaviour {
    /// Whether it may propose something to someone to whom it proposed nothing before, though
    /// nothing has changed and no foe has come near.
    pub const fn is_restless(&self) -> bool {
        let deed = match &self.deed {
            Deed::Approach { within, sense, .. } => {
                within.is_none() && matches!(sense, Sense::Always)
            }
            Deed::Cast { .. } | Deed::Wander { .. } | Deed::Mine { .. } => true,
            Deed::Strike
            | Deed::StrikeBack
            | Deed::Flee { .. }
            | Deed::KeepAway { .. }
            | Deed::Shoot { .. }
            | Deed::Guard { .. }
            | Deed::Ambush { .. }
            | Deed::Wait => false,
        };
        deed || self.when.is_some() || self.chance.is_some()
    }

    const fn of(deed: Deed) -> Self {
        Self { deed, when: None, chance: None }
    }
}

impl Choice for Behaviour {
    const NAME: &'static str = "behaviour";
    const ABOUT: &'static str = "Something an actor may want to do. The first that can, decides.";
    const SUBJECTS: Subjects = Subjects::DEED;

    fn all() -> Vec<Self> {
        let deeds = [
            Deed::Strike,
            Deed::StrikeBack,
            Deed::Approach {
                within: None,
                sense: Sense::default(),
                greedy: false,
                detour: None,
                memory: None,
            },
            Deed::Flee { within: None },
            Deed::KeepAway { near: Formula::default(), far: Formula::default() },
            Deed::Cast { ability: Id::default() },
            Deed::Shoot { range: None },
            Deed::Guard { radius: Formula::default() },
            Deed::Wander { careful: true, four: false },
            Deed::Ambush { within: Formula::default() },
            Deed::Mine { flag: Id::default(), within: None },
            Deed::Wait,
        ];
        deeds.into_iter().map(Self::of).collect()
    }

    fn key(&self) -> &'static str {
        match self.deed {
            Deed::Strike => "strike",
            Deed::StrikeBack => "strike_back",
            Deed::Approach { .. } => "approach",
            Deed::Flee { .. } => "flee",
            Deed::KeepAway { .. } => "keep_away",
            Deed::Cast { .. } => "cast",
            Deed::Shoot { .. } => "shoot",
            Deed::Guard { .. } => "guard",
            Deed::Wander { .. } => "wander",
            Deed::Ambush { .. } => "ambush",
            Deed::Mine { .. } => "mine",
            Deed::Wait => "wait",
        }
    }

    fn about(&self) -> &'static str {
        match self.deed {
            Deed::Strike => "Strikes a foe next to it.",
            Deed::StrikeBack => {
                "Strikes who harmed it last, foe or not, if that one is next to it."
            }
            Deed::Approach { .. } => "Goes to the nearest foe it senses.",
            Deed::Flee { .. } => "Goes away from the foes it sees.",
            Deed::KeepAway { .. } => "Keeps a distance from the nearest foe it sees.",
            Deed::Cast { .. } => "Casts an ability, if it can pay for it and has a target.",
            Deed::Shoot { .. } => "Throws something it carries at a foe it sees.",
            Deed::Guard { .. } => "Goes back when it is too far from where it began.",
            Deed::Wander { .. } => "Takes a random step.",
            Deed::Ambush { .. } => "Lies still until a foe comes near, then never again.",
            Deed::Mine { .. } => "Goes to the nearest thing that has the flag and strikes it.",
            Deed::Wait => "Lets the turn pass.",
        }
    }

    fn example(&self) -> &'static str {
        match self.deed {
            Deed::Strike => r#""strike""#,
            Deed::StrikeBack => r#""strike_back""#,
            Deed::Approach { .. } => r#"{ "approach": { "within": 10, "sense": "light" } }"#,
            Deed::Flee { .. } => r#"{ "flee": { "when": "health < health.max / 4" } }"#,
            Deed::KeepAway { .. } => r#"{ "keep_away": { "near": 3, "far": 5 } }"#,
            Deed::Cast { .. } => r#"{ "cast": { "ability": "bolt", "chance": 0.3 } }"#,
            Deed::Shoot { .. } => r#"{ "shoot": { "range": 8 } }"#,
            Deed::Guard { .. } => r#"{ "guard": { "radius": 6 } }"#,
            Deed::Wander { .. } => r#"{ "wander": { "chance": 0.5 } }"#,
            Deed::Ambush { .. } => r#"{ "ambush": { "within": 2 } }"#,
            Deed::Mine { .. } => r#"{ "mine": { "flag": "breakable", "within": 10 } }"#,
            Deed::Wait => r#""wait""#,
        }
    }

    fn fields(&mut self, form: &mut Form<'_, '_>) {
        match &mut self.deed {
            Deed::Strike | Deed::StrikeBack | Deed::Wait => {}
            Deed::Approach { within, sense, greedy, detour, memory } => {
                form.field("within", "How near the foe must be, in steps.", within);
                form.word("sense", "How it notices foes.", sense);
                form.field("greedy", "It steps straight on and finds no way around.", greedy);
                let about =
                    "Of the greedy: turns it takes the way around once straight on is barred.";
                form.field("detour", about, detour);
                form.field("memory", "Turns it goes on to where it last saw one.", memory);
            }
            Deed::Flee { within } => form.field("within", "Only from foes so near.", within),
            Deed::KeepAway { near, far } => {
                form.needed("near", "Nearer than this it goes away.", near);
                form.needed("far", "Farther than this it comes nearer.", far);
            }
            Deed::Cast { ability } => form.main("ability", "What it casts.", ability),
            Deed::Shoot { range } => form.field("range", "How far.", range),
            Deed::Guard { radius } => {
                form.main("radius", "How far it goes from its place.", radius);
            }
            Deed::Wander { careful, four } => {
                form.field("careful", "It never steps into harm.", careful);
                form.field("four", "Only north, east, south or west.", four);
            }
            Deed::Ambush { within } => form.main("within", "How near a foe must come.", within),
            Deed::Mine { flag, within } => {
                form.only(&[AttributeKind::Flag]).main("flag", "What it digs at.", flag);
                form.field("within", "How far it looks for it.", within);
            }
        }
        form.field("when", "Only when this holds; the nearest foe is the target.", &mut self.when);
        form.field("chance", "Only so often.", &mut self.chance);
    }
}
