use barrow_dice::{Rng, Seed, Stream};
use barrow_grid::Dir;
use barrow_play::session::save_name;

use super::*;
use crate::crash;
use crate::host::Host;
use crate::testing::{Fault, Page, pack, real_time, shipped, turn_based};

fn desk(page: &Rc<Page>) -> Rc<RefCell<Desk>> {
    Rc::new(RefCell::new(Desk::new(Rc::clone(page) as Rc<dyn Host>)))
}

fn begin(page: &Rc<Page>, game: &str) -> Game {
    let begin = NewRun { seed: Some(Seed(5)), ..NewRun::default() };
    Game::begin(&desk(page), &pack(game), &begin).unwrap()
}

fn resume(page: &Rc<Page>, game: &str) -> Game {
    Game::resume(&desk(page), &pack(game)).unwrap().expect("a run is saved")
}

fn press(game: &mut Game, keys: &str) {
    for key in keys.split_whitespace() {
        assert!(game.press(key.parse().unwrap()), "`{key}` is of no use");
    }
}

/// Returns a direction that is free at the start of the turn-based game with seed 5.
fn free_way(game: &Game) -> Dir {
    let accepts = |dir: &Dir| {
        let command = barrow_engine::Command::Move(*dir);
        game.run().game().accepts(0, &command).is_ok()
    };
    Dir::ALL.into_iter().find(accepts).unwrap()
}

/// Walks there and back `times` times.
fn stroll(game: &mut Game, steps: usize) {
    let dir = free_way(game);
    for dir in [dir, dir.opposite()].into_iter().cycle().take(steps) {
        game.trigger(Verb::Move(dir));
    }
}

fn digest(game: &Game) -> u64 {
    game.run().game().digest()
}

#[test]
fn a_run_can_be_drawn_and_walked() {
    let mut game = begin(&Page::new(), &turn_based());
    assert_eq!(game.screen()["state"], "waiting");
    assert!(game.draw(0));
    assert!(!game.draw(1), "nothing changed");
    stroll(&mut game, 3);
    let screen = game.screen();
    assert_eq!((&screen["state"], &screen["turn"]), (&json!("playing"), &json!(3)));
    assert!(game.draw(1_000) && game.canvas.is_moving());
    assert!(!game.canvas.picture().bytes.is_empty());
    assert!(game.draw(5_000) && !game.canvas.is_moving());
    for part in ["status", "side", "log", "buttons"] {
        assert!(!screen[part].as_array().unwrap().is_empty(), "{part}");
    }
    assert_eq!((&screen["trouble"], &screen["ask"]), (&Value::Null, &Value::Null));
}

#[test]
fn the_page_gets_every_message_and_old_ones_only_once() {
    let mut game = begin(&Page::new(), &turn_based());
    let mut known = 0;
    for round in 0..60 {
        // A page in the background asks for no screen, so not every turn has one.
        for key in ["g", "<", "t", "esc"].iter().cycle().take(round % 7) {
            game.press(key.parse().unwrap());
        }
        let screen = game.screen();
        let told = screen["log"].as_array().unwrap();
        let ids: Vec<u64> = told.iter().map(|it| it["id"].as_u64().unwrap()).collect();
        // Tips stand beside the log, not in it.
        assert!(ids.windows(2).all(|it| it[0] < it[1]), "{ids:?}");
        assert!(ids[0] <= known, "{ids:?} after {known}");
        let fresh = ids.last().unwrap() + 1 - known;
        assert!(ids.len() as u64 <= fresh + 9, "{ids:?} after {known}");
        known = *ids.last().unwrap();
    }
    assert!(known > 50, "{known}");
}

#[test]
fn unbound_keys_are_left_to_the_page() {
    let mut game = begin(&Page::new(), &turn_based());
    for key in ["f12", "ctrl-t", "alt-left", "delete"] {
        assert!(!game.press(key.parse().unwrap()), "{key}");
    }
}

#[test]
fn a_text_page_covers_the_run_and_the_page_scrolls_it() {
    let mut game = begin(&Page::new(), &turn_based());
    press(&mut game, "?");
    let screen = game.screen();
    let face = &screen["face"];
    assert_eq!((&face["kind"], &face["title"]), (&json!("text"), &json!("Help")));
    assert_eq!(screen["buttons"], json!([]), "nothing under it can be pressed");
    assert!(!game.press("down".parse().unwrap()));
    press(&mut game, "esc");
    assert_eq!(game.screen()["face"], Value::Null);
}

#[test]
fn a_run_continues_after_a_reload() {
    let page = Page::new();
    let mut game = begin(&page, &turn_based());
    stroll(&mut game, 200);
    let next = page.reopened();
    let title = game.screen()["title"].clone();
    let saved = desk(&next).borrow().saved(title.as_str().unwrap()).unwrap();
    assert_eq!(saved["turn"], 200);
    assert_eq!(digest(&resume(&next, &turn_based())), digest(&game));
}

