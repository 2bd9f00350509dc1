use crate::form::Syntax;
use crate::model::{Effect, Extent, Reveal, Scatter};

pub(super) const ROWS: &[Syntax<Effect>] = &[
    Syntax {
        key: "put",
        about: "Places a field on cells.",
        example: r#"{ "put": { "field": "gas", "amount": 40, "radius": 1 } }"#,
        read: |form| Effect::Put {
            field: form.main("field", "The field."),
            amount: form.field("amount", "The amount in each cell. If omitted, 1."),
            extent: Extent::read(form, "The radius in cells. If omitted, a single cell."),
            beyond: form.field("beyond", "Only cells farther away than this."),
            star: form.field("star", "Only cells in the eight straight directions."),
            fresh: form.field("fresh", "Only cells of firm ground that do not have the field yet."),
            at: form.subject("at", "The center."),
        },
    },
    Syntax {
        key: "build",
        about: "Replaces the terrain and removes the fixtures that stood there.",
        example: r#"{ "build": { "kind": "floor", "radius": 1, "at": "actor" } }"#,
        read: |form| Effect::Build {
            kind: form.main("kind", "The new terrain."),
            extent: Extent::read(
                form,
                "The radius in cells, as a square. If omitted, a single cell.",
            ),
            at: form.subject("at", "The center."),
        },
    },
    Syntax {
        key: "scatter",
        about: "Puts a field or things onto random cells.",
        example: r#"{ "scatter": { "field": "gas", "amount": 9, "count": 4, "shape": "room", "at": "actor" } }"#,
        read: |form| Effect::Scatter { what: Box::new(Scatter::read(form)) },
    },
    Syntax {
        key: "noise",
        about: "Makes a noise that can be heard nearby.",
        example: r#"{ "noise": { "text": "A heavy thud", "range": 10 } }"#,
        read: |form| Effect::Noise {
            text: form.main("text", "What is heard."),
            range: form.field("range", "How far it can be heard, in cells. If omitted, 10."),
            at: form.subject("at", "Where the noise is made."),
            sound: form.field("sound", "The sound that is played. If omitted, `thud`."),
        },
    },
    Syntax {
        key: "flash",
        about: "Lights up cells for a while.",
        example: r#"{ "flash": { "radius": 5, "turns": 3, "at": "actor" } }"#,
        read: |form| Effect::Flash {
            extent: Extent::main(form, "The radius in cells."),
            turns: form.field("turns", "The number of turns. If omitted, 1."),
            at: form.subject("at", "The center."),
        },
    },
    Syntax {
        key: "reveal",
        about: "Shows the player something that has not been seen yet.",
        example: r#"{ "reveal": "level" }"#,
        read: |form| {
            let what = form.main_word("what", "What is shown.");
            let about =
                "Only what is within this many cells of `at`. If omitted, all of the level.";
            let extent = Extent::read(form, about);
            let everywhere = what == Reveal::Actors && extent.is_given();
            let flaw = "actors are sensed on the whole level; leave out `radius` and `shape`";
            form.flaw(everywhere.then_some(flaw));
            Effect::Reveal { what, extent, at: form.subject("at", "The center.") }
        },
    },
    Syntax {
        key: "say",
        about: "Shows the player a message.",
        example: r#"{ "say": "[Actor] hum[s] a little." }"#,
        read: |form| Effect::Say { text: form.main("text", "The message.") },
    },
    Syntax {
        key: "cue",
        about: "Plays a sound.",
        example: r#"{ "cue": "bell" }"#,
        read: |form| Effect::Cue { name: form.main("name", "The name of the sound.") },
    },
];
