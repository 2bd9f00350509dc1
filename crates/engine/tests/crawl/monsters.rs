use barrow_engine::Event;
use barrow_grid::Pos;

use super::stage::{Play, Stage};

/// A hero who takes long to kill.
const TOUGH: &str = r#""health": 100000, "attack": 0, "mana": 100"#;

fn stage(map: &str, depth: u32) -> Stage<'_> {
    Stage { map, depth, hero: TOUGH, ..Stage::default() }
}

fn steps(play: &Play, kind: &str) -> u32 {
    let hero = play.at("tester").unwrap();
    play.at(kind).map_or(0, |at: Pos| at.manhattan(hero))
}

#[test]
fn a_goblin_that_is_hurt_runs() {
    let mut farthest = 0;
    for seed in 0..20 {
        let hero = r#""health": 100000, "attack": 3"#;
        let mut play = Stage { map: "@g........", hero, ..Stage::default() }.play_seed(seed, "");
        while play.count("goblin") > 0 && play.value("goblin", "health") > 1 {
            play.keys("6");
            if steps(&play, "goblin") > 1 {
                break;
            }
        }
        play.keys("....");
        farthest = farthest.max(steps(&play, "goblin"));
    }
    assert!(farthest >= 4, "{farthest}");
    let brave = stage("@g........", 1).play("....");
    assert_eq!(steps(&brave, "goblin"), 1, "unhurt, it stays and strikes");
}

#[test]
fn a_slime_splits_when_it_is_struck() {
    let hero = r#""health": 100000, "attack": 2"#;
    let mut play = Stage { map: "....\n.@s.\n....", depth: 9, hero, ..Stage::default() }.play("");
    for _ in 0..20 {
        play.keys("6");
    }
    assert_eq!(play.count("slimelet"), play.tells("The slime splits."));
    assert!(play.count("slimelet") >= 2, "{}", play.picture());
}

#[test]
fn an_orc_strikes_harder_once_it_is_badly_hurt() {
    let hero = r#""health": 100000, "attack": 1"#;
    let mut play = Stage { map: "@o", hero, ..Stage::default() }.play("");
    while play.value("orc", "health") >= 6 {
        assert_eq!((play.value("orc", "attack"), play.tells("roars")), (2, 0));
        play.keys("6");
    }
    assert_eq!((play.value("orc", "attack"), play.tells("The orc roars with rage.")), (4, 1));
}

#[test]
fn a_cultist_casts_from_afar_and_keeps_its_distance() {
    let mut play = stage("@...c.....", 2).play(&".".repeat(30));
    assert!(play.tells("The cultist hurls a dark bolt at you for") >= 4);
    play.keys("666666......");
    assert!(steps(&play, "cultist") >= 2, "{}", play.picture());
}

#[test]
fn the_wounds_of_a_troll_close_and_it_is_slow() {
    let hero = r#""health": 100000, "attack": 3"#;
    let mut play = Stage { map: "@T#", hero, depth: 3, ..Stage::default() }.play("666");
    let hurt = play.value("troll", "health");
    play.keys("..........");
    let healed = play.value("troll", "health");
    assert!(healed >= hurt + 6, "{hurt} to {healed}");
    let attempts = |play: &Play| play.tells("The troll hits you") + play.tells("The troll misses");
    assert_eq!(attempts(&play), 9, "seven actions in ten rounds");
}

#[test]
fn a_spider_throws_its_web_and_its_bite_is_poison() {
    let play = stage("@....x....", 4).play("....");
    assert_eq!(play.tells("The spider throws a web at you."), 1);
    let ends = play.tells("You tear free.");
    assert_eq!((play.tells("You are caught in the web."), ends), (1, 1));
    let bitten = stage("@x", 4).play("...");
    assert!(bitten.tells("You are poisoned.") >= 1);
}

