use std::collections::BTreeMap;
use std::sync::Arc;

use barrow_dice::{Rng, Seed};
use barrow_engine::{
    Command, Divergence, Entry, Game, Journal, JournalError, Mismatch, RULES, Replay, Run,
};
use barrow_grid::Dir;
use barrow_pack::{Files, load};

use super::small::{Anyone, begin, pack};

fn played(seed: u64, commands: usize) -> Run {
    let mut run = begin(&pack(), seed);
    Anyone::new(seed).play(&mut run, commands);
    run
}

fn decoded(text: &str) -> Journal {
    let decoded = Journal::from_bytes(text.as_bytes()).unwrap();
    assert_eq!(decoded.torn, 0);
    decoded.journal
}

#[test]
fn two_hundred_games_replay_to_the_same_digests() {
    let pack = pack();
    for seed in 0..200 {
        let mut run = begin(&pack, seed);
        Anyone::new(seed).play(&mut run, 80);
        let journal = decoded(&run.journal().to_text());
        assert_eq!(&journal, run.journal());
        let again = journal.replay(Arc::clone(&pack)).unwrap_or_else(|it| panic!("{seed}: {it}"));
        assert_eq!(again.digest(), run.game().digest(), "{seed}");
        assert_eq!(again.differences(run.game()), None);
    }
}

#[test]
fn a_saved_run_continues_as_the_original() {
    let pack = pack();
    for seed in 0..20 {
        let mut run = begin(&pack, seed);
        Anyone::new(seed).play(&mut run, 60);
        let journal = decoded(&run.journal().to_text());
        let mut loaded = Run::resume(journal, Arc::clone(&pack)).unwrap();
        Anyone::new(seed + 1).play(&mut run, 60);
        Anyone::new(seed + 1).play(&mut loaded, 60);
        assert_eq!(loaded.game().digest(), run.game().digest());
        assert_eq!(loaded.journal(), run.journal());
    }
}

#[test]
fn a_replay_can_seek_anywhere() {
    let runs = (0..20).map(|seed| played(seed, 200));
    let run = runs.max_by_key(|run| run.journal().entries.len()).unwrap();
    let count = run.journal().entries.len();
    assert!(count > 2 * Replay::KEYFRAME_INTERVAL, "{count}");
    let (mut replay, _) = Replay::new(run.journal().clone(), pack()).unwrap();
    let mut digests = vec![replay.game().digest()];
    while replay.step().unwrap().is_some() {
        digests.push(replay.game().digest());
    }
    assert_eq!(digests.len(), count + 1);
    let mut rng = Rng::new(1);
    for _ in 0..60 {
        let position = rng.below(u32::try_from(count).unwrap() + 1) as usize;
        replay.seek(position).unwrap();
        assert_eq!((replay.position(), replay.game().digest()), (position, digests[position]));
    }
    replay.seek(usize::MAX).unwrap();
    assert_eq!(replay.position(), count);
}

#[test]
fn a_mismatch_names_the_tampered_entry() {
    let run = played(2, 60);
    let check = |change: fn(&mut Journal)| -> Mismatch {
        let mut journal = run.journal().clone();
        change(&mut journal);
        journal.replay(pack()).unwrap_err()
    };
    let mismatch = check(|it| it.entries[20].check ^= 0x0100);
    assert_eq!((mismatch.entry, mismatch.what), (20, Divergence::State(vec!["the level"])));
    let mismatch = check(|it| it.entries[30].turn += 1);
    assert_eq!(mismatch.entry, 30);
    assert!(matches!(mismatch.what, Divergence::Turn { .. }));
    let mismatch = check(|it| it.entries[10].player = 7);
    assert_eq!(mismatch.to_string().split(": ").nth(1), Some("the command is refused"));
    let mismatch = check(|it| it.start ^= 0xF000_1000);
    assert_eq!(mismatch.to_string(), "turn 0, entry 0: the state differs: the dice");
    let mismatch = check(|it| it.setup.seed = Seed(99));
    assert_eq!(mismatch.entry, 0);
    let mismatch = check(|it| it.rules = 9);
    assert_eq!(
        mismatch.to_string(),
        format!(
            "the journal was played by rules 9, but this program has rules {RULES}; replay it with the version that wrote it"
        )
    );
    let mismatch = check(|it| it.setup.heroes = vec!["nobody".into()]);
    assert_eq!(mismatch.to_string(), "the run cannot begin: the pack has no hero `nobody`");
}

#[test]
fn a_diverged_replay_stays_at_its_last_good_entry() {
    let mut journal = played(2, 100).journal().clone();
    journal.entries[80].check ^= 1;
    let (mut replay, _) = Replay::new(journal, pack()).unwrap();
    assert_eq!(replay.seek(90).unwrap_err().entry, 80);
    assert_eq!(replay.position(), 80);
    let before = replay.game().digest();
    assert!(replay.step().is_err());
    assert_eq!(replay.game().digest(), before);
}

