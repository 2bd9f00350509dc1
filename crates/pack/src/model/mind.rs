use barrow_dice::Formula;
use barrow_source::Node;
use serde::{Deserialize, Serialize};

use super::{Ability, Attribute, AttributeKind};
use crate::data::{Keyword, Named};
use crate::form::{Choice, Data, Shape, Syntax, VariantForm, read_choice};
use crate::names::{Id, Section};
use crate::reader::Reader;
use crate::scope::Subjects;
use crate::template::Template;

/// How an actor decides: the first behaviour that proposes something wins.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Mind {
    /// The behaviours, in order.
    pub behaviours: Vec<Behaviour>,
}

/// Something an actor may do, and when.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Behaviour {
    /// What it does.
    pub deed: Deed,
    /// Only if this holds. The nearest foe is the target.
    pub when: Option<Formula>,
    /// The chance that it is considered. If omitted, always.
    pub chance: Option<Formula>,
}

/// What a behaviour proposes. The rows below say what each deed and each of its fields does.
// Minds weigh dozens of deeds a turn. A tag of its own is read faster than one that is hidden in a
// formula.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[repr(u8)]
#[expect(missing_docs, reason = "the rows describe each variant and field, for authors too")]
pub enum Deed {
    Strike,
    StrikeBack {
        follow: bool,
    },
    Approach {
        within: Option<Formula>,
        sense: Sense,
        greedy: bool,
        detour: Option<Formula>,
        memory: Option<Formula>,
    },
    Surround {
        within: Option<Formula>,
        sense: Sense,
    },
    Search {
        turns: Formula,
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
    Alert {
        radius: Formula,
        say: Template,
    },
    Advance,
    Guard {
        radius: Formula,
    },
    Disengage {
        turns: Formula,
    },
    Patrol {
        flag: Option<Id<Attribute>>,
    },
    Follow {
        whom: Whom,
        flag: Option<Id<Attribute>>,
        near: Option<Formula>,
        far: Option<Formula>,
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
    /// It sees them within its sight radius.
    #[default]
    Sight,
    /// It sees them where they are lit.
    Light,
    /// It always knows where they are.
    Always,
}

impl Keyword for Sense {
    const ALL: &'static [Self] = &[Self::Sight, Self::Light, Self::Always];
    const WORDS: &'static [&'static str] = &["sight", "light", "always"];
}

/// Whom an actor follows.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub enum Whom {
    /// The actor that created it or made it join a side; if that is gone, the nearest player on its
    /// side.
    #[default]
    Leader,
    /// The nearest player, on its side or not.
    Player,
}

impl Keyword for Whom {
    const ALL: &'static [Self] = &[Self::Leader, Self::Player];
    const WORDS: &'static [&'static str] = &["leader", "player"];
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
    const ABOUT: &'static str = "Something an actor may do. The first behaviour of a mind that \
                                 can act decides.";
    const SUBJECTS: Subjects = Subjects::DEED;

    const GROUPS: &'static [&'static [Syntax<Deed>]] = &[ROWS];

    type Variant = Deed;

    fn complete(deed: Deed, form: &mut VariantForm<'_, '_>) -> Self {
        Self {
            deed,
            when: form.field("when", "Only if this holds. The nearest foe is the target."),
            chance: form.field("chance", "The chance that it is considered. If omitted, always."),
        }
    }
}

