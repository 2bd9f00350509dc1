use std::collections::BTreeSet;

use barrow_engine::Event;

use super::*;

/// Numbers the kinds of events. A new kind needs a number here, and must happen in some game.
const fn number(event: &Event) -> usize {
    match event {
        Event::Moved { .. } => 0,
        Event::Hit { .. } => 1,
        Event::Missed { .. } => 2,
        Event::Changed { .. } => 3,
        Event::Died { .. } => 4,
        Event::Appeared { .. } => 5,
        Event::Vanished { .. } => 6,
        Event::Became { .. } => 7,
        Event::Began { .. } => 8,
        Event::Ceased { .. } => 9,
        Event::Took { .. } => 10,
        Event::Dropped { .. } => 11,
        Event::Equipped { .. } => 12,
        Event::Unequipped { .. } => 13,
        Event::Used { .. } => 14,
        Event::Threw { .. } => 15,
        Event::Cast { .. } => 16,
        Event::Announced { .. } => 17,
        Event::Swung { .. } => 18,
        Event::Heard(_) => 19,
        Event::Cue { .. } => 20,
        Event::Flashed { .. } => 21,
        Event::Said { .. } => 22,
        Event::Arrived { .. } => 23,
        Event::Asked { .. } => 24,
        Event::Awarded { .. } => 25,
        Event::Ended { won: true, .. } => 26,
        Event::Ended { won: false, .. } => 27,
    }
}

/// Numbers the kinds of commands in the same way.
const fn verb(command: &Command) -> usize {
    match command {
        Command::Move(_) => 0,
        Command::Wait => 1,
        Command::Pickup => 2,
        Command::Use { .. } => 3,
        Command::Drop { .. } => 4,
        Command::Equip { .. } => 5,
        Command::Unequip { .. } => 6,
        Command::Throw { .. } => 7,
        Command::Cast { .. } => 8,
        Command::Descend => 9,
        Command::Ascend => 10,
        Command::Interact(_) => 11,
        Command::Choose { .. } => 12,
        Command::Cancel => 13,
        Command::Select { .. } => 14,
        Command::UseFrom { .. } => 15,
    }
}

#[test]
fn a_thousand_games_of_every_mechanism_replay_to_the_same_digests() {
    let packs = packs();
    assert_eq!(packs.len(), 2, "both are without mistakes");
    let (mut happened, mut obeyed) = (BTreeSet::new(), BTreeSet::new());
    for seed in 0..GAMES {
        let mut tell = |turn: &Turn, _: &Run| {
            happened.extend(turn.notices.iter().map(|it| number(&it.event)));
        };
        let run = play(&packs, seed, &mut tell).expect("it can begin");
        assert_eq!(replayed(&run), Some(run.game().digest()), "seed {seed}");
        obeyed.extend(run.journal().entries.iter().map(|it| verb(&it.command)));
    }
    assert_eq!(happened, (0..=27).collect(), "some events never happen");
    assert_eq!(obeyed, (0..=15).collect(), "some commands are never obeyed");
}
