//! What the cells of a screen may hold, whatever the terminal can show.

use barrow_play::settings::{Colors, Glyphs, Setting};
use barrow_terminal::SHIPPED;
use ratatui::buffer::Buffer;
use ratatui::style::Color;
use ratatui::text::Span;

use crate::stage::Stage;

/// Keys that lead to every kind of screen.
const PATHS: [&str; 12] = ["", "o", "x", "_", "i", "ia", "z", "?", "=", "@", "~", "<esc>"];

fn each_screen(mut check: impl FnMut(&str, &Buffer), set: impl Fn(&mut Stage)) {
    for path in PATHS {
        for (width, height) in [(60, 20), (80, 24), (120, 40), (200, 60)] {
            let mut stage = Stage::new(7);
            set(&mut stage);
            stage.type_keys(path);
            check(path, &stage.buffer(width, height));
        }
    }
}

#[test]
fn every_character_is_one_column_wide() {
    let check = |path: &str, buffer: &Buffer| {
        for cell in buffer.content() {
            let width = Span::raw(cell.symbol()).width();
            assert_eq!(width, 1, "{path}: `{}`", cell.symbol());
        }
    };
    each_screen(check, |_| {});
    for game in SHIPPED {
        let pack = barrow_pack::load(game.files()).pack;
        let pack = pack.unwrap_or_else(|| panic!("{} cannot be read", game.name));
        for (_, kind) in pack.kinds.iter() {
            let glyphs = [Some(kind.look.glyph), kind.look.open_glyph];
            for glyph in glyphs.into_iter().flatten() {
                let width = Span::raw(glyph.to_string()).width();
                assert_eq!(width, 1, "{}: `{glyph}`", game.name);
            }
        }
    }
}

#[test]
fn ascii_terminals_get_only_ascii() {
    let check = |path: &str, buffer: &Buffer| {
        let odd = buffer.content().iter().find(|cell| !cell.symbol().is_ascii());
        assert!(odd.is_none(), "{path}: {odd:?}");
    };
    each_screen(check, |stage| {
        stage.app.context().settings.glyphs = Glyphs::Ascii;
        stage.app.context().keep_settings().unwrap();
    });
}

#[test]
fn no_screen_asks_for_more_colors_than_there_are() {
    let allowed = |colors: Colors, color: Color| match (colors, color) {
        (Colors::None, color) => color == Color::Reset,
        (Colors::Few, color) => !matches!(color, Color::Rgb(..) | Color::Indexed(_)),
        (Colors::Many, color) => matches!(color, Color::Indexed(_)),
        (Colors::True | Colors::Auto, color) => matches!(color, Color::Rgb(..)),
    };
    for colors in [Colors::None, Colors::Few, Colors::Many, Colors::True] {
        let check = |path: &str, buffer: &Buffer| {
            for cell in buffer.content() {
                let fits = allowed(colors, cell.fg) && allowed(colors, cell.bg);
                assert!(fits, "{path} {colors:?}: {cell:?}");
            }
        };
        each_screen(check, |stage| {
            stage.app.context().settings.colors = colors;
            stage.app.context().keep_settings().unwrap();
        });
    }
}

#[test]
fn every_theme_can_be_drawn() {
    for choice in [Setting::Theme, Setting::Vision] {
        for turns in 0..4 {
            each_screen(
                |_, _| {},
                |stage| {
                    (0..turns).for_each(|_| stage.app.context().settings.choose_next(choice));
                    stage.app.context().keep_settings().unwrap();
                },
            );
        }
    }
}

#[test]
fn messages_from_before_the_last_command_are_dimmed() {
    let mut stage = Stage::new(7);
    let mut style_of = |words: &str| {
        let frame = stage.frame(80, 24);
        let row = frame.lines().position(|it| it.contains(words)).expect(words);
        let column = frame.lines().nth(row).and_then(|it| it.find(words)).expect(words);
        let place = (u16::try_from(column).expect("a column"), u16::try_from(row).expect("a row"));
        let style = stage.buffer(80, 24).cell(place).expect("a cell").style();
        stage.type_keys(".");
        style
    };
    let words = "You enter the barrow.";
    assert_ne!(style_of(words), style_of(words), "it has faded");
}

#[test]
fn walls_can_be_drawn_as_lines() {
    let mut stage = Stage::new(7);
    assert!(!stage.frame(80, 24).contains("┌────┐"));
    stage.app.context().settings.choose_next(Setting::Walls);
    stage.app.context().keep_settings().expect("this machine keeps nothing");
    let drawn = stage.frame(80, 24);
    assert!(drawn.contains("┌────┐") && drawn.contains("│....│"), "{drawn}");
}
