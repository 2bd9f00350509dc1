//! Every shipped game, and every errand of a collection, is played to an end on a screen of 80x24.

use barrow_dice::{Seed, Stream};

use super::first::games;
use super::stage::Stage;

/// What a player tries in turn who reads nothing: explore, fight, go down, answer what is asked, and
/// use what is first at hand.
const KEYS: [&str; 10] = [
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
];

/// The ways in which such a player wanders about.
const WAYS: [&str; 4] = ["<right><right>", "<down><down>", "<left><left>", "<up><up>"];

/// A garden that is only watched. It has no end.
const WATCHED: &str = "life";

/// Plays a run to its end, and returns the last screen.
pub fn to_the_end(stage: &mut Stage) -> String {
    let mut dice = Seed(5).stream(Stream::named("ways"), &[]);
    for _ in 0..1_000 {
        let mut wandered = Vec::new();
        for _ in 0..8 {
            wandered.extend(dice.pick(&WAYS));
        }
        for keys in KEYS.iter().chain(wandered) {
            stage.type_keys(keys);
            stage.app.tick();
            let frame = stage.frame(80, 24);
            if frame.contains("r: again") {
                return frame;
            }
        }
    }
    panic!("it does not end:\n{}", stage.frame(80, 24));
}

#[test]
fn every_game_is_played_to_an_end_at_80x24() {
    for (game, level) in games().into_iter().filter(|it| it.1.as_deref() != Some(WATCHED)) {
        let frame = to_the_end(&mut Stage::shipped_at(game, level.as_deref(), 5));
        assert!(frame.contains("Score") || frame.contains("Seed"), "{game}:\n{frame}");
        assert!(frame.lines().all(|line| line.chars().count() <= 80), "{frame}");
    }
}
