//! What JavaScript sees. It only converts: `web/barrow_web.types.js` tells the types.

// What `#[wasm_bindgen]` writes is unsafe code, and its classes are told by the typedefs.
#![allow(unsafe_code, missing_docs)]
// Pixels and times come from a page as floats.
#![allow(clippy::cast_possible_truncation, clippy::cast_sign_loss, clippy::float_arithmetic)]

use std::cell::RefCell;
use std::rc::Rc;
use std::sync::Arc;

use barrow_dice::Seed;
use barrow_play::keymap::Key;
use barrow_play::store::StoreError;
use barrow_render::Style;
use serde_json::{Value, json};
use wasm_bindgen::prelude::*;

use crate::{canvas, desk, game, key, shelf};

#[wasm_bindgen]
extern "C" {
    /// What the page hands in. A call that throws all the same counts as one that failed.
    pub type Host;

    #[wasm_bindgen(method, structural, catch)]
    fn read(this: &Host, name: &str) -> Result<Option<String>, JsValue>;
    #[wasm_bindgen(method, structural, catch)]
    fn write(this: &Host, name: &str, text: &str) -> Result<bool, JsValue>;
    #[wasm_bindgen(method, structural, catch)]
    fn remove(this: &Host, name: &str) -> Result<bool, JsValue>;
    #[wasm_bindgen(method, structural, catch)]
    fn list(this: &Host) -> Result<Option<String>, JsValue>;
    #[wasm_bindgen(method, structural, catch)]
    fn lock(this: &Host, name: &str) -> Result<bool, JsValue>;
    #[wasm_bindgen(method, structural, catch)]
    fn unlock(this: &Host, name: &str) -> Result<(), JsValue>;
    #[wasm_bindgen(method, structural, catch)]
    fn now(this: &Host) -> Result<String, JsValue>;
    #[wasm_bindgen(method, structural, catch)]
    fn day(this: &Host) -> Result<Vec<JsValue>, JsValue>;
    #[wasm_bindgen(method, structural, catch)]
    fn seed(this: &Host) -> Result<String, JsValue>;
}

impl crate::Host for Host {
    fn read(&self, name: &str) -> Option<String> {
        Self::read(self, name).ok().flatten()
    }

    fn write(&self, name: &str, text: &str) -> bool {
        Self::write(self, name, text).unwrap_or_default()
    }

    fn remove(&self, name: &str) -> bool {
        Self::remove(self, name).unwrap_or_default()
    }

    fn list(&self) -> Option<Vec<String>> {
        serde_json::from_str(&Self::list(self).ok().flatten()?).ok()
    }

    fn lock(&self, name: &str) -> bool {
        Self::lock(self, name).unwrap_or_default()
    }

    fn unlock(&self, name: &str) {
        let _ = Self::unlock(self, name);
    }

    fn now(&self) -> String {
        Self::now(self).unwrap_or_default()
    }

    fn day(&self) -> (u16, u8, u8) {
        let day = Self::day(self).unwrap_or_default();
        let part = |at: usize| day.get(at).and_then(JsValue::as_f64).unwrap_or(1.0);
        (part(0) as u16, part(1) as u8, part(2) as u8)
    }

    fn seed(&self) -> Seed {
        let text = Self::seed(self).unwrap_or_default();
        let number = u64::from_str_radix(&text, 16).unwrap_or(1);
        // Short enough to read to a friend.
        Seed(number & u64::from(u32::MAX))
    }
}

fn error(text: &str) -> JsError {
    JsError::new(text)
}

#[wasm_bindgen]
pub struct Pack(Arc<barrow_pack::Pack>);

#[wasm_bindgen]
impl Pack {
    pub fn load(files: &str) -> Result<Self, JsError> {
        shelf::load(files).map(Self).map_err(|text| error(&text))
    }

    pub fn info(&self) -> String {
        shelf::info(&self.0).to_string()
    }
}

#[wasm_bindgen]
pub struct Desk(Rc<RefCell<desk::Desk>>);

#[wasm_bindgen]
impl Desk {
    #[wasm_bindgen(constructor)]
    pub fn new(host: Host) -> Self {
        Self(Rc::new(RefCell::new(desk::Desk::new(Rc::new(host)))))
    }

    pub fn calm(&self, still: bool) {
        self.0.borrow_mut().calm = still;
    }

    pub fn trouble(&self) -> Option<String> {
        self.0.borrow().trouble.clone()
    }

