use barrow_engine::Command;

use super::stage::{Play, pack};

/// Plays the first card it can, again and again. Returns the titles of the places in order; `pick`
/// chooses among the options of each menu.
fn walk(seed: u64, pick: impl Fn(&[String]) -> usize) -> (Vec<String>, Play) {
    let mut it = Play::begin(pack(), None, "", seed);
    let mut places = vec![it.game.view(0).unwrap().title().to_owned()];
    for _ in 0..2_000 {
        if it.game.end().is_some() {
            break;
        }
        let options = it.options();
        if !options.is_empty() {
            let option = pick(&options).min(options.len() - 1);
            it.give(&Command::Choose { option: u8::try_from(option).unwrap() });
            if !it.refused.is_empty() {
                it.refused.clear();
                it.choose_first();
            }
        } else if !it.guests().is_empty() && it.count("Hand") > 0 && it.own("breath") > 0 {
            it.give(&Command::UseFrom { bag: "hand".into(), slot: 0 });
            if !it.refused.is_empty() {
                it.refused.clear();
                it.end_turn();
            }
        } else {
            it.end_turn();
        }
        let title = it.game.view(0).unwrap().title().to_owned();
        if i32::try_from(places.len()).unwrap() < it.game.floor() {
            places.push(title);
        }
    }
    (places, it)
}

#[test]
fn no_two_quiet_rooms_follow_each_other_and_the_ninth_is_always_one() {
    let quiet = ["A parlour", "The night shop", "A strange room"];
    for seed in 0..60 {
        // Prefers what is quiet, so that it comes far.
        let calm = |options: &[String]| {
            let wanted = |it: &String| {
                ["A par", "The night shop", "A str"].iter().any(|w| it.starts_with(w))
            };
            options.iter().position(wanted).unwrap_or(0)
        };
        let (places, _) = walk(seed, calm);
        for pair in places.windows(2).take(7) {
            assert!(!pair.iter().all(|it| quiet.contains(&&**it)), "seed {seed}: {places:?}");
        }
        if let Some(ninth) = places.get(8) {
            assert!(quiet[..2].contains(&&**ninth), "seed {seed}: {places:?}");
        }
    }
}

#[test]
fn the_corridor_always_offers_a_choice() {
    for seed in 0..40 {
        let mut it = Play::begin(pack(), None, "", seed);
        while it.title().is_empty() {
            let slot = 0;
            it.give(&Command::UseFrom { bag: "hand".into(), slot });
            if !it.options().is_empty() && it.title() != "You win the table" {
                it.choose_first();
            }
            if !it.refused.is_empty() {
                it.refused.clear();
                it.end_turn();
            }
        }
        let offered = it.options();
        assert_eq!(offered.len(), 4, "{offered:?}");
        let mut cards = offered[..3].to_vec();
        cards.dedup();
        assert_eq!(cards.len(), 3, "three different cards: {offered:?}");
        it.choose("Leave");
        assert!(it.title().starts_with("The corridor"));
        assert!(it.options().len() >= 2, "{:?}", it.options());
    }
}
