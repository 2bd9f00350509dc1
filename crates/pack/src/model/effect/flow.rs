use crate::form::Syntax;
use crate::model::{Effect, Extent, Portion};
use crate::scope::{Subject, Subjects};

/// Everyone nearby becomes the target.
const TARGET: Subjects = Subjects::of([Subject::Target]);

pub(super) const ROWS: &[Syntax<Effect>] = &[
    Syntax {
        key: "if",
        about: "Runs effects if a condition holds, or others if it does not.",
        example: r#"{ "if": { "when": "actor.strength >= 12", "do": [{ "open": { "of": "self" } }] } }"#,
        read: |form| Effect::If {
            when: form.needed("when", "The condition."),
            then: form.needed("do", "The effects if so."),
            otherwise: form.field("else", "The effects if not."),
        },
    },
    Syntax {
        key: "chance",
        about: "Runs effects with a given chance.",
        example: r#"{ "chance": { "of": 0.3, "do": [{ "apply": "poisoned" }] } }"#,
        read: |form| Effect::Chance {
            of: form.needed("of", "The chance, 0 to 1."),
            then: form.needed("do", "The effects if so."),
            otherwise: form.field("else", "The effects if not."),
        },
    },
    Syntax {
        key: "pick",
        about: "Runs one of several lists of effects, drawn by weight.",
        example: r#"{ "pick": [{ "weight": 3, "do": [{ "say": "Nothing." }] }, { "do": [{ "say": "Something!" }] }] }"#,
        read: |form| {
            let lots: Vec<Portion> = form.main("lots", "The lists to draw from.");
            form.flaw(lots.is_empty().then_some("there is nothing to pick from"));
            Effect::Pick { lots }
        },
    },
    Syntax {
        key: "with",
        about: "Computes a number once, so that the effects in `do` can read it as `amount`.",
        example: r#"{ "with": { "amount": "max(0, actor.attack + d6 - target.defense)", "do": [{ "if": { "when": "amount > 0", "do": [{ "harm": "amount" }], "else": [{ "say": "[Actor] miss[es]." }] } }] } }"#,
        read: |form| Effect::With {
            amount: form.needed("amount", "The number. Formulas in `do` read it as `amount`."),
            then: form.having_amount().needed("do", "The effects that use it."),
        },
    },
    Syntax {
        key: "repeat",
        about: "Runs effects several times.",
        example: r#"{ "repeat": { "times": "roll(2, 4)", "do": [{ "spawn": { "kind": "goblin" } }] } }"#,
        read: |form| Effect::Repeat {
            times: form.needed("times", "How many times, at most 100."),
            then: form.needed("do", "The effects."),
        },
    },
    Syntax {
        key: "area",
        about: "Runs effects on everyone nearby; each of them becomes the target in turn.",
        example: r#"{ "area": { "radius": 1, "at": "actor", "do": [{ "harm": 10 }] } }"#,
        read: |form| Effect::Area {
            extent: Extent::needed(form, "The radius in cells, as a square."),
            at: form.subject("at", "The center."),
            spares: form.field("spares", "Leaves out the one at the center."),
            then: form.having(TARGET).needed("do", "The effects."),
        },
    },
    Syntax {
        key: "each",
        about: "Runs effects for each thing of a selection, which is `it`.",
        example: r#"{ "each": { "from": { "around": "actor", "radius": 3, "what": "foes" }, "do": [{ "harm": { "by": 2, "of": "it" } }], "else": [{ "say": "Nobody is near." }] } }"#,
        read: |form| Effect::Each {
            from: form.needed("from", "The things."),
            then: form.of_each().needed("do", "The effects for each of them."),
            otherwise: form.field("else", "The effects if there is none."),
        },
    },
    Syntax {
        key: "later",
        about: "Runs effects some turns later. The threatened cells can be shown until then.",
        example: r#"{ "later": { "turns": 2, "radius": 1, "do": [{ "harm": 12 }] } }"#,
        read: |form| Effect::Later {
            turns: form.needed("turns", "The number of turns to wait."),
            extent: Extent::read(
                form,
                "The effects then hit everyone within this many cells of where the target stood, \
                 and these cells are shown until then.",
            ),
            then: form.having(TARGET).needed("do", "The effects."),
        },
    },
    Syntax {
        key: "call",
        about: "Runs a routine. Its subjects are those here.",
        example: r#"{ "call": { "routine": "gain_dread", "with": { "by": 5 } } }"#,
        read: |form| {
            let routine: Option<_> = form.main("routine", "The routine.");
            let with = form.arguments("with", "The values of its parameters.", routine);
            Effect::Call { routine: routine.unwrap_or_default(), with }
        },
    },
];