    pub fn settings(&self) -> String {
        self.0.borrow().choices().to_string()
    }

    pub fn set(&self, name: &str, value: &str) -> String {
        told(self.0.borrow_mut().choose(name, value))
    }

    pub fn keys(&self) -> String {
        self.0.borrow().keys().to_string()
    }

    pub fn bind(&self, verb: &str, event: &str) -> String {
        told(needed(event).and_then(|key| self.0.borrow_mut().bind(verb, key)))
    }

    pub fn unbind(&self, verb: &str, event: &str) -> String {
        told(needed(event).and_then(|key| self.0.borrow_mut().unbind(verb, key)))
    }

    pub fn history(&self) -> Result<String, JsError> {
        listed(self.0.borrow().history())
    }

    pub fn scores(&self) -> Result<String, JsError> {
        listed(self.0.borrow().scores())
    }

    pub fn deeds(&self) -> Result<String, JsError> {
        listed(self.0.borrow().deeds())
    }

    pub fn saved(&self, title: &str) -> Option<String> {
        self.0.borrow().saved(title).map(|it| it.to_string())
    }

    pub fn replays(&self) -> Result<String, JsError> {
        listed(self.0.borrow().replays().map(Into::into))
    }

    pub fn journal(&self, name: &str) -> Option<String> {
        self.0.borrow().journal(name)
    }

    pub fn forget(&self, name: &str) -> bool {
        self.0.borrow().forget(name)
    }

    pub fn export(&self) -> Result<String, JsError> {
        self.0.borrow().export().map_err(|it| error(&it.to_string()))
    }

    pub fn import(&self, text: &str) -> Result<String, JsError> {
        let taken = self.0.borrow_mut().import(text);
        let taken = taken.map_err(|it| error(&it.to_string()))?;
        Ok(json!({ "taken": taken }).to_string())
    }
}

#[wasm_bindgen]
pub struct Game(game::Game);

#[wasm_bindgen]
impl Game {
    pub fn begin(desk: &Desk, pack: &Pack, options: &str) -> Result<Self, JsError> {
        let begin = game::Begin::read(options).map_err(|text| error(&text))?;
        game::Game::begin(&desk.0, &pack.0, &begin).map(Self).map_err(|text| error(&text))
    }

    pub fn press(&mut self, event: &str) -> bool {
        key::pressed(event).is_some_and(|key| self.0.press(key))
    }

    pub fn describe(&self) -> String {
        self.0.describe()
    }

    pub fn screen(&self) -> String {
        self.0.screen().to_string()
    }

    pub fn journal(&self) -> String {
        self.0.run().journal().to_text()
    }

    pub fn resize(&mut self, width: f64, height: f64, ratio: f64) {
        resize(&mut self.0.canvas, width, height, ratio);
    }

    pub fn zoom(&mut self, by: i32) {
        self.0.canvas.zoom(by);
    }

    pub fn style(&mut self, name: &str) {
        self.0.canvas.style(if name == "glyphs" { Style::Glyphs } else { Style::Tiles });
    }

    pub fn draw(&mut self, _now: f64) -> bool {
        self.0.draw()
    }

    pub fn moving(&self) -> bool {
        false
    }

    pub fn pixels(&self) -> *const u8 {
        self.0.canvas.picture().bytes.as_ptr()
    }

    pub fn width(&self) -> u32 {
        self.0.canvas.picture().width as u32
    }

    pub fn height(&self) -> u32 {
        self.0.canvas.picture().height as u32
    }

    pub fn scale(&self) -> u32 {
        self.0.canvas.scale()
    }
}

/// `{}`, or what went wrong.
fn told(done: Result<(), String>) -> String {
    match done {
        Ok(()) => json!({}).to_string(),
        Err(what) => json!({ "error": what }).to_string(),
    }
}

fn listed(list: Result<Value, StoreError>) -> Result<String, JsError> {
    list.map(|it| it.to_string()).map_err(|it| error(&it.to_string()))
}

fn needed(event: &str) -> Result<Key, String> {
    key::pressed(event).ok_or_else(|| "This key cannot be used; choose another.".into())
}

fn resize(canvas: &mut canvas::Canvas, width: f64, height: f64, ratio: f64) {
    let device = |length: f64| (length * ratio) as u32;
    canvas.resize(device(width), device(height), (ratio * 1000.0) as u32);
}
