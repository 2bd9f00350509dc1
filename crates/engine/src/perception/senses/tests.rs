use barrow_dice::Rng;
use barrow_grid::{Dir, Fog, Sight};

use crate::Command;
use crate::scenario::{Scenario, cell};
use crate::state::entity::EntityId;

fn check(map: &str, keys: &str, expected: &str) {
    let mut it = Scenario::new(map, r#"{ "o": ["pillar"] }"#, PILLAR);
    assert_eq!(it.keys(keys).seen(), expected);
}

const PILLAR: &str = r#"{ "kinds": { "pillar": { "as": "fixture", "is": ["solid", "opaque"],
    "look": { "glyph": "o" } } } }"#;

#[test]
fn opaque_cells_are_seen_and_hide_what_is_behind() {
    check("@..#..", "", "111100");
    check("@..o..", "", "111100");
    check("@.\n##\n..", "", "11\n11\n00");
}

#[test]
fn sight_ends_at_its_radius() {
    check("@...........", "", "111111111000");
}

#[test]
fn an_open_door_lets_sight_through() {
    check("@+...", "", "11000");
    check("@+...", "l", "11111");
}

#[test]
fn shadows_and_rays_are_two_ways_to_see() {
    let map = ".....\n..#..\n@....\n.....";
    let shadow = Scenario::new(map, "{}", "{}").seen();
    let rays = Scenario::ruled(r#""sight": "rays""#, map, "{}", "{}").seen();
    assert_eq!(shadow, "11100\n11101\n11111\n11111");
    assert_ne!(shadow, rays);
}

#[test]
fn a_line_over_pits_or_past_a_corner_may_end_the_sight_of_monsters_only() {
    let more = r#"{ "kinds": { "shaft": { "as": "terrain", "is": ["pit"], "look": { "glyph": ":" } },
            "wolf": { "extends": "rat", "mind": "hunter" } },
        "minds": { "hunter": ["approach"] } }"#;
    let signs = r#"{ ":": ["shaft"], "r": ["wolf"] }"#;
    for (map, seen) in [("@.:..r\n......", "@.:.r.\n......"), ("r.\n#.\n.@", "..\n#r\n.@")] {
        for (alone, after) in [("false", seen), ("true", map)] {
            let rules = format!(r#""line_sight": {alone}"#);
            let mut it = Scenario::ruled(&rules, map, signs, more);
            assert!(!it.seen().contains('0'), "the hero sees all of it");
            it.keys(".").shows(after);
        }
    }
    // Where the line passes exactly between two cells, it keeps straight on from the monster.
    let mut it = Scenario::ruled(r#""line_sight": true"#, "r#\n..\n.@", signs, more);
    it.keys(".").shows(".#\nr.\n.@");
}

/// Returns what the player remembers of cells out of sight: the glyph of the thing or the ground.
fn remembered(it: &Scenario) -> String {
    let view = it.game.view(0).unwrap();
    let glyph = |x| {
        let known = view.cell(cell(x, 0));
        let thing = known.thing.map(|it| it.glyph());
        let ground = known.ground.map(|it| it_glyph(it, &view));
        match known.fog {
            Fog::Unexplored => ' ',
            Fog::Visible => '1',
            Fog::Remembered => thing.or(ground).unwrap(),
        }
    };
    (0..view.width()).map(glyph).collect()
}

fn it_glyph(kind: barrow_pack::Id<barrow_pack::Kind>, view: &crate::View<'_>) -> char {
    view.pack().kinds.get(kind).look.glyph
}

const APPLE: &str =
    r#"{ "kinds": { "apple": { "as": "item", "item": {}, "look": { "glyph": "%" } } } }"#;

#[test]
fn players_remember_ground_and_things_but_not_actors() {
    let map = "#%r.@+......";
    let mut it = Scenario::new(map, r#"{ "%": ["apple"], "r": ["rat"] }"#, APPLE);
    it.keys("lll").command(&Command::Interact(Dir::West));
    assert_eq!(remembered(&it), "#%...1111111");
}

#[test]
fn a_thing_taken_out_of_sight_is_remembered_until_seen_gone() {
    let mut it = Scenario::new("%.@+..", r#"{ "%": ["apple"] }"#, APPLE);
    it.keys("lll").command(&Command::Interact(Dir::West));
    assert_eq!(remembered(&it), "%..111");
    let apple = it.find("apple").unwrap();
    it.ctx().vanish(apple);
    assert_eq!(
        {
            it.keys(".");
            remembered(&it)
        },
        "%..111"
    );
    it.command(&Command::Interact(Dir::West));
    assert_eq!(remembered(&it), "111111");
    it.command(&Command::Interact(Dir::West));
    assert_eq!(remembered(&it), "...111");
}

#[test]
fn some_levels_are_not_remembered() {
    let mut it = Scenario::staged("", r#""forgets": true"#, "..@+..", "{}", "{}");
    it.keys("lll").command(&Command::Interact(Dir::West));
    assert_eq!(remembered(&it), "   111");
}

#[test]
fn each_player_knows_only_what_that_player_saw() {
    let mut it = Scenario::new("@.#..", "{}", "{}").party(2);
    let explored = |it: &Scenario, player: u8| {
        let view = it.game.view(player).unwrap();
        (0..5).filter(|&x| view.explored().contains(cell(x, 0))).count()
    };
    assert_eq!([explored(&it, 0), explored(&it, 1)], [3, 3]);
    let second = it.game.world.players[1].entity;
    it.ctx().relocate(second, cell(4, 0));
    it.keys(".").command_by(1, &Command::Wait);
    assert_eq!([explored(&it, 0), explored(&it, 1)], [3, 5]);
}

#[test]
fn hidden_things_are_not_seen_until_they_are_found() {
    let more = r#"{ "kinds": { "trap": { "as": "fixture", "is": ["hidden"], "look": { "glyph": "^" },
        "on": { "enter": [{ "say": "Click." }] } } } }"#;
    let mut it = Scenario::new("@^..", r#"{ "^": ["trap"] }"#, more);
    let thing = |it: &Scenario| it.game.view(0).unwrap().cell(cell(1, 0)).thing.is_some();
    assert!(!thing(&it));
    it.keys("ll");
    assert!(thing(&it));
}

/// Whether a monster sees a player is often read from what the player sees. It must equal what the
/// monster sees by itself.
#[test]
fn sight_read_from_the_player_equals_the_monsters_own_sight() {
    let map = "
        ####################
        #@...#....r...+....#
        #..o.+..o.....#..r.#
        #....#....##..#....#
        #.r..#.r..##..+.o..#
        ####################";
    let more = r#"{ "kinds": { "pillar": { "as": "fixture", "is": ["solid", "opaque"] },
        "bat": { "extends": "rat", "mind": "roams" } }, "minds": { "roams": ["wander"] } }"#;
    let mut dice = Rng::new(3);
    let mut seen = 0;
    for seed in 0..10 {
        let signs = r#"{ "o": ["pillar"], "r": ["bat"] }"#;
        let mut it = Scenario::new(map, signs, more).seeded(seed);
        for _ in 0..100 {
            it.command(&Command::Move(Dir::ALL[dice.below(8) as usize]));
            let player = it.hero();
            let hero = it.game.world.entities[player.index()].pos().unwrap();
            let bats: Vec<EntityId> = it.game.world.actors.clone();
            for bat in bats.into_iter().filter(|&bat| bat != player) {
                let from = it.game.world.entities[bat.index()].pos().unwrap();
                let by_itself = Sight::Shadow.sees(&it.game.world.level.opaque, from, hero, 8);
                assert_eq!(it.ctx().sees(bat, hero), by_itself, "{from:?} to {hero:?}");
                seen += u32::from(by_itself);
            }
        }
    }
    assert!(seen > 100, "seen {seen} times");
}

