use crate::form::Syntax;
use crate::model::Effect;
use crate::model::flaw::{KIND_OR_TABLE, one_of_two};

pub(super) const ROWS: &[Syntax<Effect>] = &[
    Syntax {
        key: "spawn",
        about: "Brings something into being on a free cell near a subject.",
        example: r#"{ "spawn": { "kind": "goblin", "count": 2, "radius": 3 } }"#,
        read: |form| {
            let kind: Option<_> = form.field("kind", "The kind.");
            let table: Option<_> = form.field("table", "Or a table to draw from.");
            form.flaw(one_of_two(kind.is_some(), table.is_some(), KIND_OR_TABLE));
            Effect::Spawn {
                kind,
                table,
                count: form.field("count", "How many; without it, one."),
                radius: form
                    .field("radius", "How far off at the most; without it, as near as can be."),
                at: form.subject("at", "Near whom."),
            }
        },
    },
    Syntax {
        key: "remove",
        about: "Takes something out of the world, without a death.",
        example: r#"{ "remove": { "of": "self" } }"#,
        read: |form| Effect::Remove { of: form.subject("of", "What.") },
    },
    Syntax {
        key: "become",
        about: "Turns something into another kind.",
        example: r#"{ "become": { "kind": "rubble", "of": "self" } }"#,
        read: |form| Effect::Become {
            kind: form.main("kind", "Into what."),
            of: form.subject("of", "What."),
        },
    },
    Syntax {
        key: "give",
        about: "Puts something into a bag, or at the feet when the bag is full.",
        example: r#"{ "give": { "kind": "key", "of": "player" } }"#,
        read: |form| {
            let kind: Option<_> = form.carried().field("kind", "The kind.");
            let table: Option<_> = form.carried().field("table", "Or a table to draw from.");
            form.flaw(one_of_two(kind.is_some(), table.is_some(), KIND_OR_TABLE));
            Effect::Give {
                kind,
                table,
                count: form.field("count", "How many; without it, one."),
                of: form.subject("of", "Whose bag."),
            }
        },
    },
    Syntax {
        key: "spill",
        about: "Drops things that someone carries, drawn at random.",
        example: r#"{ "spill": { "radius": 1, "of": "actor" } }"#,
        read: |form| Effect::Spill {
            count: form.field("count", "How many; without it, one."),
            radius: form.field("radius", "How far they fall; without it, one cell."),
            of: form.subject("of", "Whose bag."),
        },
    },
    Syntax {
        key: "take",
        about: "Takes something out of a bag for good.",
        example: r#"{ "take": { "kind": "key", "of": "player" } }"#,
        read: |form| Effect::Take {
            kind: form.carried().main("kind", "The kind."),
            count: form.field("count", "How many; without it, one."),
            of: form.subject("of", "Whose bag."),
        },
    },
    Syntax {
        key: "forget",
        about: "Makes someone forget who harmed it and where its foes were.",
        example: r#"{ "forget": { "of": "target" } }"#,
        read: |form| Effect::Forget { of: form.subject("of", "Who.") },
    },
    Syntax {
        key: "identify",
        about: "Makes the kind of a thing known.",
        example: r#"{ "identify": { "of": "item" } }"#,
        read: |form| Effect::Identify { of: form.subject("of", "Which thing.") },
    },
];
