use crate::form::Syntax;
use crate::model::Effect;

pub(super) const ROWS: &[Syntax<Effect>] = &[
    Syntax {
        key: "push",
        about: "Pushes away from the actor.",
        example: r#"{ "push": { "cells": 2 } }"#,
        read: |form| Effect::Push {
            cells: form.field("cells", "How far; without it, one cell; below zero, it is pulled."),
            of: form.subject("of", "Whom."),
        },
    },
    Syntax {
        key: "move",
        about: "Moves to a random free cell.",
        example: r#"{ "move": { "radius": 8, "of": "actor" } }"#,
        read: |form| Effect::Move {
            radius: form.field("radius", "How far at the most; without it, anywhere."),
            of: form.subject("of", "Whom."),
        },
    },
    Syntax {
        key: "go",
        about: "Takes the player to another level.",
        example: r#"{ "go": { "way": "down" } }"#,
        read: |form| Effect::Go {
            way: form.word("way", "Which link of the level."),
            level: form.field("level", "Or a level by name."),
        },
    },
    Syntax {
        key: "open",
        about: "Opens a door, locked or not.",
        example: r#"{ "open": { "of": "self" } }"#,
        read: |form| Effect::Open { of: form.subject("of", "What.") },
    },
    Syntax {
        key: "close",
        about: "Closes a door.",
        example: r#"{ "close": { "of": "self" } }"#,
        read: |form| Effect::Close { of: form.subject("of", "What.") },
    },
    Syntax {
        key: "lock",
        about: "Closes and locks a door.",
        example: r#"{ "lock": { "of": "self" } }"#,
        read: |form| Effect::Lock { of: form.subject("of", "What.") },
    },
    Syntax {
        key: "unlock",
        about: "Unlocks a door.",
        example: r#"{ "unlock": { "of": "target" } }"#,
        read: |form| Effect::Unlock { of: form.subject("of", "What.") },
    },
];
