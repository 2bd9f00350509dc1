//! Playing with keys: what must not happen by accident, and what must always work.

use std::time::Duration;

use barrow_grid::Dir;
use barrow_play::keymap::{Key, Preset, Verb};
use barrow_play::settings::{Setting, Settings};
use barrow_terminal::{Library, SHIPPED, cast};

use crate::stage::Stage;

#[test]
fn a_held_key_does_not_skip_the_end() {
    let mut stage = Stage::new(7).until_the_end();
    stage.type_keys("rrrr<enter><enter>qq<esc>");
    assert!(stage.frame(80, 24).contains("The end"));
    stage.app.tick();
    stage.type_keys("r");
    assert!(stage.frame(80, 24).contains("You enter the barrow."));
}

#[test]
fn from_the_last_screen_one_key_quits() {
    let mut stage = Stage::new(7).until_the_end();
    stage.app.tick();
    assert!(stage.frame(80, 24).contains("q: quit"), "{}", stage.frame(80, 24));
    stage.type_keys("q");
    assert!(stage.app.is_over());
}

#[test]
fn keys_typed_ahead_are_dropped_when_a_foe_shows() {
    let mut stage = Stage::new(7);
    stage.type_keys(".");
    assert!(!stage.app.take_drop());
    stage.type_keys("o");
    assert!(stage.app.take_drop(), "{}", stage.frame(80, 24));
    assert!(!stage.app.take_drop(), "once is enough");
}

#[test]
fn a_deadly_step_asks_first_and_can_be_cancelled() {
    let mut stage = Stage::new(7).press("o").travel(3, 7).press("<right>");
    assert!(stage.frame(80, 24).contains("Really go east?"));
    stage.type_keys("n");
    let frame = stage.frame(80, 24);
    assert!(frame.contains("@:#") && !frame.contains("Really"), "{frame}");
    stage.app.context().settings.confirm = false;
    stage.type_keys("<right>");
    assert!(!stage.frame(80, 24).contains("@:#"), "who does not want to be asked is not");
}

#[test]
fn the_line_mode_asks_before_lava_and_before_a_chasm() {
    for (sign, end) in [('~', "lava"), (':', "a long fall")] {
        let text = format!(
            r#"{{ "pack": {{ "title": "Brink", "heroes": ["frail"], "start": "brink", "life": "health" }},
                "kinds": {{ "frail": {{ "extends": "hero", "has": {{ "health": 1 }} }} }},
                "levels": {{ "brink": {{ "extends": "stage", "drawing": ["...", "@{sign}.", "..."] }} }} }}"#
        );
        let asked = "Really go east?";
        let (told, _) = Stage::speak(&text, "east\nno\nlook\n");
        assert!(told.contains(asked) && !told.contains("The end"), "{end}: {told}");
        let (told, _) = Stage::speak(&text, "east\nyes\n");
        assert!(told.contains(asked) && told.contains(end), "{end}: {told}");
        assert_ne!(Stage::speak(&text, "east\nno\n").0, told, "{end}");
    }
}

#[test]
fn a_run_that_was_left_can_be_resumed() {
    let mut stage = Stage::new(7).press("o");
    let before = stage.frame(80, 24);
    stage.type_keys("S");
    assert!(stage.frame(80, 24).contains("enter: continue"));
    stage.type_keys("<enter>");
    let after = stage.frame(80, 24);
    let map = |frame: &str| frame.lines().take(18).map(String::from).collect::<Vec<_>>();
    assert_eq!(map(&before), map(&after));
    assert!(after.contains("Welcome back"));
    let told = before.lines().rfind(|it| it.ends_with('.')).expect("a message");
    assert!(after.contains(told), "what happened before is still there:\n{after}");
}

#[test]
fn an_abandoned_run_is_recorded_and_cannot_be_resumed() {
    let mut stage = Stage::new(7).press("oQy");
    stage.app.tick();
    assert!(stage.frame(80, 24).contains("You gave up."));
    stage.type_keys("t");
    assert!(!stage.frame(80, 24).contains("continue"));
    stage.type_keys("h");
    assert!(stage.frame(120, 40).contains("You gave up"));
}

#[test]
fn a_run_can_be_played_on_from_any_turn_of_its_replay() {
    let mut stage = Stage::new(7).until_death().press("w<home>t20<enter>");
    assert!(stage.frame(80, 24).contains("turn 20"), "{}", stage.frame(80, 24));
    stage.type_keys("c");
    assert!(stage.frame(80, 24).contains("does not count"), "{}", stage.frame(80, 24));
    let mut stage = stage.until_death().press("th");
    let frame = stage.frame(120, 40);
    assert!(frame.contains("not ranked"), "{frame}");
}

