use crate::form::Syntax;
use crate::model::{Effect, Portion};

pub(super) const ROWS: &[Syntax<Effect>] = &[
    Syntax {
        key: "if",
        about: "Does one thing or another.",
        example: r#"{ "if": { "when": "actor.strength >= 12", "do": [{ "open": { "of": "self" } }] } }"#,
        read: |form| Effect::If {
            when: form.needed("when", "What must hold."),
            then: form.needed("do", "What happens then."),
            otherwise: form.field("else", "What happens otherwise."),
        },
    },
    Syntax {
        key: "chance",
        about: "Does something, or not, by chance.",
        example: r#"{ "chance": { "of": 0.3, "do": [{ "apply": "poisoned" }] } }"#,
        read: |form| Effect::Chance {
            of: form.needed("of", "How likely."),
            then: form.needed("do", "What happens then."),
            otherwise: form.field("else", "What happens otherwise."),
        },
    },
    Syntax {
        key: "pick",
        about: "Does one of several things, by weight.",
        example: r#"{ "pick": [{ "weight": 3, "do": [{ "say": "Nothing." }] }, { "do": [{ "say": "Something!" }] }] }"#,
        read: |form| {
            let lots: Vec<Portion> = form.main("lots", "What may happen.");
            form.flaw(lots.is_empty().then_some("there is nothing to pick from"));
            Effect::Pick { lots }
        },
    },
    Syntax {
        key: "with",
        about: "Rolls a number once, for all that follows to read as `amount`.",
        example: r#"{ "with": { "amount": "max(0, actor.attack + d6 - target.defense)", "do": [{ "if": { "when": "amount > 0", "do": [{ "harm": "amount" }], "else": [{ "say": "[Actor] miss[es]." }] } }] } }"#,
        read: |form| Effect::With {
            amount: form.needed("amount", "The number; formulas in `do` call it `amount`."),
            then: form.needed("do", "What happens with it."),
        },
    },
    Syntax {
        key: "repeat",
        about: "Does something several times.",
        example: r#"{ "repeat": { "times": "roll(2, 4)", "do": [{ "spawn": { "kind": "goblin" } }] } }"#,
        read: |form| Effect::Repeat {
            times: form.needed("times", "How often, at most a hundred."),
            then: form.needed("do", "What happens."),
        },
    },
    Syntax {
        key: "area",
        about: "Does something to everyone around, each in turn the target.",
        example: r#"{ "area": { "radius": 1, "at": "actor", "do": [{ "harm": 10 }] } }"#,
        read: |form| Effect::Area {
            radius: form.needed("radius", "How far, as a square."),
            at: form.subject("at", "Around whom."),
            spares: form.field("spares", "Whom it is around is spared."),
            then: form.needed("do", "What happens."),
        },
    },
    Syntax {
        key: "later",
        about: "Does something after some turns; the cells can be shown meanwhile.",
        example: r#"{ "later": { "turns": 2, "radius": 1, "do": [{ "harm": 12 }] } }"#,
        read: |form| {
            Effect::Later { turns: form.needed("turns", "After how many turns."), radius: form.field("radius", "It then happens to all within so many cells of where the target stood, and these cells are shown."), then: form.needed("do", "What happens."), }
        },
    },
];
