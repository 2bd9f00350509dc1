//! Plays random packs, whose rules trigger each other, with random commands. Nothing panics or
//! hangs, the world stays consistent, and a refused command changes nothing.

use std::collections::BTreeSet;
use std::sync::Arc;

use barrow_dice::Rng;
use barrow_grid::{Dir, LightMap, Pos};
use barrow_pack::Layer;

use super::author::{Author, CHAOS, MAP, SIGNS};
use super::{all, number, verb};
use crate::record::snapshot::tests::assert_alike;
use crate::scenario::Scenario;
use crate::state::entity::{At, EntityId};
use crate::state::roster::has_changing_gauge;
use crate::{Command, Game};

pub(super) fn random_command(rng: &mut Rng) -> Command {
    let dir = *rng.pick(&Dir::ALL).unwrap();
    let slot = u8::try_from(rng.below(6)).unwrap();
    let at = Pos::new(rng.between(-1..=9), rng.between(-1..=7));
    match rng.below(24) {
        0..=7 => Command::Move(dir),
        8 => Command::Wait,
        9 => Command::Pickup,
        10 | 22 => Command::Use { slot },
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
        21 => Command::UseFrom {
            bag: rng.pick(&["pile", "pile", "pouch"]).unwrap().to_string(),
            slot: slot % 3,
        },
        _ => Command::Cancel,
    }
}

/// Asserts that everyone is where the level says, and that items and bags agree.
fn assert_sound(game: &Game) {
    let (world, pack) = (&game.world, game.pack());
    for (index, entity) in world.entities.iter().enumerate() {
        let id = EntityId::new(u32::try_from(index).unwrap());
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
            At::Named(owner) => {
                assert!(world.entities[owner.index()].exists(), "nobody holds {}", kind.name);
                let offered = world
                    .open_menu
                    .as_ref()
                    .is_some_and(|open| open.options.iter().any(|it| it.it == Some(id)));
                assert!(!game.look().is_loose(id) || offered, "{} is left over", kind.name);
                assert!(!world.roster.ticking.contains(&id), "{} acts in a bag", kind.name);
            }
            At::Gone => {}
        }
        assert!(entity.count > 0 || !entity.exists(), "none of {}", kind.name);
        if let Some(actor) = entity.actor.as_ref().filter(|_| entity.exists()) {
            assert!(actor.worn.iter().all(|(_, item)| actor.bag.contains(item)), "{}", kind.name);
            assert!(actor.bag.iter().all(|it| world.entities[it.index()].at == At::Bag(id)));
            let mut others = actor.bags.iter().flat_map(|(_, items)| items);
            assert!(others.all(|it| world.entities[it.index()].at == At::Named(id)));
        }
    }
    for ((_, field), layer) in pack.fields.iter().zip(&world.level.fields) {
        let fuel = field.spread.as_ref().and_then(|it| it.fuel.as_ref()?.flag);
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
    let change = change.filter(|id| has_changing_gauge(pack, &world.entities[id.index()]));
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

/// Asserts that the cached sight and light equal what a computation from scratch gives.
fn assert_fresh(game: &Game) {
    let mut anew = game.clone();
    let mut ctx = anew.ctx();
    for player in 0..ctx.world.players.len() {
        // What the dead saw last stays lit for them.
        if ctx.entity(ctx.world.players[player].entity).exists() {
            ctx.world.players[player].sight_key = None;
        }
    }
    ctx.world.level.light = LightMap::default();
    ctx.world.level.stale_light = true;
    ctx.update_views();
    for (kept, anew) in game.world.players.iter().zip(&anew.world.players) {
        assert!(anew.sight_key.is_none() || kept.sight == anew.sight, "another line of sight");
        assert_eq!(kept.fog, anew.fog, "another view");
        let other = kept.memory.first_difference(&anew.memory);
        assert_eq!(other, None, "another memory");
    }
    // The light where only a dead player stood may be stale; nobody sees it.
    if !game.world.players.iter().all(|it| game.world.entities[it.entity.index()].exists()) {
        return;
    }
    let watched = &anew.world.level.lamps.watched;
    let (kept, anew) = (&game.world.level.light, &anew.world.level.light);
    for at in kept.bounds().cells().filter(|&at| watched.iter().any(|it| it.contains(at))) {
        assert_eq!(kept.at(at), anew.at(at), "the light at {at:?}");
        assert_eq!(kept.lit().contains(at), anew.lit().contains(at));
    }
}

/// Returns labels for what is special about a game at the moment it is saved and loaded.
fn moments(game: &Game) -> impl Iterator<Item = &'static str> {
    let world = &game.world;
    let all = [
        (world.open_menu.is_some(), "a choice"),
        (!world.stored.is_empty(), "a level that was left"),
        (world.delayed.iter().any(|it| !it.effects.is_empty()), "effects to come"),
        (!world.flashes.is_empty(), "a flash"),
        (world.players.iter().any(|it| !it.heard.is_empty()), "a noise"),
        (world.entities.iter().any(|it| it.dozes), "a dozer"),
        (world.end.is_some(), "an end"),
    ];
    all.into_iter().filter(|(holds, _)| *holds).map(|(_, name)| name)
}

/// Plays `count` random commands. Records refusals, accepted commands and the special moments at
/// which the game was saved and loaded; saving must make no difference. Returns how often someone
/// dozed; dozing must make no difference to a game in which every actor is asked and nothing is
/// cached.
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
    let mut long = game.clone();
    long.world.shortcuts_off = true;
    let mut rng = Rng::new(u32::try_from(seed).unwrap());
    for round in 0..150 {
        if round % 10 == 0 {
            assert_alike(&again, &game);
            resumed.extend(moments(&game));
            again = Game::from_bytes(&game.to_bytes(), Arc::clone(game.pack())).unwrap();
        }
        let player = if rng.below(20) == 0 { 5 } else { u8::try_from(rng.below(2)).unwrap() };
        let command = random_command(&mut rng);
        let before = (game.digest(), game.world.text_rng.state);
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
                assert_eq!(
                    (game.digest(), game.world.text_rng.state),
                    before,
                    "{command:?}: {why}"
                );
                assert!(dump.is_none_or(|dump| format!("{:?}", game.world) == dump));
            }
        }
        assert_eq!(expected.err(), turn.as_ref().err().cloned(), "{command:?}");
        dozing += game.world.entities.iter().filter(|it| it.dozes).count();
        long.world.trails = crate::shortcut::trails::Trails::default();
        assert_eq!(long.step(player, &command), turn, "{command:?}");
        assert_eq!(long.digest(), game.digest(), "{:?}", game.differences(&long));
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
        let more = Author::new(seed, &CHAOS).pack();
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
    assert_eq!(refused, all(30), "some refusals are never met");
    assert!(accepted.len() >= 12, "hardly a command is obeyed: {accepted:?}");
    assert_eq!(resumed.len(), 7, "some games are never put away: {resumed:?}");
    assert!(dozing > 1_000, "hardly anyone dozes: {dozing}");
}
