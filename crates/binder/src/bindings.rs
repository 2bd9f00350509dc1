//! The JavaScript API; `web/barrow_binder.types.js` declares its types.

// `#[wasm_bindgen]` generates unsafe code, and the typedefs document the function.
#![allow(unsafe_code, missing_docs)]

use wasm_bindgen::prelude::*;

#[wasm_bindgen]
pub fn bind(files: &str) -> Result<Vec<u8>, JsError> {
    crate::bind(files).map_err(|report| JsError::new(&report))
}

#[wasm_bindgen]
pub fn sounds(files: &str) -> Result<Vec<u8>, JsError> {
    crate::sounds(files).map_err(|report| JsError::new(&report))
}
