use barrow_grid::Pos;

use crate::Refusal;
use crate::scenario::Scenario;
use crate::shortcut::compare::check_long_way;

/// A pond, mud, rock for ghosts, and who is at home there.
const NATURE: &str = r##"{
    "ways": { "swim": "Through water.", "phase": "Through rock." },
    "fields": { "silt": { "look": { "glyph": "%" }, "slow": { "walk": 2 } },
        "flood": { "look": { "glyph": "w" }, "lets": ["swim"] } },
    "kinds": {
        "rock": { "as": "terrain", "look": { "glyph": "#" }, "is": ["solid", "opaque"], "lets": "phase" },
        "pond": { "as": "terrain", "look": { "glyph": "~" }, "lets": ["swim", "fly"] },
        "mud": { "as": "terrain", "look": { "glyph": "," }, "slow": { "walk": 4 } },
        "web": { "as": "fixture", "look": { "glyph": "*" }, "slow": { "walk": 2, "fly": 3 } },
        "curtain": { "as": "fixture", "look": { "glyph": ":" }, "lets": ["phase"] },
        "spout": { "as": "fixture", "look": { "glyph": "i" }, "is": ["solid"], "free_bump": true,
            "on": { "bump": [{ "put": { "field": "flood", "amount": 9, "at": "self", "radius": 3 } }] } },
        "bird": { "extends": "hero", "look": { "glyph": "@" }, "moves": ["walk", "fly"] },
        "hunter": { "extends": "rat", "mind": "hunts" },
        "pike": { "extends": "hunter", "look": { "glyph": "p" }, "moves": "swim" },
        "wraith": { "extends": "hunter", "look": { "glyph": "W" }, "moves": ["walk", "phase"] },
        "ogre": { "extends": "hunter", "look": { "glyph": "O" } },
        "boulder": { "as": "fixture", "is": ["solid", "pushable"], "look": { "glyph": "o" } },
        "ball": { "as": "item", "item": {}, "look": { "glyph": "b" } } },
    "minds": { "hunts": ["strike", { "approach": { "sense": "always" } }] } }"##;

const SIGNS: &str = r##"{ "#": ["rock"], "~": ["pond"], ",": ["mud"], "*": ["web"], ":": ["curtain"], "i": ["spout"],
    "p": ["pond", "pike"], "W": ["wraith"], "O": ["ogre"], "o": ["boulder"] }"##;

fn stage(map: &str) -> Scenario {
    Scenario::new(map, SIGNS, NATURE)
}

#[test]
fn who_cannot_swim_stays_ashore() {
    let mut it = stage("@~.");
    it.keys("l").shows("@~.");
    assert_eq!(it.refused, [Refusal::Blocked("The pond".into())]);
    assert_eq!(it.game.turn(), 0);
    let flying = NATURE.replace("\"bird\"", "\"champion\"");
    Scenario::new("@~.", SIGNS, &flying).keys("ll").shows(".~@");
}

#[test]
fn fixtures_and_fields_keep_out_by_name() {
    let mut it = stage("@:\n.i");
    it.keys("lnj").shows("@:\nwi");
    let names = ["The curtain", "The flood"];
    assert_eq!(it.refused, names.map(|it| Refusal::Blocked(it.into())));
}

#[test]
fn a_step_onto_slow_ground_takes_its_time() {
    let mut it = stage("@.,.*.");
    let turns: Vec<u64> =
        "lllll".chars().map(|key| it.keys(&key.to_string()).game.turn()).collect();
    assert_eq!(turns, [1, 5, 6, 8, 9]);
    // A bird does not mind the mud, and goes through the web on foot.
    let flying = NATURE.replace("\"bird\"", "\"champion\"");
    let mut it = Scenario::new("@.,.*.", SIGNS, &flying);
    let turns: Vec<u64> =
        "lllll".chars().map(|key| it.keys(&key.to_string()).game.turn()).collect();
    assert_eq!(turns, [1, 2, 3, 5, 6]);
}

