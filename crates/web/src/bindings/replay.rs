use wasm_bindgen::prelude::*;

use super::{Desk, Game, Pack, error, journal, percent, style};
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
        self.inner.position().0 as u32
    }

    pub fn entries(&self) -> u32 {
        self.inner.position().1 as u32
    }

    pub fn go(&mut self, position: u32) {
        self.inner.go(position as usize);
    }

    pub fn seek(&mut self, turn: u32) {
        self.inner.go_to_turn(turn.into());
    }

    pub fn playing(&mut self, on: bool) {
        self.inner.play(on);
    }

    pub fn speed(&mut self, by: i32) {
        self.inner.hurry(by);
    }

    pub fn beat(&self) -> Option<u32> {
        self.inner.beat().map(|it| it.as_millis() as u32)
    }

    pub fn tick(&mut self) {
        self.inner.tick();
    }

    pub fn play_on(&self) -> Result<Game, JsError> {
        self.inner.play_on().map(Game::new).map_err(|text| error(&text))
    }

    pub fn describe(&self) -> String {
        self.inner.describe()
    }

    pub fn screen(&self) -> String {
        self.inner.screen().to_string()
    }

    pub fn resize(&mut self, width: f64, height: f64, ratio: f64) {
        self.inner.canvas.resize(width as i32, height as i32, percent(ratio));
    }

    pub fn zoom(&mut self, by: i32) {
        self.inner.canvas.zoom(by);
    }

    pub fn style(&mut self, name: &str) {
        self.inner.canvas.style(style(name));
    }

    pub fn draw(&mut self, now: f64) -> bool {
        self.inner.draw(now as u64)
    }

    pub fn moving(&self) -> bool {
        self.inner.canvas.is_moving()
    }

    pub fn wake(&self, now: f64) -> Option<u32> {
        self.inner.canvas.wake(now as u64).map(|it| it as u32)
    }

    pub fn pixels(&self) -> *const u8 {
        self.inner.canvas.picture().bytes.as_ptr()
    }

    pub fn width(&self) -> u32 {
        self.inner.canvas.picture().width as u32
    }

    pub fn height(&self) -> u32 {
        self.inner.canvas.picture().height as u32
    }

    pub fn scale(&self) -> i32 {
        self.inner.canvas.scale()
    }

    pub fn minimap_pixels(&self) -> *const u8 {
        self.inner.canvas.small().bytes.as_ptr()
    }

    pub fn minimap_width(&self) -> u32 {
        self.inner.canvas.small().width as u32
    }

    pub fn minimap_height(&self) -> u32 {
        self.inner.canvas.small().height as u32
    }
}
