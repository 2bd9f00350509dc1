//! What each effect is called, what it does, and how it is written.

use barrow_dice::Formula;

use super::{Effect, HarmType, Reveal};
use crate::model::Way;
use crate::names::Id;
use crate::scope::Subject;
use crate::template::Template;

/// Every effect, blank.
pub(super) fn all() -> Vec<Effect> {
    vec![
        Effect::Change {
            attribute: Id::default(),
            by: Formula::default(),
            had: false,
            of: Subject::Target,
        },
        Effect::Set {
            attribute: Id::default(),
            to: Formula::default(),
            had: false,
            of: Subject::Target,
        },
        Effect::Fill { attribute: Id::default(), of: Subject::Target },
        Effect::Raise { attribute: Id::default(), by: Formula::default(), of: Subject::Target },
        Effect::Harm {
            by: Formula::default(),
            kind: HarmType::default(),
            cause: "".into(),
            of: Subject::Target,
        },
        Effect::Die { cause: "".into(), of: Subject::Target },
        Effect::Apply { state: Id::default(), turns: None, of: Subject::Target },
        Effect::Cure { state: Id::default(), of: Subject::Target },
        Effect::Spawn { kind: None, table: None, count: None, radius: None, at: Subject::Target },
        Effect::Remove { of: Subject::Target },
        Effect::Become { kind: Id::default(), of: Subject::Target },
        Effect::Give { kind: None, table: None, count: None, of: Subject::Target },
        Effect::Spill { count: None, radius: None, of: Subject::Target },
        Effect::Take { kind: Id::default(), count: None, of: Subject::Target },
        Effect::Forget { of: Subject::Target },
        Effect::Identify { of: Subject::Target },
        Effect::Push { cells: None, of: Subject::Target },
        Effect::Move { radius: None, of: Subject::Target },
        Effect::Go { way: Way::default(), level: None },
        Effect::Open { of: Subject::Target },
        Effect::Close { of: Subject::Target },
        Effect::Lock { of: Subject::Target },
        Effect::Unlock { of: Subject::Target },
        Effect::Put {
            field: Id::default(),
            amount: None,
            radius: None,
            beyond: None,
            star: false,
            fresh: false,
            at: Subject::Target,
        },
        Effect::Build { kind: Id::default(), radius: None, at: Subject::Target },
        Effect::Noise { text: Template::default(), range: None, at: Subject::Target },
        Effect::Flash { radius: Formula::default(), turns: None, at: Subject::Target },
        Effect::Reveal { what: Reveal::default() },
        Effect::Say { text: Template::default() },
        Effect::Cue { name: "".into() },
        Effect::If { when: Formula::default(), then: Vec::new(), otherwise: Vec::new() },
        Effect::Chance { of: Formula::default(), then: Vec::new(), otherwise: Vec::new() },
        Effect::Pick { lots: Vec::new() },
        Effect::With { amount: Formula::default(), then: Vec::new() },
        Effect::Repeat { times: Formula::default(), then: Vec::new() },
        Effect::Area {
            radius: Formula::default(),
            at: Subject::Target,
            spares: false,
            then: Vec::new(),
        },
        Effect::Later { turns: Formula::default(), radius: None, then: Vec::new() },
        Effect::Menu { menu: Id::default() },
        Effect::Cast { ability: Id::default() },
        Effect::Award { name: "".into() },
        Effect::Win { text: Template::default() },
        Effect::Lose { text: Template::default() },
    ]
}

/// Its key.
pub(super) const fn key(effect: &Effect) -> &'static str {
    match effect {
        Effect::Change { .. } => "change",
        Effect::Set { .. } => "set",
        Effect::Fill { .. } => "fill",
        Effect::Raise { .. } => "raise",
        Effect::Harm { .. } => "harm",
        Effect::Die { .. } => "die",
        Effect::Apply { .. } => "apply",
        Effect::Cure { .. } => "cure",
        Effect::Spawn { .. } => "spawn",
        Effect::Remove { .. } => "remove",
        Effect::Become { .. } => "become",
        Effect::Give { .. } => "give",
        Effect::Spill { .. } => "spill",
        Effect::Take { .. } => "take",
        Effect::Forget { .. } => "forget",
        Effect::Identify { .. } => "identify",
        Effect::Push { .. } => "push",
        Effect::Move { .. } => "move",
        Effect::Go { .. } => "go",
        Effect::Open { .. } => "open",
        Effect::Close { .. } => "close",
        Effect::Lock { .. } => "lock",
        Effect::Unlock { .. } => "unlock",
        Effect::Put { .. } => "put",
        Effect::Build { .. } => "build",
        Effect::Noise { .. } => "noise",
        Effect::Flash { .. } => "flash",
        Effect::Reveal { .. } => "reveal",
        Effect::Say { .. } => "say",
        Effect::Cue { .. } => "cue",
        Effect::If { .. } => "if",
        Effect::Chance { .. } => "chance",
        Effect::Pick { .. } => "pick",
        Effect::With { .. } => "with",
        Effect::Repeat { .. } => "repeat",
        Effect::Area { .. } => "area",
        Effect::Later { .. } => "later",
        Effect::Menu { .. } => "menu",
        Effect::Cast { .. } => "cast",
        Effect::Award { .. } => "award",
        Effect::Win { .. } => "win",
        Effect::Lose { .. } => "lose",
    }
}

