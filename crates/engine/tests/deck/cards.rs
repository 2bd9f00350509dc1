use super::stage::{Play, Stage};

fn table(cards: &[&str]) -> Play {
    Stage { cards, ..Stage::default() }.begin()
}

/// Returns what the first guest has lost.
fn lost(it: &Play) -> i64 {
    200 - it.guest("wax")
}

#[test]
fn gale_adds_to_each_blow_and_exposed_guests_lose_half_as_much_again() {
    let mut it = table(&["deep_breath", "gust", "puff"]);
    it.play(&["Deep", "Gusts"]);
    assert_eq!(lost(&it), 3 * (2 + 2));
    it.play(&["Puff"]);
    assert_eq!(lost(&it), 12 + 8);
    let mut it = table(&["wet_thumb", "puff"]);
    it.play(&["Wet", "Puff"]);
    assert_eq!(lost(&it), 8 + 9);
}

#[test]
fn damp_takes_a_quarter_off_both_ways() {
    let mut it =
        Stage { guests: &["bully"], cards: &["stare", "lull"], ..Stage::default() }.begin();
    it.play(&["Stare"]);
    assert_eq!((it.own("incoming"), it.guest("exposed")), (7, 2));
    it.end_turn();
    assert_eq!(it.own("wax"), 63);
    assert_eq!(it.own("incoming"), 10, "one turn of damp has passed");
}

#[test]
fn drip_takes_wax_at_the_end_of_each_turn_and_grows_less() {
    let mut it = table(&["tilt", "rundown", "flare"]);
    it.play(&["Tilted"]).end_turn().end_turn().end_turn().end_turn().end_turn();
    assert_eq!((lost(&it), it.guest("drip")), (4 + 3 + 2 + 1, 0));
    it.play(&["Tilted", "Gutter", "Flare"]);
    assert_eq!((lost(&it), it.guest("drip")), (10 + 3 + 8, 8));
}

#[test]
fn what_reaches_every_guest_reaches_every_guest() {
    let mut it = Stage {
        guests: &["post", "post", "post"],
        cards: &["north_wind", "spatter"],
        ..Stage::default()
    }
    .begin();
    it.play(&["North", "Spatter"]);
    for guest in it.guests() {
        assert_eq!((it.value(guest, "wax"), it.value(guest, "drip")), (192, 3));
    }
}

#[test]
fn burnt_cards_feed_the_ash_until_the_table_is_over() {
    let mut it = table(&["ash_coat", "scorch", "embers", "cup"]);
    it.play(&["Ash", "Scorch"]).choose("Cupped");
    assert_eq!((it.count("Ash"), it.own("shelter"), lost(&it)), (2, 3, 10));
    it.play(&["Embers"]);
    assert_eq!(lost(&it), 10 + 4 + 2 * 2);
    let mut it = table(&["pyre", "kindling", "cup", "bonfire"]);
    it.play(&["Pyre", "Kindling"]).choose("Cupped");
    assert_eq!(lost(&it), 3);
    it.end_turn();
    // Only the fire itself and what is still in hand burn.
    it.play(&["Bonfire"]);
    assert_eq!((lost(&it), it.count("Ash")), (3 + 6 + 3 + 3, 4));
}

#[test]
fn a_card_comes_back_from_the_ash_but_not_the_one_that_fetches() {
    let mut it = table(&["second_wind", "relight", "relight"]);
    it.play(&["Second", "Relight"]).choose("Second");
    assert_eq!(it.pile("Hand"), ["Relight", "Second Wind"]);
    it.play(&["Second", "Relight"]);
    assert_eq!(it.options(), ["Second Wind"]);
}

#[test]
fn shelter_is_a_weapon_too() {
    let mut it = table(&["lantern", "candlestick", "cloister", "wax_seal", "hot_rim"]);
    it.play(&["Lantern", "Candle"]);
    assert_eq!((lost(&it), it.own("shelter")), (12, 12));
    it.end_turn().play(&["Wax Seal", "Hot"]).end_turn();
    it.play(&["Lantern"]).end_turn().play(&["Cloister"]);
    assert_eq!(it.own("shelter"), 24);
    let mut it = Stage { guests: &["bully"], cards: &["hot_rim"], ..Stage::default() }.begin();
    it.play(&["Hot"]).end_turn();
    assert_eq!(lost(&it), 3);
}

#[test]
fn many_small_cards_add_up() {
    let mut it = table(&["quick_fingers", "flick", "flick", "encore", "patter"]);
    it.play(&["Quick", "Flick", "Flick"]);
    assert_eq!((it.own("played"), it.own("shelter"), lost(&it)), (3, 2, 6));
    it.play(&["Encore"]);
    assert_eq!((it.own("breath"), lost(&it)), (2, 6 + 7), "its breath came back");
    it.play(&["Patter"]);
    assert_eq!(lost(&it), 13 + 5 * 3);
}

#[test]
fn soot_is_gone_when_the_table_is_won() {
    let mut it = Stage { guests: &["sweep"], cards: &["slam", "slam"], ..Stage::default() }.begin();
    it.play(&["Slammed"]).end_turn();
    assert_eq!(it.count("Hand"), 4, "two cards of soot have come in");
    while it.title().is_empty() {
        it.play(&["Slammed"]).end_turn();
    }
    assert_eq!(it.title(), "You win the table");
    it.choose("Leave");
    assert_eq!(it.count("Draw pile") + it.count("On the table"), 2);
    assert_eq!(it.own("stubs"), 7 + 8);
}

#[test]
fn every_card_of_the_winnings_can_be_played_and_says_what_it_does() {
    let pack = super::stage::pack();
    let mut cards = 0;
    for table in ["common", "rare"] {
        let table = pack.tables.get(pack.tables.find(table).unwrap());
        for entry in &table.entries {
            let kind = pack.kinds.name(entry.kind.unwrap());
            let mut it = Stage { cards: &[kind, "cup", "puff"], ..Stage::default() }.begin();
            let name = pack.kinds.get(entry.kind.unwrap()).name.to_string();
            let before = it.game.digest();
            it.play(&[&name]);
            assert_eq!(it.refused, [], "{kind}");
            assert_ne!(it.game.digest(), before, "{kind}");
            assert!(!pack.kinds.get(entry.kind.unwrap()).about.is_empty(), "{kind}");
            cards += 1;
        }
    }
    assert!(cards + 3 >= 30, "{cards}");
}