/// Draws an open floor of 12 rows and columns, with a rat in its corner and the hero elsewhere.
fn field(hero: (usize, usize)) -> String {
    let mut rows = vec![vec!['.'; 12]; 12];
    rows[0][0] = 'r';
    rows[hero.1][hero.0] = '@';
    rows.iter().map(|row| row.iter().collect::<String>() + "\n").collect()
}

#[test]
fn a_pack_says_how_far_minds_see_in_which_direction() {
    // The rat sees 8 cells far. At (6, 6) the distance is 8.49.
    let sees = |metrics: &str, hero| {
        let rules = format!(r#""metrics": {{ {metrics} }}"#);
        let it = Scenario::ruled(&rules, &field(hero), r#"{ "r": ["rat"] }"#, "{}");
        let at = it.game.look().pos(it.hero()).unwrap();
        it.game.look().sees(it.find("rat").unwrap(), at)
    };
    assert!(sees("", (6, 6)));
    for (metric, seen) in [
        ("square", [true, true, true, true]),
        ("rounded", [true, true, false, false]),
        ("circle", [true, false, false, false]),
        ("diamond", [false, false, false, false]),
    ] {
        let metrics = format!(r#""minds": "{metric}""#);
        let found = [(5, 6), (6, 6), (7, 6), (8, 8)].map(|hero| sees(&metrics, hero));
        assert_eq!(found, seen, "{metric}");
    }
}

#[test]
fn a_pack_says_how_far_players_see_in_which_direction() {
    let seen = |metric: &str| {
        let rules = format!(r#""metrics": {{ "sight": "{metric}" }}"#);
        let it = Scenario::ruled(&rules, &field((11, 11)), r#"{ "r": ["rat"] }"#, "{}");
        let visible = it.game.world.players[0].fog.visible();
        [cell(6, 5), cell(5, 5), cell(3, 3)].map(|at| visible.contains(at))
    };
    assert_eq!(seen("square"), [true, true, true]);
    assert_eq!(seen("rounded"), [true, true, false]);
    assert_eq!(seen("circle"), [true, false, false]);
    assert_eq!(seen("diamond"), [false, false, false]);
}