/// What it does.
pub(super) const fn about(effect: &Effect) -> &'static str {
    match effect {
        Effect::Change { .. } => "Adds to a number or gauge.",
        Effect::Set { .. } => "Sets a flag, number or gauge.",
        Effect::Fill { .. } => "Fills a gauge up.",
        Effect::Raise { .. } => "Adds to the most of a gauge.",
        Effect::Harm { .. } => "Lowers life, and remembers by whose hand.",
        Effect::Die { .. } => "Kills at once what acts or has life.",
        Effect::Apply { .. } => "Puts into a state.",
        Effect::Cure { .. } => "Ends a state.",
        Effect::Spawn { .. } => "Brings something into being on a free cell near a subject.",
        Effect::Remove { .. } => "Takes something out of the world, without a death.",
        Effect::Become { .. } => "Turns something into another kind.",
        Effect::Give { .. } => "Puts something into a bag, or at the feet when the bag is full.",
        Effect::Spill { .. } => "Drops things that someone carries, drawn at random.",
        Effect::Take { .. } => "Takes something out of a bag for good.",
        Effect::Forget { .. } => "Makes someone forget who harmed it and where its foes were.",
        Effect::Identify { .. } => "Makes the kind of a thing known.",
        Effect::Push { .. } => "Pushes away from the actor.",
        Effect::Move { .. } => "Moves to a random free cell.",
        Effect::Go { .. } => "Takes the player to another level.",
        Effect::Open { .. } => "Opens a door, locked or not.",
        Effect::Close { .. } => "Closes a door.",
        Effect::Lock { .. } => "Closes and locks a door.",
        Effect::Unlock { .. } => "Unlocks a door.",
        Effect::Put { .. } => "Puts a field onto cells.",
        Effect::Build { .. } => "Turns the ground into another kind, and opens what stood there.",
        Effect::Noise { .. } => "Makes a noise that is heard near by.",
        Effect::Flash { .. } => "Lights cells up for a while.",
        Effect::Reveal { .. } => "Lets the player know what he has not seen.",
        Effect::Say { .. } => "Tells the player something.",
        Effect::Cue { .. } => "Gives the front end a sound to play.",
        Effect::If { .. } => "Does one thing or another.",
        Effect::Chance { .. } => "Does something, or not, by chance.",
        Effect::Pick { .. } => "Does one of several things, by weight.",
        Effect::With { .. } => "Rolls a number once, for all that follows to read as `amount`.",
        Effect::Repeat { .. } => "Does something several times.",
        Effect::Area { .. } => "Does something to everyone around, each in turn the target.",
        Effect::Later { .. } => {
            "Does something after some turns; the cells can be shown meanwhile."
        }
        Effect::Menu { .. } => "Gives the player a choice.",
        Effect::Cast { .. } => "Casts an ability at the target, free of cost.",
        Effect::Award { .. } => "Notes a deed for the profile, such as an unlock.",
        Effect::Win { .. } => "Ends the run well.",
        Effect::Lose { .. } => "Ends the run badly.",
    }
}

