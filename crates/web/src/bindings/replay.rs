use wasm_bindgen::prelude::*;

use super::canvas::canvas_methods;
use super::{Desk, Game, Pack, error, journal};
use crate::replay;

#[wasm_bindgen]
pub struct Replay {
    inner: replay::Replay,
}

#[wasm_bindgen]
impl Replay {
    pub fn open(desk: &Desk, pack: &Pack, text: &str) -> Result<Self, JsError> {
        let opened = replay::Replay::open(&desk.0, &pack.0, journal(text)?);
        let inner = opened.map_err(|text| error(&text))?;
        Ok(Self { inner })
    }

    pub fn position(&self) -> u32 {
        self.inner.viewer.position() as u32
    }

    pub fn entries(&self) -> u32 {
        self.inner.viewer.entries() as u32
    }

    pub fn go(&mut self, position: u32) {
        self.inner.viewer.seek(position as usize);
    }

    pub fn seek(&mut self, turn: u32) {
        self.inner.viewer.seek_turn(turn.into());
    }

    pub fn playing(&mut self, on: bool) {
        self.inner.viewer.play(on);
    }

    pub fn speed(&mut self, by: i32) {
        self.inner.viewer.change_speed(by as isize);
    }

    pub fn next_tick(&self) -> Option<u32> {
        self.inner.viewer.next_tick().map(|it| it.as_millis() as u32)
    }

    pub fn tick(&mut self) {
        self.inner.viewer.tick();
    }

    pub fn play_on(&self) -> Result<Game, JsError> {
        self.inner.play_on().map(Game::new).map_err(|text| error(&text))
    }

    pub fn heard(&mut self, scene: bool) -> Vec<u8> {
        self.inner.heard(scene)
    }

    pub fn describe(&self) -> String {
        self.inner.describe()
    }

    pub fn screen(&self) -> String {
        self.inner.screen().to_string()
    }
}

canvas_methods!(Replay);
