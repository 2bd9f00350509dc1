use std::cell::Cell;
use std::time::Duration;

use barrow_dice::Seed;
use barrow_engine::Setup;
use barrow_grid::Grid;

use super::*;
use crate::playthrough::Host;
use crate::replay::Viewer;
use crate::session::tests::Disk;
use crate::settings::{Motion, Settings};
use crate::stage::{pack, picture};
use crate::store::Store;

/// A machine that several players share, with a store that lasts and a clock.
#[derive(Default)]
struct Table {
    settings: Settings,
    disk: Disk,
    clock: Cell<u64>,
}

impl Host for Table {
    fn settings(&self) -> &Settings {
        &self.settings
    }

    fn motion(&self) -> Motion {
        Motion::None
    }

    fn clock(&self) -> Option<Duration> {
        Some(Duration::from_secs(self.clock.get()))
    }

    fn store(&self) -> Box<dyn Store> {
        self.disk.store()
    }

    fn now(&self) -> String {
        "today".into()
    }
}

const ROOM: &str = "#########\n#@......#\n#########";

fn begin(table: &Table, map: &str, rules: &str, players: usize) -> Result<Playthrough, String> {
    let heroes = vec![String::new(); players];
    let setup = Setup { seed: Seed(7), heroes, ..Setup::default() };
    Playthrough::begin(table, &pack(map, rules, "", "{}"), &setup)
}

fn table() -> Table {
    Table { settings: Settings { hints: false, ..Settings::default() }, ..Table::default() }
}

fn press(playthrough: &mut Playthrough, table: &Table, keys: &str) {
    for key in keys.split(' ') {
        playthrough.press(table, key.parse().unwrap());
    }
}

fn check(playthrough: &Playthrough, player: u8, turn: u64, map: &str) {
    assert_eq!((playthrough.player(), playthrough.game().turn()), (player, turn));
    assert_eq!(picture(&playthrough.view()).to_string(), Grid::from_picture(map).to_string());
}

fn last(playthrough: &Playthrough) -> &str {
    playthrough.log().messages().last().map_or("", |it| it.text.as_str())
}

#[test]
fn two_players_take_turns_and_a_round_passes_when_both_have_acted() {
    let table = table();
    let mut it = begin(&table, ROOM, "", 2).unwrap();
    check(&it, 0, 0, "#########\n#@@.....#\n#########");
    // The first waits, and now the keys are the second's.
    press(&mut it, &table, ".");
    check(&it, 1, 0, "#########\n#@@.....#\n#########");
    press(&mut it, &table, "l");
    check(&it, 0, 1, "#########\n#@.@....#\n#########");
    // A refused key costs no turn, and only the player who pressed it reads of it.
    press(&mut it, &table, "h");
    let refused = last(&it).to_string();
    assert_eq!(it.player(), 0);
    press(&mut it, &table, "l");
    check(&it, 1, 1, "#########\n#.@@....#\n#########");
    assert_ne!(last(&it), refused);
}

#[test]
fn a_walk_of_one_player_goes_on_between_the_turns_of_the_other() {
    let table = table();
    let mut it = begin(&table, ROOM, "", 2).unwrap();
    press(&mut it, &table, ".");
    press(&mut it, &table, "L");
    check(&it, 0, 1, "#########\n#@.@....#\n#########");
    press(&mut it, &table, ".");
    assert!(it.is_walking(), "the second player's run goes on");
    it.tick(&table);
    check(&it, 0, 2, "#########\n#@..@...#\n#########");
    // Nobody else's key stops it, the runner's own does.
    press(&mut it, &table, ".");
    press(&mut it, &table, "h");
    assert_eq!((it.player(), it.is_walking()), (1, false));
}

#[test]
fn a_run_of_two_is_saved_resumed_and_watched() {
    let table = table();
    let mut it = begin(&table, ROOM, "", 2).unwrap();
    press(&mut it, &table, ". l l");
    check(&it, 1, 1, "#########\n#.@@....#\n#########");
    press(&mut it, &table, "S");
    let pack = it.game().pack().clone();
    let mut it = Playthrough::resume(&table, &pack).unwrap().unwrap();
    check(&it, 1, 1, "#########\n#.@@....#\n#########");
    press(&mut it, &table, "l h");
    let mut viewer = Viewer::new(it.run().journal().clone(), &pack).unwrap();
    let mut shown = vec![viewer.player()];
    while viewer.position() < viewer.entries() {
        viewer.step(1);
        shown.push(viewer.player());
    }
    assert_eq!(shown, [0, 1, 0, 1, 0, 1], "each sees the turn of the one who acts next");
    assert_eq!(viewer.game().digest(), it.game().digest());
    assert_eq!(viewer.play_on().unwrap().game().next_player(), Some(1));
}

#[test]
fn who_is_left_plays_on_alone() {
    let table = table();
    let mut it = begin(&table, "#########\n#@:.....#\n#########", "", 2).unwrap();
    let dead = |it: &Playthrough| it.game().view(0).unwrap().own().is_none();
    for _ in 0..40 {
        if dead(&it) {
            break;
        }
        let key = if it.player() == 0 { "l" } else { "." };
        press(&mut it, &table, key);
        if it.asks() {
            press(&mut it, &table, "y");
        }
    }
    assert!(dead(&it), "{}", last(&it));
    for _ in 0..3 {
        press(&mut it, &table, ".");
        assert_eq!((it.player(), it.is_over()), (1, false));
    }
}

#[test]
fn nobody_takes_turns_in_real_time() {
    let told = begin(&table(), ROOM, r#", "ticks": 8"#, 2).err().unwrap();
    assert_eq!(told, "In a real-time game there is no time to take turns; play it alone.");
    assert!(begin(&table(), ROOM, r#", "ticks": 8"#, 1).is_ok());
}

#[test]
fn the_end_tells_the_time_and_what_was_found() {
    let table = table();
    let mut it = begin(&table, "#########\n#@$.....#\n#########", "", 1).unwrap();
    press(&mut it, &table, "l g");
    table.clock.set(754);
    press(&mut it, &table, "Q y");
    let lines: Vec<String> = it.ending().into_iter().map(|(_, line)| line).collect();
    assert!(lines.contains(&"Time 12:34, 1 item found".into()), "{lines:?}");
}

#[test]
fn a_resumed_run_counts_from_then_on() {
    let table = table();
    let mut it = begin(&table, "#########\n#@$.....#\n#########", "", 1).unwrap();
    press(&mut it, &table, "l g S");
    table.clock.set(1_000);
    let mut it = Playthrough::resume(&table, &it.game().pack().clone()).unwrap().unwrap();
    table.clock.set(1_009);
    press(&mut it, &table, "Q y");
    let lines: Vec<String> = it.ending().into_iter().map(|(_, line)| line).collect();
    let told = "Time 0:09, 0 items found since the run was resumed";
    assert!(lines.contains(&told.into()), "{lines:?}");
}