/// A piece of a pack that uses it.
pub(super) const fn example(effect: &Effect) -> &'static str {
    match effect {
        Effect::Change { .. } => {
            r#"{ "change": { "attribute": "gold", "by": "roll(3, 5)", "of": "actor" } }"#
        }
        Effect::Set { .. } => r#"{ "set": { "attribute": "awake", "to": true, "of": "self" } }"#,
        Effect::Fill { .. } => r#"{ "fill": "health" }"#,
        Effect::Raise { .. } => r#"{ "raise": { "attribute": "health", "by": 5 } }"#,
        Effect::Harm { .. } => {
            r#"{ "harm": { "by": "max(1, actor.attack - target.defense)", "type": "fire" } }"#
        }
        Effect::Die { .. } => r#"{ "die": { "cause": "the long fall" } }"#,
        Effect::Apply { .. } => r#"{ "apply": { "state": "poisoned", "for": 3 } }"#,
        Effect::Cure { .. } => r#"{ "cure": { "state": "poisoned", "of": "actor" } }"#,
        Effect::Spawn { .. } => r#"{ "spawn": { "kind": "goblin", "count": 2, "radius": 3 } }"#,
        Effect::Remove { .. } => r#"{ "remove": { "of": "self" } }"#,
        Effect::Become { .. } => r#"{ "become": { "kind": "rubble", "of": "self" } }"#,
        Effect::Give { .. } => r#"{ "give": { "kind": "key", "of": "player" } }"#,
        Effect::Spill { .. } => r#"{ "spill": { "radius": 1, "of": "actor" } }"#,
        Effect::Take { .. } => r#"{ "take": { "kind": "key", "of": "player" } }"#,
        Effect::Forget { .. } => r#"{ "forget": { "of": "target" } }"#,
        Effect::Identify { .. } => r#"{ "identify": { "of": "item" } }"#,
        Effect::Push { .. } => r#"{ "push": { "cells": 2 } }"#,
        Effect::Move { .. } => r#"{ "move": { "radius": 8, "of": "actor" } }"#,
        Effect::Go { .. } => r#"{ "go": { "way": "down" } }"#,
        Effect::Open { .. } => r#"{ "open": { "of": "self" } }"#,
        Effect::Close { .. } => r#"{ "close": { "of": "self" } }"#,
        Effect::Lock { .. } => r#"{ "lock": { "of": "self" } }"#,
        Effect::Unlock { .. } => r#"{ "unlock": { "of": "target" } }"#,
        Effect::Put { .. } => r#"{ "put": { "field": "gas", "amount": 40, "radius": 1 } }"#,
        Effect::Build { .. } => r#"{ "build": { "kind": "floor", "radius": 1, "at": "actor" } }"#,
        Effect::Noise { .. } => r#"{ "noise": { "text": "A heavy thud", "range": 10 } }"#,
        Effect::Flash { .. } => r#"{ "flash": { "radius": 5, "turns": 3, "at": "actor" } }"#,
        Effect::Reveal { .. } => r#"{ "reveal": "level" }"#,
        Effect::Say { .. } => r#"{ "say": "[Actor] hum[s] a little." }"#,
        Effect::Cue { .. } => r#"{ "cue": "bell" }"#,
        Effect::If { .. } => {
            r#"{ "if": { "when": "actor.strength >= 12", "do": [{ "open": { "of": "self" } }] } }"#
        }
        Effect::Chance { .. } => r#"{ "chance": { "of": 0.3, "do": [{ "apply": "poisoned" }] } }"#,
        Effect::Pick { .. } => {
            r#"{ "pick": [{ "weight": 3, "do": [{ "say": "Nothing." }] }, { "do": [{ "say": "Something!" }] }] }"#
        }
        Effect::With { .. } => {
            r#"{ "with": { "amount": "max(0, actor.attack + d6 - target.defense)", "do": [{ "if": { "when": "amount > 0", "do": [{ "harm": "amount" }], "else": [{ "say": "[Actor] miss[es]." }] } }] } }"#
        }
        Effect::Repeat { .. } => {
            r#"{ "repeat": { "times": "roll(2, 4)", "do": [{ "spawn": { "kind": "goblin" } }] } }"#
        }
        Effect::Area { .. } => {
            r#"{ "area": { "radius": 1, "at": "actor", "do": [{ "harm": 10 }] } }"#
        }
        Effect::Later { .. } => {
            r#"{ "later": { "turns": 2, "radius": 1, "do": [{ "harm": 12 }] } }"#
        }
        Effect::Menu { .. } => r#"{ "menu": "shop" }"#,
        Effect::Cast { .. } => r#"{ "cast": "bolt" }"#,
        Effect::Award { .. } => r#"{ "award": "first_floor_cleared" }"#,
        Effect::Win { .. } => r#"{ "win": "You step into the light." }"#,
        Effect::Lose { .. } => r#"{ "lose": "The door falls shut." }"#,
    }
}
