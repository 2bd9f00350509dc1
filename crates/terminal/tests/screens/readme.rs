//! Lines of screens that sources and READMEs of packs write down.

use barrow_play::keymap::Key;

use crate::stage::Stage;

/// Plays ticks of a real-time game, each with a key.
fn ticks(stage: &mut Stage, keys: &str) {
    for key in keys.chars() {
        stage.app.press(Key::char(key));
        stage.app.tick();
    }
}

#[test]
fn the_lines_below_dark_floor_are_written_as_its_source_writes_them() {
    let mut stage = Stage::shipped("dark-floor", 3);
    ticks(&mut stage, "eaa");
    let frame = stage.frame(80, 24);
    assert!(frame.contains("FL:20 floor HP:49") && frame.contains(" SAN:100% sanity"), "{frame}");
    let narrow = stage.frame(60, 24);
    assert!(narrow.contains("FL:20 HP:49") && narrow.contains(" SAN:100%"), "{narrow}");
    assert!(frame.contains("\n[1:LIT*] [2:H2O] [3:H2O] "), "{frame}");
    assert!(frame.contains("  1 Flashlight 100%: "), "the selected slot is named: {frame}");
    let side = stage.frame(120, 40);
    assert!(side.contains("FL:20 floor HP:49") && side.contains("sanity"), "{side}");
    let wide = stage.frame(180, 24);
    assert!(wide.contains("[1:LIT*] flashlight 100% [2:H2O] water [3:H2O] water"), "{wide}");
}

#[test]
fn the_screen_in_the_readme_of_dark_floor_is_one_that_it_draws() {
    let mut stage = Stage::shipped("dark-floor", 3);
    ticks(&mut stage, "eaaaaaaaaaaaa");
    is_shown_in_the_readme("dark-floor", &stage.frame(80, 24));
}

#[test]
fn the_screen_in_the_readme_of_darkdelve_is_one_that_it_draws() {
    let mut stage = Stage::shipped_at("darkdelve", Some("floor_one"), 5);
    // The story, the way to the first fight, and the turns until the ghoul strikes.
    stage.type_keys("aooo");
    for _ in 0..30 {
        let told = stage.frame(80, 24).contains("heaves both arms");
        stage.type_keys(if told { "" } else { "." });
    }
    is_shown_in_the_readme("darkdelve", &stage.frame(80, 24));
}

/// Checks that the first screen in the README of a pack is this one, or writes it there.
fn is_shown_in_the_readme(pack: &str, frame: &str) {
    let path = format!("{}/../../packs/{pack}/README.md", env!("CARGO_MANIFEST_DIR"));
    let readme = std::fs::read_to_string(&path).expect("a readme");
    let (before, rest) = readme.split_once("```text\n").expect("a screen");
    let (shown, after) = rest.split_once("```").expect("the end of the screen");
    if std::env::var_os("BARROW_BLESS").is_some() {
        let text = format!("{before}```text\n{frame}```{after}");
        std::fs::write(&path, text).expect("the readme");
    } else {
        assert_eq!(shown, frame, "BARROW_BLESS=1 draws it anew");
    }
}
