use super::stage::{Play, Stage};

fn with(keepsake: &str, guests: &[&str], cards: &[&str]) -> Play {
    Stage { guests, cards, keepsakes: &[keepsake], ..Stage::default() }.begin()
}

#[test]
fn some_work_when_one_sits_down() {
    assert_eq!(with("thick_glass", &["post"], &["puff"]).own("shelter"), 8);
    assert_eq!(with("moth_net", &["post"], &["puff"]).guest("exposed"), 1);
}

#[test]
fn some_change_what_a_turn_brings() {
    let cards = ["puff"; 8];
    assert_eq!(with("wide_sleeves", &["post"], &cards).count("Hand"), 6);
    let lung = with("iron_lung", &["post"], &cards);
    assert_eq!((lung.count("Hand"), lung.own("breath")), (4, 4));
    let mut bellows = with("bellows", &["post"], &["puff"]);
    bellows.play(&["Puff"]);
    assert_eq!(bellows.guest("wax"), 200 - 7);
    let mut ladle = with("ladle", &["post"], &["tilt"]);
    ladle.play(&["Tilted"]);
    assert_eq!(ladle.guest("drip"), 5);
    let mut lamp = with("storm_lamp", &["post"], &["cup", "cup"]);
    lamp.play(&["Cup", "Cup"]).end_turn();
    assert_eq!(lamp.own("shelter"), 6);
    let mut pan = with("ash_pan", &["post"], &["stare"]);
    pan.play(&["Stare"]);
    assert_eq!(pan.own("shelter"), 3);
}

#[test]
fn some_answer_a_blow() {
    let mut thimble = with("thimble", &["bully"], &["puff"]);
    thimble.end_turn();
    // The shelter that it gives is gone with the turn, but helps against the next blow of it.
    assert_eq!(thimble.own("wax"), 60);
    let mut mirror = with("cracked_mirror", &["bully"], &["puff"]);
    mirror.end_turn();
    assert_eq!(mirror.guest("drip"), 2);
    let mut glass = with("hourglass", &["post"], &["puff"]);
    glass.end_turn().end_turn();
    assert_eq!(glass.guest("wax"), 200 - 4);
}

#[test]
fn some_count_cards_or_guests() {
    let mut bell = with("table_bell", &["post"], &["flick"; 5]);
    bell.play(&["Flick", "Flick"]);
    assert_eq!(bell.own("shelter"), 0);
    bell.play(&["Flick"]);
    assert_eq!(bell.own("shelter"), 4);
    let mut box_of_tinder = with("tinderbox", &["moth", "post"], &["slam"]);
    box_of_tinder.play(&["Slammed"]).choose("Moth");
    assert_eq!(box_of_tinder.guest("drip"), 4);
}

#[test]
fn some_pay_when_a_guest_is_out_or_a_table_won() {
    let mut key = with("chimney_key", &["moth", "post"], &["slam", "puff", "puff", "puff", "puff"]);
    key.play(&["Slammed"]);
    key.give(&barrow_engine::Command::Choose { option: 0 });
    assert_eq!((key.guests().len(), key.own("breath")), (1, 2));
    for (keepsake, wax, stubs) in [("spare_wick", 65, 4), ("magpie", 60, 14)] {
        let mut it = with(keepsake, &["moth"], &["slam", "puff", "puff"]);
        // It loses ten wax first.
        let own = it.game.view(0).unwrap().own().unwrap().id();
        assert_eq!(it.value(own, "wax"), 70);
        while it.own("wax") > 60 {
            it.end_turn();
        }
        let before = it.own("wax");
        it.play(&["Slammed"]);
        while it.title().is_empty() {
            it.play(&["Puff"]);
        }
        assert_eq!((it.own("wax") - before, it.own("stubs")), (wax - 60, stubs));
    }
}
