//! What JavaScript sees. It only converts: `web/barrow_web.types.js` tells the types.

// What `#[wasm_bindgen]` writes is unsafe code, and its classes are told by the typedefs.
#![allow(unsafe_code, missing_docs)]
// Pixels and times come from a page as floats.
#![allow(clippy::cast_possible_truncation, clippy::cast_sign_loss, clippy::float_arithmetic)]

use std::cell::RefCell;
use std::rc::Rc;
use std::sync::Arc;

use barrow_dice::Seed;
use barrow_engine::Journal;
use barrow_play::keymap::{Key, Verb};
use barrow_play::store::StoreError;
use barrow_render::Style;
use serde_json::{Value, json};
use wasm_bindgen::prelude::*;

use crate::{begin, crash, desk, game, key, link, replay, shelf};

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
        crash::install();
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
pub struct Game {
    inner: game::Game,
}

impl Game {
    const fn new(inner: game::Game) -> Self {
        Self { inner }
    }
}

#[wasm_bindgen]
impl Game {
    pub fn begin(desk: &Desk, pack: &Pack, options: &str) -> Result<Self, JsError> {
        let begun = begin::Begin::read(options)
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
            self.inner.follow(verb);
        }
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

    pub fn describe(&self) -> String {
        self.inner.describe()
    }

    pub fn beat(&self) -> Option<u32> {
        self.inner.beat().map(|it| it.as_millis() as u32)
    }

    pub fn tick(&mut self) {
        self.inner.tick();
    }

    pub fn focus(&mut self, here: bool) {
        self.inner.focus(here);
    }

    pub fn alarm(&mut self) -> bool {
        self.inner.takes_alarm()
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

/// What is known of the run in a link, as JSON.
#[wasm_bindgen]
pub fn link_info(text: &str) -> Result<String, JsError> {
    let link = link::Link::read(text).map_err(|it| error(&it.to_string()))?;
    Ok(link.info().to_string())
}

/// The journal of the run in a link.
#[wasm_bindgen]
pub fn unpack_link(pack: &Pack, text: &str) -> Result<String, JsError> {
    let journal = link::Link::read(text).and_then(|it| it.journal(&pack.0));
    Ok(journal.map_err(|it| error(&it.to_string()))?.to_text())
}

/// What is known of a journal without its pack, as JSON.
#[wasm_bindgen]
pub fn journal_info(text: &str) -> Result<String, JsError> {
    Ok(link::Link::of(&journal(text)?).info().to_string())
}

/// After a trap: what happened, as JSON.
#[wasm_bindgen]
pub fn last_panic() -> String {
    crash::report().to_string()
}

/// All that is whole of a journal.
fn journal(text: &str) -> Result<Journal, JsError> {
    let decoded = Journal::from_bytes(text.as_bytes());
    decoded.map(|it| it.journal).map_err(|it| error(&it.to_string()))
}

fn style(name: &str) -> Style {
    if name == "glyphs" { Style::Glyphs } else { Style::Tiles }
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

fn percent(ratio: f64) -> i32 {
    (ratio * 100.0).round() as i32
}
