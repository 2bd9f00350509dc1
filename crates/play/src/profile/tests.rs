use super::*;
use crate::store::Memory;

fn record(score: i64) -> Record {
    Record {
        key: format!("run of {score}"),
        game: "Stage".into(),
        score: barrow_dice::Fixed::from_whole(score),
        parts: vec![("gold".into(), barrow_dice::Fixed::from_basis_points(12_500))],
        ranked: true,
        ..Record::default()
    }
}

#[test]
fn the_latest_run_comes_first_and_the_best_score_leads() {
    let mut profile = Profile::default();
    for score in [3, 9, 1] {
        profile.add_run(record(score));
    }
    profile.add_run(Record { ranked: false, ..record(50) });
    let scores = |runs: &[Record]| runs.iter().map(|it| it.score.to_whole()).collect::<Vec<_>>();
    assert_eq!(scores(&profile.runs), [50, 1, 9, 3]);
    assert_eq!(scores(&profile.best["Stage"]), [9, 3, 1]);
    assert_eq!((profile.rank(&record(3)), profile.rank(&record(50))), (Some(2), None));
    profile.add_run(record(9));
    assert_eq!(profile.count, 4, "a run is noted once");
}

#[test]
fn only_the_first_try_at_a_daily_seed_is_ranked() {
    let mut profile = Profile::default();
    let try_at = |seed: Seed, score| Record { seed: seed.to_string(), ..record(score) };
    let (today, tomorrow) = (Seed::daily(2026, 2, 20), Seed::daily(2026, 2, 21));
    let tries = [(today, 5), (today, 9), (tomorrow, 4), (Seed(7), 2), (Seed(7), 3)];
    let ranked = tries.map(|(seed, score)| profile.add_run(try_at(seed, score)).ranked);
    assert_eq!(ranked, [true, false, true, true, true]);
    let other = Record { game: "Other".into(), ..try_at(today, 6) };
    assert!(profile.add_run(other).ranked, "every game has its own day");
}

#[test]
fn a_profile_is_read_as_it_was_written() {
    let mut profile = Profile::default();
    profile.add_run(record(3));
    profile.unlock("Stage", &["crown".to_owned()].into_iter().collect());
    profile.settings.insert("theme".into(), barrow_json::json!("night"));
    assert_eq!(Profile::from_json(&profile.to_json()), Ok(profile));
    assert_eq!(Profile::from_json(&json!({ "barrow_profile": 1 })), Ok(Profile::default()));
    assert!(Profile::from_json(&json!({})).is_err());
}

#[test]
fn a_damaged_profile_is_set_aside_and_the_previous_one_is_used() {
    let mut store = Memory::default();
    update(&mut store, |it| it.add_run(record(1))).unwrap();
    update(&mut store, |it| it.add_run(record(2))).unwrap();
    let cut = store.read(PROFILE).unwrap().unwrap()[..50].to_vec();
    let previous_text = store.read(&previous(PROFILE)).unwrap().unwrap();
    store.replace(PROFILE, &cut).unwrap();
    store.replace(&previous(PROFILE), &previous_text).unwrap();
    let (profile, told) = load(&mut store).unwrap();
    assert_eq!(profile.runs.len(), 1);
    assert!(
        told.unwrap()
            .ends_with("is kept as `profile.json.damaged-1`, and the previous one is used.")
    );
    assert_eq!(store.read("profile.json.damaged-1").unwrap(), Some(cut));
    let again = load(&mut store).unwrap();
    assert_eq!((again.0.runs.len(), again.1), (1, None), "and so does the next reader");
    update(&mut store, |it| it.add_run(record(3))).unwrap();
    assert_eq!(load(&mut store).unwrap().0.runs.len(), 2, "what comes next is added to it");
}

#[test]
fn what_was_exported_can_be_imported_elsewhere() {
    let mut one = Memory::default();
    update(&mut one, |it| it.add_run(record(4))).unwrap();
    one.replace("morgue/00001-stage.txt", b"Here lies one.").unwrap();
    let text = export(&one).unwrap();
    let mut other = Memory::default();
    assert_eq!(import(&mut other, &text).unwrap(), 2);
    assert_eq!(other.list().unwrap(), one.list().unwrap());
    // A second import changes nothing.
    let (before, _) = load(&mut other).unwrap();
    assert_eq!(import(&mut other, &text).unwrap(), 1);
    assert_eq!(load(&mut other).unwrap().0, before);
    for wrong in ["", "{}", r#"{"barrow_export": 1, "files": {"profile.json": "{}"}}"#] {
        assert!(import(&mut other, wrong).is_err(), "{wrong}");
    }
}

#[test]
fn an_import_adds_to_what_is_there() {
    let mut one = Memory::default();
    let at = |score: i64, when: &str| Record { when: when.into(), ..record(score) };
    update(&mut one, |it| it.add_run(at(4, "2026-11-02"))).unwrap();
    update(&mut one, |it| it.add_run(at(9, "2026-11-04"))).unwrap();
    update(&mut one, |it| it.unlock("Stage", &["crown".to_owned()].into_iter().collect())).unwrap();
    one.replace("replays/00002-stage.journal", b"of nine").unwrap();
    let mut other = Memory::default();
    for (score, when) in [(7, "2026-11-01"), (4, "2026-11-02"), (1, "2026-11-03")] {
        update(&mut other, |it| it.add_run(at(score, when))).unwrap();
    }
    other.replace("replays/00002-stage.journal", b"of four").unwrap();

    import(&mut other, &export(&one).unwrap()).unwrap();

    let (profile, _) = load(&mut other).unwrap();
    let scores = |runs: &[Record]| runs.iter().map(|it| it.score.to_whole()).collect::<Vec<_>>();
    assert_eq!(scores(&profile.runs), [9, 1, 4, 7], "the latest first, each once");
    assert_eq!(scores(&profile.best["Stage"]), [9, 7, 4, 1]);
    assert!(profile.unlocks["Stage"].contains("crown"));
    assert_eq!(profile.runs[0].number, 4, "numbers are not given twice");
    let replay = |name: &str| other.read(name).unwrap().unwrap();
    assert_eq!(replay("replays/00002-stage.journal"), b"of four");
    assert_eq!(replay("replays/00004-stage.journal"), b"of nine");
    assert!(other.list().unwrap().iter().all(|it| !it.contains("damaged")));
}