#[test]
fn a_mismatch_names_the_other_pack() {
    let text = r#"{"pack": {"title": "Other", "version": "2.1", "heroes": ["me"], "start": "here", "life": "life"},
        "attributes": {"life": {"gauge": "Life."}},
        "kinds": {"me": {"has": {"life": 1, "sight": 3}}, "floor": {"as": "terrain"}},
        "levels": {"here": {"drawing": ["@"], "ground": {"floor": "floor", "wall": "floor"}}}}"#;
    let files = BTreeMap::from([("game.json".to_owned(), text.as_bytes().to_vec())]);
    let loaded = load(Files::new(files));
    let other = loaded.pack.unwrap_or_else(|| panic!("{}", loaded.report.render(&loaded.files)));
    let mismatch = played(2, 5).journal().replay(other).unwrap_err().to_string();
    assert!(
        mismatch.starts_with("the journal was played with `The small barrow` version 1 ("),
        "{mismatch}"
    );
    assert!(mismatch.contains(", but this is `Other` version 2.1 ("), "{mismatch}");
}

#[test]
fn a_truncated_tail_costs_only_itself() {
    let run = played(5, 40);
    let text = run.journal().to_text();
    let head = run.journal().head().len();
    for end in head..=text.len() {
        let decoded = Journal::from_bytes(&text.as_bytes()[..end]).unwrap();
        let whole = text[head..end].matches('\n').count();
        // A last line that lacks only its line break is intact.
        let entries = decoded.journal.entries.len();
        assert!(entries == whole || entries == whole + 1 && decoded.torn == 0, "{end}");
        assert_eq!(decoded.journal.entries, run.journal().entries[..entries]);
    }
    for end in 0..head - 1 {
        let error = Journal::from_bytes(&text.as_bytes()[..end]).unwrap_err();
        assert!(
            matches!(error, JournalError::Head(_) | JournalError::NotAJournal),
            "{end} {error}"
        );
    }
    let zeros = [text.as_bytes(), &[0; 4096]].concat();
    let decoded = Journal::from_bytes(&zeros).unwrap();
    assert_eq!((&decoded.journal, decoded.torn), (run.journal(), 4096));
}

#[test]
fn a_damaged_record_is_reported_with_its_line() {
    let run = played(5, 40);
    let text = run.journal().to_text();
    let lines: Vec<&str> = text.lines().collect();
    let first = lines.iter().position(|line| line.starts_with("begin")).unwrap() + 1;
    let check = |lines: Vec<&str>, record: usize| {
        let text = lines.join("\n") + "\n";
        let error = Journal::from_bytes(text.as_bytes()).unwrap_err();
        assert_eq!(error, JournalError::Damaged { record, line: first + record + 1 });
    };
    let mut spoilt = lines.clone();
    spoilt[first + 7] = "nonsense";
    check(spoilt, 7);
    let mut missing = lines.clone();
    missing.remove(first + 3);
    check(missing, 3);
    let mut swapped = lines.clone();
    swapped.swap(first + 10, first + 11);
    check(swapped, 10);
    let mut doubled = lines.clone();
    doubled.push(lines[first]);
    check(doubled, lines.len() - first);
    assert_eq!(
        JournalError::Damaged { record: 7, line: 18 }.to_string(),
        "the journal is damaged: record 7 in line 18 is not intact"
    );
}

#[test]
fn flipped_bits_are_detected_and_never_panic() {
    let run = played(6, 30);
    let text = run.journal().to_text().into_bytes();
    let mut rng = Rng::new(4);
    for _ in 0..3_000 {
        let mut bytes = text.clone();
        for _ in 0..=rng.below(2) {
            let at = rng.below(u32::try_from(bytes.len()).unwrap()) as usize;
            bytes[at] ^= 1 << rng.below(8);
        }
        if bytes == text {
            continue;
        }
        if let Ok(decoded) = Journal::from_bytes(&bytes) {
            let entries = decoded.journal.entries.len();
            assert_eq!(decoded.journal.entries, run.journal().entries[..entries]);
            assert!(decoded.torn > 0, "a change went unnoticed");
        }
    }
}

#[test]
fn other_files_and_newer_journals_have_different_errors() {
    let check = |bytes: &[u8], expected: &str| {
        assert_eq!(Journal::from_bytes(bytes).unwrap_err().to_string(), expected);
    };
    check(b"", "this is not a journal: it does not start with `barrow journal`");
    check(b"{\"a\": 1}", "this is not a journal: it does not start with `barrow journal`");
    check(&[0xFF; 40], "this is not a journal: it does not start with `barrow journal`");
    check(
        b"barrow journal 7\n",
        "the journal has format 7, but this program reads format 1; use the version that wrote it",
    );
    check(b"barrow journal 1\nrules 1\n", "the head of the journal is damaged: its end is missing");
}

#[test]
fn any_text_survives_the_head() {
    let mut run = played(1, 3);
    run.set_option("where", "a \\ b\nc = d\r");
    run.set_option("", "");
    run.unrank();
    let mut journal = run.journal().clone();
    journal.setup.level = Some("begin \n begin".into());
    journal.pack.title = "\nbegin 00000000\n".into();
    journal.entries.push(Entry {
        turn: u64::MAX,
        player: 255,
        command: Command::Cast { ability: "a b\nc".into(), at: None },
        check: 0,
    });
    assert_eq!(decoded(&journal.to_text()), journal);
}

#[test]
fn differences_between_two_games_are_named() {
    let pack = pack();
    let at_start = |seed| -> Game { begin(&pack, seed).game().clone() };
    let mut one = at_start(2);
    let two = one.clone();
    assert_eq!(one.differences(&two), None);
    one.step(0, &Command::Move(Dir::East)).unwrap();
    assert_eq!(one.differences(&two).as_deref(), Some("the turn: 1 against 0"));
    assert_eq!(
        at_start(2).differences(&at_start(6)).as_deref(),
        Some("the seed: Seed(2) against Seed(6)")
    );
}
