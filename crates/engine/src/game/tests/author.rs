//! Random packs.

use std::fmt::Write;

use barrow_dice::Rng;

/// Formulas that authors would rather not write.
const NUMBERS: &[&str] = &[
    "1",
    "2",
    "3",
    "-5",
    "0",
    "1 / (floor - floor)",
    "roll(-3, 5)",
    "999999999 * 999999999",
    "target.health - 3",
    "actor.gold // (turn - turn)",
    "distance",
    "amount",
    "floor + mod(turn, 3)",
    "count.rat",
];

const SUBJECTS: [&str; 5] = ["self", "actor", "target", "item", "player"];
const KINDS: u32 = 12;

/// Templates of effects, with holes: `N` a number, `S` a subject, `K` a kind, `D` more effects.
const EFFECTS: &[&str] = &[
    r#"{ "change": { "attribute": "health", "by": "N", "of": "S" } }"#,
    r#"{ "change": { "attribute": "gold", "by": "N", "of": "S" } }"#,
    r#"{ "change": { "attribute": "dread", "by": "N", "of": "S" } }"#,
    r#"{ "set": { "attribute": "solid", "to": "N", "of": "S" } }"#,
    r#"{ "set": { "attribute": "speed", "to": "N * 50", "of": "S" } }"#,
    r#"{ "set": { "attribute": "hidden", "to": "N", "of": "S" } }"#,
    r#"{ "fill": { "attribute": "health", "of": "S" } }"#,
    r#"{ "fill": { "attribute": "health", "of": "player" } }"#,
    r#"{ "raise": { "attribute": "health", "by": "N", "of": "S" } }"#,
    r#"{ "harm": { "by": "N", "of": "S" } }"#,
    r#"{ "harm": { "by": 3, "of": "S", "cause": "chaos" } }"#,
    r#"{ "if": { "when": "chance(0.1)", "do": [{ "die": { "of": "S" } }] } }"#,
    r#"{ "apply": { "state": "odd", "for": "N", "of": "S" } }"#,
    r#"{ "apply": { "state": "dazed", "of": "S" } }"#,
    r#"{ "cure": { "state": "odd", "of": "S" } }"#,
    r#"{ "spawn": { "kind": "K", "count": "N", "radius": "N", "at": "S" } }"#,
    r#"{ "spawn": { "table": "lots", "at": "S" } }"#,
    r#"{ "if": { "when": "chance(0.2)", "do": [{ "remove": { "of": "S" } }] } }"#,
    r#"{ "if": { "when": "chance(0.3)", "do": [{ "become": { "kind": "K", "of": "S" } }] } }"#,
    r#"{ "give": { "kind": "K", "count": "N", "of": "S" } }"#,
    r#"{ "give": { "table": "lots", "of": "S" } }"#,
    r#"{ "take": { "kind": "K", "count": "N", "of": "S" } }"#,
    r#"{ "identify": { "of": "S" } }"#,
    r#"{ "push": { "cells": "N", "of": "S" } }"#,
    r#"{ "move": { "radius": "N", "of": "S" } }"#,
    r#"{ "if": { "when": "chance(0.1)", "do": [{ "go": { "way": "down" } }] } }"#,
    r#"{ "if": { "when": "chance(0.1)", "do": [{ "go": { "way": "up", "level": "below" } }] } }"#,
    r#"{ "open": { "of": "S" } }"#,
    r#"{ "close": { "of": "S" } }"#,
    r#"{ "lock": { "of": "S" } }"#,
    r#"{ "unlock": { "of": "S" } }"#,
    r#"{ "put": { "field": "slime", "amount": "N", "radius": "N", "at": "S" } }"#,
    r#"{ "build": { "kind": "G", "radius": 1, "at": "S" } }"#,
    r#"{ "noise": { "text": "[Self] {N}", "range": "N", "at": "S" } }"#,
    r#"{ "flash": { "radius": "N", "turns": "N", "at": "S" } }"#,
    r#"{ "reveal": "hidden" }"#,
    r#"{ "say": "[Actor] [self] [a target] [item] {N} [words.odds]" }"#,
    r#"{ "if": { "when": "chance(0.3)", "do": [{ "menu": "which" }] } }"#,
    r#"{ "cast": "burst" }"#,
    r#"{ "transfer": { "from": { "bag": "B", "of": "S", "order": "random", "count": "N" }, "to": { "bag": "B", "of": "S", "top": true } } }"#,
    r#"{ "transfer": { "from": { "carried": "S", "count": 1 }, "to": { "bag": "pile", "of": "player" } } }"#,
    r#"{ "transfer": { "from": { "bag": "pile", "of": "player", "count": 2 }, "to": { "at": "S" } } }"#,
    r#"{ "transfer": { "from": { "around": "S", "radius": 2, "what": "items" }, "to": { "bag": "B", "of": "S" } } }"#,
    r#"{ "shuffle": { "bag": "B", "of": "S" } }"#,
    r#"{ "give": { "kind": "K", "bag": "pile", "of": "S" } }"#,
    r#"{ "spill": { "bag": "B", "where": "it.charge > 0", "of": "S" } }"#,
    r#"{ "take": { "bag": "B", "where": "it.charge > N", "of": "S" } }"#,
    r#"{ "if": { "when": "chance(0.3)", "do": [{ "choose": { "from": { "table": "lots", "draw": 3, "unique": true }, "title": "Which?",
        "do": [{ "transfer": { "from": "it", "to": { "bag": "B", "of": "S" } } }] } }] } }"#,
    r#"{ "call": { "routine": "mix", "with": { "by": "N" } } }"#,
];

