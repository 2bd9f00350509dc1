use std::sync::Arc;

use crate::form::Syntax;
use crate::model::flaw::{KIND_OR_TABLE, one_of_two};
use crate::model::{BagName, Effect, Extent, Selection};
use crate::scope::Subject;

pub(super) const ROWS: &[Syntax<Effect>] = &[
    Syntax {
        key: "spawn",
        about: "Creates something on a free cell near a subject.",
        example: r#"{ "spawn": { "kind": "goblin", "count": 2, "radius": 3 } }"#,
        read: |form| {
            let kind: Option<_> = form.field("kind", "The kind.");
            let table: Option<_> =
                form.field("table", "A table to draw the kind from, instead of `kind`.");
            form.flaw(one_of_two(kind.is_some(), table.is_some(), KIND_OR_TABLE));
            let facing: Option<Subject> = form.field(
                "facing",
                "It appears beside `at`, on the side of this subject or of the cell aimed at, and \
                 faces there.",
            );
            let by: Option<Subject> = form.field(
                "by",
                "The sender: it is the actor in its occasions, and counts as the killer.",
            );
            let alone = by.is_some() && facing.is_none();
            form.flaw(alone.then_some("`by` is for projectiles; say where it is `facing`"));
            Effect::Spawn {
                kind,
                table,
                count: form.field("count", "How many. If omitted, one."),
                extent: Extent::read(
                    form,
                    "The maximum distance in cells. If omitted, as near as possible.",
                ),
                at: form.subject("at", "Near whom it appears."),
                facing,
                by,
            }
        },
    },
    Syntax {
        key: "remove",
        about: "Removes something from the world; it does not die.",
        example: r#"{ "remove": { "of": "self" } }"#,
        read: |form| Effect::Remove { of: form.subject("of", "What is affected.") },
    },
    Syntax {
        key: "become",
        about: "Turns something into another kind.",
        example: r#"{ "become": { "kind": "rubble", "of": "self" } }"#,
        read: |form| Effect::Become {
            kind: form.main("kind", "The new kind."),
            of: form.subject("of", "What is affected."),
        },
    },
    Syntax {
        key: "give",
        about: "Puts something into a bag, or on the ground if the bag is full.",
        example: r#"{ "give": { "kind": "key", "of": "player" } }"#,
        read: |form| {
            let kind: Option<_> = form.carried().field("kind", "The kind.");
            let table: Option<_> =
                form.carried().field("table", "A table to draw the kind from, instead of `kind`.");
            form.flaw(one_of_two(kind.is_some(), table.is_some(), KIND_OR_TABLE));
            Effect::Give {
                kind,
                table,
                count: form.field("count", "How many. If omitted, one."),
                bag: form.field_or("bag", "Which bag.", BagName::Inventory),
                of: form.subject("of", "Whose bag."),
            }
        },
    },
    Syntax {
        key: "spill",
        about: "Drops random items from someone's bag.",
        example: r#"{ "spill": { "radius": 1, "of": "actor" } }"#,
        read: |form| Effect::Spill {
            count: form.field("count", "How many. If omitted, one."),
            radius: form.field("radius", "How far they can land, in cells. If omitted, 1."),
            bag: form.field_or("bag", "Which bag.", BagName::Inventory),
            filter: form.of_each().field("where", "Only items for which this holds; each is `it`."),
            of: form.subject("of", "Whose bag."),
        },
    },
    Syntax {
        key: "take",
        about: "Removes items from a bag and destroys them.",
        example: r#"{ "take": { "kind": "key", "of": "player" } }"#,
        read: |form| {
            let kind: Option<_> =
                form.carried().bare("kind", "The kind. It can be omitted if `where` is given.");
            let count = form.field("count", "How many. If omitted, one.");
            let bag = form.field_or("bag", "Which bag.", BagName::Inventory);
            let about = "Only items for which this holds; each is `it`.";
            let filter: Option<_> = form.of_each().field("where", about);
            let of = form.subject("of", "Whose bag.");
            let nothing = kind.is_none() && filter.is_none();
            form.flaw(nothing.then_some("say which items: give `kind` or `where`"));
            Effect::Take { kind, count, bag, filter, of }
        },
    },
    Syntax {
        key: "transfer",
        about: "Moves things to a bag or to cells. What does not fit stays where it is.",
        example: r#"{ "transfer": { "from": { "bag": "draw", "of": "actor", "count": 5 }, "to": { "bag": "hand", "of": "actor" } } }"#,
        read: |form| {
            let from: Arc<Selection> = form.needed("from", "The things.");
            form.flaw(from.flaw_for_things());
            Effect::Transfer { from, to: form.needed("to", "Where they go.") }
        },
    },
    Syntax {
        key: "shuffle",
        about: "Puts what is in a bag into random order.",
        example: r#"{ "shuffle": { "bag": "draw", "of": "actor" } }"#,
        read: |form| Effect::Shuffle {
            bag: form.main("bag", "Which bag."),
            of: form.subject("of", "Whose bag."),
        },
    },
    Syntax {
        key: "join",
        about: "Makes an actor change sides. The actor that it joins leads it from then on.",
        example: r#"{ "join": { "side": "player" } }"#,
        read: |form| Effect::Join {
            side: form.main(
                "side",
                "The new side: `self`, `actor`, `target`, `item` or `player` for the side of a \
                 subject, or else the name of a side.",
            ),
            of: form.subject("of", "Who changes sides."),
        },
    },
    Syntax {
        key: "forget",
        about: "Makes an actor forget who harmed it and where it last saw its foes.",
        example: r#"{ "forget": { "of": "target" } }"#,
        read: |form| Effect::Forget { of: form.subject("of", "Who forgets.") },
    },
    Syntax {
        key: "identify",
        about: "Identifies an item: its kind becomes known.",
        example: r#"{ "identify": { "of": "item" } }"#,
        read: |form| Effect::Identify { of: form.subject("of", "Which item.") },
    },
];
