//! Runs that move between a page and the terminal: each verifies and continues runs of the other.

use std::cell::RefCell;
use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use std::process::Command;
use std::rc::Rc;
use std::sync::Arc;

use barrow_dice::Seed;
use barrow_engine::Journal;
use barrow_pack::{Files, Pack};
use barrow_play::keymap::{Key, Verb};
use barrow_terminal::SHIPPED;
use barrow_web::{Desk, Game, Host, NewRun, load};

/// A page whose storage works.
#[derive(Default)]
struct Page(RefCell<BTreeMap<String, String>>);

impl Host for Page {
    fn read(&self, name: &str) -> Option<String> {
        self.0.borrow().get(name).cloned()
    }

    fn write(&self, name: &str, text: &str) -> bool {
        self.0.borrow_mut().insert(name.into(), text.into());
        true
    }

    fn remove(&self, name: &str) -> bool {
        self.0.borrow_mut().remove(name).is_some()
    }

    fn list(&self) -> Option<Vec<String>> {
        Some(self.0.borrow().keys().cloned().collect())
    }

    fn lock(&self, _name: &str) -> bool {
        true
    }

    fn unlock(&self, _name: &str) {}

    fn now(&self) -> String {
        "2026-11-15 16:40".into()
    }

    fn clock(&self) -> u64 {
        0
    }

    fn day(&self) -> (u16, u8, u8) {
        (2026, 11, 15)
    }

    fn seed(&self) -> Seed {
        Seed(1)
    }
}

fn desk() -> Rc<RefCell<Desk>> {
    Rc::new(RefCell::new(Desk::new(Rc::new(Page::default()))))
}

/// Loads a shipped pack as a page does.
fn page_pack(name: &str) -> Arc<Pack> {
    let shipped = SHIPPED.iter().find(|it| it.name == name).expect("it is shipped");
    let files = shipped.files.iter().map(|(name, it)| ((*name).to_string(), it.to_vec()));
    let read = barrow_pack::load(Files::new(files.collect())).pack.expect("it can be played");
    load(&read.to_bytes()).expect("it was just bound")
}

/// Makes an empty folder for a test.
fn fresh(name: &str) -> PathBuf {
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join(format!("browser-{name}"));
    let _ = std::fs::remove_dir_all(&folder);
    std::fs::create_dir_all(&folder).expect("a folder for the test");
    folder
}

fn barrow(profile: &Path, arguments: &[&str]) -> String {
    let mut command = Command::new(env!("CARGO_BIN_EXE_barrow"));
    let output = command.args(arguments).env("BARROW_PROFILE", profile).output().expect("it runs");
    let told = String::from_utf8_lossy(&output.stderr).into_owned();
    assert!(output.status.success(), "{arguments:?}: {told}");
    String::from_utf8(output.stdout).expect("plain text")
}

/// Explores, fights and waits for some turns, with keys and ticks.
fn play(game: &mut Game, deeds: usize) {
    let enough = game.run().game().turn() + 8;
    let verbs = [Verb::Explore, Verb::Fight, Verb::Pickup, Verb::Wait, Verb::Descend];
    for verb in verbs.into_iter().cycle().take(deeds) {
        game.trigger(verb);
        for _ in 0..15 {
            if game.run().game().turn() >= enough {
                return;
            }
            game.tick();
        }
        game.press(Key::char(' '));
    }
}

fn digest(game: &Game) -> String {
    format!("{:016x}", game.run().game().digest())
}

#[test]
fn every_game_continues_from_page_to_terminal_and_back() {
    for shipped in SHIPPED {
        let (name, pack) = (shipped.name, page_pack(shipped.name));
        let (page, folder) = (desk(), fresh(name));
        let begin = NewRun { seed: Some(Seed(11)), ..NewRun::default() };
        let mut game = Game::begin(&page, &pack, &begin).unwrap();
        play(&mut game, 8);
        let there = digest(&game);
        let turns = game.run().game().turn();
        assert!(turns > 5, "{name}: {turns}");

        let file = folder.join("profile.export");
        std::fs::write(&file, page.borrow().export().unwrap()).unwrap();
        let profile = folder.join("profile");
        barrow(&profile, &["import", file.to_str().unwrap()]);
        let save = profile.join(barrow_play::session::save_name(&pack.rules.title));
        let told = barrow(&profile, &["verify", save.to_str().unwrap(), "--pack", name]);
        assert!(told.ends_with(&format!("digest {there}\n")), "{name}: {told}, not {there}");

        let back = folder.join("back.export");
        barrow(&profile, &["export", back.to_str().unwrap()]);
        let elsewhere = desk();
        elsewhere.borrow_mut().import(&std::fs::read_to_string(back).unwrap()).unwrap();
        let mut resumed = Game::resume(&elsewhere, &pack).unwrap().expect("it goes on");
        assert_eq!(digest(&resumed), there, "{name}");
        play(&mut resumed, 2);
        let text = resumed.run().journal().to_text();
        let journal = Journal::from_bytes(text.as_bytes()).unwrap().journal;
        assert_eq!(journal.replay(pack).unwrap().digest(), resumed.run().game().digest());
    }
}

#[test]
fn a_run_that_ended_in_a_page_is_in_the_history_of_the_terminal() {
    let (page, pack, folder) = (desk(), page_pack("crawl"), fresh("ended"));
    let mut game = Game::begin(&page, &pack, &NewRun::default()).unwrap();
    play(&mut game, 3);
    game.trigger(Verb::Abandon);
    game.press(Key::char('y'));
    assert_eq!(game.screen()["state"], "over");
    let file = folder.join("profile.export");
    std::fs::write(&file, page.borrow().export().unwrap()).unwrap();
    barrow(&folder, &["import", file.to_str().unwrap()]);
    let told = barrow(&folder, &["history"]);
    assert!(told.contains(&*pack.rules.title), "{told}");
    let replay = std::fs::read_dir(folder.join("replays")).unwrap().next().unwrap().unwrap().path();
    let told = barrow(&folder, &["verify", replay.to_str().unwrap(), "--pack", "crawl"]);
    assert!(told.contains(&digest(&game)), "{told}");
}
