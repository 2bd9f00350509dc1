//! Dungeon Descent to its victory and to a death, at 80x24, by a key and by a click. Up to the last
//! blow the runs are a bot's.

use std::sync::Arc;

use barrow_dice::Seed;
use barrow_engine::{Command, Journal, Run, Setup};
use barrow_grid::Dir;
use barrow_pack::Pack;
use barrow_play::bot::{Bot, Skill};
use barrow_play::replay::Viewer;
use barrow_terminal::{Play, Screen};

use super::stage::Stage;

const GAME: &str = "descent";
/// The first seeds that are tried. If the game has changed, the next ones are.
const WON: u64 = 12;
const LOST: u64 = 3;
/// The end of a bot's run.
struct Ending {
    won: bool,
    skill: Skill,
    seed: u64,
    title: &'static str,
}

const VICTORY: Ending = Ending { won: true, skill: Skill::Sensible, seed: WON, title: "YOU WIN" };
const DEATH: Ending = Ending { won: false, skill: Skill::Greedy, seed: LOST, title: "YOU DIED" };

/// Plays a run of the knight. Returns its journal if it ends as it should, and with a step.
fn ended(pack: &Arc<Pack>, how: &Ending, seed: u64) -> Option<(Journal, Dir)> {
    let setup = Setup { seed: Seed(seed), heroes: vec!["knight".into()], ..Setup::default() };
    let (mut run, turn) = Run::new(Arc::clone(pack), &setup).expect("it begins");
    let steady = pack.policies.find("steady").expect("the pack has a policy");
    let mut bot = Bot::new(how.skill, setup.seed).following(Some(pack.policies.get(steady)));
    bot.observe(&run.game().view(0)?, &turn);
    while run.game().end().is_none() {
        let command = bot.choose(&run.game().view(0)?, &run.game().legal(0))?;
        let turn = run.step(0, &command).expect("it is legal");
        bot.observe(&run.game().view(0)?, &turn);
    }
    let last = &run.journal().entries.last()?.command;
    match (run.game().end()?.won == how.won, last) {
        (true, Command::Move(dir)) => Some((run.journal().clone(), *dir)),
        _ => None,
    }
}

/// Returns the screen before the last step of such a run, and its direction.
fn before_the_end(how: &Ending) -> (Stage, Dir) {
    let mut stage = Stage::shipped(GAME, 1);
    let index = stage.app.context().library.find(GAME).expect("it is shipped");
    let pack = stage.app.context().library.pack(index).expect("it loads");
    let (mut journal, dir) =
        (how.seed..).find_map(|seed| ended(&pack, how, seed)).expect("some run ends so");
    journal.entries.pop();
    let last = journal.entries.len();
    let mut viewer = Viewer::new(journal, &pack).expect("it is a run of this pack");
    viewer.seek(last);
    let play = Play::play_on(stage.app.context(), GAME, &viewer).expect("it goes on");
    stage.app.show(Screen::Play(Box::new(play)));
    (stage, dir)
}

/// Returns the column and the row of the hero.
fn hero(frame: &str) -> (u16, u16) {
    let rows = frame.lines().enumerate();
    let found = rows.filter_map(|(row, line)| Some((line.chars().position(|it| it == '@')?, row)));
    let (column, row) = found.map(|it| (it.0, it.1)).next().expect("the hero is in view");
    (u16::try_from(column).expect("on screen"), u16::try_from(row).expect("on screen"))
}

fn ends_by_a_key_and_by_a_click(how: &Ending) {
    let (mut stage, dir) = before_the_end(how);
    let arrows = [
        (Dir::North, "<up>"),
        (Dir::South, "<down>"),
        (Dir::East, "<right>"),
        (Dir::West, "<left>"),
    ];
    let key = arrows.into_iter().find(|it| it.0 == dir).expect("there are four ways").1;
    let frame = stage.frame(80, 24);
    assert!(!frame.contains(how.title), "{frame}");
    stage.type_keys(key);
    let frame = stage.frame(80, 24);
    assert!(frame.contains(how.title), "{frame}");

    let (mut stage, dir) = before_the_end(how);
    let (column, row) = hero(&stage.frame(80, 24));
    let step = dir.offset();
    let beside = |at: u16, by: i32| at.saturating_add_signed(i16::try_from(by).expect("one cell"));
    stage.app.click(beside(column, step.x), beside(row, step.y));
    let frame = stage.frame(80, 24);
    assert!(frame.contains(how.title), "{frame}");
}

#[test]
fn the_jailer_falls_by_a_key_and_by_a_click() {
    ends_by_a_key_and_by_a_click(&VICTORY);
}

#[test]
fn a_hero_dies_by_a_key_and_by_a_click() {
    ends_by_a_key_and_by_a_click(&DEATH);
}
