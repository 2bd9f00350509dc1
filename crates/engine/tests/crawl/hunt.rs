use std::collections::BTreeSet;

use super::stage::{Play, Stage, begin, monsters, pack_awake};

const TOUGH: &str = r#""health": 100000, "attack": 0"#;

fn wait(map: &str, seed: u64, turns: usize) -> Play {
    Stage { map, hero: TOUGH, ..Stage::default() }.play_seed(seed, &".".repeat(turns))
}

#[test]
fn each_step_comes_nearer_and_dice_choose_among_equals() {
    let map = "@......\n.......\n.......\n......s";
    let mut ways = BTreeSet::new();
    for seed in 0..20 {
        for turn in 1..=8 {
            let play = wait(map, seed, turn);
            let at = play.at("slime").unwrap();
            assert_eq!(at.x + at.y, 9 - i32::try_from(turn).unwrap());
            ways.insert((turn, at));
        }
    }
    assert!(ways.len() > 15, "{ways:?}");
}

#[test]
fn monsters_know_where_you_are_without_seeing_you() {
    let far = wait("@........................s", 1, 10);
    assert_eq!(far.at("slime").unwrap().x, 15, "{}", far.picture());
    let hidden = wait("@##....\n..#....\n......s", 1, 100);
    assert!(hidden.at("slime").unwrap().x <= 1, "{}", hidden.picture());
}

#[test]
fn a_sleeper_stays_until_it_is_hit_or_hears_someone() {
    let asleep = |map| Stage { map, hero: TOUGH, sleepers: "1", ..Stage::default() };
    let far = asleep("@.......................o").play(&".".repeat(60));
    assert_eq!(far.at("orc").unwrap().x, 24, "it is too far away to hear or see anything");
    let woken = (0..20).filter(|&seed| {
        let play = asleep("@....o").play_seed(seed, "444666444666");
        play.at("orc").is_none_or(|at| at.x < 5)
    });
    assert!(woken.count() > 15, "steps and sight wake it");
    let struck = Stage { map: "@o", hero: TOUGH, sleepers: "1", ..Stage::default() }.play("6.....");
    assert!(struck.hero("health") < 100_000, "a blow wakes it");
}

#[test]
fn what_is_raised_is_worth_nothing() {
    let strong = r#""health": 100000, "attack": 90"#;
    let stage = Stage { map: "@.....N", depth: 6, hero: strong, ..Stage::default() };
    let play = stage.play(&".".repeat(60));
    assert!(play.count("skeleton") > 0, "{}", play.picture());
    assert_eq!(play.value("skeleton", "reward"), 0);
}

#[test]
fn monsters_go_around_each_other_and_crowd_in() {
    for seed in 0..20 {
        let play = wait("......\n......\n..@.os\n......\n...s.s", seed, 100);
        let beside = monsters(&play.game)
            .into_iter()
            .filter(|(_, at)| at.manhattan(play.at("tester").unwrap()) == 1);
        assert_eq!(beside.count(), 4, "{}", play.picture());
    }
}

/// The straight line leads into a dead end. A blocked monster walks around it sooner or later.
#[test]
fn nobody_stays_in_a_corner_for_ever() {
    let map = "
        ...............
        .#########.....
        .........#.....
        .@.......#..os.
        .........#..so.
        .#########.....
        ...............";
    for seed in 0..20 {
        let play = wait(map, seed, 300);
        let hero = play.at("tester").unwrap();
        let near = monsters(&play.game).iter().filter(|(_, at)| at.manhattan(hero) <= 5).count();
        assert_eq!(near, 4, "seed {seed}\n{}", play.picture());
    }
}

#[test]
fn on_real_floors_the_monsters_arrive() {
    let pack = pack_awake();
    let mut arrived = 0;
    let mut all = 0;
    for seed in 0..30 {
        let mut run = begin(&pack, seed);
        all += monsters(run.game()).len();
        let mut met = BTreeSet::new();
        for _ in 0..400 {
            if run.step(0, &barrow_engine::Command::Wait).is_err() {
                break;
            }
            let view = run.game().view(0).unwrap();
            met.extend(view.actors().filter(barrow_engine::Seen::is_foe).map(|it| it.id()));
        }
        arrived += met.len();
        assert!(!met.is_empty(), "seed {seed}");
    }
    assert!(arrived * 4 > all, "{arrived} of {all}");
}
