use barrow_dice::Rng;
use barrow_engine::{Command, Game, Run};
use barrow_grid::{Dir, Pos};

use super::small::{Anyone, begin, begin_every, every, pack};

/// Returns every command without a target, including nonsense.
fn unaimed(game: &Game) -> Vec<Command> {
    let mut all = vec![Command::Wait, Command::Pickup, Command::Descend, Command::Ascend];
    all.push(Command::Cancel);
    all.extend(Dir::ALL.into_iter().flat_map(|dir| [Command::Move(dir), Command::Interact(dir)]));
    for index in 0..8 {
        all.extend([
            Command::Use { slot: index },
            Command::Drop { slot: index },
            Command::Equip { slot: index },
            Command::Unequip { slot: index },
            Command::Choose { option: index },
        ]);
    }
    let abilities = game.pack().abilities.iter().map(|(id, _)| game.pack().abilities.name(id));
    all.extend(abilities.map(|it| Command::Cast { ability: it.into(), at: None }));
    all.push(Command::Cast { ability: "no such thing".into(), at: None });
    all
}

/// Returns commands aimed at cells inside and outside the level.
fn aimed(game: &Game, rng: &mut Rng) -> Vec<Command> {
    let mut all = Vec::new();
    for _ in 0..4 {
        let at = Pos::new(rng.between(-2..=42), rng.between(-2..=26));
        let slot = u8::try_from(rng.below(5)).unwrap();
        all.push(Command::Throw { slot, at });
        let abilities = game.pack().abilities.iter().map(|(id, _)| game.pack().abilities.name(id));
        all.extend(abilities.map(|it| Command::Cast { ability: it.into(), at: Some(at) }));
    }
    all
}

/// Checks that a game does what it answers about a command.
fn check(game: &Game, player: u8, command: &Command) -> bool {
    let said = game.accepts(player, command);
    let mut tried = game.clone();
    let done = tried.step(player, command);
    assert_eq!(said.clone().err(), done.clone().err(), "{command}");
    if done.is_err() {
        assert_eq!(tried.digest(), game.digest(), "{command} was refused and changed something");
        assert_eq!(tried.differences(game), None);
    }
    said.is_ok()
}

/// Plays a run, and tries every command at random moments.
fn check_run(mut run: Run, seed: u64, times: u32) {
    let mut rng = Rng::new(u32::try_from(seed).unwrap());
    let mut anyone = Anyone::new(seed);
    for _ in 0..times {
        anyone.play(&mut run, 3);
        let game = run.game();
        // One player more than there are.
        for player in 0..=game.players() {
            let legal = game.legal(player);
            for command in &legal {
                assert!(check(game, player, command), "{command} is listed as legal");
            }
            for command in unaimed(game) {
                let accepted = check(game, player, &command);
                assert_eq!(accepted, legal.contains(&command), "{command}");
            }
            for command in aimed(game, &mut rng) {
                check(game, player, &command);
            }
        }
    }
}

#[test]
fn legal_means_accepted_and_a_refusal_changes_nothing() {
    let pack = pack();
    for seed in 0..12 {
        check_run(begin(&pack, seed), seed, 25);
    }
}

#[test]
fn legal_commands_are_accepted_with_every_mechanism() {
    let pack = every();
    for seed in (0..24).step_by(2) {
        check_run(begin_every(&pack, seed), seed, 6);
    }
}
