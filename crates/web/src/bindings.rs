//! The JavaScript API. This module only converts; `web/barrow_web.types.js` declares the types.

// `#[wasm_bindgen]` generates unsafe code, and the typedefs document its classes.
#![allow(unsafe_code, missing_docs)]
// A page passes pixels and times as floats.
#![allow(clippy::cast_possible_truncation, clippy::cast_sign_loss, clippy::float_arithmetic)]

mod canvas;
mod desk;
mod game;
mod host;
mod replay;

use std::sync::Arc;

use barrow_engine::Journal;
use barrow_render::Style;
use wasm_bindgen::prelude::*;

pub use desk::Desk;
pub use game::Game;
pub use host::Host;
pub use replay::Replay;

use crate::{crash, link, packs};

#[wasm_bindgen]
pub struct Pack(Arc<barrow_pack::Pack>);

#[wasm_bindgen]
impl Pack {
    pub fn load(bytes: &[u8]) -> Result<Self, JsError> {
        packs::load(bytes).map(Self).map_err(|text| error(&text))
    }

    pub fn info(&self) -> String {
        packs::info(&self.0).to_string()
    }
}

/// Describes the run in a link, as JSON.
#[wasm_bindgen]
pub fn link_info(text: &str) -> Result<String, JsError> {
    let link = link::Link::read(text).map_err(|it| error(&it.to_string()))?;
    Ok(link.info().to_string())
}

/// Returns the journal of the run in a link.
#[wasm_bindgen]
pub fn unpack_link(pack: &Pack, text: &str) -> Result<String, JsError> {
    let journal = link::Link::read(text).and_then(|it| it.journal(&pack.0));
    Ok(journal.map_err(|it| error(&it.to_string()))?.to_text())
}

/// Describes a journal without its pack, as JSON.
#[wasm_bindgen]
pub fn journal_info(text: &str) -> Result<String, JsError> {
    Ok(link::Link::of(&journal(text)?).info().to_string())
}

/// Returns what was being done, as JSON, after a trap.
#[wasm_bindgen]
pub fn last_action() -> String {
    crash::report().to_string()
}

fn error(text: &str) -> JsError {
    JsError::new(text)
}

/// Reads all complete entries of a journal.
fn journal(text: &str) -> Result<Journal, JsError> {
    let decoded = Journal::from_bytes(text.as_bytes());
    decoded.map(|it| it.journal).map_err(|it| error(&it.to_string()))
}

fn style(name: &str) -> Style {
    if name == "glyphs" { Style::Glyphs } else { Style::Tiles }
}

fn percent(ratio: f64) -> i32 {
    (ratio * 100.0).round() as i32
}
