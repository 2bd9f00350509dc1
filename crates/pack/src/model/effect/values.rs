use crate::form::Syntax;
use crate::model::{AttributeKind, Effect};

pub(super) const ROWS: &[Syntax<Effect>] = &[
    Syntax {
        key: "change",
        about: "Adds to a number or gauge.",
        example: r#"{ "change": { "attribute": "gold", "by": "roll(3, 5)", "of": "actor" } }"#,
        read: |form| Effect::Change {
            attribute: form.only(AttributeKind::COUNTED).needed("attribute", "What is changed."),
            by: form.needed("by", "What is added; negative takes away."),
            had: form.field("had", "Only where it has one already."),
            of: form.subject("of", "Whose."),
        },
    },
    Syntax {
        key: "set",
        about: "Sets a flag, number or gauge.",
        example: r#"{ "set": { "attribute": "awake", "to": true, "of": "self" } }"#,
        read: |form| Effect::Set {
            attribute: form.needed("attribute", "What is set."),
            to: form.needed("to", "Its new value; a flag is 0 or 1, or true or false."),
            had: form.field("had", "Only where it has one already."),
            of: form.subject("of", "Whose."),
        },
    },
    Syntax {
        key: "fill",
        about: "Fills a gauge up.",
        example: r#"{ "fill": "health" }"#,
        read: |form| Effect::Fill {
            attribute: form.only(&[AttributeKind::Gauge]).main("attribute", "The gauge."),
            of: form.subject("of", "Whose."),
        },
    },
    Syntax {
        key: "raise",
        about: "Adds to the most of a gauge.",
        example: r#"{ "raise": { "attribute": "health", "by": 5 } }"#,
        read: |form| Effect::Raise {
            attribute: form.only(&[AttributeKind::Gauge]).needed("attribute", "The gauge."),
            by: form.needed("by", "What is added; negative takes away."),
            of: form.subject("of", "Whose."),
        },
    },
    Syntax {
        key: "harm",
        about: "Lowers life, and remembers by whose hand.",
        example: r#"{ "harm": { "by": "max(1, actor.attack - target.defense)", "type": "fire" } }"#,
        read: |form| Effect::Harm {
            by: form.main("by", "How much; `amount` in what follows."),
            kind: form.field("type", "What kind of harm: `<type>_immune` spares from it."),
            cause: form.field("cause", "What the end of the run calls it; without it, the actor."),
            of: form.subject("of", "Whom."),
        },
    },
    Syntax {
        key: "die",
        about: "Kills at once what acts or has life.",
        example: r#"{ "die": { "cause": "the long fall" } }"#,
        read: |form| Effect::Die {
            cause: form.field("cause", "What the end of the run calls it."),
            of: form.subject("of", "Whom."),
        },
    },
    Syntax {
        key: "apply",
        about: "Puts into a state.",
        example: r#"{ "apply": { "state": "poisoned", "for": 3 } }"#,
        read: |form| Effect::Apply {
            state: form.main("state", "The state."),
            turns: form.field("for", "How many turns; without it, as the state says."),
            of: form.subject("of", "Whom."),
        },
    },
    Syntax {
        key: "cure",
        about: "Ends a state.",
        example: r#"{ "cure": { "state": "poisoned", "of": "actor" } }"#,
        read: |form| Effect::Cure {
            state: form.main("state", "The state."),
            of: form.subject("of", "Whose."),
        },
    },
];
