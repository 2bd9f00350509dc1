use crate::form::Syntax;
use crate::model::Effect;

pub(super) const ROWS: &[Syntax<Effect>] = &[
    Syntax {
        key: "put",
        about: "Puts a field onto cells.",
        example: r#"{ "put": { "field": "gas", "amount": 40, "radius": 1 } }"#,
        read: |form| Effect::Put {
            field: form.main("field", "The field."),
            amount: form.field("amount", "How much in each cell; without it, 1."),
            radius: form.field("radius", "How many cells around; without it, one cell."),
            beyond: form.field("beyond", "Only farther off than so many cells."),
            star: form.field("star", "Only in the eight straight directions."),
            fresh: form.field("fresh", "Only onto firm ground that has none of it yet."),
            at: form.subject("at", "Around whom."),
        },
    },
    Syntax {
        key: "build",
        about: "Turns the ground into another kind, and opens what stood there.",
        example: r#"{ "build": { "kind": "floor", "radius": 1, "at": "actor" } }"#,
        read: |form| Effect::Build {
            kind: form.main("kind", "The new ground."),
            radius: form
                .field("radius", "How many cells around, as a square; without it, one cell."),
            at: form.subject("at", "Around whom."),
        },
    },
    Syntax {
        key: "noise",
        about: "Makes a noise that is heard near by.",
        example: r#"{ "noise": { "text": "A heavy thud", "range": 10 } }"#,
        read: |form| Effect::Noise {
            text: form.main("text", "What is heard."),
            range: form.field("range", "How far; without it, 10."),
            at: form.subject("at", "Where."),
        },
    },
    Syntax {
        key: "flash",
        about: "Lights cells up for a while.",
        example: r#"{ "flash": { "radius": 5, "turns": 3, "at": "actor" } }"#,
        read: |form| Effect::Flash {
            radius: form.main("radius", "How far."),
            turns: form.field("turns", "How long; without it, one turn."),
            at: form.subject("at", "Around whom."),
        },
    },
    Syntax {
        key: "reveal",
        about: "Lets the player know what he has not seen.",
        example: r#"{ "reveal": "level" }"#,
        read: |form| Effect::Reveal { what: form.main_word("what", "What becomes known.") },
    },
    Syntax {
        key: "say",
        about: "Tells the player something.",
        example: r#"{ "say": "[Actor] hum[s] a little." }"#,
        read: |form| Effect::Say { text: form.main("text", "What is told.") },
    },
    Syntax {
        key: "cue",
        about: "Gives the front end a sound to play.",
        example: r#"{ "cue": "bell" }"#,
        read: |form| Effect::Cue { name: form.main("name", "Its name.") },
    },
];
