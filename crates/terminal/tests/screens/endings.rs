//! Dungeon Descent and DARKDELVE to their ends, at 80x24, by a key and by a click. Up to the last
//! command the runs are a bot's.

use std::sync::Arc;

use barrow_dice::Seed;
use barrow_engine::{Command, Event, Journal, Run, Setup};
use barrow_grid::Dir;
use barrow_pack::Pack;
use barrow_play::bot::{Bot, Skill};
use barrow_play::replay::Viewer;
use barrow_terminal::{Play, Screen};

use super::stage::Stage;

/// Something that a bot's run comes to.
struct Ending {
    game: &'static str,
    hero: &'static str,
    skill: Skill,
    policy: &'static str,
    /// The first seed that is tried. If the game has changed, the next ones are.
    seed: u64,
    /// What the screen shows then, and not before.
    shown: &'static str,
    /// The command that brings it about is a step or a blow, and otherwise a choice.
    by_step: bool,
}

const DESCENT: Ending = Ending {
    game: "descent",
    hero: "knight",
    skill: Skill::Sensible,
    policy: "steady",
    seed: 12,
    shown: "YOU WIN",
    by_step: true,
};

const OSSUARY: Ending = Ending {
    game: "darkdelve",
    hero: "veteran",
    skill: Skill::Sensible,
    policy: "boss",
    seed: 2,
    shown: "gate stands open",
    by_step: true,
};

/// Returns whether what happened is what the screen shall show.
fn comes_about<'e>(how: &Ending, run: &Run, mut events: impl Iterator<Item = &'e Event>) -> bool {
    let pack = run.game().pack();
    let titled = run.game().end().is_some_and(|end| {
        let words = if end.won { &pack.rules.won } else { &pack.rules.lost };
        &*words.title == how.shown
    });
    titled || events.any(|it| matches!(it, Event::Said { text, .. } if text.contains(how.shown)))
}

/// Returns whether a command is of the sort that is asked for. Arrow keys know no diagonal steps.
fn fits(how: &Ending, command: &Command) -> bool {
    if how.by_step {
        matches!(command, Command::Move(dir) if !dir.is_diagonal())
    } else {
        matches!(command, Command::Choose { .. })
    }
}

/// Plays a run up to what it shall come to. Returns its journal and the last command.
fn played(pack: &Arc<Pack>, how: &Ending, seed: u64) -> Option<(Journal, Command)> {
    let setup = Setup { seed: Seed(seed), heroes: vec![how.hero.into()], ..Setup::default() };
    let (mut run, turn) = Run::new(Arc::clone(pack), &setup).expect("it begins");
    let policy = pack.policies.find(how.policy).map(|it| pack.policies.get(it));
    let mut bot = Bot::new(how.skill, setup.seed).following(policy);
    bot.observe(&run.game().view(0)?, &turn);
    while run.game().end().is_none() {
        let command = bot.choose(&run.game().view(0)?, &run.game().legal(0))?;
        let turn = run.step(0, &command).expect("it is legal");
        if comes_about(how, &run, turn.events(0)) {
            return fits(how, &command).then(|| (run.journal().clone(), command));
        }
        bot.observe(&run.game().view(0)?, &turn);
    }
    None
}

/// Returns the screen before the last command of such a run, and that command.
fn before(how: &Ending) -> (Stage, Command) {
    let mut stage = Stage::shipped(how.game, 1);
    let index = stage.app.context().library.find(how.game).expect("it is shipped");
    let pack = stage.app.context().library.pack(index).expect("it loads");
    let (mut journal, command) =
        (how.seed..).find_map(|seed| played(&pack, how, seed)).expect("some run comes to it");
    journal.entries.pop();
    let last = journal.entries.len();
    let mut viewer = Viewer::new(journal, &pack).expect("it is a run of this pack");
    viewer.seek(last);
    let play = Play::play_on(stage.app.context(), how.game, &viewer).expect("it goes on");
    stage.app.show(Screen::Play(Box::new(play)));
    (stage, command)
}

/// Returns the key of a command.
fn key(command: &Command) -> String {
    if let Command::Choose { option } = command {
        return char::from(b'a' + option).into();
    }
    let arrows = [
        (Dir::North, "<up>"),
        (Dir::South, "<down>"),
        (Dir::East, "<right>"),
        (Dir::West, "<left>"),
    ];
    let arrow = arrows.iter().find(|it| *command == Command::Move(it.0));
    arrow.expect("a step in one of four ways").1.into()
}

/// Returns the column and the row of the hero.
fn hero(frame: &str) -> (u16, u16) {
    let rows = frame.lines().enumerate();
    let found = rows.filter_map(|(row, line)| Some((line.chars().position(|it| it == '@')?, row)));
    let (column, row) = found.map(|it| (it.0, it.1)).next().expect("the hero is in view");
    (u16::try_from(column).expect("on screen"), u16::try_from(row).expect("on screen"))
}

/// Clicks on the cell of a step.
fn click(stage: &mut Stage, dir: Dir) {
    let frame = stage.frame(80, 24);
    let ((column, row), step) = (hero(&frame), dir.offset());
    let beside = |at: u16, by: i32| at.saturating_add_signed(i16::try_from(by).expect("one cell"));
    stage.app.click(beside(column, step.x), beside(row, step.y));
}

/// Presses the last key, and in another run clicks on the cell where a last step leads.
fn comes_about_by_hand(how: &Ending) {
    let (mut stage, command) = before(how);
    let frame = stage.frame(80, 24);
    assert!(!frame.contains(how.shown), "{frame}");
    stage.type_keys(&key(&command));
    let frame = stage.frame(80, 24);
    assert!(frame.contains(how.shown), "{frame}");

    let (mut stage, command) = before(how);
    if let Command::Move(dir) = command {
        click(&mut stage, dir);
        let frame = stage.frame(80, 24);
        assert!(frame.contains(how.shown), "{frame}");
    }
}

#[test]
fn the_jailer_falls_by_a_key_and_by_a_click() {
    comes_about_by_hand(&DESCENT);
}

#[test]
fn a_hero_dies_by_a_key_and_by_a_click() {
    let greedy = Ending { skill: Skill::Greedy, seed: 3, shown: "YOU DIED", ..DESCENT };
    comes_about_by_hand(&greedy);
}

#[test]
fn the_bone_colossus_falls_by_a_key_and_by_a_click() {
    comes_about_by_hand(&OSSUARY);
}

#[test]
fn a_delver_leaves_by_a_key() {
    let home = Ending { policy: "two", shown: "YOU CAME BACK", by_step: false, ..OSSUARY };
    comes_about_by_hand(&home);
    // Through the gate behind the Colossus as well.
    comes_about_by_hand(&Ending { policy: "boss", ..home });
}

#[test]
fn a_delver_dies_by_a_key_and_by_a_click() {
    let died = Ending { hero: "mercenary", shown: "SORTED BY SIZE", ..OSSUARY };
    comes_about_by_hand(&died);
}