#[test]
fn a_replay_goes_back_to_what_it_showed_before() {
    let mut stage = Stage::new(7).until_death().press("w");
    let mut frames = Vec::new();
    for _ in 0..80 {
        frames.push(stage.frame(80, 24));
        stage.type_keys("<right>");
    }
    for frame in frames.iter().rev() {
        stage.type_keys("<left>");
        assert_eq!(*frame, stage.frame(80, 24));
    }
}

#[test]
fn walking_shows_every_step_unless_animations_are_off() {
    let mut stage = Stage::new(7);
    stage.app.context().still = false;
    stage.type_keys("o");
    let mut steps = 0;
    while stage.app.next_tick().is_some() {
        stage.app.tick();
        steps += 1;
    }
    assert!(steps > 5, "{steps}");
    let shown = stage.frame(80, 24);
    assert_eq!(shown, Stage::new(7).press("o").frame(80, 24), "and ends at the same place");
}

#[test]
fn any_key_stops_a_walk() {
    let mut stage = Stage::new(7);
    stage.app.context().still = false;
    stage.type_keys("o");
    assert!(stage.app.next_tick().is_some());
    stage.type_keys(".");
    assert!(stage.app.next_tick().is_none());
}

#[test]
fn a_turn_based_game_does_not_tick_while_it_waits() {
    for keys in ["", "x", "i", "<esc>", "?", "_", "z"] {
        let mut stage = Stage::new(7);
        stage.app.context().still = false;
        stage.type_keys(keys);
        assert_eq!(stage.app.next_tick(), None, "{keys}");
    }
}

/// Presses random keys, and draws now and then.
fn press_anything(mut stage: Stage, seed: u64, presses: u32) {
    let named = ["up", "down", "left", "right", "enter", "esc", "tab", "f1", "ctrl-p", "shift-up"];
    let named = named.map(|it| it.parse().expect("a key"));
    let keys: Vec<Key> = (' '..='~').map(Key::char).chain(named).collect();
    let mut chance = barrow_dice::Seed(seed).stream(barrow_dice::Stream::named("keys"), &[]);
    stage.app.context().still = seed.is_multiple_of(2);
    for press in 0..presses {
        let at = chance.below(u32::try_from(keys.len()).expect("a few")) as usize;
        stage.app.press(keys[at]);
        if stage.app.next_tick().is_some() {
            stage.app.tick();
        }
        if press % 20 == 0 {
            for (width, height) in [(80, 24), (60, 20), (130, 50)] {
                stage.frame(width, height);
            }
        }
    }
}

#[test]
fn random_keys_break_nothing() {
    for seed in 0..12 {
        press_anything(Stage::new(seed), seed, 600);
    }
}

#[test]
fn random_keys_break_nothing_in_any_shipped_game() {
    for game in SHIPPED {
        for seed in 0..4 {
            press_anything(Stage::shipped(game.name, seed), seed, 400);
        }
    }
}

#[test]
fn every_shipped_game_shows_its_first_moment() {
    for game in SHIPPED {
        let mut stage = Stage::shipped(game.name, 7);
        let frame = stage.frame(120, 40);
        assert!(frame.contains('@') || frame.contains("Press ?"), "{}: {frame}", game.name);
        stage.type_keys("S");
        assert!(stage.frame(120, 40).contains(game.title), "{}", game.name);
    }
}

#[test]
fn every_preset_can_walk_around() {
    for preset in Preset::ALL {
        let mut stage = Stage::new(7);
        while stage.app.context().settings.preset != preset {
            stage.app.context().settings.choose_next(Setting::Keys);
        }
        let keys = stage.app.context().settings.keys.clone();
        for dir in barrow_grid::Dir::ALL {
            let key = keys.keys(Verb::Move(dir))[0];
            stage.app.press(key);
        }
        let frame = stage.frame(80, 24);
        assert!(!frame.contains("does nothing"), "{preset:?}: {frame}");
    }
}

/// Returns the turn shown on the page about the run.
fn turn(stage: &mut Stage) -> u64 {
    stage.type_keys("~");
    let frame = stage.frame(80, 24);
    stage.type_keys("<esc>");
    let line = frame.lines().find_map(|it| it.split_once("Turn")).expect("the turn is told");
    line.1.chars().filter(char::is_ascii_digit).collect::<String>().parse().expect("a number")
}

