use super::stage::{Play, Stage, pack};

/// All guests that sit at some table of the pack.
const GUESTS: [&str; 18] = [
    "moth",
    "bailiff",
    "card_cat",
    "laundress",
    "sweep",
    "widow",
    "twin",
    "other_twin",
    "fiddler",
    "notary",
    "fat_moth",
    "hangman",
    "twelve",
    "collector",
    "choir_master",
    "choir_boy",
    "porter",
    "bully",
];

fn facing(guest: &str) -> Play {
    Stage { guests: &[guest], floor: 5, ..Stage::default() }.begin()
}

#[test]
fn guests_do_what_they_announce() {
    for guest in GUESTS {
        let mut it = facing(guest);
        for turn in 0..7 {
            let status = it.status(it.guests()[0]);
            assert!(status.starts_with("will "), "{guest}, turn {turn}: {status:?}");
            let (wax, incoming, damp) = (it.own("wax"), it.own("incoming"), it.own("damp"));
            assert_eq!(incoming > 0, status.contains("will take"), "{guest}: {status}");
            if wax <= incoming {
                break;
            }
            let discards = it.count("Discards");
            it.end_turn();
            assert_eq!(it.own("wax"), wax - incoming, "{guest}, turn {turn}: {status}");
            assert_eq!(it.own("damp") > damp, status.contains("will damp"), "{guest}: {status}");
            let shelter = status.split("will shelter ").nth(1);
            let shelter = shelter.map_or(0, |it| {
                it.chars().take_while(char::is_ascii_digit).collect::<String>().parse().unwrap()
            });
            assert_eq!(it.guest("shelter"), shelter, "{guest}, turn {turn}: {status}");
            assert!(it.count("Discards") + it.count("Hand") + it.count("Draw pile") >= discards);
        }
    }
}

#[test]
fn the_list_of_guests_is_complete() {
    let pack = pack();
    let all = pack.kinds.iter().filter(|(_, it)| &*it.side == "guests");
    let all = all.map(|(id, _)| pack.kinds.name(id)).filter(|it| *it != "guest");
    let unknown: Vec<&str> = all.filter(|it| !GUESTS.contains(it)).collect();
    assert_eq!(unknown, [""; 0]);
}

#[test]
fn interest_grows_until_it_is_paid() {
    let mut it = facing("bailiff");
    let mut asked = Vec::new();
    for _ in 0..4 {
        asked.push(it.own("incoming"));
        it.end_turn();
    }
    assert_eq!(asked, [6, 8, 10, 12]);
}

#[test]
fn a_twin_alone_only_strikes() {
    let mut it = Stage { guests: &["twin", "other_twin"], ..Stage::default() }.begin();
    assert_eq!(it.own("incoming"), 9);
    it.end_turn();
    assert_eq!(it.own("incoming"), 9, "now it is the other");
    let mut alone = facing("other_twin");
    for _ in 0..3 {
        assert_eq!(alone.own("incoming"), 9);
        alone.end_turn();
    }
}

#[test]
fn the_porter_stops_being_polite_below_half_and_losing_to_him_is_not_winning() {
    let cards = ["bonfire", "slam", "slam", "slam", "slam"];
    let mut it =
        Stage { guests: &["porter"], cards: &cards, keepsakes: &["iron_lung"], floor: 10 }.begin();
    while it.guest("wax") * 2 >= it.guest("wax") + 65 && it.game.end().is_none() {
        it.play(&["Slammed", "Slammed"]).end_turn();
    }
    assert_eq!(it.guests().len(), 2, "a moth has come");
    while it.game.end().is_none() {
        it.end_turn();
    }
    assert!(it.game.end().is_some_and(|end| !end.won));
}
