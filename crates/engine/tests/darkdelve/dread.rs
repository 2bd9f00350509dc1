//! Where Dread comes from, and that its lies change the screen and nothing else.

use std::collections::{BTreeMap, VecDeque};

use barrow_dice::{Seed, Stream};
use barrow_engine::{Command, Game, Setup};
use barrow_grid::{Dir, Pos};

use super::floors::open_cells;
use super::stage::{FLOORS, Stage, arrive, changed};

/// Two terrified delvers, one with the lies and one without; both do the same.
#[test]
fn lies_are_never_in_the_state_and_never_in_what_may_be_done() {
    let terror = |text: &mut String| {
        *text = text.replacen("\"dread\": { \"now\": 0", "\"dread\": { \"now\": 90", 1);
    };
    let lying = changed(|name, text| {
        if name == "combat.json" {
            terror(text);
        }
    });
    let honest = changed(|name, text| match name {
        "combat.json" => terror(text),
        "veil.json" => *text = "{}".into(),
        "pack.json" => {
            let from = text.find("\"illusions\"").unwrap();
            let to = from + text[from..].find("],").unwrap() + 2;
            text.replace_range(from..to, "");
        }
        _ => {}
    });
    let mut lies = 0;
    for seed in 0..40 {
        let level = Some(FLOORS[usize::try_from(seed % 5).unwrap()].to_owned());
        let heroes = vec!["veteran".into()];
        let setup = Setup { seed: Seed(seed), level, heroes, ..Setup::default() };
        let begin = |pack| Game::new(pack, &setup).unwrap().0;
        let (mut one, mut other) = (begin(lying.clone()), begin(honest.clone()));
        let mut whim = Seed(seed).stream(Stream::named("whim"), &[]);
        for _ in 0..120 {
            let legal = one.legal(0);
            assert_eq!(legal, other.legal(0), "seed {seed}, turn {}", one.turn());
            lies += usize::from(names(&one) != names(&other));
            let Some(command) = whim.pick(&legal).cloned() else { break };
            one.step(0, &command).unwrap();
            other.step(0, &command).unwrap();
            assert_eq!(one.digest(), other.digest(), "seed {seed}, turn {}", one.turn());
        }
    }
    assert!(lies > 200, "{lies} screens lied");
}

/// Returns what a player sees of rooms, foes and things.
fn names(game: &Game) -> Vec<String> {
    let Some(view) = game.view(0) else { return Vec::new() };
    let rooms = view.rooms().map(|it| it.kind.label.to_string());
    let foes = view.actors().map(|it| it.name());
    rooms.chain(foes).collect()
}