#[test]
fn a_real_time_game_runs_by_itself_until_it_is_paused() {
    let mut stage = Stage::real_time(7);
    assert_eq!(stage.app.next_tick(), Some(Duration::from_millis(100)));
    (0..5).for_each(|_| stage.app.tick());
    assert_eq!(turn(&mut stage), 5);

    stage.type_keys("P");
    assert_eq!(stage.app.next_tick(), None, "it was paused");
    stage.type_keys("P");
    assert!(stage.app.next_tick().is_some());

    stage.app.focus(false);
    assert_eq!(stage.app.next_tick(), None, "nobody looks");
    stage.app.focus(true);
    assert_eq!(stage.app.next_tick(), None, "it resumes when the player wants");
    stage.type_keys(".");
    assert!(stage.app.next_tick().is_some());

    stage.type_keys("i");
    assert_eq!(stage.app.next_tick(), None, "a menu stops the clock");
}

#[test]
fn the_last_key_before_a_tick_counts() {
    let mut stage = Stage::real_time(7);
    stage.type_keys("<left><left><right>");
    assert_eq!(turn(&mut stage), 0, "nothing happens before its time");
    stage.app.tick();
    let frame = stage.frame(80, 24);
    assert!(frame.contains("#..@.+"), "{frame}");
    assert_eq!(turn(&mut stage), 1);
}

