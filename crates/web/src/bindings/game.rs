use barrow_play::keymap::Verb;
use wasm_bindgen::prelude::*;

use super::canvas::canvas_methods;
use super::{Desk, Pack, error, journal};
use crate::{game, key, new_run};

#[wasm_bindgen]
pub struct Game {
    inner: game::Game,
}

impl Game {
    pub(super) const fn new(inner: game::Game) -> Self {
        Self { inner }
    }
}

#[wasm_bindgen]
impl Game {
    pub fn begin(desk: &Desk, pack: &Pack, options: &str) -> Result<Self, JsError> {
        let begun = new_run::NewRun::read(options)
            .and_then(|begin| game::Game::begin(&desk.0, &pack.0, &begin));
        begun.map(Self::new).map_err(|text| error(&text))
    }

    pub fn resume(desk: &Desk, pack: &Pack) -> Result<Option<Self>, JsError> {
        let resumed = game::Game::resume(&desk.0, &pack.0).map_err(|text| error(&text))?;
        Ok(resumed.map(Self::new))
    }

    pub fn play_on(desk: &Desk, pack: &Pack, text: &str, turn: u32) -> Result<Self, JsError> {
        let game = game::Game::play_on(&desk.0, &pack.0, journal(text)?, turn.into());
        game.map(Self::new).map_err(|text| error(&text))
    }

    pub fn press(&mut self, event: &str) -> bool {
        key::pressed(event).is_some_and(|key| self.inner.press(key))
    }

    pub fn verb(&mut self, name: &str) {
        if let Some(verb) = Verb::from_name(name) {
            self.inner.trigger(verb);
        }
    }

    pub fn device(&self, name: &str) {
        self.inner.hold(name);
    }

    pub fn hover(&self, x: f64, y: f64) -> Option<String> {
        self.inner.hover(x as i32, y as i32)
    }

    pub fn click(&mut self, x: f64, y: f64) {
        self.inner.click(x as i32, y as i32);
    }

    pub fn look(&mut self, x: f64, y: f64) {
        self.inner.look(x as i32, y as i32);
    }

    pub fn heard(&mut self, scene: bool) -> Vec<u8> {
        self.inner.heard(scene)
    }

    pub fn describe(&self) -> String {
        self.inner.describe()
    }

    pub fn next_tick(&self) -> Option<u32> {
        self.inner.next_tick().map(|it| it.as_millis() as u32)
    }

    pub fn tick(&mut self) {
        self.inner.tick();
    }

    pub fn focus(&mut self, here: bool) {
        self.inner.focus(here);
    }

    pub fn alarm(&mut self) -> bool {
        self.inner.take_alarm()
    }

    pub fn screen(&mut self) -> String {
        self.inner.screen().to_string()
    }

    pub fn journal(&self) -> String {
        self.inner.run().journal().to_text()
    }

    pub fn link(&self) -> Option<String> {
        self.inner.link()
    }

    pub fn setup(&self) -> String {
        self.inner.setup().to_string()
    }
}

canvas_methods!(Game);