#[test]
fn a_save_is_played_in_one_page_at_a_time() {
    let page = Page::new();
    let mut game = begin(&page, &turn_based());
    stroll(&mut game, 2);
    let told = Game::resume(&desk(&page), &pack(&turn_based())).err().unwrap();
    assert_eq!(told, "This run is being played in another window; end it there first.");
    press(&mut game, "S");
    assert_eq!(game.screen()["ask"], "leave");
    assert_eq!(game.screen()["ask"], Value::Null, "it is told once");
    assert_eq!(digest(&resume(&page, &turn_based())), digest(&game));
}

#[test]
fn a_damaged_save_is_set_aside_and_reported() {
    let page = Page::new();
    stroll(&mut begin(&page, &turn_based()), 5);
    let name = save_name(&pack(&turn_based()).rules.title);
    let part = format!("p/{name}/1/0");
    page.texts.borrow_mut().insert(part, "spoilt".into());
    let next = page.reopened();
    let told = Game::resume(&desk(&next), &pack(&turn_based())).err().unwrap();
    assert!(told.starts_with("The save was damaged"), "{told}");
    assert!(Game::resume(&desk(&next), &pack(&turn_based())).unwrap().is_none());
}

/// Plays while the storage fails. Returns how often it was called, and on which turn the next
/// page finds the run.
fn play_with(fault: Fault) -> (usize, Option<u64>) {
    let page = Page::new();
    let desk = desk(&page);
    page.calls.set(0);
    page.fault.set(fault);
    let begin = NewRun { seed: Some(Seed(5)), ..NewRun::default() };
    let mut game = Game::begin(&desk, &pack(&turn_based()), &begin).unwrap();
    stroll(&mut game, 6);
    assert_eq!(game.run().game().turn(), 6, "{fault:?}");
    let told = game.screen()["trouble"].as_str().is_some() || game.run().journal().unranked;
    assert!(told || matches!(fault, Fault::Once(_) | Fault::Never), "{fault:?}");
    let found = Game::resume(&self::desk(&page.reopened()), &pack(&turn_based())).unwrap();
    (page.calls.get(), found.map(|it| it.run().game().turn()))
}

#[test]
fn whichever_call_fails_the_game_plays_on_and_reports_it() {
    let (calls, turn) = play_with(Fault::Never);
    assert_eq!(turn, Some(6));
    for number in 0..calls {
        // After a single failure, the next turn saves everything.
        let (_, once) = play_with(Fault::Once(number));
        assert!(matches!(once, None | Some(5 | 6)), "{number}: {once:?}");
        play_with(Fault::From(number));
    }
}

#[test]
fn a_full_storage_is_reported_and_the_run_plays_on() {
    let page = Page::new();
    let mut game = begin(&page, &turn_based());
    page.room.set(Some(0));
    stroll(&mut game, 3);
    let told = game.screen()["trouble"].as_str().unwrap().to_string();
    assert!(told.contains("full"), "{told}");
    page.room.set(None);
    stroll(&mut game, 1);
    assert_eq!(game.screen()["trouble"], Value::Null);
    assert_eq!(digest(&resume(&page.reopened(), &turn_based())), digest(&game));
}

#[test]
fn an_ended_run_is_in_the_history_with_its_replay_and_another_begins() {
    let page = Page::new();
    let mut game = begin(&page, &turn_based());
    stroll(&mut game, 120);
    press(&mut game, "Q y");
    let screen = game.screen();
    assert_eq!((&screen["state"], &screen["face"]["kind"]), (&json!("over"), &json!("over")));
    assert_eq!(screen["face"]["ready"], false);
    let next = desk(&page.reopened());
    let history = next.borrow().history().unwrap();
    let replay = history[0]["replay"].as_str().unwrap();
    assert_eq!(next.borrow().journal(replay), Some(game.run().journal().to_text()));
    assert_eq!(next.borrow().scores().unwrap()[0]["runs"][0]["number"], 1);
    assert!(next.borrow().forget(replay));
    assert_eq!(next.borrow().history().unwrap()[0]["replay"], Value::Null);
    // A key that is held down does not skip the end; one that follows does.
    press(&mut game, "r");
    assert_eq!(game.screen()["state"], "over");
    game.tick();
    press(&mut game, "w");
    assert_eq!(game.screen()["ask"], "watch");
    press(&mut game, "r");
    let screen = game.screen();
    assert_eq!((&screen["ask"], &screen["state"]), (&json!("again"), &json!("waiting")));
}