const ROWS: &[Syntax<Deed>] = &[
    Syntax {
        key: "strike",
        about: "Strikes an adjacent foe.",
        example: r#""strike""#,
        read: |_| Deed::Strike,
    },
    Syntax {
        key: "strike_back",
        about: "Strikes the actor that harmed it last, foe or not, if adjacent.",
        example: r#"{ "strike_back": { "follow": true } }"#,
        read: |form| Deed::StrikeBack {
            follow: form.field("follow", "If that actor is not adjacent, it goes there."),
        },
    },
    Syntax {
        key: "approach",
        about: "Moves towards the nearest foe it senses.",
        example: r#"{ "approach": { "within": 10, "sense": "light" } }"#,
        read: |form| Deed::Approach {
            within: form.field("within", "The maximum distance of the foe, in steps."),
            sense: form.word("sense", "How it notices foes."),
            greedy: form.field(
                "greedy",
                "It walks straight towards the foe and does not look for a way around obstacles.",
            ),
            detour: form.field(
                "detour",
                "With `greedy`: the number of turns it does look for a way around after its way \
                 was blocked.",
            ),
            memory: form
                .field("memory", "The number of turns it keeps going to where it last saw a foe."),
        },
    },
    Syntax {
        key: "surround",
        about: "Moves towards the nearest foe it senses, to the side with the fewest friends.",
        example: r#"{ "surround": { "within": 8 } }"#,
        read: |form| Deed::Surround {
            within: form.field("within", "The maximum distance of the foe, in steps."),
            sense: form.word("sense", "How it notices foes."),
        },
    },
    Syntax {
        key: "search",
        about: "Goes where it last saw a foe, heard a noise or was alerted, and looks around.",
        example: r#"{ "search": { "turns": 12 } }"#,
        read: |form| Deed::Search {
            turns: form.main("turns", "The number of turns until it gives up."),
        },
    },
    Syntax {
        key: "flee",
        about: "Moves away from the foes it sees.",
        example: r#"{ "flee": { "when": "health < health.max / 4" } }"#,
        read: |form| Deed::Flee {
            within: form.field("within", "Only from foes within this distance."),
        },
    },
    Syntax {
        key: "keep_away",
        about: "Keeps its distance from the nearest foe it sees.",
        example: r#"{ "keep_away": { "near": 3, "far": 5 } }"#,
        read: |form| Deed::KeepAway {
            near: form.needed("near", "It backs off if the foe is nearer than this."),
            far: form.needed("far", "It comes closer if the foe is farther than this."),
        },
    },
    Syntax {
        key: "cast",
        about: "Casts an ability, if it can pay for it and has a target.",
        example: r#"{ "cast": { "ability": "bolt", "chance": 0.3 } }"#,
        read: |form| Deed::Cast { ability: form.main("ability", "The ability.") },
    },
    Syntax {
        key: "shoot",
        about: "Throws something from its bag at a foe it sees.",
        example: r#"{ "shoot": { "range": 8 } }"#,
        read: |form| Deed::Shoot { range: form.field("range", "The maximum distance in cells.") },
    },
    Syntax {
        key: "alert",
        about: "Calls friends who do not know of a foe that it sees. They wake, and their \
                `approach` and `search` lead there for ten turns.",
        example: r#"{ "alert": { "radius": 10, "say": "[Self] shouts." } }"#,
        read: |form| Deed::Alert {
            radius: form.main("radius", "How far it is heard, in cells."),
            say: form.field("say", "The message for those who see it."),
        },
    },
    Syntax {
        key: "advance",
        about: "Flies where it faces, as its `flight` says, until it meets something.",
        example: r#""advance""#,
        read: |_| Deed::Advance,
    },
    Syntax {
        key: "guard",
        about: "Returns if it is too far from where it started.",
        example: r#"{ "guard": { "radius": 6 } }"#,
        read: |form| Deed::Guard {
            radius: form.main("radius", "The maximum distance from where it started."),
        },
    },
    Syntax {
        key: "disengage",
        about: "Forgets its foe and goes back to where it started, if it has noticed no foe for \
                some turns.",
        example: r#"{ "disengage": { "turns": 20 } }"#,
        read: |form| Deed::Disengage {
            turns: form.main("turns", "The number of turns without seeing or hearing anyone."),
        },
    },
    Syntax {
        key: "patrol",
        about: "Walks from place to place: in turn to the things that have a flag, or else to \
                random cells.",
        example: r#"{ "patrol": { "flag": "post" } }"#,
        read: |form| Deed::Patrol {
            flag: form
                .only(&[AttributeKind::Flag])
                .field("flag", "The flag of the items and fixtures that it visits."),
        },
    },
    Syntax {
        key: "follow",
        about: "Keeps near its leader.",
        example: r#"{ "follow": { "near": 2 } }"#,
        read: |form| Deed::Follow {
            whom: form
                .word("whom", "Whom it follows: who created it or made it join, or a player."),
            flag: form.only(&[AttributeKind::Flag]).field(
                "flag",
                "Without a leader, it follows the nearest friend that has this flag.",
            ),
            near: form.field("near", "It comes no nearer than this. If omitted, 2."),
            far: form.field("far", "It does not follow farther than this. If omitted, anywhere."),
        },
    },
    Syntax {
        key: "wander",
        about: "Takes a random step.",
        example: r#"{ "wander": { "chance": 0.5 } }"#,
        read: |form| Deed::Wander {
            careful: form.field_or("careful", "It never steps onto harmful cells.", true),
            four: form.field("four", "It moves only north, east, south or west."),
        },
    },
    Syntax {
        key: "ambush",
        about: "Waits until a foe comes near, and never again after that.",
        example: r#"{ "ambush": { "within": 2 } }"#,
        read: |form| Deed::Ambush {
            within: form.main("within", "The distance at which it wakes up."),
        },
    },
    Syntax {
        key: "mine",
        about: "Moves to the nearest thing that has the flag and strikes it.",
        example: r#"{ "mine": { "flag": "breakable", "within": 10 } }"#,
        read: |form| Deed::Mine {
            flag: form.only(&[AttributeKind::Flag]).main("flag", "The flag of what it digs at."),
            within: form.field("within", "How far it looks, in cells."),
        },
    },
    Syntax {
        key: "wait",
        about: "Lets the turn pass.",
        example: r#""wait""#,
        read: |_| Deed::Wait,
    },
];
