use barrow_engine::Refusal;

use super::stage::Stage;

#[test]
fn three_breath_buy_three_cards_and_the_next_turn_brings_new_ones() {
    let cards = ["puff", "puff", "puff", "puff", "puff", "cup", "cup", "cup", "cup", "cup"];
    let mut it = Stage { cards: &cards, ..Stage::default() }.begin();
    assert_eq!((it.own("breath"), it.count("Hand"), it.count("Draw pile")), (3, 5, 5));
    let (first, turn) = (it.pile("Hand"), it.game.turn());
    for card in &first[..3] {
        it.play(&[card]);
    }
    assert_eq!((it.own("breath"), it.count("On the table"), it.game.turn()), (0, 3, turn));
    it.play(&[&first[3]]);
    assert_eq!(it.refused, [Refusal::Lacks("breath".into())]);
    it.end_turn();
    assert_eq!((it.own("breath"), it.count("Hand"), it.count("Discards")), (3, 5, 5));
    let mut all = [first, it.pile("Hand")].concat();
    all.sort();
    assert_eq!(
        all[0..5],
        ["Cupped Hand"; 5],
        "the second hand was drawn from the rest of the pile"
    );
    assert_eq!(all[5..], ["Puff"; 5]);
}

#[test]
fn shelter_stops_a_blow_and_is_gone_after_it() {
    let cards = ["cup", "cup", "puff"];
    let mut it = Stage { guests: &["bully"], cards: &cards, ..Stage::default() }.begin();
    assert_eq!(it.own("incoming"), 10);
    it.play(&["Cup", "Cup"]).end_turn();
    assert_eq!((it.own("wax"), it.own("shelter")), (70, 0));
    it.play(&["Cup"]).end_turn();
    assert_eq!(it.own("wax"), 65);
}

#[test]
fn a_card_is_played_at_most_once_a_turn_however_cheap_it_is() {
    // Ducks cost nothing and draw a card, so with a pile of nothing else the hand stays full. What
    // was played lies on the table, and is not shuffled in before the next turn.
    let mut it = Stage { cards: &["duck"; 8], ..Stage::default() }.begin();
    for _ in 0..8 {
        it.play(&["Duck"]);
    }
    assert_eq!((it.count("Hand"), it.count("On the table"), it.own("shelter")), (0, 8, 24));
    it.end_turn();
    assert_eq!(it.count("Hand"), 5);
}

#[test]
fn the_cock_crows_after_thirty_turns() {
    let mut it = Stage::default().begin();
    for _ in 0..29 {
        it.end_turn();
    }
    assert!(it.game.end().is_none());
    it.end_turn();
    assert!(it.game.end().is_some_and(|end| !end.won && end.text.contains("cock")));
}

#[test]
fn nobody_can_leave_the_table_on_foot() {
    let mut it = Stage::default().begin();
    for dir in barrow_grid::Dir::ALL {
        it.give(&barrow_engine::Command::Move(dir));
    }
    assert_eq!((it.refused.len(), it.game.turn()), (8, 0));
}
