use barrow_engine::{Past, Setup};

use super::stage::{pack, texts};

/// Returns whether a run with this hero and these modifiers would count.
fn counts(past: &[&str], hero: &str, modifiers: &[&str]) -> bool {
    let setup = Setup {
        heroes: vec![hero.into()],
        modifiers: modifiers.iter().map(|&it| it.into()).collect(),
        past: Past::from_lines(past.iter().copied()).unwrap(),
        ..Setup::default()
    };
    setup.is_ranked(&pack())
}

#[test]
fn variety_comes_with_the_first_runs() {
    let open = |runs: &str| {
        let heroes = ["knight", "rogue", "mage", "ranger", "houndmaster"];
        heroes.into_iter().filter(|hero| counts(&[runs], hero, &[])).count()
    };
    let found = ["runs 0", "runs 1", "runs 2", "runs 3"].map(open);
    assert_eq!(found, [2, 3, 4, 5]);
    assert!(counts(&["feat 1 freed_captive"], "houndmaster", &[]));
}

#[test]
fn modifiers_come_with_a_victory_or_with_time() {
    assert!(!counts(&["runs 1"], "knight", &["swift_foes"]));
    assert!(counts(&["runs 5"], "knight", &["swift_foes"]));
    assert!(counts(&["runs 1", "feat 1 victory"], "knight", &["swift_foes", "small_bag"]));
}

#[test]
fn build_around_things_wait_for_those_who_have_played() {
    let pack = pack();
    let gated = |table: &str| {
        let lots = pack.tables.get(pack.tables.find(table).unwrap());
        lots.entries.iter().filter(|it| it.needs.is_some()).count()
    };
    assert_eq!((gated("rare"), gated("legendary")), (1, 3));
    // The guide's deep options come between the 15th run and the 50th.
    let gear = &texts()["gear.json"];
    let waits = gear.split("\"needs\": \"runs >= ").skip(1).map(|it| it.split('"').next().unwrap());
    let waits: Vec<u32> = waits.map(|it| it.parse().unwrap()).collect();
    assert!(waits.len() == 4 && waits.iter().all(|it| (15..=50).contains(it)), "{waits:?}");
}

#[test]
fn nothing_that_is_unlocked_is_a_gift() {
    let pack = pack();
    for (id, it) in pack.modifiers.iter() {
        let name = pack.modifiers.name(id);
        assert!(it.needs.is_some(), "{name} is not there from the start");
    }
    assert!(pack.modifiers.iter().count() >= 4);
}
