//! Two players at one terminal, who take turns.

use crate::stage::Stage;

/// Returns the line that says whose turn it is.
fn turn(stage: &mut Stage, width: u16, height: u16) -> String {
    let frame = stage.frame(width, height);
    let line = frame.lines().find(|it| it.contains("'s turn"));
    line.unwrap_or_default().trim().to_string()
}

#[test]
fn a_line_says_whose_turn_it_is() {
    let mut stage = Stage::together(2, 7);
    for size in [(80, 24), (120, 40)] {
        assert!(turn(&mut stage, size.0, size.1).contains("Player 1's turn: digger"), "{size:?}");
    }
    stage.type_keys(".");
    assert!(turn(&mut stage, 80, 24).contains("Player 2's turn: digger"));
    stage.type_keys(".");
    assert!(turn(&mut stage, 80, 24).contains("Player 1's turn: digger"));
    assert!(turn(&mut Stage::new(7), 80, 24).is_empty(), "one player needs no such line");
}

#[test]
fn a_run_of_two_is_left_resumed_ended_and_watched() {
    let mut stage = Stage::together(2, 7).press("..");
    stage.type_keys(".S");
    assert!(stage.frame(80, 24).contains("enter: continue"));
    stage.type_keys("<enter>");
    assert!(turn(&mut stage, 80, 24).contains("Player 2's turn"), "{}", stage.frame(80, 24));
    stage.type_keys("Qy");
    stage.app.tick();
    assert!(stage.frame(80, 24).contains("You gave up."));
    let players: Vec<u8> = stage.journal().entries.iter().map(|it| it.player).collect();
    assert_eq!(players, [0, 1, 0]);
    stage.type_keys("w<home>");
    assert!(turn(&mut stage, 80, 24).contains("Player 1's turn"));
    stage.type_keys("<right>");
    assert!(turn(&mut stage, 80, 24).contains("Player 2's turn"), "{}", stage.frame(80, 24));
}

#[test]
fn the_form_of_a_new_run_seats_two() {
    let mut stage = Stage::title().press("n<down><right>");
    assert!(stage.frame(80, 24).contains("2 players, taking turns"), "{}", stage.frame(80, 24));
    stage.type_keys("<enter>");
    assert!(turn(&mut stage, 80, 24).contains("Player 1's turn"), "{}", stage.frame(80, 24));
}
