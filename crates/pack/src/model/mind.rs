use barrow_dice::Formula;
use serde::{Deserialize, Serialize};

use super::{Ability, Attribute, AttributeKind};
use crate::data::{Keyword, Named};
use crate::form::{Choice, Data, Shape, Syntax, VariantForm, read_choice};
use crate::json::Node;
use crate::names::{Id, Section};
use crate::reader::Reader;
use crate::scope::Subjects;

/// How an actor decides: the first behaviour that has something to propose.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Mind {
    /// In order.
    pub behaviours: Vec<Behaviour>,
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

/// What a behaviour proposes. The rows below say what each deed and each of its fields does.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[expect(missing_docs, reason = "the rows describe each variant and field, for authors too")]
pub enum Deed {
    Strike,
    StrikeBack,
    Approach {
        within: Option<Formula>,
        sense: Sense,
        greedy: bool,
        detour: Option<Formula>,
        memory: Option<Formula>,
    },
    Flee {
        within: Option<Formula>,
    },
    KeepAway {
        near: Formula,
        far: Formula,
    },
    Cast {
        ability: Id<Ability>,
    },
    Shoot {
        range: Option<Formula>,
    },
    Guard {
        radius: Formula,
    },
    Wander {
        careful: bool,
        four: bool,
    },
    Ambush {
        within: Formula,
    },
    Mine {
        flag: Id<Attribute>,
        within: Option<Formula>,
    },
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
        Vec::read(node, reader).map(|behaviours| Self { behaviours })
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

impl Choice for Behaviour {
    const NAME: &'static str = "behaviour";
    const ABOUT: &'static str = "Something an actor may want to do. The first that can, decides.";
    const SUBJECTS: Subjects = Subjects::DEED;

    const GROUPS: &'static [&'static [Syntax<Deed>]] = &[ROWS];

    type Variant = Deed;

    fn complete(deed: Deed, form: &mut VariantForm<'_, '_>) -> Self {
        Self {
            deed,
            when: form.field("when", "Only when this holds; the nearest foe is the target."),
            chance: form.field("chance", "Only so often."),
        }
    }
}

const ROWS: &[Syntax<Deed>] = &[
    Syntax {
        key: "strike",
        about: "Strikes a foe next to it.",
        example: r#""strike""#,
        read: |_| Deed::Strike,
    },
    Syntax {
        key: "strike_back",
        about: "Strikes who harmed it last, foe or not, if that one is next to it.",
        example: r#""strike_back""#,
        read: |_| Deed::StrikeBack,
    },
    Syntax {
        key: "approach",
        about: "Goes to the nearest foe it senses.",
        example: r#"{ "approach": { "within": 10, "sense": "light" } }"#,
        read: |form| Deed::Approach {
            within: form.field("within", "How near the foe must be, in steps."),
            sense: form.word("sense", "How it notices foes."),
            greedy: form.field("greedy", "It steps straight on and finds no way around."),
            detour: form.field(
                "detour",
                "Of the greedy: turns it takes the way around once straight on is barred.",
            ),
            memory: form.field("memory", "Turns it goes on to where it last saw one."),
        },
    },
    Syntax {
        key: "flee",
        about: "Goes away from the foes it sees.",
        example: r#"{ "flee": { "when": "health < health.max / 4" } }"#,
        read: |form| Deed::Flee { within: form.field("within", "Only from foes so near.") },
    },
    Syntax {
        key: "keep_away",
        about: "Keeps a distance from the nearest foe it sees.",
        example: r#"{ "keep_away": { "near": 3, "far": 5 } }"#,
        read: |form| Deed::KeepAway {
            near: form.needed("near", "Nearer than this it goes away."),
            far: form.needed("far", "Farther than this it comes nearer."),
        },
    },
    Syntax {
        key: "cast",
        about: "Casts an ability, if it can pay for it and has a target.",
        example: r#"{ "cast": { "ability": "bolt", "chance": 0.3 } }"#,
        read: |form| Deed::Cast { ability: form.main("ability", "What it casts.") },
    },
    Syntax {
        key: "shoot",
        about: "Throws something it carries at a foe it sees.",
        example: r#"{ "shoot": { "range": 8 } }"#,
        read: |form| Deed::Shoot { range: form.field("range", "How far.") },
    },
    Syntax {
        key: "guard",
        about: "Goes back when it is too far from where it began.",
        example: r#"{ "guard": { "radius": 6 } }"#,
        read: |form| Deed::Guard { radius: form.main("radius", "How far it goes from its place.") },
    },
    Syntax {
        key: "wander",
        about: "Takes a random step.",
        example: r#"{ "wander": { "chance": 0.5 } }"#,
        read: |form| Deed::Wander {
            careful: form.field_or("careful", "It never steps into harm.", true),
            four: form.field("four", "Only north, east, south or west."),
        },
    },
    Syntax {
        key: "ambush",
        about: "Lies still until a foe comes near, then never again.",
        example: r#"{ "ambush": { "within": 2 } }"#,
        read: |form| Deed::Ambush { within: form.main("within", "How near a foe must come.") },
    },
    Syntax {
        key: "mine",
        about: "Goes to the nearest thing that has the flag and strikes it.",
        example: r#"{ "mine": { "flag": "breakable", "within": 10 } }"#,
        read: |form| Deed::Mine {
            flag: form.only(&[AttributeKind::Flag]).main("flag", "What it digs at."),
            within: form.field("within", "How far it looks for it."),
        },
    },
    Syntax {
        key: "wait",
        about: "Lets the turn pass.",
        example: r#""wait""#,
        read: |_| Deed::Wait,
    },
];