#[test]
fn an_elite_brings_three_dread_and_every_fifth_room_one() {
    let killed = |kind: &str| {
        let legend = format!(r#""f": ["{kind}"]"#);
        let hero = r#""might": 900"#;
        Stage { map: "@f", legend: &legend, hero, ..Stage::default() }.play("6").hero("dread")
    };
    assert_eq!(["ghoul", "grave_glutton", "rat_matriarch"].map(killed), [1, 3, 3]);
    let hero = r#""might": 900, "health": 900, "story": 3, "rooms_entered": 3"#;
    let mut play = Stage { hero, ..Stage::default() }.play_at(FLOORS[0], 5);
    let rooms: Vec<Pos> = play.game.truth().rooms().map(|it| it.0.center()).collect();
    let mut gained = BTreeMap::new();
    for room in rooms {
        for _ in 0..200 {
            let (entered, dread) = (play.hero("rooms_entered"), play.hero("dread"));
            let kills = play.hero("kills");
            if !step_towards(&mut play.game, room) {
                break;
            }
            if play.hero("rooms_entered") > entered {
                let by_kills = play.hero("kills") - kills;
                gained.insert(entered + 1, play.hero("dread") - dread - by_kills);
            }
        }
    }
    assert!(
        gained.len() > 3 && gained.iter().all(|it| *it.1 == i64::from(it.0 % 5 == 0)),
        "{gained:?}"
    );
}

/// Takes a step towards a cell, or strikes the actor in the way.
fn step_towards(game: &mut Game, goal: Pos) -> bool {
    let at = game.view(0).unwrap().own().unwrap().pos();
    let mut far = BTreeMap::from([(goal, 0)]);
    let mut next = VecDeque::from([goal]);
    let open = open_cells(game);
    while let Some(cell) = next.pop_front() {
        let steps = far[&cell] + 1;
        for to in Dir::ALL.map(|dir| cell + dir).into_iter().filter(|it| open.contains(*it)) {
            far.entry(to).or_insert_with(|| {
                next.push_back(to);
                steps
            });
        }
    }
    let ways = Dir::ALL.into_iter().filter(|&dir| far.contains_key(&(at + dir)));
    let best = ways.min_by_key(|&dir| far[&(at + dir)]);
    at != goal && best.is_some_and(|dir| game.step(0, &Command::Move(dir)).is_ok())
}

/// The Watcher gives two signs before it comes.
#[test]
fn the_watcher_stirs_at_85_and_at_90_and_comes_at_100() {
    let signs = |dread: u32| {
        let hero = format!(r#""health": 900, "dread": {{ "now": {dread}, "max": 100 }}"#);
        let play = Stage { map: "@.........", hero: &hero, ..Stage::default() }.play("......");
        let pack = play.game.pack();
        let lines = &pack.words.get(pack.words.find("watcher_signs").unwrap()).words;
        let told =
            play.texts().into_iter().filter(|text| lines.iter().any(|it| text.contains(&**it)));
        (told.count(), play.count("watcher"))
    };
    assert_eq!(
        [84, 85, 89, 90, 99, 100].map(signs),
        [(0, 0), (1, 0), (1, 0), (2, 0), (2, 0), (2, 1)]
    );
}

/// Walks into the great hall. Returns the game there, if the Colossus stands.
fn in_the_hall(mut game: Game) -> Option<Game> {
    let hall = {
        let truth = game.truth();
        let mut rooms = truth.rooms();
        let is_hall = |id| truth.pack().rooms.name(id) == "boss";
        rooms.find(|it| it.1.is_some_and(is_hall))?.0
    };
    for _ in 0..900 {
        if hall.contains(game.view(0)?.own()?.pos()) {
            let stands = !crate::shipped::all(&game, "bone_colossus").is_empty();
            return stands.then_some(game);
        }
        _ = game.step(0, &Command::Choose { option: 0 });
        step_towards(&mut game, hall.center());
    }
    None
}

/// In the great hall the Watcher waits while the Colossus stands. Here a dodge brings all Dread.
#[test]
fn the_watcher_waits_for_the_boss_only_in_its_hall() {
    let pack = changed(|name, text| {
        if name == "combat.json" {
            *text = text
                .replacen("\"health\": 40,", "\"health\": 9000, \"story\": 3,", 1)
                .replacen("\"might\": 3", "\"might\": 900", 1)
                .replace(
                    r#""do": [{ "apply": { "state": "dodging", "of": "actor" } }]"#,
                    r#""do": [{ "set": { "attribute": "dread", "to": 100, "of": "actor" } }]"#,
                );
        }
    });
    let dodge = Command::Cast { ability: "dodge".into(), at: None };
    let watchers = |game: &mut Game, command: &Command| {
        game.step(0, command).unwrap();
        crate::shipped::all(game, "watcher").len()
    };
    assert_eq!(watchers(&mut arrive(&pack, 3, 5), &dodge), 1, "on the landing");
    // Now and then it comes to the door, and falls there.
    let mut halls = (1..20).filter_map(|seed| in_the_hall(arrive(&pack, seed, 5)));
    let mut game = halls.next().expect("somebody stands in the hall with it");
    assert_eq!(watchers(&mut game, &dodge), 0, "the Colossus stands");
    assert_eq!(watchers(&mut game, &Command::Wait), 0, "the Colossus stands");
}