#[test]
fn a_blow_goes_through_a_wraith_but_a_bolt_does_not() {
    let hero = r#""health": 100000, "attack": 40, "mana": 400"#;
    let killed = |keys: &str| {
        let one = |seed| {
            let stage = Stage { map: "@W", depth: 5, hero, ..Stage::default() };
            stage.play_seed(seed, keys).count("wraith") == 0
        };
        (0..60).filter(|&seed| one(seed)).count()
    };
    let by_one_blow = killed("6");
    assert!((15..=45).contains(&by_one_blow), "{by_one_blow}");
    assert_eq!(killed("fff"), 60);
}

#[test]
fn the_touch_of_a_wraith_takes_mana() {
    let play = stage("@W", 5).play("...");
    assert_eq!(play.hero("mana"), 94);
}

#[test]
fn a_necromancer_calls_the_dead_and_stays_behind_them() {
    let play = stage("@....N....", 6).play(&".".repeat(16));
    assert!(play.tells("The necromancer calls the dead.") >= 2);
    assert!(play.count("skeleton") >= 2, "{}", play.picture());
    assert!(play.tells("The skeleton") >= 1);
    assert!(steps(&play, "necromancer") > 1);
}

#[test]
fn a_minotaur_announces_its_blow_on_the_cell_where_the_player_stood() {
    let mut play = stage("..\n@M\n..", 8).play(".");
    assert_eq!(play.tells("The minotaur lifts its axe."), 1);
    let announced = |event: &&Event| matches!(event, Event::Announced { .. });
    let cells = play.game.view(0).unwrap().announced().next().unwrap().cells;
    assert_eq!(cells, [Pos::new(0, 1)]);
    assert_eq!(play.events.iter().filter(announced).count(), 1);
    play.keys(".");
    assert_eq!(play.tells("The axe comes down on you for"), 1);
    let mut nimble = stage("..\n@M\n..", 8).play(".8");
    assert_eq!(nimble.keys(".").tells("The axe comes down on you for"), 0);
}

#[test]
fn a_drake_sets_the_ground_on_fire() {
    let mut play = stage("......\n@...D.\n......", 9).play(".");
    assert_eq!(play.tells("The drake draws breath."), 1);
    play.keys(".");
    assert!(play.game.truth().fields().count() >= 1, "{}", play.picture());
    let burnt = 100_000 - play.hero("health");
    assert!(burnt >= 8, "{burnt}");
}

#[test]
fn shades_without_reward_hunt_a_hero_who_stays_too_long() {
    let mut play = stage("@....#....\n.........>", 1).play(&".".repeat(499));
    assert_eq!(play.tells("something has noticed you"), 0);
    play.keys(".");
    assert_eq!(play.tells("something has noticed you"), 1);
    play.keys(&".".repeat(99));
    assert_eq!(play.count("shade"), 0);
    play.keys(".");
    assert_eq!((play.count("shade"), play.tells("Something is coming up the stairs.")), (1, 1));
    play.keys(&".".repeat(40));
    assert_eq!(play.count("shade"), 2);
    assert_eq!(steps(&play, "shade"), 1);
    let slayer = Stage { map: "@S", hero: r#""attack": 999"#, ..Stage::default() }.play("6");
    assert_eq!((slayer.hero("kills"), slayer.hero("experience"), slayer.hero("gold")), (0, 0, 0));
}

/// No hero can stay forever: shades become stronger than any hero.
#[test]
fn shades_grow_with_the_time_spent() {
    let hero = r#""health": 1000000, "attack": 999"#;
    let mut play = Stage { map: "@#.......>", hero, ..Stage::default() }.play("");
    let mut strength = |turns: usize| {
        play.keys(&".".repeat(turns));
        let (truth, pack) = (play.game.truth(), play.game.pack());
        let shades = truth.things().filter(|(_, _, it)| pack.kinds.name(it.kind) == "shade");
        let newest = shades.last().unwrap().2;
        newest.own(pack.attributes.find("attack").unwrap()).unwrap().now.to_whole()
    };
    assert_eq!([strength(600), strength(80), strength(80), strength(80)], [2, 3, 4, 5]);
}
