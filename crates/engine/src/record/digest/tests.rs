use std::sync::Arc;

use barrow_dice::Fixed;
use barrow_grid::Pos;

use super::Digest;
use crate::ctx::scene::Scene;
use crate::game::Game;
use crate::scenario::Scenario;
use crate::state::entity::{At, EntityId, Wits};
use crate::state::world::{Delayed, End, OpenMenu, Question};

type Change = Box<dyn Fn(&mut Game)>;

fn menu() -> OpenMenu {
    let question = Question::Menu(barrow_pack::Id::new(0));
    OpenMenu { question, player: 0, scene: Scene::default(), options: Vec::new() }
}

fn delayed(effects_digest: u64) -> Delayed {
    let (scene, effects) = (Scene::default(), Arc::default());
    Delayed { turn: 9, scene, area: None, ability: None, effects, effects_digest }
}

#[test]
fn the_digest_covers_every_part_of_the_state() {
    let map = "
        ##########
        #@..#..r.#
        #...+....#
        ##########
        ";
    let scenario = Scenario::new(map, r#"{"r": ["rat"], "+": ["door"]}"#, "{}");
    let game = &scenario.game;
    let rat = scenario.find("rat").unwrap();
    let door = scenario.find("door").unwrap();
    let life = game.pack.rules.life;
    let actor = |change: fn(&mut crate::Actor)| -> Change {
        Box::new(move |game| change(game.world.entities[rat.index()].actor.as_mut().unwrap()))
    };
    let changes: Vec<(&str, Change)> = vec![
        ("the turn", Box::new(|it| it.world.turn += 1)),
        ("the rules' stream", Box::new(|it| it.world.rng.state += 1)),
        ("the minds' stream", Box::new(|it| it.world.mind_rng.state += 1)),
        ("the floor", Box::new(|it| it.world.level.floor += 1)),
        (
            "ground at 6,1",
            Box::new(|it| {
                it.world.level.ground.set(Pos::new(6, 1), it.pack.kinds.find("wall").unwrap());
            }),
        ),
        (
            "health 3 of 10 against 10",
            Box::new(move |it| {
                it.world.entities[rat.index()].own_mut(life).now = Fixed::from_whole(3);
            }),
        ),
        (
            "at 8,2",
            Box::new(move |it| it.world.entities[rat.index()].at = At::Cell(Pos::new(8, 2))),
        ),
        ("open, on or awake", Box::new(move |it| it.world.entities[door.index()].active = true)),
        ("locked", Box::new(move |it| it.world.entities[door.index()].locked = true)),
        ("colour of the lock", Box::new(move |it| it.world.entities[door.index()].lock = Some(3))),
        ("count", Box::new(move |it| it.world.entities[door.index()].count = 2)),
        ("energy", actor(|it| it.energy += 1)),
        ("home", actor(|it| it.home = Pos::new(0, 0))),
        ("foe", actor(|it| it.foe = Some(EntityId::new(0)))),
        ("busy until", actor(|it| it.busy = 9)),
        ("memory", actor(|it| it.memory = Some((Pos::new(1, 1), 5)))),
        ("wits", actor(|it| it.wits = Some(Box::new(Wits { side: Some(2), ..Wits::default() })))),
        ("detour until", actor(|it| it.detour = 7)),
        ("bag", actor(|it| it.bag.push(EntityId::new(0)))),
        ("player 0: selected", Box::new(|it| it.world.players[0].selected += 1)),
        ("player 0: next command", Box::new(|it| it.world.players[0].asked += 1)),
        ("player 0: ready at", Box::new(|it| it.world.players[0].ready += 1)),
        ("player 0: senses until", Box::new(|it| it.world.players[0].senses_until += 1)),
        ("the identified kinds", Box::new(|it| it.world.identified.push(barrow_pack::Id::new(3)))),
        ("the queued menus", Box::new(|it| it.world.queued_menus.push_back(menu()))),
        ("delayed effects", Box::new(|it| it.world.delayed.push(delayed(3)))),
        ("the end", Box::new(|it| it.world.end = Some(End { won: true, ..End::default() }))),
        ("the cause of death", Box::new(|it| it.world.cause = Some("a rat".into()))),
    ];
    for (what, change) in changes {
        let mut other = game.clone();
        change(&mut other);
        assert_ne!(other.digest(), game.digest(), "{what} is not in the digest");
        assert_ne!(other.check(), game.check(), "{what} is not in the check");
        let text = other.differences(game).unwrap();
        assert!(text.contains(what), "{text}");
    }
}

#[test]
fn the_digest_distinguishes_floor_bag_and_nowhere() {
    let mut game = Scenario::new("@r", r#"{"r": ["rat"]}"#, "{}").game;
    let mut digest = |at| {
        game.world.entities[1].at = at;
        game.digest()
    };
    let digests = [At::Cell(Pos::new(0, 0)), At::Bag(EntityId::new(0)), At::Gone].map(&mut digest);
    assert!(digests[0] != digests[1] && digests[0] != digests[2] && digests[1] != digests[2]);
}

#[test]
fn the_digest_of_saved_runs_never_changes() {
    let mut digest = Digest::new(1);
    digest.word(2);
    digest.word(u64::MAX);
    assert_eq!(digest.finish(), 0xD2ED_A143_E382_C4F2);
}

#[test]
fn the_digest_ignores_texts() {
    let end = |text: &str, words| {
        let mut game = Scenario::new("@.", "{}", "{}").game;
        game.world.text_rng.state += words;
        game.world.end = Some(End { won: true, text: text.into(), ..End::default() });
        game.digest()
    };
    assert_eq!(end("You leave, humming.", 0), end("You leave, whistling.", 1));
}

#[test]
fn the_digest_distinguishes_delayed_effects() {
    let digest = |effects: &str| {
        let more = format!(
            r#"{{ "kinds": {{ "flask": {{ "as": "item", "item": {{}}, "on": {{ "use": [{{ "later": {{ "turns": 9, "do": [{effects}] }} }}] }} }},
            "champion": {{ "extends": "hero", "stock": ["flask"] }} }} }}"#
        );
        Scenario::new("@.", "{}", &more).keys("0").game.digest()
    };
    let three = digest(r#"{ "harm": 3 }"#);
    assert_eq!(three, digest(r#"{ "harm": { "by": 3 } }"#));
    assert_ne!(three, digest(r#"{ "harm": 4 }"#));
    assert_ne!(three, digest(r#"{ "harm": { "by": 3, "of": "self" } }"#));
    assert_ne!(digest(r#"{ "say": "Boo." }"#), digest(r#"{ "say": "Boo!" }"#));
}
