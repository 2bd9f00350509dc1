use barrow_dice::Seed;
use barrow_engine::{Command, Setup};
use barrow_play::bot::{Cap, Skill, play};

use super::*;
use crate::host::Host;
use crate::testing::{Page, pack, turn_based};

fn journal(turns: u64) -> Journal {
    let setup = Setup { seed: Seed(3), ..Setup::default() };
    play(&pack(&turn_based()), &setup, Skill::Sensible, Cap { turns }).unwrap().journal
}

fn open(journal: Journal) -> Replay {
    let desk = Desk::new(Page::new() as Rc<dyn Host>);
    Replay::open(&Rc::new(RefCell::new(desk)), &pack(&turn_based()), journal).unwrap()
}

#[test]
fn every_position_shows_the_same_however_it_was_reached() {
    let mut replay = open(journal(200));
    let mut screens = vec![replay.screen()];
    let all = replay.viewer.entries();
    for position in 1..=all {
        replay.viewer.seek(position);
        screens.push(replay.screen());
    }
    for position in [0, all, all / 2, 7, all - 1, 64, 63, 65] {
        replay.viewer.seek(position);
        assert_eq!(replay.screen(), screens[position], "{position}");
    }
    let told = |it: &Value| it["log"].as_array().unwrap().iter().any(|it| it["fresh"] == true);
    assert!(screens.iter().filter(|it| told(it)).count() > 10);
}

#[test]
fn playing_on_starts_from_the_current_position() {
    let mut replay = open(journal(60));
    replay.viewer.seek_turn(20);
    let game = replay.play_on().unwrap();
    assert_eq!(game.run().game().digest(), replay.viewer.game().digest());
    assert!(game.run().journal().unranked);
    assert!(replay.draw(0));
    assert!(!replay.draw(1));
    replay.viewer.step(1);
    replay.draw(2);
    assert!(replay.canvas.is_moving(), "a step forth slides");
    assert!(!replay.describe().is_empty());
}

#[test]
fn a_replay_stops_at_a_mismatch_and_reports_it() {
    let mut journal = journal(60);
    journal.entries[30].command = Command::Cast { ability: "nonsense".into(), at: None };
    let mut replay = open(journal);
    replay.viewer.play(true);
    replay.viewer.seek(50);
    assert_eq!(replay.viewer.position(), 30);
    let screen = replay.screen();
    assert!(screen["mismatch"].as_str().unwrap().contains("entry 30"), "{screen}");
    assert_eq!(screen["playing"], false);
    replay.viewer.seek(10);
    assert_eq!(replay.viewer.position(), 10);
}
