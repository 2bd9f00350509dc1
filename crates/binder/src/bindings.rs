//! The interface for JavaScript; `web/barrow_binder.types.js` has its types.

// What `#[wasm_bindgen]` writes is unsafe code, and the function is told by the typedefs.
#![allow(unsafe_code, missing_docs)]

use wasm_bindgen::prelude::*;

#[wasm_bindgen]
pub fn bind(files: &str) -> Result<Vec<u8>, JsError> {
    crate::bind(files).map_err(|report| JsError::new(&report))
}
