use std::cell::RefCell;
use std::rc::Rc;

use barrow_json::{Value, json};
use barrow_play::keymap::Key;
use barrow_play::playthrough::Device;
use barrow_play::store::StoreError;
use wasm_bindgen::prelude::*;

use super::{Host, Pack, error};
use crate::{desk, key};

#[wasm_bindgen]
pub struct Desk(pub(super) Rc<RefCell<desk::Desk>>);

#[wasm_bindgen]
impl Desk {
    #[wasm_bindgen(constructor)]
    pub fn new(host: Host) -> Self {
        Self(Rc::new(RefCell::new(desk::Desk::new(Rc::new(host)))))
    }

    pub fn tiles(&self, text: &str) -> Result<(), JsError> {
        self.0.borrow_mut().read_tiles(text).map_err(|it| error(&it.to_string()))
    }

    pub fn calm(&self, still: bool) {
        self.0.borrow_mut().calm = still;
    }

    pub fn device(&self, name: &str) {
        if let Some(device) = Device::named(name) {
            self.0.borrow_mut().device = device;
        }
    }

    pub fn trouble(&self) -> Option<String> {
        self.0.borrow().trouble.clone()
    }

    pub fn settings(&self) -> String {
        self.0.borrow().settings_json().to_string()
    }

    pub fn set(&self, name: &str, value: &str) -> String {
        outcome(self.0.borrow_mut().change(name, value))
    }

    pub fn keys(&self) -> String {
        self.0.borrow().keys().to_string()
    }

    pub fn bind(&self, verb: &str, event: &str) -> String {
        outcome(required_key(event).and_then(|key| self.0.borrow_mut().bind(verb, key)))
    }

    pub fn unbind(&self, verb: &str, event: &str) -> String {
        outcome(required_key(event).and_then(|key| self.0.borrow_mut().unbind(verb, key)))
    }

    pub fn history(&self) -> Result<String, JsError> {
        listed(self.0.borrow().history())
    }

    pub fn scores(&self) -> Result<String, JsError> {
        listed(self.0.borrow().scores())
    }

    pub fn deeds(&self) -> Result<String, JsError> {
        listed(self.0.borrow().achievements())
    }

    pub fn offers(&self, pack: &Pack) -> String {
        self.0.borrow().offers(&pack.0).to_string()
    }

    pub fn saved(&self, title: &str) -> Option<String> {
        self.0.borrow().saved(title).map(|it| it.to_string())
    }

    pub fn replays(&self) -> Result<String, JsError> {
        listed(self.0.borrow().replays().map(|it| json!(it)))
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

/// Returns `{}`, or what went wrong.
fn outcome(done: Result<(), String>) -> String {
    match done {
        Ok(()) => json!({}).to_string(),
        Err(what) => json!({ "error": what }).to_string(),
    }
}

fn listed(list: Result<Value, StoreError>) -> Result<String, JsError> {
    list.map(|it| it.to_string()).map_err(|it| error(&it.to_string()))
}

fn required_key(event: &str) -> Result<Key, String> {
    key::pressed(event).ok_or_else(|| "This key cannot be used; choose another.".into())
}