/// Effects that contain other effects.
const NESTED: &[&str] = &[
    r#"{ "pick": [{ "weight": "N", "do": [D] }, { "do": [D] }] }"#,
    r#"{ "repeat": { "times": "N", "do": [D] } }"#,
    r#"{ "area": { "radius": "N", "at": "S", "do": [D] } }"#,
    r#"{ "later": { "turns": "N", "radius": 1, "do": [D] } }"#,
    r#"{ "later": { "turns": "N", "do": [D] } }"#,
    r#"{ "each": { "from": { "around": "S", "radius": 2, "order": "near", "count": 4 }, "do": [{ "harm": { "by": 1, "of": "it" } }, D] } }"#,
    r#"{ "each": { "from": { "level": true, "what": "foes", "where": "it.health > N" }, "do": [D], "else": [D] } }"#,
    r#"{ "each": { "from": { "kinds": ["k5", "k1"] }, "do": [{ "transfer": { "from": "it", "to": { "at": "player" } } }] } }"#,
];

const OCCASIONS: &[&str] = &[
    "spawn", "turn", "bump", "enter", "leave", "hit", "struck", "die", "kill", "use", "pickup",
    "drop", "equip", "unequip", "land", "open", "seen",
];

/// The preferences of an author.
pub(super) struct Style {
    pub(super) numbers: &'static [&'static str],
    pub(super) effects: &'static [&'static str],
    pub(super) nested: &'static [&'static str],
    /// One in this many effects contains others.
    pub(super) nests: u32,
    pub(super) occasions: &'static [&'static str],
    /// The hit chances of items.
    pub(super) chances: &'static [&'static str],
    /// Extra JSON for actors and for the hero.
    pub(super) actor: &'static str,
    pub(super) hero: &'static str,
    /// Extra JSON for every state.
    pub(super) state: &'static str,
    pub(super) drops: &'static str,
}

/// Rules that trigger each other.
pub(super) const CHAOS: Style = Style {
    numbers: NUMBERS,
    effects: EFFECTS,
    nested: NESTED,
    nests: 12,
    occasions: OCCASIONS,
    chances: &["0.8"],
    actor: "",
    hero: "",
    state: "",
    drops: r#""drops": "lots","#,
};

/// Writes random packs.
pub(super) struct Author {
    rng: Rng,
    style: &'static Style,
}

impl Author {
    pub(super) fn new(seed: u32, style: &'static Style) -> Self {
        Self { rng: Rng::new(seed), style }
    }

