use crate::form::Syntax;
use crate::model::{Effect, Motion};

pub(super) const ROWS: &[Syntax<Effect>] = &[
    Syntax {
        key: "push",
        about: "Pushes someone away from the actor.",
        example: r#"{ "push": { "cells": 2 } }"#,
        read: |form| Effect::Push {
            cells: form
                .field("cells", "The distance in cells. If omitted, 1. A negative distance pulls."),
            of: form.subject("of", "Who is affected."),
        },
    },
    Syntax {
        key: "move",
        about: "Moves someone: to a random free cell, or to a destination in a given way.",
        example: r#"{ "move": { "of": "actor", "to": "aim", "how": "dash", "cells": 4 } }"#,
        read: |form| Effect::Move { motion: Box::new(Motion::read(form)) },
    },
    Syntax {
        key: "go",
        about: "Takes the player to another level.",
        example: r#"{ "go": { "way": "down" } }"#,
        read: |form| Effect::Go {
            way: form.word("way", "Which link of the level to follow."),
            level: form.field("level", "The level to go to, instead of a link."),
            floor: form.field(
                "floor",
                "The number of the floor there. If omitted, the level or its links give it.",
            ),
        },
    },
    Syntax {
        key: "stay",
        about: "Cancels the journey that is about to begin, for the occasion `leave`.",
        example: r#""stay""#,
        read: |_| Effect::Stay,
    },
    Syntax {
        key: "open",
        about: "Opens a door, locked or not.",
        example: r#"{ "open": { "of": "self" } }"#,
        read: |form| Effect::Open { of: form.subject("of", "Which door.") },
    },
    Syntax {
        key: "close",
        about: "Closes a door.",
        example: r#"{ "close": { "of": "self" } }"#,
        read: |form| Effect::Close { of: form.subject("of", "Which door.") },
    },
    Syntax {
        key: "lock",
        about: "Closes and locks a door.",
        example: r#"{ "lock": { "of": "self" } }"#,
        read: |form| Effect::Lock { of: form.subject("of", "Which door.") },
    },
    Syntax {
        key: "unlock",
        about: "Unlocks a door.",
        example: r#"{ "unlock": { "of": "target" } }"#,
        read: |form| Effect::Unlock { of: form.subject("of", "Which door.") },
    },
];
