//! How a run ends, and what its last screen says.

use super::*;

#[test]
fn a_run_that_was_left_can_still_be_drawn() {
    let mut playthrough = begin("####\n#@.#\n####");
    press(&mut playthrough, "right");
    assert_eq!(playthrough.trigger(&Still::default(), Verb::Save), Request::Leave);
    assert_eq!(drawn(&playthrough), "####\n#.@#\n####\n");
    assert_eq!(playthrough.next_tick(&Still::default()), None);
    press(&mut playthrough, "left");
    assert_eq!(drawn(&playthrough), "####\n#.@#\n####\n", "but no longer played");
}

#[test]
fn the_end_screen_shows_the_result_and_what_to_do_next() {
    let mut playthrough = begin("####\n#@.#\n####");
    press(&mut playthrough, "Q y");
    assert_eq!(
        press(&mut playthrough, "r"),
        Request::Stay,
        "a key that is held down skips nothing"
    );
    assert!(playthrough.waits_for_release(), "front ends wait until it is let go");
    playthrough.tick(&Still::default());
    assert!(!playthrough.waits_for_release());
    let Overlay::Ending(end) = playthrough.overlay(&Still::default()) else { panic!("it is over") };
    assert_eq!((end.ready, end.won, &*end.lines[0].1), (true, false, "You gave up."));
    assert!(!end.lines.iter().any(|(_, it)| it.contains("best run")), "{:?}", end.lines);
    assert_eq!(press(&mut playthrough, "w"), Request::WatchReplay);
    let setup =
        Setup { seed: Seed(7), level: None, heroes: vec![String::new()], ..Setup::default() };
    assert_eq!(press(&mut playthrough, "s"), Request::NewRun(setup));
    assert_eq!(press(&mut playthrough, "t"), Request::Leave);
    assert_eq!(press(&mut playthrough, "q"), Request::Quit);
}

#[test]
fn the_end_screen_tells_what_would_have_helped() {
    let frail = r#"{ "kinds": { "champion": { "extends": "hero", "has": { "health": 3 }, "stock": ["balm"] } } }"#;
    let setup =
        Setup { seed: Seed(7), level: None, heroes: vec![String::new()], ..Setup::default() };
    let pack = pack("####\n#@~#\n####", "", "", frail);
    let mut playthrough = Playthrough::begin(&Still::default(), &pack, &setup).unwrap();
    press(&mut playthrough, "right y");
    let Overlay::Ending(end) = playthrough.overlay(&Still::default()) else { panic!("it is over") };
    let hint = "You still had the balm, which would have healed you.";
    for line in ["You carried balm.", hint] {
        assert!(end.lines.iter().any(|(_, text)| text == line), "{:?}", end.lines);
    }
}

/// Giving up asks first; then every key of the last screen leads somewhere else.
#[test]
fn each_key_of_the_last_screen_leads_on() {
    let last = |keys: &str| {
        let mut playthrough = begin("####\n#@.#\n####");
        press(&mut playthrough, "Q y");
        playthrough.tick(&Still::default());
        let request = press(&mut playthrough, keys);
        let ends = matches!(playthrough.overlay(&Still::default()), Overlay::Ending(_));
        ends.then_some(request)
    };
    assert_eq!(last("q"), Some(Request::Quit));
    assert_eq!(last("Q"), Some(Request::Quit));
    assert_eq!(last("esc"), Some(Request::Leave));
    assert_eq!(last("t"), Some(Request::Leave));
    assert_eq!(last("w"), Some(Request::WatchReplay));
    assert_eq!(last("z"), Some(Request::Stay));
    assert_eq!(last("m"), None, "the map is shown");
    // Out of the map, the same keys lead back.
    assert_eq!(last("m q"), Some(Request::Stay));
    assert_eq!(last("x esc"), Some(Request::Stay));
    assert_eq!(last("m m"), Some(Request::Stay));
    let Some(Request::NewRun(setup)) = last("r") else { panic!("it begins again") };
    assert_ne!(setup.seed, Seed(7));
    assert!(matches!(last("l"), Some(Request::ShowText(_))));
}

/// The only coin of the level.
#[test]
fn only_a_run_with_points_is_a_best_one() {
    let told = |keys: &str| {
        let mut playthrough = begin("####\n#@$#\n####");
        press(&mut playthrough, keys);
        press(&mut playthrough, "Q y");
        let overlay = playthrough.overlay(&Still::default());
        let Overlay::Ending(end) = overlay else { panic!("it is over") };
        end.lines.iter().any(|(_, text)| text == "Your best run of this game.")
    };
    assert!(!told("."));
    assert!(told("right g"));
}