#[test]
fn a_real_time_game_waits_for_the_first_key_and_while_it_has_no_focus() {
    let mut game = begin(&Page::new(), &real_time());
    assert_eq!((game.next_tick(), game.screen()["paused"].clone()), (None, json!(true)));
    let turn = |game: &Game| game.run().game().turn();
    press(&mut game, ".");
    let ticks = pack(&real_time()).rules.ticks.unwrap();
    assert_eq!(game.next_tick(), Some(Duration::from_millis(1000 / u64::from(ticks))));
    for _ in 0..10 {
        game.tick();
    }
    assert_eq!(turn(&game), 10);
    game.focus(false);
    assert_eq!(game.next_tick(), None);
    game.tick();
    assert_eq!(turn(&game), 10, "a late tick does nothing");
    press(&mut game, "?");
    assert_eq!(game.next_tick(), None, "nothing happens while a text is open");
    press(&mut game, "esc o");
    game.focus(false);
    press(&mut game, ".");
    assert!(game.next_tick().is_some(), "one key resumes, even after a walk");
}

#[test]
fn a_click_walks_and_a_look_describes() {
    let mut game = begin(&Page::new(), &turn_based());
    game.canvas.resize(480, 480, 100);
    game.draw(0);
    let own = game.playthrough.view().own().unwrap().pos();
    let dir = free_way(&game);
    let pixel = |game: &Game, at: Pos| {
        let mut all = (0..480).flat_map(|y| (0..480).map(move |x| (x, y)));
        all.find(|(x, y)| game.cell(*x, *y) == Some(at)).expect("it is shown")
    };
    let (x, y) = pixel(&game, own);
    assert!(game.hover(x, y).is_some());
    game.look(x, y);
    assert_eq!(game.screen()["face"]["kind"], "say");
    press(&mut game, "esc");
    let (x, y) = pixel(&game, own + dir);
    game.click(x, y);
    assert_eq!(game.playthrough.view().own().unwrap().pos(), own + dir);
    assert!(game.hover(i32::MAX, 0).is_none());
    game.click(i32::MAX, i32::MIN);
    assert!(!game.describe().is_empty());
}

#[test]
fn a_run_played_on_from_a_replay_does_not_count() {
    let page = Page::new();
    let mut game = begin(&page, &turn_based());
    stroll(&mut game, 9);
    let journal = game.run().journal().clone();
    let on = Game::play_on(&desk(&page.reopened()), &pack(&turn_based()), journal, 4).unwrap();
    assert_eq!((on.run().game().turn(), on.run().journal().unranked), (4, true));
    let text = game.link().unwrap();
    let linked = Link::read(&text).unwrap().journal(&pack(&turn_based())).unwrap();
    assert_eq!(&linked, game.run().journal());
}

#[test]
fn a_crash_leaves_a_journal_that_plays_up_to_it() {
    let mut game = begin(&Page::new(), &turn_based());
    stroll(&mut game, 30);
    press(&mut game, ".");
    let report = crash::report();
    assert_eq!(report["doing"], "press .");
    assert_eq!(report["journal"].as_str(), Some(&*game.run().journal().to_text()));
}

/// Presses random keys and clicks at random.
fn play_by_chance(game: &mut Game, seed: u64, deeds: u32) {
    let mut chance: Rng = Seed(seed).stream(Stream::named("cat"), &[]);
    let keys = "h j k l y u b n . o g i a d t z f x _ @ M ? ~ p Z > < tab enter esc 1 2 3 up space";
    let keys: Vec<Key> = keys.split(' ').map(|it| it.parse().unwrap()).collect();
    let pixel = |chance: &mut Rng| i32::try_from(chance.below(600)).unwrap() - 50;
    for moment in 0..deeds {
        match chance.below(20) {
            0 => game.click(pixel(&mut chance), pixel(&mut chance)),
            1 => game.look(pixel(&mut chance), pixel(&mut chance)),
            2 => _ = game.hover(pixel(&mut chance), pixel(&mut chance)),
            3..=6 => game.tick(),
            _ => _ = game.press(keys[chance.below(u32::try_from(keys.len()).unwrap()) as usize]),
        }
        game.screen();
        if moment % 9 == 0 {
            game.draw(u64::from(moment) * 40);
        }
    }
}

#[test]
fn random_input_keeps_the_journal_valid_and_every_screen_readable() {
    for name in shipped() {
        for seed in 1..=3 {
            let page = Page::new();
            let mut game = begin(&page, &name);
            play_by_chance(&mut game, seed, 250);
            let text = game.run().journal().to_text();
            let read = Journal::from_bytes(text.as_bytes()).unwrap();
            let replayed = read.journal.replay(pack(&name)).unwrap();
            assert_eq!(replayed.digest(), digest(&game), "{name} {seed}");
        }
    }
}
