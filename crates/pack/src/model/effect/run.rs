use crate::form::Syntax;
use crate::model::Effect;

pub(super) const ROWS: &[Syntax<Effect>] = &[
    Syntax {
        key: "menu",
        about: "Gives the player a choice.",
        example: r#"{ "menu": "shop" }"#,
        read: |form| Effect::Menu { menu: form.main("menu", "The menu.") },
    },
    Syntax {
        key: "cast",
        about: "Casts an ability at the target, free of cost.",
        example: r#"{ "cast": "bolt" }"#,
        read: |form| Effect::Cast { ability: form.main("ability", "The ability.") },
    },
    Syntax {
        key: "award",
        about: "Notes a deed for the profile, such as an unlock.",
        example: r#"{ "award": "first_floor_cleared" }"#,
        read: |form| Effect::Award { name: form.main("name", "What the profile calls it.") },
    },
    Syntax {
        key: "win",
        about: "Ends the run well.",
        example: r#"{ "win": "You step into the light." }"#,
        read: |form| Effect::Win { text: form.main("text", "What is told at the end.") },
    },
    Syntax {
        key: "lose",
        about: "Ends the run badly.",
        example: r#"{ "lose": "The door falls shut." }"#,
        read: |form| Effect::Lose { text: form.main("text", "What is told at the end.") },
    },
];
