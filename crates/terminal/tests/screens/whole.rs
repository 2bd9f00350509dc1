//! Every shipped game is played to an end on a screen of 80x24.

use barrow_terminal::Library;

use super::stage::Stage;

/// What a player tries in turn who reads nothing: explore, fight, go down, answer what is asked,
/// use what is first at hand, and feel for a way.
const KEYS: [&str; 14] = [
    "o",
    "<tab>",
    ">",
    ">",
    "<enter>",
    "<down><enter><down><enter><down><enter><down><enter>",
    "1",
    "<enter>",
    ".",
    "y",
    "<right><right><right>",
    "<down><down><down>",
    "<left><left><left>",
    "<up><up><up>",
];

/// Returns the last screen of a run.
fn last_screen(game: &str) -> String {
    let mut stage = Stage::shipped(game, 5);
    for keys in KEYS.iter().cycle().take(12_000) {
        stage.type_keys(keys);
        stage.app.tick();
        let frame = stage.frame(80, 24);
        if frame.contains("r: again") {
            return frame;
        }
    }
    panic!("{game} does not end:\n{}", stage.frame(80, 24));
}

#[test]
fn every_game_is_played_to_an_end_at_80x24() {
    for game in Library::shipped().games {
        let frame = last_screen(&game.name);
        assert!(frame.contains("Score") || frame.contains("Seed"), "{}:\n{frame}", game.name);
        assert!(frame.lines().all(|line| line.chars().count() <= 80), "{frame}");
    }
}