    fn pick<'a>(&mut self, words: &[&'a str]) -> &'a str {
        self.rng.pick(words).unwrap()
    }

    fn kind(&mut self) -> String {
        format!("k{}", self.rng.below(KINDS))
    }

    fn effects(&mut self, max: u32, depth: u32) -> String {
        let count = self.rng.below(max) + 1;
        let effects: Vec<String> = (0..count).map(|_| self.effect(depth)).collect();
        effects.join(",")
    }

    fn effect(&mut self, depth: u32) -> String {
        let Style { effects, nested, nests, .. } = self.style;
        let nests = self.rng.below(*nests) == 0 && depth < 2;
        let template = self.pick(if nests { nested } else { effects });
        self.fill(template, depth)
    }

    /// Fills the holes of a template.
    fn fill(&mut self, template: &str, depth: u32) -> String {
        let mut out = String::new();
        // Holes stand alone or in quotes; a letter inside a word is not a hole.
        let letters: Vec<char> = template.chars().collect();
        for (at, &letter) in letters.iter().enumerate() {
            let lone = |at: Option<usize>| {
                at.and_then(|at| letters.get(at)).is_none_or(|it| !it.is_alphanumeric())
            };
            let hole = lone(at.checked_sub(1)) && lone(Some(at + 1));
            match letter {
                'N' if hole => out.push_str(self.pick(self.style.numbers)),
                'C' if hole => out.push_str(self.pick(self.style.chances)),
                'B' if hole => out.push_str(self.pick(&["bag", "pile"])),
                'S' if hole => out.push_str(self.pick(&SUBJECTS)),
                'K' if hole => out.push_str(&self.kind()),
                'G' if hole => out.push_str(self.pick(&["floor", "void", "wall", "mud"])),
                'D' if hole => out.push_str(&self.effects(2, depth + 1)),
                letter => out.push(letter),
            }
        }
        out
    }

    fn hooks(&mut self, max: u32) -> String {
        let mut hooks = String::new();
        for &occasion in self.style.occasions {
            // Reactions to every round would drown out the rest.
            let rarity = if ["turn", "seen"].contains(&occasion) { 9 } else { 3 };
            if self.rng.below(rarity) == 0 {
                let effects = self.effects(max, 0);
                let comma = if hooks.is_empty() { "" } else { "," };
                write!(hooks, r#"{comma}"{occasion}": [{effects}]"#).unwrap();
            }
        }
        format!("{{ {hooks} }}")
    }

    /// Returns a kind of some layer with random parts.
    fn kind_of(&mut self, index: u32) -> String {
        let (glyph, hooks) = (char::from(b'a' + u8::try_from(index).unwrap()), self.hooks(2));
        let body = match index {
            0..=4 => format!(
                r#""extends": "creature", "side": "{}", "mind": "{}", "has": {{ {} "room": 3, "speed": "{}" }},
                {} {} "abilities": ["burst"] {}"#,
                self.pick(&["foes", "heroes", "beasts", ""]),
                self.pick(&["wild", "keen", "lurks", "stays"]),
                // An actor whose values change each round cannot doze.
                self.pick(&["", r#""dread": 3,"#]),
                self.pick(&["100", "50", "230"]),
                match self.rng.below(6) {
                    4.. => String::new(),
                    item => format!(r#""stock": [{{ "kind": "k{}", "worn": true }}],"#, 5 + item),
                },
                self.style.drops,
                self.fill(self.style.actor, 0),
            ),
            5..=8 => format!(
                r#""as": "item", "has": {{ "charge": 2 }}, "item": {{ {} "consumed": {}, "stacks": {}, "fragile": {}, "needs": "{}",
                "delay": "{}" {} {} }}, "wear": [{{ "attribute": "{}", "by": "{}", "times": "{}" }}], "strike": {{ "chance": "{}", "do": [{}], "miss": [{}] }}"#,
                match self.pick(&["hand", "body"]) {
                    // Not everything can be worn.
                    _ if index == 8 => String::new(),
                    _ if index == 7 => r#""slot": "belt", "sticks": "mod(turn, 2) = 0","#.into(),
                    slot => format!(
                        r#""slot": "{slot}", "needs_to": {{ "unequip": {{ "when": "mod(turn, 3) > 0", "say": "[Self] cling[s]." }} }},"#
                    ),
                },
                self.rng.below(3) == 0 && index != 7,
                self.rng.below(2) == 0,
                self.rng.below(2) == 0,
                self.pick(&["1", "actor.gold > 0"]),
                match index {
                    7 => r#"0", "from": "pile", "to": "bag", "free": true, "aim": { "level": true, "what": "actors" }, "verb": "play"#,
                    8 => self.pick(&["0", r#"0", "aim": { "carried": "actor", "where": "it.charge > 9" }, "verb": "rub"#]),
                    _ => self.pick(&["0", "2"]),
                },
                self.pick(&["", r#", "unknown": "[words.odds] thing""#]),
                self.pick(&["", "", r#", "switch": { "drains": "charge" }"#]),
                match self.pick(&["health", "speed", "solid", "attack", "room"]) {
                    "room" => "fire_taken",
                    attribute => attribute,
                },
                match index {
                    5 => "item.charge - 1",
                    6 => "wears.tag.flammable",
                    _ => "gold - 1 / health",
                },
                self.pick(&["1", "2", "0", "-1"]),
                self.pick(self.style.chances),
                self.effects(2, 0),
                self.effects(1, 0),
            ),
            9 => r#""as": "fixture", "is": ["hidden"]"#.into(),
            10 => {
                r#""as": "fixture", "door": { "locked": true, "keys": ["k5"], "consumes": true }"#
                    .into()
            }
            _ => r#""as": "fixture", "is": ["solid", "pushable"], "has": { "health": 2 }"#.into(),
        };
        format!(r#""k{index}": {{ {body}, "look": {{ "glyph": "{glyph}" }}, "on": {hooks} }}"#)
    }

    pub(super) fn pack(&mut self) -> String {
        let kinds: Vec<String> = (0..KINDS).map(|index| self.kind_of(index)).collect();
        let [odd, burst, slime, mud, yes, zero] = [(); 6].map(|()| self.effects(2, 0));
        let champion = self.hooks(1);
        let (hero, state) = (self.fill(self.style.hero, 0), self.style.state);
        format!(
            r#"{{ "attributes": {{ "fire_taken": {{ "number": "How fire hurts.", "default": 1 }},
                "dread": {{ "gauge": "Fear.", "at_zero": [{zero}], "per_turn": -0.1 }} }},
            "words": {{ "odds": ["odd", "queer"] }}, "slots": {{ "belt": {{ "needs_one": true }} }},
            "states": {{
                "odd": {{ "lasts": 3, "stacking": "adds", "on": {{ "turn": [{odd}] {state} }}, "changes": [{{ "attribute": "sight", "by": -3 }}] }},
                "dazed": {{ "lasts": 2, "helpless": true, "astray": 0.5, "broken_by_harm": true }} }},
            "fields": {{ "slime": {{ "spread": {{ "chance": 0.2 }}, "fades": 1, "opaque": true, "light": {{ "radius": 3, "falloff": "linear" }},
                "on": {{ "enter": [{slime}] }} }},
                "blaze": {{ "spread": {{ "chance": 0.4, "fuel": "flammable", "amount": 2 }}, "fades": "roll(0, 1)", "harmful": true }} }},
            "abilities": {{ "burst": {{ "cost": {{ "mana": "roll(0, 2)" }}, "cooldown": 2, "aim": "{}", "radius": "{}", "tell": "{}", "do": [{burst}] }} }},
            "menus": {{ "which": {{ "title": "Which?", "options": [{{ "text": "[Actor]", "do": [{yes}] }}, {{ "text": "No", "when": "chance(0.5)", "do": [] }}] }} }},
            "bags": {{ "pile": {{ "limit": 5 }} }},
            "routines": {{ "mix": {{ "takes": ["by"], "do": [{{ "change": {{ "attribute": "gold", "by": "by", "of": "it" }} }}, {{ "shuffle": "pile" }}] }} }},
            "tables": {{ "lots": [{{ "kind": "k1", "weight": "{}" }}, {{ "kind": "k6", "count": "roll(0, 3)" }}, {{ "weight": 2 }}] }},
            "minds": {{ "wild": [{{ "cast": "burst" }}, "strike", "shoot", "wander"], "keen": ["strike", "approach"],
                "lurks": [{{ "ambush": 1 }}, "strike", "approach"],
                "stays": ["strike_back", "strike", {{ "approach": {{ "within": 2 }} }}, {{ "guard": 1 }}] }},
            "kinds": {{ {},
                "mud": {{ "as": "terrain", "is": ["flammable"], "look": {{ "glyph": "~" }}, "on": {{ "enter": [{mud}], "bump": [] }} }},
                "champion": {{ "extends": "hero", "is": ["flammable"], "has": {{ "health": 60, "room": 4, "dread": 5 }}, "abilities": ["burst"], "on": {champion}, {hero}
                    "light": {{ "radius": 6 }}, "bags": {{ "pile": {{ "stock": [{{ "kind": "k7", "count": 3 }}, {{ "table": "lots" }}] }} }},
                    "stock": ["k5", "k6", "k7", {{ "kind": "k8", "count": 3 }}] }} }},
            "levels": {{ "below": {{ "extends": "stage", "drawing": ["@.o.p.", ".....<", "..q..."], "legend": {{ "o": ["k0"], "p": ["k9"], "q": ["k10"] }},
                "links": {{ "up": "here" }}, "lasting": true }} }} }}"#,
            self.pick(&["self", "nearest", "target", "cell"]),
            self.pick(&["0", "1", "3"]),
            self.pick(&["0", "1"]),
            self.pick(&NUMBERS[..7]),
            kinds.join(","),
        )
    }
}

pub(super) const MAP: &str =
    "#########\n#@.a..>.#\n#..#.b..#\n#.fj.c~.#\n#..k.d.l#\n#_g.e.hi#\n#########";

pub(super) const SIGNS: &str = r#"{ "a": ["k0"], "b": ["k1"], "c": ["k2"], "d": ["k3"], "e": ["k4"], "f": ["k5"], "g": ["k6"],
    "h": ["k7"], "i": ["k8"], "j": ["k9"], "k": ["k10"], "l": ["k11"], "~": ["mud"], "_": ["void"] }"#;
