use std::sync::Arc;

use crate::form::Syntax;
use crate::model::{Answer, Choosing, Effect, Menu, Selection};
use crate::template::Template;

pub(super) const ROWS: &[Syntax<Effect>] = &[
    Syntax {
        key: "menu",
        about: "Opens a menu for the player.",
        example: r#"{ "menu": "shop" }"#,
        read: |form| Effect::Menu { menu: form.main("menu", "The menu.") },
    },
    Syntax {
        key: "choose",
        about: "Asks the player to choose one thing of a selection, which is then `it`.",
        example: r#"{ "choose": { "from": { "carried": "actor" }, "title": "Sell what?", "option": "[plain it], {it.price} gold", "optional": true, "do": [{ "remove": { "of": "it" } }] } }"#,
        read: |form| {
            let from: Selection = form.needed("from", "The things.");
            form.flaw(from.flaw_for_things());
            let title = form.needed("title", "The heading.");
            let text = form.field("text", "The text above the options.");
            let option: Template =
                form.of_each().field("option", "The text for each of them. If omitted, its name.");
            let deed = form.of_each().needed("do", "The effects for the one that is chosen.");
            let optional = form.field("optional", "The player can leave it without choosing.");
            let free = form.field_or("free", "Choosing takes no time.", true);
            let otherwise = form.field("else", "The effects if there is nothing to choose.");
            let text_of_it = if option.is_empty() { Template::name_of_it() } else { option };
            let answer = Answer { from: Some(from), text: text_of_it, deed, ..Answer::default() };
            let menu = Menu { title, text, options: vec![answer], optional, free };
            Effect::Choose { choice: Arc::new(Choosing { menu, otherwise }) }
        },
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
