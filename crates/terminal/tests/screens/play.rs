//! Playing with keys: what must not happen by accident, and what must always work.

use barrow_play::keymap::{Key, Preset};

use crate::stage::Stage;

#[test]
fn a_held_key_does_not_skip_the_end() {
    let mut stage = Stage::new(7).to_the_end();
    stage.type_keys("rrrr<enter><enter>qq<esc>");
    assert!(stage.frame(80, 24).contains("The end"));
    stage.app.tick();
    stage.type_keys("r");
    assert!(stage.frame(80, 24).contains("You enter the barrow."));
}

#[test]
fn keys_typed_ahead_are_dropped_when_a_foe_shows() {
    let mut stage = Stage::new(7);
    stage.type_keys(".");
    assert!(!stage.app.takes_drop());
    stage.type_keys("o");
    assert!(stage.app.takes_drop(), "{}", stage.frame(80, 24));
    assert!(!stage.app.takes_drop(), "once is enough");
}

#[test]
fn a_deadly_step_is_asked_about_and_can_be_left() {
    let mut stage = Stage::new(7).press("o").travel(3, 7).press("<right>");
    assert!(stage.frame(80, 24).contains("Really go east?"));
    stage.type_keys("n");
    let frame = stage.frame(80, 24);
    assert!(frame.contains("@:#") && !frame.contains("Really"), "{frame}");
    stage.app.desk().settings.confirm = false;
    stage.type_keys("<right>");
    assert!(!stage.frame(80, 24).contains("@:#"), "who does not want to be asked is not");
}

#[test]
fn a_run_that_was_left_goes_on() {
    let mut stage = Stage::new(7).press("o");
    let before = stage.frame(80, 24);
    stage.type_keys("S");
    assert!(stage.frame(80, 24).contains("enter: continue"));
    stage.type_keys("<enter>");
    let after = stage.frame(80, 24);
    let map = |frame: &str| frame.lines().take(18).map(String::from).collect::<Vec<_>>();
    assert_eq!(map(&before), map(&after));
    assert!(after.contains("You are back"));
}

#[test]
fn a_run_that_was_given_up_is_gone_but_noted() {
    let mut stage = Stage::new(7).press("oQy");
    stage.app.tick();
    assert!(stage.frame(80, 24).contains("You gave up."));
    stage.type_keys("q");
    assert!(!stage.frame(80, 24).contains("continue"));
    stage.type_keys("h");
    assert!(stage.frame(120, 40).contains("given up"));
}

#[test]
fn a_run_can_be_played_on_from_any_turn_of_its_replay() {
    let mut stage = Stage::new(7).to_death().press("w<home>t20<enter>");
    assert!(stage.frame(80, 24).contains("turn 20"), "{}", stage.frame(80, 24));
    stage.type_keys("c");
    assert!(stage.frame(80, 24).contains("does not count"), "{}", stage.frame(80, 24));
    let mut stage = stage.to_death().press("qh");
    let frame = stage.frame(120, 40);
    assert!(frame.contains("does not count"), "{frame}");
}

#[test]
fn a_replay_goes_back_to_what_it_showed_before() {
    let mut stage = Stage::new(7).to_death().press("w");
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
fn walking_shows_every_step_unless_nothing_moves() {
    let mut stage = Stage::new(7);
    stage.app.desk().still = false;
    stage.type_keys("o");
    let mut steps = 0;
    while stage.app.beat().is_some() {
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
    stage.app.desk().still = false;
    stage.type_keys("o");
    assert!(stage.app.beat().is_some());
    stage.type_keys(".");
    assert!(stage.app.beat().is_none());
}

#[test]
fn nothing_beats_while_a_game_of_turns_waits() {
    for keys in ["", "x", "i", "<esc>", "?", "_", "z"] {
        let mut stage = Stage::new(7);
        stage.app.desk().still = false;
        stage.type_keys(keys);
        assert_eq!(stage.app.beat(), None, "{keys}");
    }
}

#[test]
fn any_keys_in_any_order_break_nothing() {
    let keys: Vec<Key> = (' '..='~')
        .map(Key::char)
        .chain(
            ["up", "down", "left", "right", "enter", "esc", "tab", "f1", "ctrl-p", "shift-up"]
                .map(|it| it.parse().unwrap()),
        )
        .collect();
    for seed in 0..12 {
        let mut chance = barrow_dice::Seed(seed).stream(barrow_dice::Stream::named("keys"), &[]);
        let mut stage = Stage::new(seed);
        stage.app.desk().still = seed % 2 == 0;
        for press in 0..600 {
            let at = chance.below(u32::try_from(keys.len()).unwrap()) as usize;
            stage.app.press(keys[at]);
            if stage.app.beat().is_some() {
                stage.app.tick();
            }
            if press % 20 == 0 {
                stage.frame(80, 24);
                stage.frame(60, 20);
                stage.frame(130, 50);
            }
        }
    }
}

#[test]
fn every_preset_can_walk_around() {
    for preset in Preset::ALL {
        let mut stage = Stage::new(7);
        while stage.app.desk().settings.preset != preset {
            stage.app.desk().settings.choose_next(barrow_play::settings::Choice::Keys);
        }
        let keys = stage.app.desk().settings.keys.clone();
        for dir in barrow_grid::Dir::ALL {
            let key = keys.keys(barrow_play::keymap::Verb::Move(dir))[0];
            stage.app.press(key);
        }
        let frame = stage.frame(80, 24);
        assert!(!frame.contains("does nothing"), "{}: {frame}", preset.name());
    }
}
