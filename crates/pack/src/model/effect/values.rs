use crate::form::Syntax;
use crate::model::{AttributeKind, Effect};

pub(super) const ROWS: &[Syntax<Effect>] = &[
    Syntax {
        key: "change",
        about: "Adds to a number or gauge.",
        example: r#"{ "change": { "attribute": "gold", "by": "roll(3, 5)", "of": "actor" } }"#,
        read: |form| Effect::Change {
            attribute: form
                .only(AttributeKind::COUNTED)
                .needed("attribute", "The attribute to change."),
            by: form.needed("by", "The amount to add; a negative one subtracts."),
            had: form.field("had", "Applies only to those that have the attribute already."),
            of: form.subject("of", "Whose attribute."),
        },
    },
    Syntax {
        key: "set",
        about: "Sets a flag, number or gauge.",
        example: r#"{ "set": { "attribute": "awake", "to": true, "of": "self" } }"#,
        read: |form| Effect::Set {
            attribute: form.needed("attribute", "The attribute to set."),
            to: form.needed("to", "The new value. For a flag: 0 or 1, or true or false."),
            had: form.field("had", "Applies only to those that have the attribute already."),
            of: form.subject("of", "Whose attribute."),
        },
    },
    Syntax {
        key: "fill",
        about: "Fills a gauge to its maximum.",
        example: r#"{ "fill": "health" }"#,
        read: |form| Effect::Fill {
            attribute: form.only(&[AttributeKind::Gauge]).main("attribute", "The gauge."),
            of: form.subject("of", "Whose attribute."),
        },
    },
    Syntax {
        key: "raise",
        about: "Adds to the maximum of a gauge.",
        example: r#"{ "raise": { "attribute": "health", "by": 5 } }"#,
        read: |form| Effect::Raise {
            attribute: form.only(&[AttributeKind::Gauge]).needed("attribute", "The gauge."),
            by: form.needed("by", "The amount to add; a negative one subtracts."),
            of: form.subject("of", "Whose attribute."),
        },
    },
    Syntax {
        key: "harm",
        about: "Deals damage: lowers life and records who did it.",
        example: r#"{ "harm": { "by": "max(1, actor.attack - target.defense)", "type": "fire" } }"#,
        read: |form| Effect::Harm {
            by: form.main(
                "by",
                "The damage. Effects that follow from it read what is left of it as `amount`.",
            ),
            kind: form.field(
                "type",
                "The damage type. The flag `<type>_immune` protects against it, and \
                                the number `<type>_taken` is a factor.",
            ),
            cause: form
                .field("cause", "The cause of death on the final screen. If omitted, the actor."),
            of: form.subject("of", "Who is affected."),
        },
    },
    Syntax {
        key: "die",
        about: "Kills an actor, or anything else that has life or can be broken.",
        example: r#"{ "die": { "cause": "the long fall" } }"#,
        read: |form| Effect::Die {
            cause: form.field("cause", "The cause of death on the final screen."),
            of: form.subject("of", "Who is affected."),
        },
    },
    Syntax {
        key: "apply",
        about: "Puts someone into a state.",
        example: r#"{ "apply": { "state": "poisoned", "for": 3 } }"#,
        read: |form| Effect::Apply {
            state: form.main("state", "The state."),
            turns: form.field("for", "The number of turns. If omitted, as the state says."),
            of: form.subject("of", "Who is affected."),
        },
    },
    Syntax {
        key: "cure",
        about: "Ends a state.",
        example: r#"{ "cure": { "state": "poisoned", "of": "actor" } }"#,
        read: |form| Effect::Cure {
            state: form.main("state", "The state."),
            of: form.subject("of", "Who is affected."),
        },
    },
];
