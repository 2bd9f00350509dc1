//! The first minute: a player who knows nothing, and does only what the screen says.

use std::collections::BTreeMap;

use barrow_play::keymap::Key;
use barrow_play::settings::Setting;
use barrow_terminal::{Library, SHIPPED};

use crate::stage::Stage;

/// Returns the keys that a screen tells its player to press, in reading order.
fn told(frame: &str) -> Vec<Key> {
    let text = frame.split_whitespace().collect::<Vec<&str>>().join(" ");
    let mut keys = Vec::new();
    for (at, _) in text.match_indices("ress ") {
        let rest = &text[at + "ress ".len()..];
        if rest.starts_with("an arrow key") {
            keys.extend(
                ["right", "down", "left", "up"].map(|it| it.parse::<Key>().expect("a key")),
            );
            continue;
        }
        let word = rest.split(' ').next().unwrap_or_default();
        let end = word.trim_end_matches(['.', ',', ';', ':']);
        let name = if end.is_empty() { word } else { end };
        keys.extend(name.parse::<Key>().ok());
    }
    keys
}

/// Returns every game, with every place to begin at.
pub fn games() -> Vec<(&'static str, Option<String>)> {
    let mut library = Library::shipped();
    let mut games = Vec::new();
    for game in SHIPPED {
        let pack = library.pack(library.find(game.name).expect("shipped")).expect("it loads");
        let levels = pack.levels.iter().filter(|(_, it)| it.hero.is_some());
        let levels: Vec<String> = levels.map(|(id, _)| pack.levels.name(id).to_owned()).collect();
        if levels.len() > 1 {
            games.extend(levels.into_iter().map(|it| (game.name, Some(it))));
        } else {
            games.push((game.name, None));
        }
    }
    games
}

/// The number of keys that a newcomer presses in a minute, and of commands that must come of them.
const MINUTE: usize = 60;
const COMMANDS: usize = 10;

/// Returns how many commands the saved run has.
fn commands(stage: &Stage) -> usize {
    stage.saved().map_or(0, |it| it.entries.len())
}

/// A newcomer: knows no key but those that the screen has named.
#[derive(Default)]
pub struct Newcomer {
    learned: Vec<Key>,
    done: BTreeMap<Key, usize>,
}

impl Newcomer {
    /// Does what a screen says, and lets a moment pass.
    pub fn obey(&mut self, stage: &mut Stage, frame: &str) {
        stage.app.press(self.reads(frame));
        for _ in 0..6 {
            if stage.app.next_tick().is_some() {
                stage.app.tick();
            }
        }
    }

    /// Returns the key that a screen asks for: what is open says how to answer it, and otherwise it
    /// is what is told now, or was told before.
    fn reads(&mut self, frame: &str) -> Key {
        if frame.contains("y: yes") {
            return Key::char('y');
        }
        if let Some(key) = ["esc: back", "enter: "].into_iter().find(|it| frame.contains(it)) {
            let key = key.split(':').next().unwrap_or_default();
            return key.parse().expect("a key");
        }
        let told = told(frame);
        for key in &told {
            if !self.learned.contains(key) {
                self.learned.push(*key);
            }
        }
        // What is told now does not always help: then what was told before is tried.
        let known = told.iter().chain(&self.learned);
        let least = known.min_by_key(|key| self.done.get(key).copied().unwrap_or_default());
        let key = *least.expect("the screen says how to begin");
        *self.done.entry(key).or_default() += 1;
        key
    }
}

#[test]
fn following_the_screen_leads_through_the_first_minute_of_every_game() {
    let mut stuck = Vec::new();
    // In the garden nobody plays: it is only watched.
    for (game, level) in games().into_iter().filter(|it| it.1.as_deref() != Some("life")) {
        let mut stage = Stage::shipped_at(game, level.as_deref(), 5);
        let name = format!("{game} {}", level.as_deref().unwrap_or_default());
        let opening = stage.frame(80, 24);
        assert!(!told(&opening).is_empty(), "{name} does not say how to begin:\n{opening}");
        let (mut newcomer, mut played, mut over) = (Newcomer::default(), 0, false);
        for _ in 0..MINUTE {
            let frame = stage.frame(80, 24);
            assert!(!frame.contains("does nothing;"), "{name} names a wrong key:\n{frame}");
            over = frame.contains("r: again");
            if over {
                break;
            }
            newcomer.obey(&mut stage, &frame);
            played = played.max(commands(&stage));
        }
        if played < COMMANDS && !over {
            stuck.push(format!("{name}: {played} commands in a minute\n{}", stage.frame(80, 24)));
        }
    }
    assert!(stuck.is_empty(), "{}", stuck.join("\n"));
}

#[test]
fn the_goal_is_on_every_screen() {
    for (game, level) in games() {
        let mut stage = Stage::shipped_at(game, level.as_deref(), 5);
        let goal = stage.goal();
        assert!(!goal.is_empty(), "{game} has no goal");
        for (width, height) in [(80, 24), (120, 40)] {
            let frame = stage.frame(width, height);
            let text = frame.split_whitespace().collect::<Vec<&str>>().join(" ");
            // A sidebar wraps it.
            let words: Vec<&str> = goal.split(' ').collect();
            let shown = text.contains(&goal) || words.iter().all(|it| text.contains(it));
            assert!(shown, "{game} {width}x{height}: `{goal}` is missing\n{frame}");
        }
    }
}

#[test]
fn a_tip_is_told_once_and_can_be_switched_off() {
    let shown = |stage: &mut Stage| stage.frame(80, 24).contains("is near.");
    let mut stage = Stage::shipped_at("crawl", None, 7);
    for _ in 0..8 {
        if shown(&mut stage) {
            break;
        }
        stage.type_keys("o");
    }
    assert!(shown(&mut stage), "{}", stage.frame(80, 24));
    stage.again("crawl", 7);
    let mut second = false;
    for _ in 0..8 {
        second |= shown(&mut stage);
        stage.type_keys("o");
    }
    assert!(!second, "a tip is not told twice");
    let mut silent = Stage::shipped_at("crawl", None, 7);
    silent.app.context().settings.choose_next(Setting::Hints);
    silent.again("crawl", 7);
    let frame = silent.frame(80, 24);
    assert!(!frame.contains("Press o"), "{frame}");
}
