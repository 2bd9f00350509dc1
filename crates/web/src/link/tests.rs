use barrow_play::bot::{Cap, Skill, play};

use super::*;
use crate::testing::{pack, shipped, turn_based};

/// Returns a run that a bot played.
fn journal(game: &str, seed: u64, skill: Skill, turns: u64) -> (Arc<Pack>, Journal) {
    let pack = pack(game);
    let setup =
        Setup { seed: Seed(seed), level: None, heroes: vec![String::new()], ..Setup::default() };
    let played = play(&pack, &setup, skill, Cap { turns }).unwrap();
    (pack, played.journal)
}

#[test]
fn a_link_reproduces_the_run() {
    for game in shipped() {
        for (seed, skill) in [(1, Skill::Sensible), (2, Skill::Random)] {
            let (pack, mut journal) = journal(&game, seed, skill, 300);
            journal.unranked = seed == 2;
            journal.options.insert("page".into(), "tests".into());
            let text = Link::of(&journal).text().unwrap();
            let read = Link::read(&text).unwrap();
            assert_eq!(read.journal(&pack).unwrap(), journal, "{game} {seed}");
            assert_eq!(read.info()["pack"], journal.pack.title.as_str());
        }
    }
}

#[test]
fn modifiers_and_what_earlier_runs_left_come_along() {
    let (_, mut journal) = journal(&turn_based(), 3, Skill::Random, 20);
    journal.setup.modifiers = vec!["hard".into()];
    journal.setup.past = Past::from_lines(["runs 2", "feat 1 dragon slayer"]).unwrap();
    let link = Link::of(&journal);
    assert_eq!(Link::read(&link.text().unwrap()), Ok(link));
}

#[test]
fn a_run_of_a_thousand_turns_fits_an_address() {
    let (_, journal) = journal(&turn_based(), 3, Skill::Sensible, 3_000);
    let text = Link::of(&journal).text().expect("it fits");
    let (count, length) = (journal.entries.len(), text.len());
    assert!(count > 500 && length < count * 2, "{length} letters for {count} commands");
    assert!(text.chars().all(|it| it.is_ascii_alphanumeric() || "-_".contains(it)));
}

#[test]
fn a_run_that_is_too_long_has_no_link() {
    let (_, mut journal) = journal(&turn_based(), 3, Skill::Random, 200);
    let noise = |at: u64| barrow_dice::Seed(at).derived(barrow_dice::Stream::named("x"), &[]);
    for at in 0..2_000 {
        journal.options.insert(noise(at).to_string(), String::new());
    }
    assert_eq!(Link::of(&journal).text(), None);
}

#[test]
fn a_short_text_cannot_stand_for_an_endless_run() {
    let (_, journal) = journal(&turn_based(), 3, Skill::Random, 20);
    let mut link = Link::of(&journal);
    link.order = vec![0; MAX_COMMANDS + 1];
    assert_eq!(link.text(), None);
    let text = packed::pack(&link.write());
    assert!(text.len() < 500, "{}", text.len());
    assert_eq!(Link::read(&text), Err(LinkError::Damaged));
}

#[test]
fn damaged_links_are_refused_with_a_reason() {
    let (pack, journal) = journal(&turn_based(), 4, Skill::Random, 60);
    let text = Link::of(&journal).text().unwrap();
    for end in 0..text.len() {
        assert_eq!(Link::read(&text[..end]), Err(LinkError::Damaged));
        for letter in ["A", "z", "%"] {
            let mut changed = text.clone();
            changed.replace_range(end..=end, letter);
            if changed != text {
                assert_eq!(Link::read(&changed), Err(LinkError::Damaged), "{end} {letter}");
            }
        }
    }
    let link = Link::of(&journal);
    let other = |change: fn(&mut Link)| {
        let mut changed = link.clone();
        change(&mut changed);
        changed.journal(&pack).unwrap_err().to_string()
    };
    assert!(other(|it| it.head.pack.digest += 1).contains("not the game on this page"));
    assert!(other(|it| it.head.rules += 1).contains("this page has rules"));
    assert!(other(|it| it.end ^= 1).ends_with("it ends differently."));
    assert!(other(|it| it.head.setup.level = Some("nowhere".into())).contains("nowhere"));
}

#[test]
fn no_link_makes_it_panic() {
    let (pack, journal) = journal(&turn_based(), 5, Skill::Random, 30);
    let bytes = Link::of(&journal).write();
    let mut read = 0;
    for at in 0..bytes.len() {
        for change in [0, 1, 0x7F, 0x80, 0xFF] {
            let mut changed = bytes.clone();
            changed[at] = change;
            // The checksum is right, so the content itself must be checked.
            if let Ok(link) = Link::read(&packed::pack(&changed)) {
                let _ = link.journal(&pack);
                read += 1;
            }
        }
    }
    assert!(read > 20, "{read}");
}
