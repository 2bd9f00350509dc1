use std::collections::BTreeSet;

use barrow_engine::{Event, Refusal};

use super::stage::{Play, Stage};

/// Returns the damage that each blow or bolt did to actors of a kind.
fn losses(play: &Play, kind: &str) -> Vec<i64> {
    let who = play.find(kind).unwrap();
    let health = play.game.pack().rules.life;
    let changes = play.events.iter().filter_map(|event| {
        let Event::Changed { who, attribute, by, .. } = event else { return None };
        Some((*who, *attribute, -by.to_whole()))
    });
    changes.filter(|&(whose, what, _)| (whose, what) == (who, health)).map(|it| it.2).collect()
}

#[test]
fn a_blow_is_attack_and_a_die_less_defense() {
    let play = Stage { map: "@p", ..Stage::default() }.play(&"6".repeat(300));
    let hits = losses(&play, "post");
    let of_each = |harm: i64| hits.iter().filter(|it| **it == harm).count();
    assert_eq!(hits.iter().copied().collect::<BTreeSet<_>>(), BTreeSet::from([1, 2, 3, 4]));
    assert!((1..=4).all(|harm| (25..=80).contains(&of_each(harm))), "{hits:?}");
    let misses = play.tells("You miss the post.");
    assert_eq!(hits.len() + misses, 300);
    assert!((60..=140).contains(&misses), "two sides of six come to nothing: {misses}");
    for harm in 1..=4 {
        assert_eq!(play.tells(&format!("You hit the post for {harm}.")), of_each(harm));
    }
}

#[test]
fn a_monsters_blow_uses_the_same_formula() {
    let stage = Stage { map: "@o", hero: r#""health": 100000, "defense": 5"#, ..Stage::default() };
    let play = stage.play(&".".repeat(300));
    // An orc at depth 1 has attack 2, so the upper three sides of the die hurt.
    let hits = losses(&play, "tester");
    assert_eq!(hits.iter().copied().collect::<BTreeSet<_>>(), BTreeSet::from([1, 2, 3]));
    assert_eq!(hits.len() + play.tells("The orc misses you."), 300);
}

#[test]
fn a_kill_gives_experience_and_counts() {
    let play = Stage { map: "@g", hero: r#""attack": 99"#, ..Stage::default() }.play("6");
    play.shows("@.");
    assert_eq!((play.hero("kills"), play.hero("experience")), (1, 5));
    assert_eq!(play.tells("The goblin dies."), 1);
    let score = play.game.score(0);
    let gold = play.hero("gold");
    assert_eq!(score.total.to_whole(), 100 + 10 + gold);
    let parts: Vec<&str> = score.parts.iter().map(|(label, _)| *label).collect();
    assert_eq!(parts, ["Gold", "Kills, 10 each", "Depth, 100 each"]);
}

#[test]
fn some_monsters_carry_gold() {
    let gold = |seed| {
        let stage = Stage { map: "@g", hero: r#""attack": 99"#, ..Stage::default() };
        stage.play_seed(seed, "6").hero("gold")
    };
    let found: BTreeSet<i64> = (0..40).map(gold).collect();
    assert!(
        found.contains(&0) && found.iter().all(|it| *it == 0 || (3..=6).contains(it)),
        "{found:?}"
    );
    assert!(found.len() > 3);
}

#[test]
fn a_level_takes_twenty_times_the_level() {
    let hero = r#""health": { "now": 5, "max": 30 }, "mana": { "now": 0, "max": 12 }"#;
    let mut play = Stage { map: "@bbbb", hero, ..Stage::default() }.play("6");
    assert_eq!(play.tells("You reach level 2."), 1);
    let now = ["level", "experience", "attack", "health", "mana"].map(|it| play.hero(it));
    assert_eq!(now, [2, 0, 5, 5 + 18, 7], "half of the new most comes back");
    play.keys("66");
    assert_eq!((play.hero("level"), play.hero("experience")), (2, 20));
    play.keys("66");
    assert_eq!((play.hero("level"), play.hero("experience")), (3, 0));
    assert_eq!(play.hero("attack"), 6);
}

#[test]
fn a_large_reward_may_give_several_levels() {
    let play = Stage {
        map: "@W",
        depth: 30,
        hero: r#""attack": 999, "experience": 60"#,
        ..Stage::default()
    };
    let mut play = play.play("");
    while play.count("wraith") > 0 {
        play.keys("6");
    }
    // 60 and 72 add up to 132; levels 2, 3 and 4 need 20, 40 and 60.
    assert_eq!((play.hero("level"), play.hero("experience")), (4, 12));
}

#[test]
fn the_bolt_strikes_the_nearest_in_sight_whatever_its_defense() {
    let map = "@..p...b";
    let mut play = Stage { map, ..Stage::default() }.play("fff");
    let hits = losses(&play, "post");
    assert!(hits.len() == 3 && hits.iter().all(|it| (7..=12).contains(it)), "{hits:?}");
    assert_eq!((play.hero("mana"), play.count("straw")), (0, 1));
    play.keys("f");
    assert_eq!(play.refused, [Refusal::Lacks("Mana".into())]);
    let far = Stage { map: "@.......p", ..Stage::default() }.play("f");
    assert_eq!(far.refused, [Refusal::NoTarget], "it reaches seven cells");
    let behind = Stage { map: "@.#p", ..Stage::default() }.play("f");
    assert_eq!((behind.refused.as_slice(), behind.hero("mana")), (&[Refusal::NoTarget][..], 12));
}

#[test]
fn a_bolt_grows_with_the_level() {
    let stage = Stage { map: "@.p", hero: r#""level": 5, "mana": 400"#, ..Stage::default() };
    let hits = losses(&stage.play(&"f".repeat(40)), "post");
    assert_eq!(hits.iter().copied().collect::<BTreeSet<_>>(), (15..=20).collect());
}

#[test]
fn death_is_the_end_and_says_by_whom() {
    let mut play = Stage { map: "@o", hero: r#""health": 3"#, ..Stage::default() }.play("");
    while play.game.end().is_none() {
        play.keys(".");
    }
    let end = play.game.end().unwrap();
    assert_eq!((end.won, end.text.as_str()), (false, "an orc"));
    play.forget().keys(".");
    assert_eq!(play.refused, [Refusal::Over]);
}
