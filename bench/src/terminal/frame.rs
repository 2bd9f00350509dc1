use std::io;
use std::time::Instant;

use barrow_dice::Seed;
use barrow_play::keymap::Key;
use barrow_play::settings::{Colors, Glyphs, Settings};
use barrow_play::store::{Memory, Store};
use barrow_terminal::{App, NewRun, Context, Library, Machine, Play, Screen};
use ratatui::backend::{Backend as _, CrosstermBackend};
use ratatui::buffer::Buffer;
use ratatui::layout::Rect;

/// A machine that stores nothing.
struct Nowhere;

impl Machine for Nowhere {
    fn fresh_seed(&mut self) -> Seed {
        Seed(7)
    }

    fn today(&self) -> (u16, u8, u8) {
        (2026, 11, 15)
    }

    fn variable(&self, _: &str) -> Option<String> {
        None
    }

    fn now(&self) -> String {
        String::new()
    }

    fn store(&self) -> Box<dyn Store> {
        Box::new(Memory::default())
    }

    fn keep_settings(&mut self, _: &Settings) -> Result<(), String> {
        Ok(())
    }
}

/// Begins a run of the first game and explores until a foe comes into view.
fn app() -> App {
    let settings = Settings { colors: Colors::True, glyphs: Glyphs::Full, ..Settings::default() };
    let mut app = App::new(Context::new(Library::shipped(), settings, Box::new(Nowhere)));
    app.context().still = true;
    let game = app.context().library.games[0].name.clone();
    let begin = NewRun { game, seed: Seed(7), level: None, heroes: vec![String::new()], modifiers: Vec::new() };
    let play = Play::begin(app.context(), begin).expect("a game inside the binary can be played");
    app.show(Screen::Play(Box::new(play)));
    for _ in 0..20 {
        app.press(Key::char('o'));
    }
    app
}

/// Returns the min time of a frame of 200x60 in which every cell is drawn and written.
pub fn milliseconds(passes: usize) -> f64 {
    let area = Rect::new(0, 0, 200, 60);
    let mut app = app();
    app.resize(area.width, area.height);
    let (blank, mut drawn) =
        (Buffer::filled(area, ratatui::buffer::Cell::new("~")), Buffer::empty(area));
    let mut backend = CrosstermBackend::new(io::sink());
    let times = (0..passes).map(|_| {
        let start = Instant::now();
        app.draw(&mut drawn);
        let written = backend.draw(blank.diff(&drawn).into_iter());
        written.expect("a sink takes everything");
        start.elapsed().as_secs_f64() * 1e3
    });
    times.fold(f64::INFINITY, f64::min)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_frame_shows_a_run() {
        let area = Rect::new(0, 0, 200, 60);
        let mut drawn = Buffer::empty(area);
        app().draw(&mut drawn);
        let shown: String = drawn.content().iter().map(ratatui::buffer::Cell::symbol).collect();
        assert!(shown.contains("In view") || shown.contains("Carried") || shown.contains("Keys"));
        assert!(shown.contains('@'));
    }
}
