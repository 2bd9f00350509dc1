//! What players read in the shipped games has no words of the engine in it.

use std::collections::BTreeSet;
use std::sync::Arc;

use barrow_dice::Seed;
use barrow_engine::{Event, Run, Setup, Turn, View};
use barrow_grid::{Fog, Pos};
use barrow_pack::Pack;
use barrow_play::bot::{Bot, Skill};
use barrow_play::panel::{self, RunSummary};
use barrow_play::words;
use barrow_terminal::{Library, SHIPPED};

/// Returns what is wrong with a text, if something is.
pub fn flaw(text: &str) -> Option<&'static str> {
    let letters: Vec<char> = text.chars().collect();
    let raw = letters.windows(2).any(|it| it[0] == '[' && it[1].is_lowercase());
    let words: Vec<String> = text
        .split_whitespace()
        .map(|it| it.trim_matches(|it: char| !it.is_alphanumeric()).to_lowercase())
        .collect();
    let pair = |one: &str, two: &[&str]| {
        words.windows(2).any(|it| it[0] == one && two.contains(&it[1].as_str()))
    };
    let article = |it: &[String]| it[0] == "a" || it[0] == "an";
    let plural = words
        .windows(3)
        .any(|it| article(it) && (it[1] == "stairs" || it[2] == "stairs" && !it[1].ends_with('s')));
    match () {
        () if raw || text.contains(['{', '}']) => Some("a raw placeholder"),
        () if text.contains('_') => Some("a key"),
        () if text.contains("without numbers") => Some("a remark of the program"),
        () if pair("1", &["turns", "blows", "cells", "steps", "things"]) => Some("one of many"),
        () if plural => Some("an article before a plural"),
        () if pair("you", &["is", "has", "does", "hits", "begins"]) => Some("a third person"),
        () => None,
    }
}

#[test]
fn flaws_are_found() {
    assert_eq!(flaw("A staff of [substances.substances]."), Some("a raw placeholder"));
    assert_eq!(flaw("Startled for 1 turns."), Some("one of many"));
    assert_eq!(flaw("A Fallen Stairs, closed."), Some("an article before a plural"));
    assert_eq!(flaw("fire_taken 0.5."), Some("a key"));
    assert_eq!(flaw("[Loud] A heavy thud to the east"), None);
    assert_eq!(flaw("A rat, unhurt. You hit it 75 % of the time: about 1 blow."), None);
}

/// Collects the flaws of all that a player can read at this moment.
pub fn read(view: &View<'_>, summary: &RunSummary, turn: &Turn, found: &mut BTreeSet<String>) {
    let mut check = |text: &str| {
        if let Some(what) = flaw(text) {
            found.insert(format!("{what}: {text}"));
        }
    };
    for line in words::sheet(view) {
        if line.starts_with(char::is_lowercase) {
            check(&format!("_ {line}"));
        }
        check(&line);
    }
    for it in words::surroundings(view) {
        check(&it);
    }
    let things = view.actors().map(|it| it.pos()).chain(view.things().map(|it| it.pos()));
    for at in things.collect::<BTreeSet<Pos>>() {
        for it in words::look(view, at) {
            check(&it);
        }
    }
    let own = view.own().map(|it| it.pos()).unwrap_or_default();
    for by in [(1, 0), (0, 1), (-3, 0), (0, -3)] {
        let at = own + Pos::new(by.0, by.1);
        if view.cell(at).fog == Fog::Visible {
            for it in words::look(view, at) {
                check(&it);
            }
        }
    }
    for section in panel::sidebar(view, summary) {
        check(&section.heading);
        section.rows.iter().for_each(|row| check(&row.text()));
    }
    for held in view.bag() {
        for it in words::item(view, &held) {
            check(&it);
        }
    }
    for event in turn.events(0) {
        if let Event::Said { text, .. } = event {
            check(text);
        }
    }
    if let Some(menu) = view.menu() {
        check(&menu.title);
        check(&menu.text);
        menu.options.iter().for_each(|it| check(&it.text));
    }
}

fn play(pack: &Arc<Pack>, setup: &Setup, found: &mut BTreeSet<String>) {
    let (mut run, turn) = Run::new(Arc::clone(pack), setup).expect("it can be played");
    let mut bot = Bot::new(Skill::Sensible, setup.seed);
    bot.observe(&run.game().view(0).expect("a player"), &turn);
    for step in 0..400 {
        let legal = run.game().legal(0);
        let view = run.game().view(0).expect("a player");
        let Some(command) = bot.choose(&view, &legal) else { break };
        let Ok(turn) = run.step(0, &command) else { break };
        let view = run.game().view(0).expect("a player");
        bot.observe(&view, &turn);
        if step % 7 == 0 || view.menu().is_some() {
            read(&view, &RunSummary::of(run.game(), 0, None), &turn, found);
        }
        if run.game().end().is_some() {
            break;
        }
    }
}

#[test]
fn nothing_is_called_by_its_glyph() {
    let mut library = Library::shipped();
    for game in 0..library.games.len() {
        let pack = library.pack(game).expect("a shipped game");
        let short = pack.kinds.iter().find(|(_, it)| it.name.chars().count() == 1);
        assert!(short.is_none(), "{}: {:?}", pack.rules.title, short.map(|(_, it)| &it.name));
    }
}

#[test]
fn each_lock_has_its_colour() {
    let mut library = Library::shipped();
    let kit = library.find("kit").expect("it is shipped");
    let pack = library.pack(kit).expect("it loads");
    let (level, heroes) = (Some("locks".to_owned()), vec![String::new()]);
    let setup = Setup { seed: Seed(5), level, heroes, ..Setup::default() };
    let run = Run::new(pack, &setup).expect("it can be played").0;
    let view = run.game().view(0).expect("a player");
    let keys = view.things().filter_map(|it| Some((it.lock()?, it.appearance(0).color.rgb)));
    let colors: BTreeSet<_> = keys.collect();
    let locks: BTreeSet<_> = colors.iter().map(|it| it.0).collect();
    let shades: BTreeSet<_> = colors.iter().map(|it| it.1).collect();
    assert_eq!((locks.len(), shades.len(), colors.len()), (3, 3, 3), "{colors:?}");
}

#[test]
fn no_engine_words_are_on_any_sheet() {
    let mut library = Library::shipped();
    let mut all = Vec::new();
    for game in SHIPPED {
        let index = library.find(game.name).expect("it is shipped");
        let pack = library.pack(index).expect("it loads");
        let own = pack.levels.iter().filter(|(_, it)| it.hero.is_some());
        let mut levels: Vec<Option<String>> =
            own.map(|(id, _)| Some(pack.levels.name(id).to_owned())).collect();
        levels.push(None);
        let mut found = BTreeSet::new();
        for (level, seed) in levels.into_iter().flat_map(|it| [(it.clone(), 3), (it, 11)]) {
            let heroes = vec![String::new()];
            play(&pack, &Setup { seed: Seed(seed), level, heroes, ..Setup::default() }, &mut found);
        }
        all.extend(found.into_iter().map(|it| format!("{}: {it}", game.name)));
    }
    assert!(all.is_empty(), "{}", all.join("\n"));
}