#[test]
fn a_hunter_walks_around_mud_if_that_is_quicker() {
    // Straight through the mud it would take 19 turns.
    let mut it = stage("#########\n#.......#\n#.#####.#\n#O,,,,,@#\n#########");
    it.keys("....").shows("#########\n#...O...#\n#.#####.#\n#.,,,,,@#\n#########");
    // The web costs one turn, the way around two.
    let mut it = stage("###########\n#.........#\n#.#######.#\n#O*......@#\n###########");
    it.keys("......").shows("###########\n#.........#\n#.#######.#\n#.*...O..@#\n###########");
}

#[test]
fn a_wraith_comes_through_the_wall_and_an_ogre_around_it() {
    let map = "###########\n#W..###..@#\n#...###...#\n###########";
    stage(map).keys("....").shows("###########\n#...#W#..@#\n#...###...#\n###########");
    stage(&map.replace('W', "O")).keys("....").shows(&map.replace("#W..", "#..O"));
}

#[test]
fn a_pike_follows_along_the_shore() {
    let map = "~~~~~~~p\n~~~~~~~~\n@.......";
    let mut it = stage(map);
    it.keys("..").shows("~~~~~p~~\n~~~~~~~~\n@.......");
    it.keys("......").shows("~~~~~~~~\n~p~~~~~~\n@.......");
    assert!(it.hero_value("health") < 20);
    // On dry land it would have to walk.
    stage("~p\n..\n..\n.@").keys("......").shows("~p\n..\n..\n.@");
}

#[test]
fn a_path_leads_around_a_crowd() {
    let mut it = stage("#######\n#O.O.@#\n#.,...#\n#######");
    it.keys("...");
    let picture = it.picture();
    assert_eq!(picture.matches('O').count(), 2, "{picture}");
    let near = |at: Pos| it.game.world.level.actor_at(at).is_some();
    assert!(near(Pos::new(4, 1)) && (near(Pos::new(4, 2)) || near(Pos::new(5, 2))), "{picture}");
}

#[test]
fn things_can_be_where_nobody_can_go() {
    stage("@o~.").keys("l").shows(".@o.");
    stage("@o~.").keys("ll").shows(".@~o");
}

#[test]
fn new_fish_need_water() {
    let more = NATURE.replace(
        "\"on\": { \"bump\": [{ \"put\": { \"field\": \"flood\", \"amount\": 9, \"at\": \"self\", \"radius\": 3 } }] }",
        "\"on\": { \"bump\": [{ \"spawn\": { \"kind\": \"pike\", \"at\": \"self\" } }] }",
    );
    let mut it = Scenario::new("@i..\n....\n...~", SIGNS, &more);
    it.keys("l");
    let pike = it.find("pike").unwrap();
    assert_eq!(it.game.world.entities[pike.index()].pos(), Some(Pos::new(3, 2)));
}

#[test]
fn fish_are_placed_in_the_water_of_a_level() {
    let placed = r#""places": [{ "kind": "pike", "count": 3 }, { "kind": "ogre", "count": 2 }]"#;
    let map = "@.....\n......\n~~~...\n......";
    let it = Scenario::staged("", placed, map, SIGNS, NATURE);
    let picture = it.picture();
    let row: Vec<&str> = picture.lines().collect();
    assert_eq!(row[2].matches('p').count(), 3, "{picture}");
    assert_eq!(picture.matches('O').count(), 2, "{picture}");
}

#[test]
fn the_view_knows_how_long_a_step_takes() {
    let it = stage("@,~#*+.");
    let view = it.game.view(0).unwrap();
    let costs: Vec<u32> = (1..6).map(|x| view.step_cost(Pos::new(x, 0))).collect();
    assert_eq!(costs, [4, 0, 0, 0, 0]);
    let it = stage("@,~.\n*+..");
    let view = it.game.view(0).unwrap();
    let costs =
        [(1, 0), (2, 0), (3, 0), (0, 1), (1, 1)].map(|(x, y)| view.step_cost(Pos::new(x, y)));
    assert_eq!(costs, [4, 0, 1, 2, 1]);
}

#[test]
fn remembered_routes_equal_fresh_ones() {
    let map = "#############\n#O#.+..~#,p~#\n#W#,#.@~+,..#\n#.O.#.,,#WO,#\n#############";
    check_long_way(map, SIGNS, NATURE, "ll.hhhh.lkjj..llh.hhkk..");
}
