//! Packs made at random, whose rules chase each other, played at random: nothing panics or
//! hangs, the world stays sound, and a refused command changes nothing.

use std::collections::BTreeSet;
use std::fmt::Write;
use std::sync::Arc;

use barrow_dice::Rng;
use barrow_grid::{Dir, LightMap, Pos};
use barrow_pack::Layer;

use super::{all, number, verb};
use crate::record::snapshot::tests::assert_alike;
use crate::scenario::Scenario;
use crate::state::entity::{At, EntityId};
use crate::state::roster::changes;
use crate::{Command, Game};

/// Numbers as authors would rather not write them.
const NUMBERS: [&str; 14] = [
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

/// What can be said, with holes: `N` a number, `S` a subject, `K` a kind, `D` more effects.
const EFFECTS: [&str; 44] = [
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
    r#"{ "pick": [{ "weight": "N", "do": [D] }, { "do": [D] }] }"#,
    r#"{ "repeat": { "times": "N", "do": [D] } }"#,
    r#"{ "area": { "radius": "N", "at": "S", "do": [D] } }"#,
    r#"{ "later": { "turns": "N", "radius": 1, "do": [D] } }"#,
    r#"{ "later": { "turns": "N", "do": [D] } }"#,
    r#"{ "if": { "when": "chance(0.3)", "do": [{ "menu": "which" }] } }"#,
    r#"{ "cast": "burst" }"#,
];

const OCCASIONS: [&str; 17] = [
    "spawn", "turn", "bump", "enter", "leave", "hit", "struck", "die", "kill", "use", "pickup",
    "drop", "equip", "unequip", "land", "open", "seen",
];

/// Writes packs.
struct Author {
    rng: Rng,
}

impl Author {
    fn pick<'a>(&mut self, words: &[&'a str]) -> &'a str {
        self.rng.pick(words).unwrap()
    }

    fn kind(&mut self) -> String {
        format!("k{}", self.rng.below(KINDS))
    }

    fn effects(&mut self, most: u32, depth: u32) -> String {
        let count = self.rng.below(most) + 1;
        let effects: Vec<String> = (0..count).map(|_| self.effect(depth)).collect();
        effects.join(",")
    }

    fn effect(&mut self, depth: u32) -> String {
        let template = if self.rng.below(12) == 0 && depth < 2 {
            self.pick(&EFFECTS[37..42])
        } else {
            self.pick(&[&EFFECTS[..37], &EFFECTS[42..]].concat())
        };
        let mut out = String::new();
        // The holes stand alone or in quotes; letters within words are none.
        let letters: Vec<char> = template.chars().collect();
        for (at, &letter) in letters.iter().enumerate() {
            let lone = |at: Option<usize>| {
                at.and_then(|at| letters.get(at)).is_none_or(|it| !it.is_alphanumeric())
            };
            let hole = lone(at.checked_sub(1)) && lone(Some(at + 1));
            match letter {
                'N' if hole => out.push_str(self.pick(&NUMBERS)),
                'S' if hole => out.push_str(self.pick(&SUBJECTS)),
                'K' if hole => out.push_str(&self.kind()),
                'G' if hole => out.push_str(self.pick(&["floor", "void", "wall", "mud"])),
                'D' if hole => out.push_str(&self.effects(2, depth + 1)),
                letter => out.push(letter),
            }
        }
        out
    }

    fn hooks(&mut self, most: u32) -> String {
        let mut hooks = String::new();
        for occasion in OCCASIONS {
            // What happens every round would drown the rest.
            let rarity = if ["turn", "seen"].contains(&occasion) { 9 } else { 3 };
            if self.rng.below(rarity) == 0 {
                let effects = self.effects(most, 0);
                let comma = if hooks.is_empty() { "" } else { "," };
                write!(hooks, r#"{comma}"{occasion}": [{effects}]"#).unwrap();
            }
        }
        format!("{{ {hooks} }}")
    }

    /// A kind of some layer, with whatever facets.
    fn kind_of(&mut self, index: u32) -> String {
        let (glyph, hooks) = (char::from(b'a' + u8::try_from(index).unwrap()), self.hooks(2));
        let body = match index {
            0..=4 => format!(
                r#""extends": "creature", "side": "{}", "mind": "{}", "has": {{ {} "room": 3, "speed": "{}" }},
                {} "drops": "lots", "abilities": ["burst"]"#,
                self.pick(&["foes", "heroes", "beasts", ""]),
                self.pick(&["wild", "keen", "lurks", "stays"]),
                // Who changes in every round cannot doze.
                self.pick(&["", r#""dread": 3,"#]),
                self.pick(&["100", "50", "230"]),
                match self.rng.below(6) {
                    4.. => String::new(),
                    item => format!(r#""stock": [{{ "kind": "k{}", "worn": true }}],"#, 5 + item),
                },
            ),
            5..=8 => format!(
                r#""as": "item", "has": {{ "charge": 2 }}, "item": {{ {} "consumed": {}, "stacks": {}, "fragile": {}, "needs": "{}",
                "delay": "{}" {} {} }}, "wear": [{{ "attribute": "{}", "by": "gold - 1 / health", "times": "{}" }}], "strike": {{ "chance": 0.8, "do": [{}], "miss": [{}] }}"#,
                match self.pick(&["hand", "body"]) {
                    // Not everything can be worn.
                    _ if index == 8 => String::new(),
                    slot => format!(r#""slot": "{slot}","#),
                },
                self.rng.below(3) == 0,
                self.rng.below(2) == 0,
                self.rng.below(2) == 0,
                self.pick(&["1", "actor.gold > 0"]),
                self.pick(&["0", "2"]),
                self.pick(&["", r#", "unknown": "[words.odds] thing""#]),
                self.pick(&["", "", r#", "switch": { "drains": "charge" }"#]),
                self.pick(&["health", "speed", "solid", "attack", "room"]),
                self.pick(&["1", "2", "0", "-1"]),
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

    fn pack(&mut self) -> String {
        let kinds: Vec<String> = (0..KINDS).map(|index| self.kind_of(index)).collect();
        let [odd, burst, slime, mud, yes, zero] = [(); 6].map(|()| self.effects(2, 0));
        let champion = self.hooks(1);
        format!(
            r#"{{ "attributes": {{ "dread": {{ "gauge": "Fear.", "at_zero": [{zero}], "per_turn": -0.1 }} }},
            "words": {{ "odds": ["odd", "queer"] }},
            "states": {{
                "odd": {{ "lasts": 3, "stacking": "adds", "on": {{ "turn": [{odd}] }}, "changes": [{{ "attribute": "sight", "by": -3 }}] }},
                "dazed": {{ "lasts": 2, "helpless": true, "astray": 0.5, "broken_by_harm": true }} }},
            "fields": {{ "slime": {{ "spread": {{ "chance": 0.2 }}, "fades": 1, "opaque": true, "light": {{ "radius": 3, "falloff": "linear" }},
                "on": {{ "enter": [{slime}] }} }},
                "blaze": {{ "spread": {{ "chance": 0.4, "fuel": "flammable", "amount": 2 }}, "fades": "roll(0, 1)", "harmful": true }} }},
            "abilities": {{ "burst": {{ "cost": {{ "mana": "roll(0, 2)" }}, "cooldown": 2, "aim": "{}", "radius": "{}", "tell": "{}", "do": [{burst}] }} }},
            "menus": {{ "which": {{ "title": "Which?", "options": [{{ "text": "[Actor]", "do": [{yes}] }}, {{ "text": "No", "when": "chance(0.5)", "do": [] }}] }} }},
            "tables": {{ "lots": [{{ "kind": "k1", "weight": "{}" }}, {{ "kind": "k6", "count": "roll(0, 3)" }}, {{ "weight": 2 }}] }},
            "minds": {{ "wild": [{{ "cast": "burst" }}, "strike", "shoot", "wander"], "keen": ["strike", "approach"],
                "lurks": [{{ "ambush": 1 }}, "strike", "approach"],
                "stays": ["strike_back", "strike", {{ "approach": {{ "within": 2 }} }}, {{ "guard": 1 }}] }},
            "kinds": {{ {},
                "mud": {{ "as": "terrain", "is": ["flammable"], "look": {{ "glyph": "~" }}, "on": {{ "enter": [{mud}], "bump": [] }} }},
                "champion": {{ "extends": "hero", "is": ["flammable"], "has": {{ "health": 60, "room": 4, "dread": 5 }}, "abilities": ["burst"], "on": {champion},
                    "light": {{ "radius": 6 }},
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

const MAP: &str = "#########\n#@.a..>.#\n#..#.b..#\n#.fj.c~.#\n#..k.d.l#\n#_g.e.hi#\n#########";

const SIGNS: &str = r#"{ "a": ["k0"], "b": ["k1"], "c": ["k2"], "d": ["k3"], "e": ["k4"], "f": ["k5"], "g": ["k6"],
    "h": ["k7"], "i": ["k8"], "j": ["k9"], "k": ["k10"], "l": ["k11"], "~": ["mud"], "_": ["void"] }"#;

fn random_command(rng: &mut Rng) -> Command {
    let dir = *rng.pick(&Dir::ALL).unwrap();
    let slot = u8::try_from(rng.below(6)).unwrap();
    let at = Pos::new(rng.between(-1..=9), rng.between(-1..=7));
    match rng.below(22) {
        0..=7 => Command::Move(dir),
        8 => Command::Wait,
        9 => Command::Pickup,
        10 => Command::Use { slot },
        11 => Command::Drop { slot },
        12 => Command::Equip { slot },
        13 => Command::Unequip { slot },
        14 => Command::Throw { slot, at },
        15 => {
            Command::Cast { ability: rng.pick(&["burst", "rest"]).unwrap().to_string(), at: None }
        }
        16 => Command::Cast { ability: "burst".into(), at: Some(at) },
        17 => Command::Descend,
        18 => Command::Ascend,
        19 => Command::Interact(dir),
        20 => Command::Choose { option: slot },
        _ => Command::Cancel,
    }
}

/// Everyone is where the level says, and things are in the bags they think they are in.
fn assert_sound(game: &Game) {
    let (world, pack) = (&game.world, game.pack());
    for (index, entity) in world.entities.iter().enumerate() {
        let id = EntityId(u32::try_from(index).unwrap());
        let kind = pack.kinds.get(entity.kind);
        match entity.at {
            At::Cell(at) if kind.layer == Layer::Actor => {
                assert_eq!(world.level.actors[at], Some(id), "{}", kind.name);
            }
            At::Cell(at) => assert!(game.look().pile(at).any(|it| it == id), "{}", kind.name),
            At::Bag(owner) => {
                assert!(game.look().bag(owner).contains(&id), "{}", kind.name);
                assert!(
                    world.entities[owner.index()].exists(),
                    "{} is carried by nobody",
                    kind.name
                );
            }
            At::Gone => {}
        }
        assert!(entity.count > 0 || !entity.exists(), "none of {}", kind.name);
        if let Some(actor) = entity.actor.as_ref().filter(|_| entity.exists()) {
            assert!(actor.worn.iter().all(|(_, item)| actor.bag.contains(item)), "{}", kind.name);
            assert!(actor.bag.iter().all(|it| world.entities[it.index()].at == At::Bag(id)));
        }
    }
    for ((_, field), layer) in pack.fields.iter().zip(&world.level.fields) {
        let fuel = field.spread.as_ref().and_then(|it| it.fuel);
        for at in layer.room.bounds().cells() {
            let ground = pack.kinds.get(world.level.ground[at]);
            let takes =
                fuel.map_or(!world.level.solid.contains(at), |it| ground.flags.contains(&it));
            assert_eq!(layer.room.contains(at), takes && layer.get(at) == 0, "room at {at:?}");
        }
        assert_eq!(layer.count, layer.cells.count());
        for (at, &amount) in layer.amounts.iter() {
            assert_eq!(layer.cells.contains(at), amount > 0);
            assert!(amount == 0 || layer.extent.contains(at), "{at:?} lies beyond");
        }
    }
    let exist = |id: &&EntityId| world.entities[id.index()].exists();
    let change = world.actors.iter().filter(exist);
    let change = change.filter(|id| changes(pack, &world.entities[id.index()]));
    assert!(world.roster.changing.iter().filter(exist).eq(change), "others change by themselves");
    for (at, actor) in world.level.actors.iter() {
        assert!(actor.is_none_or(|id| world.entities[id.index()].at == At::Cell(at)));
    }
    for left in world.stored.values() {
        for (at, top) in left.level.piles.iter() {
            assert!(top.is_none_or(|id| left.entities[id.index()].at == At::Cell(at)));
        }
    }
}

/// What is kept of sight and light from one step to the next is what it would be if it were
/// worked out from nothing.
fn assert_fresh(game: &Game) {
    let mut anew = game.clone();
    let mut ctx = anew.ctx();
    for player in 0..ctx.world.players.len() {
        ctx.world.players[player].looked = None;
    }
    ctx.world.level.light = LightMap::default();
    ctx.world.level.stale_light = true;
    ctx.look();
    for (kept, anew) in game.world.players.iter().zip(&anew.world.players) {
        assert!(anew.looked.is_none() || kept.sight == anew.sight, "another line of sight");
        assert_eq!(kept.fog, anew.fog, "another view");
        let other = kept.memory.first_difference(&anew.memory);
        assert_eq!(other, None, "another memory");
    }
    let watched = &anew.world.level.lamps.watched;
    let (kept, anew) = (&game.world.level.light, &anew.world.level.light);
    for at in kept.bounds().cells().filter(|&at| watched.iter().any(|it| it.contains(at))) {
        assert_eq!(kept.at(at), anew.at(at), "the light at {at:?}");
        assert_eq!(kept.lit().contains(at), anew.lit().contains(at));
    }
}

/// What is worth mentioning of a game that is put away and taken up again.
fn moments(game: &Game) -> impl Iterator<Item = &'static str> {
    let world = &game.world;
    let all = [
        (world.choice.is_some(), "a choice"),
        (!world.stored.is_empty(), "a level that was left"),
        (world.later.iter().any(|it| !it.effects.is_empty()), "effects to come"),
        (!world.flashes.is_empty(), "a flash"),
        (world.players.iter().any(|it| !it.heard.is_empty()), "a noise"),
        (world.entities.iter().any(|it| it.dozes), "a dozer"),
        (world.end.is_some(), "an end"),
    ];
    all.into_iter().filter(|(holds, _)| *holds).map(|(_, name)| name)
}

/// Plays so many random commands; what was refused and accepted goes into the sets, and so does
/// what there was when the game was put away and taken up again, which makes no difference.
/// Tells how often someone dozed, which makes none to a game in which everyone is asked and
/// every way and every view of a mind is found afresh.
fn play(
    it: Scenario,
    seed: u64,
    refused: &mut BTreeSet<usize>,
    accepted: &mut BTreeSet<usize>,
    resumed: &mut BTreeSet<&'static str>,
) -> usize {
    let mut game = it.game;
    let mut again = game.clone();
    let mut dozing = 0;
    assert!(!game.world.entities.iter().any(|it| it.dozes), "nobody has been asked yet");
    let mut sleepless = game.clone();
    sleepless.world.sleepless = true;
    let mut rng = Rng::new(u32::try_from(seed).unwrap());
    for round in 0..150 {
        if round % 10 == 0 {
            assert_alike(&again, &game);
            resumed.extend(moments(&game));
            again = Game::from_bytes(&game.to_bytes(), Arc::clone(game.pack())).unwrap();
        }
        let player = if rng.below(20) == 0 { 5 } else { u8::try_from(rng.below(2)).unwrap() };
        let command = random_command(&mut rng);
        let before = (game.digest(), game.world.words.state);
        let dump = (rng.below(100) == 0).then(|| format!("{:?}", game.world));
        let expected = game.accepts(player, &command);
        let turn = game.step(player, &command);
        match &turn {
            Ok(_) => {
                accepted.insert(verb(&command));
                assert_sound(&game);
                assert_fresh(&game);
            }
            Err(why) => {
                refused.insert(number(why));
                assert_eq!((game.digest(), game.world.words.state), before, "{command:?}: {why}");
                assert!(dump.is_none_or(|dump| format!("{:?}", game.world) == dump));
            }
        }
        assert_eq!(expected.err(), turn.as_ref().err().cloned(), "{command:?}");
        dozing += game.world.entities.iter().filter(|it| it.dozes).count();
        sleepless.world.trails = crate::mind::Trails::default();
        assert_eq!(sleepless.step(player, &command), turn, "{command:?}");
        assert_eq!(sleepless.digest(), game.digest(), "{:?}", game.differences(&sleepless));
        assert_eq!(again.step(player, &command), turn, "{command:?}");
        assert_eq!(again.digest(), game.digest(), "{:?}", game.differences(&again));
    }
    dozing
}

#[test]
fn nothing_panics_whatever_the_pack_says() {
    let (mut refused, mut accepted) = (BTreeSet::new(), BTreeSet::new());
    let mut resumed = BTreeSet::new();
    let mut dozing = 0;
    for seed in 0..60 {
        let more = Author { rng: Rng::new(seed) }.pack();
        let rules = format!(
            r#""four_ways": {}, "pickup": "{}", "weapons": "{}""#,
            seed % 2 == 0,
            if seed % 3 == 0 { "walking" } else { "asked" },
            if seed % 5 == 0 { "overlay" } else { "replace" },
        );
        let dark = seed % 4 == 1;
        let level = format!(
            r#""links": {{ "down": "below" }}, "lasting": true, "dark": {dark},
            "on": {{ "turn": [{{ "if": {{ "when": "chance(0.2)", "do": [{{ "put": {{ "field": "blaze", "radius": 1, "at": "player" }} }}] }} }}] }}"#
        );
        let scenario = Scenario::staged(&rules, &level, MAP, SIGNS, &more);
        for run in 0..4 {
            let players = if run % 2 == 0 { 1 } else { 2 };
            let it = scenario.again(players, run);
            dozing +=
                play(it, u64::from(seed) * 10 + run, &mut refused, &mut accepted, &mut resumed);
        }
    }
    assert_eq!(refused, all(25), "some refusals are never met");
    assert!(accepted.len() >= 12, "hardly a command is obeyed: {accepted:?}");
    assert_eq!(resumed.len(), 7, "some games are never put away: {resumed:?}");
    assert!(dozing > 1_000, "hardly anyone dozes: {dozing}");
}
