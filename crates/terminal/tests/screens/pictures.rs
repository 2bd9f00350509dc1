//! Pictures of the terminal, for people: pages of coloured cells, which the tests of the page
//! photograph.

use std::fmt::Write as _;
use std::fs;
use std::path::Path;

use barrow_play::settings::Colors;
use ratatui::buffer::Buffer;
use ratatui::style::Color;

use crate::first::{Newcomer, games};
use crate::stage::Stage;
use crate::whole::to_the_end;

/// Returns a colour as style sheets write it.
fn css(color: Color, usual: &str) -> String {
    let Color::Rgb(red, green, blue) = color else { return usual.into() };
    format!("#{red:02x}{green:02x}{blue:02x}")
}

/// Returns a screen as a page.
fn page(buffer: &Buffer) -> String {
    let mut page = String::from(
        "<!doctype html><meta charset=utf-8><body style='margin:0;background:#000'>\
         <pre style='margin:0;width:max-content;font:16px/1.2 \"DejaVu Sans Mono\",monospace'>",
    );
    for row in buffer.content().chunks(usize::from(buffer.area.width)) {
        for cell in row {
            let (front, back) = (css(cell.fg, "#c0c0c0"), css(cell.bg, "#000"));
            let symbol = cell.symbol().replace('&', "&amp;").replace('<', "&lt;");
            let _ = write!(page, "<span style='color:{front};background:{back}'>{symbol}</span>");
        }
        page.push('\n');
    }
    page
}

/// Keeps a screen in `target/tmp/terminal`.
fn keep(stage: &mut Stage, name: &str, (width, height): (u16, u16)) {
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join("terminal");
    fs::create_dir_all(&folder).expect("a folder for pictures");
    let page = page(&stage.buffer(width, height));
    let colored = page.split("background:#").any(|it| !it.starts_with("000'"));
    assert!(colored, "{name} is drawn in colours");
    fs::write(folder.join(format!("{name}.html")), page).expect("a picture");
}

fn coloured(game: &str, level: Option<&str>) -> Stage {
    let mut stage = Stage::shipped_at(game, level, 5);
    stage.app.context().settings.colors = Colors::True;
    stage.app.context().keep_settings().expect("this machine keeps nothing");
    stage
}

#[test]
fn pictures_of_first_minutes_a_fight_darkness_a_menu_and_a_death() {
    for (game, level) in games() {
        let name = level.as_ref().map_or_else(|| game.into(), |it| format!("{game}-{it}"));
        let mut stage = coloured(game, level.as_deref());
        keep(&mut stage, &format!("first-{name}"), (80, 24));
        let mut newcomer = Newcomer::default();
        for _ in 0..40 {
            let frame = stage.frame(80, 24);
            if frame.contains("r: again") {
                break;
            }
            newcomer.obey(&mut stage, &frame);
        }
        keep(&mut stage, &format!("minute-{name}"), (120, 40));
    }
    let mut fight = coloured("crawl", None);
    for _ in 0..8 {
        if fight.frame(120, 40).contains("In view") {
            break;
        }
        fight.type_keys("o");
    }
    keep(&mut fight, "fight", (120, 40));
    fight.type_keys("<esc>");
    keep(&mut fight, "menu", (80, 24));
    keep(&mut coloured("dark-floor", None), "darkness", (80, 24));
    let mut death = coloured("crawl", None);
    to_the_end(&mut death);
    keep(&mut death, "death", (80, 24));
}
