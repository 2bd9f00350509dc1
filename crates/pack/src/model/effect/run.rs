use crate::form::Syntax;
use crate::model::Effect;

pub(super) const ROWS: &[Syntax<Effect>] = &[
    Syntax {
        key: "menu",
        about: "Opens a menu for the player.",
        example: r#"{ "menu": "shop" }"#,
        read: |form| Effect::Menu { menu: form.main("menu", "The menu.") },
    },
    Syntax {
        key: "cast",
        about: "Casts an ability at the target, at no cost.",
        example: r#"{ "cast": "bolt" }"#,
        read: |form| Effect::Cast { ability: form.main("ability", "The ability.") },
    },
    Syntax {
        key: "award",
        about: "Records an achievement in the profile, such as an unlock.",
        example: r#"{ "award": "first_floor_cleared" }"#,
        read: |form| Effect::Award { name: form.main("name", "The name in the profile.") },
    },
    Syntax {
        key: "win",
        about: "Ends the run with a victory.",
        example: r#"{ "win": "You step into the light." }"#,
        read: |form| Effect::Win { text: form.main("text", "The text on the final screen.") },
    },
    Syntax {
        key: "lose",
        about: "Ends the run with a defeat.",
        example: r#"{ "lose": "The door falls shut." }"#,
        read: |form| Effect::Lose { text: form.main("text", "The text on the final screen.") },
    },
];
