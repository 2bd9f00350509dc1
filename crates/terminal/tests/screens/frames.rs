//! Every screen as text, at the two sizes that people have: a golden file each. Run with
//! `BARROW_BLESS=1` to write them anew, and read the difference.

use crate::stage::Stage;

#[test]
fn the_games() {
    Stage::title().check("title");
}

#[test]
fn how_a_run_begins() {
    Stage::title().press("n").check("new-run");
}

#[test]
fn a_run_begins() {
    Stage::new(7).check("play");
}

#[test]
fn a_level_partly_explored() {
    Stage::new(7).press("oo").check("explored");
}

#[test]
fn looking_around() {
    Stage::new(7).press("ox").check("look");
}

#[test]
fn a_place_to_go_to() {
    Stage::new(7).press("_").check("travel");
}

#[test]
fn what_is_carried() {
    Stage::new(7).press("i").check("bag");
    Stage::new(7).press("ia").check("bag-deeds");
}

#[test]
fn what_can_be_cast() {
    Stage::new(7).press("z").check("abilities");
}

#[test]
fn an_aim_with_its_line() {
    Stage::new(7).press("ozd").check("aim");
}

#[test]
fn messages() {
    Stage::new(7).press("oM").check("log");
}

#[test]
fn the_character_with_all_reasons() {
    Stage::new(7).press("@").check("character");
}

#[test]
fn help_shows_the_keys_as_they_are() {
    Stage::new(7).press("?").check("help");
}

#[test]
fn settings_and_keys() {
    Stage::new(7).press("=").check("settings");
}

#[test]
fn the_menu_of_the_game() {
    Stage::new(7).press("<esc>").check("pause");
}

#[test]
fn a_question_of_the_game() {
    Stage::new(7).press("o").travel(8, 5).press("<down>").check("menu");
}

#[test]
fn a_step_that_is_known_to_kill() {
    Stage::new(7).press("o").travel(3, 7).press("<right>").check("confirm");
}

#[test]
fn giving_up() {
    Stage::new(7).press("Q").check("abandon");
}

#[test]
fn the_seed() {
    Stage::new(7).press("~").check("seed");
}

#[test]
fn the_end() {
    Stage::new(7).until_death().check("end");
}

#[test]
fn a_victory() {
    let say = r#"{ "say": "You enter the barrow." }"#;
    let mut won = Stage::edited(say, r#"{ "win": "You wear the crown." }"#, 7);
    won.app.tick();
    won.check("won");
}

#[test]
fn an_end_with_a_hint_that_fits_it() {
    let hints = r#""hints": [{ "cause": "spark", "text": "Acolytes fear the dark." }]"#;
    let version = r#""version": "1","#;
    let edited = format!(r#"{version} "lost": {{ "texts": ["Moss grows over you."], {hints} }},"#);
    Stage::edited(version, &edited, 7).until_death().check("end-hint");
}

#[test]
fn more_of_a_thing_that_lies_there() {
    Stage::new(7).press("x<tab><tab><enter>").check("look-more");
}

#[test]
fn a_window_that_is_too_small() {
    let frame = Stage::new(7).frame(59, 20);
    assert!(
        frame.starts_with("The game needs 60x20 characters;\nthis terminal has 59x20."),
        "{frame}"
    );
    let frame = Stage::new(7).frame(60, 20);
    assert!(frame.contains("Health"), "{frame}");
}

#[test]
fn a_run_that_waits_to_go_on() {
    Stage::new(7).press("oS").check("title-saved");
    Stage::new(7).press("oSd").check("title-anew");
}

#[test]
fn runs_and_scores() {
    Stage::new(7).until_death().press("th").check("history");
}

#[test]
fn replays() {
    Stage::new(7).until_death().press("tr").check("replays");
}

#[test]
fn a_run_that_is_watched() {
    Stage::new(7).until_death().press("w<end><left>").check("watch");
}

#[test]
fn the_map_after_the_end() {
    Stage::new(7).until_death().press("m").check("end-map");
}

#[test]
fn somewhere_to_touch() {
    let between_doors = Stage::edited("#.@..+.", "#+@+.+.", 7).press("e");
    between_doors.check("direction");
}

#[test]
fn a_game_in_real_time() {
    Stage::real_time(7).check("real-time");
    Stage::real_time(7).press("P").check("paused");
}