#[test]
fn a_run_is_recorded_as_an_asciicast() {
    let stage = Stage::new(7).until_death();
    let journal = stage.journal();
    let turns = journal.entries.len();
    let file = cast(journal, &Stage::pack(), (80, 24), None).expect("it is recorded");
    let mut lines = file.lines();
    assert_eq!(
        lines.next(),
        Some(r#"{"version": 2, "width": 80, "height": 24, "title": "The small barrow"}"#)
    );
    assert_eq!(lines.clone().count(), turns + 1);
    assert!(lines.next().is_some_and(|it| it.starts_with(r#"[0.000, "o", "\u001b"#)));
    let short = cast(stage.journal(), &Stage::pack(), (80, 24), Some(10)).expect("as well");
    assert_eq!(short.lines().count(), 12);
}

#[test]
fn keys_can_be_rebound_and_conflicts_are_reported() {
    let at = Setting::ALL.len() + Verb::all().position(|it| it == Verb::Explore).unwrap();
    let mut stage = Stage::new(7).press("=");
    stage.type_keys(&"<down>".repeat(at));
    stage.type_keys("<enter>i");
    let frame = stage.frame(80, 24);
    assert!(frame.contains("`i` is the only key of `inventory`"), "{frame}");
    stage.type_keys("<enter>O<esc>");
    assert_eq!(stage.app.context().settings.keys.shown(Verb::Explore), "O o");
    let walked = stage.press("O").frame(80, 24);
    assert_eq!(walked, Stage::new(7).press("o").frame(80, 24));
}

/// The settings of a run have a row for each key of the game, in every preset.
#[test]
fn keys_of_a_game_can_be_put_elsewhere_in_every_preset() {
    for preset in Preset::ALL {
        let mut stage = Stage::shipped("crawl", 7);
        while stage.app.context().settings.preset != preset {
            stage.app.context().settings.choose_next(Setting::Keys);
        }
        stage.type_keys("=");
        let row =
            |frame: &str| frame.lines().find(|it| it.contains("health potion")).map(str::to_owned);
        let before = row(&stage.frame(120, 40)).expect("a row");
        assert!(before.contains("game h"), "{preset:?}: {before}");
        stage.type_keys(&"<down>".repeat(Setting::ALL.len() + 1));
        stage.type_keys("<enter>m");
        let frame = stage.frame(120, 40);
        assert!(frame.contains("`m` is `mana potion` in this game"), "{preset:?}: {frame}");
        stage.type_keys("<enter><ctrl-h>");
        assert!(row(&stage.frame(120, 40)).is_some_and(|it| it.contains("ctrl-h")));
        stage.type_keys("<esc><ctrl-h>");
        let frame = stage.frame(80, 24);
        assert!(frame.contains("no use for the health potion"), "{preset:?}: {frame}");
        stage.type_keys("?");
        let help = stage.frame(80, 60);
        let listed = |line: &str| line.contains("ctrl-h ") && line.ends_with("health potion");
        let is_listed = help.lines().any(|it| listed(it.trim_end_matches('│').trim_end()));
        let still = help.lines().any(|it| it.trim_start_matches(['│', ' ']).starts_with("h  "));
        assert!(is_listed && !still, "{preset:?}: {help}");
        // A command does not get a key of the game.
        let explore = Verb::all().position(|it| it == Verb::Explore).expect("a verb");
        stage.type_keys("<esc>=");
        stage.type_keys(&"<down>".repeat(Setting::ALL.len() + 5 + explore));
        stage.type_keys("<enter><ctrl-h>");
        let frame = stage.frame(120, 40);
        assert!(frame.contains("`ctrl-h` is `health potion` in this game"), "{preset:?}: {frame}");
        stage.type_keys("<esc>=");
        stage.type_keys(&"<down>".repeat(Setting::ALL.len() + 1));
        stage.type_keys("<delete>");
        assert_eq!(row(&stage.frame(120, 40)), Some(before), "and it goes back");
    }
}

#[test]
fn a_run_into_a_wall_ends_there() {
    let mut stage = Stage::new(7);
    stage.app.context().still = false;
    stage.type_keys("L");
    let mut beats = 0;
    while stage.app.next_tick().is_some() && beats < 50 {
        stage.app.tick();
        beats += 1;
    }
    assert!((1..20).contains(&beats), "{beats}: {}", stage.frame(80, 24));
}

#[test]
fn the_opening_text_is_whole_on_a_small_screen() {
    let frame = Stage::shipped("kit", 7).frame(80, 24);
    // The minimap is beside the text.
    let text: Vec<String> = frame.lines().map(|it| it.chars().skip(21).collect()).collect();
    let text = text.iter().flat_map(|it| it.split_whitespace()).collect::<Vec<_>>().join(" ");
    for sentence in
        ["Somewhere in here a beast breathes", "the sealed stairs by the entrance will open."]
    {
        assert!(text.contains(sentence), "{frame}");
    }
}

#[test]
fn the_selected_item_is_marked_in_the_sidebar() {
    let frame = Stage::shipped("dark-floor", 7).frame(120, 40);
    assert!(frame.contains(">1 "), "{frame}");
}

#[test]
fn in_every_preset_every_key_of_every_game_works_and_hides_no_direction() {
    let presets = ["arrows", "vi", "numpad", "wasd", "laptop"];
    let mut library = Library::shipped();
    for game in 0..library.games.len() {
        let pack = library.pack(game).expect("a shipped game");
        let own = &pack.rules.keys;
        for preset in presets {
            let keys = Settings::read(&format!("keys = {preset}")).0.keys;
            let left = keys.beside(own);
            for dir in Dir::ALL {
                assert!(!left.keys(Verb::Move(dir)).is_empty(), "{preset} {dir:?}");
            }
            for key in own.iter().map(|it| keys.own_key(it.key, own)) {
                let stairs = matches!(keys.verb(key), Some(Verb::Descend | Verb::Ascend));
                assert!(stairs || left.verb(key).is_none(), "{preset}: {key} does two things");
            }
            let help = barrow_play::help::help(&keys, Some(&pack), &[], false);
            let first = |line: &str| line.split_whitespace().next().map(str::to_owned);
            let mut listed: Vec<String> = help
                .lines
                .iter()
                .skip_while(|(_, it)| it != "Keys of this game")
                .take_while(|(_, it)| it != "Everywhere")
                .filter(|(_, it)| it.starts_with("  "))
                .filter_map(|(_, it)| first(it).filter(|it| it.chars().count() == 1))
                .collect();
            let count = listed.len();
            listed.sort();
            listed.dedup();
            assert!(own.is_empty() || listed.len() == count, "{preset}: {listed:?}");
            let legend = help.lines.iter().any(|(_, it)| it == "Legend");
            assert!(!legend, "tiles need no legend of glyphs");
        }
    }
}

#[test]
fn the_mouse_describes_what_it_points_at_and_a_click_travels() {
    let mut stage = Stage::new(7);
    let column = |frame: &str, row: usize| frame.lines().nth(row).and_then(|it| it.find('@'));
    assert_eq!(column(&stage.frame(80, 24), 7), Some(32));
    stage.app.point(34, 6);
    assert!(stage.frame(80, 24).contains("A stairs down"), "{}", stage.frame(80, 24));
    stage.app.click(33, 9);
    let frame = stage.frame(80, 24);
    assert_eq!(column(&frame, 9), Some(33), "{frame}");
}
